"""How `Module.state_dict` is made, and how `Module.load_state_dict` reads it."""

from collections import OrderedDict, namedtuple
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from .._core.call_in_place import overwrite
from .._core.tensor import Tensor
from .parameter import is_lazy


class _IncompatibleKeys(namedtuple("_IncompatibleKeys", ["missing_keys", "unexpected_keys"])):
    """What `Module.load_state_dict` returns: the names that did not match."""

    __slots__ = ()

    def __repr__(self) -> str:
        return super().__repr__() if self.missing_keys or self.unexpected_keys else "<All keys matched successfully>"


def state_of(module: Any) -> "OrderedDict[str, Tensor]":
    """All parameters and buffers by name, detached, with the version of each part beside them."""
    found: OrderedDict[str, Tensor] = OrderedDict()
    found._metadata = OrderedDict()
    for place, part in module.named_modules(remove_duplicate=False):
        found._metadata[place] = {"version": part._version}
        unsaved = part.__dict__.get("_non_persistent_buffers_set", ())  # an older pickle has no such set
        for registry in (part._parameters, part._buffers):
            for name, item in registry.items():
                if item is not None and name not in unsaved:
                    found[f"{place}.{name}" if place else name] = item if is_lazy(item) else item.detach()
    return found


def load(module: Any, state: Mapping[str, Tensor], strict: bool) -> _IncompatibleKeys:
    """Copy every tensor that fits; then raise one error about all that do not."""
    if not isinstance(state, Mapping):
        raise TypeError(f"Expected state_dict to be dict-like, got {type(state)}.")
    own = module.state_dict()
    excused = set(_younger_names(module, getattr(state, "_metadata", {})))
    missing = [name for name in own if name not in state and name not in excused]
    unexpected = [name for name in state if name not in own]
    problems = []
    if strict and missing:
        problems.append(f"Missing key(s) in state_dict: {_quoted(missing)}. ")
    if strict and unexpected:
        problems.append(f"Unexpected key(s) in state_dict: {_quoted(unexpected)}. ")
    for name, mine in own.items():
        if name in state and is_lazy(mine):
            if is_lazy(state[name]):
                continue
            mine.materialize(state[name].shape)
        if name in state and state[name].shape != mine.shape:
            problems.append(
                f"size mismatch for {name}: copying a param with shape {state[name].shape!r} from checkpoint, the "
                f"shape in current model is {mine.shape!r}."
            )
        elif name in state:
            overwrite(mine, state[name]._data)
    if problems:
        raise RuntimeError(f"Error(s) in loading state_dict for {type(module).__name__}:\n\t" + "\n\t".join(problems))
    return _IncompatibleKeys(missing, unexpected)


def _younger_names(module: Any, metadata: Mapping[str, dict]) -> Iterator[str]:
    """The names that an older saved state may lack."""
    for place, part in module.named_modules(remove_duplicate=False):
        for name in part._younger_than(metadata.get(place, {}).get("version")):
            yield f"{place}.{name}" if place else name


def _quoted(names: Iterable[str]) -> str:
    return ", ".join(f'"{name}"' for name in names)

"""`Module`: a function with parameters, made of smaller ones. PyTorch: torch/nn/modules/module.py.

A module finds its parameters by itself: assigning a `Parameter` or another module to an attribute files it in one of
three dictionaries, and everything else (``parameters()``, ``state_dict()``, printing) walks through these.
"""

from collections import OrderedDict, namedtuple
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import numpy as np

from .._core.base.dtypes import dtype
from .._core.base.left_out import no_attribute
from .._core.call_in_place import clear_gradient, overwrite
from .._core.tensor import Tensor
from .._torch.creation.filled import empty
from .._torch.functions.types import typename
from ._hooks import Hooked
from .parameter import Parameter, is_lazy

_REGISTRIES = ("_parameters", "_buffers", "_modules")


class _IncompatibleKeys(namedtuple("_IncompatibleKeys", ["missing_keys", "unexpected_keys"])):
    """What `Module.load_state_dict` returns: the names that did not match."""

    __slots__ = ()

    def __repr__(self) -> str:
        return super().__repr__() if self.missing_keys or self.unexpected_keys else "<All keys matched successfully>"


class Module(Hooked):
    """Base class of layers and models: call ``super().__init__()``, assign the parts, write ``forward``."""

    training: bool
    _version = 1  # the version of what this module saves; saved with it

    def __init__(self) -> None:
        # Straight into the dictionary: __setattr__ needs these to be there already.
        parts = {"_parameters": {}, "_buffers": {}, "_non_persistent_buffers_set": set(), "_modules": {}}
        self.__dict__.update(parts, training=True)

    # ----- attributes ---------------------------------------------------------------------------------------------
    def __setattr__(self, name: str, value: Any) -> None:
        for registry, kind, words in (("_parameters", Parameter, "parameters"), ("_modules", Module, "module")):
            if isinstance(value, kind):
                if registry not in self.__dict__:
                    raise AttributeError(f"cannot assign {words} before Module.__init__() call")
                self._forget(name, but=registry)  # in that registry the new part replaces the old one
                self.__dict__[registry][name] = value
                return
        for registry in _REGISTRIES:
            if name in self.__dict__.get(registry, ()):
                self.__dict__[registry][name] = _checked(value, name, registry)
                return
        super().__setattr__(name, value)

    def __getattr__(self, name: str) -> Any:
        for registry in _REGISTRIES:
            parts = self.__dict__.get(registry, ())
            if name in parts:
                return parts[name]
        raise no_attribute(self, name, "nn.Module")

    def __delattr__(self, name: str) -> None:
        if not self._forget(name):
            super().__delattr__(name)

    def _forget(self, name: str, but: str = "") -> bool:
        places = [self.__dict__, *(self.__dict__[registry] for registry in _REGISTRIES if registry != but)]
        found = [place for place in places if name in place]
        for place in found:
            del place[name]
        self.__dict__.get("_non_persistent_buffers_set", set()).discard(name)
        return bool(found)

    def register_parameter(self, name: str, param: Parameter | None) -> None:
        """File a parameter under ``name``; None says that this layer has no such parameter."""
        self._check_name("parameter", name, self._parameters)
        if param is not None and not isinstance(param, Parameter):
            raise TypeError(
                f"cannot assign '{typename(param)}' object to parameter '{name}' (torch.nn.Parameter or None required)"
            )
        self._parameters[name] = param

    def register_buffer(self, name: str, tensor: Tensor | None, persistent: bool = True) -> None:
        """File a tensor that belongs to the module but is not trained; ``persistent``: `state_dict` has it, too."""
        self._check_name("buffer", name, self._buffers)
        if tensor is not None and not isinstance(tensor, Tensor):
            raise TypeError(
                f"cannot assign '{typename(tensor)}' object to buffer '{name}' (torch Tensor or None required)"
            )
        self._buffers[name] = tensor
        unsaved = self._non_persistent_buffers_set
        (unsaved.discard if persistent else unsaved.add)(name)

    def add_module(self, name: str, module: "Module | None") -> None:
        """File a part under ``name``."""
        if module is not None and not isinstance(module, Module):
            raise TypeError(f"{typename(module)} is not a Module subclass")
        self._check_name("module", name, self._modules)
        self._modules[name] = module

    def _check_name(self, kind: str, name: str, registry: dict[str, Any]) -> None:
        """A name without dots, which nothing else has."""
        if hasattr(self, name) and name not in registry:
            raise KeyError(f"attribute '{name}' already exists")
        if "." in name:
            raise KeyError(f'{kind} name can\'t contain "."' + (f", got: {name}" if kind == "module" else ""))
        if not name:
            raise KeyError(f'{kind} name can\'t be empty string ""')

    # ----- calling ------------------------------------------------------------------------------------------------
    def forward(self, *args: Any, **kwargs: Any) -> Any:
        """What the module computes; subclasses write it."""
        raise NotImplementedError(f'Module [{type(self).__name__}] is missing the required "forward" function')

    # ----- walking through ----------------------------------------------------------------------------------------
    def named_modules(
        self, memo: set | None = None, prefix: str = "", remove_duplicate: bool = True
    ) -> Iterator[tuple[str, "Module"]]:
        """This module and all inside it, each once unless ``remove_duplicate`` is False, with their dotted names."""
        memo = set() if memo is None else memo
        if self in memo:
            return
        if remove_duplicate:
            memo.add(self)
        yield prefix, self
        for name, part in self._modules.items():
            if part is not None:
                yield from part.named_modules(memo, f"{prefix}.{name}" if prefix else name, remove_duplicate)

    def modules(self) -> Iterator["Module"]:
        """This module and all inside it."""
        return (module for _, module in self.named_modules())

    def named_children(self) -> Iterator[tuple[str, "Module"]]:
        """The direct parts with their names."""
        seen = set()
        for name, part in self._modules.items():
            if part is not None and part not in seen:
                seen.add(part)
                yield name, part

    def children(self) -> Iterator["Module"]:
        """The direct parts."""
        return (part for _, part in self.named_children())

    def named_parameters(
        self, prefix: str = "", recurse: bool = True, remove_duplicate: bool = True
    ) -> Iterator[tuple[str, Parameter]]:
        """All parameters with their dotted names; one that is used in two places comes once."""
        return self._named("_parameters", prefix, recurse, remove_duplicate)

    def parameters(self, recurse: bool = True) -> Iterator[Parameter]:
        """All parameters, as an optimizer takes them."""
        return (parameter for _, parameter in self.named_parameters(recurse=recurse))

    def named_buffers(
        self, prefix: str = "", recurse: bool = True, remove_duplicate: bool = True
    ) -> Iterator[tuple[str, Tensor]]:
        """All buffers with their dotted names."""
        return self._named("_buffers", prefix, recurse, remove_duplicate)

    def buffers(self, recurse: bool = True) -> Iterator[Tensor]:
        """All buffers."""
        return (buffer for _, buffer in self.named_buffers(recurse=recurse))

    def _named(self, registry: str, prefix: str, recurse: bool, once: bool) -> Iterator[tuple[str, Any]]:
        seen = set()
        for place, module in self.named_modules(None, prefix, once) if recurse else [(prefix, self)]:
            for name, item in module.__dict__[registry].items():
                if item is None or (once and id(item) in seen):
                    continue
                seen.add(id(item))
                yield f"{place}.{name}" if place else name, item

    def apply(self, fn: Callable[["Module"], None]) -> "Module":
        """Call ``fn`` on every part, then on the module itself."""
        for part in self.children():
            part.apply(fn)
        fn(self)
        return self

    # ----- parts by their dotted names ----------------------------------------------------------------------------
    def get_submodule(self, target: str) -> "Module":
        """The module with this dotted name; ``""`` is the module itself. Raises AttributeError for any other name."""
        found: Any = self
        for name in target.split(".") if target else ():
            found = _part(found, name)
            if not isinstance(found, Module):
                raise AttributeError(f"`{name}` is not an nn.Module")
        return found

    # ----- training -----------------------------------------------------------------------------------------------
    def train(self, mode: bool = True) -> "Module":
        """Switch this module and all inside it to training."""
        if not isinstance(mode, bool):
            raise ValueError("training mode is expected to be boolean")
        self.training = mode
        for module in self.children():
            module.train(mode)  # a part may override train(), e.g. to stay in evaluation
        return self

    def eval(self) -> "Module":
        """Switch to evaluation. (This does not stop the recording of graphs: `no_grad` does.)"""
        return self.train(False)

    def requires_grad_(self, requires_grad: bool = True) -> "Module":
        """Freeze (False) or unfreeze all parameters."""
        for parameter in self.parameters():
            parameter.requires_grad_(requires_grad)
        return self

    def zero_grad(self, set_to_none: bool = True) -> None:
        """Forget the gradients; with ``set_to_none=False``, overwrite them with zeros."""
        for parameter in self.parameters():
            clear_gradient(parameter, set_to_none)

    def double(self) -> "Module":
        """Make all floating-point parameters and buffers float64; returns the module."""
        return self._cast(np.float64)

    def float(self) -> "Module":
        """Make all floating-point parameters and buffers float32; returns the module."""
        return self._cast(np.float32)

    def half(self) -> "Module":
        """Make all floating-point parameters and buffers float16; returns the module."""
        return self._cast(np.float16)

    def to(self, *args: Any, **kwargs: Any) -> "Module":
        """Make all floating-point parameters and buffers another dtype; returns the module.

        Accepts what `Tensor.to` does: a dtype, a tensor that has it, and a device, which can only be the CPU.

        Raises:
            TypeError: the dtype is not a floating-point one.
        """
        wanted = empty(0).to(*args, **kwargs).dtype  # Tensor.to knows how to read its arguments
        named = any(isinstance(item, dtype | Tensor) for item in (*args, *kwargs.values()))
        if named and not wanted.is_floating_point:
            raise TypeError(
                f"nn.Module.to only accepts floating point or complex dtypes, but got desired dtype={wanted}"
            )
        return self._cast(wanted.numpy) if named else self

    def cpu(self) -> "Module":
        """The module itself: everything is on the CPU."""
        return self

    def _cast(self, kind: Any) -> "Module":
        for tensor in (*self.parameters(), *self.buffers()):
            for holder in (tensor, tensor._grad):
                if is_lazy(holder):
                    holder._cast(kind)
                elif holder is not None and holder._data.dtype.kind == "f":
                    holder._data = holder._data.astype(kind)
        return self

    # ----- saving -------------------------------------------------------------------------------------------------
    def state_dict(self) -> "OrderedDict[str, Tensor]":
        """All parameters and buffers by name, detached; they share memory with the module."""
        return _state_of(self)

    def load_state_dict(self, state_dict: Mapping[str, Tensor], strict: bool = True) -> _IncompatibleKeys:
        """Copy the numbers of ``state_dict`` into this module.

        Raises:
            RuntimeError: a shape differs; or, when ``strict``, names are missing or too many.
        """
        return _load(self, state_dict, strict)

    def _younger_than(self, version: int | None) -> tuple[str, ...]:
        """The buffers that this class did not save yet in that version (None: a state without versions)."""
        return ()

    # ----- printing -----------------------------------------------------------------------------------------------
    def extra_repr(self) -> str:
        """The text between the parentheses when the module is printed."""
        return ""

    def _get_name(self) -> str:
        return type(self).__name__

    def __repr__(self) -> str:
        parts = [f"({name}): {indented(repr(part))}" for name, part in self._modules.items()]
        lines = [*self.extra_repr().splitlines(), *parts]
        if not parts and len(lines) < 2:
            return f"{self._get_name()}({''.join(lines)})"
        return f"{self._get_name()}(\n  " + "\n  ".join(lines) + "\n)"


def _checked(value: Any, name: str, registry: str) -> Any:
    """A name that was filed once keeps its kind; None is always allowed."""
    if value is None or (registry == "_buffers" and isinstance(value, Tensor)):
        return value
    words = {"_parameters": "parameter", "_modules": "child module", "_buffers": "buffer"}
    expected = {"_parameters": "torch.nn.Parameter", "_modules": "torch.nn.Module", "_buffers": "torch.Tensor"}
    raise TypeError(
        f"cannot assign '{typename(value)}' as {words[registry]} '{name}' ({expected[registry]} or None expected)"
    )


def indented(text: str) -> str:
    """The text with every line but the first moved two places to the right."""
    return text.replace("\n", "\n  ")


def _part(module: Any, name: str) -> Any:
    if not hasattr(module, name):
        raise AttributeError(f"{type(module).__name__} has no attribute `{name}`")
    return getattr(module, name)


# ----- how a state is made and read ----------------------------------------------------------------------------------
def _state_of(module: Any) -> "OrderedDict[str, Tensor]":
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


def _load(module: Any, state: Mapping[str, Tensor], strict: bool) -> _IncompatibleKeys:
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

"""What the learner calls things: names for nodes, found in the variables around the recording.

``name=`` wins. Else the first variable that holds the tensor gives its name; lists, dicts and modules are looked into,
so that ``params[0]`` and ``model.0.weight`` are found too, and what ``self`` holds in a method: ``self.model.weight``.
"""

import inspect
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from types import BuiltinFunctionType, FrameType, FunctionType, ModuleType
from typing import Any

from ..._core.tensor import Tensor

PLAIN = frozenset({bool, int, float, str, bytes, type(None), type, FunctionType, BuiltinFunctionType, ModuleType})
"""Most of a program's variables are of these classes, and none of them leads to a tensor."""

HELD_BY_ITS_FRAME = 3
"""References to a dict of local variables that nobody else holds: the frame's, ours, and that of who counts them."""


@contextmanager
def variables_of(frame: FrameType) -> Iterator[tuple[dict[str, Any], ...]]:
    """The local variables around a frame's running line and the global ones, for as long as they are looked at.

    Before Python 3.13 a function's locals are a copy that its frame keeps, and that must not hold tensors. The learner
    may hold it, too, as ``locals()``: then it stays as it is. What ``exec`` has put there stays in any case.
    """
    own, everywhere = frame.f_locals, frame.f_globals
    code = frame.f_code
    is_copy = code.co_flags & inspect.CO_OPTIMIZED and isinstance(own, dict)
    is_ours = is_copy and sys.getrefcount(own) <= HELD_BY_ITS_FRAME
    try:
        yield (own,) if own is everywhere else (own, everywhere)  # outside of functions they are the same
    finally:
        if is_ours:
            for name in (*code.co_varnames, *code.co_cellvars, *code.co_freevars):
                own.pop(name, None)


def named_tensors(variables: Mapping[str, Any], kind: type = Tensor) -> Iterator[tuple[str, Any]]:
    """(name, tensor) for every tensor of this class that these variables lead to, in their order.

    Modules in lists come last: mostly they lie in another module, too, which gives better names.
    """
    known = [*_leading_on(variables)]
    for name, item in known:
        if isinstance(item, kind):
            yield name, item
        elif is_module(item):
            yield from _tensors_of(name, item, kind)
        else:
            yield from ((place, part) for place, part in _parts(name, item) if isinstance(part, kind))
    for name, item in known:
        for place, part in _parts(name, item):
            if is_module(part):
                yield from _tensors_of(place, part, kind)


def name_in(scopes: Iterable[Mapping[str, Any]], tensor: Any) -> str:
    """What the first of these scopes that leads to the tensor calls it; "" if none does."""
    named = (pair for scope in scopes for pair in named_tensors(scope, type(tensor)))
    return next((name for name, one in named if one is tensor), "")


def _leading_on(variables: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """All but plain values, what is hidden, and IPython's memory of earlier cells; in a method, what ``self`` holds."""
    for name, item in list(variables.items()):
        if type(item) not in PLAIN and not name.startswith("_") and name not in ("In", "Out"):
            yield name, item
            if name == "self" and not is_module(item):
                held = list(getattr(item, "__dict__", {}).items())
                yield from ((f"self.{part}", inner) for part, inner in held if type(inner) not in PLAIN)


def _tensors_of(name: str, module: Any, kind: type) -> Iterator[tuple[str, Any]]:
    """Its parameters, and then its buffers."""
    for found in (module.named_parameters(), module.named_buffers()):
        yield from ((f"{name}.{path}", part) for path, part in found if isinstance(part, kind))


def _parts(name: str, item: Any) -> Iterator[tuple[str, Any]]:
    """What lies in a list, a tuple or a dict."""
    if isinstance(item, list | tuple):
        if not PLAIN.issuperset(map(type, item)):  # a list of a thousand losses is passed over quickly
            yield from ((f"{name}[{index}]", part) for index, part in enumerate(item))
    elif isinstance(item, dict):
        yield from ((f"{name}[{key!r}]", part) for key, part in item.items())


Path = tuple[tuple[str, str], ...]
"""A module and those it lies in, the outermost first: (what the learner calls it, its class)."""


class Modules:
    """The modules that variables lead to: ``paths`` by module, and ``parameters`` by the id of the leaf."""

    def __init__(self, scopes: Iterable[dict[str, Any]], id_of: Callable[[Any], str | None]):
        """``id_of`` gives the id of a parameter's leaf; None for one that has none."""
        self.paths: dict[Any, Path] = {}
        self.parameters: dict[str, Path] = {}
        for scope in scopes:
            known = [*_leading_on(scope)]
            for place, part in (*known, *(inner for name, item in known for inner in _parts(name, item))):
                if is_module(part):
                    self._walk(place, part)
        for module, path in self.paths.items():
            for _, parameter in module.named_parameters(recurse=False):
                leaf = id_of(parameter)
                if leaf is not None:
                    self.parameters.setdefault(leaf, path)

    def _walk(self, name: str, module: Any, above: Path = ()) -> None:
        if module in self.paths:
            return
        self.paths[module] = path = (*above, (name, type(module).__name__))
        for part, child in module.named_children():
            self._walk(f"{name}.{part}", child, path)


def is_module(item: Any) -> bool:
    """Whether it is a module of either engine, and not a class of modules."""
    return not isinstance(item, type) and callable(getattr(type(item), "named_children", None))

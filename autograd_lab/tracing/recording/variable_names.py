"""What the learner calls things: names for nodes, found in the variables around the recording.

``name=`` wins. Else the first variable that holds the tensor gives its name; lists, dicts and modules are looked into,
so that ``params[0]`` and ``model.0.weight`` are found too, and objects, one or two attributes deep:
``self.model.weight`` in a method, ``trainer.agent.model.weight`` outside. A module's lists are looked into as well:
``net.layers[0].weight``, although the module does not know these layers.
"""

import dis
import inspect
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from itertools import pairwise
from types import BuiltinFunctionType, CodeType, FrameType, FunctionType, ModuleType
from typing import Any

from ..._core.tensor import Tensor

PLAIN = frozenset({bool, int, float, str, bytes, type(None), type, FunctionType, BuiltinFunctionType, ModuleType})
"""Most of a program's variables are of these classes, and none of them leads to a tensor."""

LIBRARIES = frozenset({*sys.stdlib_module_names, "torch", "numpy", __package__.partition(".")[0]}) - {"types"}
"""Objects of their classes are not looked into, except for modules; nor are the variables of their functions."""
DEEP = 2
"""So many attributes of an object may lead to a tensor or a module."""

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
    known = [*leading_on(variables)]
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


def leading_on(variables: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """All but plain values, what is hidden, and IPython's memory of earlier cells; then what objects hold."""
    known = [(name, item) for name, item in _not_plain(variables) if name not in ("In", "Out")]
    yield from known
    met: set[int] = set()
    for _ in range(DEEP):
        known = [*_held(known, met)]
        yield from known


def _not_plain(variables: Mapping[str, Any], hidden: bool = False) -> Iterator[tuple[str, Any]]:
    for name, item in list(variables.items()):
        if type(item) not in PLAIN and isinstance(name, str) and (hidden or not name.startswith("_")):
            yield name, item


def _held(known: Iterable[tuple[str, Any]], met: set[int]) -> Iterator[tuple[str, Any]]:
    """The attributes of the objects among these items, each object once."""
    for name, item in known:
        if type(item).__module__.partition(".")[0] not in LIBRARIES and not is_module(item) and id(item) not in met:
            met.add(id(item))
            held = getattr(item, "__dict__", None)
            if isinstance(held, dict) and not isinstance(item, type):
                yield from ((f"{name}.{part}", inner) for part, inner in _not_plain(held, hidden=True))


def _tensors_of(name: str, module: Any, kind: type) -> Iterator[tuple[str, Any]]:
    """Its parameters, then its buffers, then those that it holds without knowing of them."""
    for found in (module.named_parameters(), module.named_buffers()):
        yield from ((f"{name}.{path}", part) for path, part in found if isinstance(part, kind))
    for path, inner in list(module.named_modules()):
        for place, item in unregistered(f"{name}.{path}" if path else name, inner):
            for where, part in _parts(place, item) or [(place, item)]:
                if isinstance(part, kind):
                    yield where, part
                elif is_module(part):
                    yield from _tensors_of(where, part, kind)


def unregistered(name: str, module: Any) -> Iterator[tuple[str, Any]]:
    """The attributes of a module that are tensors, lists or dicts: a module knows only those assigned as modules."""
    for part, item in _not_plain(vars(module)):
        if isinstance(item, list | tuple | dict) or hasattr(item, "requires_grad"):
            yield f"{name}.{part}", item


def _parts(name: str, item: Any) -> list[tuple[str, Any]]:
    """What lies in a list, a tuple or a dict."""
    if isinstance(item, list | tuple):
        if not PLAIN.issuperset(map(type, item)):  # a list of a thousand losses is passed over quickly
            return [(f"{name}[{index}]", part) for index, part in enumerate(item)]
    elif isinstance(item, dict):
        return [(f"{name}[{key!r}]", part) for key, part in item.items()]
    return []


Path = tuple[tuple[str, str], ...]
"""A module and those it lies in, the outermost first: (what the learner calls it, its class)."""


class Modules:
    """The modules that variables lead to: ``paths`` by module, and ``parameters`` by the id of the leaf."""

    def __init__(self, scopes: Iterable[dict[str, Any]], id_of: Callable[[Any], str | None]):
        """``id_of`` gives the id of a parameter's leaf; None for one that has none."""
        self.paths: dict[Any, Path] = {}
        self.parameters: dict[str, Path] = {}
        self.unregistered: dict[str, tuple[str, tuple[str, int] | None]] = {}
        """Attributes that hold layers or leaves of which their module does not know: name, class, where assigned."""
        for scope in scopes:
            known = [*leading_on(scope)]
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
        for place, item in unregistered(name, module):
            parts = _parts(place, item)
            for where, part in parts:
                if is_module(part):
                    self._walk(where, part, path)
            if any(is_module(part) or _is_weight(part) for _, part in parts) or _is_weight(item):
                self.unregistered[place] = type(item).__name__, _assigned_at(module, place.rpartition(".")[2])


def _assigned_at(module: Any, attribute: str) -> tuple[str, int] | None:
    """File and number of the line ``self.attribute = …``, if there is just one in the module's class and its bases."""
    functions = (one for kind in type(module).__mro__ for one in vars(kind).values() if isinstance(one, FunctionType))
    found = set()
    for code in (one.__code__ for one in functions if attribute in one.__code__.co_names):
        for before, one in pairwise(dis.get_instructions(code)):
            owner = before.argval[-1] if isinstance(before.argval, tuple) else before.argval  # 3.13 loads two at once
            is_it = (one.opname, one.argval, (owner,)) == ("STORE_ATTR", attribute, code.co_varnames[:1])
            if is_it and one.positions.lineno:
                found.add((code.co_filename, one.positions.lineno))
    return found.pop() if len(found) == 1 else None


def _is_weight(item: Any) -> bool:
    """Whether it is a leaf that requires a gradient."""
    return getattr(item, "requires_grad", False) is True and bool(item.is_leaf)


def is_module(item: Any) -> bool:
    """Whether it is a module of either engine, and not a class of modules."""
    return not isinstance(item, type) and callable(getattr(type(item), "named_children", None))


# ----- of functions that the recorded program calls -------------------------------------------------------------------
class CalledFunctions:
    """Looks at each function once in a recording. ``modules`` are those that its variables led to, by name."""

    def __init__(self) -> None:
        self.home: FrameType | None = None
        """The frame around the ``with`` block, for as long as it runs; None if the learner gave the names."""
        self.modules: dict[str, Any] = {}
        self._seen: set[CodeType] = set()

    def new_variables(self, frames: Iterable[FrameType] | None = None) -> Iterator[dict[str, Any]]:
        """The local variables of each function between the ``with`` block and here, except those seen before.

        ``frames`` are those of other functions, the outermost first, as of an exception's traceback.
        """
        found = [*self._frames_to_here()][::-1] if frames is None else frames
        frames = [one for one in found if one.f_code not in self._seen]
        if self.home is None or not frames:
            return
        with ExitStack() as looks:
            for one in frames:
                self._seen.add(one.f_code)
                if one.f_globals.get("__name__", "").partition(".")[0] not in LIBRARIES:
                    own = looks.enter_context(variables_of(one))[0]
                    for name, item in leading_on(own):
                        if is_module(item):
                            self.modules.setdefault(name, item)
                    yield own

    def _frames_to_here(self) -> Iterator[FrameType]:
        """The frames between here and the ``with`` block, the innermost first; none where it is another thread's."""
        frame, found = sys._getframe(2), []
        while frame is not None and frame is not self.home:
            found.append(frame)
            frame = frame.f_back
        yield from found if frame is not None else ()

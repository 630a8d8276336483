"""What the learner calls things: names for nodes, found in the variables around the recording.

``name=`` wins. Else the first variable that holds the tensor gives its name; lists, dicts and modules are looked into,
so that ``params[0]`` and ``model.0.weight`` are found too.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any

from ..autograd._tensor import Tensor

PLAIN = frozenset({bool, int, float, str, bytes, type(None), type, FunctionType, BuiltinFunctionType, ModuleType})
"""Most of a program's variables are of these classes, and none of them leads to a tensor."""


def named_tensors(variables: Mapping[str, Any], kind: type = Tensor) -> Iterator[tuple[str, Any]]:
    """(name, tensor) for every tensor of this class that these variables lead to, in their order."""
    for name, item in list(variables.items()):
        if type(item) in PLAIN or name.startswith("_") or name in ("In", "Out"):  # IPython's memory of earlier cells
            continue
        if isinstance(item, kind):
            yield name, item
        else:
            yield from _inside(name, item, kind)


def _inside(name: str, item: Any, kind: type) -> Iterator[tuple[str, Any]]:
    if isinstance(item, list | tuple):
        if not PLAIN.issuperset(map(type, item)):  # a list of a thousand losses is passed over quickly
            for index, part in enumerate(item):
                if isinstance(part, kind):
                    yield f"{name}[{index}]", part
    elif isinstance(item, dict):
        for key, part in item.items():
            if isinstance(part, kind):
                yield f"{name}[{key!r}]", part
    elif callable(getattr(type(item), "named_parameters", None)):
        for path, part in item.named_parameters():
            if isinstance(part, kind):
                yield f"{name}.{path}", part


Path = tuple[tuple[str, str], ...]
"""A module and those it lies in, the outermost first: (what the learner calls it, its class)."""


class Modules:
    """The modules that variables lead to: ``paths`` by module, and ``parameters`` by the id of the leaf."""

    def __init__(self, scopes: Iterable[dict[str, Any]], id_of: Callable[[Any], str | None]):
        """``id_of`` gives the id of a parameter's leaf; None for one that has none."""
        self.paths: dict[Any, Path] = {}
        self.parameters: dict[str, Path] = {}
        for scope in scopes:
            for name, item in list(scope.items()):
                if type(item) not in PLAIN and not name.startswith("_") and is_module(item):
                    self._walk(name, item)
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

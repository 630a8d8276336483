"""What the learner calls things: names for nodes, found in the variables around the recording.

``name=`` wins. Else the first variable that holds the tensor gives its name; lists, dicts and modules are looked into,
so that ``params[0]`` and ``model.0.weight`` are found too.
"""

from collections.abc import Iterator
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any

from ..autograd._tensor import Tensor

PLAIN = frozenset({bool, int, float, str, bytes, type(None), type, FunctionType, BuiltinFunctionType, ModuleType})
"""Most of a program's variables are of these classes, and none of them leads to a tensor."""


def named_tensors(variables: dict[str, Any]) -> Iterator[tuple[str, Tensor]]:
    """(name, tensor) for every tensor that these variables lead to, in their order."""
    for name, item in list(variables.items()):
        if type(item) in PLAIN or name.startswith("_") or name in ("In", "Out"):  # IPython's memory of earlier cells
            continue
        if isinstance(item, Tensor):
            yield name, item
        else:
            yield from _inside(name, item)


def _inside(name: str, item: Any) -> Iterator[tuple[str, Tensor]]:
    if isinstance(item, list | tuple):
        if not PLAIN.issuperset(map(type, item)):  # a list of a thousand losses is passed over quickly
            for index, part in enumerate(item):
                if isinstance(part, Tensor):
                    yield f"{name}[{index}]", part
    elif isinstance(item, dict):
        for key, part in item.items():
            if isinstance(part, Tensor):
                yield f"{name}[{key!r}]", part
    elif callable(getattr(type(item), "named_parameters", None)):
        for path, part in item.named_parameters():
            yield f"{name}.{path}", part

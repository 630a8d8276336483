"""What the learner calls things: names for nodes, found in the variables around the recording.

``name=`` wins. Else the first variable that holds the tensor gives its name; lists, dicts and modules are looked into,
so that ``params[0]`` and ``model.0.weight`` are found too.
"""

from collections.abc import Iterator
from typing import Any

from .._tensor import Tensor


def named_tensors(variables: dict[str, Any]) -> Iterator[tuple[str, Tensor]]:
    """(name, tensor) for every tensor that these variables lead to, in their order."""
    for name, item in list(variables.items()):
        if name.startswith("_") or name in ("In", "Out"):  # IPython's memory of earlier cells
            continue
        yield from _inside(name, item)


def _inside(name: str, item: Any) -> Iterator[tuple[str, Tensor]]:
    if isinstance(item, Tensor):
        yield name, item
    elif isinstance(item, list | tuple):
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

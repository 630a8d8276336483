"""The values that a node of PyTorch's has saved, as its attributes ``_saved_*`` show them."""

from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import Any

import torch

from ..recording.node_info import in_words
from ..recording.values import ValueOf
from ..trace.events import SavedInfo

SAVED, RAW = "_saved_", "_raw_saved_"
PACKED = "what a pack hook returned"
OVERWRITTEN = "changed in place since it was saved"

Saved = Iterator[tuple[SavedInfo, torch.Tensor | None]]
"""What a node has saved, each with the tensor itself where there is one."""


@cache
def saved_names(kind: type, order: tuple[str, ...]) -> tuple[tuple[str, bool], ...]:
    """(name, whether it is a tensor that backward frees): tensors first; where they are named, in this order."""
    names = [name.removeprefix(SAVED) for name in dir(kind) if name.startswith(SAVED)]
    found = [(name, hasattr(kind, RAW + name)) for name in names]
    rank = {name: place for place, name in enumerate(order)}
    return tuple(sorted(found, key=lambda pair: (not pair[1], rank.get(shown(pair[0]), len(rank)), pair[0])))


def shown(name: str) -> str:
    """The name of a saved value in a trace, as our own nodes have it: ``_sym_`` marks sizes for PyTorch's compiler."""
    return name.replace("_sym_", "_")


def saved_of(node: Any, order: tuple[str, ...], snapshot: ValueOf) -> Saved:
    """Everything that the node keeps, with the tensor where there is one. Freed values are left out."""
    if isinstance(node, torch.autograd.function.FunctionCtx):
        yield from _saved_by_function(node, snapshot)
        return
    for name, frees in saved_names(type(node), order):
        if frees:
            yield from _tensor(name, partial(getattr, node, RAW + name), partial(getattr, node, SAVED + name), snapshot)
        else:
            yield in_words(shown(name), text=repr(_signed(getattr(node, SAVED + name))), frees=False), None


def _saved_by_function(node: Any, snapshot: ValueOf) -> Saved:
    try:
        count = len(node._raw_saved_tensors)
    except RuntimeError:  # freed
        return
    for place in range(count):
        yield from _tensor(
            f"saved_tensors[{place}]",
            lambda place=place: node._raw_saved_tensors[place],
            lambda place=place: node.saved_tensors[place],
            snapshot,
        )


def _tensor(name: str, read_handles: Callable, read: Callable, snapshot: ValueOf) -> Saved:
    """One saved tensor, or a list of them. Packed values stay packed, since to unpack them may compute them again."""
    try:
        if _has_hooks(read_handles()):
            yield SavedInfo(name, None, PACKED, True), None
            return
        item = read()
    except RuntimeError as error:  # freed, or changed in place
        if "modified by an inplace operation" in str(error):
            yield SavedInfo(name, None, OVERWRITTEN, True), None
        return
    if isinstance(item, torch.Tensor):
        version = 0 if item.is_inference() else item._version
        yield SavedInfo(name, snapshot(item), "", True, version), item
    elif isinstance(item, tuple | list) and any(isinstance(part, torch.Tensor) for part in item):
        text = ", ".join("None" if part is None else str(part.tolist()) for part in item)
        yield SavedInfo(name, None, f"({text})", True), None
    elif isinstance(item, int | float):
        yield SavedInfo(name, snapshot(item), "", True), None
    elif item is None and name.startswith("saved_tensors"):
        yield SavedInfo(name, None, "None", True), None


def is_packed(node: Any) -> bool:
    """Whether hooks have packed any value that the node of an operation keeps."""
    return any(frees and _has_hooks(getattr(node, RAW + name)) for name, frees in saved_names(type(node), ()))


def _has_hooks(raw: Any) -> bool:
    handles = raw if isinstance(raw, tuple | list) else (raw,)
    return any(getattr(handle, "unpack_hook", None) is not None for handle in handles)


def _signed(item: Any) -> Any:
    """PyTorch shows some negative numbers as unsigned ones."""
    if isinstance(item, tuple | list):
        return tuple(map(_signed, item))
    return item - 2**64 if isinstance(item, int) and not isinstance(item, bool) and item >= 2**63 else item

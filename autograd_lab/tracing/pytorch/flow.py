"""The calls of PyTorch's functions as notes for `Trace.why`: which tensors they took, and which they gave."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import torch

from ..flow import NUMBER_TAKEN, FlowNotes
from .arrays import tensors_in

NO_STEP = ("requires_grad_", "retain_grad", "register_hook", "share_memory_")
"""They give the tensor that they take, and nothing happens on the way."""
SHAPE_ALONE = ("_like", "new_zeros", "new_ones", "new_full", "new_empty")
"""So end the names of those that take a tensor for its shape and dtype, not for its numbers."""

AUGMENTED = {f"__i{name}__" for name in ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "and", "or", "xor")}
"""What ``x += y`` and its like call."""


@dataclass(frozen=True)
class FunctionCall:
    """A call of a learner's Function: its name, its tensors, and the learner's line."""

    name: str
    inputs: tuple[torch.Tensor, ...]
    line: tuple[str, int]


def is_data(function: Callable) -> bool:
    """Whether it is what reads ``tensor.data``, or sets it."""
    return getattr(getattr(function, "__self__", None), "__name__", "") == "data"


def note_call(
    notes: FlowNotes, function: Callable, args: tuple, kwargs: dict, result: Any, line: tuple[str, int] | None
) -> None:
    """A function has returned, in the mode that is on."""
    name = getattr(function, "__name__", "")
    if is_data(function):
        name = "data_" if name == "__set__" else "data"
    operation = _operation(name) + "_" * (kwargs.get("inplace") is True)
    result = args[0] if name in ("__setitem__", "data_") else result
    if name in NO_STEP or name.endswith(SHAPE_ALONE) or not (operation in NUMBER_TAKEN or tensors_in(result)):
        return
    if not (operation.endswith("_") or "out" in kwargs) and tensors_in(result):
        result = _new_in(result, tensors_in([args, list(kwargs.values())]))
        if not result:
            return
    mode = "inference_mode" if torch.is_inference_mode_enabled() else "" if torch.is_grad_enabled() else "no_grad"
    notes.call_made(operation, [args, list(kwargs.values())], result, mode, line)


def _new_in(result: Any, taken: list[torch.Tensor]) -> list[torch.Tensor]:
    """The tensors that a call gave, but for those that it took and gave back as they are, as ``x.float()`` may."""
    return [tensor for tensor in tensors_in(result) if not any(tensor is one for one in taken)]


def _operation(name: str) -> str:
    """What our own engine calls it: what changes a tensor in place ends with one underscore."""
    if name == "__array__":
        return "numpy"
    if not name.startswith("__"):
        return name.lstrip("_")
    return f"{name[3:-2]}_" if name in AUGMENTED else "setitem_" if name == "__setitem__" else name.strip("_")

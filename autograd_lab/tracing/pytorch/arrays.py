"""PyTorch's tensors as NumPy arrays, and as recorded values."""

from typing import Any

import numpy as np
import torch
from torch.nn.parameter import is_lazy

from ..values import Value, ValueOf

WIDENED = {
    getattr(torch, name): torch.float32
    for name in ("bfloat16", "float8_e4m3fn", "float8_e5m2", "float8_e4m3fnuz", "float8_e5m2fnuz")
    if hasattr(torch, name)
} | {torch.complex32: torch.complex64}
"""NumPy has no such numbers; the wider type holds each of them exactly, and is what a recording shows."""


def array_of_tensor(tensor: torch.Tensor) -> np.ndarray:
    """Its numbers; on the same memory where it lies on the CPU."""
    tensor = tensor.detach()
    if tensor.layout is not torch.strided:
        tensor = tensor.to_dense()
    if tensor.dtype in WIDENED:
        tensor = tensor.to(WIDENED[tensor.dtype])
    return tensor.numpy(force=True)


def numbers_in(tensor: torch.Tensor) -> np.ndarray:
    """The same, but an empty array for one that has no numbers: on ``meta``, or lazy and not called yet."""
    return np.empty(0) if tensor.is_meta or is_lazy(tensor) else array_of_tensor(tensor)


def snapshot(item: Any, snapshots: ValueOf) -> Value | None:
    """What ``snapshots`` makes of it, of PyTorch's tensors too; what is a `Value` already stays as it is."""
    if item.__class__ is Value:
        return item
    return snapshots(array_of_tensor(item) if isinstance(item, torch.Tensor) else item)


def tensors_in(item: Any) -> list[torch.Tensor]:
    """The tensors among what a function returned or was given: one, or some in tuples and lists."""
    if isinstance(item, torch.Tensor):
        return [item]
    if isinstance(item, tuple | list):
        return [tensor for part in item for tensor in tensors_in(part)]
    return []

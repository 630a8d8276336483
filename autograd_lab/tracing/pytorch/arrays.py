"""PyTorch's tensors as NumPy arrays, and as recorded values.

(A short file of its own, since everything else here needs it, and `recording.live_nodes` needs nothing else.)
"""

from typing import Any

import numpy as np
import torch
from torch.nn.parameter import is_lazy

from ..recording.values import Value, ValueOf

WIDENED = {
    getattr(torch, name): torch.float32
    for name in ("bfloat16", "float8_e4m3fn", "float8_e5m2", "float8_e4m3fnuz", "float8_e5m2fnuz")
    if hasattr(torch, name)
} | {torch.complex32: torch.complex64}
"""Types that NumPy lacks, and the wider type that holds their numbers exactly; a recording shows the wider one."""


def array_of_tensor(tensor: torch.Tensor) -> np.ndarray:
    """The numbers of a tensor; on the same memory if it is on the CPU."""
    tensor = tensor.detach()
    if tensor.layout is not torch.strided:
        tensor = tensor.to_dense()
    if tensor.dtype in WIDENED:
        tensor = tensor.to(WIDENED[tensor.dtype])
    return tensor.numpy(force=True)


def numbers_in(tensor: torch.Tensor) -> np.ndarray:
    """The same, but an empty array for a tensor without numbers: on ``meta``, or of a lazy module before its call."""
    return np.empty(0) if tensor.is_meta or is_lazy(tensor) else array_of_tensor(tensor)


def snapshot(item: Any, snapshots: ValueOf) -> Value | None:
    """`snapshots` of a number, an array or a tensor of PyTorch's; a `Value` stays as it is."""
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

"""Rows of a matrix looked up by number."""

from typing import Any

import numpy as np

from .. import _dtype
from .arithmetic import choose


def embedding(weight: Any, indices: Any, padding_idx: int, scale_grad_by_freq: bool, sparse: bool) -> Any:
    """Row ``k`` of ``weight`` for each ``k`` in ``indices``."""
    if weight.ndim != 2:
        raise RuntimeError("'weight' must be 2-D")
    if indices.dtype not in (np.int64, np.int32):
        raise RuntimeError(
            "Expected tensor for argument #1 'indices' to have one of the following scalar types: Long, Int; but got "
            f"torch.{_dtype.of(indices.dtype).short}Tensor instead (while checking arguments for embedding)"
        )
    if not np.all((indices >= 0) & (indices < len(weight))):
        raise IndexError("index out of range in self")
    return weight[indices]


def passed_on(grad: Any, indices: Any, padding_idx: int, scale_grad_by_freq: bool) -> Any:
    """What each looked-up row sends back: nothing from the padding; with the scale, an equal share of its row."""
    places = np.asarray(getattr(indices, "_data", indices))
    factors = (places != padding_idx).astype(grad.dtype if isinstance(grad, np.ndarray) else grad._data.dtype)
    if scale_grad_by_freq:
        _, inverse, counts = np.unique(places, return_inverse=True, return_counts=True)
        factors = factors / counts[inverse.reshape(places.shape)].astype(factors.dtype)
    return choose(factors[..., None] == 0, 0.0, grad * factors[..., None])

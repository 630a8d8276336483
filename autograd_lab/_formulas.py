"""Forwards and rules that are longer than a line.

Like the rules in the table, the ones used in backward run on arrays and on Tensors alike: they use operators, and NumPy
functions that Tensors answer to. PyTorch: torch/csrc/autograd/FunctionsManual.cpp.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from . import _dtype


# ----- sums --------------------------------------------------------------------------------------------------------
def sum_all(self: Any, dtype: Any) -> Any:
    """Sum of everything; integers and booleans sum as int64."""
    return np.add.reduce(self, axis=None, dtype=_sum_type(self, dtype))


def sum_dim(self: Any, dim: Any, keepdim: bool, dtype: Any) -> Any:
    """Sum over the dimensions ``dim`` (None or empty: all)."""
    axes = axes_of(dim, self.ndim)
    return np.add.reduce(self, axis=axes, dtype=_sum_type(self, dtype), keepdims=keepdim)


def _sum_type(array: Any, dtype: Any) -> Any:
    if dtype is not None:
        return dtype.numpy
    return np.int64 if array.dtype.kind in "iub" else array.dtype


def axes_of(dim: Any, ndim: int) -> tuple[int, ...]:
    """Non-negative dimensions; None or () means all."""
    if dim is None or dim == ():
        return tuple(range(ndim))
    return tuple(wrap_dim(d, ndim) for d in ((dim,) if isinstance(dim, int) else dim))


def wrap_dim(dim: int, ndim: int) -> int:
    """Count a negative dimension from the end; PyTorch's error for one that does not exist."""
    limit = max(ndim, 1)
    if not -limit <= dim < limit:
        raise IndexError(f"Dimension out of range (expected to be in range of [{-limit}, {limit - 1}], but got {dim})")
    return dim % limit


def spread(grad: Any, sizes: tuple[int, ...], dim: Any, keepdim: bool) -> Any:
    """Backward of a sum over ``dim``: every summand gets the gradient of the sum."""
    if not keepdim and sizes:
        axes = axes_of(dim, len(sizes))
        grad = grad.reshape(tuple(1 if i in axes else n for i, n in enumerate(sizes)))
    return np.broadcast_to(grad, sizes)


def sum_to(grad: Any, sizes: tuple[int, ...]) -> Any:
    """Backward of a stretch: sum over the copies."""
    extra = grad.ndim - len(sizes)
    axes = (*range(extra), *(i + extra for i, n in enumerate(sizes) if n == 1 and grad.shape[i + extra] != 1))
    return (grad.sum(axes) if axes else grad).reshape(sizes)


# ----- shapes --------------------------------------------------------------------------------------------------------
def expand(self: Any, size: Sequence[int], implicit: bool) -> np.ndarray:
    """Stretch to ``size``; -1 keeps a length."""
    shape = self.shape
    extra = len(size) - len(shape)
    target = tuple(shape[i - extra] if n == -1 and i >= extra else n for i, n in enumerate(size))
    return np.broadcast_to(self, target)


# ----- several outputs ------------------------------------------------------------------------------------------------
def unbind(self: np.ndarray, dim: int) -> list[np.ndarray]:
    """The slices along ``dim``, as views."""
    before = (slice(None),) * wrap_dim(dim, self.ndim)
    # The dots keep the result an array, so that it shares memory even when nothing but a number is left.
    return [self[(*before, i, ...)] for i in range(self.shape[dim])]


def unbind_backward(grads: list, sizes: tuple[int, ...], dim: int) -> Any:
    """Put the pieces together again, zeros where no gradient came."""
    return np.stack(filled(grads), axis=dim)


def filled(grads: list) -> list:
    """Zeros for the outputs that received no gradient; at least one did."""
    like = next(grad for grad in grads if grad is not None)
    return [np.zeros_like(like) if grad is None else grad for grad in grads]


def default_float() -> np.dtype:
    """The NumPy dtype of new floats."""
    return _dtype.get_default_dtype().numpy

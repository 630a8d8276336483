"""Axes: which of them a reduction runs along, and how what it left is laid out over them again."""

import math
from typing import Any

import numpy as np

from .._core.base.sums import column_sums
from .._core.refusals.axes import common_shape as common_shape
from .._core.refusals.axes import distinct_axes
from .._core.refusals.axes import wrap_dim as wrap_dim


def along(dim: int, ndim: int, where: Any) -> tuple:
    """The key of an array that is ``where`` along ``dim`` and takes everything else."""
    return (*(slice(None),) * wrap_dim(dim, ndim), where)


def axes_of(dim: Any, ndim: int) -> tuple[int, ...]:
    """Non-negative dimensions; None or () means all."""
    if dim is None or dim == ():
        return tuple(range(ndim))
    axes = distinct_axes((dim,) if isinstance(dim, int) else dim, ndim)
    return axes if ndim else ()


def count_of(sizes: tuple[int, ...], dim: Any) -> int:
    """How many numbers are summed into one."""
    return math.prod([sizes[axis] for axis in axes_of(dim, len(sizes))])


_FILL_UP_TO = 2**17  # elements; up to here filling is quicker than reading the same number again and again


def spread(grad: Any, sizes: tuple[int, ...]) -> Any:
    """Every summand gets the gradient of the sum."""
    if sizes and isinstance(grad, np.generic | np.ndarray) and math.prod(sizes) <= _FILL_UP_TO:
        filled = np.empty(sizes, grad.dtype)
        if grad.ndim:
            filled[...] = grad
        else:
            filled.fill(grad)
        return filled
    return np.broadcast_to(grad, sizes) if sizes else grad


def restore(reduced: Any, sizes: tuple[int, ...], dim: Any, keepdim: bool) -> Any:
    """What was reduced, with its lost dimensions back as dimensions of length 1."""
    if keepdim or not sizes:
        return reduced
    axes = axes_of(dim, len(sizes))
    return reduced.reshape(tuple([1 if i in axes else n for i, n in enumerate(sizes)]))


def spread_dim(grad: Any, sizes: tuple[int, ...], dim: Any, keepdim: bool) -> Any:
    """Backward of a sum over ``dim``: every summand gets the gradient of its sum."""
    return spread(restore(grad, sizes, dim, keepdim), sizes)


def plain(value: Any) -> Any:
    """The array in a Tensor: for masks and places, through which no gradient goes."""
    return getattr(value, "_data", value)


def sum_to(grad: Any, sizes: tuple[int, ...]) -> Any:
    """Backward of a stretch: sum over the copies."""
    if not sizes:
        return grad.sum()
    extra = grad.ndim - len(sizes)
    if extra and isinstance(grad, np.ndarray) and grad.shape[extra:] == sizes:
        return column_sums(grad.reshape(math.prod(grad.shape[:extra]), math.prod(sizes))).reshape(sizes)
    axes = (*range(extra), *(i + extra for i, n in enumerate(sizes) if n == 1 and grad.shape[i + extra] != 1))
    kept = grad.sum(axes, keepdims=True) if axes else grad
    return kept.reshape(sizes) if extra else kept

"""Axes: which of them a reduction runs along, and how what it left is laid out over them again."""

import functools
import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from .._base.sums import column_sums


def wrap_dim(dim: int, ndim: int) -> int:
    """Count a negative dimension from the end; PyTorch's error for one that does not exist."""
    limit = max(ndim, 1)
    if not -limit <= dim < limit:
        raise IndexError(f"Dimension out of range (expected to be in range of [{-limit}, {limit - 1}], but got {dim})")
    return dim % limit


def along(dim: int, ndim: int, where: Any) -> tuple:
    """The key of an array that is ``where`` along ``dim`` and takes everything else."""
    return (*(slice(None),) * wrap_dim(dim, ndim), where)


def distinct_axes(dims: Sequence[int], ndim: int) -> tuple[int, ...]:
    """Non-negative dimensions, none of them twice."""
    axes = tuple([wrap_dim(dim, ndim) for dim in dims])
    for axis in axes:
        if axes.count(axis) > 1:
            raise RuntimeError(f"dim {axis} appears multiple times in the list of dims")
    return axes


def axes_of(dim: Any, ndim: int) -> tuple[int, ...]:
    """Non-negative dimensions; None or () means all."""
    if dim is None or dim == ():
        return tuple(range(ndim))
    axes = distinct_axes((dim,) if isinstance(dim, int) else dim, ndim)
    return axes if ndim else ()


def count_of(sizes: tuple[int, ...], dim: Any) -> int:
    """How many numbers are summed into one."""
    return math.prod([sizes[axis] for axis in axes_of(dim, len(sizes))])


def something_along(self: Any, axis: int, name: str) -> None:
    """PyTorch's error for the largest (middle …) of nothing."""
    if self.ndim and not self.shape[axis]:
        raise IndexError(f"{name}(): Expected reduction dim {axis} to have non-zero size.")


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


def common_shape(*shapes: tuple[int, ...]) -> tuple[int, ...]:
    """The shape to which all of them stretch; PyTorch's error where there is none."""
    return functools.reduce(_stretched, shapes) if shapes else ()


def _stretched(one: tuple[int, ...], two: tuple[int, ...]) -> tuple[int, ...]:
    try:
        return np.broadcast_shapes(one, two)
    except ValueError:
        pairs = zip(reversed(one), reversed(two), strict=False)
        back, (mine, its) = next((i, pair) for i, pair in enumerate(pairs, 1) if pair[0] != pair[1] and 1 not in pair)
        raise RuntimeError(
            f"The size of tensor a ({mine}) must match the size of tensor b ({its}) at non-singleton dimension "
            f"{max(len(one), len(two)) - back}"
        ) from None

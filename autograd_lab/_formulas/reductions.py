"""Many numbers to few: sums, means, extremes; and how a gradient goes back to the many."""

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from .. import _dtype
from .arithmetic import choose, quiet

_FILL_BELOW = 100_000  # up to here filling is quicker than reading the same number again and again


def wrap_dim(dim: int, ndim: int) -> int:
    """Count a negative dimension from the end; PyTorch's error for one that does not exist."""
    limit = max(ndim, 1)
    if not -limit <= dim < limit:
        raise IndexError(f"Dimension out of range (expected to be in range of [{-limit}, {limit - 1}], but got {dim})")
    return dim % limit


def axes_of(dim: Any, ndim: int) -> tuple[int, ...]:
    """Non-negative dimensions; None or () means all."""
    if dim is None or dim == ():
        return tuple(range(ndim))
    axes = tuple(wrap_dim(d, ndim) for d in ((dim,) if isinstance(dim, int) else dim))
    for axis in axes:
        if axes.count(axis) > 1:
            raise RuntimeError(f"dim {axis} appears multiple times in the list of dims")
    return axes if ndim else ()


# ----- forward -----------------------------------------------------------------------------------------------------
@quiet
def sum_all(self: Any, dtype: Any) -> Any:
    """Sum of everything; integers and booleans sum as int64."""
    return np.add.reduce(self, axis=None, dtype=_sum_type(self, dtype))


@quiet
def sum_dim(self: Any, dim: Any, keepdim: bool, dtype: Any) -> Any:
    """Sum over the dimensions ``dim`` (None or empty: all)."""
    return np.add.reduce(self, axis=axes_of(dim, self.ndim), dtype=_sum_type(self, dtype), keepdims=keepdim)


def _sum_type(array: Any, dtype: Any) -> Any:
    if dtype is not None:
        return _dtype.as_dtype(dtype, "sum").numpy
    return np.int64 if array.dtype.kind in "iub" else array.dtype


@quiet
def mean_all(self: Any, dtype: Any) -> Any:
    """Mean of everything; nan for nothing."""
    return np.add.reduce(self, axis=None, dtype=_mean_type(self, dtype)) / self.size


@quiet
def mean_dim(self: Any, dim: Any, keepdim: bool, dtype: Any) -> Any:
    """Mean over the dimensions ``dim`` (None or empty: all)."""
    axes = axes_of(dim, self.ndim)
    total = np.add.reduce(self, axis=axes, dtype=_mean_type(self, dtype), keepdims=keepdim)
    return total / count_of(self.shape, dim)


def _mean_type(array: Any, dtype: Any) -> np.dtype:
    kind = _dtype.of(array.dtype) if dtype is None else _dtype.as_dtype(dtype, "mean")
    if not kind.is_floating_point:
        raise RuntimeError(
            "mean(): could not infer output dtype. Input dtype must be either a floating point or complex dtype. "
            f"Got: {kind.short}"
        )
    return kind.numpy


def count_of(sizes: tuple[int, ...], dim: Any) -> int:
    """How many numbers are summed into one."""
    return math.prod([sizes[axis] for axis in axes_of(dim, len(sizes))])


def max_all(self: Any) -> Any:
    """The largest element; nan if there is one."""
    return np.maximum.reduce(_not_empty(self, "max"), axis=None)


def min_all(self: Any) -> Any:
    """The smallest element; nan if there is one."""
    return np.minimum.reduce(_not_empty(self, "min"), axis=None)


def _not_empty(self: Any, name: str) -> Any:
    if not self.size:
        raise RuntimeError(
            f"{name}(): Expected reduction dim to be specified for input.numel() == 0. "
            "Specify the reduction dim with the 'dim' argument."
        )
    return self


def max_dim(self: Any, dim: int, keepdim: bool) -> tuple[Any, Any]:
    """The largest elements along ``dim`` and where they are (the first, among equals)."""
    return _extreme(self, dim, keepdim, np.argmax, "max")


def min_dim(self: Any, dim: int, keepdim: bool) -> tuple[Any, Any]:
    """The smallest elements along ``dim`` and where they are (the first, among equals)."""
    return _extreme(self, dim, keepdim, np.argmin, "min")


def _extreme(self: Any, dim: int, keepdim: bool, find: Callable, name: str) -> tuple[Any, Any]:
    axis = wrap_dim(dim, self.ndim)
    if not self.ndim:
        return self, np.int64(0)
    if not self.shape[axis]:
        raise IndexError(f"{name}(): Expected reduction dim {axis} to have non-zero size.")
    places = find(self, axis=axis, keepdims=True)
    values = np.take_along_axis(self, places, axis)
    return (values, places) if keepdim else (values.squeeze(axis)[()], places.squeeze(axis)[()])


def arg_extreme(find: Callable) -> Callable:
    """The forward of argmax and argmin: places in the flattened array, or along ``dim``."""

    def forward(self: Any, dim: int | None, keepdim: bool) -> Any:
        if self.dtype.kind == "b":
            raise RuntimeError(f"{find.__name__}(): does not support bool input")
        if dim is None and not self.size:
            raise IndexError(f"{find.__name__}(): Expected reduction dim to be specified for input.numel() == 0.")
        if not self.ndim:
            return np.int64(0)
        return find(self, axis=None if dim is None else wrap_dim(dim, self.ndim), keepdims=keepdim)

    return forward


# ----- backward ----------------------------------------------------------------------------------------------------
def spread(grad: Any, sizes: tuple[int, ...]) -> Any:
    """Backward of a sum of everything: every summand gets the gradient of the sum."""
    if isinstance(grad, np.generic) and sizes and math.prod(sizes) < _FILL_BELOW:
        filled = np.empty(sizes, grad.dtype)
        filled.fill(grad)
        return filled
    return np.broadcast_to(grad, sizes) if sizes else grad


def spread_dim(grad: Any, sizes: tuple[int, ...], dim: Any, keepdim: bool) -> Any:
    """Backward of a sum over ``dim``: every summand gets the gradient of its sum."""
    if not keepdim and sizes:
        axes = axes_of(dim, len(sizes))
        grad = grad.reshape(tuple(1 if i in axes else n for i, n in enumerate(sizes)))
    return np.broadcast_to(grad, sizes) if sizes else grad


def share_evenly(grad: Any, self: Any, result: Any) -> Any:
    """Backward of a maximum (or minimum) of everything: those that attain it share the gradient evenly."""
    attains = self == result
    count = int(attains.sum())
    if not count:  # the result is nan, which equals nothing, not even itself
        attains = self != self
        count = int(attains.sum())
    return choose(attains, grad / count, 0.0)


def give_to_chosen(grad: Any, sizes: tuple[int, ...], dim: int, indices: Any, keepdim: bool) -> Any:
    """Backward of a maximum (or minimum) along ``dim``: the chosen element gets everything, the others nothing."""
    if not sizes:
        return grad
    axis = wrap_dim(dim, len(sizes))
    if not keepdim:
        grad, indices = np.expand_dims(grad, axis), np.expand_dims(indices, axis)
    places = np.arange(sizes[axis]).reshape([-1 if i == axis else 1 for i in range(len(sizes))])
    return choose(places == indices, grad, 0.0)

"""Many numbers to few: sums, means, extremes; and how a gradient goes back to the many."""

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from .. import _dtype
from .arithmetic import choose

_FILL_UP_TO = 2**17  # elements; up to here filling is quicker than reading the same number again and again


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
    axes = tuple([wrap_dim(d, ndim) for d in ((dim,) if isinstance(dim, int) else dim)])
    for axis in axes:
        if axes.count(axis) > 1:
            raise RuntimeError(f"dim {axis} appears multiple times in the list of dims")
    return axes if ndim else ()


# ----- forward -----------------------------------------------------------------------------------------------------
def sum_all(self: Any, dtype: Any) -> Any:
    """Sum of everything; integers and booleans sum as int64."""
    if dtype is None and self.dtype.kind == "f":
        return np.add.reduce(self, None)
    return np.add.reduce(self, axis=None, dtype=_sum_type(self, dtype))


def sum_dim(self: Any, dim: Any, keepdim: bool, dtype: Any) -> Any:
    """Sum over the dimensions ``dim`` (None or empty: all)."""
    return np.add.reduce(self, axis=axes_of(dim, self.ndim), dtype=_sum_type(self, dtype), keepdims=keepdim)


def _sum_type(array: Any, dtype: Any) -> Any:
    if dtype is not None:
        return _dtype.as_dtype(dtype, "sum").numpy
    return np.int64 if array.dtype.kind in "iub" else array.dtype


def mean_all(self: Any, dtype: Any) -> Any:
    """Mean of everything; nan for nothing."""
    return np.add.reduce(self, axis=None, dtype=_mean_type(self, dtype)) / self.size


def mean_dim(self: Any, dim: Any, keepdim: bool, dtype: Any) -> Any:
    """Mean over the dimensions ``dim`` (None or empty: all)."""
    axes = axes_of(dim, self.ndim)
    total = np.add.reduce(self, axis=axes, dtype=_mean_type(self, dtype), keepdims=keepdim)
    return total / count_of(self.shape, dim)


def _mean_type(array: Any, dtype: Any) -> np.dtype:
    if dtype is None and array.dtype.kind == "f":
        return array.dtype
    kind = _dtype.of(array.dtype) if dtype is None else _dtype.as_dtype(dtype, "mean")
    if not kind.is_floating_point:
        raise RuntimeError(
            f"mean(): could not infer output dtype. {'Input' if dtype is None else 'Optional'} dtype must be either a "
            f"floating point or complex dtype. Got: {kind.short}"
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
    something_along(self, axis, name)
    places = find(self, axis=axis, keepdims=True)
    values = np.take_along_axis(self, places, axis)
    return (values, places) if keepdim else (values.squeeze(axis)[()], places.squeeze(axis)[()])


def something_along(self: Any, axis: int, name: str) -> None:
    """PyTorch's error for the largest (middle …) of nothing."""
    if self.ndim and not self.shape[axis]:
        raise IndexError(f"{name}(): Expected reduction dim {axis} to have non-zero size.")


def arg_extreme(find: Callable) -> Callable:
    """The forward of argmax and argmin: places in the flattened array, or along ``dim``."""
    name = find.__name__

    def forward(self: Any, dim: int | None, keepdim: bool) -> Any:
        if self.dtype.kind == "b":
            raise RuntimeError(f"{name}(): does not support bool input")
        if dim is None and not self.size:
            raise IndexError(f"{name}(): Expected reduction dim to be specified for input.numel() == 0.")
        axis = None if dim is None else wrap_dim(dim, self.ndim)
        if not self.ndim:
            return np.int64(0)
        if axis is not None:
            something_along(self, axis, name)
        return find(self, axis=axis, keepdims=keepdim)

    return forward


def extreme_of(reduce: Callable, name: str) -> Callable:
    """The forward of amax and amin: the largest or smallest over several dimensions at once (none given: all)."""

    def forward(self: Any, dim: tuple[int, ...], keepdim: bool) -> Any:
        axes = axes_of(dim, self.ndim)
        if not dim:
            _not_empty(self, name)
        for given, axis in zip(dim, axes, strict=False):
            if self.ndim and not self.shape[axis]:
                raise IndexError(f"{name}(): Expected reduction dim {given} to have non-zero size.")
        return reduce(self, axis=axes, keepdims=keepdim)

    return forward


def aminmax(self: Any, dim: int | None, keepdim: bool) -> tuple[Any, Any]:
    """The smallest and the largest, of all or along ``dim``."""
    axis = None if dim is None else wrap_dim(dim, self.ndim)
    if axis is None and not self.size:
        raise RuntimeError(
            "aminmax(): cannot compute aminmax over an empty dimension as the operation has no identity."
        )
    if axis is not None and self.ndim and not self.shape[axis]:
        raise IndexError(f"aminmax: Expected reduction dim {axis} to have non-zero size.")
    if not self.ndim:
        return self, self
    return tuple(reduce(self, axis=axis, keepdims=keepdim) for reduce in (np.minimum.reduce, np.maximum.reduce))


def nansum(self: Any, dim: Any, keepdim: bool, dtype: Any) -> Any:
    """Sum that counts nan as 0."""
    return sum_dim(choose(np.isnan(self), self.dtype.type(0), self), dim, keepdim, dtype)


# ----- questions ---------------------------------------------------------------------------------------------------
def truth(reduce: Callable) -> Callable:
    """The forward of all and any. Bytes answer with bytes, as in PyTorch; everything else with booleans."""

    def forward(self: Any, dim: Any = None, keepdim: bool = False) -> Any:
        axes = () if dim == () else axes_of(dim, self.ndim)
        answer = reduce(self, axis=axes, keepdims=keepdim) if axes else self != 0
        if dim is None and not self.ndim and not axes:
            answer = np.bool_(self != 0)
        return answer.astype(np.uint8) if self.dtype == np.uint8 else answer

    return forward


def count_nonzero(self: Any, dim: Any) -> Any:
    """How many elements are not 0; nan is not 0."""
    return np.add.reduce(self != 0, axis=axes_of(dim, self.ndim), dtype=np.int64)


# ----- backward ----------------------------------------------------------------------------------------------------
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


def share_evenly_along(grad: Any, self: Any, dim: Any, keepdim: bool, result: Any) -> Any:
    """Backward of a maximum (or minimum) over ``dim``: those that attain it share its gradient evenly."""
    sizes, numbers = tuple(self.shape), plain(self)
    attains = numbers == restore(plain(result), sizes, dim, keepdim)
    count = np.add.reduce(attains, axis=axes_of(dim, len(sizes)), keepdims=True)
    return restore(grad, sizes, dim, keepdim) * (attains / count).astype(numbers.dtype)


def share_both_ends(grads: Any, self: Any, dim: int | None, keepdim: bool, min: Any, max: Any) -> Any:
    """Backward of aminmax: the gradients of the smallest and of the largest, each shared evenly."""
    shares = [
        share_evenly_along(grad, self, dim, keepdim, end)
        for grad, end in zip(grads, (min, max), strict=True)
        if grad is not None
    ]
    return shares[0] if len(shares) == 1 else shares[0] + shares[1]


def nansum_back(grad: Any, self: Any, dim: Any, keepdim: bool) -> Any:
    """Backward of a sum without nan: nothing goes to the nan."""
    numbers = plain(self)
    counted = (~np.isnan(numbers)).astype(numbers.dtype)
    return spread_dim(grad, tuple(self.shape), dim, keepdim) * counted


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

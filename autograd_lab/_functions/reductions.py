"""Many numbers to few, under the public names: ``sum``, ``max`` …, each of which stands for several rows."""

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from .. import derivatives as d
from .._return_types import max_result, min_result
from .._tensor import Tensor, wrap
from .types import to


def axis_is_dim(function: Callable) -> Callable:
    """NumPy's words ``axis`` and ``keepdims`` are understood too, as in PyTorch."""

    @functools.wraps(function)
    def reduce(*args: Any, **kwargs: Any) -> Any:
        for numpy_name, name in (("axis", "dim"), ("keepdims", "keepdim")):
            if numpy_name in kwargs:
                kwargs[name] = kwargs.pop(numpy_name)
        return function(*args, **kwargs)

    return reduce


@axis_is_dim
def sum(self: Tensor, dim: Any = None, keepdim: bool = False, *, dtype: Any = None) -> Tensor:
    """Sum of all elements, or over the dimension(s) ``dim``. Integers sum as int64."""
    if dim is None and not keepdim:
        return d.sum_all(self, dtype=dtype)
    return d.sum_dim(self, _dims(dim), keepdim, dtype=dtype)


@axis_is_dim
def mean(self: Tensor, dim: Any = None, keepdim: bool = False, *, dtype: Any = None) -> Tensor:
    """Mean of all elements, or over the dimension(s) ``dim``; floats only."""
    if dim is None and not keepdim:
        return d.mean_all(self, dtype=dtype)
    return d.mean_dim(self, _dims(dim), keepdim, dtype=dtype)


def _dims(dim: Any) -> tuple[int, ...]:
    """Dimensions as a tuple; None is all, written as the empty tuple."""
    if dim is None:
        return ()
    return (dim,) if isinstance(dim, int) else tuple(dim)


@axis_is_dim
def max(self: Tensor, dim: Any = None, keepdim: bool = False) -> Any:
    """The largest of all (ties share the gradient); or along ``dim`` a pair (values, indices); or, of two tensors,
    `maximum`.
    """
    if isinstance(dim, Tensor):
        return d.maximum(self, dim)
    return d.max_all(self) if dim is None else max_result(*d.max_dim(self, dim, keepdim))


@axis_is_dim
def min(self: Tensor, dim: Any = None, keepdim: bool = False) -> Any:
    """The smallest of all (ties share the gradient); or along ``dim`` a pair (values, indices); or, of two tensors,
    `minimum`.
    """
    if isinstance(dim, Tensor):
        return d.minimum(self, dim)
    return d.min_all(self) if dim is None else min_result(*d.min_dim(self, dim, keepdim))


def any(self: Tensor) -> Tensor:
    """Whether some element is true (not 0)."""
    return wrap(np.bool_(self._data.any()))


def all(self: Tensor) -> Tensor:
    """Whether every element is true (not 0)."""
    return wrap(np.bool_(self._data.all()))


def softmax(self: Tensor, dim: int, dtype: Any = None) -> Tensor:
    """Positive numbers that add up to 1 along ``dim``."""
    return d.softmax(self if dtype is None else to(self, dtype), dim, False)


def log_softmax(self: Tensor, dim: int, dtype: Any = None) -> Tensor:
    """The logarithm of softmax, safe for large differences."""
    return d.log_softmax(self if dtype is None else to(self, dtype), dim, False)


__all__ = ["all", "any", "log_softmax", "max", "mean", "min", "softmax", "sum"]
METHODS = ["all", "any", "log_softmax", "max", "mean", "min", "softmax", "sum"]

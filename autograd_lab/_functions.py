"""Rows of the table under their public names.

Most rows are public as they are: ``exp`` is a function and ``Tensor.exp`` a method. Here are the names behind which
PyTorch hides several rows (``sum``, ``pow``, ``max``), and those that choose between a view and a copy.
``_methods.py`` makes all of them methods and operators of Tensor.
"""

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from . import _dtype
from . import derivatives as d
from ._matmul import addmm, bmm, dot, matmul, mm, mv, outer
from ._return_types import max_result, min_result
from ._shape_functions import (
    broadcast_tensors,
    broadcast_to,
    cat,
    chunk,
    contiguous_format,
    flatten,
    permute,
    reshape,
    split,
    squeeze,
    stack,
    transpose,
    unbind,
    unsqueeze,
)
from ._tensor import Tensor, wrap

abs = absolute = d.abs
add, sub, mul, neg = d.add, d.sub, d.mul, d.neg
subtract, multiply, negative = sub, mul, neg
div = divide = true_divide = d.div
exp, log, sqrt, sin, cos, tanh, sigmoid, relu = d.exp, d.log, d.sqrt, d.sin, d.cos, d.tanh, d.sigmoid, d.relu
reciprocal, sign, clamp, maximum, minimum = d.reciprocal, d.sign, d.clamp, d.maximum, d.minimum
clip = clamp
eq, ne, lt, le, gt, ge = d.eq, d.ne, d.lt, d.le, d.gt, d.ge
isnan, isinf, isfinite, argmax, argmin = d.isnan, d.isinf, d.isfinite, d.argmax, d.argmin
bitwise_and, bitwise_or, bitwise_xor, bitwise_not = d.bitwise_and, d.bitwise_or, d.bitwise_xor, d.bitwise_not
floor_divide, clone, t = d.floor_divide, d.clone, d.t


# ----- arithmetic --------------------------------------------------------------------------------------------------
def rsub(self: Tensor, other: Any, *, alpha: Any = 1) -> Tensor:
    """``other - alpha * self``."""
    return (d.rsub_tensor if isinstance(other, Tensor) else d.rsub)(self, other, alpha=alpha)


def pow(self: Any, exponent: Any) -> Tensor:
    """``self ** exponent``; three rows, for a number on the right, on the left, or nowhere."""
    if not isinstance(self, Tensor):
        return d.pow_of_number(self, exponent)
    return d.pow_tensor(self, exponent) if isinstance(exponent, Tensor) else d.pow_number(self, exponent)


def square(self: Tensor) -> Tensor:
    """``self ** 2``."""
    return d.pow_number(self, 2)


def where(condition: Tensor, input: Any, other: Any) -> Tensor:
    """``input`` where the condition holds, else ``other``; either may be a number."""
    if isinstance(input, Tensor) or isinstance(other, Tensor):
        return d.where(condition, input, other)
    kind = _dtype.result_numpy([input, other])  # two numbers: PyTorch makes a tensor of them first
    return d.where(condition, wrap(kind.type(input)), other)


def masked_fill(self: Tensor, mask: Tensor, value: Any) -> Tensor:
    """``self`` with the number ``value`` where the mask holds."""
    return d.masked_fill(self, mask, value.item() if isinstance(value, Tensor) else value)


# ----- reductions --------------------------------------------------------------------------------------------------
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


def equal(self: Tensor, other: Tensor) -> bool:
    """Whether both have the same shape and the same elements."""
    return bool(np.array_equal(self._data, other._data))


def allclose(self: Tensor, other: Tensor, rtol: float = 1e-5, atol: float = 1e-8, equal_nan: bool = False) -> bool:
    """Whether ``|self - other| <= atol + rtol·|other|`` everywhere."""
    return bool(np.allclose(self._data, other._data, rtol, atol, equal_nan))


def softmax(self: Tensor, dim: int, dtype: Any = None) -> Tensor:
    """Positive numbers that add up to 1 along ``dim``."""
    return d.softmax(self if dtype is None else to(self, dtype), dim, False)


def log_softmax(self: Tensor, dim: int, dtype: Any = None) -> Tensor:
    """The logarithm of softmax, safe for large differences."""
    return d.log_softmax(self if dtype is None else to(self, dtype), dim, False)


# ----- types -------------------------------------------------------------------------------------------------------
def to(self: Tensor, *args: Any, dtype: Any = None, copy: bool = False, **ignored: Any) -> Tensor:
    """The tensor in another dtype; itself if it has that dtype already. Devices are accepted: all is on the CPU."""
    for given in args:
        if isinstance(given, Tensor):
            dtype = given.dtype
        elif isinstance(given, np.dtype):
            dtype = _dtype.of(given)
        elif isinstance(given, _dtype.dtype | type):
            dtype = _dtype.as_dtype(given, "to")
    dtype = self.dtype if dtype is None else _dtype.as_dtype(dtype, "to")
    if dtype is self.dtype and not copy:
        return self
    if not dtype.is_floating_point:
        return wrap(self._data.astype(dtype.numpy))  # whole numbers have no gradient, hence no node
    return d.to_copy(self, dtype=dtype)


__all__ = [
    "abs", "absolute", "add", "addmm", "all", "allclose", "any", "argmax", "argmin", "bitwise_and", "bitwise_not",
    "bitwise_or", "bitwise_xor", "bmm", "broadcast_tensors", "broadcast_to", "cat", "chunk", "clamp", "clip",
    "clone", "contiguous_format", "cos", "div", "divide", "dot", "eq", "equal", "exp", "flatten", "floor_divide",
    "ge", "gt", "isfinite", "isinf", "isnan", "le", "log", "log_softmax", "lt", "masked_fill", "matmul", "max",
    "maximum", "mean", "min", "minimum", "mm", "mul", "multiply", "mv", "ne", "neg", "negative", "outer", "permute",
    "pow", "reciprocal", "relu", "reshape", "rsub", "sigmoid", "sign", "sin", "softmax", "split", "sqrt", "square",
    "squeeze", "stack", "sub", "subtract", "sum", "t", "tanh", "transpose", "true_divide", "unbind", "unsqueeze",
    "where",
]  # fmt: skip

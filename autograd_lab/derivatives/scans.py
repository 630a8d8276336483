"""Products, and running sums, products and extremes: where every element meets those before it."""

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import numpy as np

from .._core.base.state import quiet
from .._core.base.strided import row_by_row
from .._core.table.row import derivative
from ._operands import along, axes_of, choose, plain, restore, result_type, wrap_dim


def reverse(array: Any, dim: int) -> Any:
    """Last to first along ``dim``."""
    if not array.ndim:
        return array
    return array[along(dim, array.ndim, np.arange(array.shape[dim])[::-1])]


def _after_a_one(array: Any, axis: int) -> Any:
    numbers = plain(array)
    one = np.ones([1 if i == axis else n for i, n in enumerate(numbers.shape)], numbers.dtype)
    return np.concatenate([one, array], axis)


def product_of_others(array: Any, axis: int) -> Any:
    """For each element the product of those before it and those after it: no division, so zeros do no harm."""
    most, last = (array[along(axis, array.ndim, part)] for part in (slice(None, -1), slice(1, None)))
    before = _after_a_one(most, axis).cumprod(axis)
    after = _after_a_one(reverse(last, axis), axis).cumprod(axis)
    return before * reverse(after, axis)


def prod_back(grad: Any, self: Any, result: Any) -> Any:
    """The slope is the product of all the others: result / x, unless some x is 0."""
    numbers = plain(self)
    if not numbers.ndim:
        return grad
    zeros = np.count_nonzero(numbers == 0)
    if not zeros:
        return grad * (result / self)
    if zeros > 1 and isinstance(self, np.ndarray):  # second derivatives, on Tensors, need not be 0
        return np.zeros_like(self)
    return grad * product_of_others(self.reshape(-1), 0).reshape(numbers.shape)


prod_all = derivative(
    "prod(Tensor self, *, ScalarType? dtype=None) -> Tensor",
    node="ProdBackward0",
    forward=lambda self, dtype: np.multiply.reduce(self, axis=None, dtype=result_type(self, dtype, "prod")),
    self=prod_back,
    zero_where="factor 0",
    does="The product of all elements; whole numbers and booleans are multiplied as int64.",
    tex=dict(forward=r"z = \prod_i x_i", self=r"\bar{x}_i = \bar{z} \prod_{j \neq i} x_j"),
    samples=lambda make: [(make(3),), (make(2, 3),), (make(),), (make(0),)],
)


def prod_dim_forward(self: Any, dim: int, keepdim: bool, dtype: Any) -> Any:
    """Product along ``dim``."""
    axes = axes_of(dim, self.ndim)
    return row_by_row(np.multiply.reduce(self, axis=axes, dtype=result_type(self, dtype, "prod"), keepdims=keepdim))


def prod_dim_back(grad: Any, self: Any, dim: int, keepdim: bool, result: Any) -> Any:
    """As `prod_back`, for each row by itself."""
    numbers = plain(self)
    if not numbers.ndim:
        return grad
    grad, result = (restore(item, numbers.shape, dim, keepdim) for item in (grad, result))
    if np.all(numbers):
        return grad * (result / self)
    return grad * product_of_others(self, wrap_dim(dim, numbers.ndim))


prod_dim = derivative(
    "prod.dim_int(Tensor self, int dim, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor",
    node="ProdBackward1",
    forward=prod_dim_forward,
    self=prod_dim_back,
    zero_where="factor 0",
    does="The products along ``dim``; ``keepdim`` keeps it with length 1.",
    tex=dict(forward=r"z_i = \prod_j x_{ij}", self=r"\bar{x}_{ij} = \bar{z}_i \prod_{k \neq j} x_{ik}"),
    samples=lambda make: [(make(2, 3), 0), (make(2, 3), -1, True), (make(), 0), (make(0, 3), 0)],
)


_MANY_ROWS = 256


def accumulated(ufunc: np.ufunc, array: np.ndarray, axis: int, step: int = 1) -> np.ndarray:
    """Running sums or products along ``axis``; with ``step=-1`` from the end. Of floats in float64, as PyTorch does.

    NumPy goes along one row after the other. Where there are many, it is quicker to go along all of them at once.
    """
    between = np.float64 if array.dtype.kind == "f" else array.dtype
    many = array.size > _MANY_ROWS * array.shape[axis]
    steps = array.swapaxes(axis, 0).astype(between, order="C" if many else "K")
    way = steps[::step]
    if not many:
        ufunc.accumulate(way, axis=0, out=way)
    else:
        for before, here in pairwise(way):
            ufunc(before, here, out=here)
    return np.ascontiguousarray(steps.astype(array.dtype, copy=False).swapaxes(axis, 0))


def cumulative(ufunc: np.ufunc, name: str) -> Callable:
    """The forward of cumsum and cumprod."""

    @quiet
    def forward(self: Any, dim: int, dtype: Any) -> Any:
        axis, numbers = wrap_dim(dim, self.ndim), self.astype(result_type(self, dtype, name), copy=not self.ndim)
        return accumulated(ufunc, numbers, axis) if self.ndim else numbers

    return forward


def sums_from_the_end(array: Any, dim: int) -> Any:
    """Each element plus all after it, along ``dim``: the way back of a running sum."""
    if array.ndim and isinstance(array, np.ndarray):
        return accumulated(np.add, array, wrap_dim(dim, array.ndim), step=-1)
    return reverse(cumsum(reverse(array, dim), dim), dim)


cumsum = derivative(
    "cumsum(Tensor self, int dim, *, ScalarType? dtype=None) -> Tensor",
    node="CumsumBackward0",
    forward=cumulative(np.add, "cumsum"),
    self=lambda grad, dim: sums_from_the_end(grad, dim),
    does="Running sums along ``dim``: each element plus all before it.",
    tex=dict(forward=r"z_i = \sum_{j \leq i} x_j", self=r"\bar{x}_i = \sum_{j \geq i} \bar{z}_j"),
    samples=lambda make: [(make(3), 0), (make(2, 3), -1), (make(2, 3), 0), (make(), 0), (make(0, 2), 0)],
)


def _cumprod_between_zeros(grad: Any, self: Any, axis: int, result: Any) -> Any:
    """Some element of a row is 0: what comes before the first 0, and the first 0 itself, have gradients; no more do."""
    zeros = np.cumsum(self == 0, axis)
    before, first = zeros == 0, (zeros == 1) & (self == 0)
    kind = self.dtype.type
    summed = sums_from_the_end(choose(before, result * grad, kind(0)), axis)
    after = np.cumprod(choose((zeros == 1) & (self != 0), self, kind(1)), axis) * choose(zeros == 1, grad, kind(0))
    ahead = np.prod(choose(before, self, kind(1)), axis, keepdims=True)
    at_zero = np.sum(after, axis, keepdims=True) * ahead
    return choose(before, summed / self, choose(first, at_zero, kind(0)))


def _cumprod_slope(grad: Any, self: Any, axis: int, k: int) -> Any:
    """The gradient of element ``k``, without division: some element is 0."""
    before, here, after = (along(axis, self.ndim, part) for part in (slice(k), slice(k, None), slice(k + 1, None)))
    without = _after_a_one(self[after], axis).cumprod(axis)
    if k:
        without = without * np.expand_dims(self[before].prod(axis), axis)
    return (grad[here] * without).sum(axis)


def cumprod_back(grad: Any, self: Any, dim: int, result: Any) -> Any:
    """Σ over the later products of what arrived there times the product without this element."""
    numbers = plain(self)
    axis = wrap_dim(dim, numbers.ndim)
    if numbers.size <= 1 or numbers.shape[axis] == 1:
        return grad
    if np.all(numbers):
        return sums_from_the_end(result * grad, axis) / self
    if isinstance(self, np.ndarray):
        return _cumprod_between_zeros(grad, self, axis, result)
    return np.stack([_cumprod_slope(grad, self, axis, k) for k in range(numbers.shape[axis])], axis)


cumprod = derivative(
    "cumprod(Tensor self, int dim, *, ScalarType? dtype=None) -> Tensor",
    node="CumprodBackward0",
    forward=cumulative(np.multiply, "cumprod"),
    self=cumprod_back,
    zero_where="factor 0",
    does="Running products along ``dim``: each element times all before it.",
    tex=dict(
        forward=r"z_i = \prod_{j \leq i} x_j",
        self=r"\bar{x}_i = \sum_{j \geq i} \bar{z}_j \prod_{k \leq j, k \neq i} x_k",
    ),
    samples=lambda make: [
        (make(3), 0), (make(2, 3), -1), (make(), 0), (make(1), 0), (make(0), 0),
    ],
)  # fmt: skip

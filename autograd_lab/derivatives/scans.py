"""Products, and running sums, products and extremes: where every element meets those before it."""

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import numpy as np

from .._core.base.state import quiet
from .._core.base.strided import row_by_row
from .._core.refusals.reductions import check_logcumsumexp
from .._core.table.row import derivative
from ._operands import along, axes_of, choose, plain, restore, result_type, wrap_dim
from .sorting import put_back


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


def logcumsumexp_forward(self: Any, dim: int) -> Any:
    """ln of the running sum of eˣ."""
    axis = wrap_dim(dim, self.ndim)
    if not self.ndim:
        return self[()]
    return row_by_row(np.logaddexp.accumulate(self.astype(np.float64), axis=axis).astype(self.dtype))


def logcumsumexp_back(grad: Any, self: Any, dim: int, result: Any) -> Any:
    """Σ over the later results of grad·eˣ⁻ᶻ, by logarithms: positive and negative gradients apart."""
    if not plain(self).ndim:
        return grad
    smallest = float(np.finfo(plain(grad).dtype).min)

    def part(log_grad: Any) -> Any:
        return np.exp(reverse(logcumsumexp(reverse(log_grad - result, dim), dim), dim) + self)

    signs = plain(grad)
    positive = choose(signs > 0, np.log(choose(signs > 0, grad, 1.0)), smallest)
    negative = choose(signs < 0, np.log(choose(signs < 0, -grad, 1.0)), smallest)
    return part(positive) - part(negative)


logcumsumexp = derivative(
    "logcumsumexp(Tensor self, int dim) -> Tensor",
    node="LogcumsumexpBackward0",
    forward=logcumsumexp_forward,
    self=logcumsumexp_back,
    variants="function, method",
    refuse=check_logcumsumexp,
    does="The logarithm of the running sum of exponentials along ``dim``, without overflow.",
    tex=dict(
        forward=r"z_i = \ln \sum_{j \leq i} e^{x_j}", self=r"\bar{x}_i = \sum_{j \geq i} \bar{z}_j\, e^{x_i - z_j}"
    ),
    samples=lambda make: [(make(3), 0), (make(2, 3), -1), (make(), 0)],
)


def cumulative_extreme(ufunc: np.ufunc) -> Callable:
    """The forward of cummax and cummin: the extreme so far, and where it is (the last, among equals)."""

    def forward(self: Any, dim: int) -> tuple[Any, Any]:
        axis = wrap_dim(dim, self.ndim)
        if not self.ndim:
            return self[()], np.int64(0)  # the number, not the memory that it lies in
        self = row_by_row(self)
        values = ufunc.accumulate(self, axis=axis)
        renewed = (self == values) | (self != self)
        places = np.arange(self.shape[axis]).reshape([-1 if i == axis else 1 for i in range(self.ndim)])
        return values, np.maximum.accumulate(np.where(renewed, places, 0), axis=axis)

    return forward


cummax, cummin = (
    derivative(
        f"{name}(Tensor self, int dim) -> (Tensor values, Tensor indices)",
        node=f"{name.capitalize()}Backward0",
        forward=cumulative_extreme(ufunc),
        self=lambda grad, self, dim, indices: put_back(grad, tuple(self.shape), dim, indices, add=True),
        zero_where="not chosen",
        output_differentiability=(True, False),
        does=f"The {word} value so far along ``dim``, and the last place where it stands.",
        tex=dict(
            forward=rf"z_i = \{name[3:]}_{{j \leq i}} x_j = x_{{k_i}}", self=r"\bar{x}_j = \sum_i \bar{z}_i\, [k_i = j]"
        ),
        samples=lambda make: [(make(4), 0), (make(2, 3), -1), (make(), 0)],
    )
    for name, ufunc, word in (("cummax", np.maximum, "largest"), ("cummin", np.minimum, "smallest"))
)

"""Variance and standard deviation: alone, and together with the mean."""

import math
from typing import Any

import numpy as np

from .._core.base.learners_line import warn
from .._core.base.strided import row_by_row
from .._core.refusals.numbers import floats_for_variance
from .._core.table.row import derivative
from ._operands import axes_of, choose, count_of, plain, restore, spread_dim

_NO_FREEDOM = (
    "{}(): degrees of freedom is <= 0. Correction should be strictly less than the reduction factor (input numel "
    "divided by output numel)."
)


def _corrected(correction: Any) -> Any:
    return 1 if correction is None else correction


def _variance(self: Any, dim: Any, correction: Any, keepdim: bool, name: str) -> tuple[Any, Any]:
    """Both in float64, as PyTorch computes them: squares of small differences lose too much in float32."""
    axes, numbers = axes_of(dim, self.ndim), self.astype(np.float64)
    count = count_of(self.shape, dim)
    mean = np.add.reduce(numbers, axis=axes, keepdims=True) / count
    squares = row_by_row(np.add.reduce(np.square(numbers - mean), axis=axes, keepdims=keepdim))
    freedom = (count if squares.size else 0) - _corrected(correction)
    if freedom <= 0:
        warn(_NO_FREEDOM.format(name))
    return squares / max(freedom, 0), mean if keepdim else mean.reshape(squares.shape)[()]


def var_forward(self: Any, dim: Any, correction: Any, keepdim: bool) -> Any:
    """The mean square distance from the mean, divided by n - ``correction`` (None: 1) instead of n."""
    return _variance(self, dim, correction, keepdim, "var")[0].astype(self.dtype)


def var_back(grad: Any, self: Any, dim: Any, correction: Any, keepdim: bool) -> Any:
    """The slope is 2·(x - mean) / (n - correction)."""
    sizes = tuple(self.shape)
    if dim is None or not sizes:
        freedom = math.prod(sizes) - _corrected(correction)
        if freedom > 0:
            return (2.0 / freedom) * grad * (self - self.mean())
        # 0 times infinity for those at the mean, infinity for the others.
        numbers = plain(self)
        slope = choose(numbers == numbers.mean() if numbers.size else numbers != numbers, math.nan, math.inf)
        return grad * slope.astype(numbers.dtype)
    axes = axes_of(dim, len(sizes))
    # For dim=() PyTorch's backward counts one element, though its forward takes them all.
    freedom = (count_of(sizes, dim) if dim else 1) - _corrected(correction)
    slope = 2.0 / freedom if freedom else math.inf
    mean = np.sum(self, axis=axes, keepdims=True) / count_of(sizes, dim)
    return slope * restore(grad, sizes, dim, keepdim) * (self - mean)


var = derivative(
    "var.correction(Tensor self, int[1]? dim=None, *, Scalar? correction=None, bool keepdim=False) -> Tensor",
    node="VarBackward0",
    forward=var_forward,
    self=var_back,
    zero_where="corner",
    refuse=floats_for_variance("std and var"),
    does="The variance along ``dim`` (None: of all): squared distances from the mean, divided by n - ``correction``.",
    tex=dict(
        forward=r"z = \frac{1}{n - c} \sum_i (x_i - m)^2,\ m = \frac{1}{n} \sum_i x_i",
        self=r"\bar{x}_i = \bar{z}\, \frac{2}{n - c} (x_i - m)",
    ),
    samples=lambda make: [(make(3),), (make(2, 3), (0,)), (make(2, 3), (-1,), 0, True), (make(2, 3, 2), (0, -1), 1)],
)


def std_forward(self: Any, dim: Any, correction: Any, keepdim: bool) -> Any:
    """The square root of the variance."""
    return np.sqrt(_variance(self, dim, correction, keepdim, "std")[0]).astype(self.dtype)


def through_root(grad: Any, result: Any) -> Any:
    """What arrives at the variance; where the deviation is 0, nothing."""
    return choose(result == 0, 0.0, grad / (result * 2))


def std_back(grad: Any, self: Any, dim: Any, correction: Any, keepdim: bool, result: Any) -> Any:
    """Through the square root to the variance, and on."""
    return var_back(through_root(grad, result), self, dim, correction, keepdim)


std = derivative(
    "std.correction(Tensor self, int[1]? dim=None, *, Scalar? correction=None, bool keepdim=False) -> Tensor",
    node="StdBackward0",
    forward=std_forward,
    self=std_back,
    zero_where="corner",
    refuse=floats_for_variance("std and var"),
    does="The standard deviation along ``dim`` (None: of all): the square root of the variance.",
    tex=dict(
        forward=r"z = \sqrt{\frac{1}{n - c} \sum_i (x_i - m)^2}",
        self=r"\bar{x}_i = \frac{\bar{z}}{z}\, \frac{1}{n - c} (x_i - m)",
    ),
    samples=lambda make: [(make(3),), (make(2, 3), (0,)), (make(2, 3), (-1,), 0, True), (make(2, 3, 2), (0, -1), 1)],
)


def var_mean_forward(self: Any, dim: Any, correction: Any, keepdim: bool) -> tuple[Any, Any]:
    """Variance and mean."""
    variance, mean = _variance(self, dim, correction, keepdim, "var_mean")
    return variance.astype(self.dtype), mean.astype(self.dtype)


def var_mean_back(grads: Any, self: Any, dim: Any, correction: Any, keepdim: bool) -> Any:
    """What goes back through the variance, and what goes back through the mean."""
    spread, mean = grads
    parts = [] if spread is None else [var_back(spread, self, dim, correction, keepdim)]
    if mean is not None:
        sizes = tuple(self.shape)
        parts.append(spread_dim(mean, sizes, dim, keepdim) / count_of(sizes, dim))
    return parts[0] if len(parts) == 1 else parts[0] + parts[1]


var_mean = derivative(
    "var_mean.correction(Tensor self, int[1]? dim=None, *, Scalar? correction=None, bool keepdim=False) "
    "-> (Tensor, Tensor)",
    node="VarMeanBackward0",
    forward=var_mean_forward,
    self=var_mean_back,
    zero_where="corner",
    refuse=floats_for_variance("var_mean"),
    does="The variance and the mean along ``dim`` (None: of all).",
    tex=dict(
        forward=r"z = \frac{1}{n - c} \sum_i (x_i - m)^2,\ m = \frac{1}{n} \sum_i x_i",
        self=r"\bar{x}_i = \bar{z}\, \frac{2}{n - c} (x_i - m) + \frac{\bar{m}}{n}",
    ),
    samples=lambda make: [(make(3),), (make(2, 3), (0,)), (make(2, 3), (-1,), 0, True)],
)

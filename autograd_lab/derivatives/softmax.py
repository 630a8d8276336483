"""Softmax: numbers turned into shares of one, and the logarithms of these."""

import math
from typing import Any

import numpy as np

from .._table.row import derivative
from ._axes import wrap_dim
from ._operands import needs_float


def _axis(self: Any, dim: int, name: str) -> int | None:
    axis = wrap_dim(dim, self.ndim)
    needs_float(self, f"{name}_lastdim_kernel_impl" if axis == max(self.ndim - 1, 0) else f"{name}_kernel_impl")
    return axis if self.ndim else None


def softmax_forward(self: Any, dim: int, half_to_float: bool) -> Any:
    """Positive numbers that add up to 1 along ``dim``."""
    axis = _axis(self, dim, "softmax")
    if not self.size:
        return self
    # Subtracting the largest changes nothing in the quotient and keeps the exponentials finite.
    raised = np.exp(self - np.maximum.reduce(self, axis=axis, keepdims=True, initial=-math.inf))
    return raised / np.add.reduce(raised, axis=axis, keepdims=True)


def sum_along(array: Any, dim: int) -> Any:
    """Sum along ``dim``, which stays as a dimension of length 1."""
    return np.add.reduce(array, axis=dim, keepdims=True) if array.ndim else array


softmax = derivative(
    "_softmax(Tensor self, int dim, bool half_to_float) -> Tensor",
    does="Positive numbers that add up to 1 along ``dim``: exponentials, divided by their sum.",
    node="SoftmaxBackward0",
    forward=softmax_forward,
    self=lambda grad, result, dim: result * (grad - sum_along(grad * result, dim)),
    tex=dict(
        forward=r"z_i = \frac{e^{x_i}}{\sum_j e^{x_j}}", self=r"\bar{x}_i = z_i (\bar{z}_i - \sum_j \bar{z}_j z_j)"
    ),
    samples=lambda make: [(make(2, 3), 1, False), (make(2, 3), 0, False), (make(4), -1, False), (make(), 0, False)],
)


def log_softmax_forward(self: Any, dim: int, half_to_float: bool) -> Any:
    """The logarithm of softmax, computed without taking the logarithm of a tiny number."""
    axis = _axis(self, dim, "log_softmax")
    if not self.size:
        return self
    shifted = self - np.maximum.reduce(self, axis=axis, keepdims=True, initial=-math.inf)
    shifted -= np.log(np.add.reduce(np.exp(shifted), axis=axis, keepdims=True))
    return shifted


log_softmax = derivative(
    "_log_softmax(Tensor self, int dim, bool half_to_float) -> Tensor",
    does="The logarithm of softmax along ``dim``, exact also where softmax is tiny.",
    node="LogSoftmaxBackward0",
    forward=log_softmax_forward,
    self=lambda grad, result, dim: grad - np.exp(result) * sum_along(grad, dim),  # eᶻ is the softmax
    tex=dict(forward=r"z_i = x_i - \ln \sum_j e^{x_j}", self=r"\bar{x}_i = \bar{z}_i - e^{z_i} \sum_j \bar{z}_j"),
    samples=lambda make: [(make(2, 3), 1, False), (make(2, 3), 0, False), (make(4), -1, False), (make(), 0, False)],
)


def safe_softmax_forward(self: Any, dim: int, dtype: Any) -> Any:
    """Softmax, but zeros (not NaN) for a row in which everything is masked by -inf."""
    result = softmax_forward(self, dim, False)
    masked = np.logical_and.reduce(self == -math.inf, axis=dim if self.ndim else None, keepdims=True)
    return np.where(masked, self.dtype.type(0), result)


safe_softmax = derivative(
    "_safe_softmax(Tensor self, int dim, ScalarType? dtype=None) -> Tensor",
    does="Softmax along ``dim``, but zeros for a row in which everything is -inf.",
    node="SafeSoftmaxBackward0",
    forward=safe_softmax_forward,
    self=lambda grad, result, dim: result * (grad - sum_along(grad * result, dim)),
    tex=dict(
        forward=r"z_i = \frac{e^{x_i}}{\sum_j e^{x_j}}", self=r"\bar{x}_i = z_i (\bar{z}_i - \sum_j \bar{z}_j z_j)"
    ),
    samples=lambda make: [(make(2, 3), 1), (make(2, 3), 0), (make(4), -1)],
)

"""Softmax: numbers turned into shares of one, and the logarithms of these."""

import math
from typing import Any

import numpy as np

from .._core.base.dtypes import float64
from .._core.base.quick_numpy import row_sums
from .._core.base.strided import row_by_row
from .._core.refusals.numbers import check_softmax
from .._core.table.row import derivative
from ._operands import into


def softmax_forward(self: Any, dim: int, half_to_float: bool) -> Any:
    """Positive numbers that add up to 1 along ``dim``."""
    if not self.size:
        return self
    # Subtracting the largest changes nothing in the quotient and keeps the exponentials finite.
    self = row_by_row(self)
    raised = self - np.maximum.reduce(self, axis=dim if self.ndim else None, keepdims=True, initial=-math.inf)
    raised = np.exp(raised, out=into(raised))
    raised *= 1 / sum_along(raised, dim)
    return raised


def sum_along(array: Any, dim: int) -> Any:
    """Sum along ``dim``, which stays as a dimension of length 1."""
    if array.__class__ is np.ndarray and array.ndim and dim in (-1, array.ndim - 1):
        return row_sums(array)
    return np.add.reduce(array, axis=dim, keepdims=True) if array.ndim else array


softmax = derivative(
    "_softmax(Tensor self, int dim, bool half_to_float) -> Tensor",
    node="SoftmaxBackward0",
    forward=softmax_forward,
    self=lambda grad, result, dim: softmax_backward(grad, result, dim, None),
    zero_where="even, saturated",
    refuse=check_softmax("softmax"),
    does="Positive numbers that add up to 1 along ``dim``: exponentials, divided by their sum.",
    tex=dict(
        forward=r"z_i = \frac{e^{x_i}}{\sum_j e^{x_j}}", self=r"\bar{x}_i = z_i (\bar{z}_i - \sum_j \bar{z}_j z_j)"
    ),
    samples=lambda make: [(make(2, 3), 1, False), (make(2, 3), 0, False), (make(4), -1, False), (make(), 0, False)],
)


def softmax_back(grad_output: Any, output: Any, dim: int, input_dtype: Any) -> Any:
    """``output · (grad_output - Σ grad_output · output)``: what arrives minus its weighted mean, times the weights."""
    if not output.ndim:
        return output * (grad_output - grad_output * output)
    back = grad_output - np.expand_dims(np.vecdot(grad_output, output, axis=dim), dim)
    back *= output
    return back


def softmax_back_twice(grad: Any, grad_output: Any, output: Any, dim: int) -> Any:
    """How `softmax_back` depends on the softmax."""
    return grad * (grad_output - sum_along(grad_output * output, dim)) - grad_output * sum_along(grad * output, dim)


softmax_backward = derivative(
    "_softmax_backward_data(Tensor grad_output, Tensor output, int dim, ScalarType input_dtype) -> Tensor",
    node="SoftmaxBackwardDataBackward0",
    forward=softmax_back,
    grad_output=lambda grad, output, dim: softmax_backward(grad, output, dim, None),
    output=lambda grad, grad_output, output, dim: softmax_back_twice(grad, grad_output, output, dim),
    zero_where="even, saturated",
    does="The gradient of the input of a softmax, from its ``output`` and what arrived there.",
    tex=dict(
        forward=r"z_i = y_i (g_i - \sum_j g_j y_j)",
        grad_output=r"\bar{g}_i = y_i (\bar{z}_i - \sum_j \bar{z}_j y_j)",
        output=r"\bar{y}_i = \bar{z}_i (g_i - \sum_j g_j y_j) - g_i \sum_j \bar{z}_j y_j",
    ),
    samples=lambda make: [(make(2, 3), make(2, 3), 1, float64), (make(4), make(4), 0, float64)],
)


def log_softmax_forward(self: Any, dim: int, half_to_float: bool) -> Any:
    """The logarithm of softmax, computed without taking the logarithm of a tiny number."""
    if not self.size:
        return self
    self = row_by_row(self)
    shifted = self - np.maximum.reduce(self, axis=dim if self.ndim else None, keepdims=True, initial=-math.inf)
    shifted -= np.log(sum_along(np.exp(shifted), dim))
    return shifted


log_softmax = derivative(
    "_log_softmax(Tensor self, int dim, bool half_to_float) -> Tensor",
    node="LogSoftmaxBackward0",
    forward=log_softmax_forward,
    self=lambda grad, result, dim: log_softmax_backward(grad, result, dim, None),
    zero_where="even, saturated",
    refuse=check_softmax("log_softmax"),
    does="The logarithm of softmax along ``dim``, exact also where softmax is tiny.",
    tex=dict(forward=r"z_i = x_i - \ln \sum_j e^{x_j}", self=r"\bar{x}_i = \bar{z}_i - e^{z_i} \sum_j \bar{z}_j"),
    samples=lambda make: [(make(2, 3), 1, False), (make(2, 3), 0, False), (make(4), -1, False), (make(), 0, False)],
)


def log_softmax_back(grad_output: Any, output: Any, dim: int, input_dtype: Any) -> Any:
    """What arrives, less its sum times the softmax, which is e to the output."""
    back = np.exp(output)
    back *= sum_along(grad_output, dim)
    return np.subtract(grad_output, back, out=into(back))


log_softmax_backward = derivative(
    "_log_softmax_backward_data(Tensor grad_output, Tensor output, int dim, ScalarType input_dtype) -> Tensor",
    node="LogSoftmaxBackwardDataBackward0",
    forward=log_softmax_back,
    grad_output=lambda grad, output, dim: grad - sum_along(grad * np.exp(output), dim),
    output=lambda grad, grad_output, output, dim: -sum_along(grad_output, dim) * np.exp(output) * grad,
    zero_where="even, saturated",
    does="The gradient of the input of a log_softmax, from its ``output`` and what arrived there.",
    tex=dict(
        forward=r"z_i = g_i - e^{y_i} \sum_j g_j",
        grad_output=r"\bar{g}_i = \bar{z}_i - \sum_j \bar{z}_j e^{y_j}",
        output=r"\bar{y}_i = -\bar{z}_i e^{y_i} \sum_j g_j",
    ),
    samples=lambda make: [(make(2, 3), make(2, 3), 1, float64), (make(4), make(4), 0, float64)],
)


def safe_softmax_forward(self: Any, dim: int, dtype: Any) -> Any:
    """Softmax, but zeros (not NaN) for a row in which everything is masked by -inf."""
    result = softmax_forward(self, dim, False)
    masked = np.logical_and.reduce(self == -math.inf, axis=dim if self.ndim else None, keepdims=True)
    return np.where(masked, self.dtype.type(0), result)


safe_softmax = derivative(
    "_safe_softmax(Tensor self, int dim, ScalarType? dtype=None) -> Tensor",
    node="SafeSoftmaxBackward0",
    forward=safe_softmax_forward,
    self=lambda grad, result, dim: result * (grad - sum_along(grad * result, dim)),
    refuse=check_softmax("softmax"),
    does="Softmax along ``dim``, but zeros for a row in which everything is -inf.",
    tex=dict(
        forward=r"z_i = \frac{e^{x_i}}{\sum_j e^{x_j}}", self=r"\bar{x}_i = z_i (\bar{z}_i - \sum_j \bar{z}_j z_j)"
    ),
    samples=lambda make: [(make(2, 3), 1), (make(2, 3), 0), (make(4), -1)],
)

"""relu and leaky_relu: what is above 0 passes, of the rest nothing or a small part; the same in backward.

Their backwards are rows of their own, because a second derivative goes through them.
"""

from typing import Any

import numpy as np

from .._core.base.quick_numpy import masked
from .._core.refusals.common import floats_only
from .._core.refusals.numbers import check_slope_of_result
from .._core.table.row import derivative
from ._operands import choose

relu = derivative(
    "relu(Tensor self) -> Tensor",
    node="ReluBackward0",
    forward=lambda self: np.maximum(self, 0),
    self=lambda grad, result: threshold_backward(grad, result, 0),  # at 0 the slope is taken to be 0
    zero_where="not above 0",
    variants="function, method, in_place",
    does="The larger of each element and 0.",
    tex=dict(forward=r"z = \max(x, 0)", self=r"\bar{x} = \bar{z} \odot [z > 0]"),
    samples=lambda make: [(make(3),), (make(),), (make(2, 4),)],
)


def threshold_backward_forward(grad_output: Any, self: Any, threshold: Any) -> Any:
    """``grad_output`` where ``self`` lies above the threshold, else 0."""
    if grad_output.__class__ is np.ndarray is self.__class__ and grad_output.ndim and grad_output.dtype.kind == "f":
        return masked(grad_output, ~(self <= threshold))  # a nan does not lie below
    return choose(self <= threshold, grad_output.dtype.type(0), grad_output)


threshold_backward = derivative(
    "threshold_backward(Tensor grad_output, Tensor self, Scalar threshold) -> Tensor",
    node="ThresholdBackwardBackward0",
    forward=threshold_backward_forward,
    grad_output=lambda grad, self, threshold: threshold_backward(grad, self, threshold),
    self=lambda grad: np.zeros_like(grad),  # it decides only where the gradient passes: a slope of 0, not no path
    does="``grad_output`` where ``self`` lies above ``threshold``, 0 elsewhere.",
    tex=dict(forward=r"z = g \odot [x > t]", grad_output=r"\bar{g} = \bar{z} \odot [x > t]", self=r"\bar{x} = 0"),
    samples=lambda make: [(make(3), make(3), 0), (make(2, 2), make(2, 2), 1.0)],
)


def leaky_relu_forward(self: Any, negative_slope: float) -> Any:
    """x, and a fraction of it below zero."""
    return choose(self > 0, self, self * negative_slope)


leaky_relu = derivative(
    "leaky_relu(Tensor self, Scalar negative_slope=0.01) -> Tensor",
    node="LeakyReluBackward0",
    forward=leaky_relu_forward,
    self=lambda grad, self, negative_slope: leaky_relu_backward(grad, self, negative_slope, False),
    zero_where="closed",
    refuse=floats_only("leaky_relu_cpu"),
    does="Each element, or ``negative_slope`` times it below zero.",
    tex=dict(forward=r"z = \max(x, 0) + a \min(x, 0)", self=r"\bar{x} = \bar{z} \odot ([x > 0] + a\,[x \leq 0])"),
    samples=lambda make: [(make(4),), (make(2, 3), 0.3), (make(3), -0.5), (make(), 0.0)],
)


def leaky_relu_backward_forward(grad_output: Any, self: Any, negative_slope: float, self_is_result: bool) -> Any:
    """``grad_output``, and a fraction of it where ``self`` is not above 0. (A result has the sign of its input.)"""
    return choose(self > 0, grad_output, grad_output * negative_slope)


leaky_relu_backward = derivative(
    "leaky_relu_backward(Tensor grad_output, Tensor self, Scalar negative_slope, bool self_is_result) -> Tensor",
    node="LeakyReluBackwardBackward0",
    forward=leaky_relu_backward_forward,
    grad_output=lambda grad, self, negative_slope: leaky_relu_backward(grad, self, negative_slope, False),
    self=lambda grad: np.zeros_like(grad),  # as for `threshold_backward`
    does="``grad_output`` where ``self`` is above 0, ``negative_slope`` times it elsewhere.",
    tex=dict(
        forward=r"z = g \odot ([x > 0] + a\,[x \leq 0])",
        grad_output=r"\bar{g} = \bar{z} \odot ([x > 0] + a\,[x \leq 0])",
        self=r"\bar{x} = 0",
    ),
    samples=lambda make: [(make(3), make(3), 0.01, False), (make(2, 2), make(2, 2), 0.3, False)],
)


def leaky_relu_of_result(grad: Any, result: Any, negative_slope: float) -> Any:
    """Backward of the in-place form: the result has the sign of x, unless the slope flips it."""
    check_slope_of_result("leakyReLu", negative_slope)
    return leaky_relu_backward_forward(grad, result, negative_slope, True)


leaky_relu_in_place = derivative(
    "leaky_relu_(Tensor(a!) self, Scalar negative_slope=0.01) -> Tensor(a!)",
    node="LeakyReluBackward1",
    forward=leaky_relu_forward,
    self=leaky_relu_of_result,
    zero_where="closed",
    refuse=floats_only("leaky_relu_cpu"),
    does="Each element below zero is multiplied by ``negative_slope``.",
    tex=dict(forward=r"z = \max(x, 0) + a \min(x, 0)", self=r"\bar{x} = \bar{z} \odot ([z > 0] + a\,[z \leq 0])"),
    samples=lambda make: [(make(4),), (make(2, 3), 0.3)],
)

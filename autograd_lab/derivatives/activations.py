"""Activations: functions that a layer applies to its numbers one by one, and their slopes.

relu is in ``relu.py``, sigmoid in ``special.py``, tanh in ``trigonometry.py``.
"""

import math
from typing import Any

import numpy as np

from .._core.base.cephes import normal_below
from .._core.refusals.common import floats_only
from .._core.refusals.numbers import check_approximate, check_slope_of_result
from .._core.table.row import derivative
from ._operands import choose, into
from .special import sigmoid


def elu_forward(self: Any, alpha: float, scale: float, input_scale: float) -> Any:
    """scale·x, and scale·α·(e^(input_scale·x) - 1) below zero."""
    return choose(self < 0, np.expm1(self * input_scale) * (alpha * scale), self * scale)


def elu_back(grad: Any, self: Any, alpha: float, scale: float, input_scale: float) -> Any:
    """Backward of `elu` from its input."""
    below = grad * (input_scale * alpha * scale)
    return choose(self <= 0, below * np.exp(choose(self < 0, self * input_scale, 0.0)), grad * scale)


elu = derivative(
    "elu(Tensor self, Scalar alpha=1, Scalar scale=1, Scalar input_scale=1) -> Tensor",
    node="EluBackward0",
    forward=elu_forward,
    self=elu_back,
    zero_where="closed",
    refuse=floats_only("elu_cpu"),
    does="``scale`` times each element, or ``scale · alpha · (exp(input_scale · x) - 1)`` below zero.",
    tex=dict(
        forward=r"z = x\ \mathrm{if}\ x > 0\ \mathrm{else}\ \alpha (e^{x} - 1)",
        self=r"\bar{x} = \bar{z} \odot ([x > 0] + \alpha e^{x} [x \leq 0])",
    ),
    samples=lambda make: [(make(4),), (make(2, 3), 0.5), (make(3), 1.6, 1.05), (make(), 1, 1, 2.0)],
)


def elu_of_result(grad: Any, result: Any, alpha: float, scale: float, input_scale: float) -> Any:
    """Backward of `elu` from its result, where eˣ can be read off."""
    check_slope_of_result("elu", alpha)
    below = choose(result < 0, result, 0.0) + alpha * scale
    return choose(result <= 0, grad * input_scale * below, grad * scale)


elu_in_place = derivative(
    "elu_(Tensor(a!) self, Scalar alpha=1, Scalar scale=1, Scalar input_scale=1) -> Tensor(a!)",
    node="EluBackward1",
    forward=elu_forward,
    self=elu_of_result,
    zero_where="closed",
    refuse=floats_only("elu_cpu"),
    does="Each element x becomes ``scale · x``, or ``scale · alpha · (exp(input_scale · x) - 1)`` below zero.",
    tex=dict(
        forward=r"z = x\ \mathrm{if}\ x > 0\ \mathrm{else}\ \alpha (e^{x} - 1)",
        self=r"\bar{x} = \bar{z} \odot ([z > 0] + (z + \alpha) [z \leq 0])",
    ),
    samples=lambda make: [(make(4),), (make(2, 3), 0.5), (make(3), 1.6, 1.05), (make(), 1, 1, 2.0)],
)


_TANH_INNER, _TANH_CUBE = math.sqrt(2 / math.pi), 0.044715
"""gelu with approximate="tanh": tanh(inner · (x + cube · x³)) stands for erf(x / √2)."""


def gelu_forward(self: Any, approximate: str) -> Any:
    """x times the probability that a normal number is below x."""
    if approximate == "tanh":
        return 0.5 * self * (1 + np.tanh(_TANH_INNER * (self + _TANH_CUBE * self * self * self)))
    return self * normal_below(self)


gelu = derivative(
    "gelu(Tensor self, *, str approximate='none') -> Tensor",
    node="GeluBackward0",
    forward=gelu_forward,
    self=lambda grad, self, approximate: gelu_backward(grad, self, approximate=approximate),
    zero_where="level",
    refuse=check_approximate,
    does="Each element times the probability that a normal number is below it ('tanh': nearly that).",
    tex=dict(
        forward=r"z = x\, \Phi(x),\ \Phi(x) = \frac{1}{2} (1 + \operatorname{erf}(x / \sqrt{2}))",
        self=r"\bar{x} = \bar{z} \odot (\Phi(x) + x\, \phi(x))",
    ),
    samples=lambda make: [(make(4),), (make(2, 3), "tanh"), (make(),)],
)


def _density(square: Any) -> Any:
    """How likely a normal number is at x, from x²: e^(-x²/2) / √(2π)."""
    exponent = square * -0.5 - 0.5 * math.log(2 * math.pi)
    return np.exp(exponent, out=into(exponent))


def gelu_back(grad_output: Any, self: Any, approximate: str) -> Any:
    """The probability, and x times the density."""
    if approximate == "tanh":
        t = np.tanh(_TANH_INNER * (self + _TANH_CUBE * self * self * self))
        inner = _TANH_INNER * (1 + 3 * _TANH_CUBE * self * self)
        return grad_output * (0.5 * (1 + t) + 0.5 * self * ((1 - t * t) * inner))
    square = self * self
    slope = normal_below(self, square)
    density = _density(square)
    density *= self
    slope += density
    slope *= grad_output
    return slope


def gelu_back_twice(grad: Any, grad_output: Any, self: Any, approximate: str) -> Any:
    """How `gelu_back` depends on x: gelu's curvature."""
    if approximate == "tanh":
        t = np.tanh(_TANH_INNER * (self + _TANH_CUBE * self * self * self))
        inner = _TANH_INNER * (1 + 3 * _TANH_CUBE * self * self)
        bend = (6 * _TANH_INNER * _TANH_CUBE) * self - 2 * t * inner * inner
        return grad * grad_output * ((1 - t * t) * (inner + 0.5 * self * bend))
    return grad * grad_output * (_density(self * self) * (2 - self * self))


gelu_backward = derivative(
    "gelu_backward(Tensor grad_output, Tensor self, *, str approximate='none') -> Tensor",
    node="GeluBackwardBackward0",
    forward=gelu_back,
    grad_output=lambda grad, self, approximate: gelu_backward(grad, self, approximate=approximate),
    self=gelu_back_twice,
    refuse=check_approximate,
    does="``grad_output`` times the slope of gelu at ``self``.",
    tex=dict(
        forward=r"z = g \odot (\Phi(x) + x\, \phi(x))",
        grad_output=r"\bar{g} = \bar{z} \odot (\Phi(x) + x\, \phi(x))",
        self=r"\bar{x} = \bar{z} \odot g \odot \phi(x) (2 - x^2)",
    ),
    samples=lambda make: [(make(4), make(4)), (make(2, 3), make(2, 3), "tanh")],
)


def silu_forward(self: Any) -> Any:
    """x·σ(x), in one new array."""
    below = np.exp(-self)
    below += 1
    return np.divide(self, below, out=into(below))


def silu_back(grad: Any, self: Any) -> Any:
    """The product rule: σ(x)·(1 + x·(1 - σ(x))). On arrays it is computed in two of them."""
    gate = sigmoid(self)
    slope = 1 - gate
    if slope.__class__ is not np.ndarray:
        return grad * (gate * (1 + self * slope))
    slope *= self
    slope += 1
    slope *= gate
    slope *= grad
    return slope


silu = derivative(
    "silu(Tensor self) -> Tensor",
    node="SiluBackward0",
    forward=silu_forward,
    self=silu_back,
    zero_where="level",
    refuse=floats_only("silu_cpu"),
    does="Each element times its sigmoid.",
    tex=dict(forward=r"z = x\, \sigma(x)", self=r"\bar{x} = \bar{z} \odot \sigma(x) (1 + x (1 - \sigma(x)))"),
    samples=lambda make: [(make(4),), (make(2, 3),), (make(),)],
)


def softplus_forward(self: Any, beta: float, threshold: float) -> Any:
    """ln(1 + e^(βx)) / β; x itself where βx is so large that they are the same."""
    return choose(self * beta > threshold, self, np.log1p(np.exp(self * beta)) / beta)


softplus = derivative(
    "softplus(Tensor self, Scalar beta=1, Scalar threshold=20) -> Tensor",
    node="SoftplusBackward0",
    forward=softplus_forward,
    self=lambda grad, self, beta, threshold: choose(self * beta > threshold, grad, grad * sigmoid(self * beta)),
    zero_where="saturated",
    refuse=floats_only("softplus_cpu"),
    does="``log(1 + exp(beta · x)) / beta``: a smooth relu; x itself where ``beta · x`` is above ``threshold``.",
    tex=dict(forward=r"z = \frac{1}{\beta} \ln(1 + e^{\beta x})", self=r"\bar{x} = \bar{z} \odot \sigma(\beta x)"),
    samples=lambda make: [(make(4),), (make(2, 3), 2), (make(5), 3.0, 1.5), (make(),)],
)


def log_sigmoid_forward(self: Any) -> tuple[Any, Any]:
    """ln(1 / (1 + e⁻ˣ)), and the e^-|x| that it was computed with."""
    small = np.exp(-np.abs(self))
    return np.minimum(self, 0) - np.log1p(small), small


log_sigmoid = derivative(
    "log_sigmoid_forward(Tensor self) -> (Tensor output, Tensor buffer)",
    node="LogSigmoidBackward0",
    forward=log_sigmoid_forward,
    self=lambda grad, self: grad * sigmoid(-self),
    zero_where="saturated",
    output_differentiability=(True, False),
    keeps=("buffer",),
    refuse=floats_only("log_sigmoid_cpu"),
    does="The logarithm of the sigmoid of each element, and the exponential it was computed with.",
    tex=dict(forward=r"z = \ln \sigma(x)", self=r"\bar{x} = \bar{z} \odot \sigma(-x)"),
    samples=lambda make: [(make(4),), (make(2, 3),), (make(),)],
)


def hardtanh_forward(self: Any, min_val: float, max_val: float) -> Any:
    """x, but not below ``min_val`` and not above ``max_val``; a nan stays."""
    low, high = (self.dtype.type(bound) for bound in (min_val, max_val))
    return np.minimum(np.maximum(self, low), high)


hardtanh = derivative(
    "hardtanh(Tensor self, Scalar min_val=-1, Scalar max_val=1) -> Tensor",
    node="HardtanhBackward0",
    forward=hardtanh_forward,
    self=lambda grad, self, min_val, max_val: choose((self <= min_val) | (self >= max_val), 0.0, grad),
    zero_where="outside",
    does="Each element, but not below ``min_val`` and not above ``max_val``.",
    tex=dict(forward=r"z = \min(\max(x, a), b)", self=r"\bar{x} = \bar{z} \odot [a < x < b]"),
    samples=lambda make: [(make(4),), (make(2, 3), 0, 6), (make(), -0.5, 0.5)],
)


prelu_kernel = derivative(
    "_prelu_kernel(Tensor self, Tensor weight) -> Tensor",
    node="PreluKernelBackward0",
    forward=lambda self, weight: choose(self > 0, self, weight * self),
    self=lambda grad, self, weight: choose(self > 0, grad, grad * weight),
    weight=lambda grad, self: choose(self > 0, 0.0, grad * self),
    pointwise=True,
    keeps=("weight",),
    does="Each element, or ``weight`` times it below zero.",
    tex=dict(
        forward=r"z = \max(x, 0) + a \min(x, 0)",
        self=r"\bar{x} = \bar{z} \odot ([x > 0] + a\,[x \leq 0])",
        weight=r"\bar{a} = \bar{z} \odot \min(x, 0)",
    ),
    samples=lambda make: [(make(4), make(1)), (make(2, 3), make(1, 3)), (make(), make())],
)

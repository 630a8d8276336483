"""Activations: functions that a layer applies to its numbers one by one, and their slopes."""

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from .. import _cephes, _dtype
from ..autograd._state import quiet
from .arithmetic import choose, sigmoid
from .reductions import wrap_dim

_NEGATIVE_SLOPE = (
    "In-place {} backward calculation is triggered with a negative slope which is not supported. This is caused by "
    "calling in-place forward function with a negative slope, please call out-of-place version instead."
)
_TANH_INNER, _TANH_CUBE = math.sqrt(2 / math.pi), 0.044715
"""gelu with approximate="tanh": tanh(inner · (x + cube · x³)) stands for erf(x / √2)."""


SIXTH = float(np.float32(1 / 6))
"""The slope of hardsigmoid, rounded to float32 for every type, as in PyTorch."""


def floats_only(kernel: str) -> Callable[[Callable], Callable]:
    """Decorator of a forward: PyTorch's refusal, which names its own kernel, of whole numbers and booleans."""

    def decorate(function: Callable) -> Callable:
        @quiet
        def forward(self: Any, *rest: Any) -> Any:
            needs_float(self, kernel)
            return function(self, *rest)

        forward.__doc__ = function.__doc__
        return forward

    return decorate


def needs_float(array: Any, kernel: str) -> None:
    """Raise as PyTorch does where only floats will do."""
    if array.dtype.kind != "f":
        raise NotImplementedError(f"\"{kernel}\" not implemented for '{_dtype.of(array.dtype).short}'")


# ----- straight pieces ---------------------------------------------------------------------------------------------
@floats_only("leaky_relu_cpu")
def leaky_relu(self: Any, negative_slope: float) -> Any:
    """x, and a fraction of it below zero."""
    return choose(self > 0, self, self * negative_slope)


def leaky_relu_of_result(grad: Any, result: Any, negative_slope: float) -> Any:
    """Backward of the in-place form: the result has the sign of x, unless the slope flips it."""
    if negative_slope < 0:
        raise RuntimeError(
            _NEGATIVE_SLOPE.format("leakyReLu") + " File an issue at https://github.com/pytorch/pytorch if you do "
            "require supporting in-place leakRelu backward calculation with negative slope"
        )
    return choose(result > 0, grad, grad * negative_slope)


def hardtanh(self: Any, min_val: float, max_val: float) -> Any:
    """x, but not below ``min_val`` and not above ``max_val``; a nan stays."""
    if self.dtype.kind == "b":
        raise RuntimeError("Bool inputs not supported for hardtanh")
    if self.dtype.kind == "u" and min(min_val, max_val) < 0:
        raise RuntimeError("cannot do hardtanh on an unsigned type with negative limits")
    low, high = (self.dtype.type(bound) for bound in (min_val, max_val))
    return np.minimum(np.maximum(self, low), high)


def hardtanh_back(grad: Any, self: Any, min_val: float, max_val: float) -> Any:
    """The gradient passes strictly between the bounds."""
    return choose((self <= min_val) | (self >= max_val), 0.0, grad)


@floats_only("hardshrink_cpu")
def hardshrink(self: Any, lambd: float) -> Any:
    """x, or 0 where x lies between -λ and λ."""
    return choose((self >= -lambd) & (self <= lambd), self.dtype.type(0), self)


@floats_only("softshrink_check")
def softshrink(self: Any, lambd: float) -> Any:
    """x moved towards 0 by λ."""
    if not 0 <= lambd <= np.finfo(self.dtype).max:
        raise RuntimeError(
            f"lambda must be in range [0, {np.finfo(self.dtype).max:g}] for input dtype "
            f"{_dtype.of(self.dtype).short}, but found {lambd:g}"
        )
    return choose(self > lambd, self - lambd, choose(self < -lambd, self + lambd, self * 0))


def shrink_back(grad: Any, self: Any, lambd: float) -> Any:
    """Backward of both shrinks: nothing passes between -λ and λ."""
    return choose((self >= -lambd) & (self <= lambd), 0.0, grad)


@floats_only("hardsigmoid_cpu")
def hardsigmoid(self: Any) -> Any:
    """x/6 + 1/2, kept between 0 and 1."""
    return np.minimum(np.maximum(self + 3, 0), 6) / 6


@floats_only("hardswish_cpu")
def hardswish(self: Any) -> Any:
    """x times `hardsigmoid`."""
    return self * np.minimum(np.maximum(self + 3, 0), 6) / 6


def hardswish_back(grad: Any, self: Any) -> Any:
    """0 below -3, 1 above 3, and x/3 + 1/2 between."""
    return choose(self <= -3, 0.0, choose(self < 3, grad * (self / 3 + 0.5), grad))


def prelu(self: Any, weight: Any) -> Any:
    """x, and ``weight`` times x below zero."""
    if weight.dtype != self.dtype:
        found, wanted = (_dtype.of(item.dtype).short for item in (weight, self))
        raise RuntimeError(f"Found dtype {found} but expected {wanted}")
    return choose(self > 0, self, weight * self)


# ----- exponentials below zero -------------------------------------------------------------------------------------
@floats_only("elu_cpu")
def elu(self: Any, alpha: float, scale: float, input_scale: float) -> Any:
    """scale·x, and scale·α·(e^(input_scale·x) - 1) below zero."""
    return choose(self < 0, np.expm1(self * input_scale) * (alpha * scale), self * scale)


def elu_back(grad: Any, self: Any, alpha: float, scale: float, input_scale: float) -> Any:
    """Backward of `elu` from its input."""
    below = grad * (input_scale * alpha * scale)
    return choose(self <= 0, below * np.exp(choose(self < 0, self * input_scale, 0.0)), grad * scale)


def elu_of_result(grad: Any, result: Any, alpha: float, scale: float, input_scale: float) -> Any:
    """Backward of `elu` from its result, where eˣ can be read off."""
    if alpha < 0:
        raise RuntimeError(_NEGATIVE_SLOPE.format("elu"))
    below = choose(result < 0, result, 0.0) + alpha * scale
    return choose(result <= 0, grad * input_scale * below, grad * scale)


def celu(self: Any, alpha: float) -> Any:
    """x, and α·(e^(x/α) - 1) below zero."""
    if alpha == 0:
        raise RuntimeError("ZeroDivisionError: alpha cannot be 0 for CELU")
    return elu(self, alpha, 1.0, 1.0 / alpha)


def inverse(alpha: float) -> float:
    """1/α as the backward of celu has it: PyTorch rounds α to float32 there."""
    return 1.0 / float(np.float32(alpha))


# ----- smooth ones -------------------------------------------------------------------------------------------------
@floats_only("GeluKernelImpl")
def gelu(self: Any, approximate: str) -> Any:
    """x times the probability that a normal number is below x."""
    if _is_tanh(approximate):
        return 0.5 * self * (1 + np.tanh(_TANH_INNER * (self + _TANH_CUBE * self * self * self)))
    return self * 0.5 * (1 + _cephes.erf(self * math.sqrt(0.5)))


def _is_tanh(approximate: str) -> bool:
    if approximate not in ("none", "tanh"):
        raise RuntimeError("approximate argument must be either none or tanh.")
    return approximate == "tanh"


def gelu_back(grad_output: Any, self: Any, approximate: str) -> Any:
    """The probability, and x times the density."""
    if _is_tanh(approximate):
        t = np.tanh(_TANH_INNER * (self + _TANH_CUBE * self * self * self))
        inner = _TANH_INNER * (1 + 3 * _TANH_CUBE * self * self)
        return grad_output * (0.5 * (1 + t) + 0.5 * self * ((1 - t * t) * inner))
    return grad_output * (0.5 * (1 + _cephes.erf(self * math.sqrt(0.5))) + self * _density(self))


def gelu_back_twice(grad: Any, grad_output: Any, self: Any, approximate: str) -> Any:
    """How `gelu_back` depends on x: gelu's curvature."""
    if _is_tanh(approximate):
        t = np.tanh(_TANH_INNER * (self + _TANH_CUBE * self * self * self))
        inner = _TANH_INNER * (1 + 3 * _TANH_CUBE * self * self)
        bend = (6 * _TANH_INNER * _TANH_CUBE) * self - 2 * t * inner * inner
        return grad * grad_output * ((1 - t * t) * (inner + 0.5 * self * bend))
    return grad * grad_output * (_density(self) * (2 - self * self))


def _density(x: Any) -> Any:
    return np.exp(-0.5 * x * x) / math.sqrt(2 * math.pi)


@floats_only("silu_cpu")
def silu(self: Any) -> Any:
    """x times its sigmoid."""
    return self / (1 + np.exp(-self))


@floats_only("mish_cpu")
def mish(self: Any) -> Any:
    """x·tanh(softplus(x))."""
    return self * np.tanh(np.log1p(np.exp(self)))


def mish_back(grad: Any, self: Any, sigmoid: Any, softplus: Any) -> Any:
    """The product rule; softplus has the slope sigmoid."""
    t = np.tanh(softplus)
    return grad * (t + self * sigmoid * (1 - t * t))


@floats_only("softplus_cpu")
def softplus(self: Any, beta: float, threshold: float) -> Any:
    """ln(1 + e^(βx)) / β; x itself where βx is so large that they are the same."""
    return choose(self * beta > threshold, self, np.log1p(np.exp(self * beta)) / beta)


def softplus_back(grad: Any, self: Any, sigmoid: Any, beta: float, threshold: float) -> Any:
    """The sigmoid of βx, or 1 in the straight part."""
    return choose(self * beta > threshold, grad, grad * sigmoid)


@floats_only("log_sigmoid_cpu")
def log_sigmoid(self: Any) -> tuple[Any, Any]:
    """ln(1 / (1 + e⁻ˣ)), and the e^-|x| that it was computed with."""
    small = np.exp(-np.abs(self))
    return np.minimum(self, 0) - np.log1p(small), small


# ----- gated -------------------------------------------------------------------------------------------------------
def glu(self: Any, dim: int) -> Any:
    """The first half along ``dim`` times the sigmoid of the second."""
    if not self.ndim:
        raise RuntimeError("glu does not support scalars because halving size must be even")
    axis = wrap_dim(dim, self.ndim)
    if self.shape[axis] % 2:
        raise RuntimeError(f"Halving dimension must be even, but dimension {axis} is size {self.shape[axis]}")
    needs_float(self, "glu_cpu")
    first, second = halves(self, dim)
    return first * sigmoid(second)


def halves(array: Any, dim: int) -> tuple[Any, Any]:
    """The first and the second half along ``dim``."""
    axis = wrap_dim(dim, array.ndim)
    before, middle = (slice(None),) * axis, array.shape[axis] // 2
    return array[(*before, slice(0, middle))], array[(*before, slice(middle, None))]


def glu_back(grad: Any, first: Any, sigmoid: Any, dim: int) -> Any:
    """The product rule, the two parts side by side again."""
    return np.concatenate([grad * sigmoid, grad * first * (sigmoid * (1 - sigmoid))], axis=wrap_dim(dim, grad.ndim))

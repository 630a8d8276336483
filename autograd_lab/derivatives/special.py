"""Functions with a name of their own: the sigmoid, the error function, their inverses."""

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from .._core.table.row import derivative, not_implemented
from ._operands import choose, into


def sigmoid_forward(self: Any) -> Any:
    """1 / (1 + e⁻ˣ), in two new arrays."""
    below = np.exp(-self)
    below += 1
    return np.divide(1, below, out=into(below))


sigmoid = derivative(
    "sigmoid(Tensor self) -> Tensor",
    node="SigmoidBackward0",
    forward=sigmoid_forward,
    self=lambda grad, result: grad * ((1 - result) * result),
    zero_where="saturated",
    variants="function, method, in_place",
    types="float",
    does="``1 / (1 + exp(-self))``, element by element, between 0 and 1.",
    tex=dict(forward=r"z = \frac{1}{1 + e^{-x}}", self=r"\bar{x} = \bar{z} \odot (1 - z) \odot z"),
    samples=lambda make: [(make(3),), (make(),), (make(2, 2),)],
)

SLOPE_OF_ERF = 2 / math.sqrt(math.pi)


def by_element(function: Callable[[float], float]) -> Callable[[Any], Any]:
    """A function of Python's math module on arrays: NumPy has no erf, and the C library's is right to the last bit."""
    every = np.frompyfunc(function, 1, 1)

    def forward(self: Any) -> Any:
        values = every(self)
        return values.astype(self.dtype) if isinstance(values, np.ndarray) else self.dtype.type(values)

    return forward


erf_forward = by_element(math.erf)

erf = derivative(
    "erf(Tensor self) -> Tensor",
    node="ErfBackward0",
    forward=erf_forward,
    self=lambda grad, self: SLOPE_OF_ERF * np.exp(-(self * self)) * grad,
    zero_where="saturated",
    variants="function, method, in_place",
    types="float",
    does="The error function of each element x: the integral of exp(-t²) from 0 to x, times 2/√π.",
    tex=dict(forward=r"z = \operatorname{erf}(x)", self=r"\bar{x} = \frac{2}{\sqrt{\pi}}\, e^{-x^2} \odot \bar{z}"),
    samples=lambda make: [(make(3),), (make(),), (make(2, 2),)],
)


def logit_forward(self: Any, eps: float | None) -> Any:
    """log(x / (1 - x)); with ``eps``, x is first kept between eps and 1 - eps."""
    if eps is not None:
        kind = self.dtype.type
        self = choose(self < kind(eps), kind(eps), choose(self > kind(1 - eps), kind(1 - eps), self))
    return np.log(self / (1 - self))


def logit_slope(grad: Any, self: Any, eps: float | None) -> Any:
    """Backward of logit: the slope is 1 / (x·(1-x)); 0 where eps held x back, nan outside 0 … 1."""
    low, high, outside = (0.0, 1.0, math.nan) if eps is None else (eps, 1 - eps, 0.0)
    return choose((self >= low) & (self <= high), grad / (self * (1 - self)), outside)


logit = derivative(
    "logit(Tensor self, float? eps=None) -> Tensor",
    node="LogitBackward0",
    forward=logit_forward,
    self=logit_slope,
    variants="function, method, in_place",
    types="float",
    does="``log(x / (1 - x))`` of each element x; with ``eps``, x is first kept between ``eps`` and ``1 - eps``.",
    tex=dict(forward=r"z = \ln \frac{x}{1 - x}", self=r"\bar{x} = \frac{\bar{z}}{x (1 - x)}"),
    samples=lambda make: [(make(3, low=0.1, high=0.9),), (make(low=0.1, high=0.9),), (make(4, low=0, high=1), 0.2)],
)


# ----- the gamma function ---------------------------------------------------------------------------------------------
def _logarithm(x: float) -> float:
    try:
        return math.lgamma(x)
    except (ValueError, OverflowError):  # at 0, -1, -2 …, or beyond the largest float
        return math.inf


lgamma_forward = by_element(_logarithm)

lgamma = derivative(
    "lgamma(Tensor self) -> Tensor",
    node="LgammaBackward0",
    forward=lgamma_forward,
    self=lambda grad, self: grad * digamma(self),
    variants="function, method",
    types="float",
    does="``log |Γ(x)|`` of each element x; Γ(n) is (n-1)! for whole numbers.",
    tex=dict(forward=r"z = \ln |\Gamma(x)|", self=r"\bar{x} = \bar{z} \odot \psi(x)"),
    samples=lambda make: [(make(3, low=0.2, high=4),), (make(2, 2),), (make(low=0.2, high=4),)],
)

_FAR = 10.0
"""From here on the series in 1/x² have all digits; ψ(x) = ψ(x + 1) - 1/x leads there."""
_PSI = (8.33333333333333333333e-2, -2.10927960927960927961e-2, 7.57575757575757575758e-3, -4.16666666666666666667e-3,
        3.96825396825396825397e-3, -8.33333333333333333333e-3, 8.33333333333333333333e-2)  # fmt: skip


def _is_pole(x: float) -> bool:
    return x <= 0 and (math.isinf(x) or x == math.floor(x))


def _digamma(x: float) -> float:
    if x == 0:
        return math.copysign(math.inf, -x)
    if math.isnan(x) or x == math.inf:
        return x
    before = 0.0
    if x < 0:
        if _is_pole(x):
            return math.nan
        before = -math.pi / math.tan(math.pi * math.fmod(x, 1.0))
        x = 1 - x
    while x < _FAR:
        before -= 1 / x
        x += 1
    square, series = 1 / (x * x), 0.0
    for coefficient in _PSI:
        series = series * square + coefficient
    return before + math.log(x) - 0.5 / x - series * square


digamma_forward = by_element(_digamma)

digamma = derivative(
    "digamma(Tensor self) -> Tensor",
    node="DigammaBackward0",
    forward=digamma_forward,
    self=not_implemented("its slope, the trigamma function, is left out, so lgamma has a first derivative only."),
    variants="function, method",
    types="float",
    does="ψ(x), the derivative of `lgamma`, of each element x; nan at -1, -2 and so on.",
    tex=dict(forward=r"z = \psi(x)"),
    samples=lambda make: [(make(3, low=0.2, high=4),), (make(2, 2),), (make(low=0.2, high=4),)],
)

"""The gamma function's family: its logarithm, and the derivatives of that.

The derivative of ``lgamma`` is ``digamma``, the derivative of that ``polygamma(1, …)``, and so on without end.

PyTorch: aten/src/ATen/native/Math.h, which has them from the Cephes library (Stephen L. Moshier).
"""

import math
from collections.abc import Callable
from typing import Any

from .._core.refusals.elementwise import check_polygamma, check_polygamma_in_place
from .._core.table.row import derivative
from .special import by_element


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
    variants="function, method, in_place",
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
    self=lambda grad, self: grad * polygamma(1, self),
    variants="function, method, in_place",
    types="float",
    does="ψ(x), the derivative of `lgamma`, of each element x; nan at -1, -2 and so on.",
    tex=dict(forward=r"z = \psi(x)", self=r"\bar{x} = \bar{z} \odot \psi'(x)"),
    samples=lambda make: [(make(3, low=0.2, high=4),), (make(2, 2),), (make(low=0.2, high=4),)],
)


def _trigamma(x: float) -> float:
    if math.isinf(x):
        return 0.0 if x > 0 else math.nan
    sign, found = 1.0, 0.0
    if x < 0.5:
        sine = math.sin(math.pi * x)
        if not sine:
            return math.inf
        sign, found, x = -1.0, -(math.pi * math.pi) / (sine * sine), 1 - x
    while x < _FAR:
        found += 1 / (x * x)
        x += 1
    square = 1 / (x * x)
    return sign * (found + (1 + 0.5 / x + square * (1 / 6 - square * (1 / 30 - square * (1 / 42 - square / 30)))) / x)


_ZETA = (12.0, -720.0, 30240.0, -1209600.0, 47900160.0, -1.8924375803183791606e9, 7.47242496e10,
         -2.950130727918164224e12, 1.1646782814350067249e14, -4.5979787224074726105e15, 1.8152105401943546773e17,
         -7.1661652561756670113e18)  # fmt: skip
_LAST_DIGIT = 1.11022302462515654042e-16


def _zeta(order: int, x: float) -> float:
    """Hurwitz' zeta function: the sum of 1 / (x + k)ⁿ over all k from 0 on, by Euler and Maclaurin's formula."""
    if _is_pole(x):
        return math.inf
    if math.isnan(x) or x == math.inf:
        return math.nan
    found, at, steps, term = x**-order, x, 0, 0.0
    while steps < 9 or at <= 9:
        at, steps = at + 1, steps + 1
        term = at**-order
        found += term
        if abs(term) < _LAST_DIGIT * abs(found):
            return found
    found += term * at / (order - 1) - 0.5 * term
    product, k = 1.0, 0
    for coefficient in _ZETA:
        product *= order + k
        term /= at
        step = product * term / coefficient
        found += step
        if abs(step) < _LAST_DIGIT * abs(found):
            break
        product *= order + k + 1
        term /= at
        k += 2
    return found


def _of_order(n: int) -> Callable[[float], float]:
    if n < 2:
        return _trigamma if n else _digamma
    factor = math.factorial(n) * (1 if n % 2 else -1)
    return lambda x: factor * _zeta(n + 1, x)


def polygamma_forward(n: int, self: Any) -> Any:
    """The n-th derivative of digamma."""
    return by_element(_of_order(n))(self)


polygamma = derivative(
    "polygamma(int n, Tensor self) -> Tensor",
    node="PolygammaBackward0",
    forward=polygamma_forward,
    self=lambda grad, self, n: grad * polygamma(n + 1, self),
    variants="function",
    types="float",
    refuse=check_polygamma,
    does="The ``n``-th derivative of `digamma`, of each element; ``n`` = 0 is `digamma` itself.",
    tex=dict(forward=r"z = \psi^{(n)}(x)", self=r"\bar{x} = \bar{z} \odot \psi^{(n+1)}(x)"),
    samples=lambda make: [
        (1, make(3, low=0.5, high=4)), (0, make(2, 2, low=0.5, high=4)), (2, make(low=0.5, high=4)),
        (3, make(2, low=-0.9, high=-0.1)),
    ],
)  # fmt: skip


def polygamma_over(self: Any, n: int) -> Any:
    """The n-th derivative of digamma, into a tensor that has to hold it."""
    return polygamma_forward(n, self)


polygamma_in_place = derivative(
    "polygamma_(Tensor(a!) self, int n) -> Tensor(a!)",
    node="PolygammaBackward1",
    forward=polygamma_over,
    self=lambda grad, self, n: grad * polygamma(n + 1, self),
    refuse=check_polygamma_in_place,
    does="The ``n``-th derivative of `digamma`, of each element, written over it.",
    tex=dict(forward=r"z = \psi^{(n)}(x)", self=r"\bar{x} = \bar{z} \odot \psi^{(n+1)}(x)"),
    samples=lambda make: [(make(3, low=0.5, high=4), 1), (make(2, 2, low=0.5, high=4), 0)],
)

"""Functions with a name of their own: erf and its inverse, logit, x·log y, logarithms of sums, angles."""

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from .arithmetic import choose, with_number
from .elementwise import unless

LN_2 = math.log(2)
LN_10 = math.log(10)
SLOPE_OF_ERF = 2 / math.sqrt(math.pi)


def by_element(function: Callable[[float], float]) -> Callable[[Any], Any]:
    """A function of Python's math module on arrays: NumPy has no erf, and the C library's is right to the last bit."""
    every = np.frompyfunc(function, 1, 1)

    def forward(self: Any) -> Any:
        values = every(self)
        return values.astype(self.dtype) if isinstance(values, np.ndarray) else self.dtype.type(values)

    return forward


erf, erfc = by_element(math.erf), by_element(math.erfc)


def erfinv(self: Any) -> Any:
    """The number whose erf this is; infinite at ±1, nan beyond."""
    size = np.abs(np.asarray(self, np.float64))
    logarithm = np.log1p(-size * size)
    middle = 2 / (math.pi * 0.147) + logarithm / 2
    found = np.sqrt(np.sqrt(middle * middle - logarithm / 0.147) - middle)  # Winitzki's estimate: three digits
    for _ in range(3):  # Halley's steps triple the digits; near 1 erfc keeps those that erf has lost
        miss = np.where(size < 0.5, erf(found) - size, (1 - size) - erfc(found))
        step = miss / (SLOPE_OF_ERF * np.exp(-found * found))
        found = found - step / (1 + found * step)
    found = np.copysign(np.where(size == 1, np.inf, found), self)
    return found.astype(self.dtype) if found.ndim else self.dtype.type(found)


# ----- logarithms ----------------------------------------------------------------------------------------------------
def logit(self: Any, eps: float | None) -> Any:
    """log(x / (1 - x)); with ``eps``, x is first kept between eps and 1 - eps."""
    if eps is not None:
        kind = self.dtype.type
        self = choose(self < kind(eps), kind(eps), choose(self > kind(1 - eps), kind(1 - eps), self))
    return np.log(self / (1 - self))


def logit_slope(grad: Any, self: Any, eps: float | None) -> Any:
    """Backward of logit: the slope is 1 / (x·(1-x)); 0 where eps held x back, nan outside 0 … 1."""
    low, high, outside = (0.0, 1.0, math.nan) if eps is None else (eps, 1 - eps, 0.0)
    return choose((self >= low) & (self <= high), grad / (self * (1 - self)), outside)


def xlogy(self: Any, other: Any) -> Any:
    """self·log(other), and 0 where ``self`` is 0, whatever the logarithm is (nan stays nan)."""
    zero = (self == 0) & np.logical_not(np.isnan(other))
    return choose(zero, 0.0, self * np.log(other))


def xlogy_of_number(self: Any, other: Any) -> Any:
    """The same for a Python number ``self``."""
    return xlogy(self, with_number(other, 1.0))


def xlogy_with_number(self: Any, other: Any) -> Any:
    """The same for a Python number ``other``."""
    self = with_number(self, 1.0)
    return xlogy(self, self.dtype.type(other))


@unless("biu", "logaddexp_cpu")
def logaddexp(self: Any, other: Any) -> Any:
    """log(eˣ + eʸ), without overflow on the way."""
    return np.logaddexp(self, other)


@unless("biu", "logaddexp2_cpu")
def logaddexp2(self: Any, other: Any) -> Any:
    """log₂(2ˣ + 2ʸ), without overflow on the way."""
    return np.logaddexp2(self, other)


# ----- triangles -----------------------------------------------------------------------------------------------------
@unless("biu", "hypot_cpu")
def hypot(self: Any, other: Any) -> Any:
    """The length of the side opposite the right angle."""
    return np.hypot(self, other)


def inverse_square(self: Any, other: Any) -> Any:
    """1 / (x² + y²), and 0 at the corner, where the angle jumps."""
    square = self * self + other * other
    return choose(square == 0, 0.0, np.reciprocal(square))

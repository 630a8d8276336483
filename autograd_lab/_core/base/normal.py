"""The probability that a normal number is below x: Φ(x) = ½ (1 + erf(x / √2)), which gelu multiplies by.

NumPy has no erf. In float64 the quotients of `cephes.erf` give every digit, at the price of some forty passes over the
array. Of float32 numbers seven digits are enough, and a short road leads there: erf(x / √2) = tanh(x · P(x²)), where
the unknown P is nearly a straight line. The seven coefficients below fit it so that Φ is off by less than 2e-7.
"""

import math
from typing import Any

import numpy as np

from . import cephes

_P = tuple(
    map(
        np.float32,
        (1.75620653e-9, -1.32264516e-7, 3.96475783e-6, -5.53062594e-5, -3.25948371e-5, 3.63330845e-2, 7.97884941e-1),
    )
)
"""Highest power first. The first one is positive, so that far out tanh is ±1 without any limit being set."""
_HALF = np.float32(0.5)


def normal_below(x: Any, square: Any = None) -> Any:
    """Φ of every number, in the type of ``x``; ``square`` is x², if it is there already."""
    if x.__class__ is not np.ndarray or not x.ndim or x.dtype != np.float32:
        return 0.5 * (1 + cephes.erf(x * math.sqrt(0.5)))
    square = x * x if square is None else square
    t = _P[0] * square
    t += _P[1]
    for coefficient in _P[2:]:
        t *= square
        t += coefficient
    t *= x
    np.tanh(t, t)
    t *= _HALF
    t += _HALF
    return t

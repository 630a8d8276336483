"""Logarithm, sine and cosine of float32 arrays, rounded step by step as PyTorch's `randn` rounds them.

NumPy's own functions are as good, but their last bit differs. With these, `randn` gives the very numbers that PyTorch
gives on a processor with AVX2, so a printed tensor agrees in every digit. The method and the coefficients are those of
the Cephes library (Stephen L. Moshier): bring the argument near zero, then evaluate a short polynomial.

Processors fuse a product and a sum into one step with one rounding. NumPy cannot, but the product of two float32
numbers is exact in float64: `_fused` adds there and rounds at the end. Only a sum that float64 cannot hold, and that
lies next to the middle between two float32 numbers, still rounds the other way: about one in 10⁸.

PyTorch: aten/src/ATen/native/cpu/avx_mathfun.h.
"""

import math
from typing import Any

import numpy as np

from . import cephes


def _float32(*numbers: float) -> tuple[float, ...]:
    """Coefficients as float32 has them."""
    return tuple(float(np.float32(number)) for number in numbers)


_LOG = _float32(
    7.0376836292e-2,
    -1.1514610310e-1,
    1.1676998740e-1,
    -1.2420140846e-1,
    1.4249322787e-1,
    -1.6668057665e-1,
    2.0000714765e-1,
    -2.4999993993e-1,
    3.3333331174e-1,
)
_SIN = _float32(-1.9515295891e-4, 8.3321608736e-3, -1.6666654611e-1)
_COS = _float32(2.443315711809948e-5, -1.388731625493765e-3, 4.166664568298827e-2)
# ln 2 and π/4 in pieces: the large pieces have few digits, so that their multiples are exact.
_LN2_LARGE, _LN2_SMALL = 0.693359375, -2.12194440e-4
_QUARTER_PI = (0.78515625, 2.4187564849853515625e-4, 3.77489497744594108e-8)


def log(x: np.ndarray) -> np.ndarray:
    """Natural logarithm of a float32 array of positive normal numbers."""
    mantissa, exponent = np.frexp(x)
    low = mantissa < np.float32(np.sqrt(0.5))  # double it, so that 1 lies in the middle of the range
    exponent = (exponent - low).astype(np.float32)
    t = np.where(low, mantissa + mantissa, mantissa) - np.float32(1)
    square = t * t
    tail = _polynomial(_LOG, t) * t
    tail = _fused(tail, square, exponent * np.float32(_LN2_SMALL))
    tail = _fused(square, np.float32(-0.5), tail)
    return _fused(exponent, np.float32(_LN2_LARGE), t + tail)


def sin_cos(x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Sine and cosine of a float32 array of angles from 0 to a few turns."""
    octant = (x * np.float32(4 / np.pi)).astype(np.int32) + 1 & ~1  # the nearest multiple of π/2, counted in π/4
    t = x
    for piece in _QUARTER_PI:
        t = _fused(octant.astype(np.float32), np.float32(-piece), t)
    square = t * t
    sine = _fused(_polynomial(_SIN, square) * square, t, t)
    cosine = _fused(_polynomial(_COS, square) * square, square, square * np.float32(-0.5)) + np.float32(1)
    swapped = octant & 2 != 0  # a quarter turn makes the one the other
    return (
        np.where(swapped, cosine, sine) * _sign(octant),
        np.where(swapped, sine, cosine) * _sign(octant + 2),
    )


def scale(x: np.ndarray, factor: float, shift: float) -> np.ndarray:
    """`x * factor + shift` in float32, with one rounding."""
    return _fused(x, np.float32(factor), np.float32(shift))


def _sign(octant: np.ndarray) -> np.ndarray:
    return np.where(octant & 4, np.float32(-1), np.float32(1))


def _polynomial(coefficients: tuple[float, ...], x: np.ndarray) -> np.ndarray:
    wide, value = x.astype(np.float64), coefficients[0]
    for coefficient in coefficients[1:]:
        total = wide * value
        total += coefficient
        value = total.astype(np.float32)
    return value


def _fused(a: np.ndarray, b: np.ndarray | np.float32, c: np.ndarray | np.float32) -> np.ndarray:
    total = np.multiply(a, b, dtype=np.float64)
    total += c
    return total.astype(np.float32)


# ----- the error function: in float64, for arrays of either float type ----------------------------------------------
# Quotients of polynomials from the same library, highest power first. Near zero erf(x) = x·T(x²)/U(x²); further out
# 1 - erf(x) = exp(-x²)·P(x)/Q(x), which keeps its digits where erf(x) is nearly 1.
_ERF_T = (
    9.60497373987051638749,
    9.00260197203842689217e1,
    2.23200534594684319226e3,
    7.00332514112805075473e3,
    5.55923013010394962768e4,
)
_ERF_U = (
    1.0,
    3.35617141647503099647e1,
    5.21357949780152679795e2,
    4.59432382970980127987e3,
    2.26290000613890934246e4,
    4.92673942608635921086e4,
)
_ERF_P = (
    2.46196981473530512524e-10,
    5.64189564831068821977e-1,
    7.46321056442269912687,
    4.86371970985681366614e1,
    1.96520832956077098242e2,
    5.26445194995477358631e2,
    9.34528527171957607540e2,
    1.02755188689515710272e3,
    5.57535335369399327526e2,
)
_ERF_Q = (
    1.0,
    1.32281951154744992508e1,
    8.67072140885989742329e1,
    3.54937778887819891062e2,
    9.75708501743205489753e2,
    1.82390916687909736289e3,
    2.24633760818710981792e3,
    1.65666309194161350182e3,
    5.57535340817727675546e2,
)


def erf(x: np.ndarray) -> np.ndarray:
    """The error function of a float array, of the same type."""
    wide = np.asarray(x, np.float64)
    square, size = wide * wide, np.minimum(np.abs(wide), 8.0)  # from 8 on the rest is below the last bit of 1
    near = wide * np.polyval(_ERF_T, np.minimum(square, 1.0)) / np.polyval(_ERF_U, np.minimum(square, 1.0))
    far = np.copysign(1 - np.exp(-size * size) * np.polyval(_ERF_P, size) / np.polyval(_ERF_Q, size), wide)
    return np.where(size <= 1, near, far).astype(np.asarray(x).dtype)[()]


# ----- the normal distribution ----------------------------------------------------------------------------------------
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

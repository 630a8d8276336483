"""What the numbers of an array are like, in few numbers: extent, mean, norm, how many are nan, infinite or 0, and how
they are spread."""

import math
import sys
from dataclasses import dataclass

import numpy as np

from ..._core.base.state import quiet

BINS = 16
SAMPLED = 1024
"""A histogram counts at most about twice as many numbers; of a larger array, evenly spaced ones."""
LARGEST = sys.float_info.max
SQUARES = 1e-290, 1e300
"""Between these, a sum of squares has lost nothing to the limits of float64."""


@dataclass(frozen=True, slots=True)
class Summary:
    """What the numbers of an array are like. The first four are those of its finite numbers; nan where it has none.

    Of complex numbers it tells what their absolute values are like.
    ``norm`` is Euclidean; one beyond the range of float64 is told as `LARGEST`. ``histogram`` says how the finite
    numbers (of a very large array, evenly spaced ones) are spread from ``smallest`` to ``largest``: the heights of
    equal bins, of which the fullest has 100.
    """

    smallest: float
    largest: float
    mean: float
    norm: float
    nans: int
    infinities: int
    zeros: int
    histogram: tuple[int, ...]


@quiet
def summary_of_array(array: np.ndarray) -> Summary:
    """Quick where all numbers are finite, as they nearly always are: then the sum of the squares is."""
    real = abs(array) if array.dtype.kind == "c" else array
    own = real.ravel()
    zeros = int(np.count_nonzero(own == 0))  # far quicker than to look at the numbers themselves
    flat = own.astype(np.float64, copy=False)
    squares = float(np.einsum("i,i->", flat, flat))  # unlike `@`, it waits for no other thread
    if SQUARES[0] < squares < SQUARES[1] or zeros == flat.size:
        return _summary(flat, math.sqrt(squares), 0, 0, zeros)
    finite, nans = flat[np.isfinite(flat)], int(np.count_nonzero(np.isnan(flat)))
    return _summary(finite, _norm(finite), nans, flat.size - finite.size - nans, zeros)


def _norm(flat: np.ndarray) -> float:
    """Of numbers whose squares may be too large or too small for float64: they are scaled first."""
    scale = float(np.max(np.abs(flat), initial=0.0))
    scaled = flat / scale if scale else flat
    return min(scale * math.sqrt(np.einsum("i,i->", scaled, scaled)), LARGEST)


def _summary(flat: np.ndarray, norm: float, nans: int, infinities: int, zeros: int) -> Summary:
    """``flat`` has the finite numbers; ``norm`` is theirs."""
    if not flat.size:
        return Summary(*(math.nan,) * 4, nans, infinities, zeros, (0,) * BINS)
    smallest, largest = float(np.minimum.reduce(flat)), float(np.maximum.reduce(flat))
    total = float(np.add.reduce(flat))
    mean = total / flat.size if math.isfinite(total) else float(np.add.reduce(flat / flat.size))
    histogram = _histogram(flat[:: max(1, flat.size // SAMPLED)], smallest, largest)
    return Summary(smallest, largest, mean, norm, nans, infinities, zeros, histogram)


def _histogram(flat: np.ndarray, smallest: float, largest: float) -> tuple[int, ...]:
    """The heights of the bins; a bin with anything in it has at least 1."""
    scale = BINS / (largest - smallest) if largest > smallest else 0.0
    places = (flat - smallest) * scale if 0 < scale < math.inf else np.zeros(flat.size)
    counts = np.bincount(np.minimum(places.astype(np.intp), BINS - 1), minlength=BINS).tolist()
    fullest = max(counts)
    return tuple([-(-100 * count // fullest) for count in counts])  # rounded up

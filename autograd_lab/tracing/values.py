"""Arrays as recorded `Value`s, a `Value` as an array again, and as words."""

import math
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from ..autograd._tensor import Tensor
from .events import Summary, Value
from .summaries import summary_of_array

LIMIT = 1000
"""Arrays with more elements than this are summarised."""

LISTED = 12
"""An array with more elements than this is named by its shape in a sentence."""


class Measure(NamedTuple):
    """As in `Summary`: the norm of the finite numbers, and how many are none or 0."""

    norm: float
    nans: int
    infinities: int
    zeros: int


ValueOf = Callable[[Any], Value | None]
"""`value_of` with the limit of a recording."""


def value_of(item: Any, limit: float = LIMIT) -> Value | None:
    """The numbers of an array or a Tensor, or one number, copied as they are at this moment; None for None.

    Of an array with more than ``limit`` elements only a summary is kept, however large it is.
    """
    if item is None:
        return None
    data = item._data if isinstance(item, Tensor) else item
    if data.__class__ is np.ndarray and data.size > limit:
        return Value(data.shape, _name(data.dtype), None, summary_of_array(data))
    array = np.asarray(data)
    return Value(array.shape, _name(array.dtype), tuple(array.ravel().tolist()))


def summary_of(value: Value) -> Summary:
    """What the numbers of any recorded array are like, whether they were kept or summarised."""
    return value.summary or summary_of_array(array_of(value))


def measure_of(value: Value) -> Measure | Summary:
    """The part of a summary that words need, at a fraction of the price where the numbers were kept and are finite."""
    if value.items is not None:
        norm = math.hypot(*map(abs, value.items))
        if math.isfinite(norm):
            return Measure(norm, 0, 0, value.items.count(0))
    return summary_of(value)


@cache
def _name(dtype: np.dtype) -> str:
    return dtype.name


def array_of(value: Value) -> np.ndarray:
    """The recorded array, bit for bit: a new array of the exact shape and dtype.

    Raises ValueError if only a summary was recorded, since the numbers are gone then.
    """
    if value.items is None:
        raise ValueError(
            f"Only a summary of this tensor of shape {value.shape} was recorded; "
            "record with a higher limit= to keep all of its numbers."
        )
    return np.array(value.items, dtype=value.dtype).reshape(value.shape)


def number_text(number: float) -> str:
    """``4``, ``-0.25``, ``1e-06``, ``nan``: whole numbers bare, others with at most six significant digits."""
    if isinstance(number, bool):
        return str(number)
    if isinstance(number, int) or (number == number and abs(number) < 1e15 and number == int(number)):
        return str(int(number))
    return f"{number:g}"


def text_of(value: Value | None) -> str:
    """The value in one line.

    ``4`` for a number, ``[[1, 2], [3, 4]]`` for up to 12 elements, else ``tensor of shape (64, 10) with norm 0.312``
    and how many of its elements are nan, inf or 0. No value at all is ``None``, which is not the same as 0.
    """
    if value is None:
        return "None"
    if value.items is not None and not value.items:
        return f"empty tensor of shape {value.shape}"
    if value.items is None or len(value.items) > LISTED:
        return f"tensor of shape {value.shape} with {_told(value)}"
    parts = list(map(number_text, value.items))
    for length in reversed(value.shape):
        parts = [f"[{', '.join(parts[i : i + length])}]" for i in range(0, len(parts), length)]
    return parts[0]


def _told(value: Value) -> str:
    """``norm 0.312, 12 nan and 3 zeros``: the norm of the finite elements, and how many are no ordinary numbers."""
    measure, size = measure_of(value), math.prod(value.shape)
    if measure.zeros == size:
        return "zeros alone"
    known = [] if math.isnan(measure.norm) else [f"norm {measure.norm:.3g}"]
    for count, word in ((measure.nans, "nan"), (measure.infinities, "inf"), (measure.zeros, "zeros")):
        if count:
            known.append(f"{word} alone" if count == size else f"{count:,} {word if count > 1 else word.rstrip('s')}")
    *first, last = known
    return f"{', '.join(first)} and {last}" if first else last


def is_same(one: object, other: object) -> bool:
    """Whether two values (or tuples of them) hold the same bits; nan is the same as nan, 0 is not -0."""
    return repr(one) == repr(other)

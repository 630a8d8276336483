"""Arrays as recorded `Value`s, a `Value` as an array again, and as words."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, NamedTuple

import numpy as np

from ..._core.tensor import Tensor
from .summaries import LARGEST, Summary, summary_of_array

LIMIT = 1000
"""Arrays with more elements than this are summarised."""

MEMORABLE, REMEMBERED = 2**15, 32
"""Of summarised arrays up to so many bytes, so many of the latest are known again."""

LISTED = 12
"""An array with more elements than this is named by its shape in a sentence."""


COMPLEX = ("complex64", "complex128")
"""As NumPy calls them. Only PyTorch's tensors can hold such numbers."""


class Measure(NamedTuple):
    """As in `Summary`: the norm of the finite numbers, and how many are none or 0."""

    norm: float
    nans: int
    infinities: int
    zeros: int


@dataclass(frozen=True)
class Value:
    """A copied array: all its numbers when it is small, a summary when it is big.

    ``items`` is flat and row-major. When the array has more elements than the recorder's limit, ``items`` is None
    and ``summary`` says what they are like; `summary_of` has the same for any value. Of complex numbers there is never
    more than the summary. What is worked out here stays here, since many sentences and pictures tell of the same value.
    """

    shape: tuple[int, ...]
    dtype: str
    items: tuple[float, ...] | None
    summary: Summary | None = None

    @property
    def is_complex(self) -> bool:
        """Whether it held complex numbers, which nothing here calculates with."""
        return self.dtype in COMPLEX

    @cached_property
    def measure(self) -> Measure | Summary:
        """The part of a summary that words need, for a fraction of its price where the numbers are here and finite."""
        if self.items is not None:
            norm = math.hypot(*map(abs, self.items))
            if math.isfinite(norm):
                return Measure(norm, 0, 0, self.items.count(0))
        return summary_of(self)

    @cached_property
    def text(self) -> str:
        """The value in one line; see `text_of`."""
        if not is_listed(self):
            return f"a {'complex ' if self.is_complex else ''}tensor {self.described}"
        parts = list(map(number_text, self.items))
        for length in reversed(self.shape):
            parts = [f"[{', '.join(parts[i : i + length])}]" for i in range(0, len(parts), length)]
        return parts[0]

    @cached_property
    def described(self) -> str:
        """The shape, and what the numbers are like: ``of shape (64, 10) with norm 0.312``."""
        return f"of shape {self.shape} with {_told(self)}"

    @cached_property
    def short(self) -> str:
        """The same in as few characters as a picture allows: of a larger array the shape, and what tells most of it.

        Of complex numbers the norm and their kind, however few: ``complex [3] ‖2.9‖``.
        """
        return self.text if is_listed(self) else self.brief

    @cached_property
    def brief(self) -> str:
        """The shape of an array, and what tells most of it: ``[4×1] ‖0.77‖``."""
        kind = "complex " if self.is_complex else ""
        return f"{kind}[{'×'.join(map(str, self.shape))}] {_most_telling(self)}"


ValueOf = Callable[[Any], Value | None]
"""Makes a `Value` of whatever holds numbers; None of None."""


def value_of(item: Any, limit: float = LIMIT) -> Value | None:
    """The numbers of an array or a Tensor, or one number, copied as they are at this moment; None for None.

    Of an array with more than ``limit`` elements only a summary is kept, however large it is; so it is of complex ones.
    """
    return Snapshots(limit)(item)


class Snapshots:
    """`value_of` for a whole recording, in which the same numbers pass by many times: they are one `Value` then.

    Nodes hand their gradients on, so most arrays that the engine tells of are one that it has told of before, bit for
    bit. (That it is the same object says nothing: its owner may have written into it.) Of those that are summarised,
    only the latest are remembered, since it takes their bytes to know them again; and to look at the bytes of a very
    large one takes as long as to summarise it.
    """

    def __init__(self, limit: float = LIMIT):
        self.limit = limit
        self._known: dict[tuple, Value] = {}
        self._summarised: dict[tuple, Value] = {}  # the latest one last

    def __call__(self, item: Any) -> Value | None:
        """The `Value` of what holds numbers, as they are at this moment."""
        if item is None:
            return None
        array = np.asarray(item._data if isinstance(item, Tensor) else item)
        is_summarised = array.size > self.limit or array.dtype.kind == "c"
        if is_summarised and array.nbytes > MEMORABLE:
            return _summarised(array)
        key = (array.shape, array.dtype, array.tobytes())
        if is_summarised:
            value = self._summarised[key] = self._summarised.pop(key, None) or _summarised(array)
            if len(self._summarised) > REMEMBERED:
                del self._summarised[next(iter(self._summarised))]
            return value
        value = self._known.get(key)
        if value is None:
            value = self._known[key] = Value(array.shape, _name(array.dtype), tuple(array.ravel().tolist()))
        return value


def _summarised(array: np.ndarray) -> Value:
    return Value(array.shape, _name(array.dtype), None, summary_of_array(array))


def summary_of(value: Value) -> Summary:
    """What the numbers of any recorded array are like, whether they were kept or summarised."""
    return value.summary or summary_of_array(array_of(value))


@cache
def _name(dtype: np.dtype) -> str:
    return dtype.name


def array_of(value: Value) -> np.ndarray:
    """The recorded array, bit for bit: a new array of the exact shape and dtype.

    Raises ValueError if only a summary was recorded, since the numbers are gone then.
    """
    if value.items is None:
        advice = "record with a higher limit= to keep all of its numbers."
        why = "its numbers are complex." if value.is_complex else advice
        raise ValueError(f"Only a summary of this tensor of shape {value.shape} was recorded; {why}")
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

    ``4`` for a number, ``[[1, 2], [3, 4]]`` for up to 12 elements, else ``a tensor of shape (64, 10) with norm
    0.312`` and how many of its elements are nan, inf or 0. No value at all is ``None``, which is not the same as 0.
    """
    return "None" if value is None else value.text


def value_after(words: str, value: Value | None) -> str:
    """The value after words that name it: ``w = 4``, ``the message 4``, ``w of shape (64, 10) with norm 0.312``."""
    if value is None or is_listed(value):
        return f"{words} {text_of(value)}"
    return f"{words.removesuffix(' =')} {value.described}"


def value_apart(words: str, value: Value | None) -> str:
    """The value set off by commas: ``the message, 4,``, ``the message, of shape (64, 10) with norm 0.312,``."""
    return f"{value_after(f'{words},', value)},"


def _told(value: Value) -> str:
    """``norm 0.312, 12 nan and 3 zeros``: the norm of the finite elements, and how many are no ordinary numbers."""
    measure, size = value.measure, math.prod(value.shape)
    if measure.zeros == size:
        return "nothing but zeros" if size else "no elements"
    beyond = "at least " if measure.norm == LARGEST else ""
    known = [] if math.isnan(measure.norm) else [f"norm {beyond}{measure.norm:.3g}"]
    for count, word in ((measure.nans, "nan"), (measure.infinities, inf_of(value)), (measure.zeros, "zeros")):
        if count:
            known.append(
                f"nothing but {word}" if count == size else f"{count:,} {word if count > 1 else word.rstrip('s')}"
            )
    *first, last = known
    return f"{', '.join(first)} and {last}" if first else last


def inf_of(value: Value) -> str:
    """``-inf`` if that is known to be all its infinite numbers, else ``inf``."""
    return "-inf" if value.measure.infinities and value.items and math.inf not in value.items else "inf"


def is_listed(value: Value) -> bool:
    """Whether all its numbers are shown: those of a small array."""
    return value.items is not None and 0 < len(value.items) <= LISTED


def _most_telling(value: Value) -> str:
    """What is wrong with a large array, if anything is; else its norm."""
    measure, size = value.measure, math.prod(value.shape)
    if not size:
        return "empty"
    if measure.zeros == size:
        return "all 0"
    wrong = [f"{n:,} {word}" for n, word in ((measure.nans, "nan"), (measure.infinities, inf_of(value))) if n]
    return " ".join(wrong) or f"‖{_brief(measure.norm)}‖"


def _brief(number: float) -> str:
    """Two digits: ``0.31``, ``1.2e-5``, ``3.4e7``; ``≥1.8e308`` for what is beyond the range of float64."""
    front = "≥" if number == LARGEST else ""
    digits, _, exponent = f"{number:.2g}".partition("e")
    return f"{front}{digits}e{int(exponent)}" if exponent else digits


def is_same(one: object, other: object) -> bool:
    """Whether two values (or tuples of them) hold the same bits; nan is the same as nan, 0 is not -0."""
    if one is other:
        return True
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(map(is_same, one, other))
    return isinstance(one, Value) and isinstance(other, Value) and _has_bits_of(one, other)


def _has_bits_of(one: Value, other: Value) -> bool:
    if (one.shape, one.dtype) != (other.shape, other.dtype):
        return False
    if one.items is None or other.items is None:
        return repr(one) == repr(other)
    if one.items and one.items[0] != other.items[0] and one.items[0] == one.items[0]:
        return False  # a quick answer for most: the first number is another, and not nan
    return array_of(one).tobytes() == array_of(other).tobytes()

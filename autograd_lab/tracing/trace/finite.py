"""Numbers that are none: nan and infinities in a recorded value."""

import math

from ..recording.values import number_text, summary_of, text_of
from ..telling.words import index_text, listed
from .events import Value

SHOWN = 3
"""Places in an array that an answer names."""


def is_finite(value: Value | None) -> bool:
    """Whether every number in it is; nothing at all counts as finite."""
    if value is None:
        return True
    summary = summary_of(value)
    return not summary.nans and not summary.infinities


def has_nan(value: Value | None) -> bool:
    """Whether any number in it is nan."""
    return value is not None and summary_of(value).nans > 0


def word_for(value: Value) -> str:
    """``nan``, ``inf``, or how many of each."""
    if not value.shape:
        return text_of(value)
    summary = summary_of(value)
    counts = ((summary.nans, "nan"), (summary.infinities, "inf"))
    return listed(f"{count} {word}" for count, word in counts if count)


def wrong_words(name: str, value: Value) -> str:
    """``loss is nan``, ``x.grad has 2 nan and 1 inf``."""
    return f"{name} {'has' if value.shape else 'is'} {word_for(value)}"


def wrong_places(value: Value) -> list[int]:
    """The flat places of the first few numbers that are not finite, as far as the numbers were kept."""
    return [place for place, number in enumerate(value.items or ()) if not math.isfinite(number)][:SHOWN]


def numbers_at(name: str, value: Value, places: list[int]) -> list[str]:
    """``x[0, 1] = nan`` for each of these places; the whole value, if there are none."""
    if not places or not value.shape or value.items is None:
        return [f"{name} = {text_of(value)}"]
    return [f"{name}[{index_text(value.shape, place)}] = {number_text(value.items[place])}" for place in places]

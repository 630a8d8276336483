"""Two values that differ, in words that show it: where the usual words are the same, by what makes the difference."""

from .events import Value
from .values import text_of
from .words import index_text

SUMMARY_NUMBERS = ("norm", "mean", "smallest", "largest", "nans", "infinities", "zeros")
"""What two summaries are compared by."""
USUAL, ALL = 6, 17
"""Significant digits: of a number in a sentence, and of a float64 written in full."""


def told_apart(here: Value, there: Value) -> tuple[str, str]:
    """What a sentence says of each. Where that is the same: the dtype, or more digits of the number that differs."""
    here_words, there_words = text_of(here), text_of(there)
    if here_words != there_words:
        return here_words, there_words
    if here.dtype != there.dtype:
        return f"{here_words} in {here.dtype}", f"{there_words} in {there.dtype}"
    if (here.items is None) != (there.items is None):
        return tuple("a summary alone" if value.items is None else "all its numbers" for value in (here, there))
    if here.items is None:
        return _summaries_apart(here, there)
    place = max(range(len(here.items)), key=lambda place: _gap(here.items[place], there.items[place]))
    where = f" at [{index_text(here.shape, place)}]" if here.shape else ""
    return tuple(f"{number}{where}" for number in digits_apart(here.items[place], there.items[place]))


def digits_apart(one: float, other: float) -> tuple[str, str]:
    """Both numbers with as few digits as tell them apart, from six on."""
    pairs = ((f"{one:.{digits}g}", f"{other:.{digits}g}") for digits in range(USUAL, ALL + 1))
    return next((pair for pair in pairs if pair[0] != pair[1]), (str(one), str(other)))


def _summaries_apart(here: Value, there: Value) -> tuple[str, str]:
    pairs = [(name, getattr(here.summary, name), getattr(there.summary, name)) for name in SUMMARY_NUMBERS]
    name, one, other = max(pairs, key=lambda pair: _gap(*pair[1:]) > 0)
    return tuple(f"{name} {number}" for number in digits_apart(one, other))


def _gap(one: float, other: float) -> float:
    """How far apart they are; infinitely, if only one of them is nan."""
    if one == other or (one != one and other != other):
        return 0.0
    away = abs(one - other)
    return away if away == away else float("inf")

"""Values in as few characters as a picture allows. In sentences, `tracing.values` says the same at more length."""

import math
import re

from ..tracing.summaries import LARGEST, Summary
from ..tracing.values import LISTED, Measure, Value, text_of
from ..tracing.values import number_text as number_text

WRONG = re.compile(r"\b(nan|inf)\b")
"""Such a word stands in the text of a value in which there is a nan or an infinity. ``picture.js`` has the same."""


def is_listed(value: Value) -> bool:
    """Whether all its numbers are shown: those of a small array."""
    return value.items is not None and 0 < len(value.items) <= LISTED


def text(value: Value | None) -> str:
    """``4``, ``[1, 10, 100]``, ``[64×10] ‖0.31‖`` (its norm), ``[64×10] 12 nan``, ``[64×10] all 0``, ``None``.

    Of complex numbers the norm and their kind, however few: ``complex [3] ‖2.9‖``.
    """
    if value is None or is_listed(value):
        return text_of(value)
    kind = "complex " if value.is_complex else ""
    return f"{kind}[{'×'.join(map(str, value.shape))}] {_most_telling(value.measure, math.prod(value.shape))}"


def fitting(value: Value | None, room: int) -> str:
    """`text`; of a large array its norm alone, where the shape would push that out of so many characters."""
    whole = text(value)
    shape, _, told = whole.partition("] ")
    return told if len(whole) > room and shape.startswith("[") and told else whole


def _most_telling(measure: Measure | Summary, size: int) -> str:
    """What is wrong with a large array, if anything is; else its norm."""
    if not size:
        return "empty"
    if measure.zeros == size:
        return "all 0"
    wrong = [f"{n:,} {word}" for n, word in ((measure.nans, "nan"), (measure.infinities, "inf")) if n]
    return " ".join(wrong) or f"‖{_brief(measure.norm)}‖"


def _brief(number: float) -> str:
    """Two digits: ``0.31``, ``1.2e-5``, ``3.4e7``; ``≥1.8e308`` for what is beyond the range of float64."""
    front = "≥" if number == LARGEST else ""
    digits, _, exponent = f"{number:.2g}".partition("e")
    return f"{front}{digits}e{int(exponent)}" if exponent else digits


def shorten(string: str, limit: int) -> str:
    """``string`` cut to ``limit`` characters, the last one an ellipsis where something is left out."""
    return string if len(string) <= limit else string[: max(limit - 1, 1)] + "…"

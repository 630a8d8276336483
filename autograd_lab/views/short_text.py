"""Values in as few characters as a picture allows. In sentences, `tracing.values` says the same at more length."""

import re

from ..tracing.recording.values import Value
from ..tracing.recording.values import is_listed as is_listed
from ..tracing.recording.values import number_text as number_text

WRONG = re.compile(r"\b(nan|inf)\b")
"""Matches the text of a value that contains a nan or an infinity. ``picture.js`` has the same."""


def text(value: Value | None) -> str:
    """``4``, ``[1, 10, 100]``, ``[64×10] ‖0.31‖`` (its norm), ``[64×10] 12 nan``, ``[64×10] all 0``, ``None``."""
    return "None" if value is None else value.short


def fitting(value: Value | None, room: int) -> str:
    """`text`; of a large array its norm alone, where the shape would push that out of so many characters."""
    whole = text(value)
    shape, _, rest = whole.partition("] ")
    return rest if len(whole) > room and shape.startswith("[") and rest else whole


def shorten(string: str, limit: int) -> str:
    """``string`` cut to ``limit`` characters, the last one an ellipsis where something is left out."""
    return string if len(string) <= limit else string[: max(limit - 1, 1)] + "…"

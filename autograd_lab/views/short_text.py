"""Values in as few characters as a picture allows.

What a short form says is in `Value.short` and `Value.brief`, how much a box holds in ``picture/boxes.py``.
"""

import re

from ..tracing.recording.values import Value
from ..tracing.recording.values import is_listed as is_listed
from ..tracing.recording.values import number_text as number_text

WRONG = re.compile(r"\b(nan|inf)\b")
"""Matches the text of a gradient that contains a nan or an infinity. ``picture.js`` has the same."""
WRONG_VALUE = re.compile(r"\bnan\b|(?<!-)(?<!\d )\binf\b")
"""The same for a value, in which -inf and a number of infinities are no alarm: masks have them."""
PATH = re.compile(r"[^ (]*\.[^ (]*$")
"""Matches a name with the modules that hold it."""


def text(value: Value | None) -> str:
    """``4``, ``[1, 10, 100]``, ``[64×10] ‖0.31‖`` (its norm), ``[64×10] 12 nan``, ``[64×10] all 0``, ``None``."""
    return "None" if value is None else value.short


def fitting(value: Value | None, room: int) -> str:
    """`text`; of an array that takes more than so many characters its shape and norm, or if need be the norm alone."""
    whole = text(value)
    if len(whole) <= room or value is None or not value.shape:
        return whole
    shape, _, rest = value.brief.rpartition("] ")
    return value.brief if len(value.brief) <= room else rest if shape else whole


def shorten(string: str, limit: int) -> str:
    """``string`` cut to ``limit`` characters, the last one an ellipsis where something is left out."""
    return string if len(string) <= limit else string[: max(limit - 1, 1)] + "…"


def short_title(title: str, limit: int) -> str:
    """The same for a node's title, whose number stays whole: ``BinaryCrossEntropyWithLog… #104``.

    Of a parameter's name, the end stays: ``…self.key.bias``.
    """
    if len(title) > limit and PATH.match(title):
        end = title[1 - limit :]
        return "…" + end[end.find(".") + 1 :]
    name, mark, number = title.rpartition(" #")
    if not mark or len(title) <= limit:
        return shorten(title, limit)
    return f"{shorten(name, limit - len(mark + number))}{mark}{number}"

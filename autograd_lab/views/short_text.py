"""Values in as few characters as a picture allows. In sentences, `tracing.values` says the same at more length."""

from collections.abc import Sequence

from ..tracing.events import Value
from ..tracing.values import LISTED, text_of
from ..tracing.values import number_text as number_text


def is_listed(value: Value) -> bool:
    """Whether all its numbers are shown: those of a small array."""
    return value.items is not None and 0 < len(value.items) <= LISTED


def text(value: Value | None) -> str:
    """``4``, ``[1, 10, 100]``, ``tensor[64×10]``, ``None``."""
    return text_of(value) if value is None or is_listed(value) else by_shape(value.shape)


def by_shape(shape: Sequence[int]) -> str:
    """``tensor[64×10]``: what stands for an array too big, or too empty, to write out."""
    return f"tensor[{'×'.join(map(str, shape))}]"


def shorten(string: str, limit: int) -> str:
    """``string`` cut to ``limit`` characters, the last one an ellipsis where something is left out."""
    return string if len(string) <= limit else string[: max(limit - 1, 1)] + "…"

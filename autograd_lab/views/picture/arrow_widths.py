"""How wide the arrow of a message is drawn: the larger the gradient, the wider; nan and inf look different.

Only where messages are larger arrays: a few numbers can be read as they are.
"""

import math
from collections.abc import Iterable
from functools import cached_property

from ...tracing.trace.events import GradOut, Value
from ...tracing.trace.trace import Trace
from ..short_text import WRONG, is_listed

THINNEST, WIDEST = 1.0, 5.0
"""Pixels of the message with the least and with the largest norm; between them the logarithm decides."""
LEAST_SPAN = 2.0
"""Powers of ten that lie between these at least, so that norms that hardly differ are not drawn as if they did."""
LEGEND = "width: log ‖∂‖; red dots: nan or inf"


class ArrowWidths:
    """Of one trace; norms are compared within it."""

    def __init__(self, trace: Trace):
        sent = (event.value for event in trace.events if isinstance(event, GradOut))
        self._sent = [value for value in sent if value is not None]
        self.are_drawn = any(not is_listed(value) for value in self._sent)

    @cached_property
    def _span(self) -> tuple[float, float]:
        """The logarithms of the least and of the largest norm."""
        norms = [value.measure.norm for value in self._sent]
        known = [math.log10(norm) for norm in norms if 0 < norm < math.inf]
        top = max(known, default=0.0)
        return min(min(known, default=0.0), top - LEAST_SPAN), top

    def width(self, value: Value | None) -> str | None:
        """Pixels, as text; ``nan`` or ``inf`` for a message in which there is one; None where nothing was sent."""
        if value is None:
            return None
        measure = value.measure
        if measure.nans or measure.infinities:
            return "nan" if measure.nans else "inf"
        low, high = self._span
        place = (math.log10(measure.norm) - low) / (high - low) if measure.norm > 0 else 0
        return f"{THINNEST + (WIDEST - THINNEST) * place:.1f}"


def heaviest(widths: Iterable[str]) -> str | None:
    """Of several arrows drawn as one: the widest, and before that one with nan or inf; None of none."""
    return max(widths, key=lambda width: (WRONG.search(width) is not None, float(width)), default=None)

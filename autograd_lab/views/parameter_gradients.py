"""How large gradients are, parameter by parameter: the picture of vanishing and exploding gradients.

One bar a parameter, on a scale of powers of ten; where several backwards were recorded, a line over them. nan and inf
are said in words, and in red.
"""

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..tracing.trace.trace import Trace
from .gradient_sizes import GradientSizes, gradient_sizes, scale_of
from .sheet import CODE, PLAIN, Sheet, Shown, Table

if TYPE_CHECKING:
    from matplotlib.axes import Axes

BLOCKS = 30
"""Characters of a bar at full length in the text."""
SHRINKS = 100
"""From this ratio between the largest and the smallest norm on, the headline speaks of it."""
HEADER = ("parameter", "shape", "norm", "zeros", "reason")


class Gradients(Shown):
    """The view; make one with `gradients`. ``rows`` has the numbers. Shows itself; ``print`` gives the text."""

    def __init__(self, rows: tuple[GradientSizes, ...]):
        self.rows, self.scale = rows, scale_of(rows)
        self.backwards = len(rows[0].sizes) if rows else 0

    @property
    def title(self) -> str:
        """What is shown, how many are all 0, and the ratio of the largest to the smallest norm where that is news."""
        title = "Norm of the gradient of each parameter"
        if self.backwards != 1:
            title += f" over {self.backwards} backwards"
            wrong = [number for row in self.rows if (number := row.first_wrong)]
            title += f", the first nan or inf in backward {min(wrong)}" if wrong else ""
        known = [(row.norms[-1], row.name) for row in self.rows if row.norms[-1] and not row.is_rounding]
        zeros = sum(row.norms[-1] == 0 for row in self.rows)
        news = [f"{zeros} of {len(self.rows)} {'is' if zeros == 1 else 'are'} all 0"] if zeros else []
        if len(known) > 1 and max(known)[0] >= SHRINKS * min(known)[0]:
            (small, least), (large, most) = min(known), max(known)
            compared = f"{least} has {small:.2g}, {most} {large:.2g}, which is {_times(large / small)} times as much"
            news.append(f"of the others, {compared}" if zeros else compared)
        return f"{title}: {'; '.join(news)}" if news else title

    def text(self) -> str:
        if not self.rows:
            return f"{self.title}\nNo backward of this recording reached a parameter."
        width = max(len(row.name) for row in self.rows)
        lines = (f"{row.name:<{width}}  {self._blocks(row):<{BLOCKS}}  {row.told}".rstrip() for row in self.rows)
        shown = [] if self.backwards == 1 else [f"In backward {self.backwards}, the last:"]
        return "\n".join([self.title, *shown, *lines])

    def _blocks(self, row: GradientSizes) -> str:
        norm = row.norms[-1]
        return "█" * max(1, round(BLOCKS * self.scale.place(norm))) if norm else ""

    def html(self) -> str:
        from .matplotlib_figures import still_html  # loads matplotlib
        from .pictures import BARS_WIDE

        rows = tuple(map(_cells, self.rows))
        numbers = Sheet(self.title, (Table(HEADER, rows, (CODE, PLAIN, CODE, PLAIN, PLAIN)),))
        return still_html(self.png(), self.title, BARS_WIDE) + numbers.html()

    def draw(self, ax: "Axes | None" = None) -> "Axes":
        """The same with matplotlib, on ``ax`` or a new figure; returns the Axes."""
        from .pictures import draw_gradients  # loads matplotlib

        return draw_gradients(self.rows, self.title, ax)

    def png(self) -> bytes:
        from .pictures import gradients_png

        return gradients_png(self.rows, self.title)


def _times(ratio: float) -> str:
    """``553,000``; a larger number as ``3.1e+15``."""
    return f"{float(f'{ratio:.3g}'):,.0f}" if ratio < 1e7 else f"{ratio:.2g}"


def _cells(row: GradientSizes) -> tuple[str, ...]:
    size, shape = row.sizes[-1], "" if row.shape is None else "×".join(map(str, row.shape)) or "number"
    zeros = f"{size.zeros:,} of {math.prod(row.shape or ()):,}" if size and size.zeros else ""
    return (row.name, shape, row.said, zeros, row.reason)


def gradients(trace: Trace | Sequence[Trace]) -> Gradients:
    """The norm of each parameter's gradient, as bars; lines where several backwards were recorded.

    ``trace`` is one trace or a list of them, for backwards that were recorded apart. Each backward counts by itself:
    what it brought, not what had come into ``.grad`` before. Parameters come in the order in which forward
    used them.

    Raises:
        TypeError: for anything else.
    """
    traces = [trace] if isinstance(trace, Trace) else trace
    if not isinstance(traces, list | tuple) or not all(isinstance(one, Trace) for one in traces):
        raise TypeError(f"gradients wants a trace, or a list of traces, not {type(trace).__name__}.")
    return Gradients(gradient_sizes(traces))

"""How large gradients are, parameter by parameter: the picture of vanishing and exploding gradients.

One bar a parameter, on a scale of powers of ten; where several backwards were recorded, a line over them. nan and inf
are said in words, and in red.
"""

import base64
import math
from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

from ..tracing.trace.trace import Trace
from .gradient_sizes import GradientSizes, gradient_sizes, scale_of, wrong_in
from .sheet import LEFT, SCROLLS, STYLE, Shown

if TYPE_CHECKING:
    from matplotlib.axes import Axes

BAR, WRONG, TICK = "#c2570c", "#d0433a", "#8a929a"
"""Colours that show on a light ground and on a dark one: an image does not know which it is on."""
WIDTH, HEIGHT = 280, 18
"""Pixels of a bar at full length, and of its row."""
BLOCKS = 30
"""Characters of a bar at full length in the text."""
SHRINKS = 100
"""From this ratio between the largest and the smallest norm on, the headline speaks of it."""


class Gradients(Shown):
    """The view; make one with `gradients`. ``rows`` has the numbers. Shows itself; ``print`` gives the text."""

    def __init__(self, rows: tuple[GradientSizes, ...]):
        self.rows, self.scale = rows, scale_of(rows)
        self.backwards = len(rows[0].sizes) if rows else 0
        self.has_reasons = any(row.reason for row in rows)

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
        """A line for each parameter, with a bar: that of the last backward."""
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
        """A table with a bar or a line in each row."""
        head = "".join(f"<th {LEFT}>{word}</th>" for word in ("parameter", "shape"))
        head += f"<th {LEFT}>{self._axis()}</th><th {LEFT}>norm</th><th {LEFT}>zeros</th>"
        head += f"<th {LEFT}>reason</th>" if self.has_reasons else ""
        body = "".join(f"<tr>{self._cells(row)}</tr>" for row in self.rows)
        title = escape(self.title)
        return (
            f'<div {SCROLLS} aria-label="{title}"><style>{STYLE}{WRONG_CELL}</style><p><b>{title}</b></p>'
            f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"
        )

    def _axis(self) -> str:
        """From where to where the pictures reach."""
        low, high = f"1e{self.scale.low}", f"1e{self.scale.high}"
        if self.backwards != 1:
            return f"{low} (bottom) to {high} (top), backward 1 to {self.backwards}"
        ticks = self.scale.ticks
        factor = f"1e{ticks[1] - ticks[0]}" if len(ticks) > 1 else high
        return f"{low} to {high}, a tick for each factor of {factor}"

    def _cells(self, row: GradientSizes) -> str:
        size, shape = row.sizes[-1], "" if row.shape is None else "×".join(map(str, row.shape)) or "number"
        zeros = f"{size.zeros:,} of {math.prod(row.shape or ()):,}" if size and size.zeros else ""
        wrong = " wrong" if any(map(wrong_in, row.sizes)) else ""
        drawn = self._bar(row) if self.backwards == 1 else self._line(row)
        picture = _image(drawn, ", ".join(row.words))
        cells = (("code", escape(row.name)), ("", shape), ("", picture), (f"code{wrong}", row.said), ("", zeros))
        cells += (("", escape(row.reason)),) if self.has_reasons else ()
        return "".join(f'<td class="{kind}" {LEFT}>{cell}</td>' for kind, cell in cells)

    def _bar(self, row: GradientSizes) -> str:
        (norm,), wrong = row.norms, wrong_in(row.sizes[0])
        places = [
            round(WIDTH * (tick - self.scale.low) / (self.scale.high - self.scale.low)) for tick in self.scale.ticks
        ]
        ticks = f'<path stroke="{TICK}" d="{"".join(f"M{place},0V{HEIGHT}" for place in places)}"/>'
        box = f'<rect y="3" height="12" width="{WIDTH * self.scale.place(norm) if norm else WIDTH:.1f}"'
        if wrong:
            return f'{ticks}{box} fill="none" stroke="{WRONG}" stroke-width="2" stroke-dasharray="4 3"/>'
        return f'{ticks}{box} fill="{BAR}"/>' if norm else ticks

    def _line(self, row: GradientSizes) -> str:
        """A line through the norms, broken where there is none; a cross where some are not finite."""
        step = WIDTH / max(self.backwards - 1, 1)
        points, parts, crosses = [], [], []
        for number, (norm, size) in enumerate(zip(row.norms, row.sizes, strict=True)):
            x = number * step
            if norm:
                points.append(f"{x:.1f},{(HEIGHT - 2) * (1 - self.scale.place(norm)) + 1:.1f}")
            else:
                parts, points = [*parts, points], []
            if wrong_in(size):
                crosses.append(f"M{x - 3:.1f},6l6,6m0,-6l-6,6")
        lines = [
            f'<polyline fill="none" stroke="{BAR}" stroke-width="1.6" points="{" ".join(part)}"/>'
            for part in (*parts, points)
            if part
        ]
        crossed = f'<path stroke="{WRONG}" stroke-width="2" d="{"".join(crosses)}"/>' if crosses else ""
        return "".join([*lines, crossed])

    def draw(self, ax: "Axes | None" = None) -> "Axes":
        """The same with matplotlib, on ``ax`` or a new figure; returns the Axes."""
        from .pictures import draw_gradients  # loads matplotlib

        return draw_gradients(self.rows, self.title, ax)

    def png(self, dpi: int = 110) -> bytes:
        """The picture as PNG bytes."""
        from .pictures import gradients_png

        return gradients_png(self.rows, self.title, dpi)


def _times(ratio: float) -> str:
    """``553,000``; a larger number as ``3.1e+15``."""
    return f"{float(f'{ratio:.3g}'):,.0f}" if ratio < 1e7 else f"{ratio:.2g}"


def _image(drawn: str, words: str) -> str:
    """A drawing as an image: a notebook that is not trusted takes bare SVG out, and leaves this."""
    size = f'width="{WIDTH}" height="{HEIGHT}"'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{drawn}</svg>'
    return f'<img alt="{words}" {size} src="data:image/svg+xml;base64,{base64.b64encode(svg.encode()).decode()}">'


WRONG_CELL = ".agl-sheet.agl-sheet td.wrong { color: var(--agl-wrong); font-weight: 700; }\n"


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

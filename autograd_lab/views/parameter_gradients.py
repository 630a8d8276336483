"""How large gradients are, parameter by parameter: the picture of vanishing and exploding gradients.

One bar a parameter, on a scale of powers of ten; where several backwards were recorded, a line over them. nan and inf
are said in words, and in red.
"""

import base64
import math
from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

from ..tracing.trace import Trace
from .gradient_sizes import GradientSizes, Scale, gradient_sizes, scale_of, wrong_in
from .sheet import LEFT, SCROLLS, STYLE

if TYPE_CHECKING:
    from matplotlib.axes import Axes

WIDTH, HEIGHT = 280, 18
"""Pixels of a bar at full length, and of its row."""
BLOCKS = 30
"""Characters of a bar at full length in the text."""
SHRINKS = 100
"""From this ratio between the largest and the smallest norm on, the headline speaks of it."""


class Gradients:
    """The view; make one with `gradients`. ``rows`` has the numbers. Shows itself; ``print`` gives the text."""

    def __init__(self, rows: tuple[GradientSizes, ...]):
        self.rows, self.scale = rows, scale_of(rows)
        self.backwards = len(rows[0].sizes) if rows else 0

    @property
    def title(self) -> str:
        """What is shown, and the ratio of the largest to the smallest norm where that is news."""
        times = "" if self.backwards == 1 else f" over {self.backwards} backwards"
        title = f"Norm of the gradient of each parameter{times}"
        known = [(row.norms[-1], row.name) for row in self.rows if row.norms[-1]]
        if len(known) < 2 or max(known)[0] < SHRINKS * min(known)[0]:
            return title
        (small, least), (large, most) = min(known), max(known)
        return f"{title}: {least} has {small:.2g}, {most} {large:.2g}, which is {_times(large / small)} times as much"

    def text(self) -> str:
        """A line for each parameter, with a bar; of several backwards the last."""
        if not self.rows:
            return f"{self.title}\nNo backward of this recording reached a parameter."
        width = max(len(row.name) for row in self.rows)
        lines = (f"{row.name:<{width}}  {self._blocks(row):<{BLOCKS}}  {row.said}".rstrip() for row in self.rows)
        return "\n".join([self.title, *lines])

    def _blocks(self, row: GradientSizes) -> str:
        norm = row.norms[-1]
        return "█" * max(1, round(BLOCKS * self.scale.place(norm))) if norm else ""

    def html(self) -> str:
        """A table with a bar or a line in each row."""
        head = "".join(f"<th {LEFT}>{word}</th>" for word in ("parameter", "shape"))
        head += f"<th {LEFT}>{self._axis()}</th><th {LEFT}>norm</th><th {LEFT}>zeros</th>"
        body = "".join(f"<tr>{self._cells(row)}</tr>" for row in self.rows)
        title = escape(self.title)
        return (
            f'<div {SCROLLS} aria-label="{title}"><style>{STYLE}{BARS}</style><p><b>{title}</b></p>'
            f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"
        )

    def _axis(self) -> str:
        if self.backwards != 1:
            return f"1e{self.scale.low} (bottom) to 1e{self.scale.high} (top), backward 1 to {self.backwards}"
        ticks = "".join(
            f'<text x="{_pixel(self.scale, tick):g}" y="12" text-anchor="{_anchor(self.scale, tick)}">1e{tick}</text>'
            for tick in self.scale.ticks
        )
        return f'<svg class="agl-bar" width="{WIDTH}" height="{HEIGHT}" aria-hidden="true">{ticks}</svg>'

    def _cells(self, row: GradientSizes) -> str:
        size, shape = row.sizes[-1], "" if row.shape is None else "×".join(map(str, row.shape)) or "number"
        zeros = f"{size.zeros:,} of {math.prod(row.shape or ()):,}" if size and size.zeros else ""
        wrong = " wrong" if any(map(wrong_in, row.sizes)) else ""
        picture = self._bar(row) if self.backwards == 1 else self._line(row)
        drawn = f'<svg class="agl-bar" width="{WIDTH}" height="{HEIGHT}" aria-hidden="true">{picture}</svg>'
        cells = (("code", escape(row.name)), ("", shape), ("", drawn), (f"code{wrong}", row.said), ("", zeros))
        return "".join(f'<td class="{kind}" {LEFT}>{cell}</td>' for kind, cell in cells)

    def _bar(self, row: GradientSizes) -> str:
        (norm,), wrong = row.norms, wrong_in(row.sizes[0])
        if wrong:
            return f'<rect class="wrong" x="0" y="3" width="{WIDTH}" height="12"/>'
        return f'<rect x="0" y="3" width="{WIDTH * self.scale.place(norm):.1f}" height="12"/>' if norm else ""

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
                crosses.append(f'<path class="wrong" d="M{x - 3:.1f},6 l6,6 m0,-6 l-6,6"/>')
        lines = [f'<polyline points="{" ".join(part)}"/>' for part in (*parts, points) if part]
        return "".join([*lines, *crosses])

    def draw(self, ax: "Axes | None" = None) -> "Axes":
        """The same with matplotlib, on ``ax`` or a new figure; returns the Axes."""
        from .gradient_bars import draw  # loads matplotlib

        return draw(self.rows, self.title, ax)

    def png(self, dpi: int = 110) -> bytes:
        """The picture as PNG bytes."""
        from .gradient_bars import png

        return png(self.rows, self.title, dpi)

    def __repr__(self) -> str:
        return self.text()

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        picture = base64.b64encode(self.png()).decode()
        return {"text/html": self.html(), "image/png": picture, "text/plain": self.text()}


def _times(ratio: float) -> str:
    """``553,000``; a larger number as ``3.1e+15``."""
    return f"{float(f'{ratio:.3g}'):,.0f}" if ratio < 1e7 else f"{ratio:.2g}"


def _pixel(scale: Scale, exponent: int) -> float:
    return WIDTH * (exponent - scale.low) / (scale.high - scale.low)


def _anchor(scale: Scale, exponent: int) -> str:
    """A label at either end of the axis stays inside it."""
    return {scale.low: "start", scale.high: "end"}.get(exponent, "middle")


BARS = """.agl-sheet .agl-bar { display: block; overflow: visible; }
.agl-sheet .agl-bar text { font: 11px var(--agl-mono); fill: var(--agl-muted); }
.agl-sheet .agl-bar rect { fill: var(--agl-message); }
.agl-sheet .agl-bar polyline { fill: none; stroke: var(--agl-message); stroke-width: 1.6; }
.agl-sheet .agl-bar path.wrong { stroke: var(--agl-wrong); stroke-width: 2; }
.agl-sheet .agl-bar rect.wrong { fill: none; stroke: var(--agl-wrong); stroke-width: 2; stroke-dasharray: 4 3; }
.agl-sheet.agl-sheet td.wrong { color: var(--agl-wrong); font-weight: 700; }
"""


def gradients(trace: Trace | Sequence[Trace]) -> Gradients:
    """The norm of each parameter's gradient, as bars; lines where several backwards were recorded.

    ``trace`` is one trace or a list of them, for backwards that were recorded apart. Each backward counts by itself:
    what it brought, not what had come into ``.grad`` before. Parameters stand in the order in which forward used them.

    Raises:
        TypeError: for anything else.
    """
    traces = [trace] if isinstance(trace, Trace) else trace
    if not isinstance(traces, list | tuple) or not all(isinstance(one, Trace) for one in traces):
        raise TypeError(f"gradients wants a trace, or a list of traces, not {type(trace).__name__}.")
    return Gradients(gradient_sizes(traces))

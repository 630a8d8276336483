"""The Jacobian's heat map as a PNG."""

import math
from typing import Any

from matplotlib.axes import Axes
from matplotlib.colors import to_rgb
from matplotlib.patches import Rectangle

from . import theme
from .figures import figure_of, png_of
from .short_text import number_text

INK = theme.LIGHT
CELL, ROW, LEFT, TOP, LINE = 78, 34, 120, 64, 22
DEEPEST = 0.4
"""So much of a colour is in the cell with the largest number: letters on it stay legible."""


def png(data: dict[str, Any], dpi: int = 110) -> bytes:
    """All rows that were asked for, and under them a line for each call and for the costs.

    ``data`` as `jacobian_view.page_data` makes it. Returns PNG bytes.
    """
    costs = [f"{cost['what']}: {cost['count']} {cost['unit']}" for cost in data["costs"]]
    lines = [*(call["sentence"] for call in data["calls"]), *costs]
    bottom = TOP + len(data["outputs"]) * ROW + 12
    width = max(LEFT + len(data["inputs"]) * CELL + 20, 40 + 6.6 * max(map(len, lines)))
    height = bottom + len(lines) * LINE + 10
    figure = figure_of(width / 100, height / 100)
    ax = figure.add_axes((0, 0, 1, 1))
    ax.set(xlim=(0, width), ylim=(height, 0))
    ax.axis("off")
    _text(ax, 16, 18, data["title"], INK["ink"], 10.5, ha="left", weight="bold")
    for column, name in enumerate(data["inputs"]):
        _text(ax, LEFT + (column + 0.5) * CELL, TOP - 14, name, INK["muted"], 9)
    most = max((abs(x) for row in data["rows"] if row for x in row if math.isfinite(x)), default=0) or 1
    for place, (name, row) in enumerate(zip(data["outputs"], data["rows"], strict=True)):
        _row(ax, TOP + place * ROW, name, row or [None] * len(data["inputs"]), most)
    for place, line in enumerate(lines):
        _text(ax, 16, bottom + (place + 0.5) * LINE, line, INK["ink"], 8.5, ha="left")
    return png_of(figure, dpi)


def _row(ax: Axes, y: float, name: str, row: list[float | None], most: float) -> None:
    _text(ax, LEFT - 12, y + ROW / 2, name, INK["muted"], 9, ha="right")
    for column, number in enumerate(row):
        x = LEFT + column * CELL
        looks: dict[str, Any] = {"facecolor": _shade(number, most), "edgecolor": INK["hairline"]}
        ax.add_patch(Rectangle((x + 2, y + 2), CELL - 4, ROW - 4, **looks))
        _text(ax, x + CELL / 2, y + ROW / 2, "?" if number is None else number_text(number), INK["ink"], 10)


def _shade(number: float | None, most: float) -> tuple[float, ...]:
    """The colour of messages or, below zero, that of values, mixed into the ground; of what is not finite, red."""
    ground = to_rgb(INK["ground"])
    if number is None:
        return ground
    finite = math.isfinite(number)
    side = to_rgb(INK["wrong" if not finite else "value" if number < 0 else "message"])
    part = DEEPEST * (abs(number) / most if finite else 1)
    return tuple((1 - part) * under + part * over for under, over in zip(ground, side, strict=True))


def _text(ax: Axes, x: float, y: float, words: str, colour: str, size: float, **style: Any) -> None:
    style = {"ha": "center", "va": "center", "family": "DejaVu Sans", **style}
    ax.text(x, y, words, color=colour, size=size, parse_math=False, **style)

"""The chain strip as a PNG."""

from typing import Any

from matplotlib.axes import Axes
from matplotlib.patches import FancyBboxPatch

from . import theme
from .figures import figure_of, png_of

INK = theme.LIGHT
CELL, GAP, MARGIN = 84, 18, 24
HEIGHT, LETTER = 176, 7.6


def png(data: dict[str, Any], place: int, dpi: int = 110) -> bytes:
    """The factors in a row, a bracket around those left of ``place``, and one around the rest.

    ``data`` as `chain.page_data` makes it. Returns PNG bytes.
    """
    factors, shown = data["factors"], data["places"][place - 1]
    width = 2 * MARGIN + max(len(factors) * (CELL + GAP), LETTER * len(shown["sentence"]))
    figure = figure_of(width / 100, HEIGHT / 100)
    ax = figure.add_axes((0, 0, 1, 1))
    ax.set(xlim=(0, width), ylim=(HEIGHT, 0))
    ax.axis("off")
    for i, factor in enumerate(factors):
        _factor(ax, MARGIN + i * (CELL + GAP), factor, i + 1 < len(factors))
    split, end = (MARGIN + count * (CELL + GAP) - GAP for count in (place, len(factors)))
    _bracket(ax, MARGIN, split, shown["left"], INK["message"])
    if place < len(factors):
        _bracket(ax, split + GAP, end, shown["right"], INK["value"])
    _text(ax, MARGIN, 150, shown["sentence"], INK["ink"], 9.5, ha="left")
    return png_of(figure, dpi)


def _text(ax: Axes, x: float, y: float, words: str, colour: str, size: float, **style: Any) -> None:
    style = {"ha": "center", "va": "center", "family": "DejaVu Sans", **style}
    ax.text(x, y, words, color=colour, size=size, parse_math=False, **style)


def _factor(ax: Axes, x: float, factor: dict[str, str], dot: bool) -> None:
    looks: dict[str, Any] = {"facecolor": INK["panel"], "edgecolor": INK["line"]}
    ax.add_patch(FancyBboxPatch((x, 52), CELL, 54, boxstyle="round,pad=0,rounding_size=7", **looks))
    _text(ax, x + CELL / 2, 70, factor["number"], INK["ink"], 13, weight="bold")
    _text(ax, x + CELL / 2, 94, factor["meaning"], INK["muted"], 8.5)
    _text(ax, x + CELL / 2, 119, factor["node"], INK["muted"], 7)
    if dot:
        _text(ax, x + CELL + GAP / 2, 76, "·", INK["ink"], 14, weight="bold")


def _bracket(ax: Axes, left: float, right: float, words: str, colour: str) -> None:
    ax.plot([left, left, right, right], [46, 38, 38, 46], color=colour, linewidth=2.2)
    _text(ax, (left + right) / 2, 24, words, colour, 9)

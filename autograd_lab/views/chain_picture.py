"""The chain strip as a PNG."""

import io
from typing import Any

from autograd_lab.views import theme

CELL, GAP, MARGIN = 84, 18, 24
HEIGHT, LETTER = 176, 7.6


def png(data: dict[str, Any], place: int, dpi: int = 110) -> bytes:
    """The factors in a row, a bracket around those left of ``place``, and one around the rest."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    factors = data["factors"]
    shown = data["places"][place - 1]
    width = 2 * MARGIN + max(len(factors) * (CELL + GAP), LETTER * len(shown["sentence"]))
    figure = Figure(figsize=(width / 100, HEIGHT / 100), facecolor=theme.LIGHT["ground"])
    FigureCanvasAgg(figure)
    ax = figure.add_axes((0, 0, 1, 1))
    ax.set_xlim(0, width)
    ax.set_ylim(HEIGHT, 0)
    ax.axis("off")
    for i, factor in enumerate(factors):
        _factor(ax, MARGIN + i * (CELL + GAP), factor, i + 1 < len(factors))
    split = MARGIN + place * (CELL + GAP) - GAP
    _bracket(ax, MARGIN, split, 30, shown["left"], theme.LIGHT["message"])
    if place < len(factors):
        end = MARGIN + len(factors) * (CELL + GAP) - GAP
        _bracket(ax, split + GAP, end, 30, shown["right"], theme.LIGHT["value"])
    _text(ax, MARGIN, 150, shown["sentence"], theme.LIGHT["ink"], 9.5, ha="left")
    buffer = io.BytesIO()
    figure.savefig(buffer, format="png", dpi=dpi, metadata={"Software": None})
    return buffer.getvalue()


def _text(ax, x: float, y: float, words: str, colour: str, size: float, **style: Any) -> None:
    style = {"ha": "center", "va": "center", "family": "DejaVu Sans", **style}
    ax.text(x, y, words, color=colour, size=size, parse_math=False, **style)


def _factor(ax, x: float, factor: dict[str, str], dot: bool) -> None:
    from matplotlib.patches import FancyBboxPatch

    looks = {"facecolor": theme.LIGHT["panel"], "edgecolor": theme.LIGHT["line"]}
    ax.add_patch(FancyBboxPatch((x, 52), CELL, 54, boxstyle="round,pad=0,rounding_size=7", **looks))
    _text(ax, x + CELL / 2, 70, factor["number"], theme.LIGHT["ink"], 13, weight="bold")
    _text(ax, x + CELL / 2, 94, factor["meaning"], theme.LIGHT["muted"], 8.5)
    _text(ax, x + CELL / 2, 119, factor["node"], theme.LIGHT["muted"], 7)
    if dot:
        _text(ax, x + CELL + GAP / 2, 76, "·", theme.LIGHT["ink"], 14, weight="bold")


def _bracket(ax, left: float, right: float, y: float, words: str, colour: str) -> None:
    ax.plot([left, left, right, right], [y + 16, y + 8, y + 8, y + 16], color=colour, linewidth=2.2)
    _text(ax, (left + right) / 2, y - 6, words, colour, 9)

"""The norms of gradients with matplotlib: bars for one backward, lines over several."""

from matplotlib import colormaps
from matplotlib.axes import Axes

from . import theme
from .figures import figure_of, png_of, pyplot_axes
from .parameter_gradients import Gradients

ROW, WIDE = 0.28, 7.2
"""Inches of a parameter's row, and of the figure."""
MANY = 10
"""Of more lines than this, the legend would cover the picture: it stands beside it."""


def draw(view: Gradients, ax: Axes | None = None) -> Axes:
    """Draw on ``ax``, or on a new figure of pyplot's."""
    ax = ax or pyplot_axes(WIDE, _height(view))
    ax.set_title(view.title, fontsize=9, loc="left", wrap=True)
    (_bars if view.backwards == 1 else _lines)(view, ax)
    return ax


def png(view: Gradients, dpi: int) -> bytes:
    """The picture as PNG bytes, without pyplot."""
    figure = figure_of(WIDE, _height(view))
    draw(view, figure.add_subplot())
    figure.set_layout_engine("tight")
    return png_of(figure, dpi)


def _height(view: Gradients) -> float:
    return 1.1 + ROW * len(view.rows) if view.backwards == 1 else 4.2


def _bars(view: Gradients, ax: Axes) -> None:
    names = [row.name for row in view.rows]
    left = 10.0**view.scale.low
    norms = [row.norms[-1] or left for row in view.rows]
    ax.set_xscale("log")
    ax.set_xlim(left, 10.0**view.scale.high * 6)
    ax.barh(range(len(names)), [norm - left for norm in norms], left=left, color=theme.LIGHT["message"], height=0.6)
    ax.set_yticks(range(len(names)), names, fontsize=8)
    ax.invert_yaxis()
    for place, (row, norm) in enumerate(zip(view.rows, norms, strict=True)):
        wrong = "nan" in row.said or "inf" in row.said
        colour = theme.LIGHT["wrong" if wrong else "ink"]
        ax.text(norm, place, f" {row.said}", va="center", fontsize=8, color=colour)


def _lines(view: Gradients, ax: Axes) -> None:
    ax.set_yscale("log")
    ax.set_ylim(10.0**view.scale.low, 10.0**view.scale.high)
    colours = colormaps["viridis"]([place / max(len(view.rows), 2) for place in range(len(view.rows))])
    for row, colour in zip(view.rows, colours, strict=True):
        norms = [norm or float("nan") for norm in row.norms]
        ax.plot(range(1, view.backwards + 1), norms, label=row.name, marker=".", color=colour)
    ax.set_xlabel("backward", fontsize=8)
    beside = {"loc": "center left", "bbox_to_anchor": (1.0, 0.5)} if len(view.rows) > MANY else {}
    if view.rows:
        ax.legend(fontsize=7, **beside)

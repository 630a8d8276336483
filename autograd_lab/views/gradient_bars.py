"""The norms of gradients with matplotlib: bars for one backward, lines over several."""

from collections.abc import Sequence

from matplotlib import colormaps
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator, NullFormatter

from . import theme
from .figures import figure_of, png_of, pyplot_chart
from .gradient_sizes import GradientSizes, scale_of, wrong_in

ROW, WIDE = 0.28, 7.2
"""Inches of a parameter's row, and of the figure."""
MANY = 10
"""Of more lines than this, the legend would cover the picture: it stands beside it."""


def draw(rows: Sequence[GradientSizes], title: str, ax: Axes | None = None) -> Axes:
    """Draw on ``ax``, or on a new figure of pyplot's."""
    ax = ax or pyplot_chart(WIDE, _height(rows))
    ax.set_title(title, fontsize=9, loc="left", wrap=True)
    (_lines if _are_several(rows) else _bars)(rows, ax)
    return ax


def png(rows: Sequence[GradientSizes], title: str, dpi: int) -> bytes:
    """The picture as PNG bytes, without pyplot."""
    figure = figure_of(WIDE, _height(rows))
    draw(rows, title, figure.add_subplot())
    figure.set_layout_engine("tight")
    return png_of(figure, dpi)


def _are_several(rows: Sequence[GradientSizes]) -> bool:
    """Whether there was more than one backward."""
    return bool(rows) and len(rows[0].sizes) > 1


def _height(rows: Sequence[GradientSizes]) -> float:
    return 4.2 if _are_several(rows) else 1.1 + ROW * len(rows)


def _bars(rows: Sequence[GradientSizes], ax: Axes) -> None:
    names, scale = [row.name for row in rows], scale_of(rows)
    left, right = 10.0**scale.low, 10.0**scale.high
    norms = [min(max(row.norms[-1] or left, left), right) for row in rows]
    ax.set_xscale("log")
    ax.set_xlim(left, right * 6)
    ax.xaxis.set_minor_formatter(NullFormatter())  # only powers of ten have room
    ax.barh(range(len(names)), [norm - left for norm in norms], left=left, color=theme.LIGHT["message"], height=0.6)
    ax.set_yticks(range(len(names)), names, fontsize=8)
    ax.invert_yaxis()
    for place, (row, norm) in enumerate(zip(rows, norms, strict=True)):
        colour = theme.LIGHT["wrong" if wrong_in(row.sizes[-1]) else "ink"]
        ax.text(norm, place, f" {row.said}", va="center", fontsize=8, color=colour)


def _lines(rows: Sequence[GradientSizes], ax: Axes) -> None:
    scale = scale_of(rows)
    ax.set_yscale("log")
    ax.yaxis.set_minor_formatter(NullFormatter())
    ax.set_ylim(10.0**scale.low, 10.0**scale.high)
    colours = colormaps["viridis"]([place / max(len(rows), 2) for place in range(len(rows))])
    numbers = range(1, len(rows[0].sizes) + 1)
    for row, colour in zip(rows, colours, strict=True):
        norms = [norm or float("nan") for norm in row.norms]
        ax.plot(numbers, norms, label=row.name, marker=".", color=colour)
    wrong = [number for place, number in enumerate(numbers) if any(wrong_in(row.sizes[place]) for row in rows)]
    if wrong:
        top = {"transform": ax.get_xaxis_transform(), "clip_on": False, "linestyle": "none"}
        ax.plot(wrong, [1.0] * len(wrong), marker="x", color=theme.LIGHT["wrong"], label="nan or inf", **top)
    ax.set_xlim(0.5, len(numbers) + 0.5)
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    ax.set_xlabel("backward", fontsize=8)
    beside = {"loc": "center left", "bbox_to_anchor": (1.0, 0.5)} if len(rows) > MANY else {}
    ax.legend(fontsize=7, **beside)

"""The fan-out picture as a PNG."""

from typing import Any

from matplotlib.axes import Axes
from matplotlib.patches import FancyBboxPatch

from . import theme
from .figures import figure_of, png_of

INK = theme.LIGHT
WIDE, HIGH, GAP, MARGIN, BETWEEN = 46, 30, 5, 16, 30
LETTER, TITLE, TOP, SENTENCE = 6.4, 46, 24, 34


def png(data: dict[str, Any], at: int, dpi: int = 110) -> bytes:
    """Both rows of arrays, and the element ``at`` with those that light up with it. Returns PNG bytes.

    ``data`` as `fan_out_view` makes it.
    """
    cells = {cell["id"]: cell for row in data["rows"] for grid in row["grids"] for cell in grid["cells"]}
    lit, here = set(cells[at]["lit"]), cells[at]["sentence"]
    heights = [TOP + TITLE + max(map(_height, row["grids"]), default=0) for row in data["rows"]]
    widest = max(sum(_width(grid) + BETWEEN for grid in row["grids"]) for row in data["rows"])
    width, height = 2 * MARGIN + max(widest, LETTER * len(here)), 2 * MARGIN + TOP + sum(heights) + SENTENCE
    figure = figure_of(width / 100, height / 100)
    ax = figure.add_axes((0, 0, 1, 1))
    ax.set(xlim=(0, width), ylim=(height, 0))
    ax.axis("off")
    _text(ax, MARGIN, MARGIN + 4, data["title"], INK["ink"], 10.5, weight="bold")
    top = MARGIN + TOP
    for row, room in zip(data["rows"], heights, strict=True):
        _text(ax, MARGIN, top + 6, row["label"], INK["muted"], 8.5, weight="bold")
        left = MARGIN
        for grid in row["grids"]:
            _grid(ax, left, top + TOP, grid, lit, at)
            left += _width(grid) + BETWEEN
        top += room
    _text(ax, MARGIN, top + 16, here, INK["ink"], 9.5)
    return png_of(figure, dpi)


def _width(grid: dict[str, Any]) -> float:
    return max(grid["columns"] * (WIDE + GAP), LETTER * len(grid["title"]), 5.6 * len(grid["note"]))


def _height(grid: dict[str, Any]) -> float:
    return len(grid["cells"]) // grid["columns"] * (HIGH + GAP) + GAP


def _text(ax: Axes, x: float, y: float, words: str, colour: str, size: float, **style: Any) -> None:
    ax.text(
        x, y, words, color=colour, size=size, parse_math=False, **{"va": "center", "family": "DejaVu Sans", **style}
    )


def _grid(ax: Axes, left: float, top: float, grid: dict[str, Any], lit: set[int], at: int) -> None:
    _text(ax, left, top, grid["title"], INK["ink"], 8.5, weight="bold")
    _text(ax, left, top + 15, grid["note"], INK["muted"], 7.5)
    for place, cell in enumerate(grid["cells"]):
        row, column = divmod(place, grid["columns"])
        corner = left + column * (WIDE + GAP), top + 28 + row * (HIGH + GAP)
        shines, is_here = cell["id"] in lit, cell["id"] == at
        looks = {"facecolor": INK["glow"] if shines else INK["box"], "linewidth": 3 if is_here else 2 if shines else 1}
        looks["edgecolor"] = INK["focus"] if is_here else INK["active"] if shines else INK["line"]
        looks["linestyle"] = "--" if cell.get("copy") else "-"
        ax.add_patch(FancyBboxPatch(corner, WIDE, HIGH, boxstyle="round,pad=0,rounding_size=5", **looks))
        middle = corner[0] + WIDE / 2, corner[1] + HIGH / 2
        bold = "normal" if cell.get("copy") else "bold"
        _text(ax, *middle, cell["text"], INK[grid["role"]], 10, ha="center", weight=bold, family="DejaVu Sans Mono")

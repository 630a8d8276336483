"""PNGs of the small views, drawn with matplotlib, for places that run no script."""

import math
import textwrap
from collections.abc import Sequence
from typing import Any

from matplotlib import colormaps
from matplotlib.axes import Axes
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure
from matplotlib.patches import FancyBboxPatch, Rectangle
from matplotlib.ticker import MaxNLocator, NullFormatter

from .._core.table import facts, page
from .._core.table.row import Row
from .gradient_sizes import GradientSizes, scale_of, wrong_in
from .matplotlib_figures import figure_of, ink, png_of, pyplot_chart
from .short_text import number_text

DPI = 110


def _canvas(width: float, height: float) -> tuple[Figure, Axes]:
    """A figure and its Axes, in pixels from the upper left."""
    figure = figure_of(width / 100, height / 100)
    ax = figure.add_axes((0, 0, 1, 1))
    ax.set(xlim=(0, width), ylim=(height, 0))
    ax.axis("off")
    return figure, ax


def _text(ax: Axes, x: float, y: float, words: str, colour: str, size: float, **style: Any) -> None:
    style = {"ha": "center", "va": "center", "family": "DejaVu Sans", **style}
    ax.text(x, y, words, color=colour, size=size, parse_math=False, **style)


# ----- the chain strip ------------------------------------------------------------------------------------------------
FACTOR, FACTOR_GAP, STRIP_MARGIN = 84, 18, 24
STRIP_HEIGHT, STRIP_LETTER = 176, 7.6


def chain_png(data: dict[str, Any], place: int) -> bytes:
    """The factors in a row, a bracket around those left of ``place``, and one around the rest.

    ``data`` as `chain.page_data` makes it. Returns PNG bytes.
    """
    factors, shown = data["factors"], data["places"][place - 1]
    width = 2 * STRIP_MARGIN + max(len(factors) * (FACTOR + FACTOR_GAP), STRIP_LETTER * len(shown["sentence"]))
    figure, ax = _canvas(width, STRIP_HEIGHT)
    for i, factor in enumerate(factors):
        _factor(ax, STRIP_MARGIN + i * (FACTOR + FACTOR_GAP), factor, i + 1 < len(factors))
    split, end = (STRIP_MARGIN + count * (FACTOR + FACTOR_GAP) - FACTOR_GAP for count in (place, len(factors)))
    _bracket(ax, STRIP_MARGIN, split, shown["left"], ink()["message"])
    if place < len(factors):
        _bracket(ax, split + FACTOR_GAP, end, shown["right"], ink()["value"])
    _text(ax, STRIP_MARGIN, 150, shown["sentence"], ink()["ink"], 9.5, ha="left")
    return png_of(figure, DPI)


def _factor(ax: Axes, x: float, factor: dict[str, str], dot: bool) -> None:
    looks: dict[str, Any] = {"facecolor": ink()["panel"], "edgecolor": ink()["line"]}
    ax.add_patch(FancyBboxPatch((x, 52), FACTOR, 54, boxstyle="round,pad=0,rounding_size=7", **looks))
    _text(ax, x + FACTOR / 2, 70, factor["number"], ink()["ink"], 13, weight="bold")
    _text(ax, x + FACTOR / 2, 94, factor["meaning"], ink()["muted"], 8.5)
    _text(ax, x + FACTOR / 2, 119, factor["node"], ink()["muted"], 7)
    if dot:
        _text(ax, x + FACTOR + FACTOR_GAP / 2, 76, "·", ink()["ink"], 14, weight="bold")


def _bracket(ax: Axes, left: float, right: float, words: str, colour: str) -> None:
    ax.plot([left, left, right, right], [46, 38, 38, 46], color=colour, linewidth=2.2)
    _text(ax, (left + right) / 2, 24, words, colour, 9)


# ----- a curve ------------------------------------------------------------------------------------------------------
def curve_png(data: dict[str, Any], place: int) -> bytes:
    """The curve with its handle; ``data`` as `curve_view.curve` makes it. Returns PNG bytes."""
    figure = figure_of(6.4, 3.2)
    ax = figure.add_axes((0.12, 0.17, 0.85, 0.7))
    given, name = data["names"]
    xs, ys = map(_gaps, zip(*data["points"], strict=True))
    lines = [(ys, "value", "-"), *([(_gaps(data["second"]), "total", "--")] if "second" in data else [])]
    for (heights, colour, style), label in zip(lines, data.get("lines", [name]), strict=True):
        drawn = slice(place, place + 1) if data.get("trail") else slice(None)
        ax.plot(xs[drawn], heights[drawn], style, color=ink()[colour], linewidth=2, label=label)
        dot = ink()[colour if "second" in data else "message"]
        ax.plot(xs[place], heights[place], "o", color=dot, markersize=8, clip_on=False, zorder=3)
    if data["log"]:
        ax.set(xscale="log", yscale="log")
    elif data["slopes"] and data["slopes"][place] is not None and math.isfinite(ys[place]):
        ends, limits = ax.get_xlim(), ax.get_ylim()
        ax.axline((xs[place], ys[place]), slope=data["slopes"][place], color=ink()["message"])
        ax.set(xlim=ends, ylim=limits)
    if "second" in data:
        known = [*(height for heights, *_ in lines for height in heights), *(mark for mark, _ in data["ticks"][1])]
        known = list(filter(math.isfinite, known))
        ax.set(xlim=(min(xs), max(xs)), ylim=(min(known) / 2, max(known) * 2))
        ax.legend(fontsize=8, labelcolor=ink()["ink"], facecolor=ink()["ground"], edgecolor=ink()["hairline"])
    ax.set_title(data["words"][place].partition("\n")[0], fontsize=9, loc="left", parse_math=False)
    ax.set_xlabel(given, parse_math=False)
    ax.set_ylabel(name, parse_math=False)
    ax.grid(color=ink()["hairline"])
    return png_of(figure, DPI)


def _gaps(values: Sequence[float | None]) -> list[float]:
    return [math.nan if value is None else value for value in values]


# ----- copies and sums ------------------------------------------------------------------------------------------------
ELEMENT_WIDE, ELEMENT_HIGH, ELEMENT_GAP, FAN_MARGIN, BETWEEN_GRIDS = 46, 30, 5, 16, 30
FAN_LETTER, GRID_TITLE, ROW_TOP, SENTENCE = 6.4, 46, 24, 34


def fan_out_png(data: dict[str, Any], at: int, sentence: str) -> bytes:
    """Both rows of arrays, and the element ``at`` with those that light up with it; -1 for none: then the ``sentence``
    is told. Returns PNG bytes.

    ``data`` as `fan_out_view` makes it.
    """
    cells = {cell["id"]: cell for row in data["rows"] for grid in row["grids"] for cell in grid["cells"]}
    lit, here = (set(cells[at]["lit"]), cells[at]["sentence"]) if at in cells else (set(), sentence)
    deepest = [max((len(g["cells"]) // g["columns"] for g in row["grids"]), default=0) for row in data["rows"]]
    heights = [
        ROW_TOP + GRID_TITLE + rows * (ELEMENT_HIGH + ELEMENT_GAP) + ELEMENT_GAP * (rows > 0) for rows in deepest
    ]
    widest = max(sum(_grid_width(grid) + BETWEEN_GRIDS for grid in row["grids"]) for row in data["rows"])
    width, height = (
        2 * FAN_MARGIN + max(widest, FAN_LETTER * len(here)),
        2 * FAN_MARGIN + ROW_TOP + sum(heights) + SENTENCE,
    )
    figure, ax = _canvas(width, height)
    _text(ax, FAN_MARGIN, FAN_MARGIN + 4, data["title"], ink()["ink"], 10.5, weight="bold", ha="left")
    top = FAN_MARGIN + ROW_TOP
    for row, room in zip(data["rows"], heights, strict=True):
        _text(ax, FAN_MARGIN, top + 6, row["label"], ink()["muted"], 8.5, weight="bold", ha="left")
        left = FAN_MARGIN
        for grid in row["grids"]:
            _grid(ax, left, top + ROW_TOP, grid, lit, at)
            left += _grid_width(grid) + BETWEEN_GRIDS
        top += room
    _text(ax, FAN_MARGIN, top + 16, here, ink()["ink"], 9.5, ha="left")
    return png_of(figure, DPI)


def _grid_width(grid: dict[str, Any]) -> float:
    return max(grid["columns"] * (ELEMENT_WIDE + ELEMENT_GAP), FAN_LETTER * len(grid["title"]), 5.6 * len(grid["note"]))


def _grid(ax: Axes, left: float, top: float, grid: dict[str, Any], lit: set[int], at: int) -> None:
    _text(ax, left, top, grid["title"], ink()["ink"], 8.5, weight="bold", ha="left")
    _text(ax, left, top + 15, grid["note"], ink()["muted"], 7.5, ha="left")
    for place, cell in enumerate(grid["cells"]):
        row, column = divmod(place, grid["columns"])
        corner = left + column * (ELEMENT_WIDE + ELEMENT_GAP), top + 28 + row * (ELEMENT_HIGH + ELEMENT_GAP)
        shines, is_here = cell["id"] in lit, cell["id"] == at
        looks = {
            "facecolor": ink()["glow"] if shines else ink()["box"],
            "linewidth": 3 if is_here else 2 if shines else 1,
        }
        looks["edgecolor"] = ink()["focus"] if is_here else ink()["active"] if shines else ink()["line"]
        looks["linestyle"] = "--" if cell.get("copy") else "-"
        ax.add_patch(
            FancyBboxPatch(corner, ELEMENT_WIDE, ELEMENT_HIGH, boxstyle="round,pad=0,rounding_size=5", **looks)
        )
        middle = corner[0] + ELEMENT_WIDE / 2, corner[1] + ELEMENT_HIGH / 2
        bold = "normal" if cell.get("copy") else "bold"
        _text(ax, *middle, cell["text"], ink()[grid["role"]], 10, ha="center", weight=bold, family="DejaVu Sans Mono")


# ----- the Jacobian ---------------------------------------------------------------------------------------------------
ENTRY, ROW, LEFT, TOP, LINE = 78, 34, 120, 64, 22
DEEPEST = 0.4
"""So much of a colour is in the cell with the largest number: letters on it stay legible."""


def jacobian_png(data: dict[str, Any]) -> bytes:
    """All rows that were asked for, and under them a line for each call.

    ``data`` as `jacobian_view.page_data` makes it. Returns PNG bytes.
    """
    lines = [call["sentence"] for call in data["calls"]]
    bottom = TOP + len(data["outputs"]) * ROW + 12
    width = max(LEFT + len(data["inputs"]) * ENTRY + 20, 40 + 6.6 * max(map(len, lines)))
    height = bottom + len(lines) * LINE + 10
    figure, ax = _canvas(width, height)
    _text(ax, 16, 18, data["title"], ink()["ink"], 10.5, ha="left", weight="bold")
    for column, name in enumerate(data["inputs"]):
        _text(ax, LEFT + (column + 0.5) * ENTRY, TOP - 14, name, ink()["muted"], 9)
    most = max((abs(x) for row in data["rows"] if row for x in row if math.isfinite(x)), default=0) or 1
    for place, (name, row) in enumerate(zip(data["outputs"], data["rows"], strict=True)):
        _jacobian_row(ax, TOP + place * ROW, name, row or [None] * len(data["inputs"]), most)
    for place, line in enumerate(lines):
        _text(ax, 16, bottom + (place + 0.5) * LINE, line, ink()["ink"], 8.5, ha="left")
    return png_of(figure, DPI)


def _jacobian_row(ax: Axes, y: float, name: str, row: list[float | None], most: float) -> None:
    _text(ax, LEFT - 12, y + ROW / 2, name, ink()["muted"], 9, ha="right")
    for column, number in enumerate(row):
        x = LEFT + column * ENTRY
        looks: dict[str, Any] = {"facecolor": _shade(number, most), "edgecolor": ink()["hairline"]}
        ax.add_patch(Rectangle((x + 2, y + 2), ENTRY - 4, ROW - 4, **looks))
        _text(ax, x + ENTRY / 2, y + ROW / 2, "?" if number is None else number_text(number), ink()["ink"], 10)


def _shade(number: float | None, most: float) -> tuple[float, ...]:
    """The colour of messages or, below zero, that of values, mixed into the ground; of what is not finite, red."""
    ground = to_rgb(ink()["ground"])
    if number is None:
        return ground
    finite = math.isfinite(number)
    side = to_rgb(ink()["wrong" if not finite else "value" if number < 0 else "message"])
    part = DEEPEST * (abs(number) / most if finite else 1)
    return tuple((1 - part) * under + part * over for under, over in zip(ground, side, strict=True))


# ----- a row of the table ---------------------------------------------------------------------------------------------
PAGE_WIDTH, PAGE_MARGIN, PAGE_LETTERS = 7.6, 0.16, 96


def row_png(op: Row) -> bytes:
    """Name, schema, node, and each rule with its formula, as PNG bytes."""
    lines = _row_lines(op)
    height = sum(room for *_, room in lines) + 2 * PAGE_MARGIN
    figure = figure_of(PAGE_WIDTH, height)
    below = height - PAGE_MARGIN
    for indent, words, style, room in lines:
        below -= room
        drawn = {"va": "center", "family": "DejaVu Sans", "color": ink()["ink"], **style}
        figure.text((PAGE_MARGIN + indent) / PAGE_WIDTH, (below + room / 2) / height, words, **drawn)
    return png_of(figure, 144)


def _row_lines(op: Row) -> list[tuple[float, str, dict[str, Any], float]]:
    """(indent, words, style, height) of each line."""
    plain: dict[str, Any] = {"size": 9.5, "parse_math": False}
    quiet = {**plain, "color": ink()["muted"]}
    code = {**plain, "family": "DejaVu Sans Mono", "size": 8.5}
    formula = {"size": 12, "math_fontfamily": "dejavusans"}
    lines = [(0.0, op.name, {**plain, "size": 13, "weight": "bold"}, 0.32)]
    lines += [(0.0, words, quiet, 0.22) for words in textwrap.wrap(page.called(op), PAGE_LETTERS)]
    lines += [(0.0, words, code, 0.22) for words in textwrap.wrap(op.schema, PAGE_LETTERS)]
    lines.append((0.0, f"node: {page.node_words(op)}", quiet, 0.26))
    if op.tex.get("forward"):
        lines.append((0.0, f"${op.tex['forward']}$", formula, 0.55))
    for one in facts.gradients(op):
        if one.why_not:
            lines.append((0.0, f"∂{one.input}  {one.why_not}", plain, 0.26))
            continue
        lines.append((0.0, f"∂{one.input}", {**code, "weight": "bold", "color": ink()["message"]}, 0.24))
        lines.append((0.3, f"${one.tex}$", formula, 0.5))
        lines += [(0.3, words, code, 0.2) for words in textwrap.wrap(one.source, PAGE_LETTERS - 4)]
    return lines


# ----- how large gradients are ----------------------------------------------------------------------------------------
BAR_ROW, BARS_WIDE = 0.28, 7.2
"""Inches of a parameter's row, and of the figure."""
MANY = 10
"""Of more lines than this, the legend would cover the picture: it stands beside it."""


def draw_gradients(rows: Sequence[GradientSizes], title: str, ax: Axes | None = None) -> Axes:
    """Draw on ``ax``, or on a new figure of pyplot's."""
    ax = ax or pyplot_chart(BARS_WIDE, _bars_height(rows))
    ax.set_title(title, fontsize=9, loc="left", wrap=True)
    (_lines if _are_several(rows) else _bars)(rows, ax)
    return ax


def gradients_png(rows: Sequence[GradientSizes], title: str) -> bytes:
    """The picture as PNG bytes, without pyplot."""
    figure = figure_of(BARS_WIDE, _bars_height(rows))
    draw_gradients(rows, title, figure.add_subplot())
    figure.set_layout_engine("tight")
    return png_of(figure, DPI)


def _are_several(rows: Sequence[GradientSizes]) -> bool:
    """Whether there was more than one backward."""
    return bool(rows) and len(rows[0].sizes) > 1


def _bars_height(rows: Sequence[GradientSizes]) -> float:
    return 4.2 if _are_several(rows) else 1.1 + BAR_ROW * len(rows)


def _bars(rows: Sequence[GradientSizes], ax: Axes) -> None:
    names, scale = [row.name for row in rows], scale_of(rows)
    left, right = 10.0**scale.low, 10.0**scale.high
    norms = [min(max(row.norms[-1] or left, left), right) for row in rows]
    ax.set_xscale("log")
    ax.set_xlim(left, right * 6)
    ax.xaxis.set_minor_formatter(NullFormatter())  # only powers of ten have room
    ax.barh(range(len(names)), [norm - left for norm in norms], left=left, color=ink()["message"], height=0.6)
    ax.set_yticks(range(len(names)), names, fontsize=8)
    ax.invert_yaxis()
    for place, (row, norm) in enumerate(zip(rows, norms, strict=True)):
        colour = ink()["wrong" if wrong_in(row.sizes[-1]) else "ink"]
        ax.text(norm, place, f" {row.told}", va="center", fontsize=8, color=colour)


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
        ax.plot(wrong, [1.0] * len(wrong), marker="x", color=ink()["wrong"], label="nan or inf", **top)
    ax.set_xlim(0.5, len(numbers) + 0.5)
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    ax.set_xlabel("backward", fontsize=8)
    beside = {"loc": "center left", "bbox_to_anchor": (1.0, 0.5)} if len(rows) > MANY else {}
    ax.legend(fontsize=7, **beside)

"""A row of the table as a still picture, for places that run no script."""

import textwrap
from typing import Any

from autograd_lab._table import facts, page
from autograd_lab._table.row import Row

from . import theme
from .figures import figure_of, png_of

WIDTH, MARGIN, LETTERS = 7.6, 0.16, 96


def png(op: Row, dpi: int = 144) -> bytes:
    """Name, schema, node, and each rule with its formula, as PNG bytes."""
    lines = _lines(op)
    height = sum(room for *_, room in lines) + 2 * MARGIN
    figure = figure_of(WIDTH, height)
    below = height - MARGIN
    for indent, words, style, room in lines:
        below -= room
        drawn = {"va": "center", "family": "DejaVu Sans", "color": theme.LIGHT["ink"], **style}
        figure.text((MARGIN + indent) / WIDTH, (below + room / 2) / height, words, **drawn)
    return png_of(figure, dpi)


def _lines(op: Row) -> list[tuple[float, str, dict[str, Any], float]]:
    """(indent, words, style, height) of each line."""
    plain: dict[str, Any] = {"size": 9.5, "parse_math": False}
    quiet = {**plain, "color": theme.LIGHT["muted"]}
    code = {**plain, "family": "DejaVu Sans Mono", "size": 8.5}
    formula = {"size": 12, "math_fontfamily": "dejavusans"}
    lines = [(0.0, op.name, {**plain, "size": 13, "weight": "bold"}, 0.32)]
    lines += [(0.0, words, quiet, 0.22) for words in textwrap.wrap(page.called(op), LETTERS)]
    lines += [(0.0, words, code, 0.22) for words in textwrap.wrap(op.schema, LETTERS)]
    lines.append((0.0, f"node: {page.node_words(op)}", quiet, 0.26))
    if op.tex.get("forward"):
        lines.append((0.0, f"${op.tex['forward']}$", formula, 0.55))
    for one in facts.gradients(op):
        if one.why_not:
            lines.append((0.0, f"∂{one.input}  {one.why_not}", plain, 0.26))
            continue
        lines.append((0.0, f"∂{one.input}", {**code, "weight": "bold", "color": theme.LIGHT["message"]}, 0.24))
        lines.append((0.3, f"${one.tex}$", formula, 0.5))
        lines += [(0.3, words, code, 0.2) for words in textwrap.wrap(one.source, LETTERS - 4)]
    return lines

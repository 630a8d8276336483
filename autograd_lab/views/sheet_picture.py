"""A sheet as a PNG, in fixed-width letters."""

import textwrap
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from . import theme
from .figures import figure_of, png_of
from .sheet_parts import Note, Table, width_of
from .short_text import shorten

INK = theme.LIGHT
MONO_ADVANCE = 0.602
"""Width of a character of DejaVu Sans Mono, in ems."""
FONT_SIZE, ROW_HEIGHT, PADDING, WRAP = 10.0, 0.27, 0.16, 110
WIDEST = 2 * WRAP
"""A word or a cell that is longer, say the name of a variable, is cut in the picture; the words beside it are whole."""

Piece = tuple[int, str, str, str]
"""Column, words, colour, weight."""


def png(title: str, parts: Iterable[Table | Note], dpi: int) -> bytes:
    """A sheet as PNG bytes, as wide as its longest line."""
    lines: list[list[Piece]] = [[(0, shorten(title, WIDEST), INK["ink"], "bold")]]
    for part in parts:
        lines += _note_lines(part) if isinstance(part, Note) else _table_lines(part.compact())
    em = FONT_SIZE / 72 * MONO_ADVANCE
    columns = max(start + width_of(words) for pieces in lines for start, words, _, _ in pieces)
    width, height = columns * em + 2 * PADDING, len(lines) * ROW_HEIGHT + 2 * PADDING
    figure = figure_of(width, height)
    letters: dict[str, Any] = {"size": FONT_SIZE, "va": "center", "family": "DejaVu Sans Mono", "parse_math": False}
    for number, pieces in enumerate(lines):
        y = 1 - (PADDING + (number + 0.5) * ROW_HEIGHT) / height
        for start, words, colour, weight in pieces:
            figure.text((PADDING + start * em) / width, y, words, color=colour, weight=weight, **letters)
    return png_of(figure, dpi)


def _note_lines(note: Note) -> Iterator[list[Piece]]:
    wrapped = textwrap.wrap(note.text, WRAP, break_long_words=False, break_on_hyphens=False)
    for line in note.text.splitlines() if note.code else wrapped:
        yield [(0, shorten(line, WIDEST), INK["ink"], "bold" if note.strong else "normal")]


def _table_lines(table: Table) -> Iterator[list[Piece]]:
    rows = tuple(tuple(shorten(cell, WIDEST) for cell in row) for row in table.rows)
    table = replace(table, rows=rows)
    widths = table.widths()
    starts = [sum(widths[:i]) + 2 * i for i in range(len(widths))]
    for row in table.lines():
        colours = [INK["muted"] if row is table.header else INK.get(kind, INK["ink"]) for kind in table.kinds]
        yield [(starts[i], cell, colours[i], "normal") for i, cell in enumerate(row)]

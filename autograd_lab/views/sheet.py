"""A titled table with notes, in every form a reader may need: text, HTML, PNG.

`ledger` and `lamps` return sheets. A sheet is a plain HTML table rather than a widget:
JupyterLab shows a bare table even in an untrusted notebook, and so do sites that host code, while a widget needs saved
state and trust. Colours are an extra: the table reads the same when its style element is stripped.
"""

import base64
import textwrap
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from html import escape
from itertools import zip_longest
from typing import Any

from . import theme
from .short_text import shorten

PLAIN, VALUE, MESSAGE, TOTAL, CODE, LAMP = "plain", "value", "message", "total", "code", "lamp"
"""What a column holds; it decides the colour, and never stands alone: cells carry ``v=``, ``∂=`` or a header."""


@dataclass(frozen=True)
class Table:
    """``rows`` of cells under a ``header``. ``kinds`` has one of the words above for each column."""

    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    kinds: tuple[str, ...]

    def compact(self) -> "Table":
        """Without the columns that are empty in every row."""
        keep = [i for i in range(len(self.header)) if any(row[i] for row in self.rows)]
        header, kinds, *rows = (tuple(row[i] for i in keep) for row in (self.header, self.kinds, *self.rows))
        return Table(header, tuple(rows), kinds)

    def lines(self) -> list[tuple[str, ...]]:
        """Header and rows, as far as there is anything in them."""
        return [row for row in (self.header, *self.rows) if any(row)]

    def widths(self) -> list[int]:
        """How many columns of a terminal the widest cell of each column takes."""
        return [max(map(width_of, cells)) for cells in zip_longest(*self.lines(), fillvalue="")]


@dataclass(frozen=True)
class Note:
    """A sentence between tables. ``strong`` is as much of its beginning as is bold; ``code`` keeps its lines."""

    text: str
    strong: str = ""
    code: bool = False


def width_of(string: str) -> int:
    """Columns that ``string`` takes in a terminal: wide characters take two, combining ones none."""
    return sum(
        0 if unicodedata.combining(char) else 2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in string
    )


class Shown:
    """Shows itself in a notebook: what has ``text()``, ``html()`` and ``png()``."""

    def __repr__(self) -> str:
        return self.text()

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        return {
            "text/html": self.html(),
            "image/png": base64.b64encode(self.png()).decode(),
            "text/plain": self.text(),
        }


@dataclass(frozen=True, repr=False)
class Sheet(Shown):
    """What the table views return. Shows itself in a notebook; ``print`` gives the text."""

    title: str
    parts: tuple[Table | Note, ...]

    def text(self) -> str:
        lines = (line for part in self.parts for line in _text(part))
        return "\n".join([self.title, "-" * width_of(self.title), *lines])

    def html(self) -> str:
        """The sheet as one ``<div>`` with plain tables. Everything in it is escaped."""
        inside, title = "".join(_html(part) for part in self.parts), escape(self.title)
        return f'<div {SCROLLS} aria-label="{title}"><style>{STYLE}</style><p><b>{title}</b></p>{inside}</div>'

    def png(self, dpi: int = 144) -> bytes:
        """The sheet as a picture, for places that show neither HTML nor widgets."""
        return _png(self.title, self.parts, dpi)


# ----- text -----------------------------------------------------------------------------------------------------------
def _text(part: Table | Note) -> Iterable[str]:
    if isinstance(part, Note):
        yield part.text
        return
    part = part.compact()
    widths = part.widths()
    for row in part.lines():
        cells = (cell + " " * (widths[i] - width_of(cell)) for i, cell in enumerate(row))
        yield "  ".join(cells).rstrip()


# ----- HTML -----------------------------------------------------------------------------------------------------------
SCROLLS = 'class="agl-sheet" role="region" tabindex="0"'
"""A wide table is scrolled inside its own frame, which has to be in reach of the keyboard for that."""
LEFT = 'style="text-align: left"'
"""On each cell, since JupyterLab's own style puts cells to the right, and an untrusted notebook keeps only this."""
STYLE = (
    theme.css(".agl-sheet")
    + """.agl-sheet { color: var(--agl-ink); font-family: var(--agl-sans); overflow-x: auto; padding: 2px 0 6px;
  background: linear-gradient(270deg, var(--agl-ground) 40%, transparent) right / 40px 100% no-repeat local,
    linear-gradient(270deg, var(--agl-line), transparent) right / 12px 100% no-repeat scroll; }
.agl-sheet p { margin: 4px 0 6px; }
.agl-sheet.agl-sheet table { color: var(--agl-ink); border-collapse: collapse; margin: 0 0 6px; font-size: 13px; }
.agl-sheet.agl-sheet th, .agl-sheet.agl-sheet td { padding: 4px 12px 4px 8px; border: 0;
  border-bottom: 1px solid var(--agl-hairline); background: none; color: inherit; white-space: pre-wrap; }
.agl-sheet.agl-sheet th { color: var(--agl-muted); font-weight: 600; }
.agl-sheet.agl-sheet .code, .agl-sheet.agl-sheet .value, .agl-sheet.agl-sheet .message, .agl-sheet.agl-sheet .total {
  font-family: var(--agl-mono); white-space: pre; }
.agl-sheet.agl-sheet td.value { color: var(--agl-value); }
.agl-sheet.agl-sheet td.message { color: var(--agl-message); }
.agl-sheet.agl-sheet td.total { color: var(--agl-total); }
.agl-sheet.agl-sheet td.lamp { color: var(--agl-value); font-size: 16px; line-height: 1; }
"""
)


def _html(part: Table | Note) -> str:
    if isinstance(part, Note):
        words = escape(part.text)
        if part.code:
            return f"<pre>{words}</pre>"
        bold = escape(part.strong)
        return f"<p>{bold and f'<b>{bold}</b>'}{words.removeprefix(bold)}</p>"
    part = part.compact()
    head = "".join(f"<th {LEFT}>{escape(cell)}</th>" if cell else "<td></td>" for cell in part.header)
    rows = (
        [f'<td class="{k}" {LEFT}>{escape(cell)}</td>' for k, cell in zip(part.kinds, row, strict=True)]
        for row in part.rows
    )
    body = "".join(f"<tr>{''.join(cells)}</tr>" for cells in rows)
    head = f"<thead><tr>{head}</tr></thead>" if any(part.header) else ""
    return f"<table>{head}<tbody>{body}</tbody></table>"


# ----- as a picture ---------------------------------------------------------------------------------------------------
MONO_ADVANCE = 0.602
"""Width of a character of DejaVu Sans Mono, in ems."""
FONT_SIZE, ROW_HEIGHT, PADDING, WRAP = 10.0, 0.27, 0.16, 110
WIDEST = 2 * WRAP
"""A word or a cell that is longer, say the name of a variable, is cut in the picture; the words beside it are whole."""

Piece = tuple[int, str, str, str]
"""Column, words, name of the colour, weight."""


def _png(title: str, parts: Iterable[Table | Note], dpi: int) -> bytes:
    """A sheet as PNG bytes, as wide as its longest line."""
    from .matplotlib_figures import figure_of, ink, png_of  # loads matplotlib

    lines: list[list[Piece]] = [[(0, shorten(title, WIDEST), "ink", "bold")]]
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
            figure.text((PADDING + start * em) / width, y, words, color=ink()[colour], weight=weight, **letters)
    return png_of(figure, dpi)


def _note_lines(note: Note) -> Iterator[list[Piece]]:
    wrapped = textwrap.wrap(note.text, WRAP, break_long_words=False, break_on_hyphens=False)
    bold = len(note.strong)
    for line in note.text.splitlines() if note.code else wrapped:
        words = shorten(line, WIDEST)
        yield [(0, words[:bold], "ink", "bold"), (width_of(words[:bold]), words[bold:], "ink", "normal")]
        bold = max(0, bold - len(line) - 1)


def _table_lines(table: Table) -> Iterator[list[Piece]]:
    header, *rows = (tuple(shorten(cell, WIDEST) for cell in row) for row in (table.header, *table.rows))
    table = replace(table, header=header, rows=tuple(rows))
    widths = table.widths()
    starts = [sum(widths[:i]) + 2 * i for i in range(len(widths))]
    for row in table.lines():
        colours = ["muted" if row is table.header else kind if kind in theme.LIGHT else "ink" for kind in table.kinds]
        yield [(starts[i], cell, colours[i], "normal") for i, cell in enumerate(row)]

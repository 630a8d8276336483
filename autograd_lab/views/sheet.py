"""A titled table with notes, in every form a reader may need: text, HTML, PNG.

The tables of this package (`formula_card`, `ledger`, `slots`, `saved`) are all sheets. They are plain HTML tables
rather than widgets: JupyterLab lets a bare table through even in an untrusted notebook and code-hosting sites show it,
while a widget needs saved state and trust. Colours are an extra, in a style element that may be stripped without loss.
"""

import base64
import io
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

from autograd_lab.views import theme

PLAIN, VALUE, MESSAGE, TOTAL, CODE = "plain", "value", "message", "total", "code"
"""What a column holds; it decides the colour, and never stands alone: cells carry ``v=``, ``∂=`` or a header."""


@dataclass(frozen=True)
class Table:
    """``rows`` of cells under a ``header`` ("" for none). ``kinds`` has one of the words above for each column."""

    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    kinds: tuple[str, ...] = ()
    footer: tuple[str, ...] = ()

    def kind(self, column: int) -> str:
        """What column number ``column`` holds."""
        return self.kinds[column] if column < len(self.kinds) else PLAIN

    def compact(self) -> "Table":
        """Without the columns that are empty in every row."""
        lines = [*self.rows, self.footer]
        keep = [i for i in range(len(self.header)) if any(i < len(line) and line[i] for line in lines)]

        def pick(row: tuple[str, ...]) -> tuple[str, ...]:
            return tuple(row[i] for i in keep) if row else ()

        kinds = tuple(self.kind(i) for i in keep)
        return Table(pick(self.header), tuple(pick(row) for row in self.rows), kinds, pick(self.footer))


@dataclass(frozen=True)
class Note:
    """A sentence between tables. ``strong`` ones are results, ``code`` ones keep their lines."""

    text: str
    strong: bool = False
    code: bool = False


@dataclass(frozen=True, repr=False)
class Sheet:
    """What the table views return. Shows itself in a notebook; ``print`` gives the text."""

    title: str
    parts: tuple[Table | Note, ...]

    def text(self) -> str:
        """The sheet in fixed-width text."""
        return "\n".join([self.title, "-" * _width(self.title), *(line for part in self.parts for line in _text(part))])

    def html(self) -> str:
        """The sheet as one ``<div>`` with plain tables. Everything in it is escaped."""
        inside = "".join(_html(part) for part in self.parts)
        return f'<div class="agl-sheet"><style>{STYLE}</style><p><b>{escape(self.title)}</b></p>{inside}</div>'

    def png(self, dpi: int = 144) -> bytes:
        """The sheet as a picture, for places that show neither HTML nor widgets."""
        return _png(self, dpi)

    def __repr__(self) -> str:
        return self.text()

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        return {
            "text/html": self.html(),
            "image/png": base64.b64encode(self.png()).decode(),
            "text/plain": self.text(),
        }


# ----- text ----------------------------------------------------------------------------------------------------------
def _width(string: str) -> int:
    """Columns that ``string`` takes in a terminal: wide characters take two, combining ones none."""
    return sum(
        0 if unicodedata.combining(char) else 2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in string
    )


def _text(part: Table | Note) -> Iterable[str]:
    if isinstance(part, Note):
        yield part.text
        return
    part = part.compact()
    lines = [row for row in (part.header, *part.rows, part.footer) if any(row)]
    widths = [max(_width(row[i]) for row in lines if i < len(row)) for i in range(max(map(len, lines), default=0))]
    for row in lines:
        cells = (cell + " " * (widths[i] - _width(cell)) for i, cell in enumerate(row))
        yield "  ".join(cells).rstrip()


# ----- HTML ----------------------------------------------------------------------------------------------------------
LEFT = 'style="text-align: left"'
"""On each cell, since JupyterLab's own style puts cells to the right, and an untrusted notebook keeps only this."""
STYLE = (
    theme.css(".agl-sheet")
    + """.agl-sheet { color: var(--agl-ink); font-family: var(--agl-sans); overflow-x: auto; padding: 2px 0 6px; }
.agl-sheet p { margin: 4px 0 6px; }
.agl-sheet.agl-sheet table { color: var(--agl-ink); border-collapse: collapse; margin: 0 0 6px; font-size: 13px; }
.agl-sheet.agl-sheet th, .agl-sheet.agl-sheet td { padding: 4px 12px 4px 8px; border: 0;
  border-bottom: 1px solid var(--agl-hairline); background: none; color: inherit; white-space: pre-wrap; }
.agl-sheet.agl-sheet th { color: var(--agl-muted); font-weight: 600; }
.agl-sheet tfoot td { border-top: 2px solid var(--agl-line); font-weight: 700; }
.agl-sheet.agl-sheet .code, .agl-sheet.agl-sheet .value, .agl-sheet.agl-sheet .message, .agl-sheet.agl-sheet .total {
  font-family: var(--agl-mono); white-space: pre; }
.agl-sheet.agl-sheet td.value { color: var(--agl-value); }
.agl-sheet.agl-sheet td.message { color: var(--agl-message); }
.agl-sheet.agl-sheet td.total { color: var(--agl-total); }
"""
)


def _html(part: Table | Note) -> str:
    if isinstance(part, Note):
        words = escape(part.text)
        if part.code:
            return f"<pre>{words}</pre>"
        return f"<p>{f'<b>{words}</b>' if part.strong else words}</p>"
    part = part.compact()
    head = "".join(f"<th {LEFT}>{escape(cell)}</th>" for cell in part.header)
    body = "".join(f"<tr>{_cells(part, row)}</tr>" for row in part.rows)
    foot = f"<tfoot><tr>{_cells(part, part.footer)}</tr></tfoot>" if part.footer else ""
    head = f"<thead><tr>{head}</tr></thead>" if any(part.header) else ""
    return f"<table>{head}<tbody>{body}</tbody>{foot}</table>"


def _cells(table: Table, row: Sequence[str]) -> str:
    return "".join(f'<td class="{table.kind(i)}" {LEFT}>{escape(cell)}</td>' for i, cell in enumerate(row))


# ----- PNG -----------------------------------------------------------------------------------------------------------
MONO_ADVANCE = 0.602
"""Width of a character of DejaVu Sans Mono, in ems."""
FONT_SIZE, ROW_HEIGHT, PADDING, WRAP = 10.0, 0.27, 0.16, 110


def _png(sheet: Sheet, dpi: int) -> bytes:
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    lines = list(_drawn_lines(sheet))
    em = FONT_SIZE / 72 * MONO_ADVANCE
    columns = max(start + _width(string) for pieces in lines for start, string, _, _ in pieces)
    width, height = columns * em + 2 * PADDING, len(lines) * ROW_HEIGHT + 2 * PADDING
    figure = Figure(figsize=(width, height), facecolor=theme.LIGHT["ground"])
    FigureCanvasAgg(figure)
    for number, pieces in enumerate(lines):
        y = 1 - (PADDING + (number + 0.5) * ROW_HEIGHT) / height
        for start, string, colour, weight in pieces:
            x = (PADDING + start * em) / width
            figure.text(
                x, y, string, color=colour, weight=weight, size=FONT_SIZE, va="center", family="DejaVu Sans Mono",
                parse_math=False,
            )  # fmt: skip
    buffer = io.BytesIO()
    figure.savefig(buffer, format="png", dpi=dpi, metadata={"Software": None})
    return buffer.getvalue()


def _drawn_lines(sheet: Sheet):
    """Lines of (column, text, colour, weight)."""
    ink, muted = theme.LIGHT["ink"], theme.LIGHT["muted"]
    yield [(0, sheet.title, ink, "bold")]
    for part in sheet.parts:
        if isinstance(part, Note):
            for line in part.text.splitlines() if part.code else _wrapped(part.text):
                yield [(0, line, ink, "bold" if part.strong else "normal")]
            continue
        part = part.compact()
        rows = [(row, weight) for row, weight in _weighted(part) if any(row)]
        widths = [max(_width(row[i]) for row, _ in rows) for i in range(max((len(row) for row, _ in rows), default=0))]
        for row, weight in rows:
            starts = [sum(widths[:i]) + 2 * i for i in range(len(row))]
            heading = row is part.header
            colours = [muted if heading else theme.LIGHT.get(part.kind(i), ink) for i in range(len(row))]
            yield [(s, cell, c, weight) for s, cell, c in zip(starts, row, colours, strict=True)]


def _weighted(table: Table):
    yield table.header, "normal"
    yield from ((row, "normal") for row in table.rows)
    yield table.footer, "bold"


def _wrapped(text: str) -> list[str]:
    lines, line = [], ""
    for word in text.split(" "):
        if line and len(line) + 1 + len(word) > WRAP:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}" if line else word
    return [*lines, line]

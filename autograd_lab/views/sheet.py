"""A titled table with notes, in every form a reader may need: text, HTML, PNG.

The tables of this package (`formula_card`, `ledger`, `slots`, `saved`) are all sheets. They are plain HTML tables
rather than widgets: JupyterLab lets a bare table through even in an untrusted notebook and code-hosting sites show it,
while a widget needs saved state and trust. Colours are an extra, in a style element that may be stripped without loss.
"""

import base64
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

from . import theme
from .sheet_parts import Note, Table, width_of


@dataclass(frozen=True, repr=False)
class Sheet:
    """What the table views return. Shows itself in a notebook; ``print`` gives the text."""

    title: str
    parts: tuple[Table | Note, ...]

    def text(self) -> str:
        """The sheet in fixed-width text."""
        lines = (line for part in self.parts for line in _text(part))
        return "\n".join([self.title, "-" * width_of(self.title), *lines])

    def html(self) -> str:
        """The sheet as one ``<div>`` with plain tables. Everything in it is escaped."""
        inside, title = "".join(_html(part) for part in self.parts), escape(self.title)
        return f'<div {SCROLLS} aria-label="{title}"><style>{STYLE}</style><p><b>{title}</b></p>{inside}</div>'

    def png(self, dpi: int = 144) -> bytes:
        """The sheet as a picture, for places that show neither HTML nor widgets."""
        from .sheet_picture import png  # loads matplotlib

        return png(self.title, self.parts, dpi)

    def __repr__(self) -> str:
        return self.text()

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        return {
            "text/html": self.html(),
            "image/png": base64.b64encode(self.png()).decode(),
            "text/plain": self.text(),
        }


# ----- text ----------------------------------------------------------------------------------------------------------
def _text(part: Table | Note) -> Iterable[str]:
    if isinstance(part, Note):
        yield part.text
        return
    part = part.compact()
    widths = part.widths()
    for row in part.lines():
        cells = (cell + " " * (widths[i] - width_of(cell)) for i, cell in enumerate(row))
        yield "  ".join(cells).rstrip()


# ----- HTML ----------------------------------------------------------------------------------------------------------
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
"""
)


def _html(part: Table | Note) -> str:
    if isinstance(part, Note):
        words = escape(part.text)
        if part.code:
            return f"<pre>{words}</pre>"
        return f"<p>{f'<b>{words}</b>' if part.strong else words}</p>"
    part = part.compact()
    head = "".join(f"<th {LEFT}>{escape(cell)}</th>" if cell else "<td></td>" for cell in part.header)
    body = "".join(f"<tr>{_cells(part, row)}</tr>" for row in part.rows)
    head = f"<thead><tr>{head}</tr></thead>" if any(part.header) else ""
    return f"<table>{head}<tbody>{body}</tbody></table>"


def _cells(table: Table, row: Sequence[str]) -> str:
    return "".join(f'<td class="{table.kinds[i]}" {LEFT}>{escape(cell)}</td>' for i, cell in enumerate(row))

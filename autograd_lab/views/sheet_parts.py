"""What a sheet is made of: tables and notes, as plain data."""

import unicodedata
from dataclasses import dataclass
from itertools import zip_longest

PLAIN, VALUE, MESSAGE, TOTAL, CODE = "plain", "value", "message", "total", "code"
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
    """A sentence between tables. ``strong`` ones are results, ``code`` ones keep their lines."""

    text: str
    strong: bool = False
    code: bool = False


def width_of(string: str) -> int:
    """Columns that ``string`` takes in a terminal: wide characters take two, combining ones none."""
    return sum(
        0 if unicodedata.combining(char) else 2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in string
    )

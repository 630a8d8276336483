"""Where boxes and frames stand in pixels, given which groups are open. The browser does the same (``placing.js``).

Everything is counted along two directions: ``u``, in which gradients travel, and ``v`` across. A picture that runs from
left to right has u for x; one that runs from top to bottom has u for y. Sizes are added up from the innermost open
group outwards, then places are given from the outermost inwards.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from .groups import ROOT, Groups
from .inside import Inside, Insides
from .layout import DUMMY_HEIGHT
from .sizes import MARGIN, PORTS_WIDTH, ROW_GAP

Rect = tuple[float, float, float, float]
"""Left, top, width, height; or the same along u and v: where it starts along u and v, and how far it reaches."""
Size = tuple[float, float]

COLUMN_GAP = 30
"""Pixels between two boxes that stand side by side, where gradients travel down."""
DOWN_GAP = 60
"""Pixels between two boxes one below the other, where gradients travel down: a name, a label and a head fit in."""
SEED_ROOM = 26, 54
"""Pixels before the first boxes, beside the label: for the arrow into a root, to the right and down."""
ALONE = 60
"""How far apart rows are where nothing but open groups says it."""
DOOR_ROOM, NO_DOOR = 40, 18
"""Pixels between a frame and its first or last boxes: where edges pass, and where none do."""
FRAME_TITLE, FRAME_SIDE = 14, 16
"""Pixels that a frame's title takes beside the gap above a box, and those below the lowest box."""


@dataclass(frozen=True)
class Grid:
    """Of an open group: where its columns start along u and how long they are, where the middles of its rows are.

    ``start`` and ``end`` are its borders along u.
    """

    columns: Mapping[float, tuple[float, float]]
    rows: Mapping[float, float]
    start: float
    end: float


class Placing:
    """Where everything stands: ``boxes`` and ``frames`` by id as `Rect`, and the ``grids`` of the open groups."""

    def __init__(
        self,
        groups: Groups,
        insides: Insides,
        sizes: Callable[[str], Size],
        labels: Callable[[str], float],
        opened: set[str],
        vertical: bool,
    ):
        """``sizes`` are those of nodes and closed groups, ``labels`` the room for texts on arrows in each group."""
        self._insides, self._sizes, self._labels, self._vertical = insides, sizes, labels, vertical
        self._open = [group for group in groups.groups if opened.issuperset(groups.way(group))]
        self._groups = groups
        self._extent: dict[str, Size] = {}
        self._local: dict[str, Grid] = {}
        for group in reversed(self._open):
            self._measure(group)
        self.boxes: dict[str, Rect] = {}
        self.frames: dict[str, Rect] = {}
        self.grids: dict[str, Grid] = {}
        self._corner = {ROOT: (0.0, 0.0)}
        for group in self._open:
            self._place(group)
        self.width, self.height = self._turned(*self._extent[ROOT])

    def _turned(self, u: float, v: float) -> Size:
        return (v, u) if self._vertical else (u, v)

    # ----- sizes, from the inside out ---------------------------------------------------------------------------------
    def _measure(self, group: str) -> None:
        inside, extents = self._insides[group], self._extents(group)
        columns, end = self._columns(group, inside, extents)
        rows, breadth = self._rows(group, inside, extents)
        self._local[group] = Grid(columns, rows, 0.0, end)
        self._extent[group] = end, breadth

    def _extents(self, group: str) -> dict[str, Size]:
        """How far each member reaches along u and v. Boxes of one column are equally wide where gradients go right."""
        plain = [member for member in self._insides[group].rows if member not in self._extent]
        extents = {member: self._turned(*self._sizes(member)) for member in plain}
        if not self._vertical:
            longest: dict[float, float] = {}
            for member in plain:
                column = self._insides[group].rows[member][0]
                longest[column] = max(longest.get(column, 0.0), extents[member][0])
            extents = {m: (longest[self._insides[group].rows[m][0]], extents[m][1]) for m in plain}
        self._extent |= extents
        return {member: self._extent[member] for member in self._insides[group].rows}

    def _columns(
        self, group: str, inside: Inside, extents: Mapping[str, Size]
    ) -> tuple[dict[float, tuple[float, float]], float]:
        """Start and length of each column, and where the group ends."""
        label = self._labels(group)
        gap = DOWN_GAP if self._vertical else label + PORTS_WIDTH
        if group == ROOT:
            start, end = MARGIN + (SEED_ROOM[1] if self._vertical else label + SEED_ROOM[0]), MARGIN
        else:
            start, end = (DOOR_ROOM if doors else NO_DOOR for doors in (inside.entries, inside.exits))
            start += (FRAME_TITLE + ROW_GAP / 2) * self._vertical
        lengths: dict[float, float] = {}
        for member, (column, _) in inside.rows.items():
            lengths[column] = max(lengths.get(column, 0.0), extents[member][0])
        columns, u = {}, float(start)
        for column in sorted(lengths):
            columns[column] = u, lengths[column]
            u += lengths[column] + gap
        return columns, u - gap * bool(columns) + end

    def _rows(self, group: str, inside: Inside, extents: Mapping[str, Size]) -> tuple[dict[float, float], float]:
        """The middle of each row, and how far the group reaches across.

        A row is as far below the one before it as it would be were all boxes alike, and farther where a large box needs
        it. So what stands in one row stays in line across the columns.
        """
        gap = COLUMN_GAP if self._vertical else ROW_GAP
        plain = [extents[member][1] for member in inside.rows if member not in self._local]
        pitch = max(plain, default=ALONE) + gap
        cells: dict[float, list[tuple[float, float]]] = {}
        for member, (column, row) in inside.rows.items():
            cells.setdefault(column, []).append((row, (extents[member][1] + gap) / 2))
        ways = (*inside.entries.values(), *inside.exits.values())
        passed = (point for bends in (*inside.bends.values(), *(way for _, way in ways)) for point in bends)
        for column, row in dict.fromkeys(passed):
            cells.setdefault(column, []).append((row, pitch * DUMMY_HEIGHT / 2))
        top = MARGIN if group == ROOT else 0.0 if self._vertical else FRAME_TITLE
        needs: dict[float, list[tuple[float | None, float]]] = {row: [] for row, _ in ways}
        for column in cells.values():
            above: tuple[float, float] | None = None
            for row, half in sorted(column):
                apart = (above[0], above[1] + half) if above else (None, half)
                needs.setdefault(row, []).append(apart)
                above = row, half
        rows: dict[float, float] = {}
        before: float | None = None
        for row in sorted(needs):
            wanted = [top] if before is None else [rows[before] + (row - before) * pitch]
            wanted += [(top if other is None else rows[other]) + apart for other, apart in needs[row]]
            rows[row] = max(wanted)
            before = row
        lowest = max((rows[inside.rows[m][1]] + extents[m][1] / 2 for m in inside.rows), default=0.0)
        side = MARGIN if group == ROOT else COLUMN_GAP / 2 if self._vertical else FRAME_SIDE
        return rows, max([lowest, *(rows[row] for row, _ in ways)]) + side

    # ----- places, from the outside in --------------------------------------------------------------------------------
    def _place(self, group: str) -> None:
        (u0, v0), local = self._corner[group], self._local[group]
        columns = {column: (u0 + start, length) for column, (start, length) in local.columns.items()}
        rows = {row: v0 + v for row, v in local.rows.items()}
        self.grids[group] = Grid(columns, rows, u0, u0 + local.end)
        for member, (column, row) in self._insides[group].rows.items():
            u, v = columns[column][0], rows[row] - self._extent[member][1] / 2
            (x, y), (width, height) = self._turned(u, v), self._turned(*self._extent[member])
            if member in self._local:
                self._corner[member] = u, v
                self.frames[member] = (x, y, width, height)
            else:
                self.boxes[member] = (x, y, width, height)

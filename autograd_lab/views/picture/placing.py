"""Where boxes and frames are, in pixels, when some groups are open. ``static/placing.js`` does the same in the browser.

``layout.json`` has the sizes that both read, and ``tests/data/places.json`` the places that both must find.

`layers` has decided on columns and rows; here they become pixels. Every length runs along one of two directions:
``u``, in which gradients travel, and ``v`` across. In a picture that runs from left to right, u is x; in one that runs
from top to bottom, u is y. Sizes are added up from the innermost open group outwards; places are then given from the
outermost group inwards.

A picture that would run too far down continues in another *band* beside the first, like text in newspaper columns.
Edges climb to it through the *gutter* between the two bands.
"""

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import inf

from .groups import ROOT, Groups
from .inside import Inside, Insides, Way
from .layout import (
    ALONE,
    COLUMN_GAP,
    DOOR_ROOM,
    DOWN_GAP,
    FRAME_SIDE,
    FRAME_TITLE,
    GUTTER,
    LINE_ROOM,
    MARGIN,
    NO_DOOR,
    PORTS_WIDTH,
    ROW_GAP,
    SEED_ROOM,
    SHORTEST,
    THIN,
    TURN,
)

Rect = tuple[float, float, float, float]
"""Left, top, width, height; or the same along u and v: where it starts along u and v, and how far it reaches."""
Size = tuple[float, float]


@dataclass(frozen=True)
class Band:
    """Columns that follow each other: where the middles of their rows are and where they end.

    ``gutter`` is the middle of the space before them.
    """

    rows: Mapping[float, float]
    gutter: float
    foot: float


@dataclass(frozen=True)
class Grid:
    """The grid of an open group: where its columns start along u, how long they are, and in which band each is.

    ``start`` and ``end`` are its borders along u, ``head`` is where its bands begin.
    """

    columns: Mapping[float, tuple[float, float]]
    place: Mapping[float, int]
    bands: tuple[Band, ...]
    start: float
    head: float
    end: float

    def row(self, column: float, row: float) -> float:
        """The middle of a row where it passes this column."""
        return self.bands[self.place[column]].rows[row]

    def moved(self, u: float, v: float) -> "Grid":
        """The same at another place."""
        columns = {column: (u + start, length) for column, (start, length) in self.columns.items()}
        bands = tuple(
            Band({row: v + at for row, at in band.rows.items()}, v + band.gutter, u + band.foot) for band in self.bands
        )
        return Grid(columns, self.place, bands, u + self.start, u + self.head, u + self.end)


class Placing:
    """The places of one picture: ``boxes`` and ``frames`` by id as `Rect`, and the ``grids`` of the open groups."""

    def __init__(
        self,
        groups: Groups,
        insides: Insides,
        sizes: Callable[[str], Size],
        labels: Callable[[str], float],
        opened: set[str],
        down: float,
    ):
        """``sizes`` are those of nodes and closed groups, ``labels`` the room for texts on arrows in each group.

        ``down`` is how far the picture may run down, 0 if it is to run to the right.
        """
        self._insides, self._sizes, self._labels, self._vertical = insides, sizes, labels, down > 0
        roots = [root.node for start in groups.trace.starts for root in start.roots]
        self._seeded = {group for root in roots for group in groups.holding(root)}
        self._open = [group for group in groups.groups if opened.issuperset(groups.way(group))]
        self._room: dict[str, float] = {}
        for group in self._open:
            outer = groups.groups[group].parent
            self._room[group] = (self._room[outer] if outer else down or inf) - sum(self._borders(group))
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
    def _borders(self, group: str) -> Size:
        """Pixels before the first and behind the last of its columns."""
        if group == ROOT:
            return MARGIN + (SEED_ROOM[1] if self._vertical else self._labels(group) + SEED_ROOM[0]), MARGIN
        start, end = (
            DOOR_ROOM if doors else NO_DOOR for doors in (self._insides[group].entries, self._insides[group].exits)
        )
        return (max(start, SEED_ROOM[1] * (group in self._seeded)) + FRAME_TITLE if self._vertical else start), end

    def _measure(self, group: str) -> None:
        inside, extents = self._insides[group], self._extents(group)
        head, after = self._borders(group)
        columns, place = self._columns(group, inside, extents, head)
        last = max(place.values(), default=0)
        v = MARGIN if group == ROOT else 0.0 if self._vertical else FRAME_TITLE
        bands: list[Band] = []
        for number in range(last + 1):
            mine = {column: sum(reach) for column, reach in columns.items() if place[column] == number}
            doors = [*inside.entries.values()] * (number == 0) + [*inside.exits.values()] * (number == last)
            rows, reach = self._rows(inside, extents, mine, doors, v)
            bands.append(Band(rows, v - GUTTER / 2, max(mine.values(), default=head)))
            v = reach + GUTTER
        end = max(band.foot + TURN * (band is not bands[-1]) for band in bands) + after
        self._local[group] = Grid(columns, place, tuple(bands), 0.0, head, end)
        side = MARGIN if group == ROOT else COLUMN_GAP / 2 if self._vertical else FRAME_SIDE
        self._extent[group] = end, v - GUTTER + side

    def _extents(self, group: str) -> dict[str, Size]:
        """The size of each member along u and v. Where gradients go right, boxes of one column are equally wide."""
        rows = self._insides[group].rows
        extents = {member: self._turned(*self._sizes(member)) for member in rows if member not in self._extent}
        if not self._vertical:
            longest: dict[float, float] = {}
            for member, (u, _) in extents.items():
                column = rows[member][0]
                longest[column] = max(longest.get(column, 0.0), u)
            extents = {member: (longest[rows[member][0]], v) for member, (_, v) in extents.items()}
        self._extent |= extents
        return {member: self._extent[member] for member in rows}

    def _columns(
        self, group: str, inside: Inside, extents: Mapping[str, Size], head: float
    ) -> tuple[dict[float, tuple[float, float]], dict[float, int]]:
        """Start and length of each column, and its band."""
        gap = DOWN_GAP if self._vertical else self._labels(group) + PORTS_WIDTH
        lengths: dict[float, float] = {}
        for member, (column, _) in inside.rows.items():
            lengths[column] = max(lengths.get(column, 0.0), extents[member][0])
        order = sorted(lengths)
        found = _in_bands([lengths[column] for column in order], gap, max(self._room[group], SHORTEST))
        columns = {column: (head + u, lengths[column]) for column, (u, _) in zip(order, found, strict=True)}
        return columns, {column: band for column, (_, band) in zip(order, found, strict=True)}

    def _rows(
        self, inside: Inside, extents: Mapping[str, Size], columns: Container[float], doors: Sequence[Way], top: float
    ) -> tuple[dict[float, float], float]:
        """The middle of each row of a band, which has these columns and doors, and how far the band reaches across.

        Where gradients go right, rows are as far apart as if all boxes were alike, and farther where a large box needs
        it. Where they go down, boxes are as wide as their texts, so rows are as close as they can be. A box with room
        to spare is put in the middle of it. Everything in one row stays in line across the columns.
        """
        gap = COLUMN_GAP if self._vertical else ROW_GAP
        plain = [extents[member][1] for member in inside.rows if member not in self._local]
        pitch = max(plain, default=ALONE) + gap
        thin = LINE_ROOM if self._vertical else pitch * THIN
        cells: dict[float, list[tuple[float, float]]] = {}
        for member, (column, row) in inside.rows.items():
            if column in columns:
                cells.setdefault(column, []).append((row, (extents[member][1] + gap) / 2))
        ways = (way for _, way in (*inside.entries.values(), *inside.exits.values()))
        passed = (point for bends in (*inside.bends.values(), *ways) for point in bends)
        for column, row in dict.fromkeys(passed):
            if column in columns:
                cells.setdefault(column, []).append((row, thin / 2))
        rows = _spread_rows(cells.values(), [row for row, _ in doors], 0.0 if self._vertical else pitch, top)
        lowest = [rows[row] + half - gap / 2 for column in cells.values() for row, half in column]
        return rows, max([*lowest, *(rows[row] for row, _ in doors)], default=top)

    # ----- places, from the outside in --------------------------------------------------------------------------------
    def _place(self, group: str) -> None:
        grid = self.grids[group] = self._local[group].moved(*self._corner[group])
        for member, (column, row) in self._insides[group].rows.items():
            u, v = grid.columns[column][0], grid.row(column, row) - self._extent[member][1] / 2
            (x, y), (width, height) = self._turned(u, v), self._turned(*self._extent[member])
            if member in self._local:
                self._corner[member] = u, v
                self.frames[member] = (x, y, width, height)
            else:
                self.boxes[member] = (x, y, width, height)


def _in_bands(lengths: Sequence[float], gap: float, room: float) -> list[tuple[float, int]]:
    """Where each column starts in its band, and the number of the band.

    There are as few bands as the room allows, and none is longer than it has to be.
    """

    def filled(room: float) -> list[tuple[float, int]]:
        u, band, found = 0.0, 0, []
        for length in lengths:
            if u and u + length > room:
                u, band = 0.0, band + 1
            found.append((u, band))
            u += length + gap
        return found

    best = filled(room)
    while best:
        reach = max(u + length for (u, _), length in zip(best, lengths, strict=True))
        closer = filled(reach - 1)  # the fullest band has to give something away
        if closer == best or closer[-1][1] > best[-1][1]:
            break
        best = closer
    return best


def _spread_rows(
    columns: Iterable[list[tuple[float, float]]], doors: Iterable[float], pitch: float, top: float
) -> dict[float, float]:
    """The v of each row: the middle between the highest and the lowest place it can have.

    ``columns`` have (row, half of what it takes there); rows that are one apart are ``pitch`` apart at least.
    """
    apart: dict[float, list[tuple[float, float]]] = {row: [] for row in doors}
    least: dict[float, float] = {}
    for column in columns:
        cells = sorted(column)
        for (above, half), (row, other) in pairwise(cells):
            apart.setdefault(row, []).append((above, half + other))
        for row, half in cells[:1]:
            apart.setdefault(row, [])
            least[row] = max(least.get(row, top), top + half)
    order = sorted(apart)
    up: dict[float, float] = {}
    for i, row in enumerate(order):
        wanted = [up[order[i - 1]] + (row - order[i - 1]) * pitch] if i else []
        up[row] = max([least.get(row, top), *wanted, *(up[above] + distance for above, distance in apart[row])])
    down = dict.fromkeys(order, max(up.values(), default=top))
    for i, row in reversed([*enumerate(order)]):
        below = [down[order[i + 1]] - (order[i + 1] - row) * pitch] if i + 1 < len(order) else []
        down[row] = min([down[row], *below])
        for above, distance in apart[row]:
            down[above] = min(down[above], down[row] - distance)
    return {row: round((up[row] + down[row]) / 2, 3) for row in order}

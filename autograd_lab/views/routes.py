"""The way of each arrow: out of its own port, through the gaps between columns, into the port of its slot.

Parallel edges (``x * x`` has two from one node to one slot) leave and arrive apart, so both can be seen. Every arrow
ends going right, so its head needs no turning. Labels slide along their own arrow until they touch nothing.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise, product

from .boxes import Box

Point = tuple[float, float]
Rect = tuple[float, float, float, float]
Bends = Mapping[tuple[str, str], tuple[Point, ...]]
"""The (column, row) places that an edge (source, target) passes on its way."""

LABEL_HEIGHT = 23
OUT_SPREAD, IN_SPREAD, SLOT_SPREAD = 28, 24, 38
HOLE_LENGTH = 14
HEAD = 8
NAME_WIDTH, NAME_HEIGHT = 40, 16
"""Room for the name of an input, above the start of its arrow."""
PLACES = (0.4, 0.5, 0.35, 0.6, 0.3, 0.7, 0.22, 0.78)
"""Where a label may stand along its curve, best first: nearer to the sender, so that one sees whose message it is."""

ASIDE = (0, -8, 8)
"""How far above or below its curve a label may stand, where it still covers the curve."""


@dataclass(frozen=True)
class End:
    """Both ends of an edge, in words: edge ``index`` of ``count`` at ``source``, into ``slot`` of ``target``."""

    source: str
    index: int
    count: int
    target: str | None
    slot: int


@dataclass(frozen=True)
class Route:
    """``points`` is a start, then three points per Bézier curve. ``label`` is where the message stands."""

    points: tuple[Point, ...]
    label: Point

    @property
    def start(self) -> Point:
        """Where it leaves its box."""
        return self.points[0]

    @property
    def end(self) -> Point:
        """The tip of the arrow's head."""
        return self.points[-1]

    @property
    def lowest(self) -> float:
        """The largest y it reaches."""
        return max(y for _, y in self.points)


@dataclass(frozen=True)
class Grid:
    """How (column, row) becomes pixels: ``columns[c]`` is (x, width); rows ``pitch`` high, labels ``label`` wide."""

    columns: Mapping[float, tuple[float, float]]
    margin: float
    pitch: float
    label: float

    def middle(self, row: float) -> float:
        """The y of the middle of a row."""
        return self.margin + self.pitch * (row + 0.5)


def draw(ends: Sequence[End], boxes: Mapping[str, Box], bends: Bends, grid: Grid) -> dict[End, Route]:
    """A route for each end, in the order given. ``bends`` are those of the layout."""
    arrivals = _arrivals(ends, boxes, bends, grid)
    starts = {end: _start(end, boxes) for end in ends}
    covered = [(box.x, box.y, box.right, box.bottom) for box in boxes.values()]
    covered += [(x + 4, y - NAME_HEIGHT, x + NAME_WIDTH, y - 3) for x, y in starts.values()]
    taken = Taken(covered, grid.label)
    routes = {}
    for end, start in starts.items():
        if end.target is None:
            stop = (start[0] + HOLE_LENGTH, start[1])
            routes[end] = Route((start, start, stop, stop), stop)
            continue
        way = [start]
        for column, row in bends.get((end.source, end.target), ()):
            left, width = grid.columns.get(column, (start[0], 0))
            way += [(left, grid.middle(row)), (left + width, grid.middle(row))]
        points = _curves([*way, arrivals[end]])
        routes[end] = Route(points, taken.place(points))
    return routes


def _start(end: End, boxes: Mapping[str, Box]) -> Point:
    box = boxes[end.source]
    return box.right, _spread(box, end.index, end.count, OUT_SPREAD)


def seed(box: Box, slot: int, length: float) -> Route:
    """The straight arrow from outside into ``slot`` of a root."""
    y = _slot_height(box, slot)
    start, stop = (box.x - length, y), (box.x, y)
    third = length / 3
    return Route((start, (start[0] + third, y), (stop[0] - third, y), stop), (box.x - length / 2 - HEAD / 2, y))


def _spread(box: Box, index: int, count: int, most: float) -> float:
    """The y of port ``index`` of ``count`` on a side of the box."""
    step = min(most, (box.height - 24) / max(count - 1, 1))
    return box.y + box.height / 2 + (index - (count - 1) / 2) * step


def _slot_height(box: Box, slot: int) -> float:
    return _spread(box, slot, max(box.slots, 1), SLOT_SPREAD)


def _arrivals(ends: Iterable[End], boxes: Mapping[str, Box], bends: Bends, grid: Grid) -> dict[End, Point]:
    """Where each edge arrives: those of one slot side by side, in the order of the heights they come from."""
    groups: dict[tuple[str, int], list[tuple[float, int, End]]] = {}
    for number, end in enumerate(ends):
        if end.target is None:
            continue
        passed = bends.get((end.source, end.target))
        height = grid.middle(passed[-1][1]) if passed else _start(end, boxes)[1]
        groups.setdefault((end.target, end.slot), []).append((height, number, end))
    places = {}
    for (target, slot), group in groups.items():
        box = boxes[target]
        room = (box.height - 24) / max(box.slots, 1)
        step = min(IN_SPREAD, room / max(len(group) - 1, 1))
        for i, (_, _, end) in enumerate(sorted(group, key=lambda entry: entry[:2])):
            places[end] = (box.x, _slot_height(box, slot) + (i - (len(group) - 1) / 2) * step)
    return places


def _curves(way: list[Point]) -> tuple[Point, ...]:
    """Smooth curves through the points, level at each of them."""
    points = [way[0]]
    for (x1, y1), (x2, y2) in pairwise(way):
        reach = (x2 - x1) / 2
        points += [(x1 + reach, y1), (x2 - reach, y2), (x2, y2)]
    return tuple((round(x, 1), round(y, 1)) for x, y in points)


def at(points: tuple[Point, ...], curve: int, t: float) -> Point:
    """The point at ``t`` (0 to 1) of curve number ``curve``."""
    p0, p1, p2, p3 = points[3 * curve : 3 * curve + 4]
    a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
    return (a * p0[0] + b * p1[0] + c * p2[0] + d * p3[0], a * p0[1] + b * p1[1] + c * p2[1] + d * p3[1])


class Taken:
    """The rectangles that a label must not touch, in a coarse grid so that 2000 nodes stay quick."""

    CELL = 256

    def __init__(self, rects: Iterable[Rect], label: float):
        self.label = label
        self.cells: dict[tuple[int, int], list[Rect]] = {}
        for rect in rects:
            self._add(rect)

    def place(self, points: tuple[Point, ...]) -> Point:
        """The first place along the curves where a label fits; the middle of the first curve if none does."""
        curves = (len(points) - 1) // 3
        for aside, curve, t in product(ASIDE, range(curves), PLACES):
            x, y = at(points, curve, t)
            y += aside
            rect = (x - self.label / 2, y - LABEL_HEIGHT / 2, x + self.label / 2, y + LABEL_HEIGHT / 2)
            if self._free(rect):
                self._add(rect)
                return round(x, 1), round(y, 1)
        x, y = at(points, 0, 0.5)
        return round(x, 1), round(y, 1)

    def _covered(self, rect: Rect) -> Iterable[tuple[int, int]]:
        left, top, right, bottom = (int(side // self.CELL) for side in rect)
        return ((column, row) for column in range(left, right + 1) for row in range(top, bottom + 1))

    def _add(self, rect: Rect) -> None:
        for cell in self._covered(rect):
            self.cells.setdefault(cell, []).append(rect)

    def _free(self, rect: Rect) -> bool:
        near = (other for cell in self._covered(rect) for other in self.cells.get(cell, ()))
        return not any(
            rect[0] < other[2] and other[0] < rect[2] and rect[1] < other[3] and other[1] < rect[3] for other in near
        )

"""The way of each arrow: out of its own port, through the gaps between columns, into the port of its slot.

Parallel edges (``x * x`` has two from one node to one slot) leave and arrive apart, so both can be seen; where an edge
enters or leaves an open group, it passes the group's frame at a door. Every arrow ends in the direction in which the
picture runs, so its head needs no turning. Labels slide along their own arrow until they touch nothing. The browser
does the same (``routes.js``).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from .badges import badge_places, tips_of
from .groups import Groups
from .inside import Insides
from .placing import TURN, Grid, Placing, Rect
from .sizes import title_width
from .taken import Point, Taken
from .wires import Wire

OUT_SPREAD, IN_SPREAD, SLOT_SPREAD = (28, 76), (24, 40), (38, 90)
"""Pixels between ports on the side of a box: where the picture runs right, and where it runs down."""
CORNER = 24
"""Pixels of a side that are left free of ports."""
LANE, LANES = 7, 36
"""Pixels between two arrows that pass the same place, and of all that do."""
LETTER, NAME_FITS = 5.6, 12
"""Pixels of a character of a name at the start of an arrow, and how many are shown."""
FRAME_SIGN, FRAME_HEAD = 34, 24
"""Pixels of a frame's title beside its letters, and of its height."""
HOLE_LENGTH = 14
BEHIND = 5
"""Pixels by which what lies behind a closed group is seen: names of bundles stand below it."""
HEAD = 8
EDGE = 200
"""Pixels left and right of the picture where no label may stand."""


@dataclass(frozen=True)
class Route:
    """``points`` is a start, then three points per Bézier curve. ``label`` is where the message stands.

    In a crowd it stands there only when it was sent just now.
    """

    points: tuple[Point, ...]
    label: Point
    crowded: bool = False

    @property
    def start(self) -> Point:
        """Where it leaves its box."""
        return self.points[0]

    @property
    def end(self) -> Point:
        """The tip of the arrow's head."""
        return self.points[-1]


class Ways:
    """The places that arrows pass, in a picture with these groups open. Points are (u, v); see `placing`."""

    def __init__(self, groups: Groups, insides: Insides, placing: Placing, vertical: bool):
        self._groups, self._insides, self._placing, self._vertical = groups, insides, placing, vertical

    def side(self, box: str) -> tuple[float, float, float, float]:
        """Where a box starts and ends along u, and along v."""
        x, y, width, height = self._placing.boxes[box]
        return (y, y + height, x, x + width) if self._vertical else (x, x + width, y, y + height)

    def titles(self) -> Iterator[Rect]:
        """Where the titles of frames stand, as left, top, right, bottom."""
        for group, (x, y, width, _) in self._placing.frames.items():
            wide = min(width, title_width(self._groups.groups[group].title) + FRAME_SIGN)
            yield x, y, x + wide, y + FRAME_HEAD

    def group_of(self, box: str) -> str:
        """The group in which a box stands."""
        return self._groups.home.get(box) or self._groups.groups[box].parent or ""

    def between(self, source: str, target: str) -> list[tuple[str, list[Point]]]:
        """What an arrow passes: (a name, the points there). Arrows that pass the same place have the name in common."""
        up, down = ([*self._groups.way(self.group_of(box)), box] for box in (source, target))
        shared = next(i for i, (one, other) in enumerate(zip(up, down, strict=False)) if one != other)
        passed, v = [self._column_end(source)], None
        for group, member in [*zip(up[shared:], up[shared + 1 :], strict=False)][::-1]:
            v, places = self._leaving(group, member, v)
            passed += places
        link, common = (up[shared], down[shared]), up[shared - 1]
        bends = self._insides[common].bends.get(link, ())
        passed += self._bends(common, f"{common}|{link[1]}", bends, *(self._band(common, member) for member in link))
        entered, v = [], None
        for group, member in [*zip(down[shared:], down[shared + 1 :], strict=False)][::-1]:
            v, places = self._entering(group, member, v)
            entered = [*places, *entered]
        return [*passed, *entered]

    def _column_end(self, box: str) -> tuple[str, list[Point]]:
        """Where the column of a box ends, when the box ends before: an arrow goes straight up to there."""
        group = self.group_of(box)
        start, length = self._placing.grids[group].columns[self._insides[group].rows[box][0]]
        return ("", [(start + length, -1.0)]) if start + length - self.side(box)[1] > 1 else ("", [])

    def _band(self, group: str, member: str) -> int:
        """The band in which a member stands."""
        return self._placing.grids[group].place[self._insides[group].rows[member][0]]

    def _leaving(self, group: str, member: str, v: float | None) -> tuple[float, list[tuple[str, list[Point]]]]:
        """Out of a group, and where; straight on from ``v``, the door out of the member, where nothing is between."""
        grid, (row, bends) = self._placing.grids[group], self._insides[group].exits[member]
        name, last, band = f"{member}>", len(grid.bands) - 1, self._band(group, member)
        if v is None or bends or band != last:
            v = grid.bands[last].rows[row]
        return v, [*self._bends(group, name, bends, band, last), (name, [(grid.end, v)])]

    def _entering(self, group: str, member: str, v: float | None) -> tuple[float, list[tuple[str, list[Point]]]]:
        """Into a group, and where; straight to ``v``, the door into the member, where nothing is between."""
        grid, (row, bends) = self._placing.grids[group], self._insides[group].entries[member]
        name, band = f">{member}", self._band(group, member)
        if v is None or bends or band:
            v = grid.bands[0].rows[row]
        return v, [(name, [(grid.start, v)]), *self._bends(group, name, bends, 0, band)]

    def _bends(
        self, group: str, name: str, bends: Iterable[Point], first: int, last: int
    ) -> list[tuple[str, list[Point]]]:
        """Level through each column on the way from one band to another, and up the gutter where a band begins."""
        grid: Grid = self._placing.grids[group]
        passed, band = [], first
        for column, row in bends:
            start, length = grid.columns[column]
            passed += self._climb(group, band, grid.place[column])
            passed.append((name, [(start, grid.row(column, row)), (start + length, grid.row(column, row))]))
            band = grid.place[column]
        return [*passed, *self._climb(group, band, last)]

    def _climb(self, group: str, band: int, to: int) -> list[tuple[str, list[Point]]]:
        """Up the gutter before another band."""
        if band == to:
            return []
        grid: Grid = self._placing.grids[group]
        foot = max(passed.foot for passed in grid.bands[band:to])
        return [(f"{group}^{to}", [(foot, grid.bands[to].gutter), (grid.head, grid.bands[to].gutter)])]


def draw(wires: Sequence[Wire], slots: Mapping[str, int], ways: Ways, labels: Sequence[float]) -> list[Route]:
    """A route for each wire, in this order. ``slots``: how many each box has; ``labels``: how wide each text is."""
    vertical = ways._vertical
    starts = _starts(wires, ways, vertical)
    passed = _passed(wires, starts, ways)
    arrivals = _arrivals(wires, slots, starts, passed, ways, vertical)
    boxes = ways._placing.boxes.values()
    taken = Taken([*((x, y, x + w, y + h) for x, y, w, h in boxes), *ways.titles()])
    for edge in (-EDGE, ways._placing.width):
        taken.add((edge, 0, edge + EDGE, ways._placing.height))
    tips = tips_of((str(wires[number].target), v) for number, (_, v) in arrivals.items())
    for badge in badge_places(tips, ways._placing.boxes) if vertical else ():
        taken.add(badge)
    for wire, start in zip(wires, starts, strict=True):
        for word in _words_of(wire, *_turned(start, vertical), vertical):
            taken.add(word)
    routes, leans = [], _leans(wires) if vertical else [0] * len(wires)
    for wire, start, points, label, lean in zip(wires, starts, passed, labels, leans, strict=True):
        if wire.target is None:
            stop = _turned((start[0] + HOLE_LENGTH, start[1]), vertical)
            first = _turned(start, vertical)
            routes.append(Route((first, first, stop, stop), stop))
            continue
        curve = tuple(_turned(point, vertical) for point in _curves([start, *points, arrivals[len(routes)]]))
        routes.append(Route(curve, *taken.place(curve, label, lean)))
    return routes


def _leans(wires: Sequence[Wire]) -> list[int]:
    """To which side labels keep where several wires run side by side from one box down to another."""
    together: dict[tuple[str, str | None], list[int]] = {}
    for number, wire in enumerate(wires):
        together.setdefault((wire.source, wire.target), []).append(number)
    leans = [0] * len(wires)
    for numbers in together.values():
        for place, number in enumerate(numbers):
            leans[number] = (2 * place > len(numbers) - 1) - (2 * place < len(numbers) - 1)
    return leans


def _words_of(wire: Wire, x: float, y: float, vertical: bool) -> Iterator[Rect]:
    """What is written at the start of an arrow: its name and, where it leads nowhere, ``None``."""
    yield _word(x, y + 2 + BEHIND * (wire.count > 1) if vertical else y - 16, len(wire.name))
    if wire.target is None:
        yield _word(x, y + HOLE_LENGTH, 4) if vertical else _word(x + HOLE_LENGTH, y - 8, 4)


def _word(left: float, top: float, letters: int) -> Rect:
    return (left + 3, top, left + 5 + LETTER * min(letters, NAME_FITS), top + 12)


def _turned(point: Point, vertical: bool) -> Point:
    return (point[1], point[0]) if vertical else point


def _starts(wires: Sequence[Wire], ways: Ways, vertical: bool) -> list[Point]:
    """Each wire's own port: those of one source side by side."""
    counts: dict[str, int] = {}
    for wire in wires:
        counts[wire.source] = counts.get(wire.source, 0) + 1
    numbers: dict[str, int] = {}
    starts = []
    for wire in wires:
        number = numbers.get(wire.source, 0)
        numbers[wire.source] = number + 1
        _, end, *across = ways.side(wire.source)
        starts.append((end, _spread(across, number, counts[wire.source], OUT_SPREAD[vertical])))
    return starts


def _passed(wires: Sequence[Wire], starts: Sequence[Point], ways: Ways) -> list[list[Point]]:
    """The points between both ends of each wire; those that pass one place do so side by side."""
    found = [ways.between(wire.source, wire.target) if wire.target else [] for wire in wires]
    counts: dict[str, int] = {}
    for passed in found:
        for name in dict.fromkeys(name for name, _ in passed):
            counts[name] = counts.get(name, 0) + 1
    numbers: dict[str, int] = {}
    points = []
    for passed, start in zip(found, starts, strict=True):
        mine: list[Point] = []
        for name in dict.fromkeys(name for name, _ in passed):
            numbers[name] = numbers.get(name, -1) + 1
        for name, places in passed:
            apart = min(LANE, LANES / max(counts[name] - 1, 1)) if name else 0.0
            aside = apart * (numbers[name] - (counts[name] - 1) / 2) if name else 0.0
            mine += [(u, v + aside if name else start[1]) for u, v in places]
        points.append(mine)
    return points


def seed(side: Rect, slot: int, slots: int, length: float, vertical: bool) -> Route:
    """The straight arrow from outside into ``slot`` of a root; ``side`` is that of `Ways.side`."""
    u, v = side[0], _slot(side[2:], slot, slots, vertical)
    third = length / 3
    points = [(u - length, v), (u - 2 * third, v), (u - third, v), (u, v)]
    label = (u - length / 2 - HEAD / 2, v)
    return Route(tuple(_turned(point, vertical) for point in points), _turned(label, vertical))


def _spread(across: Sequence[float], index: int, count: int, most: float) -> float:
    """Where port ``index`` of ``count`` is on a side of a box that reaches across from one v to another."""
    low, high = across
    step = min(most, (high - low - CORNER) / max(count - 1, 1))
    return (low + high) / 2 + (index - (count - 1) / 2) * step


def _slot(across: Sequence[float], slot: int, slots: int, vertical: bool) -> float:
    return _spread(across, slot, max(slots, 1), SLOT_SPREAD[vertical])


def _arrivals(
    wires: Sequence[Wire],
    slots: Mapping[str, int],
    starts: Sequence[Point],
    passed: Sequence[Sequence[Point]],
    ways: Ways,
    vertical: bool,
) -> dict[int, Point]:
    """Where each wire arrives: those of one slot side by side, in the order of the places they come from."""
    ends: dict[tuple[str, int], list[tuple[float, int]]] = {}
    for number, wire in enumerate(wires):
        if wire.target is not None:
            latest = passed[number][-1] if passed[number] else starts[number]
            ends.setdefault((wire.target, wire.slot), []).append((latest[1], number))
    places = {}
    for (target, slot), group in ends.items():
        start, _, *across = ways.side(target)
        room = (across[1] - across[0] - CORNER) / max(slots[target], 1)
        step = min(IN_SPREAD[vertical], room / max(len(group) - 1, 1))
        middle = _slot(across, slot, slots[target], vertical)
        for i, (_, number) in enumerate(sorted(group)):
            places[number] = (start, middle + (i - (len(group) - 1) / 2) * step)
    return places


def _curves(way: list[Point]) -> tuple[Point, ...]:
    """Smooth curves through the points, level at each of them. Where the way climbs to another band, it turns twice."""
    points = [way[0]]
    for i, ((u1, v1), (u2, v2)) in enumerate(pairwise(way)):
        between = (u1 + u2) / 2
        if u1 <= u2 and i + 2 < len(way) and way[i + 2][0] < u2:
            between = u2 + TURN
        elif u1 <= u2 and i and way[i - 1][0] > u1:
            between = u1 - TURN
        points += [(between, v1), (between, v2), (u2, v2)]
    return tuple((round(u, 1), round(v, 1)) for u, v in points)

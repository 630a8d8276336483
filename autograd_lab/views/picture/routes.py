"""The way of each arrow: out of its own port, through the gaps between columns, into the port of its slot.

Parallel edges (``x * x`` has two from one node to one slot) leave and arrive apart, so that both can be seen. An edge
that enters or leaves an open group crosses the group's frame at a door. Every arrow ends in the direction in which the
picture runs, so its head needs no turning. A label slides along its own arrow to the first place where it touches
nothing. ``static/routes.js`` does the same in the browser, and ``arrows.js`` places the states of boxes.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import inf

from ..short_text import shorten
from .boxes import title_width
from .groups import Groups
from .inside import Insides
from .layout import (
    BADGE,
    BADGE_ASIDE,
    BADGE_OVER,
    BEHIND,
    CORNER,
    CROSSING,
    EDGE,
    FRAME_HEAD,
    FRAME_SIGN,
    HEAD,
    HOLE_LENGTH,
    IN_SPREAD,
    LANE,
    LANES,
    LETTER,
    NAME_ASIDE,
    NAME_FITS,
    NAME_HIGH,
    NAME_LEAST,
    NAME_RISE,
    OUT_SPREAD,
    SLOT_SPREAD,
    SLOT_WIDTH,
    TURN,
)
from .placing import Grid, Placing, Rect
from .taken import Point, Taken
from .wires import Wire


def tips_of(ends: Iterable[tuple[str, float]]) -> dict[str, float]:
    """How far right arrows come into each box; ``ends`` are (box, x) of the tips of their heads."""
    tips: dict[str, float] = {}
    for box, x in ends:
        tips[box] = max(tips.get(box, x), x)
    return tips


def badge_left(right: float, width: float, tip: float | None) -> float:
    """Where the state of a box begins: beside the arrows from above, the rightmost of which ends at ``tip``."""
    left = right - BADGE_ASIDE - width
    return left if tip is None else max(left, min(tip + BADGE_ASIDE, right + BADGE_OVER - width))


def badge_places(tips: Mapping[str, float], boxes: Mapping[str, Rect]) -> Iterator[Rect]:
    """The room for the state of each box: left, top, right, bottom."""
    for box, (x, y, width, _) in boxes.items():
        left = badge_left(x + width, BADGE, tips.get(box))
        yield left, y - 13, left + BADGE, y


@dataclass(frozen=True)
class Route:
    """``points`` is a start, then three points per Bézier curve. ``label`` is the place of its message.

    A ``crowded`` message is shown only when it was sent just now. ``name`` is written at the start, and ``near`` is
    how far away the next arrow is where it is nearest.
    """

    points: tuple[Point, ...]
    label: Point
    crowded: bool = False
    name: str = ""
    near: float = inf

    @property
    def start(self) -> Point:
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
        """The titles of frames, as left, top, right, bottom."""
        for group, (x, y, width, _) in self._placing.frames.items():
            wide = min(width, title_width(self._groups.groups[group].short) + FRAME_SIGN)
            yield x, y, x + wide, y + FRAME_HEAD

    def is_leaf(self, box: str | None) -> bool:
        info = self._groups.trace.nodes.get(box or "")
        return info is not None and info.kind == "leaf"

    def is_group(self, box: str) -> bool:
        """Whether a box is a closed group."""
        return box in self._groups.groups

    def group_of(self, box: str) -> str:
        """The innermost open group around a box."""
        return self._groups.home.get(box) or self._groups.groups[box].parent or ""

    def between(self, source: str, target: str) -> list[tuple[str, list[Point]]]:
        """The places that an arrow passes: (name, points). Arrows that pass the same place share its name."""
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
        """The band of a member."""
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
    names = _names(wires, starts, vertical)
    passed, lanes = _passed(wires, starts, ways)
    arrivals, steps = _arrivals(wires, slots, starts, passed, ways, vertical)
    boxes = ways._placing.boxes.values()
    taken = Taken([*((x, y, x + w, y + h) for x, y, w, h in boxes), *ways.titles()])
    for edge in (-EDGE, ways._placing.width):
        taken.add((edge, 0, edge + EDGE, ways._placing.height))
    tips = tips_of((str(wires[number].target), v) for number, (_, v) in arrivals.items())
    for badge in badge_places(tips, ways._placing.boxes) if vertical else ():
        taken.add(badge)
    curves = []
    for number, (wire, start, name) in enumerate(zip(wires, starts, names, strict=True)):
        stop = (start[0] + HOLE_LENGTH, start[1])
        way = _curves([start, *passed[number], arrivals[number]]) if wire.target else (start, start, stop, stop)
        curve = tuple(_turned(point, vertical) for point in way)
        curves.append(curve)
        if name:
            taken.add(_word(curve, vertical, ways.is_group(wire.source), len(name)))
        if wire.target and slots[wire.target] > 1:
            x, y = curve[-1]
            taken.add((x - SLOT_WIDTH, y - 16, x - HEAD, y - 3))
    for place in _crossings(wires, curves):
        taken.add(place)
    routes, leans = [], _leans(wires) if vertical else [0] * len(wires)
    for wire, curve, label, lean, name in zip(wires, curves, labels, leans, names, strict=True):
        if wire.target is None:
            routes.append(Route(curve, curve[-1], name=name))
            continue
        near = min(lanes[len(routes)], steps[len(routes)])
        routes.append(Route(curve, *taken.place(curve, label, lean), name, near))
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


def _names(wires: Sequence[Wire], starts: Sequence[Point], vertical: bool) -> list[str]:
    """What is written at the start of each arrow: its name, and ``None`` where it leads nowhere.

    Down a picture, as much as ends before the next arrow of the row begins; to the right, what has room below the arrow
    before.
    """
    names = []
    for wire, gap in zip(wires, _gaps_right(starts) if vertical else _gaps_above(wires, starts), strict=True):
        room = (gap - NAME_ASIDE) / LETTER if vertical else inf if gap >= NAME_HIGH else 0
        fits = int(min(room, NAME_FITS[vertical]))
        name = _shortened(wire, fits)
        words = [name] if wire.target else [name and f"{name}: None", "None"]
        names.append(next((one for one in words if len(one) <= room), ""))
    return names


def _shortened(wire: Wire, fits: int) -> str:
    """As much of the name as says something: of several edges their number, if their shape has no room."""
    if len(wire.name) <= fits:
        return wire.name
    if wire.count > 1:
        return wire.number if len(wire.number) <= fits else ""
    return shorten(wire.name, fits) if fits >= NAME_LEAST else ""


def _gaps_right(starts: Sequence[Point]) -> list[float]:
    """How far it is from each start to the next arrow that starts in the same row."""
    order = sorted(range(len(starts)), key=lambda number: starts[number][1])
    gaps = [inf] * len(starts)
    for place, number in enumerate(order, 1):
        u, v = starts[number]
        others = (starts[other] for other in order[place:])
        gaps[number] = next((its - v for row, its in others if its > v and abs(row - u) < NAME_HIGH), inf)
    return gaps


def _gaps_above(wires: Sequence[Wire], starts: Sequence[Point]) -> list[float]:
    """How far it is from each start to that of the arrow before, of the same box."""
    beside: dict[str, float] = {}
    gaps = []
    for wire, (_, v) in zip(wires, starts, strict=True):
        gaps.append(abs(beside.get(wire.source, inf) - v))
        beside[wire.source] = v
    return gaps


def _crossings(wires: Sequence[Wire], curves: Sequence[Sequence[Point]]) -> Iterator[Rect]:
    """Where two neighbours from one box to another cross, and a little around it."""
    for (wire, one), (after, other) in pairwise(zip(wires, curves, strict=True)):
        if (wire.source, wire.target) == (after.source, after.target):
            ends = one[0], one[-1], other[0], other[-1]
            x, y = (sum(axis) / 4 for axis in zip(*ends, strict=True))
            if any((ends[0][i] - ends[2][i]) * (ends[1][i] - ends[3][i]) < 0 for i in (0, 1)):
                yield x - CROSSING[0], y - CROSSING[1], x + CROSSING[0], y + CROSSING[1]


def name_is_below(points: Sequence[Point], vertical: bool) -> bool:
    """Whether an arrow to the right rises so far that its name stands below its start."""
    return not vertical and points[3][1] < points[0][1] - NAME_RISE


def _word(points: Sequence[Point], vertical: bool, is_group: bool, letters: int) -> Rect:
    """The place of what is written at the start of an arrow, and a little room behind it."""
    x, y = points[0]
    top = y + 2 + BEHIND * is_group if vertical else y + 4 if name_is_below(points, vertical) else y - 16
    return (x + 3, top, x + 9 + LETTER * letters, top + 12)


def _turned(point: Point, vertical: bool) -> Point:
    return (point[1], point[0]) if vertical else point


def _starts(wires: Sequence[Wire], ways: Ways, vertical: bool) -> list[Point]:
    """Each wire's own port: those of one source side by side."""
    counts, numbers, starts = Counter(wire.source for wire in wires), Counter[str](), []
    for wire in wires:
        _, end, *across = ways.side(wire.source)
        starts.append((end, _spread(across, numbers[wire.source], counts[wire.source], OUT_SPREAD[vertical])))
        numbers[wire.source] += 1
    return starts


def _passed(wires: Sequence[Wire], starts: Sequence[Point], ways: Ways) -> tuple[list[list[Point]], list[float]]:
    """The points between both ends of each wire; those that pass one place do so side by side, and how near.

    Wires into one leaf, which may have many users, share a lane: one line runs there, and forks at its ends.
    """
    found = [ways.between(wire.source, wire.target) if wire.target else [] for wire in wires]
    ends = [wire.target if ways.is_leaf(wire.target) else number for number, wire in enumerate(wires)]
    lanes: dict[str, dict[str | int | None, int]] = {}
    for passed, end in zip(found, ends, strict=True):
        for name in dict(passed):
            here = lanes.setdefault(name, {})
            here.setdefault(end, len(here))
    points, near = [], []
    for passed, start, end in zip(found, starts, ends, strict=True):
        beside = [LANES / (len(lanes[name]) - 1) for name in dict(passed) if name and len(lanes[name]) > 1]
        near.append(min([LANE, *beside]) if beside else inf)
        mine: list[Point] = []
        for name, places in passed:
            last = len(lanes[name]) - 1
            aside = min(LANE, LANES / max(last, 1)) * (lanes[name][end] - last / 2)
            mine += [(u, v + aside if name else start[1]) for u, v in places]
        points.append(mine)
    return points, near


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
) -> tuple[dict[int, Point], dict[int, float]]:
    """Where each wire arrives: those of one slot side by side, in the order of the places they come from; how near."""
    ends: dict[tuple[str, int], list[tuple[float, int]]] = {}
    for number, wire in enumerate(wires):
        if wire.target is not None:
            latest = passed[number][-1] if passed[number] else starts[number]
            ends.setdefault((wire.target, wire.slot), []).append((latest[1], number))
    places, near = {}, {}
    for (target, slot), group in ends.items():
        start, _, *across = ways.side(target)
        room = (across[1] - across[0] - CORNER) / max(slots[target], 1)
        step = min(IN_SPREAD[vertical], room / max(len(group) - 1, 1))
        middle = _slot(across, slot, slots[target], vertical)
        for i, (_, number) in enumerate(sorted(group)):
            places[number] = (start, middle + (i - (len(group) - 1) / 2) * step)
            near[number] = step if len(group) > 1 else inf
    return places, near


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

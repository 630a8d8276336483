"""How each group of a graph looks inside: its members in columns and rows, and where edges come in and go out.

The inside of a group does not depend on what is open around it or in it, so it is laid out once, by itself. Its
places in pixels follow from the boxes that are open (see `placing`).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from ...tracing.trace.trace import Trace
from .groups import Groups
from .layers import Point, layered

Way = tuple[float, tuple[Point, ...]]
"""The row of a door, and the (column, row) that an edge passes between it and the member."""
ENTRY, EXIT = "> ", " >"
"""In front of or behind a member's id: the name of its door."""


@dataclass(frozen=True)
class Inside:
    """``rows[member]`` is (column, row); ``bends`` are passed by the edges between two members.

    ``entries`` has the door of each member that edges reach from outside, ``exits`` of each whose edges go there.
    """

    rows: dict[str, Point]
    bends: dict[tuple[str, str], tuple[Point, ...]]
    entries: dict[str, Way]
    exits: dict[str, Way]

    def renamed(self, names: Mapping[str, str]) -> "Inside":
        """The same for other members."""
        return Inside(
            {names[member]: place for member, place in self.rows.items()},
            {(names[source], names[target]): points for (source, target), points in self.bends.items()},
            {names[member]: way for member, way in self.entries.items()},
            {names[member]: way for member, way in self.exits.items()},
        )


@dataclass
class Links:
    """Of one group: which members are joined by edges, and which have edges from or to somewhere outside of it."""

    between: dict[tuple[str, str], None] = field(default_factory=dict)
    entering: dict[str, None] = field(default_factory=dict)
    leaving: dict[str, None] = field(default_factory=dict)

    def renamed(self, names: Mapping[str, str]) -> "Links":
        """The same for other members."""
        return Links(
            {(names[source], names[target]): None for source, target in self.between},
            {names[member]: None for member in self.entering},
            {names[member]: None for member in self.leaving},
        )


@dataclass(frozen=True)
class Outward:
    """The edges, (node, index), by which a ``group`` sends to one slot of a node outside."""

    group: str
    target: str
    slot: int
    edges: tuple[tuple[str, int], ...]

    @property
    def part(self) -> str:
        """The end of the keys of what they carry together: ``n2/0`` of a single edge, ``g3>n5/0`` of several."""
        if len(self.edges) > 1:
            return f"{self.group}>{self.target}/{self.slot}"
        node, index = self.edges[0]
        return f"{node}/{index}"


class Insides:
    """The insides of all groups of a trace, each laid out when it is asked for."""

    def __init__(self, groups: Groups):
        self._groups = groups
        self._found: dict[str, Inside] = {}
        self._shapes: dict[tuple, Inside] = {}
        self._links = {group: Links() for group in groups.groups}
        self._outward: dict[str, dict[tuple[str, int], list[tuple[str, int]]]] = {g: {} for g in groups.groups}
        ways = {group: groups.way(group) for group in groups.groups}
        for node, info in groups.trace.nodes.items():
            for index, edge in enumerate(info.edges):
                if edge is not None and edge.node in groups.home:
                    self._note((node, index), (edge.node, edge.slot), ways)

    def _note(self, start: tuple[str, int], end: tuple[str, int], ways: Mapping[str, list[str]]) -> None:
        """One edge: which doors it passes, and between which members it runs in the group that holds both ends."""
        source, target = ([*ways[self._groups.home[node]], node] for node in (start[0], end[0]))
        shared = next(i for i, (one, other) in enumerate(zip(source, target, strict=False)) if one != other)
        self._links[source[shared - 1]].between[source[shared], target[shared]] = None
        for group, member in zip(source[shared:], source[shared + 1 :], strict=False):
            self._links[group].leaving[member] = None
            self._outward[group].setdefault(end, []).append(start)
        for group, member in zip(target[shared:], target[shared + 1 :], strict=False):
            self._links[group].entering[member] = None

    def __getitem__(self, group: str) -> Inside:
        if group not in self._found:
            self._found[group] = self._inside(self._groups.groups[group].members, self._links[group])
        return self._found[group]

    def _inside(self, members: tuple[str, ...], links: Links) -> Inside:
        """Groups of one shape, such as the layers of a deep net, are laid out once, with numbers for their members."""
        numbers = tuple(map(str, range(len(members))))
        numbered = links.renamed(dict(zip(members, numbers, strict=True)))
        shape = (numbers, *map(tuple, (numbered.between, numbered.entering, numbered.leaving)))
        if shape not in self._shapes:
            self._shapes[shape] = _laid_out(numbers, numbered)
        return self._shapes[shape].renamed(dict(zip(numbers, members, strict=True)))

    def outward(self, group: str) -> list[Outward]:
        """The edges that leave a group, by where they go."""
        found = self._outward[group].items()
        return [Outward(group, target, slot, tuple(edges)) for (target, slot), edges in found]


def _laid_out(members: tuple[str, ...], links: Links) -> Inside:
    entries = {f"{ENTRY}{member}": member for member in links.entering}
    exits = {f"{member}{EXIT}": member for member in links.leaving}
    edges = [*links.between, *entries.items(), *((member, door) for door, member in exits.items())]
    layout = layered([*entries, *members, *exits], edges, doors=(entries, exits))

    def way(door: str, edge: tuple[str, str]) -> Way:
        return layout.rows[door][1], layout.bends.get(edge, ())

    return Inside(
        {member: layout.rows[member] for member in members},
        {edge: layout.bends[edge] for edge in links.between if edge in layout.bends},
        {member: way(door, (door, member)) for door, member in entries.items()},
        {member: way(door, (member, door)) for door, member in exits.items()},
    )


def insides_of(trace: Trace, folded: bool = True) -> tuple[Groups, Insides]:
    """The tree of a trace and its insides."""
    groups = Groups(trace, folded)
    return groups, Insides(groups)

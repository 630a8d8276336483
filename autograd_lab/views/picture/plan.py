"""Everything that has a place in one picture: boxes, frames, arrows and seeds in pixels, given which groups are open.

`readable` and `best_down` choose how a still picture opens. The browser chooses for its own window: ``turn`` in
``stepper.js`` and ``readable`` in ``folding.js``.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import inf

from ...tracing.trace.trace import Trace
from . import routes
from .boxes import Box, Lengths, bundle_size, group_size, label_size, node_size, value_text
from .groups import ROOT, Groups
from .inside import Insides
from .layout import HOLE_ROOM, MARGIN, RATHER, READ_FROM, SCALES, SEED_ROOM
from .placing import Placing, Rect
from .routes import tips_of
from .wires import Wire, wires_of


@dataclass(frozen=True)
class Arrow(Wire):
    """A wire and its way over the picture, in the direction gradients travel."""

    route: routes.Route


@dataclass(frozen=True)
class Seed:
    """The short arrow from outside into a root, or into the closed group that holds it."""

    node: str
    slot: int
    route: routes.Route

    @property
    def key(self) -> str:
        """Under which its text is found, ``seed/n2/0``."""
        return f"seed/{self.node}/{self.slot}"


@dataclass(frozen=True)
class Plan:
    """What stays where it is as long as the same groups are open. ``vertical``: gradients travel down, else right."""

    boxes: dict[str, Box]
    frames: tuple[Box, ...]
    arrows: tuple[Arrow, ...]
    seeds: tuple[Seed, ...]
    width: float
    height: float
    title: str = ""
    vertical: bool = False

    @cached_property
    def tips(self) -> Mapping[str, float]:
        """How far right arrows come into a box from above."""
        arrows = self.arrows if self.vertical else ()
        return tips_of((arrow.target, arrow.route.end[0]) for arrow in arrows if arrow.target)

    def slot_of(self, arrow: Arrow) -> str:
        """``[1]`` at the tip of an arrow into a node that has several slots, else ""."""
        several = arrow.target is not None and self.boxes[arrow.target].slots > 1
        return f"[{arrow.slot}]" if several else ""


class Planner:
    """Makes the pictures of one trace. ``lengths`` are those of the texts to come, for the nodes that are shown."""

    def __init__(self, groups: Groups, insides: Insides, lengths: Lengths):
        self.groups, self.insides, self.lengths = groups, insides, lengths
        self.trace = groups.trace

    def placed(self, opened: set[str], down: float) -> Placing:
        """Where everything stands in the picture in which these groups are open.

        ``down`` is how far the picture may run down before it goes on beside, 0 if it is to run to the right.
        """
        return Placing(self.groups, self.insides, self.size, self.label, opened, down)

    def plan(self, opened: set[str], down: float) -> Plan:
        """The picture in which these groups are open. Arguments as for `placed`."""
        placing, vertical = self.placed(opened, down), down > 0
        boxes = {box: self.box(box, place) for box, place in placing.boxes.items()}
        frames = tuple(self._frame(group, place) for group, place in placing.frames.items())
        wires = [wire for box in boxes for wire in wires_of(self.groups, self.insides, opened, box)]
        ways = routes.Ways(self.groups, self.insides, placing, vertical)
        slots = {box.id: box.slots for box in boxes.values()}
        drawn = routes.draw(wires, slots, ways, [self.label_of(wire) for wire in wires])
        arrows = tuple(Arrow(**vars(wire), route=route) for wire, route in zip(wires, drawn, strict=True))
        holes = [arrow.route.start for arrow in arrows if arrow.target is None]
        width = max([placing.width, *(x + HOLE_ROOM for x, _ in holes)])
        height = max([placing.height, *(y + MARGIN for arrow in arrows for _, y in arrow.route.points)])
        seeds = self._seeds(opened, ways, slots, vertical)
        return Plan(boxes, frames, arrows, seeds, width, height, title(self.trace), vertical)

    def size(self, box: str) -> tuple[float, float]:
        """Width and height of a node's box, or of a closed group's."""
        if box in self.groups.groups:
            return group_size(self.groups.groups[box])
        return node_size(self.trace, box, self.lengths)

    def label(self, group: str) -> float:
        """How wide the texts on arrows get that start in a group: gaps are as wide as they have to be, and no wider."""
        widths = [label_size(4)]
        for member in self.groups.groups[group].members:
            if member in self.groups.groups:
                widths += [self.bundle_label(out.edges) for out in self.insides.outward(member)]
            else:
                widths += [self.edge_label(member, index) for index in range(len(self.trace.nodes[member].edges))]
        if group == ROOT:
            widths += [label_size(length) for key, length in self.lengths.items() if key.startswith("seed/")]
        return max(widths)

    def edge_label(self, node: str, index: int) -> float:
        """How wide the text on an edge gets: the messages that it carries, and the value."""
        edge = self.trace.nodes[node].edges[index]
        value = value_text(self.trace, edge.node, edge.slot) if edge and edge.node in self.groups.home else ""
        return label_size(max(self.lengths.get(f"message/{node}/{index}", 0), len(f"v= {value}")))

    def bundle_label(self, edges: Sequence[tuple[str, int]]) -> float:
        """How wide the text on an arrow gets that stands for these edges."""
        widest = self.widest_label(edges)
        return bundle_size(widest, len(edges)) if len(edges) > 1 else widest

    def widest_label(self, edges: Sequence[tuple[str, int]]) -> float:
        """How wide the text on one of these edges gets."""
        return max(self.edge_label(*edge) for edge in edges)

    def label_of(self, wire: Wire) -> float:
        """How wide the text on an arrow gets."""
        return self.bundle_label(wire.edges) if wire.target else 0.0

    def box(self, box: str, place: Rect = (0, 0, 0, 0)) -> Box:
        """A node or a closed group, and where it stands."""
        if box in self.groups.groups:
            group = self.groups.groups[box]
            return Box(box, "fold", group.title, (), (), *place, group.lines, group.short)
        info = self.trace.nodes[box]
        names = tuple(variable.name if variable else None for variable in self.trace.variables.get(box, ()))
        names += (None,) * (info.outputs - len(names))
        values = tuple(value_text(self.trace, box, slot) for slot in range(info.outputs))
        return Box(box, info.kind, self.trace.label(box), names, values, *place)

    def _frame(self, group: str, place: Rect) -> Box:
        found = self.groups.groups[group]
        return Box(group, "frame", found.title, (), (), *place, found.lines, found.short)

    def _seeds(self, opened: set[str], ways: routes.Ways, slots: Mapping[str, int], vertical: bool) -> tuple[Seed, ...]:
        """One for each root slot that some backward of the trace starts from."""
        roots = dict.fromkeys((root.node, root.slot) for start in self.trace.starts for root in start.roots)
        length = SEED_ROOM[1] - 4 if vertical else self.label(ROOT) + SEED_ROOM[0]
        seeds = []
        for node, slot in roots:
            if node in self.groups.home:
                box = self.groups.seen_as(node, opened)
                place = 0 if box in self.groups.groups else slot
                seeds.append(Seed(node, slot, routes.seed(ways.side(box), place, slots[box], length, vertical)))
        return tuple(seeds)


def title(trace: Trace) -> str:
    """What a picture is called."""
    leaves = sum(info.kind == "leaf" for info in trace.nodes.values())
    functions = len(trace.nodes) - leaves
    words = f"{functions} function{'s' * (functions != 1)}, {leaves} {'leaf' if leaves == 1 else 'leaves'}"
    return f"Backward graph: {words}"


# ----- how a picture opens --------------------------------------------------------------------------------------------
ROOM = 1150, 700
"""Pixels that a picture may take before it is drawn smaller: they decide how it runs."""
RIGHT_FROM, BETTER = 0.9, 1.1
"""A picture runs right if so much of its size is left then, and down where that shows it so many times larger."""
LARGE = 0.85
"""The first of `SCALES` at which so much of its size is left is taken, or else the best: few bands are read best."""


def readable(planner: Planner, opened: set[str]) -> set[str]:
    """The groups that stay open when, where letters would be too small, the innermost close."""
    few, small = RATHER
    while len(opened) > 1:
        size, fewer = best_down(planner, opened)[1], planner.groups.closed(opened)
        if size >= READ_FROM or (size >= small and planner.groups.shown(fewer) < few):
            break
        opened = fewer
    return opened


def best_down(planner: Planner, opened: set[str]) -> tuple[float, float]:
    """How far the picture should run down before it goes on beside, 0 if it is to run right; and its size then."""

    def size(down: float) -> float:
        placing = planner.placed(opened, down)
        return min(1.0, ROOM[0] / placing.width, ROOM[1] / placing.height)

    right = size(0.0)
    if right >= RIGHT_FROM:
        return 0.0, right
    ways = [ROOM[1] / scale if scale else inf for scale in SCALES]
    down = next((way for way in ways if size(way) >= LARGE), max(ways, key=size))
    return (down, size(down)) if size(down) >= BETTER * right else (0.0, right)

"""Where everything stands: boxes, arrows and seeds with their places in pixels, once for a whole trace."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import count

from ..tracing.trace import Trace
from . import routes
from .boxes import Box
from .layout import layered
from .section import Section, Wire, whole
from .sizes import MARGIN, PORTS_WIDTH, ROW_GAP, Lengths, fold_size, label_width, node_size, starts_of, value_text

Places = Mapping[str, tuple[float, float]]
"""(column, row) of each node, from a reader who places them."""


@dataclass(frozen=True)
class Arrow(Wire):
    """A wire and its way over the picture, in the direction gradients travel."""

    route: routes.Route

    @property
    def id(self) -> str:
        """Stable name of the edge, ``n2/0``."""
        return f"{self.source}/{self.index}"

    @property
    def is_bundle(self) -> bool:
        """Whether it stands for many edges."""
        return isinstance(self.index, str)


@dataclass(frozen=True)
class Seed:
    """The short arrow from outside into a root."""

    node: str
    slot: int
    route: routes.Route

    @property
    def key(self) -> str:
        """Under which its text is found, ``seed/n2/0``."""
        return f"seed/{self.node}/{self.slot}"


@dataclass(frozen=True)
class Plan:
    """Everything that stays where it is for the whole trace, or for a section of a large one."""

    boxes: dict[str, Box]
    arrows: tuple[Arrow, ...]
    seeds: tuple[Seed, ...]
    width: float
    height: float
    title: str = ""

    def slot_of(self, arrow: Arrow) -> str:
        """``[1]`` at the tip of an arrow into a node that has several slots, else ""."""
        several = arrow.target is not None and self.boxes[arrow.target].slots > 1
        return f"[{arrow.slot}]" if several and not arrow.is_bundle else ""

    def value_of(self, arrow: Arrow) -> str:
        """The value that travelled along an arrow in forward; "" where it is not known."""
        values = self.boxes[arrow.target].values if arrow.target and not arrow.is_bundle else ()
        return values[arrow.slot] if values else ""


def plan(trace: Trace, lengths: Lengths, pos: Places | None = None, section: Section | None = None) -> Plan:
    """Place all nodes and edges of ``trace``, or what one ``section`` of it shows.

    ``lengths`` are those of the texts to come, and ``pos`` places the nodes yourself. Raises ValueError when ``pos``
    misses a node, or when the graph has a cycle.
    """
    section = section or whole(trace)
    label = label_width(trace, section, lengths)
    links = [(wire.source, wire.target) for wire in section.wires if wire.target]
    layout = layered(section.members, links, pos)
    ports = Counter(wire.source for wire in section.wires)
    sizes = {node: node_size(trace, node, lengths) for node in section.nodes}
    sizes |= {fold.id: fold_size(fold, ports[fold.id]) for fold in section.folds.values()}
    pitch = max((height for _, height in sizes.values()), default=0) + ROW_GAP
    grid = routes.Grid(_columns(layout.rows, sizes, label), MARGIN, pitch, label)

    def box(member: str) -> Box:
        (column, row), (_, height) = layout.rows[member], sizes[member]
        x, width = grid.columns[column]
        return _box(trace, section, member, (x, grid.middle(row) - height / 2, width, height))

    boxes = {member: box(member) for member in section.members}
    arrows = _arrows(section, ports, boxes, layout.bends, grid)
    holes = [arrow.route.end[0] + routes.HOLE_LENGTH for arrow in arrows if arrow.target is None]
    right = max([*(box.right for box in boxes.values()), *holes], default=0)
    bottom = max([*(box.bottom for box in boxes.values()), *(arrow.route.lowest for arrow in arrows)], default=0)
    return Plan(boxes, arrows, _seeds(trace, boxes, label), right + MARGIN, bottom + MARGIN, _title(trace))


def _box(trace: Trace, section: Section, member: str, place: tuple[float, float, float, float]) -> Box:
    if member in section.folds:
        fold = section.folds[member]
        return Box(member, "fold", fold.title, (), (), *place, fold.lines)
    info = trace.nodes[member]
    names = tuple(variable.name if variable else None for variable in trace.variables.get(member, ()))
    names += (None,) * (info.outputs - len(names))
    values = tuple(value_text(trace, member, slot) for slot in range(info.outputs))
    return Box(member, info.kind, trace.label(member), names, values, *place)


def _title(trace: Trace) -> str:
    leaves = sum(info.kind == "leaf" for info in trace.nodes.values())
    functions = len(trace.nodes) - leaves
    words = f"{functions} function{'s' * (functions != 1)}, {leaves} {'leaf' if leaves == 1 else 'leaves'}"
    return f"Backward graph: {words}"


def _columns(
    rows: Mapping[str, tuple[float, float]], sizes: Mapping[str, tuple[float, float]], label: float
) -> dict[float, tuple[float, float]]:
    """Left edge and width of each column: ``{column: (x, width)}``. A column is as wide as its widest box."""
    widths: dict[float, float] = {}
    for node, (column, _) in rows.items():
        widths[column] = max(widths.get(column, 0.0), sizes[node][0])
    places, x = {}, MARGIN + label + 26
    for column in sorted(widths):
        places[column] = (x, widths[column])
        x += widths[column] + label + PORTS_WIDTH
    return places


def _arrows(
    section: Section, ports: Mapping[str, int], boxes: Mapping[str, Box], bends: routes.Bends, grid: routes.Grid
) -> tuple[Arrow, ...]:
    """One for each wire; those of one source leave it side by side."""
    numbers = {node: count() for node in ports}
    ends = [
        routes.End(wire.source, next(numbers[wire.source]), ports[wire.source], wire.target, wire.slot)
        for wire in section.wires
    ]
    drawn = routes.draw(ends, boxes, bends, grid)
    return tuple(Arrow(**vars(wire), route=drawn[end]) for wire, end in zip(section.wires, ends, strict=True))


def _seeds(trace: Trace, boxes: Mapping[str, Box], label: float) -> tuple[Seed, ...]:
    """One for each root slot that some backward of the trace starts from."""
    roots = dict.fromkeys(root for start in starts_of(trace) for root in start.roots if root.node in boxes)
    return tuple(Seed(root.node, root.slot, routes.seed(boxes[root.node], root.slot, label + 26)) for root in roots)

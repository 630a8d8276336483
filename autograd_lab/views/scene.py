"""The picture as plain data: boxes, arrows and labels with their places in pixels. Every drawing starts from here.

`plan` places everything once for a whole trace; `build` adds what is known at one step. Both hold strings and numbers
only, so a test compares `Scene.text()` and never a pixel.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import count

from autograd_lab.views import routes
from autograd_lab.views._numbers import shorten
from autograd_lab.views.display import Display
from autograd_lab.views.fold import Section, Sections, is_large, whole
from autograd_lab.views.layout import layered
from autograd_lab.views.sizes import (
    LINE_WIDTH,
    MARGIN,
    PORTS_WIDTH,
    ROW_GAP,
    fold_size,
    label_width,
    node_size,
    section_label_width,
    starts_of,
    value_text,
)


@dataclass(frozen=True)
class Focus:
    """Where the eye should be: the node at work, and the edge (node, index) that the event is about."""

    node: str | None = None
    edge: tuple[str, int] | None = None


@dataclass(frozen=True)
class Box:
    """A node's place and the texts that never change. ``names`` and ``values`` have one entry per output slot.

    A box of kind ``fold`` stands for many nodes; it has ``lines`` instead of slots.
    """

    id: str
    kind: str
    title: str
    names: tuple[str | None, ...]
    values: tuple[str, ...]
    x: float
    y: float
    width: float
    height: float
    lines: tuple[str, ...] = ()

    @property
    def slots(self) -> int:
        """How many slots a gradient can arrive in."""
        return len(self.values)


@dataclass(frozen=True)
class Arrow:
    """Edge ``index`` of node ``source``, in the direction gradients travel. ``target`` None: a hole, ``(None, 0)``.

    Where many edges are drawn as one, because an end of theirs is folded, ``index`` is the name of that end.
    """

    source: str
    index: int | str
    input: str
    target: str | None
    slot: int
    route: routes.Route

    @property
    def id(self) -> str:
        """Stable name of the edge, ``n2/0``."""
        return f"{self.source}/{self.index}"


@dataclass(frozen=True)
class Seed:
    """The short arrow from outside into a root."""

    node: str
    slot: int
    route: routes.Route


@dataclass(frozen=True)
class Plan:
    """Everything that stays where it is for the whole trace, or for a section of a large one."""

    boxes: dict[str, Box]
    arrows: tuple[Arrow, ...]
    seeds: tuple[Seed, ...]
    width: float
    height: float
    title: str = ""


@dataclass(frozen=True)
class Scene:
    """A plan and what is shown on it after ``step`` events. ``shown`` has the keys of `display`."""

    plan: Plan
    step: int
    steps: int
    sentence: str
    shown: dict[str, str]
    focus: Focus = field(default_factory=Focus)

    def text(self) -> str:
        """The whole picture in words, the same in every process: what a test or a screen reader reads."""
        return "\n".join(_lines(self))


def build(
    trace, step: int | None = None, pos: Mapping[str, tuple[float, float]] | None = None, folded: bool = True
) -> Scene:
    """The picture of ``trace`` after its first ``step`` events (None: after all of them).

    ``pos`` places nodes yourself: ``{node id: (column, row)}``. Of a large graph the part around ``step`` is shown and
    the rest folded (see `fold`), unless ``pos`` is given or ``folded`` is False.
    Raises ValueError for a step outside the trace.
    """
    step = check_step(trace, step)
    if folded and pos is None and is_large(trace):
        return build_section(trace, step, Sections(trace))
    return Scene(plan(trace, pos), step, len(trace), sentence(trace, step), Display(trace).at(step), focus(trace, step))


def build_section(trace, step: int, sections: Sections) -> Scene:
    """The picture of the section in which ``step`` lies."""
    section = sections[sections.number_at(step)]
    shown = Display(trace, section.shown).at(step)
    return Scene(plan(trace, None, section), step, len(trace), sentence(trace, step), shown, focus(trace, step))


def check_step(trace, step: int | None) -> int:
    """``step`` as a count of events from 0 to ``len(trace)``; None means all of them."""
    if step is None:
        return len(trace)
    if not 0 <= step <= len(trace):
        raise ValueError(f"step {step} is outside this trace: it has steps 0 to {len(trace)}")
    return step


def focus(trace, step: int) -> Focus:
    """What the event that led to ``step`` is about."""
    state = trace.at(step)
    return Focus(state.active_node, state.active_edge)


def sentence(trace, step: int) -> str:
    """The sentence of the last event at ``step``; step 0 stands before them all."""
    return trace.sentence(step - 1) if step else "Nothing has happened yet."


def plan(trace, pos: Mapping[str, tuple[float, float]] | None = None, section: Section | None = None) -> Plan:
    """Place all nodes and edges of ``trace``, or what one ``section`` of it shows."""
    label = section_label_width(trace, section) if section else label_width(trace)
    section = section or whole(trace)
    links = [(wire.source, wire.target) for wire in section.wires if wire.target]
    layout = layered(section.members, links, pos)
    sizes = {node: node_size(trace, node) for node in section.nodes}
    arrows = Counter(wire.source for wire in section.wires)
    sizes.update({fold.id: fold_size(fold, arrows[fold.id]) for fold in section.folds.values()})
    columns = _column_places(layout.rows, sizes, label)
    pitch = max((height for _, height in sizes.values()), default=0) + ROW_GAP

    def box(member: str) -> Box:
        column, row = layout.rows[member]
        height = sizes[member][1]
        middle = MARGIN + pitch * (row + 0.5)
        place = columns[column][0], middle - height / 2, columns[column][1], height
        fold = section.folds.get(member)
        return (
            _box(trace, member, place) if fold is None else Box(member, "fold", fold.title, (), (), *place, fold.lines)
        )

    boxes = {member: box(member) for member in section.members}
    grid = routes.Grid(columns, MARGIN, pitch, label)
    arrows = _arrows(section, boxes, layout.bends, grid)
    seeds = _seeds(trace, boxes, label)
    holes = [arrow.route.end[0] + routes.HOLE_LENGTH for arrow in arrows if arrow.target is None]
    right = max([box.x + box.width for box in boxes.values()] + holes, default=0) + MARGIN
    bottoms = [box.y + box.height for box in boxes.values()] + [arrow.route.lowest for arrow in arrows]
    return Plan(boxes, arrows, seeds, right, max(bottoms, default=0) + MARGIN, _title(trace))


def _box(trace, node: str, place: tuple[float, float, float, float]) -> Box:
    info = trace.nodes[node]
    names = tuple(variable.name if variable else None for variable in trace.variables.get(node, ()))
    names += (None,) * (info.outputs - len(names))
    values = tuple(value_text(trace, node, slot) for slot in range(info.outputs))
    return Box(node, info.kind, trace.label(node), names, values, *place)


def _title(trace) -> str:
    leaves = sum(1 for node in trace.nodes.values() if node.kind == "leaf")
    functions = len(trace.nodes) - leaves
    return f"Backward graph: {_count(functions, 'function', 'functions')}, {_count(leaves, 'leaf', 'leaves')}"


def _count(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"


def _column_places(rows: Mapping[str, tuple[float, float]], sizes: Mapping[str, tuple[float, float]], label: float):
    """Left edge and width of each column: ``{column: (x, width)}``. A column is as wide as its widest box."""
    widths: dict[float, float] = {}
    for node, (column, _) in rows.items():
        widths[column] = max(widths.get(column, 0.0), sizes[node][0])
    places, x = {}, MARGIN + label + 26
    for column in sorted(widths):
        places[column] = (x, widths[column])
        x += widths[column] + label + PORTS_WIDTH
    return places


def _arrows(section: Section, boxes: Mapping[str, Box], bends, grid: "routes.Grid") -> tuple[Arrow, ...]:
    counts = Counter(wire.source for wire in section.wires)
    numbers = {node: count() for node in counts}
    ends = [
        routes.End(wire.source, next(numbers[wire.source]), counts[wire.source], wire.target, wire.slot)
        for wire in section.wires
    ]
    drawn = routes.draw(ends, boxes, bends, grid)
    return tuple(
        Arrow(wire.source, wire.index, wire.input, wire.target, wire.slot, drawn[end])
        for wire, end in zip(section.wires, ends, strict=True)
    )


def _seeds(trace, boxes: Mapping[str, Box], label: float) -> tuple[Seed, ...]:
    """One for each root slot that some backward of the trace starts from."""
    roots = dict.fromkeys(
        (root.node, root.slot) for start in starts_of(trace) for root in start.roots if root.node in boxes
    )
    return tuple(Seed(node, slot, routes.seed(boxes[node], slot, label + 26)) for node, slot in roots)


# ----- in words ------------------------------------------------------------------------------------------------------
def _lines(scene: Scene):
    yield f"step {scene.step} of {scene.steps}: {scene.sentence}"
    for box in scene.plan.boxes.values():
        yield f"{'>' if scene.focus.node == box.id else ' '} {_box_line(scene, box)}"
        for arrow in scene.plan.arrows:
            if arrow.source == box.id:
                sign = ">" if scene.focus.edge == (arrow.source, arrow.index) else " "
                yield f"{sign}     {_arrow_line(scene, arrow)}"


def _box_line(scene: Scene, box: Box) -> str:
    if box.kind == "fold":
        return " | ".join((box.title, *box.lines))
    parts = [box.title, *slot_lines(box, scene.shown)]
    if box.kind == "leaf":
        parts.append(f".grad= {scene.shown.get(f'total/{box.id}', 'None')}")
    parts.append(badge(box.id, scene.shown))
    return " | ".join(part for part in parts if part)


def slot_lines(box: Box, shown: Mapping[str, str]) -> list[str]:
    """``c v= 5`` and ``∂= 4`` for one slot; with ``[0]``, ``[1]`` in front where there are several."""
    lines = []
    for slot, (name, value) in enumerate(zip(box.names, box.values, strict=True)):
        front = f"[{slot}] " if box.slots > 1 else ""
        lines.append(f"{front}{name + ' ' if name else ''}v= {value or '?'}")
        lines.append(f"{front}∂= {shown.get(f'grad/{box.id}/{slot}', '')}".rstrip())
    return lines


def badge(node: str, shown: Mapping[str, str]) -> str:
    """``heard 1/2`` while it waits, then ``ready``, ``running``, ``done``; "" when it takes no part."""
    status = shown.get(f"status/{node}", "")
    if status == "waiting":
        heard = shown.get(f"heard/{node}")
        return f"heard {heard}" if heard else ""
    return "" if status == "skipped" else status


def _arrow_line(scene: Scene, arrow: Arrow) -> str:
    if arrow.target is None:
        return f"{arrow.index} {arrow.input} -> None"
    target = scene.plan.boxes[arrow.target]
    if isinstance(arrow.index, str):
        return f"{arrow.input or '1 edge'} -> {target.title}"
    message = scene.shown.get(f"message/{arrow.id}")
    sent = f": ∂= {message}" if message is not None else ""
    return f"{arrow.index} {arrow.input} -> {target.title} [{arrow.slot}]{sent}"


def fitted(string: str, box: Box, used: int = 0) -> str:
    """``string`` cut so that it fits a line of ``box`` beside ``used`` other characters."""
    return shorten(string, max(int((box.width - 22) / LINE_WIDTH) - used, 3))

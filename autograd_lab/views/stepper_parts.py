"""What the stepper in the browser gets of a trace, as plain JSON data: facts about the whole trace, and its parts.

A part holds the nodes of some groups (``nodes/3``), the cards of these nodes (``cards/3``), the sentences of some
events (``tale/2``), or the search index (``index``). A small trace goes to the browser whole; the parts of a large one
follow when they are needed.
"""

import gzip
import itertools
import json
import math
from base64 import b64encode
from collections.abc import Callable, Container, Iterator
from functools import cached_property
from math import inf
from typing import Any

from ..tracing.telling.words import listed
from ..tracing.trace import events as ev
from ..tracing.trace.events import Value
from ..tracing.trace.node_search import names_of
from ..tracing.trace.trace import Trace
from ..tracing.why.health import absent_parameters
from .card.node_card import panels, where
from .picture import boxes as sizes
from .picture import scene
from .picture.bundles import sums_of
from .picture.groups import ROOT, Group
from .picture.inside import insides_of
from .picture.plan import Plan, Planner, best_down, title
from .picture.routes import Route
from .picture.scene import Sentences
from .picture.step_texts import History, TextHistory, longest

SEARCHED_FROM = 12
"""A graph with so many nodes can be searched, and is placed in the browser;"""
WHOLE = 300
"""one with more nodes than this comes in parts,"""
PART = 100
"""with so many nodes in one, the topmost groups aside,"""
CHAPTER = 400
"""and so many events."""
MOST_EDGES = 60
"""Rows of a node's card."""

Data = dict[str, Any]


class Parts:
    """The parts of one trace, each made when it is asked for.

    The picture of a ``plain`` graph, a small one, is placed here, once to run right and once to run down. The browser
    places any other, for its window and for the open boxes. ``is_whole``: whether the browser gets all parts at once.
    """

    def __init__(self, trace: Trace, folded: bool = True):
        self._trace = trace
        self.groups, self._insides = insides_of(trace, folded)
        self._history, self._sentences = TextHistory(trace), Sentences(trace)
        self.plain = not folded or len(trace.nodes) < SEARCHED_FROM
        self.is_whole = self.plain or len(trace.nodes) <= WHOLE
        self._part = self._parts_of_groups()
        self._by_part: dict[int, list[Group]] = {}
        for group in self.groups.groups.values():
            self._by_part.setdefault(self._part[group.id], []).append(group)
        self._names = [f"{kind}/{n}" for kind in ("nodes", "cards") for n in range(max(self._part.values()) + 1)]
        chapters = 1 if self.is_whole else len(trace) // CHAPTER + 1
        self._names += [*(f"tale/{n}" for n in range(chapters)), "index"]

    @cached_property
    def absent(self) -> list[str]:
        """``frozen: net.0.weight and net.0.bias``, ``not called: …``: the parameters of a model without a box."""
        return [f"{reason}: {listed(names)}" for reason, names in absent_parameters(self._trace).items()]

    def _parts_of_groups(self) -> dict[str, int]:
        """Which part each group is in: large outer groups in part 0, others in the part of the group around them."""
        found: dict[str, int] = {}
        for group in self.groups.groups.values():
            outer = found.get(group.parent or "", 0)
            is_new = not self.is_whole and not outer and group.size <= PART and group.id != ROOT
            found[group.id] = max(found.values(), default=0) + 1 if is_new else outer
        return found

    def scene(self, step: int) -> scene.Scene:
        """What the browser shows at ``step``, for a still picture."""
        return scene.build(self._trace, step)

    def first(self, step: int) -> Data:
        """The facts, and the parts that are needed at once."""
        groups = self.groups.groups
        visits = scene.Visits(self._trace)
        facts: Data = {
            "title": title(self._trace),
            "events": len(self._trace),
            "stops": self._sentences.stops,
            "visits": visits.steps,
            "fits": sizes.MESSAGE_FITS,
            "seeds": [[root.node, root.slot] for root in self._roots()],
            "marks": self._marks(),
        }
        if self._history.texts.widths.are_drawn:
            facts["widths"] = True
        if self.absent:
            facts["absent"] = self.absent
        if self.plain:
            facts["plans"] = self._plans()
        else:
            opened = self.groups.opened()
            facts |= {
                "parents": {group.id: group.parent for group in groups.values() if group.parent},
                "open": [group for group in groups if group in opened],
                "visited": " ".join(visits.nodes),
                "starts": visits.starts,
            }
            if self.groups.of_parameters:
                facts["parameters"] = self.groups.of_parameters
        wanted = self._wanted(step)
        if not self.is_whole:
            homes: dict[str, list[str]] = {}
            for node, group in self.groups.home.items():
                homes.setdefault(group, []).append(node)
            facts |= {
                "part": self._part,
                "homes": {group: " ".join(nodes) for group, nodes in homes.items()},
                "chapter": CHAPTER,
            }
        return facts | {"parts": {name: self.part(name) for name in wanted}}

    def _wanted(self, step: int) -> list[str]:
        """What is needed to show a step."""
        if self.is_whole:
            return [name for name in self._names if name != "index" or not self.plain]
        opened = self.groups.opened()
        for node in (scene.focus(self._trace, step).node, scene.Visits(self._trace).function(step)):
            opened |= set(self.groups.following(node) if node else ())
        nodes = sorted({self._part[group] for group in opened})
        return [*(f"nodes/{number}" for number in nodes), f"tale/{step // CHAPTER}"]

    def _marks(self) -> list[tuple[int, str]]:
        """(state, word) where each backward begins, and where the parameters were changed after one."""
        starts = self._trace.backwards
        numbered = [(first, f"backward {number}" if len(starts) > 1 else "backward") for number, first, _ in starts]
        return sorted([*numbered, *((state, "step of the optimizer") for state in self._trace.rewritten)])

    def _roots(self) -> list[ev.Edge]:
        roots = dict.fromkeys(root for start in self._trace.starts for root in start.roots)
        return [root for root in roots if root.node in self.groups.home]

    def __contains__(self, name: object) -> bool:
        return name in self._names

    def part(self, name: str) -> Data:
        """One part by its name."""
        kind, _, number = name.partition("/")
        if kind == "index":
            return search_index(self._trace)
        return {"nodes": self._nodes, "cards": self._cards, "tale": self._tale}[kind](int(number))

    def packed(self, known: Container[str]) -> dict[str, str]:
        """Every part that is not ``known`` at a tenth of its size, in the same letters each time."""
        found = {name: json.dumps(self.part(name)).encode() for name in self._names if name not in known}
        return {name: b64encode(gzip.compress(part, 6, mtime=0)).decode() for name, part in found.items()}

    def _plans(self) -> list[Data]:
        """A plain graph running right, running down, and going on beside where that would get too long."""
        texts = self._history.of(self._shown_edges([self.groups.groups[ROOT]]))
        planner = Planner(self.groups, self._insides, longest(texts))
        ways = [0.0, inf, best_down(planner, {ROOT})[0]]
        return [_drawing(planner.plan({ROOT}, down)) for down in dict.fromkeys(ways)]

    # ----- sentences --------------------------------------------------------------------------------------------------
    def _tale(self, number: int) -> Data:
        """The events of one chapter: their sentences, and where to look."""
        first = number * CHAPTER
        last = len(self._trace) if self.is_whole else min(first + CHAPTER - 1, len(self._trace))
        steps = range(first, last + 1)
        return {
            "first": first,
            "sentences": [self._sentences.by_event(step) for step in steps],
            "steps": [(step, self._sentences.by_step(step)) for step in self._sentences.stops_in(first, last)],
            "focus": [self._focus(step) for step in steps],
        }

    def _focus(self, step: int) -> list[str | int | None]:
        """The node at work; with the edge that the event is about, its index and where it leads."""
        looked_at = scene.focus(self._trace, step)
        if looked_at.edge is None:
            return [looked_at.node]
        node, index = looked_at.edge
        edge = self._trace.nodes[node].edges[index]
        return [looked_at.node, node, index, edge.node if edge else None]

    # ----- boxes and cards --------------------------------------------------------------------------------------------
    def _nodes(self, number: int) -> Data:
        """The groups of one part, their nodes, the closed groups among their members, and all texts of these."""
        groups = self._by_part[number]
        members = [member for group in groups for member in group.members]
        mine = set(members)
        history = self._history.of(self._shown_edges(groups), mine)
        planner = Planner(self.groups, self._insides, longest(history))
        leaving = [out for member in members for out in self._outward(member)]
        told = {
            f"{kind}/{node}/{index}" for out in leaving for node, index in out.edges for kind in ("message", "weight")
        }
        boxes = {member: self._box(planner, member) for member in members}
        if self.plain:
            return {"boxes": boxes, "texts": _texts(history)}
        kept = {key: notes for key, notes in history.items() if key in told or key.split("/")[1] in mine}
        kept |= sums_of(self._trace, leaving, history, self._history.texts.widths)
        return {
            "groups": {group.id: self._inside(planner, group) for group in groups},
            "boxes": boxes,
            "texts": _texts(kept | self._seeds() if number == 0 else kept),
        }

    def _seeds(self) -> History:
        """What went into the roots: the picture draws it from the beginning, also where a root's group is closed."""
        roots = self._history.of({root.node: {} for root in self._roots()}, ())
        return {key: notes for key, notes in roots.items() if key.startswith("seed/")}

    def _outward(self, member: str) -> list:
        return self._insides.outward(member) if member in self.groups.groups else []

    def _shown_edges(self, groups: list[Group]) -> dict[str, dict[int, None]]:
        """The nodes and edges whose texts a part contains, each once and in order."""
        found: dict[str, dict[int, None]] = {}
        for member in (member for group in groups for member in group.members):
            if member not in self.groups.groups:
                found[member] = dict.fromkeys(range(len(self._trace.nodes[member].edges)))
        for member in (member for group in groups for member in group.members):
            for out in self._outward(member):
                for node, index in out.edges:
                    found.setdefault(node, {})[index] = None
        return found

    def _inside(self, planner: Planner, group: Group) -> Data:
        inside = self._insides[group.id]
        place = {member: number for number, member in enumerate(group.members)}
        doors = {
            name: [[place[member], *way] for member, way in ways.items()]
            for name, ways in (("entries", inside.entries), ("exits", inside.exits))
            if ways
        }
        bends = [[place[a], place[b], points] for (a, b), points in inside.bends.items()]
        facts: Data = {"members": group.members, "rows": [inside.rows[member] for member in group.members]}
        return facts | doors | ({"bends": bends} if bends else {}) | {"label": planner.label(group.id)}

    def _box(self, planner: Planner, member: str) -> Data:
        width, height = planner.size(member)
        if member in self.groups.groups:
            group = self.groups.groups[member]
            outward = [
                [
                    *(out.target, out.slot, planner.widest_label(out.edges)),
                    sizes.shape_text(self._trace, out.target, out.slot),
                    *(f"{node}/{i}" for node, i in out.edges),
                ]
                for out in self._outward(member)
            ]
            facts = {"kind": "fold", "title": group.title, "lines": group.lines, "size": group.size, "out": outward}
            if group.short != group.title:
                facts["short"] = group.short
            return facts | {"width": width, "height": height}
        box = planner.box(member)
        edges = [self._edge(planner, member, index) for index in range(len(self._trace.nodes[member].edges))]
        facts = {"kind": box.kind, "title": box.title, "names": box.names, "values": box.values}
        if self.plain:
            return facts | {"edges": [edge[:3] for edge in edges]}
        return facts | {"edges": edges, "width": width, "height": height}

    def _edge(self, planner: Planner, node: str, index: int) -> tuple[str | None, int, str, float]:
        """Where an edge leads, the name of its input, and how wide the text on it gets."""
        info = self._trace.nodes[node]
        edge, name = info.edges[index], info.inputs[index] if index < len(info.inputs) else ""
        label = planner.edge_label(node, index)
        return (edge.node, edge.slot, name, label) if edge and edge.node in self.groups.home else (None, 0, name, label)

    def _cards(self, number: int) -> Data:
        """The cards of the nodes of one part."""
        nodes = (member for group in self._by_part[number] for member in group.members)
        infos = [self._trace.nodes[node] for node in nodes if node in self._trace.nodes]
        edges = {info.id: range(min(len(info.edges), MOST_EDGES)) for info in infos}
        return panels(self._trace, edges, self._history.texts.runs)


def _texts(history: History) -> dict[str, list]:
    """Steps and texts in turns; 0 for a text that was written again as it was."""
    found: dict[str, list] = {}
    for key, notes in history.items():
        line, before = [], None
        for step, shown in notes:
            if line or shown is not None:
                line += [step, 0 if line and shown == before else shown]
                before = shown
        if line:
            found[key] = line
    return found


def _drawing(plan: Plan) -> Data:
    """Where boxes and arrows stand; of an arrow, first its label and then the points of its curves."""
    crowded = [number for number, arrow in enumerate(plan.arrows) if arrow.route.crowded]
    facts: Data = {"crowded": crowded} if crowded else {}
    return facts | {
        "width": plan.width,
        "height": plan.height,
        "rects": [(box.x, box.y, box.width, box.height) for box in plan.boxes.values()],
        "ways": [_way(arrow.route) for arrow in plan.arrows],
        "seeds": [_way(seed.route) for seed in plan.seeds],
    }


def _way(route: Route) -> list[float]:
    return [round(number, 1) for point in (route.label, *route.points) for number in point]


# ----- the index ------------------------------------------------------------------------------------------------------
NUMBERS: dict[str, Callable[[Value], bool]] = {
    "nan": lambda value: value.measure.nans > 0,
    "inf": lambda value: value.measure.infinities > 0,
    "zero": lambda value: value.measure.zeros == math.prod(value.shape) > 0,
}
"""What explains trouble in a gradient: a nan, an infinity, or nothing but zeros."""


def search_index(trace: Trace) -> dict[str, Any]:
    """``nodes``: (id, what it is called, its shapes) of each; ``places``: where to jump.

    A place has a ``kind`` (``nan``, ``inf``, ``zero``, ``parameter`` or ``begins``), a ``title``, a ``node``, and the
    ``step`` that shows it, where there is one. ``absent`` says of other tensors that wait for a gradient why they are
    nowhere here.
    """
    nodes = [(node, _called(trace, node), _shapes(trace, node)) for node in trace.nodes]
    places = [*_numbers(trace), *_values(trace), *_parameters(trace), *_backwards(trace)]
    return {"nodes": nodes, "places": places, "absent": [*_absent(trace)]}


def _called(trace: Trace, node: str) -> str:
    """The label of a node, the learner's names for its outputs, and where it was made: module, line and code."""
    label = trace.label(node)
    names = [name for name in names_of(trace, node) if f"({name})" not in label]
    return " ".join(filter(None, [label, *names, *where(trace, node)]))


def _shapes(trace: Trace, node: str) -> str:
    values = [variable.value for variable in trace.variables.get(node, ()) if variable and variable.value]
    return " ".join(f"[{'×'.join(map(str, value.shape))}]" for value in values if value.shape)


def _values(trace: Trace) -> Iterator[dict[str, Any]]:
    """The first value of forward in which there is a nan, and an infinity."""
    for kind in ("nan", "inf"):
        found = (place for place, value in _outputs(trace) if value is not None and NUMBERS[kind](value))
        for place in itertools.islice(found, 1):
            yield {"kind": kind, "title": f"first {kind} value: {trace.label(place['node'])}"} | place


def _outputs(trace: Trace) -> Iterator[tuple[dict[str, Any], Value | None]]:
    """The results of each operation, with the step that shows them; then known values of other nodes, oldest first."""
    known = set()
    for step, event in enumerate(trace.events, start=1):
        if isinstance(event, ev.OpRecorded):
            known.add(event.node.id)
            yield from (({"node": event.node.id, "step": step}, value) for value in event.values)
    for info in sorted(trace.nodes.values(), key=lambda info: (info.kind != "leaf", info.number)):
        if info.id not in known:
            variables = filter(None, trace.variables.get(info.id, ()))
            yield from (({"node": info.id}, variable.value) for variable in variables)


def _numbers(trace: Trace) -> Iterator[dict[str, Any]]:
    """The first gradient of each kind."""
    waiting = dict(NUMBERS)
    for step, event in enumerate(trace.events, start=1):
        for value in _gradients(event):
            for kind in [kind for kind, holds in waiting.items() if value is not None and holds(value)]:
                del waiting[kind]
                node = event.target.node if isinstance(event, ev.BufferAdded) else event.node
                title = f"first {_word(kind)} gradient: {trace.label(node)}"
                yield {"kind": kind, "title": title, "node": node, "step": step}
        if not waiting:
            return


def _gradients(event: ev.Event) -> tuple[Value | None, ...]:
    match event:
        case ev.RuleApplied():
            return event.results
        case ev.BufferAdded():
            return (event.message,)
        case ev.HookCalled():
            return event.after
    return ()


def _parameters(trace: Trace) -> Iterator[dict[str, Any]]:
    """Each leaf, and the step at which its ``.grad`` was written first."""
    grads = trace.grads()
    for step, event in enumerate(trace.events, start=1):
        if isinstance(event, ev.GradAccumulated):
            grad = grads[event.node] or event.after
            state = next(
                (f" {_word(kind)}" for kind, holds in NUMBERS.items() if holds(grad)), ""
            )  # `` all 0``, `` nan``
            title = f"{trace.name(event.node) or trace.label(event.node)}: .grad{state}"
            yield {"kind": "parameter", "title": title, "node": event.node, "step": step}


def _word(kind: str) -> str:
    return "all 0" if kind == "zero" else kind


def _backwards(trace: Trace) -> Iterator[dict[str, Any]]:
    """Where each backward begins, if there are several."""
    if len(trace.backwards) > 1:
        for number, first, _ in trace.backwards:
            for root in trace[first].roots[:1]:
                yield {"kind": "begins", "title": f"backward {number}", "node": root.node, "step": first + 1}


def _absent(trace: Trace) -> Iterator[str]:
    """The leaves with a name and without a node: ``w: .grad None, not in the graph (detach, line 7)``."""
    cuts: dict[int, str] = {}
    used = {number for step in trace.flow.steps for number in step.inputs}
    for step in trace.flow.steps:
        if step.cut and step.line:
            for number in step.inputs:
                cuts.setdefault(number, f" ({step.cut}, line {step.line.number})")
    for number, tensor in enumerate(trace.flow.tensors):
        is_here = tensor.place is not None and tensor.place.node in trace.nodes
        if tensor.name and tensor.requires_grad and tensor.is_leaf and not is_here:
            reason = cuts.get(number, "" if number in used else " (unused)")
            yield f"{tensor.name}: .grad None, not in the graph{reason}"

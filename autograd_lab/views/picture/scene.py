"""The picture as plain data: where everything is, and what one step shows there. Every drawing starts from here.

`plan` places everything, given which groups are open; `build` adds what is known at one step. Both hold strings and
numbers only, so a test compares `Scene.text()` and never a pixel. `Sentences` has the sentences and counts the steps.

State ``k`` is the state after the first k events. A step ends at its *stop*, the state after its last event. A state
between two stops has the sentence of its latest event.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from ...tracing.trace.events import BackwardStarted, NodeVisited
from ...tracing.trace.trace import Trace
from .boxes import Box
from .bundles import bundle_notes, sums_of
from .groups import Groups, progress
from .inside import Insides, Outward, insides_of
from .plan import Arrow, Plan, Planner, best_down, readable
from .step_texts import TextHistory, at, longest


@dataclass(frozen=True)
class Focus:
    """Where to look: the node at work, and the edge (node, index) that the event concerns."""

    node: str | None = None
    edge: tuple[str, int] | None = None


@dataclass(frozen=True)
class Scene:
    """A plan and what is shown on it after some events. ``shown`` has the keys of `step_texts`.

    ``count`` says at which step that is (``step 3 of 7``), and ``sentence`` what happened in it.
    """

    plan: Plan
    count: str
    sentence: str
    shown: dict[str, str]
    focus: Focus = field(default_factory=Focus)

    def text(self) -> str:
        """The whole picture in words, the same in every process: what a test or a screen reader reads."""
        return "\n".join(_lines(self))


def build(trace: Trace, state: int | None = None, folded: bool = True) -> Scene:
    """The picture of ``trace`` after its first ``state`` events (None: after all of them).

    A large graph is folded (see `groups`), unless ``folded`` is False; the groups that hold the node at work are open,
    as far as letters stay large enough.
    """
    state = len(trace) if state is None else state
    return Stills(trace, folded, focus(trace, state).node).at(state)


class Stills:
    """One picture at any step: the same groups stay open, so that the picture keeps its size and its places.

    Arguments are those of `build`; open beside the groups of the beginning are those that hold the node ``shown``, as
    far as letters stay large enough.
    """

    def __init__(self, trace: Trace, folded: bool = True, shown: str | None = None):
        self._trace = trace
        self._groups, insides = insides_of(trace, folded)
        wanted = self._groups.opened() | set(self._groups.following(shown) if shown else ())
        texts = TextHistory(trace)
        self._history = texts.of(shown_edges(self._groups, insides, wanted))
        planner = Planner(self._groups, insides, longest(self._history))
        self._opened = readable(planner, wanted)
        down = best_down(planner, self._opened)[0] if folded else 0.0
        self._plan = planner.plan(self._opened, down)
        leaving = left_by(self._groups, insides, self._opened)
        self._history |= sums_of(trace, leaving, self._history, texts.texts.widths)
        self._history |= bundle_notes(self._plan.arrows, self._history)
        self._sentences, self._visits = Sentences(trace), Visits(trace)

    def at(self, step: int) -> Scene:
        """The picture after the first ``step`` events. A node at work that is not seen is lit up as its group."""
        looked_at = focus(self._trace, step)
        if looked_at.node in self._groups.home:
            looked_at = Focus(self._groups.seen_as(looked_at.node, self._opened), looked_at.edge)
        words = self._sentences.count(step), self._sentences.by_step(step)
        shown = at(self._history, step) | progress_texts(self._groups, self._opened, self._visits, step)
        return Scene(self._plan, *words, shown, looked_at)


def shown_edges(groups: Groups, insides: Insides, opened: set[str]) -> dict[str, list[int]]:
    """The nodes whose texts a picture shows, and their edges: of a closed group, only the edges that leave it."""
    found: dict[str, list[int]] = {}
    for node, group in groups.home.items():
        if opened.issuperset(groups.way(group)):
            found[node] = [*range(len(groups.trace.nodes[node].edges))]
    for out in left_by(groups, insides, opened):
        for node, index in out.edges:
            found.setdefault(node, []).append(index)
    return found


def left_by(groups: Groups, insides: Insides, opened: set[str]) -> Iterator[Outward]:
    """The edges that leave the closed groups which are seen."""
    for group in groups.groups.values():
        if group.id not in opened and opened.issuperset(groups.way(group.id)[:-1]):
            yield from insides.outward(group.id)


def progress_texts(groups: Groups, opened: set[str], visits: "Visits", step: int) -> dict[str, str]:
    """``progress/GROUP`` for each closed group."""
    taken = visits.taken(step)
    return {
        f"progress/{group.id}": progress(len(taken.intersection(groups.nodes(group.id))), group.size)
        for group in groups.groups.values()
        if group.id not in opened
    }


class Visits:
    """When the engine took which node."""

    def __init__(self, trace: Trace):
        visits = [(step, event.node) for step, event in enumerate(trace.events, 1) if isinstance(event, NodeVisited)]
        self.steps, self.nodes = [step for step, _ in visits], [node for _, node in visits]
        self.starts = [first + 1 for _, first, _ in trace.backwards]
        self._trace = trace

    def function(self, step: int) -> str | None:
        """The function that the engine has taken last: while a leaf is at work, the one that sent to it."""
        taken = self.nodes[: bisect_right(self.steps, step)]
        return next((node for node in reversed(taken) if self._trace.nodes[node].kind != "leaf"), None)

    def taken(self, step: int) -> set[str]:
        """The nodes that the latest backward has taken by then."""
        start = bisect_right(self.starts, step)
        first = bisect_right(self.steps, self.starts[start - 1]) if start else 0
        return set(self.nodes[first : bisect_right(self.steps, step)])


def focus(trace: Trace, step: int) -> Focus:
    """What the event before state ``step`` concerns."""
    return Focus(*trace.focus(step))


# ----- in words -------------------------------------------------------------------------------------------------------
def _lines(scene: Scene) -> Iterator[str]:
    yield f"{scene.count}: {scene.sentence}"
    for frame in scene.plan.frames:
        yield f"  open: {frame.title} | {' | '.join(frame.lines)}"
    for box in scene.plan.boxes.values():
        yield f"{'>' if scene.focus.node == box.id else ' '} {_box_line(scene, box)}"
        for arrow in scene.plan.arrows:
            if arrow.source == box.id:
                sign = ">" if arrow.edge and scene.focus.edge == arrow.edge else " "
                yield f"{sign}     {_arrow_line(scene, arrow)}"


def _box_line(scene: Scene, box: Box) -> str:
    if box.kind == "fold":
        parts = [box.title, *box.lines, scene.shown.get(f"progress/{box.id}", "")]
        return " | ".join(part for part in parts if part)
    parts = [box.title, *slot_lines(box, scene.shown)]
    if box.kind == "leaf":
        parts.append(f".grad= {scene.shown.get(f'total/{box.id}', 'None')}")
    parts += [scene.shown.get(f"hook/{box.id}", ""), badge(box.id, scene.shown)]
    return " | ".join(part for part in parts if part)


def slot_lines(box: Box, shown: Mapping[str, str]) -> list[str]:
    """``c v= 5`` and ``∂= 4`` for one slot; with ``[0]``, ``[1]`` in front where there are several."""
    lines = []
    for slot, name in enumerate(box.names):
        front = f"[{slot}] " if box.slots > 1 else ""
        lines.append(f"{front}{name + ' ' if name else ''}v= {box.value(slot, shown)}")
        lines.append(f"{front}∂= {shown.get(f'grad/{box.id}/{slot}', '')}".rstrip())
    return lines


def badge(node: str, shown: Mapping[str, str]) -> str:
    """``received 1/2`` while it waits, then ``ready``, ``running``, ``done``; "" when it takes no part."""
    status = shown.get(f"status/{node}", "")
    if status == "waiting":
        heard = shown.get(f"heard/{node}")
        return f"received {heard}" if heard else ""
    return "" if status == "skipped" else status


def _arrow_line(scene: Scene, arrow: Arrow) -> str:
    edges = f"{arrow.count:,} edge{'s' * (arrow.count > 1)}"
    front = f"{arrow.edge[1]} {arrow.input}" if arrow.id.startswith(f"{arrow.source}/") else edges
    if arrow.target is None:
        return f"{front} -> None"
    target = scene.plan.boxes[arrow.target]
    place = f" [{arrow.slot}]" if target.kind != "fold" else ""
    message = scene.shown.get(arrow.key or "")
    sent = f": {message}" if message is not None else ""
    return f"{front} -> {target.title}{place}{sent}"


# ----- sentences ------------------------------------------------------------------------------------------------------
NOTHING = "Nothing was recorded: call backward() inside the block, as in `with al.record() as trace: loss.backward()`."


class Sentences:
    """The sentences and step numbers of one trace."""

    def __init__(self, trace: Trace):
        self._trace = trace
        self.stops = [step.last + 1 for step in trace.steps]
        """The state after each step."""

    def number(self, state: int) -> int:
        """The step that a state belongs to; 0 before the first."""
        return bisect_left(self.stops, state) + 1 if state else 0

    def stops_in(self, first: int, last: int) -> list[int]:
        """The stops from state ``first`` to state ``last``."""
        return self.stops[bisect_left(self.stops, first) : bisect_right(self.stops, last)]

    def count(self, state: int) -> str:
        """``step 3 of 7``."""
        return f"step {self.number(state)} of {len(self.stops)}"

    def by_step(self, state: int) -> str:
        """The sentence of the step that ends at this state; inside a step, that of the latest event."""
        number = self.number(state)
        whole = number and self.stops[number - 1] == state
        return self._trace.steps[number - 1].sentence if whole else self.by_event(state)

    def by_event(self, state: int) -> str:
        """The sentence of the event that led to this state."""
        if state:
            return self._trace.sentence(state - 1)
        if not self._trace.events:
            return NOTHING
        if isinstance(self._trace[0], BackwardStarted):
            return "Forward has run and left these nodes and values. Backward has not begun."
        return "Before the first step. The values that forward will give are shown already."

    def lines(self, until: int) -> list[tuple[int, str]]:
        """(state, line) for each step up to ``until``, numbered; the last one may stop inside its step."""
        states = [stop for stop in self.stops if stop < until]
        states += [until] if until else []
        return [(state, f"{self.number(state):3}. {self.by_step(state)}") for state in states]

    def event_lines(self, until: int) -> list[tuple[int, str]]:
        """The same for each event."""
        return [(state, f"{state:3}. {self.by_event(state)}") for state in range(1, until + 1)]

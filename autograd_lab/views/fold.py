"""Large graphs, folded: what is far from the node at work becomes a few boxes that say how many nodes they hold.

A trace is cut into *sections*: stretches of steps in which a handful of nodes are at work. The picture of a section
shows those nodes and their neighbours. All other nodes, in the order in which the engine takes them, lie in the gaps
between the shown ones, and each gap is one `Fold`. So every node is in exactly one place, arrows still go one way, and
a picture costs what it shows, not what the graph holds. Small graphs are one section with nothing folded.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from heapq import heapify, heappop, heappush, nsmallest

import numpy as np

FOLDED_FROM = 300
"""A graph with more nodes than this is folded."""
AT_WORK, MOST, FAR, EACH = 6, 14, 2, 4
"""In one section: nodes at work; nodes shown; of those, far from the ones at work; neighbours of one node."""
LONGEST = 300
"""Steps of one section. A node with thousands of edges takes several."""
SMALLEST = 3
"""A gap of fewer nodes is not worth a box of its own: its nodes are shown."""
KINDS = 3
"""Kinds of nodes that a fold names."""


@dataclass(frozen=True)
class Fold:
    """A box in the place of ``nodes``; ``lines`` say what they are and how far the backward has come in them."""

    id: str
    nodes: tuple[str, ...]
    lines: tuple[str, ...]

    @property
    def title(self) -> str:
        """``… 9,873 nodes``."""
        return f"… {len(self.nodes):,} nodes"


@dataclass(frozen=True)
class Wire:
    """What an arrow stands for: edge ``index`` of ``source``, or (``index`` a fold's id) all edges to that fold."""

    source: str
    index: int | str
    input: str
    target: str | None
    slot: int


@dataclass(frozen=True)
class Section:
    """The steps from ``first`` to ``last``, and what their picture shows. ``nodes`` and folds in the engine's order."""

    first: int
    last: int
    members: tuple[str, ...]
    folds: dict[str, Fold]
    wires: tuple[Wire, ...]

    @property
    def nodes(self) -> tuple[str, ...]:
        """The nodes that are shown as themselves."""
        return tuple(member for member in self.members if member not in self.folds)

    @property
    def shown(self) -> dict[str, list[int]]:
        """The nodes that are shown as themselves, and which of their edges have an arrow of their own."""
        shown: dict[str, list[int]] = {node: [] for node in self.nodes}
        for wire in self.wires:
            if isinstance(wire.index, int):
                shown[wire.source].append(wire.index)
        return shown

    def arrow_of(self, node: str, index: int) -> tuple[str, int | str]:
        """The wire that edge ``index`` of ``node`` is drawn as: its own, or the one that stands for many."""
        mine = [wire.index for wire in self.wires if wire.source == node]
        return node, index if index in mine else next((name for name in mine if isinstance(name, str)), index)


def is_large(trace) -> bool:
    """Whether pictures of this trace are folded."""
    return len(trace.nodes) > FOLDED_FROM


def whole(trace) -> Section:
    """Everything in one picture, nothing folded."""
    nodes = trace.nodes
    wires = (wire for node in nodes for wire in edges_of(trace, node, nodes))
    return Section(0, len(trace), tuple(nodes), {}, tuple(wires))


def edges_of(trace, node: str, known: Iterable[str]) -> list[Wire]:
    """One wire for each edge of a node; one that leads to no known node is a hole."""
    info, wires = trace.nodes[node], []
    for index, edge in enumerate(info.edges):
        name = info.inputs[index] if index < len(info.inputs) else ""
        target = edge.node if edge and edge.node in known else None
        wires.append(Wire(node, index, name, target, edge.slot if edge else 0))
    return wires


class Pass:
    """The places at which one backward was, in its order."""

    def __init__(self) -> None:
        self._steps: list[int] = []
        self._places: list[int] = []

    def take(self, step: int, place: int) -> None:
        """At this step it took the node of this place."""
        self._steps.append(step)
        self._places.append(place)

    def before(self, step: int) -> list[int]:
        """The places taken up to ``step``."""
        return self._places[: bisect_right(self._steps, step)]


class Sections:
    """All sections of one large trace. Each is made when it is asked for."""

    def __init__(self, trace):
        self.trace = trace
        self.order = engines_order(trace)
        self._place = {node: place for place, node in enumerate(self.order)}
        names = [trace.nodes[node].name for node in self.order]
        self._names = list(dict.fromkeys(names))
        self._kinds = np.array([self._names.index(name) for name in names], dtype=np.int64)
        self._is_leaf = [trace.nodes[node].kind == "leaf" for node in self.order]
        self._edges = self._all_edges()
        self._users: dict[str, list[str]] = {}
        for source, target in zip(*self._edges[:2].tolist(), strict=True):
            self._users.setdefault(self.order[target], []).append(self.order[source])
        self.starts: list[int] = []
        self._at_work: list[list[str]] = []
        self._cut()

    def _all_edges(self) -> np.ndarray:
        """Rows: place of the source, place of the target, slot."""
        nodes, place = self.trace.nodes, self._place
        found = [
            (place[node], place[edge.node], edge.slot)
            for node in self.order
            for edge in nodes[node].edges
            if edge and edge.node in place
        ]
        return np.array(found, dtype=np.int64).reshape(-1, 3).T

    # ----- where a section begins -------------------------------------------------------------------------------------
    def _cut(self) -> None:
        """Begin a section when too many nodes have been at work, after too many steps, and with each backward.

        Also notes, for each backward, at which step it took each node.
        """
        running: list[Pass] = []
        self._passes: list[tuple[int, Pass]] = [(0, Pass())]
        self._begin(0, [])
        for step, event in enumerate(self.trace.events, start=1):
            kind, at_work = event.kind, self._at_work[-1]
            if kind == "BackwardStarted":
                running.append(Pass())
                self._passes.append((step, running[-1]))
                if at_work:
                    self._begin(step, [])
            elif kind in ("BackwardFinished", "ErrorRaised"):
                running.pop()
                if running:
                    self._passes.append((step, running[-1]))
            elif kind in ("NodeVisited", "OpRecorded"):
                node = event.node.id if kind == "OpRecorded" else event.node
                if kind == "NodeVisited":
                    running[-1].take(step, self._place[node])
                if node not in at_work:
                    if len(at_work) == AT_WORK:
                        self._begin(step, [])
                    self._at_work[-1].append(node)
            elif step - self.starts[-1] >= LONGEST:
                self._begin(step, at_work[-1:])

    def _begin(self, step: int, at_work: list[str]) -> None:
        self.starts.append(step)
        self._at_work.append(at_work)

    def number_at(self, step: int) -> int:
        """Which section a step belongs to."""
        return bisect_right(self.starts, step) - 1

    def __len__(self) -> int:
        return len(self.starts)

    # ----- what it shows ----------------------------------------------------------------------------------------------
    def __getitem__(self, number: int) -> Section:
        first = self.starts[number]
        last = self.starts[number + 1] - 1 if number + 1 < len(self) else len(self.trace)
        shown, gaps = self._gaps(self._near(number, first, last))
        home = np.full(len(self.order), -1)
        for i, (start, stop) in enumerate(gaps):
            home[start:stop] = i
        home[[self._place[node] for node in shown]] = -1
        taken = self._taken(first)
        folds = {f"f{i}": self._fold(i, home, taken) for i in range(len(gaps))}
        place = {**{node: self._place[node] for node in shown}, **{f"f{i}": gap[0] for i, gap in enumerate(gaps)}}
        leaves = {node for node in shown if self._is_leaf[self._place[node]]}
        members = sorted(place, key=lambda member: (member in leaves, place[member]))
        wires = [wire for node in members if node not in folds for wire in self._wires_of(node, shown, home)]
        return Section(first, last, tuple(members), folds, (*wires, *self._wires_of_folds(home, len(gaps))))

    def _near(self, number: int, first: int, last: int) -> set[str]:
        """The nodes at work, who hears from them, and their neighbours, up to a limit."""
        at_work = self._at_work[number]
        near = dict.fromkeys(at_work)
        events = self.trace.events[first:last]
        heard = dict.fromkeys(event.target.node for event in events if event.kind == "BufferAdded")
        for node in list(heard)[:AT_WORK]:
            near.setdefault(node)
        if not near:
            near[self.order[0]] = None
        places = [self._place[node] for node in at_work] or [0]
        low, high, far = min(places) - EACH, max(places) + EACH, FAR
        for _ in range(2):
            for node in list(near):
                for other in self._neighbours(node, node in at_work):
                    if len(near) >= MOST:
                        return set(near)
                    if other in near:
                        continue
                    place = self._place[other]
                    if not (low <= place <= high or self._is_leaf[place]):
                        if not far:
                            continue
                        far -= 1
                    near[other] = None
        return set(near)

    def _neighbours(self, node: str, at_work: bool) -> list[str]:
        """The first inputs, and the nearest users. A leaf that is not at work brings its other users to nobody."""
        place = self._place[node]
        if self._is_leaf[place] and not at_work:
            return []
        edges = [edge.node for edge in self.trace.nodes[node].edges[:EACH] if edge and edge.node in self._place]
        users = self._users.get(node, [])
        return [*edges, *nsmallest(EACH, users, key=lambda user: place - self._place[user])]

    def _gaps(self, shown: set[str]) -> tuple[set[str], list[tuple[int, int]]]:
        """(all shown nodes, the gaps between them as places from, to). A leaf sends nothing, so it parts no gap."""
        fixed = sorted(self._place[node] for node in shown if not self._is_leaf[self._place[node]])
        gaps, shown = [], set(shown)
        for start, stop in zip([0, *[place + 1 for place in fixed]], [*fixed, len(self.order)], strict=True):
            hidden = stop - start
            if hidden < LONGEST:
                hidden = sum(node not in shown for node in self.order[start:stop])
            if hidden >= SMALLEST:
                gaps.append((start, stop))
            else:
                shown.update(self.order[start:stop])
        return shown, gaps

    def _fold(self, number: int, home: np.ndarray, taken: np.ndarray) -> Fold:
        inside = np.flatnonzero(home == number)
        counts = np.bincount(self._kinds[inside], minlength=len(self._names))
        kinds = sorted(np.flatnonzero(counts).tolist(), key=lambda kind: -counts[kind])
        lines = [f"{counts[kind]:,} × {self._names[kind]}" for kind in kinds[:KINDS]]
        if len(kinds) > KINDS:
            lines[-1] = f"and {len(kinds) - KINDS + 1} other kinds"
        done = int(taken[inside].sum())
        progress = {0: "none has run", len(inside): "all have run"}.get(done, f"{done:,} have run")
        return Fold(f"f{number}", tuple([self.order[place] for place in inside.tolist()]), (*lines, progress))

    def _taken(self, step: int) -> np.ndarray:
        """For each place, whether the backward that runs at ``step`` has taken its node."""
        running = self._passes[bisect_right(self._passes, step, key=lambda entry: entry[0]) - 1][1]
        taken = np.zeros(len(self.order), bool)
        taken[running.before(step)] = True
        return taken

    # ----- arrows -----------------------------------------------------------------------------------------------------
    def _wires_of(self, node: str, shown: set[str], home: np.ndarray) -> list[Wire]:
        """The edges of a shown node; of many that end in one fold, or nowhere, one wire says how many there are."""
        wires: list[Wire] = []
        bundles: dict[str | None, list[Wire]] = {}
        for wire in edges_of(self.trace, node, self._place):
            if wire.target in shown:
                wires.append(wire)
            else:
                end = wire.target and f"f{home[self._place[wire.target]]}"
                bundles.setdefault(end, []).append(replace(wire, target=end, slot=0))
        for end, bundle in bundles.items():
            many = Wire(node, end or "None", f"{len(bundle):,} edges", end, 0)
            wires += bundle if len(bundle) <= EACH else [many]
        return sorted(wires, key=lambda wire: wire.index if isinstance(wire.index, int) else len(home))

    def _wires_of_folds(self, home: np.ndarray, count: int) -> list[Wire]:
        """One wire from a fold to each slot of a node, and to each fold, that any of its nodes has an edge to."""
        source, target, slot = self._edges
        source, to = home[source], np.where(home[target] < 0, count + target, home[target])
        leaves = (source >= 0) & (source != to)
        ends, numbers = np.unique(
            np.stack([source, to, np.where(to < count, 0, slot)])[:, leaves], axis=1, return_counts=True
        )
        wires = []
        for fold, end, slot, number in zip(*ends.tolist(), numbers.tolist(), strict=True):
            name = f"f{end}" if end < count else self.order[end - count]
            wires.append(Wire(f"f{fold}", f"{name}/{slot}", f"{number:,} edges" if number > 1 else "", name, slot))
        return wires


def engines_order(trace) -> list[str]:
    """The nodes in the order in which the engine would take them: users first, newest first, a leaf at once."""
    nodes = trace.nodes
    waits = Counter(edge.node for info in nodes.values() for edge in info.edges if edge and edge.node in nodes)
    rank = {node: (info.kind != "leaf", -info.number) for node, info in nodes.items()}
    ready = [(rank[node], node) for node in nodes if not waits[node]]
    heapify(ready)
    order = []
    while ready:
        node = heappop(ready)[1]
        order.append(node)
        for edge in nodes[node].edges:
            if edge and edge.node in nodes:
                waits[edge.node] -= 1
                if not waits[edge.node]:
                    heappush(ready, (rank[edge.node], edge.node))
    if len(order) < len(nodes):
        raise ValueError("the graph has a cycle: no order from left to right exists")
    return order

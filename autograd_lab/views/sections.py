"""Large graphs, folded: what is far from the node at work becomes a few boxes that say how many nodes they hold.

A trace is cut into *sections*: stretches of steps in which a handful of nodes are at work. The picture of a section
shows those nodes and their neighbours. All other nodes, in the order in which the engine takes them, lie in the gaps
between the shown ones, and each gap is one `Fold`. So every node is in exactly one place, arrows still go one way, and
a picture costs what it shows, not what the graph holds. Small graphs are one section with nothing folded.
"""

from bisect import bisect_right
from dataclasses import replace
from heapq import nsmallest

import numpy as np

from ..tracing.events import BufferAdded
from ..tracing.trace import Trace
from .engine_order import engine_order
from .section import Fold, Section, Wire, wires_of
from .section_cuts import AT_WORK, LONGEST, Cuts

MOST, FAR, EACH = 14, 2, 4
"""In one section: nodes shown; of those, far from the ones at work; neighbours of one node."""
SMALLEST = 3
"""A gap of fewer nodes is not worth a box of its own: its nodes are shown."""
KINDS = 3
"""Kinds of nodes that a fold names."""


class Sections:
    """All sections of one large trace, by number. Each is made when it is asked for."""

    def __init__(self, trace: Trace):
        self.trace = trace
        self.order = engine_order(trace)
        self._place = {node: place for place, node in enumerate(self.order)}
        infos = [trace.nodes[node] for node in self.order]
        self._is_leaf = [info.kind == "leaf" for info in infos]
        self._names = list(dict.fromkeys(info.name for info in infos))
        self._kinds = np.array([self._names.index(info.name) for info in infos], dtype=np.int64)
        edges = [(info.id, edge) for info in infos for edge in info.edges if edge and edge.node in self._place]
        self._users: dict[str, list[str]] = {}
        for source, edge in edges:
            self._users.setdefault(edge.node, []).append(source)
        places = [(self._place[source], self._place[edge.node], edge.slot) for source, edge in edges]
        self._edges = np.array(places, dtype=np.int64).reshape(-1, 3).T
        """Rows: place of the source, place of the target, slot."""
        self._cuts = Cuts(trace, self._place)
        self.starts = self._cuts.starts

    def number_at(self, step: int) -> int:
        """Which section a step belongs to."""
        return bisect_right(self.starts, step) - 1

    def __len__(self) -> int:
        return len(self.starts)

    def __getitem__(self, number: int) -> Section:
        first = self.starts[number]
        last = self.starts[number + 1] - 1 if number + 1 < len(self) else len(self.trace)
        shown, gaps = self._gaps(self._near(number, first, last))
        home = np.full(len(self.order), -1)
        for i, (start, stop) in enumerate(gaps):
            home[start:stop] = i
        home[[self._place[node] for node in shown]] = -1
        taken = np.zeros(len(self.order), bool)
        taken[self._cuts.taken(first)] = True
        folds = {f"f{i}": self._fold(i, home, taken) for i in range(len(gaps))}
        place = {**{node: self._place[node] for node in shown}, **{f"f{i}": gap[0] for i, gap in enumerate(gaps)}}
        leaves = {node for node in shown if self._is_leaf[self._place[node]]}
        members = sorted(place, key=lambda member: (member in leaves, place[member]))
        wires = [wire for node in members if node not in folds for wire in self._wires_of(node, shown, home)]
        return Section(first, last, tuple(members), folds, (*wires, *self._wires_of_folds(home, len(gaps))))

    # ----- what is shown ----------------------------------------------------------------------------------------------
    def _near(self, number: int, first: int, last: int) -> set[str]:
        """The nodes at work, who hears from them, and their neighbours, up to a limit."""
        at_work = self._cuts.at_work[number]
        events = self.trace.events[first:last]
        heard = dict.fromkeys(event.target.node for event in events if isinstance(event, BufferAdded))
        near = dict.fromkeys([*at_work, *list(heard)[:AT_WORK]] or self.order[:1])
        places = [self._place[node] for node in at_work] or [0]
        low, high, far = min(places) - EACH, max(places) + EACH, FAR
        for _ in range(2):
            for node in list(near):
                for other in self._neighbours(node, node in at_work):
                    place = self._place[other]
                    is_far = not (low <= place <= high or self._is_leaf[place])
                    if other in near or len(near) >= MOST or (is_far and not far):
                        continue
                    far -= is_far
                    near[other] = None
        return set(near)

    def _neighbours(self, node: str, at_work: bool) -> list[str]:
        """The first inputs, and the nearest users. A leaf that is not at work brings its other users to nobody."""
        place = self._place[node]
        if self._is_leaf[place] and not at_work:
            return []
        inputs = [edge.node for edge in self.trace.nodes[node].edges[:EACH] if edge and edge.node in self._place]
        users = self._users.get(node, [])
        return [*inputs, *nsmallest(EACH, users, key=lambda user: place - self._place[user])]

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

    # ----- arrows -----------------------------------------------------------------------------------------------------
    def _wires_of(self, node: str, shown: set[str], home: np.ndarray) -> list[Wire]:
        """The edges of a shown node; of many that end in one fold, or nowhere, one wire says how many there are."""
        wires: list[Wire] = []
        bundles: dict[str | None, list[Wire]] = {}
        for wire in wires_of(self.trace, node, self._place):
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

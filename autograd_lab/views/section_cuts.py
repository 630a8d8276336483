"""Where the sections of a large trace begin: when enough nodes have been at work, and with each backward."""

from bisect import bisect_right
from collections.abc import Mapping
from operator import itemgetter

from ..tracing import events as ev
from ..tracing.trace import Trace

AT_WORK = 6
"""Nodes at work in one section."""
LONGEST = 300
"""Steps of one section. A node with thousands of edges takes several."""

CUTTING = (ev.BackwardStarted, ev.BackwardFinished, ev.ErrorRaised, ev.NodeVisited, ev.OpRecorded)
"""Events at which a section may begin before it is long: a few among many."""

Run = list[tuple[int, int]]
"""Of one backward: at which step it took the node of which place."""


class Cuts:
    """``starts`` has the first step of each section, ``at_work`` the nodes that work in it."""

    def __init__(self, trace: Trace, place: Mapping[str, int]):
        """``place`` says where each node stands in the engine's order."""
        self.starts: list[int] = []
        self.at_work: list[list[str]] = []
        self._turns: list[tuple[int, Run]] = [(0, [])]
        """From which step on which backward runs."""
        self._begin(0, [])
        running: list[Run] = []
        for step, event in enumerate(trace.events, start=1):
            if event.__class__ not in CUTTING:
                if step - self.starts[-1] >= LONGEST:
                    self._begin(step, self.at_work[-1][-1:])
                continue
            match event:
                case ev.BackwardStarted():
                    running.append([])
                    self._turns.append((step, running[-1]))
                    if self.at_work[-1]:
                        self._begin(step, [])
                case ev.NodeVisited():
                    running[-1].append((step, place[event.node]))
                    self._work(step, event.node)
                case ev.OpRecorded():
                    self._work(step, event.node.id)
                case _:
                    running.pop()
                    if running:
                        self._turns.append((step, running[-1]))

    def _work(self, step: int, node: str) -> None:
        """A node gets to work: in this section, or in a new one when there are enough."""
        if node not in self.at_work[-1]:
            if len(self.at_work[-1]) == AT_WORK:
                self._begin(step, [])
            self.at_work[-1].append(node)

    def _begin(self, step: int, at_work: list[str]) -> None:
        self.starts.append(step)
        self.at_work.append(at_work)

    def taken(self, step: int) -> list[int]:
        """The places of the nodes that the backward of ``step`` has taken so far."""
        run = self._turns[bisect_right(self._turns, step, key=itemgetter(0)) - 1][1]
        return [place for _, place in run[: bisect_right(run, step, key=itemgetter(0))]]

"""Let one of the `walks` go over a graph, and note which node runs when, with what, and what comes out."""

from collections.abc import Mapping
from dataclasses import dataclass

from .slope_graph import Link, SlopeGraph
from .walks import WAYS

KEPT = 40
"""So many runs are kept one by one; of the others it is only known how many there were."""
MOST_RUNS = 200_000
"""After so many a walk is stopped: their number may double with each line of a program."""


@dataclass(frozen=True)
class NodeRun:
    """One run of a node: what it received, which links led to it, and what it sent."""

    node: str
    received: float
    way: tuple[Link, ...]
    sent: tuple[tuple[Link, float], ...]


@dataclass(frozen=True)
class Walked:
    """What a walk did. ``gradients`` has what it found for each leaf; it is empty where the walk was stopped."""

    name: str
    runs: tuple[NodeRun, ...]
    count: int
    messages: int
    gradients: Mapping[str, float]

    @property
    def stopped(self) -> bool:
        """Whether it would have gone on after `MOST_RUNS` runs."""
        return self.count > MOST_RUNS

    def is_right(self, graph: SlopeGraph) -> bool:
        """Whether every leaf got what the engine gave it."""
        return not self.stopped and all(_same(self.gradients[leaf], want) for leaf, want in graph.found.items())


def walked(graph: SlopeGraph, name: str) -> Walked:
    """Walk ``graph`` in the way called ``name``. Raises KeyError where there is no such way."""
    runs: list[NodeRun] = []
    count = messages = 0

    def run(node: str, received: float, way: tuple[Link, ...] = ()) -> list[tuple[Link, float]]:
        nonlocal count, messages
        count += 1
        if count > MOST_RUNS:
            raise _TooManyError
        sent = [(link, received * link.slope) for link in graph.links[node]]
        messages += len(sent)
        if len(runs) < KEPT:
            runs.append(NodeRun(node, received, way, tuple(sent)))
        return sent

    try:
        heard = WAYS[name](graph, run)
        gradients = {leaf: float(heard[leaf]) for leaf in graph.found}
    except _TooManyError:
        gradients = {}
    return Walked(name, tuple(runs), count, messages, gradients)


def _same(one: float, other: float) -> bool:
    return abs(one - other) <= 1e-5 * max(1.0, abs(one), abs(other))


class _TooManyError(Exception):
    """Ends a walk from within."""

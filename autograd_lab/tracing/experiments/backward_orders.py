"""Five ways to walk a recorded graph backwards: the engine's, and four that learners have proposed instead.

A way is a function of the graph and of ``run``. ``run(node, received, way)`` lets a node run with what it received, and
gives what it sends: pairs of a `Link` and a message. ``way`` are the links that have led here, for the picture alone.
Each returns what it has gathered at every node; that of the leaves should be their gradients.

Learners ask about these ways in https://github.com/karpathy/micrograd/issues/68 (recursion), /81 (each path) and /96
(post-order), and in PyNorch's issue 90 (visit once).
"""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from .slope_graph import Link, SlopeGraph

Run = Callable[..., list[tuple[Link, float]]]
Way = Callable[[SlopeGraph, Run], Counter]


def ready_queue(graph: SlopeGraph, run: Run) -> Counter:
    """A node waits until it has heard every message that it is owed; then it runs, once, with their sum."""
    heard, owed = Counter({graph.root: graph.seed}), graph.owed()
    ready = [graph.root]
    while ready:
        node = max(ready, key=graph.turn)
        ready.remove(node)
        for link, message in run(node, heard[node]):
            heard[link.target] += message
            owed[link.target] -= 1
            if owed[link.target] == 0:
                ready.append(link.target)
    return heard


def recursion(graph: SlopeGraph, run: Run) -> Counter:
    """A node sends along its edges, and then it is the turn of each receiver, with all that has gathered there."""
    heard = Counter({graph.root: graph.seed})

    def visit(node: str, way: tuple[Link, ...]) -> None:
        sent = run(node, heard[node], way)
        for link, message in sent:
            heard[link.target] += message
        for link, _ in sent:
            visit(link.target, (*way, link))

    visit(graph.root, ())
    return heard


def visit_once(graph: SlopeGraph, run: Run) -> Counter:
    """The same, but no node has a second turn."""
    heard, seen = Counter({graph.root: graph.seed}), set()

    def visit(node: str, way: tuple[Link, ...]) -> None:
        seen.add(node)
        sent = run(node, heard[node], way)
        for link, message in sent:
            heard[link.target] += message
        for link, _ in sent:
            if link.target not in seen:
                visit(link.target, (*way, link))

    visit(graph.root, ())
    return heard


def post_order(graph: SlopeGraph, run: Run) -> Counter:
    """First the turn of everything below, then the node's own; each node once."""
    heard, seen = Counter({graph.root: graph.seed}), set()

    def visit(node: str, way: tuple[Link, ...]) -> None:
        seen.add(node)
        for link in graph.links[node]:
            if link.target not in seen:
                visit(link.target, (*way, link))
        for link, message in run(node, heard[node], way):
            heard[link.target] += message

    visit(graph.root, ())
    return heard


def each_path(graph: SlopeGraph, run: Run) -> Counter:
    """Each message travels on by itself, all the way to a leaf; nothing waits, and sums are made at the end only."""
    heard = Counter()

    def visit(node: str, message: float, way: tuple[Link, ...]) -> None:
        heard[node] += message
        for link, sent in run(node, message, way):
            visit(link.target, sent, (*way, link))

    visit(graph.root, graph.seed, ())
    return heard


WAYS: dict[str, Way] = {
    "ready queue": ready_queue,
    "recursion": recursion,
    "visit once": visit_once,
    "post-order": post_order,
    "each path alone": each_path,
}
"""Every way, by the name that pictures and lessons use."""


# ----- one walk, and what it did --------------------------------------------------------------------------------------
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

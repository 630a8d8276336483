"""Five ways to walk a recorded graph backwards: the engine's, and four that learners have proposed instead.

The graph is one of single numbers: `SlopeGraph` says who sends to whom, and by which slope a message is multiplied on
its way. Slopes are read off a trace, so the graph can be walked in other ways than the engine's, without the engine.

A way is a function of the graph and of ``run``. ``run(node, received, way)`` runs a node on what it received, and gives
what it sends: pairs of a `Link` and a message. ``way`` are the links that have led here, for the picture alone.
Each returns what it has gathered at every node; that of the leaves should be their gradients.

Learners ask about these ways in https://github.com/karpathy/micrograd/issues/68 (recursion), /81 (each path) and /96
(post-order), and in PyNorch's issue 90 (visit once).
"""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import isclose

from ..recording.values import array_of
from ..trace import events as ev
from ..trace.trace import Trace

MOST_NODES = 100
"""A walk that calls itself goes as deep as the graph is long."""


@dataclass(frozen=True)
class Link:
    """Edge ``index`` of ``source``: what it carries is what ``source`` has, times ``slope``."""

    source: str
    index: int
    target: str
    slope: float

    @property
    def key(self) -> str:
        """What a picture calls it, ``n3/0``."""
        return f"{self.source}/{self.index}"


@dataclass(frozen=True)
class SlopeGraph:
    """``links`` has every node that one backward reached; a leaf has none that leave it. ``found``: what leaves got."""

    root: str
    seed: float
    links: Mapping[str, tuple[Link, ...]]
    found: Mapping[str, float]
    trace: Trace

    def owed(self) -> Counter[str]:
        """How many messages each node is owed: one for each edge that ends there."""
        return Counter(link.target for links in self.links.values() for link in links)

    def turn(self, node: str) -> tuple[bool, int]:
        """Of the nodes that are ready, the engine takes the one with the largest: a leaf at once, else the newest."""
        return (False, self.trace.nodes[node].number) if self.links[node] else (True, 0)


def slope_graph(trace: Trace) -> SlopeGraph:
    """The graph of the last backward in ``trace``.

    Raises ValueError where slopes cannot be read off: no backward or one that failed, several roots, arrays, nodes with
    several outputs, a node that received 0, hooks; or where there are more than `MOST_NODES` nodes.
    """
    if not trace.backwards:
        raise ValueError("There is no backward in this trace to be walked again: record `loss.backward()`.")
    _, first, last = trace.backwards[-1]
    events = trace.events[first : last + 1]
    start = events[0]
    if len(start.roots) != 1 or events[-1].kind != "BackwardFinished":
        raise ValueError("A walk starts from one root, and goes over a backward that came to its end.")
    if any(event.kind == "HookCalled" for event in events):
        raise ValueError("A hook had a part in this backward, so the messages do not follow from the slopes alone.")
    links = {event.node: _links(trace, event) for event in events if event.kind == "RuleApplied"}
    found = {}
    for event in events:
        if event.kind == "BufferAdded" and event.target.node not in links:
            found[event.target.node] = _number(trace, event.target.node, event.after)
    if len(links) + len(found) > MOST_NODES:
        raise ValueError(f"Walks are for graphs that one can look at: at most {MOST_NODES} nodes.")
    seed = _number(trace, start.roots[0].node, start.seeds[0])
    return SlopeGraph(start.roots[0].node, seed, links | dict.fromkeys(found, ()), found, trace)


def _links(trace: Trace, run: ev.RuleApplied) -> tuple[Link, ...]:
    """The edges along which a node sent, with their slopes."""
    label = trace.label(run.node)
    if len(run.received) != 1:
        raise ValueError(f"{label} has several outputs: a walk needs nodes with one.")
    received = _number(trace, run.node, run.received[0])
    if not received:
        raise ValueError(f"{label} received 0, and 0 times any slope is 0: its slopes cannot be read off.")
    sent = [
        (index, edge, result)
        for index, (edge, result) in enumerate(zip(trace.nodes[run.node].edges, run.results, strict=True))
        if edge is not None and result is not None
    ]
    return tuple(Link(run.node, i, edge.node, _number(trace, run.node, result) / received) for i, edge, result in sent)


def _number(trace: Trace, node: str, value: ev.Value | None) -> float:
    if value is None or value.shape or value.items is None:
        raise ValueError(f"{trace.label(node)} does not deal with single numbers: a walk needs a graph of scalars.")
    return array_of(value).item()


# ----- the ways -------------------------------------------------------------------------------------------------------
Run = Callable[..., list[tuple[Link, float]]]
Way = Callable[[SlopeGraph, Run], Counter]


def ready_queue(graph: SlopeGraph, run: Run) -> Counter:
    """A node waits until it has received every message that it is owed; then it runs, once, with their sum."""
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
    """A node sends along its edges. Then each receiver runs in turn, on everything it has received so far."""
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
    """Like the recursion, but no node runs a second time."""
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
    """First everything below a node runs, then the node itself; each node runs once."""
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
    """Each message travels on by itself, all the way to a leaf. Nothing waits; the sums are made only at the end."""
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
        pairs = ((self.gradients[leaf], want) for leaf, want in graph.found.items() if not self.stopped)
        return not self.stopped and all(isclose(*pair, rel_tol=1e-5, abs_tol=1e-5) for pair in pairs)


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


class _TooManyError(Exception):
    """Ends a walk from within."""

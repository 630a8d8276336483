"""A recorded graph of single numbers: who sends to whom, and by which slope a message is multiplied on its way.

Slopes are read off a trace, so that the graph can be walked in other ways than the engine's, without the engine.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

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

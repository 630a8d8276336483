"""One note → the events that it stands for.

What always happens together is noted together: while a backward runs, every note costs. And a note holds plain tuples,
since an `Edge` takes five times as long to make.
"""

from typing import Any

from . import events
from .events import Edge, Event, NodeInfo, Value

Place = tuple[str, int]
"""An `Edge` in a note: which node, which of its slots."""


def edge_at(place: Place | None) -> Edge | None:
    """The edge that a note means."""
    return None if place is None else Edge(*place)


def recorded(node: NodeInfo, values: tuple[Value, ...]) -> list[Event]:
    """An operation left a node behind, and this is what the node saves."""
    return [events.OpRecorded(node, values), *[events.ValueSaved(node.id, item) for item in node.saved]]


def visited(node: str, slots: tuple[Value | None, ...]) -> list[Event]:
    """A node's turn came, and this is what lies in each of its slots."""
    return [events.NodeVisited(node), *[events.GradIn(node, slot, value) for slot, value in enumerate(slots)]]


def freed(node: NodeInfo) -> list[Event]:
    """A node lets go of what it saved for backward."""
    return [events.ValueFreed(node.id, item.name) for item in node.saved if item.frees]


def sent(node: NodeInfo, index: int, value: Value | None) -> Event:
    """A message leaves along an edge."""
    return events.GradOut(node.id, index, node.edges[index], value)


def added(node: NodeInfo, index: int, *rest: Any) -> Event:
    """The message came to where the edge leads."""
    return events.BufferAdded(node.edges[index], node.id, *rest)


def sent_first(node: NodeInfo, index: int, value: Value | None, heard: int, owed: int) -> list[Event]:
    """A message leaves, and nothing lies yet where it comes to."""
    return [sent(node, index, value), added(node, index, None, value, value, heard, owed)]

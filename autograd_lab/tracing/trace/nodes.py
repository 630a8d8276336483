"""Which nodes events are about, what pictures call them, and what happens in one node's turn."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace

from ..recording.values import is_same
from . import events as ev
from .events import Event, NodeInfo, Value

DESCRIBING = (ev.OpRecorded, ev.ValueSaved, ev.BackwardStarted)
"""The kinds of events that describe nodes."""


def nodes_of(events: Iterable[Event]) -> dict[str, NodeInfo]:
    """Every node that the events describe, functions newest first, then leaves in the order met.

    A node may be described again after its saved values were freed: the fullest description is kept.
    """
    found: dict[str, NodeInfo] = {}
    for event in events:
        if event.__class__ not in DESCRIBING:
            continue
        if isinstance(event, ev.ValueSaved) and event.node in found:
            info = found[event.node]
            if all(saved.name != event.saved.name for saved in info.saved):
                found[event.node] = replace(info, saved=(*info.saved, event.saved))
        for info in described_by(event):
            if info.id not in found or len(info.saved) > len(found[info.id].saved):
                found[info.id] = info
    leaves = [info for info in found.values() if info.kind == "leaf"]
    others = sorted((info for info in found.values() if info.kind != "leaf"), key=lambda info: -info.number)
    return {info.id: info for info in (*others, *leaves)}


def labels_of(nodes: Mapping[str, NodeInfo], called: Callable[[str], str | None]) -> dict[str, str]:
    """The labels of all nodes, then of those that the recording only knows as the end of an edge."""
    heard_of = {edge.node for info in nodes.values() for edge in info.edges if edge} - nodes.keys()
    leaves = {node: str(info.number) for node, info in nodes.items() if info.kind == "leaf"}
    times = Counter(map(called, leaves))
    leaves |= {node: node[1:] for node in heard_of if node.startswith("a")}

    def label(node: str) -> str:
        name, info = called(node), nodes.get(node)
        if node not in leaves:
            return f"node {node}" if info is None else f"{info.name} #{info.number}"
        if name is None:
            return f"AccumulateGrad #{leaves[node]}"
        return f"AccumulateGrad({name})" + (f" #{leaves[node]}" if times[name] > 1 else "")

    return {node: label(node) for node in (*nodes, *sorted(heard_of))}


def overwritten_in(events: Iterable[Event], nodes: Mapping[str, NodeInfo]) -> dict[tuple[str, str], list]:
    """(node, name) → (event, value), for each saved value that is another where a backward starts than it was when it
    was saved. A change through ``.data`` counts no version, so no error stops the node."""
    found: dict[tuple[str, str], list[tuple[int, Value]]] = {}
    for k, event in enumerate(events):
        for info in event.nodes if isinstance(event, ev.BackwardStarted) else ():
            known = nodes[info.id]
            kept = {saved.name: saved.value for saved in known.saved}
            for saved in info.saved if info.saved != known.saved else ():
                before = kept.get(saved.name)
                if saved.value is not None and before is not None and not is_same(saved.value, before):
                    found.setdefault((info.id, saved.name), []).append((k, saved.value))
    return found


def as_found(trace, node: str, k: int) -> NodeInfo:
    """The node, with the values that it had kept as the backward of event ``k`` found them."""
    info, found = trace.nodes[node], []
    for saved in info.saved:
        then = [value for start, value in trace.overwritten.get((node, saved.name), ()) if start <= k]
        found.append(replace(saved, value=then[-1]) if then else saved)
    return replace(info, saved=tuple(found))


def described_by(event: Event) -> tuple[NodeInfo, ...]:
    """The nodes that an event introduces."""
    if isinstance(event, ev.OpRecorded):
        return (event.node,)
    return event.nodes if isinstance(event, ev.BackwardStarted) else ()


def node_of(event: Event) -> str | None:
    """The id of the node that an event is at; None for events about a whole backward."""
    if isinstance(event, ev.OpRecorded):
        return event.node.id
    if isinstance(event, ev.BufferAdded):
        return event.target.node
    return getattr(event, "node", None)


def reached(
    nodes: Mapping[str, NodeInfo], starts: Iterable[str], goes_on: Callable[[NodeInfo], bool] = lambda info: True
) -> dict[str, NodeInfo]:
    """These nodes and all that they send to, directly or through others; behind a node only where it ``goes_on``."""
    found: dict[str, NodeInfo] = {}
    todo = list(starts)
    while todo:
        info = nodes.get(todo.pop())
        if info is not None and info.id not in found:
            found[info.id] = info
            todo += [edge.node for edge in info.edges if edge is not None and goes_on(info)]
    return found


def leading_to(nodes: Mapping[str, NodeInfo], leaf: str) -> set[str]:
    """The leaf (or node) itself, and all nodes whose gradients reach it."""
    users: dict[str, list[str]] = {}
    for info in nodes.values():
        for edge in info.edges:
            if edge is not None:
                users.setdefault(edge.node, []).append(info.id)
    found, todo = {leaf}, [leaf]
    while todo:
        for user in users.get(todo.pop(), ()):
            if user not in found:
                found.add(user)
                todo.append(user)
    return found


def waits_are_kept(events: Iterable[Event]) -> bool:
    """Whether each node ran after all its messages had come, as with every engine but one that is broken on purpose."""
    missing: dict[str, int] = {}
    for event in events:
        if event.__class__ is ev.BufferAdded:
            missing[event.target.node] = event.expected - event.heard
        elif event.__class__ is ev.NodeVisited and missing.get(event.node, 0) > 0:
            return False
    return True


# ----- one node's turn: from its visit until the engine goes to another node ------------------------------------------
def rest_of_visit(trace, k: int) -> Iterator[Event]:
    """The events after ``k`` that belong to the same node's turn, up to its next rule at most.

    If a hook runs a whole backward in between, the events of that backward are left out.
    """
    node, inner = trace.events[k].node, 0
    for position in range(k + 1, len(trace.events)):
        event = trace.events[position]
        if isinstance(event, ev.BackwardStarted):
            inner += 1
        elif inner:
            inner -= isinstance(event, ev.BackwardFinished | ev.ErrorRaised)
        else:
            if getattr(event, "node", None) == node and not isinstance(event, ev.NodeVisited):
                yield event
            if isinstance(event, ev.NodeVisited | ev.RuleApplied | ev.BackwardFinished | ev.ErrorRaised):
                return


def messages_of(trace, k: int) -> dict[int, Value | None]:
    """Edge index → message, for each message that left the node after its rule ran at event ``k``."""
    return {later.index: later.value for later in rest_of_visit(trace, k) if isinstance(later, ev.GradOut)}


def rule_before(trace, k: int) -> ev.RuleApplied | None:
    """The rule that computed what leaves the node at event ``k``."""
    node = trace.events[k].node
    for position in range(k - 1, -1, -1):
        event = trace.events[position]
        if isinstance(event, ev.RuleApplied | ev.NodeVisited) and event.node == node:
            return event if isinstance(event, ev.RuleApplied) else None
    return None

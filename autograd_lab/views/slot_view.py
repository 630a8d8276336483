"""The slots of a node with several outputs: what came into each, and what its backward was given.

An output that took no part gets no message: its slot holds None. A learner's Function asks for zeros instead, unless
its forward said ``ctx.set_materialize_grads(False)``; the engine fills them in, no node sent them.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from ..tracing.trace import events as ev
from ..tracing.trace.node_search import find_node
from ..tracing.trace.trace import Trace
from .lookup import input_name, inside
from .sheet import CODE, MESSAGE, PLAIN, Note, Sheet, Table
from .short_text import text

HEADER = ("slot", "for output", "arrived", "state", "backward gets", "why")
KINDS = (CODE, CODE, MESSAGE, CODE, MESSAGE, PLAIN)


@dataclass
class _Visit:
    """What happened at the node in one backward, slot by slot."""

    senders: dict[int, list[str]]
    backward: int
    arrived: dict[int, ev.Value | None] = field(default_factory=dict)
    zeros: set[int] = field(default_factory=set)
    applied: ev.RuleApplied | None = None
    received: tuple[ev.Value | None, ...] = ()


def slots(trace: Trace, node: object) -> Sheet:
    """The slots of ``node``, each time it ran: filled, None, or zeros, and why.

    ``node`` as in `find_node`; a name of any of its outputs will do. Raises KeyError when there is no such node.
    """
    identity = find_node(trace, node)
    visits = list(_visits(trace, identity))
    parts: list[Table | Note] = []
    for visit in visits:
        if len(visits) > 1:
            parts.append(Note(f"In backward {visit.backward}:", strong=True))
        rows = tuple(_row(trace, identity, slot, visit) for slot in range(trace.nodes[identity].outputs))
        parts += [Table(HEADER, rows, KINDS), Note(_outcome(trace, identity, visit))]
    if not visits:
        parts.append(Note("It did not run in this trace: no message came to any slot."))
    return Sheet(f"Slots of {trace.label(identity)}", tuple(parts))


def _visits(trace: Trace, node: str) -> Iterator[_Visit]:
    """Every time the engine took ``node``; each visit fills up while the events go on."""
    senders: dict[int, list[str]] = {}
    visit: _Visit | None = None
    number = 0
    for k, event in enumerate(trace.events):
        match event:
            case ev.BackwardStarted():
                senders, visit, number = {}, None, event.number
            case ev.BufferAdded() if event.target.node == node:
                source = trace.label(event.source) if event.source else "the seed"
                senders.setdefault(event.target.slot, []).append(f"{source} ({text(event.message)})")
            case ev.NodeVisited() if event.node == node:
                visit = _Visit(senders, number)
                yield visit
            case ev.GradIn() if visit and event.node == node:
                visit.arrived[event.slot] = event.value
            case ev.SlotMaterialized() if visit and event.node == node:
                visit.zeros.add(event.slot)
            case ev.RuleApplied() if visit and event.node == node:
                visit.applied, visit.received = event, trace.at(k + 1).received[node]


def _row(trace: Trace, node: str, slot: int, visit: _Visit) -> tuple[str, ...]:
    name = trace.name(node, slot) or "(no name)"
    arrived = visit.arrived.get(slot)
    given = visit.received[slot] if visit.applied else arrived
    state, why = "None", f"no message came: {name} has no part in the result"
    if arrived is not None:
        state, why = "filled", _origin(visit.senders.get(slot, []), arrived)
    elif slot in visit.zeros:
        state, why = "None → zeros", f"{why}; this Function asks the engine for zeros in place of None"
    return (f"[{slot}]", name, f"∂= {text(arrived)}", state, f"∂= {text(given)}", why)


def _origin(senders: list[str], arrived: ev.Value) -> str:
    """Who sent what lies in the slot; where several did, their sum."""
    if len(senders) < 2:
        return f"from {senders[0]}" if senders else "from outside of this backward"
    return f"from {' + '.join(senders)} = {text(arrived)}"


def _outcome(trace: Trace, node: str, visit: _Visit) -> str:
    if visit.applied is None:
        return "Its backward gave no result."
    info = trace.nodes[node]
    sent = []
    for index, (edge, result) in enumerate(zip(info.edges, visit.applied.results, strict=False)):
        target = inside(trace, edge)
        sent.append(f"{text(result)} for {input_name(info, index)}" + (f" → {trace.label(target)}" if target else ""))
    return f"It returned {', '.join(sent)}: one gradient for each input." if sent else "It returned nothing."

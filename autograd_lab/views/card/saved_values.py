"""What nodes keep for backward: what the learner calls each value (``c (self)``), and when it is freed."""

from ...tracing.telling.words import saved_name
from ...tracing.trace.events import NodeInfo, SavedInfo, Value
from ...tracing.trace.node_search import find_node
from ...tracing.trace.nodes import described_by
from ...tracing.trace.steps import Moment
from ...tracing.trace.trace import Trace
from ..lookup import state_of
from ..sheet import CODE, PLAIN, VALUE, Note, Sheet, Table
from ..short_text import text


def named(trace: Trace, info: NodeInfo, argument: str) -> str:
    """The learner's variable, and behind it the schema's argument: ``c (self)``; the argument alone: ``self``."""
    name = saved_name(trace, info.id, argument)
    return f"{name} ({argument})" if name and name != argument else argument


def kept(trace: Trace, info: NodeInfo, saved: SavedInfo) -> str:
    """A saved value in the learner's words: ``c = 5 (self)``, ``exponent = 2``."""
    value = text(saved.value) if saved.value is not None else saved.text
    name = saved_name(trace, info.id, saved.name)
    return f"{name} = {value} ({saved.name})" if name and name != saved.name else f"{saved.name} = {value}"


def recorded(trace: Trace, info: NodeInfo, argument: str) -> Value | None:
    """The value of an argument: as the node saved it, else as the recording met it elsewhere."""
    for item in info.saved:
        if item.name == argument:
            return item.value
    edge = info.edges[info.inputs.index(argument)] if argument in info.inputs else None
    known = trace.variables.get(edge.node, ()) if edge else ()
    variable = known[edge.slot] if edge and edge.slot < len(known) else None
    if variable is None or edge.node not in trace.at(len(trace)).values:
        return variable.value if variable else None
    return trace.at(_met(trace, info.id)).values.get(edge.node, variable.value)


def _met(trace: Trace, node: str) -> int:
    """The first state that has the node: the node read what its leaves hold then."""
    events = enumerate(trace.events, start=1)
    return next(step for step, event in events if any(info.id == node for info in described_by(event)))


HEADER = ("node", "kept", "version", "now")
KINDS = (PLAIN, VALUE, CODE, PLAIN)


def saved(trace: Trace, node: object = None, step: Moment | None = None) -> Sheet:
    """The saved values of ``node`` (None: of every node) after ``step``: what, version, alive or freed.

    Only what a rule names is saved; ``c = 5 (self)`` is the learner's c, which the schema calls self. Arrays are freed
    when the node has run, unless the graph is retained; shapes and other attributes stay. The version shows whether the
    tensor was changed in place since it was saved.

    ``step`` as in `draw_graph`.

    Raises KeyError for a node (as in `find_node`) and ValueError for a step that there is not.
    """
    state = state_of(trace, step)
    functions = [info.id for info in trace.nodes.values() if info.kind != "leaf"]
    chosen = functions if node is None else [find_node(trace, node)]
    freed = trace.at(state).freed
    rows, empty = [], []
    for identity in chosen:
        label, items = trace.label(identity), trace.nodes[identity].saved
        if not items:
            empty.append(label)
        for item in items:
            now = "○ stays" if not item.frees else "✗ freed" if (identity, item.name) in freed else "● alive"
            version = f"v{item.version}" if item.frees else ""
            rows.append((label, kept(trace, trace.nodes[identity], item), version, now))
    notes = [Note(f"{', '.join(empty)} saved nothing: the rules need only what arrives.")] if empty else []
    tables = [Table(HEADER, tuple(rows), KINDS)] if rows else []
    return Sheet(f"Saved values {_when(trace, state)}", (*tables, *notes))


def _when(trace: Trace, events: int) -> str:
    """After so many events, in steps, as the stepper counts them."""
    if not events:
        return "before the first step"
    last = trace.step_at(events - 1)
    return f"{'after' if last.last == events - 1 else 'during'} step {last.number} of {len(trace.steps)}"

"""What nodes remember for backward, and when they let it go."""

from ...tracing.moments import Moment
from ...tracing.node_search import find_node
from ...tracing.trace import Trace
from ..lookup import state_of
from ..sheet import Sheet
from ..sheet_parts import CODE, PLAIN, VALUE, Note, Table
from .value_names import kept

HEADER = ("node", "kept", "version", "now")
KINDS = (PLAIN, VALUE, CODE, PLAIN)


def saved(trace: Trace, node: object = None, step: Moment | None = None) -> Sheet:
    """The saved values of ``node`` (None: of every node) after ``step``: what, version, alive or freed.

    Only what a rule names is saved; ``c = 5 (self)`` is the learner's c, which the schema calls self. Arrays are freed
    when the node has run, unless the graph is retained; shapes and other attributes stay. The version tells whether the
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

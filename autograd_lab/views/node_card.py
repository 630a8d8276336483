"""The formula card: a node's rule, the same rule with this run's numbers, and what came out of it."""

from collections.abc import Iterable

from ..tracing import events as ev
from ..tracing.trace import Trace
from .lookup import check_step, find_node, input_name, inside, last_run, rest_of_run
from .sheet import Sheet
from .sheet_parts import CODE, MESSAGE, PLAIN, TOTAL, Note, Table
from .short_text import text
from .substitute import Known, body, substitute

HEADER = ("", "rule", "with numbers", "result", "goes to")
KINDS = (PLAIN, CODE, CODE, MESSAGE, PLAIN)
LEAF_HEADER = ("", "rule", "with numbers", "result", "")
LEAF_KINDS = (PLAIN, CODE, CODE, TOTAL, PLAIN)
LEAF_WAITS = "AccumulateGrad adds what arrives to .grad. It has not run yet."


def formula_card(trace: Trace, node: object, step: int | None = None) -> Sheet:
    """How ``node`` turned what it received into what it sent, with the numbers in the rule::

        ∂self   = grad * other  = 4 * 3  = 12  → AccumulateGrad(a)
        ∂other  = grad * self   = 4 * 2  = 8   → AccumulateGrad(b)

    ``node`` as in `find_node`. ``step`` counts events; before the node has run, the card shows the rule alone. A
    learner's own Function has no rule in the table: its ``backward`` is shown instead.

    Raises KeyError for a node and ValueError for a step that there is not.
    """
    identity = find_node(trace, node)
    run = last_run(trace, identity, check_step(trace, step))
    info = trace.nodes[identity]
    parts: tuple[Table | Note, ...]
    if info.kind != "leaf":
        code = (Note(info.source.rstrip(), code=True),) if info.source else ()
        table = Table(HEADER, card_rows(trace, identity, run), KINDS)
        parts = (*code, table, *map(Note, card_notes(trace, identity, run)))
    elif run is None:
        parts = (Note(LEAF_WAITS),)
    else:
        parts = (Table(LEAF_HEADER, (leaf_row(trace[run]),), LEAF_KINDS),)
    return Sheet(f"Formula card: {trace.label(identity)}", parts)


def card_rows(
    trace: Trace, node: str, run: int | None, edges: Iterable[int] | None = None
) -> tuple[tuple[str, ...], ...]:
    """For each edge: input, rule, rule with numbers, result, target. ``run`` is the index of a RuleApplied event."""
    info = trace.nodes[node]
    results = trace[run].results if run is not None else ()
    known = _known_values(info, _received(trace, node, run))
    rules = {rule.input: rule.source for rule in info.rules}
    rows = []
    for index in range(len(info.edges)) if edges is None else edges:
        edge, name = info.edges[index], input_name(info, index)
        source = rules.get(name) or rules.get(name.partition("[")[0])
        written, numbers = f"= {body(source)}" if source else "", ""
        result, target = "", "no edge: a constant"
        if edge is not None:
            numbers = f"= {substitute(source, known)}" if source else ""
            result = f"= {text(results[index])}" if index < len(results) else ""
            target = f"→ {trace.label(edge.node)}" if inside(trace, edge) else target
        rows.append((f"∂{name}", written, "" if numbers == written else numbers, result, target))
    return tuple(rows)


def _received(trace: Trace, node: str, run: int | None) -> tuple[ev.Value | None, ...] | None:
    """What the rules of ``node`` started from in this run, with zeros and hooks; None before a run."""
    return None if run is None else trace.at(run + 1).received[node]


def _known_values(info: ev.NodeInfo, received: tuple[ev.Value | None, ...] | None) -> dict[str, Known]:
    """What each name in a node's rules stood for in this run; before a run ``grad`` is not known."""
    known: dict[str, Known] = {item.name: item.text if item.value is None else item.value for item in info.saved}
    if received is not None:
        known["grads"] = received
        if len(received) == 1:
            known["grad"] = received[0]
    return known


def card_notes(trace: Trace, node: str, run: int | None) -> tuple[str, ...]:
    """What the table of a card leaves out: what arrived, and sums over copied axes."""
    received = _received(trace, node, run)
    if run is None or received is None:
        return ("It has not run yet: grad is what it will receive.",)
    if len(received) == 1:
        first = f"grad = {text(received[0])} is what it received: ∂(root)/∂(its output)."
    else:
        arrived = ", ".join(f"[{slot}] {text(value)}" for slot, value in enumerate(received))
        first = f"It received one gradient for each output: {arrived}."
    later = rest_of_run(trace, run + 1)
    return (first, *(_reduction(trace, event) for event in later if isinstance(event, ev.GradReduced)))


def _reduction(trace: Trace, event: ev.GradReduced) -> str:
    """Why a result was summed before it was sent."""
    name = input_name(trace.nodes[event.node], event.index)
    axes = "axis" if len(event.axes) == 1 else "axes"
    where = ", ".join(map(str, event.axes))
    return (
        f"∂{name} is summed over {axes} {where}, because forward copied {name} along it: "
        f"{text(event.before)} becomes {text(event.after)}."
    )


def leaf_row(event: ev.GradAccumulated) -> tuple[str, ...]:
    """A leaf's rule is one addition, and it is the one that lasts."""
    if event.before is None:
        return (".grad", "= grad", "", f"= {text(event.after)}", "there was no .grad before")
    numbers = f"= {text(event.before)} + {text(event.gradient)}"
    return (".grad", "= .grad + grad", numbers, f"= {text(event.after)}", "the sum over backwards")

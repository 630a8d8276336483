"""The formula card: a node's rule, the same rule with this run's numbers, and what came out of it."""

from collections.abc import Iterable

from autograd_lab.tracing import events as ev
from autograd_lab.views import sheet
from autograd_lab.views._numbers import text
from autograd_lab.views.find import find_node, last_run, run_events
from autograd_lab.views.scene import check_step
from autograd_lab.views.substitute import Known, body, substitute

HEADER = ("", "rule", "with numbers", "result", "goes to")
KINDS = (sheet.PLAIN, sheet.CODE, sheet.CODE, sheet.MESSAGE, sheet.PLAIN)


def formula_card(trace, node: object, step: int | None = None) -> sheet.Sheet:
    """How ``node`` turned what it received into what it sent, with the numbers in the rule::

        ∂self   = grad * other  = 4 * 3  = 12  → AccumulateGrad(a)
        ∂other  = grad * self   = 4 * 2  = 8   → AccumulateGrad(b)

    ``node`` as in `find_node`. ``step`` counts events; before the node has run, the card shows the rule alone. A
    learner's own Function has no rule in the table: its ``backward`` is shown instead.
    """
    identity = find_node(trace, node)
    step = check_step(trace, step)
    run = last_run(trace, identity, step)
    info = trace.nodes[identity]
    if info.kind == "leaf":
        return sheet.Sheet(f"Formula card: {trace.label(identity)}", leaf_parts(trace, identity, run))
    table = sheet.Table(HEADER, card_rows(trace, identity, run), KINDS)
    code = (sheet.Note(info.source.rstrip(), code=True),) if info.source else ()
    notes = map(sheet.Note, card_notes(trace, identity, run))
    return sheet.Sheet(f"Formula card: {trace.label(identity)}", (*code, table, *notes))


def card_rows(trace, node: str, run: int | None, edges: Iterable[int] | None = None) -> tuple[tuple[str, ...], ...]:
    """For each edge: input, rule, rule with numbers, result, target. ``run`` is the index of a RuleApplied event."""
    info = trace.nodes[node]
    applied = trace.events[run] if run is not None else None
    known = known_values(info, received_by(trace, node, run))
    rules = {rule.input: rule.source for rule in info.rules}
    rows = []
    for index in range(len(info.edges)) if edges is None else edges:
        edge = info.edges[index]
        name = info.inputs[index] if index < len(info.inputs) else f"input {index}"
        source = rules.get(name) or rules.get(name.partition("[")[0])
        written = f"= {body(source)}" if source else ""
        numbers = f"= {substitute(source, known)}" if source and edge is not None else ""
        result = f"= {text(applied.results[index])}" if applied and index < len(applied.results) else ""
        target = f"→ {trace.label(edge.node)}" if edge and edge.node in trace.nodes else "no edge: a constant"
        if edge is None:
            result = ""
        rows.append((f"∂{name}", written, "" if numbers == written else numbers, result, target))
    return tuple(rows)


def received_by(trace, node: str, run: int | None) -> tuple[ev.Value | None, ...] | None:
    """What the rules of ``node`` started from in this run, with zeros and hooks; None before a run."""
    return None if run is None else trace.at(run + 1).received[node]


def known_values(info: ev.NodeInfo, received: tuple[ev.Value | None, ...] | None) -> dict[str, Known]:
    """What each name in a node's rules stood for in this run; before a run ``grad`` is not known."""
    known: dict[str, Known] = {
        saved.name: saved.value if saved.value is not None else saved.text for saved in info.saved
    }
    if received is not None:
        known["grads"] = received
        if len(received) == 1:
            known["grad"] = received[0]
    return known


def card_notes(trace, node: str, run: int | None) -> tuple[str, ...]:
    """What the table of a card leaves out: what arrived, and sums over copied axes."""
    if run is None:
        return ("It has not run yet: grad is what it will receive.",)
    notes = []
    received = received_by(trace, node, run)
    if len(received) == 1:
        notes.append(f"grad = {text(received[0])} is what it received: ∂(root)/∂(its output).")
    else:
        arrived = ", ".join(f"[{slot}] {text(value)}" for slot, value in enumerate(received))
        notes.append(f"It received one gradient for each output: {arrived}.")
    for event in run_events(trace, node, run + 1):
        if event.kind == "GradReduced":
            notes.append(reduction(trace, event))
    return tuple(notes)


def reduction(trace, event: ev.GradReduced) -> str:
    """Why a result was summed before it was sent."""
    info = trace.nodes[event.node]
    name = info.inputs[event.index] if event.index < len(info.inputs) else f"input {event.index}"
    axes = "axis" if len(event.axes) == 1 else "axes"
    where = ", ".join(map(str, event.axes))
    return (
        f"∂{name} is summed over {axes} {where}, because forward copied {name} along it: "
        f"{text(event.before)} becomes {text(event.after)}."
    )


def leaf_parts(trace, node: str, run: int | None) -> tuple[sheet.Table | sheet.Note, ...]:
    """A leaf's rule is one addition, and it is the one that lasts."""
    if run is None:
        return (sheet.Note("AccumulateGrad adds what arrives to .grad. It has not run yet."),)
    event = trace.events[run]
    if event.before is None:
        row = (".grad", "= grad", "", f"= {text(event.after)}", "there was no .grad before")
    else:
        numbers = f"= {text(event.before)} + {text(event.gradient)}"
        row = (".grad", "= .grad + grad", numbers, f"= {text(event.after)}", "the sum over backwards")
    kinds = (sheet.PLAIN, sheet.CODE, sheet.CODE, sheet.TOTAL, sheet.PLAIN)
    return (sheet.Table(("", "rule", "with numbers", "result", ""), (row,), kinds),)

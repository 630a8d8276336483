"""The ledger of a leaf: two sums that are often taken for one.

Inside one backward the messages to a leaf add up in its **slot**: that is calculus, paths add. At the end of it,
AccumulateGrad adds what the slot holds to ``.grad``, which lasts **across** backwards: that is a choice PyTorch made.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from ..tracing.trace import events as ev
from ..tracing.trace.arithmetic import bracketed
from ..tracing.trace.node_search import find_node
from ..tracing.trace.trace import Trace
from .lookup import check_trace, name_of
from .sheet import CODE, MESSAGE, PLAIN, TOTAL, Note, Sheet, Table
from .short_text import text

FIRST = "Sum 1, inside one backward: messages meet in the slot, because paths add."
FIRST_HEADER = ("backward", "from", "as its input", "message", "in the slot")
FIRST_KINDS = (PLAIN, PLAIN, CODE, MESSAGE, MESSAGE)
SECOND = "Sum 2, across backwards: AccumulateGrad adds what the slot holds to .grad, which stays."
SECOND_HEADER = ("backward", ".grad before", "the slot adds", ".grad after")
SECOND_KINDS = (PLAIN, TOTAL, MESSAGE, TOTAL)


@dataclass
class _Backward:
    """One backward: the rows of its messages, and the writing of ``.grad`` at its end."""

    number: int
    messages: list[tuple[str, ...]] = field(default_factory=list)
    written: ev.GradAccumulated | None = None

    def row(self) -> tuple[str, ...]:
        event = self.written
        if event is None:
            return (str(self.number), "", "nothing was added", "")
        return (
            str(self.number),
            text(event.before),
            text(event.gradient),
            _sum(event.before, event.gradient, event.after),
        )


def ledger(trace: Trace, leaf: object) -> Sheet:
    """Every message into ``leaf`` and every writing of its ``.grad``, as two tables.

    ``leaf`` is the learner's name for it (``"x"``), its label, or its id. Raises KeyError when it is no leaf of the
    trace.
    """
    check_trace(trace)
    identity = find_node(trace, leaf, kind="leaf")
    name, backwards = name_of(trace, identity), [*_backwards(trace, identity)]
    title = f"Ledger of {name}"
    messages = tuple(row for backward in backwards for row in backward.messages)
    if not messages:
        return Sheet(title, (Note(f"No message reached {name}."),))
    last = next((backward.written for backward in reversed(backwards) if backward.written), None)
    total = f"{name}.grad = {text(last.after) if last else 'None'}"
    parts = (
        Note(FIRST),
        Table(FIRST_HEADER, messages, FIRST_KINDS),
        Note(SECOND),
        Table(SECOND_HEADER, tuple(backward.row() for backward in backwards), SECOND_KINDS),
        Note(total, strong=total),
    )
    return Sheet(title, parts)


def _backwards(trace: Trace, leaf: str) -> Iterator[_Backward]:
    """One entry for each backward of the trace that could reach the leaf."""
    current: _Backward | None = None
    sent: ev.GradOut | None = None
    for event in trace.events:
        if isinstance(event, ev.BackwardStarted) and any(node.id == leaf for node in event.nodes):
            if current:
                yield current
            current = _Backward(event.number)
        elif isinstance(event, ev.GradOut):
            sent = event
        elif current and isinstance(event, ev.BufferAdded) and event.target.node == leaf:
            current.messages.append((str(current.number), *_message(trace, event, sent)))
        elif current and isinstance(event, ev.GradAccumulated) and event.node == leaf:
            current.written = event
    if current:
        yield current


def _message(trace: Trace, event: ev.BufferAdded, sent: ev.GradOut | None) -> tuple[str, ...]:
    """Who sent it, as which of its inputs, what, and the sum in the slot."""
    source, through = trace.label(event.source) if event.source else "the seed", ""
    if sent and sent.node == event.source and sent.target == event.target:
        inputs = trace.nodes[sent.node].inputs
        through = inputs[sent.index] if sent.index < len(inputs) else ""
    return (source, through, f"∂= {text(event.message)}", _sum(event.before, event.message, event.after))


def _sum(before: ev.Value | None, added: ev.Value | None, after: ev.Value | None) -> str:
    """``1 + 3 = 4``; the first to come is alone: ``1``."""
    return (
        text(after) if before is None or added is None else f"{text(before)} + {bracketed(text(added))} = {text(after)}"
    )

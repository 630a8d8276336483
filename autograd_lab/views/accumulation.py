"""The ledger of a leaf: two sums that are often taken for one.

Inside one backward the messages to a leaf add up in its **buffer**: that is calculus, paths add. At the end of it,
AccumulateGrad adds the buffer to ``.grad``, which lasts **across** backwards: that is a choice PyTorch made.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from autograd_lab.tracing import events as ev
from autograd_lab.views import sheet
from autograd_lab.views._numbers import text
from autograd_lab.views.find import find_node, names_of

FIRST = "Sum 1, inside one backward: messages meet in the buffer, because paths add."
SECOND = "Sum 2, across backwards: AccumulateGrad adds the buffer to .grad, which stays."


@dataclass
class _Backward:
    number: int
    messages: list[tuple[str, ...]] = field(default_factory=list)
    written: ev.GradAccumulated | None = None


def ledger(trace, leaf: object) -> sheet.Sheet:
    """Every message into ``leaf`` and every writing of its ``.grad``, as two tables.

    ``trace`` is one trace or a list of them, for backwards that were recorded apart. ``leaf`` is the learner's name
    for it (``"x"``), its label, or its id. Raises KeyError when it is no leaf of the (first) trace.
    """
    traces = list(trace) if isinstance(trace, Sequence) and not hasattr(trace, "events") else [trace]
    identity = find_node(traces[0], leaf, kind="leaf")
    name = (*names_of(traces[0], identity), traces[0].label(identity))[0]
    backwards: list[_Backward] = []
    for one in traces:
        node = identity if one is traces[0] else find_node(one, leaf, kind="leaf")
        backwards.extend(_backwards(one, node, len(backwards)))
    title = f"Ledger of {name}"
    if not any(backward.messages for backward in backwards):
        return sheet.Sheet(title, (sheet.Note(f"No message reached {name}."),))
    return sheet.Sheet(title, tuple(_parts(name, backwards)))


def _backwards(trace, leaf: str, before: int) -> Iterator[_Backward]:
    """One entry for each backward of the trace that could reach the leaf."""
    current: _Backward | None = None
    sent: ev.GradOut | None = None
    for event in trace.events:
        if isinstance(event, ev.BackwardStarted) and any(node.id == leaf for node in event.nodes):
            if current:
                yield current
            current = _Backward(before + event.number)
        elif isinstance(event, ev.GradOut):
            sent = event
        elif current and isinstance(event, ev.BufferAdded) and event.target.node == leaf:
            current.messages.append(_message(trace, event, sent))
        elif current and isinstance(event, ev.GradAccumulated) and event.node == leaf:
            current.written = event
    if current:
        yield current


def _message(trace, event: ev.BufferAdded, sent: ev.GradOut | None) -> tuple[str, ...]:
    source, through = "the seed", ""
    if event.source:
        inputs = trace.nodes[event.source].inputs
        source = trace.label(event.source)
        fits = sent is not None and sent.node == event.source and sent.target == event.target
        through = inputs[sent.index] if fits and sent.index < len(inputs) else ""
    return (source, through, f"∂= {text(event.message)}", f"{text(event.before)} → {text(event.after)}")


def _parts(name: str, backwards: list[_Backward]) -> Iterator[sheet.Table | sheet.Note]:
    yield sheet.Note(FIRST)
    rows = tuple((str(backward.number), *row) for backward in backwards for row in backward.messages)
    header = ("backward", "from", "as its input", "message", "buffer")
    yield sheet.Table(header, rows, (sheet.PLAIN, sheet.PLAIN, sheet.CODE, sheet.MESSAGE, sheet.MESSAGE))
    yield sheet.Note(SECOND)
    rows = tuple(_written(backward) for backward in backwards)
    kinds = (sheet.PLAIN, sheet.TOTAL, sheet.MESSAGE, sheet.TOTAL)
    yield sheet.Table(("backward", ".grad before", "the buffer adds", ".grad after"), rows, kinds)
    last = next((backward.written for backward in reversed(backwards) if backward.written), None)
    yield sheet.Note(f"{name}.grad = {text(last.after) if last else 'None'}", strong=True)


def _written(backward: _Backward) -> tuple[str, ...]:
    event = backward.written
    if event is None:
        return (str(backward.number), "", "nothing was added", "")
    return (str(backward.number), text(event.before), text(event.gradient), text(event.after))

"""What an arrow says that stands for several edges; ``merge`` in ``far_parts.js`` does the same.

Messages that go to one slot are added there, so the arrow shows their sum: of a residual connection, the gradient that
really goes on. Messages to several slots are gradients of different tensors. Of these it shows the largest.
"""

from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from ...tracing.recording.values import Value, array_of, value_of
from ...tracing.trace.arithmetic import messages_in
from ...tracing.trace.events import BufferAdded
from ...tracing.trace.trace import Trace
from ..short_text import WRONG, fitting
from .boxes import MESSAGE_FITS
from .inside import Outward
from .step_texts import GRADIENT, ArrowWidths, History
from .wires import Wire

Note = tuple[int, str | None]


# ----- messages to one slot -------------------------------------------------------------------------------------------
def sums_of(trace: Trace, outs: Iterable[Outward], history: History, widths: ArrowWidths) -> History:
    """``message/PART`` and ``weight/PART`` of what several edges have sent to one slot; see `Outward.part`.

    ``history`` has the texts of these edges.
    """
    found: History = {}
    for out in outs:
        if len(out.edges) > 1:
            found[f"message/{out.part}"], found[f"weight/{out.part}"] = _sums(trace, out, history, widths)
    return found


def _sums(trace: Trace, out: Outward, history: History, widths: ArrowWidths) -> tuple[list[Note], list[Note]]:
    messages: list[Note] = []
    weights: list[Note] = []
    lines = [history.get(f"message/{node}/{index}", []) for node, index in out.edges]
    for step, sent in _sent(lines):
        texts = [text for _, text in sent]
        state = trace.at(step)
        values = [state.messages[out.edges[number]] for number, _ in sent]
        total = sum_of(trace, step, out, values) if len(values) > 1 else None
        if total is not None:
            texts = [GRADIENT + fitting(total, MESSAGE_FITS - len(GRADIENT))]
        messages.append((step, texts[-1] if texts else None))
        if widths.are_drawn:
            weights.append((step, widths.width(total or values[-1]) if values else None))
    return messages, weights


def _sent(lines: Sequence[Sequence[Note]]) -> Iterator[tuple[int, list[tuple[int, str]]]]:
    """At each step at which one of several texts changes: (number, text) of those that are there, the latest last."""
    known: dict[int, str] = {}
    notes = sorted((step, number, text) for number, line in enumerate(lines) for step, text in line)
    for place, (step, number, text) in enumerate(notes):
        known.pop(number, None)  # what is put in again is the latest
        if text is not None:
            known[number] = text
        if place + 1 == len(notes) or notes[place + 1][0] != step:
            yield step, [*known.items()]


def sum_of(trace: Trace, step: int, out: Outward, values: Sequence[Value | None]) -> Value | None:
    """What these messages are together, the last of which has just been sent; None if that was not recorded.

    Of large arrays it was recorded where nothing else has come into the slot.
    """
    present = [value for value in values if value is not None]
    if not present or all(value.items is not None for value in present):
        return value_of(sum(map(array_of, present[1:]), array_of(present[0]))) if present else None
    for place in range(step, min(step + AT_MOST, len(trace))):
        event = trace[place]
        if isinstance(event, BufferAdded) and (event.target.node, event.target.slot) == (out.target, out.slot):
            alone = len(messages_in(trace, place + 1, out.target, out.slot)) == len(present)
            return event.after if alone else None
    return None


AT_MOST = 50
"""A message arrives within so many events after it was sent."""


# ----- an arrow -------------------------------------------------------------------------------------------------------
def bundle_notes(wires: Iterable[Wire], history: History) -> History:
    """``bundle/ID`` for each of these wires with several edges, made of the texts of its edges and parts."""
    return {str(wire.key): [*_notes(wire, history)] for wire in wires if wire.count > 1}


def _notes(wire: Wire, history: History) -> Iterator[Note]:
    """``2/3: ∂= 4`` whenever an edge has sent; None where none has."""
    lines = [history.get(key, []) for key in wire.keys("message")]
    parts = [[history.get(f"{kind}/{part}", []) for part in wire.parts] for kind in ("message", "weight")]
    largest = _Largest(*parts)
    for step, sent in _sent(lines):
        shown = largest.at(step)
        yield step, (sent_of(len(sent), wire.count) + shown if sent else None)


class _Largest:
    """The largest of several messages, asked for step after step: each line is read once, from its beginning."""

    def __init__(self, messages: Sequence[Sequence[Note]], weights: Sequence[Sequence[Note]]):
        lines = enumerate(zip(messages, weights, strict=True))
        notes = ((step, number, kind, text) for number, pair in lines for kind in (0, 1) for step, text in pair[kind])
        self._notes = sorted(notes, key=lambda note: note[:3])
        self._read = 0
        self._known: dict[int, tuple[int, str]] = {}
        self._weights: dict[int, float] = {}

    def at(self, step: int) -> str:
        """Of the texts that are there, that with the heaviest arrow; of equals, the latest; "" where none is."""
        while self._read < len(self._notes) and self._notes[self._read][0] <= step:
            when, number, kind, text = self._notes[self._read]
            self._read += 1
            if kind:
                self._weights[number] = 0.0 if text is None else np.inf if WRONG.search(text) else float(text)
            elif text is None:
                self._known.pop(number, None)
            else:
                self._known[number] = when, text
        found = [(self._weights.get(number, 0.0), when, number, text) for number, (when, text) in self._known.items()]
        return max(found)[-1] if found else ""


def sent_of(sent: int, count: int) -> str:
    """What stands before the message."""
    return f"{sent:,}/{count:,}: "

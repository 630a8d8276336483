"""The health of a recording in one line: how many gradients are None, nan, 0, tiny, huge or accumulated, and why.

A gradient counts for each leaf that requires one and has a part in the recording: a backward reached it, the forward
used it, or it is a parameter of a model that has such leaves.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from html import escape

from ..recording.calls import Stopped
from ..recording.source_lines import Line
from ..telling.words import counted, listed
from ..trace.events import BackwardStarted, GradAccumulated, Value
from .answer import Answer, Hint, Subject, ended_words, is_finite, line_words
from .converged import cancelling_leaves, error_factor, rms
from .hints import cause_in
from .size import MUCH, cancelled_in
from .why import added_up, why_recorded
from .zero import is_zero

KINDS = (
    "None",
    "not written",
    "nan or inf",
    "all 0",
    "0 but for rounding",
    "tiny",
    "huge",
    "accumulated over several backwards",
)
"""What may be wrong with a gradient, the worst first."""
MOST = 50
"""For so many gradients of a kind the reason is looked up; of the others, only the number is given."""
CAUSES = {"rule": "in backward", "forward": "in forward", "data": "in the data"}
"""What the line says for causes that are no word of PyTorch's."""
WITHOUT_CAUSE = KINDS[4:]
"""Kinds that say the cause themselves."""


@dataclass(frozen=True)
class Complaint:
    """Some gradients with the same thing wrong for the same reason. ``kind`` is one of `KINDS`."""

    kind: str
    names: tuple[str, ...]
    answer: Answer | None

    def reason_with(self, words: Callable[[Line | None], str]) -> str:
        """``detach, line 223``, the line in these words; "" if the kind says everything."""
        if self.answer is None:
            return ""
        cause = "" if self.kind in WITHOUT_CAUSE else CAUSES.get(self.answer.cause, self.answer.cause)
        return ", ".join(filter(None, [cause, words(self.answer.line)]))


@dataclass(frozen=True)
class Health:
    """What is wrong with the gradients of a recording, if anything is; ``count`` is how many were looked at."""

    count: int
    complaints: tuple[Complaint, ...]
    stopped: Stopped | None = None
    """The exception that ended a recording without a backward."""

    @property
    def line(self) -> str:
        """``4 of 12 gradients are None (2 detach, line 223; 2 not called), 2 nan or inf``; "" if nothing is wrong."""
        parts = [self._part(kind) for kind in KINDS if any(one.kind == kind for one in self.complaints)]
        if not parts:
            return ""
        number, _, rest = parts[0].partition(" ")
        verb = "is" if number == "1" else "are"
        return ", ".join([f"{number} of {counted(self.count, 'gradient')} {verb} {rest}", *parts[1:]])

    def _part(self, kind: str) -> str:
        """``4 None (2 detach, line 223; 2 not called)``."""
        found = [one for one in self.complaints if one.kind == kind]
        reasons = [(len(one.names), reason) for one in found if (reason := one.reason_with(_short))]
        words = "; ".join(reason if len(found) == 1 else f"{number} {reason}" for number, reason in reasons)
        return f"{sum(len(one.names) for one in found)} {kind}" + (f" ({words})" if words else "")

    def answer(self, hints: Sequence[Hint] = ()) -> Answer:
        """The line, and below it the names for each reason; the line of the first, the first event that shows one.

        ``hints`` come last: what may keep the model from learning all the same.
        """
        if not self.count:
            text, stopped = "No backward ran inside this recording.", self.stopped
            return Answer("no backward", f"{text}{ended_words(stopped)}", None, stopped and stopped.line)
        if not self.complaints:
            cause, hint = cause_in(hints, "healthy")
            text = f"{counted(self.count, 'gradient')}: none is None, nan, 0 everywhere, tiny or huge."
            lines = [text, *(f"  But: {one.text}" for one in hints)]
            return Answer(cause, "\n".join(lines), None, hint.line if hint else None)
        lines = [f"{self.line}."]
        for one in self.complaints:
            reason = one.reason_with(line_words)
            lines.append(f"  {one.kind}{f' ({reason})' if reason else ''}: {listed(one.names)}")
        lines += [f"  Also: {one.text}" for one in hints]
        first = self.complaints[0]
        lines.append(f"The whole reason: trace.why({first.names[0]!r})")
        line = first.answer.line if first.answer else None
        cause, hint = cause_in(hints, first.kind) if first.kind in WITHOUT_CAUSE[:-1] else (first.kind, None)
        return Answer(cause, "\n".join(lines), self._event(), hint.line if hint else line)

    def _event(self) -> int | None:
        """The event that shows the worst that an event shows. (A path that forward cut is None in no event.)"""
        events = (one.answer.event for one in self.complaints if one.answer)
        return next((event for event in events if event is not None), None)

    def html(self) -> str:
        """The same for a notebook."""
        first, *lines = self.answer().text.split("\n")
        items = "".join(f"<li>{escape(line.strip())}</li>" for line in lines)
        return f"<p><b>{escape(first)}</b></p><ul>{items}</ul>"


def health_of(trace) -> Health:
    """Look at every gradient that the last backwards left. Healthy if there was no backward."""
    if not trace.backwards:
        return Health(0, (), trace.flow.stopped)
    number_of = _numbers_by_name(trace)
    written: dict[str, list[int]] = {}
    for k, event in enumerate(trace.events):
        if isinstance(event, GradAccumulated):
            written.setdefault(event.node, []).append(k)
    first, last = trace.backwards[-1][1:]
    latest = trace.events[first:last]
    cancelled, seed = cancelled_in(trace, latest), max(map(rms, trace.events[first].seeds), default=0)
    small, settled = seed * error_factor(trace, latest), cancelling_leaves(trace, latest)
    grads, found, count = trace.grads(), {}, 0
    for name, node in _leaves(trace):
        count += 1
        value, events = grads.get(node), written.get(node, [])
        kind = _kind(value, len(added_up(trace, events)), node in cancelled, seed)
        is_small = kind in ("tiny", "0 but for rounding")
        if is_small and (node in settled or (kind == "tiny" and rms(value) * MUCH > small)):
            kind = ""  # training is over
        if kind:
            found.setdefault(kind, []).append((Subject(name, node, number_of.get(name), True, True), value, events))
    return Health(count, tuple(one for kind in KINDS for one in _complaints(trace, kind, found.get(kind, []))))


def _kind(value: Value | None, backwards: int, is_rounding: bool, seed: float) -> str:
    """What is wrong with a gradient that these backwards wrote; "" for a healthy one."""
    if value is None:
        return "None"
    if not backwards:  # it is from before the recording
        return "not written"
    if not is_finite(value):
        return "nan or inf"
    if is_zero(value):
        return "all 0"
    if backwards > 1:
        return "accumulated over several backwards"
    if is_rounding:
        return "0 but for rounding"
    times = rms(value) / seed if seed else 1.0
    return "tiny" if times <= 1 / MUCH else "huge" if times >= MUCH else ""


def _complaints(trace, kind: str, found: list[tuple[Subject, Value | None, list[int]]]) -> Iterator[Complaint]:
    """The gradients of one kind, by their reasons; those of which the reason is not looked up come last."""
    groups: dict[tuple[str, Line | None], tuple[list[str], Answer]] = {}
    for subject, value, events in found[:MOST]:
        answer = why_recorded(trace, subject, value, events)
        groups.setdefault((answer.cause, answer.line), ([], answer))[0].append(subject.name)
    for names, answer in groups.values():
        yield Complaint(kind, tuple(names), answer)
    if found[MOST:]:
        yield Complaint(kind, tuple(subject.name for subject, *_ in found[MOST:]), None)


# ----- which gradients count ------------------------------------------------------------------------------------------
def _leaves(trace) -> Iterator[tuple[str, str | None]]:
    """(name, node) of each leaf whose gradient counts; the node is None for a leaf that is not in the graph."""
    reached = {
        info.id: info.number
        for event in trace.events
        if isinstance(event, BackwardStarted)
        for info in event.nodes
        if info.kind == "leaf"
    }
    names = {node: trace.name(node) or trace.label(node) for node in sorted(reached, key=reached.__getitem__)}
    yield from ((name, node) for node, name in names.items())
    models = {name.partition(".")[0] for name in names.values() if "." in name}
    yield from ((name, None) for name in dict.fromkeys(not_reached(trace, models)) if name not in names.values())


def not_reached(trace, models: set[str]) -> Iterator[str]:
    """Names of leaves that require a gradient: those that forward used, and the parameters of these models."""
    used = {number for step in trace.flow.steps for number in step.inputs}
    for number, tensor in enumerate(trace.flow.tensors):
        if tensor.name and tensor.is_leaf and tensor.requires_grad:
            model, _, inside = tensor.name.partition(".")
            if number in used or (inside and model in models):
                yield tensor.name


def _numbers_by_name(trace) -> dict[str, int]:
    """The first tensor of the flow that has each name."""
    found: dict[str, int] = {}
    for number, tensor in enumerate(trace.flow.tensors):
        found.setdefault(tensor.name, number)
    return found


def _short(line: Line | None) -> str:
    """``line 7``, ``line 7 of model.py``."""
    return "" if line is None else f"line {line.number}" + (f" of {line.file}" if line.file else "")

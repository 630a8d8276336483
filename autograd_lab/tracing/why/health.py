"""The health of a recording in one line: how many gradients are None, nan, 0, tiny, huge or accumulated, and why.

A gradient counts for each leaf that requires one and has a part in the recording: a backward reached it, the forward
used it, or it is a parameter of a model that has such leaves.
"""

import itertools
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from html import escape

from ..recording.calls import Stopped
from ..recording.source_lines import Line
from ..telling.words import capital, counted, listed
from ..trace.events import GradAccumulated, Value
from .answer import Answer, Hint, Subject, ended_words, is_finite
from .complaints import CANCELLED, KINDS, SUM, WITHOUT_CAUSE, Complaint, cause_words, operation_words, short_lines
from .converged import cancelling_leaves, error_factor, rms
from .hints import ORDINARY, STILL, about, cause_in
from .names import is_in, module_called
from .not_finite import why_value
from .paths import assigned
from .size import MUCH, cancelled_in
from .sums import NOT_HELD, added_up, all_train, backward_at, one_way_alone, summed_by, used_first
from .why import why, why_recorded
from .zero import is_zero

MOST = 50
"""For so many gradients of a kind the reason is looked up; of the others, only the number is given."""
BRIEF = {
    "uphill": "the learning rate is below 0",
    "no gradient": "the optimizer finds no gradient",
    "shrunk": "clipping leaves next to nothing",
    "rate 0": "the learning rate is 0",
    "too small": "the learning rate is too small to change anything",
    "rebound": "a new tensor takes the place of a leaf",
    "no step": "no optimizer stepped",
    "decay": "strong weight decay",
    "stretched": "[N×1] and [N] stretch to [N×N]",
    "sample": "sample() draws without a path back",
    "copies": "all rows of a weight are equal",
}
"""The same for the causes of hints."""
MEANT = ("None", "all 0")
"""What the gradient of a leaf may be that no optimizer holds."""
LEFT_OUT = ("no_grad", "inference_mode", "detach")
"""How programs keep a target network or a teacher out of backward."""


@dataclass(frozen=True)
class Health:
    """What is wrong with the gradients of a recording, if anything is; ``count`` is how many were looked at."""

    count: int
    complaints: tuple[Complaint, ...]
    stopped: Stopped | None = None
    """The exception that ended the recording."""
    reason: str = ""
    """Why that happened, where the root of a backward had no graph."""
    hints: tuple[Hint, ...] = ()
    """What may keep the model from learning although gradients come."""
    meant: tuple[Complaint, ...] = ()
    """Gradients that are None or 0 as they should be."""

    @property
    def line(self) -> str:
        """``4 of 12 gradients are None (2 detach, line 223; 2 not called), 2 nan or inf``; "" if nothing is wrong."""
        return self._line()

    def _line(self, reasons: bool = True) -> str:
        parts = [self._part(kind, reasons) for kind in KINDS if any(one.kind == kind for one in self.complaints)]
        if not parts:
            return ""
        number, _, rest = parts[0].partition(" ")
        verb = "is" if number == "1" else "are"
        return ", ".join([f"{number} of {counted(self.count, 'gradient')} {verb} {rest}", *parts[1:]])

    @property
    def brief(self) -> str:
        """The line; or else, ``warning: rate 0, line 13; why() says more``: the first hint."""
        if self.line and not self._first:
            return self.line
        hint = cause_in(self._first or self.hints, "")[1]
        words = ", ".join(filter(None, [_brief(hint), short_lines(hint.line)])) if hint else ""
        if not words and self.stopped:
            words = ", ".join(filter(None, [self.stopped.type, short_lines(self.stopped.line)]))
        return f"warning: {words}; {self.line or 'why() says more'}" if words else ""

    @property
    def _first(self) -> list[Hint]:
        """The hints that say why gradients are tiny or huge, or why nothing changes although all of them came."""
        kind = self.complaints[0].kind if self.complaints else ""
        causes = [hint for hint in self.hints if kind in WITHOUT_CAUSE and hint.cause not in ORDINARY]
        return [hint for hint in causes if kind != SUM or hint.cause in STILL]

    def _part(self, kind: str, reasons: bool) -> str:
        """``4 None (2 detach, line 223; 2 not called)``."""
        found = [one for one in self.complaints if one.kind == kind]
        told = [(len(one.names), reason) for one in found if reasons and (reason := one.reason_with(short_lines))]
        words = "; ".join(
            reason if len(found) == 1 else f"{number} {'at ' * reason.startswith('line ')}{reason}"
            for number, reason in told
        )
        said = {one.kind_words for one in found}
        return (
            f"{sum(len(one.names) for one in found)} {said.pop() if len(said) == 1 else kind}"
            + f" ({words})" * bool(words)
        )

    def answer(self) -> Answer:
        """The line, and below it the names for each reason; the line of the first, the first event that shows one.

        Hints come last.
        """
        hints = self.hints
        if not self.count:
            text, stopped = "No backward ran inside this recording.", self.stopped
            return Answer("no backward", f"{text}{ended_words(stopped)}{self.reason}", None, stopped and stopped.line)
        if not self.complaints:
            cause, hint = cause_in(hints, "healthy")
            others = sum(len(one.names) for one in self.meant if one.kind != SUM)
            count = self.count - others or self.count
            text = f"The {f'{count:,} gradients look' if count > 1 else 'gradient looks'} normal"
            text += f"; the loss may still be wrong.{ended_words(self.stopped)}{self.reason}"
            lines = [*(one.text for one in hints), text, *self._meant_lines()]
            return Answer(cause, "\n".join(lines), self._event(hints), hint.line if hint else None)
        lines = [*(one.text for one in self._first), *self._complaint_lines()]
        lines += [f"  Also: {one.text}" for one in hints if one not in self._first] + self._meant_lines()
        ended = ended_words(self.stopped).strip()
        if ended and not any(ended.partition(": ")[2] in line for line in lines):
            lines.append(f"  {ended}{self.reason}")
        first = self.complaints[0]
        if not first.known and not any(first.answer and line.endswith(first.answer.text) for line in lines):
            lines.append(f"The whole reason: trace.why({first.names[0]!r})")
        line = first.answer.line if first.answer else None
        cause, hint = cause_in(self._first, first.kind)
        return Answer(cause, "\n".join(lines), self._event(self._first), hint.line if hint else line)

    def _complaint_lines(self) -> list[str]:
        """Each reason once: that of a single complaint whole, unless a hint says more."""
        first, *more = self.complaints
        if first.known:
            return [first.known]
        if more or first.answer is None:
            return [f"{self._line(reasons=False)}.", *(f"  {one.described()}" for one in self.complaints)]
        whole = [] if self._first else [f"  {first.answer.text}"]
        return [f"{self.line}.", f"  {listed(first.names)}", *whole]

    def _meant_lines(self) -> list[str]:
        return [f"  No alarm: {one.described()}" for one in self.meant]

    def _event(self, hints: Sequence[Hint]) -> int | None:
        """The event that shows the first hint, or else the worst that an event shows.

        (A path that forward cut is None in no event.)
        """
        events = [*(one.event for one in hints[:1]), *(one.answer.event for one in self.complaints if one.answer)]
        return next((event for event in events if event is not None), None)

    def html(self) -> str:
        """The same for a notebook."""
        first, *lines = self.answer().text.split("\n")
        items = "".join(f"<li>{escape(line.strip())}</li>" for line in lines)
        return f"<p><b>{escape(first)}</b></p><ul>{items}</ul>"


def why_named(trace, name: str) -> Answer:
    """The answer for a tensor's name; for a module's, the health of its parameters. Raises KeyError without any."""
    module = module_called(trace, name.rstrip("."))
    if module != name or trace.called(name) is not None:  # a line `net = …` has made tensors, too: not those are meant
        try:
            return why(trace, name)
        except KeyError:
            if not module:
                raise
    health = health_of(trace, module)
    if health.count or not trace.backwards:
        return replace(answer := health.answer(), text=f"{module}: {answer.text}")
    held = [one.name for one in trace.flow.tensors if one.is_leaf and is_in(one.name, module)]
    text = f"{module} has no parameters, and so no gradient of its own: ask about a tensor, or about a layer with some."
    return Answer("not required", f"{module}: none of its parameters requires a gradient." if held else text)


Found = tuple[Subject, Value | None, list[int]]
"""A leaf, its gradient, and the events that wrote it."""


def health_of(trace, module: str = "") -> Health:
    """Look at every gradient that the last backwards left, perhaps of one module. Healthy if there was no backward."""
    stopped = trace.flow.stopped
    reason = _without_graph(trace, stopped)
    if not trace.backwards:
        return Health(0, (), stopped, reason)
    number_of = _numbers_by_name(trace)
    written: dict[str, list[int]] = {}
    for k, event in enumerate(trace.events):
        if isinstance(event, GradAccumulated):
            written.setdefault(event.node, []).append(k)
    first, last = trace.backwards[-1][1:]
    latest = trace.events[first:last]
    cancelled, seed = cancelled_in(trace, latest), max(map(rms, trace.events[first].seeds), default=0)
    small, settled = seed * error_factor(trace, latest), cancelling_leaves(trace, latest)
    grads, found, sound = trace.grads(), {}, set()
    leaves = [(name, node) for name, node in _leaves(trace, module) if is_in(name, module)]
    for name, node in leaves:
        value, events = grads.get(node), written.get(node, [])
        kind = _kind(value, _backwards_used(trace, node, added_up(trace, events)), node in cancelled, seed)
        is_small = kind in ("tiny", "0 but for rounding")
        if is_small and (node in settled or (kind == "tiny" and rms(value) * MUCH > small)):
            kind = ""  # training is over
        if not kind:
            sound.add(name.rpartition(".")[0])
            kind = SUM * _is_meant_sum(trace, node, added_up(trace, events))
        if kind:
            found.setdefault(kind, []).append((Subject(name, node, number_of.get(name), True, True), value, events))
    found.get("nan or inf", []).sort(key=lambda one: _first_wrong(trace, one[2]))
    if "nan or inf" in found and _is_spoiled(trace):
        found = {kind: found[kind] for kind in ("None", "not written", "nan or inf") if kind in found}
    told = [one for kind in KINDS for one in _complaints(trace, kind, found.get(kind, []), sound)]
    sums = found.get(SUM, [])[:MOST]
    complaints, meant = (tuple(one for one in told if one.is_meant is is_meant) for is_meant in (False, True))
    nodes = {node for _, node in leaves}
    hints = [hint for hint in about(trace, None, module) if not module or nodes & hint.leaves]
    if "nan or inf" not in found:
        hints = [*_loss_hint(trace), *hints]
    if not any(hint.cause == "several losses" for hint in hints):
        ways = (one_way_alone(trace, subject, added_up(trace, events)) for subject, _, events in sums)
        hints += itertools.islice(filter(None, ways), 1)
    asked = frozenset().union(*(hint.leaves for hint in hints if hint.cause == "several losses"))
    meant = tuple(_without(meant, {name for name, node in leaves if node in asked}))
    return Health(len(leaves), _same_reason(trace, complaints, hints), stopped, reason, tuple(hints), meant)


def _same_reason(trace, complaints: tuple[Complaint, ...], hints: list[Hint]) -> tuple[Complaint, ...]:
    """Sums of gradients that no optimizer holds, as a hint says of the same ones: that is why nothing empties them."""
    held_not = [one for one in hints if one.cause == NOT_HELD and one.asked == "all"]
    first = complaints[0] if len(complaints) == 1 and held_not else None
    if first is None or first.answer is None or first.answer.cause != NOT_HELD:
        return complaints
    if set(first.names) != {trace.name(leaf) for one in held_not for leaf in one.leaves}:
        return complaints
    lines = (one.line.text for one in trace.flow.emptied if one.line)
    call = next((found[0] for line in lines if (found := re.search(r"[\w.]+\.zero_grad(?=\()", line))), "")
    empties = f"{call}() does not empty" if call else "no zero_grad() empties"
    their = "its" if len(first.names) == 1 else "their"
    text = f"For the same reason {empties} {their} .grad: each backward adds to it."
    return (replace(first, known=text),)


def _without(complaints: Iterable[Complaint], names: set[str]) -> Iterator[Complaint]:
    """The same without these gradients, and others of their layers: a hint has asked about them."""
    layers = {name.rpartition(".")[0] for name in names} - {""}
    for one in complaints:
        left = tuple(name for name in one.names if name not in names and name.rpartition(".")[0] not in layers)
        if left:
            yield replace(one, names=left)


def _first_wrong(trace, written: list[int]) -> int:
    """The first backward that wrote a gradient that is not finite."""
    wrong = (k for k in written if not is_finite(trace.events[k].gradient))
    return next((backward_at(trace, k) for k in wrong), len(trace.backwards))


def _is_spoiled(trace) -> bool:
    """Whether a step left nan or inf in parameters before the last backward: its zeros follow from that."""
    return any(one.spoiled and one.events <= trace.backwards[-1][1] for one in trace.flow.optimizers)


def _loss_hint(trace) -> Iterator[Hint]:
    """The loss of the last backward is nan or inf, although no gradient is."""
    root = trace.starts[-1].roots[-1]
    answer = why_value(trace, trace.name(root.node, root.slot) or "the loss", root)
    if answer is not None:
        yield Hint("nan", answer.text, answer.line, frozenset())


def _without_graph(trace, stopped: Stopped | None) -> str:
    """A sentence about the root of the backward that ended the recording, as ``loss`` in ``loss.backward()``."""
    if stopped is None or stopped.line is None or "does not require grad" not in stopped.message:
        return ""
    name = stopped.line.text.partition(".backward")[0]
    number = trace.called(name)
    number = assigned(trace, name) if number is None else number
    if number is None or trace.flow.tensors[number].requires_grad:
        return ""
    subject = Subject(name, None, number, True, False)
    reason = subject.reason_in(why_recorded(trace, subject, None, []).text.partition(" The recording ended")[0])
    frozen = _frozen(trace)
    more = f" requires_grad is False for {listed(frozen)}." if frozen else ""
    return f" {capital(reason)}{more}"


def _backwards_used(trace, node: str | None, written: list[int]) -> int:
    """How many backwards have added to ``.grad``; 1 if a step has used the first of them and no step the sum.

    A GAN's generator sends gradients to its discriminator, too: after the discriminator's step, and for nobody. The
    gradients that one step uses together count as one.
    """
    if len(written) < 2:
        return len(written)
    return 1 if used_first(trace, node, written) or summed_by(trace, node, written) else len(written)


def _is_meant_sum(trace, node: str | None, written: list[int]) -> bool:
    """Whether a step has used the sum of what backwards of several lines have sent: worth a word, but no alarm."""
    lines = {trace.called_at(number) for number in {backward_at(trace, k) for k in written}}
    return len(lines) > 1 and summed_by(trace, node, written) is not None


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
        return SUM
    if is_rounding:
        return "0 but for rounding"
    times = rms(value) / seed if seed else 1.0
    return "tiny" if times <= 1 / MUCH else "huge" if times >= MUCH else ""


def _complaints(trace, kind: str, found: list[Found], sound: set[str]) -> Iterator[Complaint]:
    """The gradients of one kind, by their reasons; those of which the reason is not looked up come last."""
    groups: dict[tuple[str, Line | None, bool, int], tuple[list[str], Answer, str]] = {}
    held = _held(trace)
    for subject, value, events in found[:MOST]:
        answer, count, losses = why_recorded(trace, subject, value, events), 0, ""
        if kind == SUM:
            written = added_up(trace, events)
            is_meant, count = _is_meant_sum(trace, subject.node, written), len(written)
            losses = all_train(trace, subject, written) if is_meant else ""
        else:  # nobody trains it; or a bias has no effect, in a layer that learns
            is_meant = kind in MEANT and held and trace.flow.first_forms.get(subject.number, subject.number) not in held
            is_meant = is_meant and (answer.cause in LEFT_OUT or "." not in subject.name)
            is_meant = is_meant or (answer.cause in CANCELLED and subject.name.rpartition(".")[0] in sound - {""})
        groups.setdefault((answer.cause, answer.line, is_meant, count), ([], answer, losses))[0].append(subject.name)
    for (*_, is_meant, count), (names, answer, losses) in groups.items():
        reason = operation_words(trace, answer), cause_words(trace, kind, answer)
        yield Complaint(kind, tuple(names), answer, *reason, is_meant, count, losses)
    if found[MOST:]:
        yield Complaint(kind, tuple(subject.name for subject, *_ in found[MOST:]), None)


def _held(trace) -> set[int]:
    """All tensors that an optimizer holds, by their first numbers."""
    first = trace.flow.first_forms
    return {first.get(number, number) for optimizer in trace.flow.optimizers for number in optimizer.held}


def _brief(hint: Hint) -> str:
    """What the line says of a hint."""
    if hint.cause == "not held":
        number = len(hint.leaves)
        return f"{counted(number, 'parameter')} {'is' if number == 1 else 'are'} in no optimizer"
    return BRIEF.get(hint.cause, hint.cause)


# ----- which gradients count ------------------------------------------------------------------------------------------
def _leaves(trace, module: str = "") -> Iterator[tuple[str, str | None]]:
    """(name, node) of each leaf whose gradient counts; the node is None for a leaf that is not in the graph."""
    reached = {info.id: info.number for start in trace.starts for info in start.nodes if info.kind == "leaf"}
    names = {node: trace.name(node) or trace.label(node) for node in sorted(reached, key=reached.__getitem__)}
    yield from ((name, node) for node, name in names.items())
    models = {name.partition(".")[0] for name in (*names.values(), f"{module}.") if "." in name}
    yield from ((name, None) for name in dict.fromkeys(not_reached(trace, models)) if name not in names.values())


def not_reached(trace, models: set[str]) -> Iterator[str]:
    """Names of leaves that require a gradient: those that forward used, and the parameters of these models."""
    used = {number for step in trace.flow.steps for number in step.inputs}
    for number, tensor in enumerate(trace.flow.tensors):
        if tensor.name and tensor.is_leaf and tensor.requires_grad:
            model, _, inside = tensor.name.partition(".")
            if number in used or (inside and model in models):
                yield tensor.name


def absent_parameters(trace) -> dict[str, list[str]]:
    """The parameters that no box of the graph stands for, by the reason, ``frozen`` or ``not called``.

    They are those of models that the graph shows, and the frozen ones that forward used.
    """
    shown = {trace.name(node) for node, info in trace.nodes.items() if info.kind == "leaf"}
    models = {name.partition(".")[0] for name in shown if name and "." in name}
    if not models:
        return {}
    found = {"frozen": _frozen(trace)}
    for one in (*trace.health.complaints, *trace.health.meant):
        if one.kind == "None":
            names = [name for name in one.names if name not in shown and name.partition(".")[0] in models]
            found.setdefault(one.reason_with(short_lines), []).extend(names)
    return {reason: names for reason, names in found.items() if names}


def _frozen(trace) -> list[str]:
    """The parameters that require no gradient, of models that the graph shows, or used by forward."""
    if not trace.flow.frozen:
        return []
    models = {name.partition(".")[0] for node in trace.nodes if (name := trace.name(node)) and "." in name}
    used = {trace.flow.tensors[number].name for step in trace.flow.steps for number in step.inputs}
    return [name for name in trace.flow.frozen if name in used or name.partition(".")[0] in models]


def reasons_of(trace) -> dict[str, str]:
    """Why gradients are None, nan or 0, by the names of the leaves: ``not called``, ``frozen``."""
    complaints = [one for one in (*trace.health.complaints, *trace.health.meant) if one.kind != SUM]
    told = ((name, one.reason_with(short_lines)) for one in complaints for name in one.names)
    return {name: reason for name, reason in told if reason} | dict.fromkeys(_frozen(trace), "frozen")


def _numbers_by_name(trace) -> dict[str, int]:
    """The first tensor of the flow that has each name."""
    found: dict[str, int] = {}
    for number, tensor in enumerate(trace.flow.tensors):
        found.setdefault(tensor.name, number)
    return found

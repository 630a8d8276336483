"""``trace.why(x)``: why ``x.grad`` is what it is, above all where it is None, 0, nan, or more than was expected."""

import math
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from ..recording.live_nodes import grad_of
from ..recording.source_lines import Line
from ..recording.values import is_same, text_of
from ..telling.words import listed
from ..trace.events import Edge, ErrorRaised, GradAccumulated, HookCalled, Value
from ..trace.node_search import find_node, full_name
from .answer import Answer, Hint, Subject, ended_words, in_brackets, is_finite, line_words, root_nodes
from .hints import STILL, about, cause_in
from .names import unknown_words
from .none import cut_besides, stopped_words, why_none
from .not_finite import why_not_finite, why_value
from .paths import assigned, forms_of, made_by
from .size import why_size
from .sources import source_words
from .sums import NOT_HELD, added_up, backward_at, before, gradient_of, why_sum
from .zero import is_zero, why_zero

WRITES = (GradAccumulated, HookCalled)
SOUND = ("nothing strange", "cancelled", "vanishing", "exploding", "growing")
"""Causes of gradients that came: a hint may say why the model does not learn all the same."""
SUMS = ("accumulated", NOT_HELD)


def why(trace, target: Any) -> Answer:
    """The answer for ``target``: a name (``"net.a.weight"``, ``"x.grad"``) or the number of a tensor in the flow.

    Raises KeyError for a name that the recording does not know.
    """
    subject = _by_name(trace, target) if isinstance(target, str) else _by_number(trace, target)
    written = [k for k, event in enumerate(trace.events) if isinstance(event, WRITES) and _writes_to(event, subject)]
    if not subject.is_leaf:  # retain_grad writes this one
        value = trace.events[written[-1]].after[0] if written else None
    else:
        value = trace.at(len(trace.events)).grads.get(subject.node) if subject.node else None
    answer = why_recorded(trace, subject, value, written)
    is_root = not subject.is_leaf and subject.node in root_nodes(trace)
    if (written and answer.cause in (*SOUND, *SUMS)) or is_root:
        answer = _with_hints(about(trace, None if is_root else subject.node), answer)
    answer = _with_value(trace, subject, value, answer)
    answer = _with_changes(trace, subject, value, answer, written)
    ended = ended_words(trace.flow.stopped)
    return answer if ended.partition(": ")[2] in answer.text else replace(answer, text=answer.text + ended)


def _with_hints(hints: Sequence[Hint], answer: Answer) -> Answer:
    """Adds what may keep the model from learning although this gradient came; to a sum, first why nothing changes."""
    cause, hint = cause_in(hints if answer.cause in SOUND else [], answer.cause)
    told = [one for one in hints if one.text not in answer.text]
    first = [one for one in told if one.cause in STILL and answer.cause in SUMS]
    text = " ".join(one.text for one in (*first, answer, *(one for one in told if one not in first)))
    event = next((one.event for one in told if answer.event is None and one.event is not None), answer.event)
    return replace(answer, cause=cause, text=text, event=event, line=hint.line if hint else answer.line)


def _writes_to(event: GradAccumulated | HookCalled, subject: Subject) -> bool:
    """Whether the event adds to the tensor's ``.grad``."""
    if isinstance(event, GradAccumulated):
        return event.node == subject.node
    return event.hook == "retain_grad" and (event.node, event.slot) == (subject.node, subject.slot)


def why_recorded(trace, subject: Subject, value: Value | None, written: list[int]) -> Answer:
    """Why the recording ended with this ``.grad``; the events ``written`` have added to it."""
    if value is None:
        return why_none(trace, subject)
    if not written:
        return _left_as_it_was(trace, subject, value)
    if not is_finite(value):
        return why_not_finite(trace, subject, value)
    if is_zero(value):
        return why_zero(trace, subject, value)
    return _what_it_is(trace, subject, value, written)


def _with_value(trace, subject: Subject, grad: Value | None, answer: Answer) -> Answer:
    """Adds what a finite gradient does not show: nan and inf in the tensor itself, or in the loss."""
    if not is_finite(grad):
        return answer
    if not subject.is_leaf:
        own = why_value(trace, subject.name, Edge(subject.node, subject.slot)) if subject.node else None
        return answer if own is None else replace(own, text=f"{own.text} {answer.text}", event=answer.event)
    roots = [root for start in trace.starts for root in start.roots]
    if grad is None or not roots:
        return answer
    loss = why_value(trace, trace.name(roots[-1].node, roots[-1].slot) or "the loss", roots[-1])
    return answer if loss is None else replace(answer, text=f"{answer.text} But {loss.text}")


def _by_number(trace, number: int) -> Subject:
    tensor = trace.flow.tensors[number]
    node, slot = (tensor.place.node, tensor.place.slot) if tensor.place else (None, 0)
    name = tensor.name or (node and node in trace.nodes and trace.name(node, slot)) or "tensor"
    return Subject(name, node, number, tensor.is_leaf, tensor.requires_grad, slot)


def _by_name(trace, name: str) -> Subject:
    wanted = full_name(trace, name.removesuffix(".grad"))
    number = trace.called(wanted) if wanted else None
    if number is not None:
        return _by_number(trace, number)
    number = assigned(trace, wanted)
    if number is not None:
        return replace(_by_number(trace, number), name=wanted)
    with suppress(KeyError):
        node = find_node(trace, wanted)
        return Subject(trace.name(node) or trace.label(node), node, None, trace.nodes[node].kind == "leaf", True)
    raise KeyError(unknown_words(trace, wanted))


def _left_as_it_was(trace, subject: Subject, value: Value) -> Answer:
    """The ``.grad`` is from before the recording; the answer says why the recording added nothing."""
    reason = why_none(trace, subject)
    start = f"{subject.name}.grad is {text_of(value)}, which was there before; this recording added nothing"
    return Answer(reason.cause, f"{start}: {subject.reason_in(reason.text)}", reason.event, reason.line)


def _what_it_is(trace, subject: Subject, value: Value, written: list[int]) -> Answer:
    """An ordinary gradient: of one backward, or the sum of several backwards and of what was there before."""
    written = added_up(trace, written)
    if before(trace.events[written[0]]) is None and len(written) == 1:
        text = f"{subject.name}.grad is {text_of(value)}, {_sent(trace, subject, written[-1])}."
        cause, more, line = why_size(trace, subject.node, value, written[-1]) or ("nothing strange", "", None)
        more = f" {more}" if more else source_words(trace, subject.node, subject.slot, written[-1])
        more += cut_besides(trace, subject) if written[-1] > trace.backwards[-1][1] else ""
        return Answer(cause, text + more + _stopped_later(trace, written[-1]), written[-1], line)
    return why_sum(trace, subject, value, written)


def _sent(trace, subject: Subject, k: int) -> str:
    """``which backward 1 sent as the sum of 3 and 3``: where the gradient came from that event ``k`` added."""
    event, arrivals = trace.events[k], trace.arrivals(k, subject.node, subject.slot)
    messages = [message for k in arrivals if (message := trace.events[k].message) is not None]
    sent = f"which backward {backward_at(trace, k)} sent"
    if len(messages) > 1:
        sent += f" as the sum of {listed(map(text_of, messages))}, because {len(messages)} paths lead to it"
    if arrivals and not is_same(trace.events[arrivals[-1]].after, gradient_of(event)):
        sent += ", and which a hook then changed"
    return sent if subject.is_leaf else f"{sent}, and retain_grad kept although {subject.name} is not a leaf"


def _stopped_later(trace, k: int) -> str:
    """A sentence about a later backward that stopped before it added anything."""
    for number, first, last in trace.backwards:
        if first > k and isinstance(trace.events[last], ErrorRaised):
            called = in_brackets(trace.called_at(number))
            return f" A later backward{called} stopped {stopped_words(trace, trace.events[last])[0]}"
    return ""


# ----- since the recording --------------------------------------------------------------------------------------------
def _with_changes(trace, subject: Subject, recorded: Value | None, answer: Answer, written: list[int]) -> Answer:
    """Adds what has changed since the recording, if the tensor is still alive.

    A recording sees backwards only. To learn that ``zero_grad()`` emptied a ``.grad``, or that other code wrote to it,
    compare the tensor's ``.grad`` with the one at the end of the recording.
    """
    tensor = None if subject.number is None else trace.living(subject.number)
    if tensor is None or not subject.is_leaf:
        return answer
    now = grad_of(tensor, 0 if recorded is not None and recorded.items is None else math.inf)
    if is_same(now, recorded):
        return answer
    start = f"{subject.name}.grad is {text_of(now)}"
    if recorded is not None and (now is None or is_zero(now)):
        line = trace.flow.emptied_by(forms_of(trace, subject.number), max(written, default=0))
        how = f"zero_grad() or {subject.name}.grad{' = None' if now is None else '.zero_()'}"
        text = (
            f"{start} now: {line_words(line) or how} emptied it after the recorded backward, and an optimizer's step "
        )
        text += f"finds nothing from then on. What was recorded: {answer.text}"
        return Answer("emptied", text, answer.event, line or answer.line)
    if recorded is None:
        text = f"{start}, but not from this recording: {subject.reason_in(answer.text)}"
    else:
        line = _written_at(trace, tensor)
        who = line_words(line) or "something"
        text = f"{start} now: {who} wrote to it after the recorded backward. What was recorded: {answer.text}"
        answer = replace(answer, line=line or answer.line)
    return replace(answer, text=text)


def _written_at(trace, tensor: Any) -> Line | None:
    """The line that wrote to the tensor's ``.grad`` last, in the recording, as clipping does."""
    number = trace.number_of(tensor.grad)
    step = None if number is None else made_by(trace, number)
    return step.line if step and step.operation.endswith("_") else None

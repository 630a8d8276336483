"""``trace.why(x)``: why ``x.grad`` is what it is, above all where it is None, 0, nan, or more than was expected."""

from contextlib import suppress
from typing import Any

from .answer import Answer, Subject
from .events import GradAccumulated, Value
from .node_search import find_node, near_names
from .sentences import sentence_of
from .story import Story
from .values import summary_of, text_of
from .why_none import why_none
from .why_not_finite import why_not_finite
from .why_zero import why_zero
from .words import listed


def why(story: Story, target: Any) -> Answer:
    """The answer for ``target``: a name (``"net.a.weight"``, ``"x.grad"``) or the number of a tensor in the flow.

    Raises KeyError for a name that the recording does not know.
    """
    subject = _by_name(story, target) if isinstance(target, str) else _by_number(story, target)
    value = story.at(len(story.events)).grads.get(subject.node) if subject.node else None
    if value is None:
        return why_none(story, subject)
    if not any(_is_written(event, subject) for event in story.events):
        return _left_as_it_was(story, subject, value)
    summary = summary_of(value)
    if summary.nans or summary.infinities:
        return why_not_finite(story, subject, value)
    if value.items != () and summary.smallest == summary.largest == 0:
        return why_zero(story, subject, value)
    return _what_it_is(story, subject, value)


def _by_number(story: Story, number: int) -> Subject:
    tensor = story.flow.tensors[number]
    node = tensor.place.node if tensor.place else None
    name = tensor.name or (node and node in story.nodes and story.name(node)) or "the tensor"
    return Subject(name, node, number, tensor.is_leaf, tensor.requires_grad)


def _by_name(story: Story, name: str) -> Subject:
    wanted = name.removesuffix(".grad")
    numbers = [number for number, tensor in enumerate(story.flow.tensors) if tensor.name == wanted]
    if numbers and wanted:
        return _by_number(story, numbers[-1])
    with suppress(KeyError):
        node = find_node(story, wanted)
        return Subject(story.name(node) or story.label(node), node, None, story.nodes[node].kind == "leaf", True)
    names = dict.fromkeys([*(tensor.name for tensor in story.flow.tensors), *(map(story.name, story.nodes))])
    known = [one for one in names if one]
    near = near_names(wanted, known) or known[:6]
    raise KeyError(f"This recording knows no tensor {wanted!r}; it knows {listed(near) or 'none by name'}.")


def _left_as_it_was(story: Story, subject: Subject, value: Value) -> Answer:
    """It had a gradient before, and this recording wrote none: told with the reason why none came."""
    reason = why_none(story, subject)
    told = reason.text.removeprefix(f"{subject.name}.grad is None: ")
    if told == reason.text:
        told = "nothing in this recording says why."
    start = f"{subject.name}.grad is {text_of(value)}, which was there before; this recording added nothing"
    return Answer(reason.cause, f"{start}: {told}", reason.event, reason.line)


def _what_it_is(story: Story, subject: Subject, value: Value) -> Answer:
    """Nothing strange: the sum, across backwards where there were several."""
    written = [k for k, event in enumerate(story.events) if _is_written(event, subject)]
    last = story.events[written[-1]]
    kept = last.before is not None and summary_of(last.before).norm != 0
    if not kept:
        told = " ".join(sentence_of(story, written[-1]).split())
        return Answer("nothing strange", f"{subject.name}.grad is {text_of(value)}. {told}", written[-1])
    parts = [f"{text_of(story.events[k].gradient)} by backward {_backward_at(story, k)}" for k in written]
    first = story.events[written[0]].before
    if first is not None and summary_of(first).norm != 0:
        parts.insert(0, f"{text_of(first)}, which was there before")
    told = (
        f"{subject.name}.grad is {text_of(value)}, the sum of {listed(parts)}: every backward adds to .grad, and "
        f"nothing emptied it in between. Call zero_grad() (or set {subject.name}.grad = None) before each backward "
        "that is to count alone."
    )
    return Answer("accumulated", told, written[-1])


def _is_written(event: object, subject: Subject) -> bool:
    return isinstance(event, GradAccumulated) and event.node == subject.node


def _backward_at(story: Story, k: int) -> int:
    """The number of the backward that event ``k`` belongs to; the innermost one."""
    return max((number for number, first, last in story.backwards if first <= k <= last), default=1)

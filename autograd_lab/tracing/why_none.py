"""Why a ``.grad`` is None: the tensor cannot have one, no backward came, or none was sent to it."""

import re

from . import events as ev
from .answer import Answer, Subject, line_words
from .cut_words import cut_words, place_of
from .flow_search import before_writes, made_by
from .overwritten import stopped_words
from .story import Story
from .why_not_reached import besides, cut_off_later, dead_ends, not_reached
from .words import return_words, worker


def why_none(story: Story, subject: Subject) -> Answer:
    """The first of these reasons that holds."""
    for reason in (_not_required, _no_leaf, _no_backward, _not_arrived, not_reached):
        answer = reason(story, subject)
        if answer is not None:
            return answer
    return Answer("unknown", f"{subject.name}.grad is None, and nothing in this recording says why.")


# ----- it cannot have one ---------------------------------------------------------------------------------------------
def _not_required(story: Story, subject: Subject) -> Answer | None:
    if subject.requires_grad:
        return None
    name, number = subject.name, subject.number
    step = None if number is None else made_by(story, before_writes(story, number))
    if step is not None and step.cut:
        told = f"{name}.grad is None: {name} has no history. It was made by {place_of(story, step)}"
        told += f", and {cut_words(story, step)}."
        if step.line and takes_itself(name, step.line.text):
            told += (
                f" If {name} was a leaf before, this line put another tensor in its place: write into it ({name} -= …)."
            )
        return Answer(step.cut, told, None, step.line)
    if step is not None:
        told = f"{name}.grad is None: nothing that {name} was made of requires a gradient"
        return Answer("not required", f"{told} ({line_words(step.line)}).", None, step.line)
    told = (
        f"{name}.grad is None: {name} does not require a gradient. If it is to have one, ask for it before the forward"
    )
    return Answer("not required", f"{told}: {name}.requires_grad_().")


def _no_leaf(story: Story, subject: Subject) -> Answer | None:
    if subject.is_leaf:
        return None
    name, step = subject.name, None if subject.number is None else made_by(story, subject.number)
    line = step.line if step else story.origins[subject.node].line if subject.node in story.origins else None
    made = f" ({line_words(line)}, made it)" if line else ""
    told = (
        f"{name}.grad is None: {name} is no leaf{made}, and backward keeps .grad for leaves alone. "
        f"{name}.retain_grad() before the backward asks for it."
    )
    if line and takes_itself(name, line.text):
        told += (
            f" If {name} was a leaf before, this line put a result in its place: give the result another name, or, to "
            "change a leaf, write into it inside no_grad, as an optimizer does."
        )
    elif line and "requires_grad" in line.text:
        told += f" What was asked to require a gradient there is not {name} but what {name} was made of: make the "
        told += "numbers first, and ask the result, with requires_grad_()."
    visit = next((k for k, e in enumerate(story.events) if _visits(e, subject.node)), None)
    return Answer("no leaf", told, visit, line)


def takes_itself(name: str, text: str) -> bool:
    """``w = w - …`` or ``w -= …``."""
    if not re.match(rf"{re.escape(name)}\s*([-+*/@]?=)[^=]", text):
        return False
    left, _, right = text.partition(";")[0].partition("=")
    return left.strip() != name or re.search(rf"\b{re.escape(name)}\b", right) is not None


def _visits(event: ev.Event, node: str | None) -> bool:
    return isinstance(event, ev.NodeVisited) and event.node == node


# ----- no gradient was sent -------------------------------------------------------------------------------------------
def _no_backward(story: Story, subject: Subject) -> Answer | None:
    if story.backwards:
        return None
    told = f"{subject.name}.grad is None: no backward ran inside this recording."
    ends = dead_ends(story, subject)
    told += besides(story, "Nor could one come to it from what was made", ends, {})
    return Answer("no backward", told, None, ends[0].line if ends else None)


def _not_arrived(story: Story, subject: Subject) -> Answer | None:
    """It is in the graph of a backward, but nothing came."""
    node = subject.node
    if node not in story.nodes:
        return None
    for k, event in enumerate(story.events):
        if isinstance(event, ev.BufferAdded) and event.target.node == node and event.message is None:
            return _none_sent(story, subject, k, event)
        if isinstance(event, ev.EdgeSkipped) and event.why == "not needed" and _target(story, event) == node:
            told = "the backward was asked for other inputs alone (inputs=…)"
            return Answer("not asked for", f"{subject.name}.grad is None: {told}.", k)
        if isinstance(event, ev.ErrorRaised):
            words, line = stopped_words(story, event)
            told = f"{subject.name}.grad is None: the backward stopped before it came there, {words}"
            return Answer("error", told, k, line)
        if isinstance(event, ev.HookCalled) and event.node == node and event.after == (None,):
            told = f"{subject.name}.grad is None: the hook {event.name} emptied it after it had been written."
            return Answer("hook", told, k)
    visit = next((k for k, event in enumerate(story.events) if _visits(event, node)), None)
    if visit is None:
        return None
    told = f"{subject.name}.grad is None: its gradient was asked for by grad(), which returns it and writes no .grad."
    return cut_off_later(story, subject, f"{told} As for the last backward,") or Answer("grad()", told, visit)


def _target(story: Story, event: ev.EdgeSkipped) -> str | None:
    edge = story.nodes[event.node].edges[event.index]
    return edge.node if edge else None


def _none_sent(story: Story, subject: Subject, k: int, event: ev.BufferAdded) -> Answer:
    """Some node sent None: a Function may, and what hears only None sends only None, so the first one is looked for."""
    before = next((k for k in story.arrivals(k, event.source, 0) if story.events[k].source), None)
    if story.nodes[event.source].kind != "function" and before is not None and story.events[before].message is None:
        return _none_sent(story, subject, before, story.events[before])
    info = story.nodes[event.source]
    line = story.origins[info.id].line if info.id in story.origins else None
    made = f" ({line_words(line)})" if line else ""
    told = f"{subject.name}.grad is None: {worker(story, info.id)}{made} returned None for it"
    told += f"{return_words(info)}, so no gradient was sent."
    return Answer("None returned", told, k, line)

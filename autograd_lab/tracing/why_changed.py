"""What became of a ``.grad`` after the recording had seen it: the learner's tensor is asked, if it is still there.

A recording hears of backwards alone. That ``zero_grad()`` has emptied a ``.grad`` since, or that a line of the
learner's has written to it, is no event; it shows when the tensor has something else now than the recording ended with.
"""

import math

from .answer import Answer, Subject, line_words
from .events import GradAccumulated, Value
from .flow_search import forms_of
from .live_nodes import grad_of
from .story import Story
from .values import is_same, text_of
from .why_zero import is_zero


def with_changes(story: Story, subject: Subject, recorded: Value | None, answer: Answer) -> Answer:
    """The answer of the recording, and what is different now: nothing, where the tensor is gone."""
    tensor = None if subject.number is None else story.living(subject.number)
    if tensor is None or not subject.is_leaf:
        return answer
    now = grad_of(tensor, 0 if recorded is not None and recorded.items is None else math.inf)
    if is_same(now, recorded):
        return answer
    start = f"{subject.name}.grad is {text_of(now)}"
    if recorded is not None and (now is None or is_zero(now)):
        return _emptied(story, subject, start, answer, by_none=now is None)
    if recorded is None:
        told = f"{start}, but not from this recording: {subject.reason_in(answer.text)}"
    else:
        told = f"{start} now: it was written to after the recorded backward. What was recorded: {answer.text}"
    return Answer(answer.cause, told, answer.event, answer.line)


def _emptied(story: Story, subject: Subject, start: str, answer: Answer, by_none: bool) -> Answer:
    """With the line that did it, if that stood in the recording; what was there before stays the answer's end."""
    is_write = (isinstance(event, GradAccumulated) and event.node == subject.node for event in story.events)
    line = story.emptied(
        forms_of(story, subject.number), max((k for k, is_one in enumerate(is_write) if is_one), default=0)
    )
    how = f"zero_grad() or {subject.name}.grad{' = None' if by_none else '.zero_()'}"
    told = f"{start} now: after the recorded backward it was emptied, by {line_words(line) or how}, and a step of an "
    told += f"optimizer finds nothing from then on. What was recorded: {answer.text}"
    return Answer("emptied", told, answer.event, line or answer.line)

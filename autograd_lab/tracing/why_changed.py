"""What became of a ``.grad`` after the recording had seen it: the learner's tensor is asked, if it is still there.

A recording hears of backwards alone. That ``zero_grad()`` has emptied a ``.grad`` since, or that a line of the
learner's has written to it, is no event; it shows when the tensor has something else now than the recording ended with.
"""

import math

from .answer import Answer, Subject
from .events import Value
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
    start, cause = f"{subject.name}.grad is {text_of(now)}", answer.cause
    if recorded is None:
        told = f"{start}, but not from this recording: {subject.reason_in(answer.text)}"
    elif now is None or is_zero(now):
        how = f"{subject.name}.grad = None" if now is None else f"{subject.name}.grad.zero_()"
        told = (
            f"{start} now: after the recorded backward it was emptied, by zero_grad() or {how}, so that a step of an "
        )
        told += "optimizer finds nothing from then on."
        told, cause = f"{told} What was recorded: {answer.text}", "emptied"
    else:
        told = f"{start} now: it was written to after the recorded backward. What was recorded: {answer.text}"
    return Answer(cause, told, answer.event, answer.line)

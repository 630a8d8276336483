"""Judge an answer and choose the reply: what `check` says, and the whole solution for `reveal`.

A wrong answer always gets three things: what it would mean, the step of a real trace that contradicts it, and one
smaller question. From the third try on it also gets the worked step.
"""

from dataclasses import dataclass
from typing import Any

from .exercise import Exercise, Missing, Step, Trouble, Wrong
from .learner import Record
from .message import Block, Message

CORRECT, WRONG, CLOSE = "correct", "wrong", "close?"
UNANSWERED, UNREADABLE = "not answered yet", "cannot read"
TRIES = 3
"""From this wrong try on the worked step is offered."""


@dataclass(frozen=True, repr=False)
class Result(Message):
    """What `check` says. Shown as text; the fields are for programs.

    ``status`` is "correct", "wrong", "close?", "not answered yet" or "cannot read". ``misconception`` is the id of the
    idea behind a wrong answer that was recognised, else None. ``look_at`` is a `Step` of the exercise's trace.
    """

    exercise: str = ""
    status: str = UNANSWERED
    misconception: str | None = None
    look_at: Step | None = None

    @property
    def message(self) -> str:
        """The whole text."""
        return repr(self)

    def __bool__(self) -> bool:
        """Whether the answer is right."""
        return self.status == CORRECT


def judge(exercise: Exercise, answer: Any, record: Record) -> Result:
    """Judge one answer, note it in the record, and say what is to be said. Never raises for any answer."""
    form = exercise.form
    given = form.read(answer)
    if isinstance(given, Missing):
        return _unanswered(exercise, given)
    if isinstance(given, Trouble):
        record.status = UNREADABLE if record.status != CORRECT else CORRECT
        return Result((f"{exercise.id}: this answer cannot be read.", given.text), exercise.id, UNREADABLE)
    record.said = form.show(given)
    if form.same(given, exercise.answer):
        record.status = CORRECT
        return _right(exercise)
    wrong = next((wrong for wrong in exercise.wrong if form.same(given, wrong.answer)), None)
    if wrong is None and form.near(given, exercise.answer):
        record.status = CLOSE
        text = f"Close: you said {record.said}. These numbers come out exactly; do not round."
        return Result((f"{exercise.id}: {text}",), exercise.id, CLOSE)
    record.status, record.wrong_tries = WRONG, record.wrong_tries + 1
    return _wrong(exercise, wrong, given, record)


def _unanswered(exercise: Exercise, missing: Missing) -> Result:
    text = f"{exercise.id}: not answered yet."
    parts = (f"{text} {missing.text}" if missing.text else text,)
    return Result(parts, exercise.id, UNANSWERED)


def _right(exercise: Exercise) -> Result:
    step = exercise.step()
    parts = (f"{exercise.id}: correct. {exercise.why}", f"The trace says so too, {step}")
    return Result(parts, exercise.id, CORRECT, look_at=step)


def _wrong(exercise: Exercise, wrong: Wrong | None, given: Any, record: Record) -> Result:
    detail = exercise.form.detail(given, exercise.answer)
    first = f"{exercise.id}: not yet. You said {record.said}. {detail}".rstrip()
    step = exercise.step(wrong.look if wrong else None)
    if wrong is None:
        meaning = "No idea behind this answer is known here, so compare it with the trace."
        ask = exercise.hints[0] if exercise.hints else "Which number arrives at that step, and which one leaves?"
    else:
        meaning, ask = wrong.text, wrong.ask
    parts = [first, meaning, f"Look at {step}", f"A smaller question: {ask}"]
    if record.wrong_tries >= TRIES and exercise.hints:
        parts += [f"Worked step: {exercise.hints[-1]}", f'`ex.reveal("{exercise.id}")` shows the whole solution.']
    return Result(tuple(parts), exercise.id, WRONG, wrong.idea if wrong else None, step)


def solution(exercise: Exercise, record: Record) -> Message:
    """The answer with its reason, and what the learner said before."""
    said = f"You said {record.said}. " if record.said is not None else ""
    form, answer = exercise.form, exercise.answer
    parts: list[str | Block] = [f"{exercise.id}: {said}{exercise.why}"]
    if hasattr(form, "solution"):
        parts.append(Block(form.solution.strip(), "python"))
    elif hasattr(form, "numbered"):
        parts.append(Block("\n".join(form.numbered()[int(word) - 1] for word in answer.split()), "python"))
    else:
        parts.append(f"The answer: {form.show(form.read(answer))}.")
    return Message((*parts, f"In the trace, {exercise.step()}"))

"""Ask, check, and say why: the exercises of the lessons.

    from autograd_lab import exercises as ex

    ex.predict("L2.P1")            # commit to an answer before you step the trace
    ex.check("L2.1", answer)       # a wrong answer gets its reason and the step that contradicts it
    ex.hint("L2.1")                # three of them, one more with each call
    ex.reveal("L2.1")              # always there
    ex.progress()                  # what you have done so far
    ex.start_over("L2.1")          # forget that; or a lesson, "L2"; or everything

Every function returns something to be shown as the last value of a cell, and no answer makes one raise. What you said
is kept in a small file beside the lessons, `autograd_lab_progress.json`; nothing is sent. The environment variable
AUTOGRAD_LAB_PROGRESS names another place for it, or "off".
"""

from typing import Any

from . import bank as _bank
from . import contrast as contrast
from . import reply as _reply
from .answer_order import Order as _Order
from .displays import rules as rules
from .displays import values as values
from .learner import learner as _learner
from .message import Message
from .prediction import Parsons, Prediction
from .progress_table import overview as _overview
from .question import question as _question
from .reply import Result as Result

_NOTHING = object()


def predict(exercise_id: str, answer: Any = _NOTHING, *, seed: int | None = None) -> Prediction:
    """A form that takes your commitment, and after that shows the answer with its reason.

    Args:
        exercise_id: e.g. ``"L2.P1"``.
        answer: commit at once, without the form: the value, the letter of a choice, a dict for a table.
        seed: fresh numbers, where the question has some.
    """
    prediction = Prediction(_bank.get(exercise_id, seed), _learner.record(exercise_id, seed))
    return prediction if answer is _NOTHING else prediction.commit(answer)


def check(exercise_id: str, answer: Any = ..., *, seed: int | None = None) -> Result:
    """Judge an answer. ``...`` is "not answered yet"; anything else gets a reason, never an exception."""
    return _reply.judge(_bank.get(exercise_id, seed), answer, _learner.record(exercise_id, seed))


def parsons(exercise_id: str, order: Any = _NOTHING) -> Parsons | Result:
    """Lines to be put in order, with buttons; or, with ``order`` such as ``"3 1 4 2"``, the verdict on it.

    Lines that belong nowhere are left out.
    """
    exercise = _bank.get(exercise_id)
    if not isinstance(exercise.form, _Order):
        raise LookupError(f"{exercise_id} is no problem of ordering lines; use check or predict.")
    if order is _NOTHING:
        return Parsons(exercise, _learner.record(exercise_id))
    return check(exercise_id, order)


def hint(exercise_id: str, *, seed: int | None = None) -> Message:
    """The next hint; after the last one, that one again."""
    exercise, record = _bank.get(exercise_id, seed), _learner.record(exercise_id, seed)
    if not exercise.hints:
        return Message((f"{exercise_id} has no hints.",))
    record.hints = min(record.hints + 1, len(exercise.hints))
    record.keep()
    text = exercise.hints[record.hints - 1]
    return Message((f"{exercise_id}, hint {record.hints} of {len(exercise.hints)}: {text}",))


def reveal(exercise_id: str, *, seed: int | None = None) -> Message:
    """The answer, why it is so, and the step of the trace that shows it. What you said is quoted."""
    record = _learner.record(exercise_id, seed)
    record.revealed = True
    record.keep()
    return _reply.solution(_bank.get(exercise_id, seed), record)


def question(exercise_id: str, *, seed: int | None = None) -> Message:
    """The question alone."""
    return Message(_question(_bank.get(exercise_id, seed)))


def starter(exercise_id: str) -> str:
    """The source of an exercise's cell, with ``...`` where your answer goes."""
    return _bank.get(exercise_id).starter()


def progress() -> Message:
    """A table of what has been answered, in this kernel and in others, and where that is kept."""
    return _overview(_learner)


def start_over(what: str = "") -> Message:
    """Forget what was answered: all of it, that of a lesson (``"L2"``), or that of one exercise (``"L2.1"``)."""
    forgotten = _learner.forget(what)
    return Message((f"Forgotten: {', '.join(forgotten)}." if forgotten else "There was nothing to forget.",))

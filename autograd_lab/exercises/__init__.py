"""Ask, check, and say why: the exercises of the lessons.

    from autograd_lab import exercises as ex

    ex.begin("L2")                 # in a lesson's first cell: makes all of its forms
    ex.ask("L2.1")                 # a form, whatever the question is
    ex.predict("L2.P1")            # commit to an answer before you step the trace
    ex.check("L2.1", answer)       # a wrong answer gets its reason and the step that contradicts it
    ex.hint("L2.1")                # three of them, one more with each call
    ex.reveal("L2.1")              # always there
    ex.progress()                  # what you have done so far
    ex.start_over("L2.1")          # forget that; or a lesson, "L2"; or everything

Whatever is asked about numbers is asked with others for each seed, and kept apart: ``ex.question("L2.1", seed=1)``,
``ex.check("L2.1", answer, seed=1)``. What is asked about an idea, or answered in code, is the same for every seed.

Every function returns something to be shown as the last value of a cell, and no answer makes one raise. What you said
is kept in a small file beside the lessons, `autograd_lab_progress.json`; nothing is sent. The environment variable
AUTOGRAD_LAB_PROGRESS names another place for it, or "off". The engine that you write in lesson 03
is kept beside the lessons as `my_engine.py`, unless that variable is "off".
"""

from dataclasses import replace as _replace
from typing import Any

from . import bank as _bank
from . import contrast as contrast
from . import settling as _settling
from .adding import add as add
from .answer_order import Order as _Order
from .displays import overview as _overview
from .displays import rules as rules
from .displays import values as values
from .exercise import Exercise as _Exercise
from .exercise import Look as Look
from .exercise import Wrong as Wrong
from .form_model import Question
from .form_model import Reply as _Reply
from .form_model import forms as _forms
from .hints import next_hint as _next_hint
from .hints import permissions as _permissions
from .judge import Result as Result
from .judge import is_code as _is_code
from .judge import judge as _judge
from .judge import solution as _solution
from .learner import Record as _Record
from .learner import learner as _learner
from .message import Block, Message
from .settling import fan_out as fan_out
from .settling import jacobian as jacobian
from .settling import stepper as stepper
from .settling import walks as walks

_NOTHING = object()


def _found(exercise_id: str, seed: int | None) -> tuple[_Exercise, _Record]:
    """The exercise and what the learner did about it; one that has no other numbers has one record."""
    exercise = _bank.get(exercise_id, seed)
    return exercise, _learner.record(exercise.id, exercise.seed)


def begin(lesson: str) -> None:
    """Make every form of a lesson, as the first cell of a lesson does: ``ex.begin("L2")``.

    From then on each form on the page answers, whether its own cell has run or not, and shows what was answered before.
    Without this, JupyterLab would forget those whose cells have not run since the kernel was started.

    Raises LookupError when there is no such lesson.
    """
    touched = _learner.touched()
    for exercise_id in _bank.ids(lesson) or [_bank.get(lesson).id]:  # `get` raises, and says what there is
        for seed in dict.fromkeys([None, *touched.get(exercise_id, ())]):
            for form in _forms(*_found(exercise_id, seed)):
                form.begin()


def ask(exercise_id: str, *, seed: int | None = None) -> Question:
    """The form of any question whose answer is no code: a guess is kept, an exercise is checked at once.

    It shows the question, so the cell may hide its source. Raises LookupError where the answer is code.
    """
    exercise, record = _found(exercise_id, seed)
    if _is_code(exercise.form):
        raise LookupError(f"{exercise.name} is answered with code: `{exercise.call('starter')}` is its cell.")
    return Question(exercise, record)


def predict(exercise_id: str, answer: Any = _NOTHING, *, seed: int | None = None) -> Question:
    """A form that takes your commitment, and after that shows the answer with its reason.

    Args:
        exercise_id: e.g. ``"L2.P1"``.
        answer: commit at once, without the form: the value, the letter of a choice, a dict for a table.
        seed: fresh numbers, where the question has some.
    """
    prediction = Question(*_found(exercise_id, seed), guess=True)
    return prediction if answer is _NOTHING else prediction.commit(answer)


def check(exercise_id: str, answer: Any = ..., *, seed: int | None = None) -> Result:
    """Judge an answer. ``...`` is "not answered yet"; anything else gets a reason, never an exception."""
    exercise, record = _found(exercise_id, seed)
    result = _judge(exercise, answer, record)
    return _replace(result, reply=_Reply(exercise, record, result))


def parsons(exercise_id: str, order: Any = _NOTHING) -> Question | Result:
    """Lines to be put in order, with buttons; or, with ``order`` such as ``"3 1 4 2"``, the verdict on it.

    Lines that belong nowhere are left out.
    """
    exercise = _bank.get(exercise_id)
    if not isinstance(exercise.form, _Order):
        raise LookupError(f"{exercise_id} is no problem of ordering lines; use check or predict.")
    if order is _NOTHING:
        return Question(exercise, _learner.record(exercise_id))
    return check(exercise_id, order)


def settle(exercise_id: str, *, seed: int | None = None) -> Result:
    """What becomes of a guess, now and in words, where no stepper settles it."""
    return _settling.settle(*_found(exercise_id, seed))


def hint(exercise_id: str, *, seed: int | None = None) -> Message:
    """The next hint; after the last one, that one again."""
    return _next_hint(*_found(exercise_id, seed))


def reveal(exercise_id: str, *, seed: int | None = None) -> Message:
    """The answer, why it is so, and the step of the trace that shows it. What you said is quoted."""
    exercise, record = _found(exercise_id, seed)
    if not _permissions.reveal:
        return Message((f"{exercise.name}: solutions are switched off here.",))
    record.revealed = True
    record.keep()
    return _solution(exercise, record)


def question(exercise_id: str, *, seed: int | None = None) -> Message:
    """The question alone; with a seed also the cell to answer it in, which no lesson has."""
    exercise = _bank.get(exercise_id, seed)
    if seed is None:
        return Message(exercise.question())
    if exercise.seed is None:
        return Message((*exercise.question(), "This one is the same for every seed."))
    cell = exercise.call("predict") if exercise.is_prediction else exercise.starter()
    return Message((*exercise.question(), Block(cell, "python")))


def starter(exercise_id: str, *, seed: int | None = None) -> str:
    """The source of an exercise's cell, with ``...`` where your answer goes."""
    return _bank.get(exercise_id, seed).starter()


def progress() -> Message:
    """A table of what has been answered, in this kernel and in others, and where that is kept."""
    return _overview(_learner)


def start_over(what: str = "") -> Message:
    """Forget what was answered: all of it, that of a lesson (``"L2"``), or that of one exercise (``"L2.1"``).

    Raises LookupError for what is neither.
    """
    forgotten = _bank.in_order(_learner.forget(what))
    if not forgotten and what and what not in _bank.lessons():
        _bank.get(what)  # raises, and says what there is
    return Message((f"Forgotten: {', '.join(forgotten)}." if forgotten else "There was nothing to forget.",))


def allow(hints: bool = True, reveal: bool = True) -> None:
    """Switch hints and solutions off, for an exam. With the environment variable AUTOGRAD_LAB_EXAM=1 both are off."""
    _permissions.allow(hints, reveal)

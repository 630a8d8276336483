"""Ask, check, and say why: the exercises of the lessons.

    from autograd_lab import exercises as ex

    ex.begin("L2")                 # in a lesson's first cell: makes all of its forms
    ex.ask("L2.1")                 # a form, for any question whose answer isn't code
    ex.check("L2.2", function)     # a wrong answer gets its reason and the step that contradicts it
    ex.hint("L2.1")                # three of them, one more with each call
    ex.reveal("L2.1")              # always there
    ex.progress()                  # a map of the course, with what you have done so far; or of a lesson, "L2"
    ex.start_over("L2.1")          # forget that; or a lesson, "L2"; or everything

Without a notebook, ``ex.ask("L2.1").commit(answer)`` answers a form. Assignments, whose cells are graded, give such an
answer to `check`, too.

A question about numbers has other numbers for each seed: ``ex.ask("L2.1", seed=1)``. Its answers are kept apart. A
question about an idea, or one that is answered in code, is the same for every seed.

Every function returns something to be shown as the last value of a cell, and no answer makes one raise. Your answers
are kept in a small file beside the lessons, `autograd_lab_progress.json`; nothing is sent. The environment variable
AUTOGRAD_LAB_PROGRESS names another place for it, or "off". The engine that you write in lesson 03 is kept beside the
lessons as `my_engine.py`, and grows in 07 and 11, unless that variable is "off".
"""

from dataclasses import replace as _replace
from typing import Any

from . import bank as _bank
from . import course_map as _maps
from . import form_model as _forms
from . import judge as _judging
from . import learner as _learning
from .adding import add as add
from .engine_file import my_engine as my_engine
from .exercise import Exercise as _Exercise
from .exercise import Look as Look
from .exercise import Wrong as Wrong
from .form_model import Question
from .judge import Result as Result
from .message import Message
from .settling import fan_out as fan_out
from .settling import jacobian as jacobian
from .settling import stepper as stepper
from .settling import walks as walks


def _found(exercise_id: str, seed: int | None) -> tuple[_Exercise, _learning.Record]:
    """The exercise and what the learner did about it; one that has no other numbers has one record."""
    exercise = _bank.get(exercise_id, seed)
    return exercise, _learning.learner.record(exercise.id, exercise.seed)


def begin(lesson: str) -> None:
    """Make every form of a lesson, as the first cell of a lesson does: ``ex.begin("L2")``.

    From then on each form on the page answers, whether its own cell has run or not, and shows what was answered before.
    Without this, JupyterLab would forget those whose cells have not run since the kernel was started.

    Raises LookupError when there is no such lesson.
    """
    touched = _learning.learner.touched()
    for exercise_id in _bank.ids(lesson) or [_bank.get(lesson).id]:  # `get` raises, and says what there is
        for seed in dict.fromkeys([None, *touched.get(exercise_id, ())]):
            for form in _forms.forms(*_found(exercise_id, seed)):
                form.begin()


def ask(exercise_id: str, *, seed: int | None = None) -> Question:
    """The form of a question: it keeps a guess until the picture settles it, and checks any other answer at once.

    ``commit(answer)`` does what its button does. Raises LookupError where the answer is code.
    """
    exercise, record = _found(exercise_id, seed)
    if exercise.is_code:
        raise LookupError(f'{exercise.name} is answered with code: `ex.check("{exercise.id}", {exercise.form.name})`.')
    return Question(exercise, record)


def check(exercise_id: str, answer: Any = ..., *, seed: int | None = None) -> Result:
    """Judge an answer: a function, or a value in an assignment. ``...`` is "not answered yet". No answer raises."""
    exercise, record = _found(exercise_id, seed)
    result = _judging.judge(exercise, answer, record)
    return _replace(result, reply=_forms.Reply(exercise, record, result))


def hint(exercise_id: str, *, seed: int | None = None) -> Message:
    """The next hint; after the last one, that one again."""
    return _judging.next_hint(*_found(exercise_id, seed))


def reveal(exercise_id: str, *, seed: int | None = None) -> Message:
    """The answer, why it is so, and the step of the trace that shows it. What you said is quoted."""
    exercise, record = _found(exercise_id, seed)
    if not _learning.permissions.reveal:
        return Message((f"{exercise.name}: solutions are switched off here.",))
    record.reveal()
    return _judging.solution(exercise, record)


def progress(lesson: str = "") -> Message:
    """A map of the course: what has been answered, in this kernel and in others, where to go on, and where it is kept.

    With a lesson, ``ex.progress("L2")``: each of its questions, with tries and hints. Raises LookupError when there is
    no such lesson.
    """
    if not lesson:
        return _maps.course_map(_learning.learner)
    found = _maps.one_lesson(_learning.learner, lesson)
    if found is None:
        _bank.get(lesson)  # raises, and says what there is
    return found


def start_over(what: str = "") -> Message:
    """Forget what was answered: all of it, that of a lesson (``"L2"``), or that of one exercise (``"L2.1"``).

    Raises LookupError for what is neither.
    """
    forgotten = _bank.in_order(_learning.learner.forget(what))
    if not forgotten and what and what not in _bank.lessons():
        _bank.get(what)  # raises, and says what there is
    return Message((f"Forgotten: {', '.join(forgotten)}." if forgotten else "There was nothing to forget.",))


def allow(hints: bool = True, reveal: bool = True) -> None:
    """Switch hints and solutions off, for an exam; forms that are there already lose their buttons, too.

    With the environment variable AUTOGRAD_LAB_EXAM=1 both are off, whatever is switched here.
    """
    _learning.permissions.allow(hints, reveal)
    _forms.show_again()

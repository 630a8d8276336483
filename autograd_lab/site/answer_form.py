"""A question on a page: what its form starts from, and all that it may reply, in one packed attribute."""

from html import escape
from typing import Any

from .. import views
from ..exercises.exercise import Exercise
from ..exercises.form_model import Question
from ..exercises.learner import Record
from ..exercises.message import parts_json
from .chapter import Records
from .tries import SAID, packed, tries

CONTROLS = ("choice", "number", "numbers", "table")
"""What ``static/judge.js`` can read."""


def answer_form(exercise: Exercise, records: Records) -> str | None:
    """The form as HTML, alive once ``forms.js`` (which `build` joins) has run; None for an answer that takes Python to
    judge. It begins with what ``records`` say of the exercise."""
    question = Question(exercise, Record())
    if question.control().get("kind") not in CONTROLS:
        return None
    kept = {"kept": _kept(exercise, records[exercise.id])} if exercise.id in records else {}
    told = packed({**_told(question), **kept})
    name = escape(exercise.id)
    return f'<div class="answer" data-told="{told}"><p><b>{name}</b> {escape(exercise.prompt)}</p></div>'


def _kept(exercise: Exercise, plain: dict[str, Any]) -> dict[str, Any]:
    """A learner's record, in the form in which the page keeps that of a visitor."""
    record = Record()
    record.take(plain)
    return {
        "answer": None if record.answer is ... else record.answer,
        "hints": record.hints,
        "settled": record.settled,
        "shown": exercise.is_prediction and record.revealed and record.answer is ...,
        "solution": record.revealed,
    }


def _told(question: Question) -> dict[str, Any]:
    exercise = question.exercise
    return {
        "name": exercise.id,
        "question": parts_json(question.question()),
        "control": question.control(),
        "open": question.face().as_json(),
        "quote": exercise.form.quote(SAID),
        "quotes": {option: exercise.form.quote(option) for option in question.control().get("options", ())},
        "opens": not exercise.waits and exercise.is_prediction,
        "evidence": _evidence(exercise),
        "hints": list(exercise.hints),
        "solution": parts_json(question.solution_parts()),
        **({"shown": Question(exercise, Record()).show_anyway().face().as_json()} if question.is_guess else {}),
        "tries": tries(exercise),
    }


def _evidence(exercise: Exercise) -> dict[str, Any] | None:
    """The stepper under the reply: its kind and state, and how many events there are before and after what decides."""
    place, trace = exercise.step(), exercise.trace
    if place is None:
        return None
    step = trace.step_at(place.event)
    pause = views.Pause(exercise.id, place.event)
    stepper = views.stepper(trace, step.number - 1, pauses=[pause] if exercise.is_prediction else [])
    kind, state = type(stepper).__name__, stepper.page_state()
    return {"kind": kind, "state": state, "before": step.first, "after": step.last + 1}

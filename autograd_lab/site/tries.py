"""What a page has to know to reply to any answer as a notebook does.

A table that can be wrong in many places has too many answers to list. But a reply speaks of one entry and of one
mistake, so there is a reply for each such pair, and the page chooses as `judge.first_finding` does. It knows what a
box should hold by a fingerprint alone, and everything it is told is packed, so that its source does not show the right
answer at a glance. That is a curtain, not a lock: the page can open it.
"""

import base64
import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from ..exercises.answer_values import NO_NUMBER, Number, Numbers, Table
from ..exercises.exercise import WHOLE, Exercise, Form
from ..exercises.form_model import ANYWAY, Face, kept_face, settled_face, verdict_face
from ..exercises.judge import Result, close_result, finding, judge, speaks_of, wrong_result
from ..exercises.learner import Record
from ..exercises.plain import is_close
from ..exercises.settling import settled, settled_pause


# ----- the curtain ---------------------------------------------------------------------------------------------------
def number(given: float | None) -> str:
    """Six digits and an exponent: ``"1.25000e1"``; ``canonical`` in ``static/judge.js`` writes the same."""
    if given is None:
        return "None"
    digits, _, exponent = f"{given + 0.0:.5e}".partition("e")
    return f"{digits}e{int(exponent)}"


def fingerprint(exercise_id: str, text: str) -> str:
    """FNV-1a in 64 bits of the exercise and the answer: short enough for a script, which must find the same."""
    found = 0xCBF29CE484222325
    for byte in f"{exercise_id}|{text}".encode():
        found = (found ^ byte) * 0x100000001B3 % 2**64
    return f"{found:016x}"


def packed(told: dict[str, Any]) -> str:
    """Anything as text that does not read as itself."""
    return base64.b64encode(json.dumps(told, ensure_ascii=False).encode()).decode()


SAID = "\0"
"""In a reply, the place where the page quotes what was said."""
DETAIL = "\1"
"""And where it says what is wrong with it, if only the page knows."""


# ----- replies -------------------------------------------------------------------------------------------------------
DIGITS = range(1, 6)
"""A number may be rounded to so many."""


def tries(exercise: Exercise) -> dict[str, Any]:
    """What ``tried`` in ``static/judge.js`` goes by. A page has the lesson's numbers alone, and offers no others."""
    form = exercise.form
    return {
        "right": dict(marks(exercise.id, form, exercise.answer)),
        "wrong": [dict(marks(exercise.id, form, wrong.answer)) for wrong in exercise.wrong],
        "rounded": {} if _is_kept(exercise) else dict(_rounded(exercise.id, form, exercise.answer)),
        "entries": [_entry(exercise, entry) for entry in _entries(form)],
        "no_number": NO_NUMBER,
        "kind": "table" if isinstance(form, Table) else "numbers" if isinstance(form, Numbers) else "whole",
        "solved": _said(_solved(exercise), exercise),
        "close": None if _is_kept(exercise) else _said(close_result(exercise, SAID), exercise),
    }


def _solved(exercise: Exercise) -> Result:
    if _is_kept(exercise):
        return settled(exercise, exercise.trace, SAID, None)
    return judge(replace(exercise, varies=False), exercise.answer, Record())


def _is_kept(exercise: Exercise) -> bool:
    """Whether an answer is kept until a step of the trace settles it."""
    return exercise.is_prediction and exercise.step() is not None


def _entries(form: Form) -> list[Any]:
    if isinstance(form, Table):
        return list(form.rows)
    return list(range(form.length)) if isinstance(form, Numbers) else [WHOLE]


def _entry(exercise: Exercise, entry: Any) -> dict[str, Any]:
    """What may be said of one entry: a reply for each listed mistake that speaks of it, the first one first, and at the
    end one for all others. ``rank`` says whether it is said before that of another entry; ``none`` is what
    its box holds where None was said instead of a number."""
    told = []
    mistakes = [(place, wrong) for place, wrong in enumerate(exercise.wrong) if speaks_of(wrong.answer, entry)]
    for place, wrong in [*mistakes, (None, None)]:
        found = finding(exercise, entry, wrong)
        if _is_kept(exercise):
            result = settled(exercise, exercise.trace, SAID, found)
        else:
            result = wrong_result(exercise, found, f"{SAID} {DETAIL}", Record())
        event, is_unknown = found.precedence
        told.append({"wrong": place, "rank": 2 * event + is_unknown, **_said(result, exercise)})
    name = entry + 1 if isinstance(entry, int) else entry
    box, form = _box(entry), exercise.form
    kind = form.rows[entry] if isinstance(form, Table) else form
    none = mark(exercise.id, box, number(None)) if isinstance(kind, Number | Numbers) else ""
    return {"name": str(name), "box": box, "none": none, "told": told}


def _box(entry: Any) -> str:
    return f"/{entry}" if isinstance(entry, int) else entry


def _said(result: Result, exercise: Exercise) -> dict[str, Any]:
    """The face of a result, and the steps at which the stepper of a reply begins and ends."""
    if exercise.is_prediction:
        return {"face": _guessed(result, exercise).as_json(), "at": None}
    place = result.look_at
    until = result.until if result.until is not None else len(exercise.trace) if exercise.trace is not None else 0
    return {"face": verdict_face(result, {}).as_json(), "at": place and {"step": place.event, "until": until}}


def _guessed(result: Result, exercise: Exercise) -> Face:
    """What a form shows of a guess with this verdict."""
    if not _is_kept(exercise):
        return settled_face(exercise, result, SAID, None)
    pause = settled_pause(exercise, exercise.trace, result, SAID)
    return kept_face(exercise, SAID, settled_face(exercise, result, SAID, pause), ANYWAY)


# ----- boxes ----------------------------------------------------------------------------------------------------------
def marks(exercise_id: str, form: Form, answer: Any) -> Iterator[tuple[str, str]]:
    """(place of a box, what it holds) for all boxes of which the answer says something."""
    for box, kind, part in _boxes(form, answer):
        yield box, mark(exercise_id, box, _canonical(kind.read(part)))


def _canonical(given: Any) -> str:
    """What was read of one box, written in one way."""
    return given if isinstance(given, str) else number(given)


def mark(exercise_id: str, box: str, text: str) -> str:
    """The fingerprint of what one box holds."""
    return fingerprint(exercise_id, f"{box}={text}")


def _boxes(form: Form, answer: Any, box: str = WHOLE) -> Iterator[tuple[str, Form, Any]]:
    if answer is ...:
        return
    if isinstance(form, Table):
        for name, part in answer.items():
            yield from _boxes(form.rows[name], part, name)
    elif isinstance(form, Numbers):
        for place, part in enumerate(answer):
            yield from _boxes(Number(), part, f"{box}/{place}")
    else:
        yield box, form, answer


def _rounded(exercise_id: str, form: Form, answer: Any) -> Iterator[tuple[str, list[str]]]:
    """(place of a box, what it may hold that is the right number rounded)."""
    for box, kind, part in _boxes(form, answer):
        found = sorted({mark(exercise_id, box, number(near)) for near in _near(kind, part)})
        if found:
            yield box, found


def _near(form: Form, right: Any) -> list[float]:
    """A right number with fewer digits, as far as a notebook calls that close."""
    if not isinstance(right, int | float) or isinstance(right, bool):
        return []
    shorter = [float(f"{right:.{digits}g}") for digits in DIGITS]
    return [number for number in shorter if form.near(number, right) and not is_close(number, right)]

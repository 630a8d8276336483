"""What a page without a kernel needs to reply: fingerprints of answers, and the replies to an order of lines.

A page's source must not show the right answer at a glance. So the page finds a reply by a fingerprint of the answer,
and everything it is told is packed. That is a curtain, not a lock: the page can open it.
"""

import base64
import json
from typing import Any

from ..exercises.answer_order import DISTRACTOR, INCOMPLETE, RIGHT, TOO_EARLY, Order, names_in
from ..exercises.exercise import Exercise
from ..exercises.form_model import Question
from ..exercises.learner import Record


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


def replaced(item: Any, words: dict[str, str]) -> Any:
    """The same with other words in all its texts."""
    if isinstance(item, dict):
        return {key: replaced(part, words) for key, part in item.items()}
    if isinstance(item, list):
        return [replaced(part, words) for part in item]
    if isinstance(item, str):
        for old, new in words.items():
            item = item.replace(old, new)
    return item


# ----- lines of code --------------------------------------------------------------------------------------------------
def ordering(exercise: Exercise) -> dict[str, Any]:
    """What a page needs to judge an order by itself, and the reply to each outcome."""
    form: Order = exercise.form
    lines = []
    for line in form.numbered():
        target, used = names_in(line)
        lines.append({"sets": target, "uses": sorted(used), "stray": line in form.distractors})
    usual = [form.numbered().index(line) + 1 for line in form.lines[: form.usual]]
    rules = {"lines": lines, "given": sorted(form.given), "needed": len(form.lines), "usual": sorted(usual)}
    faces = {outcome: _outcome(exercise, order) for outcome, order in _examples(form, exercise.answer).items()}
    return {"order": {**rules, "otherwise": form.otherwise, "faces": faces}, "blank": _parsons(exercise, ...)}


def _examples(form: Order, right: str) -> dict[str, str]:
    """An order of each outcome."""
    numbers = range(1, len(form.numbered()) + 1)
    found = {RIGHT: right}
    for number in numbers:
        found.setdefault(form.arranged((number,)).outcome, str(number))
    return {outcome: found[outcome] for outcome in (RIGHT, TOO_EARLY, DISTRACTOR, INCOMPLETE) if outcome in found}


def _outcome(exercise: Exercise, order: str) -> dict[str, Any]:
    given = exercise.form.read(order)
    words = {exercise.form.quote(exercise.form.show(given)): SAID}
    return replaced(_parsons(exercise, order), words | ({given.detail: DETAIL} if given.detail else {}))


def _parsons(exercise: Exercise, order: Any) -> dict[str, Any]:
    question = Question(exercise, Record())
    question.commit(order)
    return question.face().as_json()

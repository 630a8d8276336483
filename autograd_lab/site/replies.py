"""Every reply to a prediction, or to an order of lines, worked out before there is a visitor: a page has no kernel.

A page's source must not show the right answer at a glance. So the page finds a reply by a fingerprint of the answer,
and everything it is told is packed. That is a curtain, not a lock: the page can open it.
"""

import base64
import itertools
import json
from collections.abc import Iterator
from typing import Any

from ..exercises.answer_order import DISTRACTOR, INCOMPLETE, RIGHT, TOO_EARLY, Order, names_in
from ..exercises.answer_values import Choice, Number, Numbers, Table
from ..exercises.bank import full_answer
from ..exercises.exercise import Exercise, Form
from ..exercises.form_model import Question
from ..exercises.judge import finding, precedence
from ..exercises.learner import Record


def canonical(form: Form, given: Any) -> str:
    """The one way to write what was read: ``canonical`` in ``static/judge.js`` writes the same."""
    if isinstance(form, Table):
        return ";".join(f"{name}={canonical(row, given[name])}" for name, row in form.rows.items())
    if isinstance(form, Numbers):
        return ",".join(canonical(Number(), part) for part in given)
    if isinstance(form, Number):
        return number(given)
    return given


def number(given: float | None) -> str:
    """Six digits and an exponent: ``"1.25000e1"``."""
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
UNLISTED = 987654.0
"""An answer to which there is no reply of its own."""
MOST = 1000
"""A table of choices that can be filled in so many ways is answered one by one."""


def replies(exercise: Exercise) -> dict[str, Any]:
    """The reply to each answer: `ordering` for lines of code, else by fingerprint, with one reply for all others."""
    if isinstance(exercise.form, Order):
        return ordering(exercise)
    found: list[dict[str, Any]] = []
    keys = {}
    for answer in answers(exercise):
        key = fingerprint(exercise.id, canonical(exercise.form, exercise.form.read(answer)))
        keys[key] = _place(found, reply(exercise, answer))
    other = None if _is_finite(exercise.form) else _place(found, _unmarked(reply(exercise, unlisted(exercise.form))))
    told = {"faces": found, "keys": keys, "other": other, "blank": reply(exercise, ...)}
    return told | ({"entries": _entries(exercise, found)} if isinstance(exercise.form, Numbers) else {})


def _entries(exercise: Exercise, found: list[dict[str, Any]]) -> list[tuple[int, str, int]]:
    """Place, fingerprint of what is right, and face, for each entry; what is decided first comes first.

    Of a list that no reply is for, the first wrong entry is spoken of.
    """
    right = exercise.form.read(exercise.answer)
    entries = []
    for place in sorted(range(len(right)), key=lambda entry: precedence(finding(exercise, entry, None))):
        mark = fingerprint(exercise.id, f"/{place}={canonical(Number(), right[place])}")
        wrong = [*right[:place], UNLISTED, *right[place + 1 :]]
        entries.append((place, mark, _place(found, _unmarked(reply(exercise, wrong)))))
    return entries


def answers(exercise: Exercise) -> Iterator[Any]:
    """All that can be said, where that is a limited choice; else what is right, and each wrong answer listed."""
    form = exercise.form
    if isinstance(form, Choice):
        yield from form.options
    elif _is_finite(form):
        for chosen in itertools.product(*(row.options for row in form.rows.values())):
            yield dict(zip(form.rows, chosen, strict=True))
    else:
        for wrong in reversed(exercise.wrong):  # of two that are alike, the first one counts
            yield full_answer(exercise, wrong.answer)
        yield exercise.answer


def _is_finite(form: Form) -> bool:
    if not isinstance(form, Table):
        return isinstance(form, Choice)
    counts = [len(row.options) if isinstance(row, Choice) else MOST + 1 for row in form.rows.values()]
    ways = 1
    for count in counts:
        ways *= count
    return ways <= MOST


def unlisted(form: Form) -> Any:
    """An answer that is not on any list."""
    if isinstance(form, Table):
        return {name: unlisted(row) for name, row in form.rows.items()}
    if isinstance(form, Numbers):
        return [UNLISTED] * form.length
    return form.options[0] if isinstance(form, Choice) else UNLISTED


def reply(exercise: Exercise, answer: Any) -> dict[str, Any]:
    """What the form shows once this was committed to, with `SAID` in place of the quote."""
    question = Question(exercise, Record())
    question.commit(answer)
    face = question.face().as_json()
    if answer is ... or isinstance(exercise.form, Choice):  # nothing to quote; or each choice has its own reply anyway
        return face
    said = exercise.form.quote(exercise.form.show(exercise.form.read(answer)))
    return replaced(face, {said: SAID})


def _unmarked(face: dict[str, Any]) -> dict[str, Any]:
    """The reply to many answers, which are not wrong in the same rows."""
    return {**face, "wrong": [], "verdict": face["verdict"] and {**face["verdict"], "wrong": []}}


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


def _place(found: list[dict[str, Any]], face: dict[str, Any]) -> int:
    """The index of the face in the list; a new face joins it."""
    if face not in found:
        found.append(face)
    return found.index(face)


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

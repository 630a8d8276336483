"""Lessons 04 and 05 answer every learner: to the point, without the answer, and without guessing a cause."""

import re

import pytest
from answers_04_05 import RIGHT, WRONG_CODE, WRONG_VALUES
from kernel import Kernel

from autograd_lab import exercises as ex
from autograd_lab.exercises import bank
from autograd_lab.exercises.answer_code import Code
from autograd_lab.exercises.exercise import WHOLE

NUMBER = re.compile(r"(?<![\w.])-?\d+(?:\.\d+)?(?!\w)")
NO_RESULT = re.compile(r"step \d+|#\d+|L\d\.\w+|\(edge \d\)|line \d+")
"""Numbers of places, not of answers."""
IDS = [name for lesson in ("L4", "L5") for name in bank.ids(lesson)]


@pytest.fixture
def check():
    """Hand in one of the answers, code as a cell of its own."""
    kernel = Kernel()
    kernel.run("import autograd_lab as al\nfrom autograd_lab import exercises as ex")

    def hand_in(given):
        form = bank.get(given.exercise).form
        if not isinstance(form, Code):
            return ex.check(given.exercise, given.answer)
        name = re.search(r"(?:def|class) (\w+)", given.answer)[1]
        return kernel.run(f'{given.answer}\nex.check("{given.exercise}", {name})')

    yield hand_in
    kernel.close()


def parts_of(form, answer) -> dict:
    """An answer by entries, as texts."""
    shown = form.read(answer)
    if isinstance(shown, dict):
        return {name: row.show(shown[name]) for name, row in form.rows.items()}
    return {WHOLE: form.show(shown)}


def said_too_early(name, answer, message) -> set[str]:
    """Numbers or options of the right answer in a reply to an answer that has them wrong."""
    exercise = bank.get(name)
    right, given = parts_of(exercise.form, exercise.answer), parts_of(exercise.form, answer)
    wrong = {key: text for key, text in right.items() if text != given[key]}
    known = set(NUMBER.findall(f"{ex.question(name)!r} {' '.join(given.values())}"))
    text = NO_RESULT.sub("", re.sub(r"You said .*?\.(?= |\n|$)", "", message))
    numbers = {number for part in wrong.values() for number in NUMBER.findall(part)} - known
    options = {part for part in wrong.values() if part.isascii() and " " in part and not NUMBER.search(part)}
    return numbers & set(NUMBER.findall(text)) | {option for option in options if option in text}


def answers_in(name, message) -> list[str]:
    """The words of a solution in a reply to code."""
    exercise = bank.get(name)
    solution = [line.strip() for line in exercise.form.solution.splitlines()]
    tells = [line for line in solution if line not in exercise.form.starting and line in message]
    return (
        tells + re.findall(r"yours .*?, expected [^,]*", message) + [hint for hint in exercise.hints if hint in message]
    )


@pytest.mark.parametrize("given", WRONG_VALUES, ids=str)
def test_a_wrong_value_is_told_where_and_not_what(check, given):
    result = check(given)
    assert (result.status, result.misconception) == (given.status, given.idea), result.message
    for phrase in given.says:
        assert phrase in result.message
    if result.status == "wrong":
        assert not said_too_early(given.exercise, given.answer, result.message), result.message
        assert result.until == result.look_at.event


@pytest.mark.parametrize("given", WRONG_CODE, ids=str)
def test_wrong_code_is_told_what_it_does(check, given):
    result = check(given)
    assert (result.status, result.misconception) == (given.status, given.idea), result.message
    for phrase in given.says:
        assert phrase in result.message
    assert not answers_in(given.exercise, result.message), result.message


@pytest.mark.parametrize("given", RIGHT, ids=str)
def test_what_is_right_is_accepted_however_it_is_written(check, given):
    result = check(given)
    assert result.status == "correct", result.message


@pytest.mark.parametrize("name", [name for name in IDS if not isinstance(bank.get(name).form, Code)])
def test_no_listed_reply_tells_the_answer(name):
    exercise = bank.get(name)
    for wrong in exercise.wrong:
        answer = bank.full_answer(exercise, wrong.answer)
        result = ex.check(name, answer)
        assert not said_too_early(name, answer, result.message), result.message


def test_the_tables_are_long_enough():
    assert len(WRONG_VALUES) + len(WRONG_CODE) >= 55
    assert len(RIGHT) >= 22

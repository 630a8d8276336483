"""Lessons 00 to 02 answer every learner: to the point, without the answer, and without guessing a cause."""

import pytest
from answers_00_02 import RIGHT, WRONG_CODE, WRONG_VALUES
from kernel import Kernel
from leaks import leaked

from autograd_lab import exercises as ex
from autograd_lab.exercises import bank
from autograd_lab.exercises.answer_code import Code

WRONG = (*WRONG_VALUES, *WRONG_CODE)


@pytest.fixture
def check():
    """Hand in one of the answers, code as a cell of its own."""
    kernel = Kernel()
    kernel.run("import autograd_lab as al\nfrom autograd_lab import exercises as ex")

    def hand_in(given):
        form = bank.get(given.exercise).form
        if not isinstance(form, Code):
            return ex.check(given.exercise, given.answer)
        return kernel.run(f'{given.answer}\nex.check("{given.exercise}", {form.name})')

    yield hand_in
    kernel.close()


@pytest.mark.parametrize("given", WRONG, ids=str)
def test_a_wrong_answer_is_told_where_and_not_what(check, given):
    result = check(given)
    assert (result.status, result.misconception) == (given.status, given.idea), result.message
    for phrase in given.says:
        assert phrase in result.message
    if result.status != "wrong":
        return
    exercise = bank.get(given.exercise)
    assert not any(hint in result.message for hint in exercise.hints)
    if isinstance(exercise.form, Code):
        lines = {line.strip() for line in exercise.form.solution.splitlines() if line not in exercise.form.starting}
        assert not any(line in result.message and line not in given.answer for line in lines)
    else:
        assert not leaked(exercise, given.answer, result), result.message
        assert result.until == result.look_at.event, "the picture goes up to the deciding step, and no further"


@pytest.mark.parametrize("given", WRONG, ids=str)
def test_a_cause_is_named_only_where_one_is_listed(check, given):
    """An answer on no list is told which entry differs and where to compare it, and nothing about ideas."""
    exercise, result = bank.get(given.exercise), check(given)
    told = [wrong for wrong in exercise.wrong if wrong.text in result.message]
    assert len(told) <= 1
    assert given.idea is None or told[0].idea == given.idea


@pytest.mark.parametrize("given", RIGHT, ids=str)
def test_what_is_right_is_accepted_however_it_is_written(check, given):
    result = check(given)
    assert result.status == "correct", result.message


def test_the_tables_are_long_enough():
    assert len(WRONG) >= 70
    assert len(RIGHT) >= 22
    listed = sum(
        any(wrong.answer == given.answer for wrong in bank.get(given.exercise).wrong) for given in WRONG_VALUES
    )
    assert listed < len(WRONG_VALUES) / 4

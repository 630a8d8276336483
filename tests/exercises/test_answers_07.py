"""Lesson 07 answers every learner: to the point, without the answer, and without guessing a cause."""

import re

import pytest
from answers_07 import RIGHT, WRONG_CODE, WRONG_VALUES
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
    kernel.run("import numpy as np\nimport autograd_lab as al\nfrom autograd_lab import exercises as ex")

    def hand_in(given):
        form = bank.get(given.exercise).form
        if not isinstance(form, Code):
            return ex.check(given.exercise, given.answer)
        return kernel.run(f'{given.answer}\nex.check("{given.exercise}", {form.name})')

    yield hand_in
    kernel.close()


@pytest.mark.parametrize("given", WRONG, ids=str)
def test_a_wrong_answer_is_told_where_and_not_what(check, given):
    exercise, result = bank.get(given.exercise), check(given)
    assert (result.status, result.misconception) == (given.status, given.idea), result.message
    for phrase in given.says:
        assert phrase in result.message
    assert len([wrong for wrong in exercise.wrong if wrong.text in result.message]) <= 1
    assert not any(hint in result.message for hint in exercise.hints)
    if isinstance(exercise.form, Code):
        lines = {line.strip() for line in exercise.form.solution.splitlines() if line not in exercise.form.starting}
        assert not any(line in result.message and line not in given.answer for line in lines)
    elif result.status == "wrong":
        assert not leaked(exercise, given.answer, result), result.message
        assert result.until == result.look_at.event, "the picture goes up to the deciding step, and no further"


@pytest.mark.parametrize("given", RIGHT, ids=str)
def test_what_is_right_is_accepted_however_it_is_written(check, given):
    result = check(given)
    assert result.status == "correct", result.message


@pytest.mark.parametrize("name", ["L7.3", "L7.4"])
def test_solution_and_mutants_all_behave_differently(name):
    """No two of them agree on all probes: else one could never be told from the other."""
    exercise = bank.get(name)
    form = exercise.form
    seen = [form.observe_source(source) for source in (exercise.answer, *(wrong.answer for wrong in exercise.wrong))]
    for position, one in enumerate(seen):
        for other in seen[:position]:
            assert form.differing(one, other, notes=True)


def test_a_reply_about_shapes_shows_the_call_that_fails(check):
    given = next(given for given in WRONG_CODE if "shape (3, 1)" in " ".join(given.says))
    result = check(given)
    assert "becomes [[1], [10], [100]]" in result.trace.sentence(result.look_at.event)


def test_the_tables_are_long_enough():
    assert len(WRONG) >= 70
    assert len(RIGHT) >= 20
    unlisted = [given for given in WRONG if given.idea is None and given.status == "wrong"]
    assert len(unlisted) > len(WRONG) / 2
    assert {given.exercise for given in WRONG} == set(bank.ids("L7"))
    assert not [given for given in WRONG if not given.says and not re.search("yet", given.status)]

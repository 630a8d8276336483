"""Every lesson answers every learner: to the point, without the answer, and without guessing a cause."""

import re

import answers_00_02
import answers_03
import answers_04_05
import answers_06
import answers_07
import pytest
from leaks import leaked

from autograd_lab.exercises import bank
from autograd_lab.exercises.answer_code import Code

TABLES = (answers_00_02, answers_03, answers_04_05, answers_06, answers_07)
WRONG_VALUES = [given for table in TABLES for given in table.WRONG_VALUES]
WRONG_CODE = [given for table in TABLES for given in table.WRONG_CODE]
RIGHT = [given for table in TABLES for given in table.RIGHT]


def answers_in(exercise, given, message) -> list[str]:
    """The words of a solution in a reply to code; those that the learner wrote are no news."""
    solution = [line.strip() for line in exercise.form.solution.splitlines()]
    tells = [line for line in solution if line and line not in exercise.form.starting and line in message]
    tells += re.findall(r"yours .*?, expected [^,]*", message)
    return [line for line in tells if line not in given.answer]


@pytest.mark.parametrize("given", WRONG_VALUES, ids=str)
def test_a_wrong_value_is_told_where_and_not_what(hand_in, given):
    exercise, result = bank.get(given.exercise), hand_in(given)
    assert (result.status, result.misconception) == (given.status, given.idea), result.message
    for phrase in given.says:
        assert phrase in result.message
    assert not [hint for hint in exercise.hints if hint in result.message]
    if result.status == "wrong" and not isinstance(exercise.form, Code):
        assert leaked(exercise, given.answer, result) == [], result.message
        assert result.until == result.look_at.event, "the picture goes up to the deciding step, and no further"


@pytest.mark.parametrize("given", WRONG_CODE, ids=str)
def test_wrong_code_is_told_what_it_does(hand_in, given):
    exercise, result = bank.get(given.exercise), hand_in(given)
    assert (result.status, result.misconception) == (given.status, given.idea), result.message
    for phrase in given.says:
        assert phrase in result.message, result.message
    assert not [hint for hint in exercise.hints if hint in result.message]
    assert answers_in(exercise, given, result.message) == [], result.message


@pytest.mark.parametrize("given", [*WRONG_VALUES, *WRONG_CODE], ids=str)
def test_a_cause_is_named_only_where_one_is_listed(hand_in, given):
    """An answer on no list is told which entry differs and where to compare it, and nothing about ideas."""
    exercise, result = bank.get(given.exercise), hand_in(given)
    told = [wrong for wrong in exercise.wrong if wrong.text in result.message]
    assert len(told) <= 1
    assert given.idea is None or told[0].idea == given.idea


@pytest.mark.parametrize("given", RIGHT, ids=str)
def test_what_is_right_is_accepted_however_it_is_written(hand_in, given):
    result = hand_in(given)
    assert result.status == "correct", result.message
    for phrase in given.says:
        assert phrase in result.message

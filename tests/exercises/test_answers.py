"""Every lesson answers every learner: to the point, without the answer, and without guessing a cause.

The answers here are on no exercise's own list; `test_bank` hands in those.
"""

import answers_00_02
import answers_03
import answers_04_05
import answers_06
import answers_07
import answers_08
import answers_09
import answers_10
import answers_11
import pytest
from each_case import every_case
from leaks import leaked, solution_in

from autograd_lab.exercises import bank
from autograd_lab.exercises.answer_code import Code

TABLES = (
    answers_00_02,
    answers_03,
    answers_04_05,
    answers_06,
    answers_07,
    answers_08,
    answers_09,
    answers_10,
    answers_11,
)


def by_exercise(*kinds: str) -> dict[str, list]:
    """The answers of these kinds, of all lessons: exercise → its answers."""
    found: dict[str, list] = {}
    for given in (given for table in TABLES for kind in kinds for given in getattr(table, kind, ())):
        found.setdefault(given.exercise, []).append(given)
    return found


def each(*kinds: str) -> pytest.MarkDecorator:
    """A test for each exercise, over its answers of these kinds."""
    found = by_exercise(*kinds)
    return pytest.mark.parametrize("answers", found.values(), ids=found)


@each("WRONG_VALUES", "WRONG_CODE")
def test_what_is_wrong_is_told_where_and_not_what(hand_in, fresh_learner, answers):
    """An answer on no list is told which entry differs and where to compare it, and nothing about ideas."""
    with every_case() as case:
        for given in answers:
            fresh_learner.forget()
            with case(given):
                exercise, result = bank.get(given.exercise), hand_in(given)
                assert (result.status, result.misconception) == (given.status, given.idea), result.message
                assert [phrase for phrase in given.says if phrase not in result.message] == [], result.message
                assert not [hint for hint in exercise.hints if hint in result.message]
                told = list({wrong.text: wrong for wrong in exercise.wrong if wrong.text in result.message}.values())
                assert len(told) <= 1
                assert given.idea is None or told[0].idea == given.idea
                if isinstance(exercise.form, Code):
                    assert solution_in(exercise, given.answer, result.message) == [], result.message
                elif result.status == "wrong":
                    assert leaked(exercise, given.answer, result) == [], result.message
                    step = result.look_at
                    assert result.until == (step and step.event), "the picture ends at the deciding step"


@each("RIGHT")
def test_what_is_right_is_accepted_however_it_is_written(hand_in, fresh_learner, answers):
    with every_case() as case:
        for given in answers:
            fresh_learner.forget()
            with case(given):
                result = hand_in(given)
                assert result.status == "correct", result.message
                assert [phrase for phrase in given.says if phrase not in result.message] == [], result.message


def test_every_answer_of_the_tables_is_told_something():
    wrong = [given for answers in by_exercise("WRONG_VALUES", "WRONG_CODE").values() for given in answers]
    assert len(wrong) > 400
    assert not [given for given in wrong if not given.says and given.status != "not answered yet"]

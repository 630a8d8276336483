"""Every lesson answers every learner: to the point, without the answer, and without guessing a cause."""

import re

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
from leaks import leaked

from autograd_lab.exercises import bank
from autograd_lab.exercises.answer_code import Code

TABLES = {
    answers_00_02: (70, 22),
    answers_03: (90, 20),
    answers_04_05: (55, 22),
    answers_06: (30, 15),
    answers_07: (70, 18),
    answers_08: (50, 11),
    answers_09: (80, 18),
    answers_10: (90, 15),
    answers_11: (65, 12),
}
"""The answers of some lessons → at least so many wrong ones, and right ones."""
CLOSED = ("L0", "L1", "L2", "L3", "L4", "L5", "L6")
"""Lessons in which a question may have all its answers in its own list."""


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


def answers_in(exercise, given, message) -> list[str]:
    """The words of a solution in a reply to code; those that the learner wrote are no news."""
    solution = [line.strip() for line in exercise.form.solution.splitlines()]
    tells = [line for line in solution if line and line not in exercise.form.starting and line in message]
    tells += re.findall(r"yours .*?, expected [^,]*", message)
    return [line for line in tells if line not in given.answer]


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
                    assert answers_in(exercise, given, result.message) == [], result.message
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


def test_the_tables_are_long_and_every_question_of_the_later_lessons_is_in_them():
    for table, (wrongs, rights) in TABLES.items():
        wrong = (*table.WRONG_VALUES, *getattr(table, "WRONG_CODE", ()))
        assert len(wrong) >= wrongs and len(table.RIGHT) >= rights, table.__name__
        assert not [given for given in wrong if not given.says and given.status != "not answered yet"]
    later = {name for name in bank.ids() if name.partition(".")[0] not in CLOSED}
    assert later <= set(by_exercise("WRONG_VALUES", "WRONG_CODE")) & set(by_exercise("RIGHT"))


def test_most_values_in_the_first_table_are_on_no_list():
    values = answers_00_02.WRONG_VALUES
    listed = [given for given in values if given.answer in [wrong.answer for wrong in bank.get(given.exercise).wrong]]
    assert len(listed) < len(values) / 4

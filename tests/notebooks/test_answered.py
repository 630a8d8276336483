"""Every lesson as shipped, and with the solution in each exercise; at night, with every listed wrong answer, too."""

import re

import pytest
from injections import injection
from kernel import exercise_cells, exercise_id
from lessons import LESSONS, code_cells, read

from autograd_lab.exercises import bank


@pytest.fixture(params=LESSONS, ids=lambda file: file.stem)
def lesson(request):
    return read(request.param)


def lesson_name(notebook) -> str:
    """``"L2"`` for the lesson whose exercises begin with it."""
    return next(exercise_cells(notebook))[1].partition(".")[0]


def test_every_exercise_of_the_lesson_is_asked(lesson):
    source = "\n".join(cell.source for cell in code_cells(lesson))
    asked = set(re.findall(r'ex\.(?:ask|check)\("([^"]+)"', source))
    assert asked == set(bank.ids(lesson_name(lesson)))


def test_exercise_cells_ship_as_the_exercise_says(lesson):
    for cell, name in exercise_cells(lesson):
        assert cell.source == injection(name).shipped, name


@pytest.mark.nightly  # by day, nbval runs every lesson as shipped
def test_as_shipped(lesson, kernel):
    """No cell raises, and every exercise says that it is not answered yet."""
    for cell in code_cells(lesson):
        value = kernel.run(cell.source)
        if "exercise_id" in cell.metadata:
            assert value.status == "not answered yet"
            assert "ot answered yet" in repr(value)


@pytest.mark.parametrize("also_wrong", [False, pytest.param(True, marks=pytest.mark.nightly)])
def test_solutions_are_accepted_and_wrong_answers_get_their_own_feedback(lesson, kernel, also_wrong):
    """By day, `tests/exercises/test_bank.py` hands in the wrong answers, without a notebook around them."""
    for cell in code_cells(lesson):
        name = exercise_id(cell)
        for source, wrong in injection(name).wrong if name and also_wrong else ():
            answered = kernel.run(source)
            result = answered.result if hasattr(answered, "result") else answered
            assert (result.status, result.misconception) == ("wrong", wrong.idea or None), f"{name}: {result}"
            assert wrong.text in result.parts
        value = kernel.run(injection(name).solved if name else cell.source)
        assert not name or value.status == "correct", f"{name}: {value}"

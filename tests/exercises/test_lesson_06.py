"""What only lesson 06 has to hold; what all lessons do is in ``test_answers.py``."""

import re

import pytest
from answers_06 import RIGHT, WRONG_CODE, WRONG_VALUES
from in_one_test import in_one_test
from kernel import Kernel
from lessons import FILES, code_cells, read, tags

from autograd_lab import exercises as ex
from autograd_lab.exercises import bank

WRONG = (*WRONG_VALUES, *WRONG_CODE)


def test_a_seed_of_a_single_1_does_not_pass_as_a_mean():
    """Where the middle row happens to be the mean of the rows, it would; so the rows of this exercise are others."""
    sent = bank.get("L6.3").trace.events[-2].after.items
    assert list(sent) not in [[2, 1], [4, 5], [9, 3]]


@in_one_test(
    ("name", "sentence"),
    [
        ("L6.P1", "with the seed [2, 3, 4]"),
        ("L6.P3", "received [1, 10, 100]"),
        ("L6.3", "It sends [0.333333, 0.333333, 0.333333] to MvBackward0"),
        ("L6.4", "Backward 4 is over"),
    ],
)
def test_the_step_to_look_at_decides_what_the_reason_says(name, sentence):
    exercise = bank.get(name)
    assert sentence in exercise.trace.sentence(exercise.step().event)


# ----- the lesson -----------------------------------------------------------------------------------------------------
@pytest.fixture(scope="module")
def lesson():
    return read(next(file for file in FILES if file.name.startswith("06")))


def test_what_stands_next_to_a_prediction_does_not_tell_it(lesson):
    """Nothing between a question and the next prose states a result: a reader without a kernel sees that at once."""
    asked = False
    for cell in lesson.cells:
        asked = cell.cell_type == "code" and (asked or "prediction" in tags(cell))
        if asked:
            assert not re.search(r"\bassert\b|views\.jacobian", cell.source), cell["id"]


def test_no_function_of_the_lesson_solves_its_exercise(lesson):
    kernel = Kernel()
    for cell in code_cells(lesson):
        if not tags(cell):
            kernel.run(cell.source)
    kernel.close()
    found = [item for item in kernel.namespace.values() if callable(item) and hasattr(item, "__code__")]
    assert found
    assert [item.__name__ for item in found if ex.check("L6.2", item)] == []


def test_the_tables_are_long_enough():
    assert len(WRONG) >= 30
    assert len(RIGHT) >= 15

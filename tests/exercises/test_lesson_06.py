"""What only lesson 06 has to hold; what all lessons do is in ``test_answers.py``."""

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
        ("L6.P2", "It sends [9, 12]"),
        ("L6.P3", "received [1, 10, 100]"),
        ("L6.1", "received [1, 10, 100]"),
        ("L6.3", "It sends [0.333333, 0.333333, 0.333333] to MvBackward0"),
    ],
)
def test_the_step_to_look_at_decides_what_the_reason_says(name, sentence):
    exercise = bank.get(name)
    assert sentence in exercise.trace.sentence(exercise.step().event)


# ----- the lesson -----------------------------------------------------------------------------------------------------
def test_a_guess_waits_in_the_table_before_its_own_call(lesson):
    """Each guess is about one of the recorded calls, and nothing of that call's sum shows before."""
    kernel = Kernel()
    for cell in code_cells(lesson):
        if not tags(cell):
            view = kernel.run(cell.source)
            if "ex.jacobian" in cell.source:
                break
    kernel.close()
    assert [(pause["id"], pause["event"]) for pause in view.pauses] == [("L6.P2", 7), ("L6.P3", 9)]
    assert [call["seed"] for call in view.data["calls"][3:]] == [[1, 1, 1], [1, 10, 100]]
    assert view.place == 7


@pytest.fixture(scope="module")
def lesson():
    return read(next(file for file in FILES if file.name.startswith("06")))


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

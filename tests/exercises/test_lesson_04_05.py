"""What only lessons 04 and 05 have to hold; what all lessons do is in ``test_answers.py``."""

import ast
import re

from answers_04_05 import RIGHT, WRONG_CODE, WRONG_VALUES, Given, accumulate, triple, two_cases
from in_one_test import in_one_test
from kernel import Kernel
from lessons import FILES, read, tags

from autograd_lab import exercises as ex
from autograd_lab.exercises import bank
from autograd_lab.exercises.programs import number


@in_one_test(
    ("name", "sentence"),
    [
        ("L4.3", "w.grad: -5 + (-25) = -30"),
        ("L4.4", "w_C.grad goes from None to -2"),
        ("L5.1", "received (20, 0). It sends 40 to"),
        ("L5.4", "received (5, None, 4). It sends [5, 0, 4] to"),
        ("L5.5", "u.grad is 0 and x.grad is 0"),
    ],
)
def test_the_step_to_look_at_decides_what_the_reason_says(name, sentence):
    exercise = bank.get(name)
    assert sentence in exercise.trace.sentence(exercise.step().event)


@in_one_test(
    ("lines", "received"),
    [
        ((*two_cases("2", "3"), "return g1 * 3 + g2 * 2"), "(10, None)"),
        (two_cases("3", "2"), "(10, 1)"),
        (("return (g1 or 0) * 2 + (g2 or 0) * 3",), "([10, 10], None)"),
    ],
)
def test_a_reply_about_none_shows_the_case_that_fails(hand_in, lines, received):
    result = hand_in(Given("L5.3", triple(*lines)))
    assert f"received {received}." in result.trace.sentence(result.look_at.event)
    assert result.message == hand_in(Given("L5.3", triple(*lines))).message, "numbers of nodes begin anew each time"


def test_a_reply_about_batches_shows_no_division_of_the_loss(hand_in):
    wrong = hand_in(Given("L4.3", accumulate("loss.backward()")))
    assert "-60" in wrong.trace.sentence(wrong.look_at.event)
    assert "DivBackward0" not in wrong.trace.text()
    assert "DivBackward0" in bank.get("L4.3").trace.text()


def test_the_loop_that_never_clears_has_the_numbers_that_the_question_tells():
    """w is 5 after two steps, and the third backward adds 1 to -6."""
    trace = bank.get("L4.P4").trace
    written = [trace[k] for k in trace.find("GradAccumulated")]
    steps = [0.5 * number(event.after) for event in written]
    assert -sum(steps[:2]) == 5
    assert [number(part) for part in (written[2].before, written[2].gradient, written[2].after)] == [-6, 1, -5]


def test_four_updates_read_as_code():
    assert len(ast.parse(bank.get("L4.4").setup).body) == 4


# ----- the lessons ----------------------------------------------------------------------------------------------------
def cells_of(lesson):
    return read(next(file for file in FILES if file.name.startswith(lesson))).cells


@in_one_test("lesson", ["04", "05"])
def test_what_stands_next_to_a_prediction_does_not_tell_it(lesson):
    """Nothing between a question and the next prose states a result: a reader without a kernel sees that at once."""
    asked = False
    for cell in cells_of(lesson):
        asked = cell.cell_type == "code" and (asked or "prediction" in tags(cell))
        if asked:
            assert not re.search(r"\bassert\b|views\.(ledger|slots)", cell.source), cell["id"]


def test_no_function_of_the_lesson_solves_its_exercise():
    """What is explained with one Function is asked about another."""
    kernel = Kernel()
    for cell in cells_of("05"):
        if cell.cell_type == "code" and not tags(cell):
            kernel.run(cell.source)
    kernel.close()
    found = [item for item in kernel.namespace.values() if isinstance(item, type)]
    assert found
    assert [item.__name__ for item in found if ex.check("L5.3", item)] == []


def test_no_cell_of_the_lesson_runs_the_program_of_its_exercise():
    code = "\n".join(cell.source for cell in cells_of("05") if cell.cell_type == "code")
    assert not [text for text in ("[4.0, 9.0, 5.0]", "unbind", "max(") if text in code]


def test_the_tables_are_long_enough():
    assert len(WRONG_VALUES) + len(WRONG_CODE) >= 55
    assert len(RIGHT) >= 22

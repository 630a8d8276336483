"""What only one of the lessons 00 to 07 has to hold; what all lessons do is in ``test_answers.py``."""

import ast
import re

from answers_04_05 import Given, triple, two_cases
from each_case import in_one_test
from kernel import Kernel
from lessons import FILES, code_cells, read, tags

from autograd_lab import exercises as ex
from autograd_lab.exercises import bank
from autograd_lab.exercises.own_shapes import UNBROADCAST
from autograd_lab.exercises.programs import number

NARROW = 66
"""So many characters of code stand in JupyterLab's window of 800 pixels."""


def lesson(name):
    return read(next(file for file in FILES if file.name.startswith(name)))


# ----- questions and replies ------------------------------------------------------------------------------------------
@in_one_test("name", ["L1.2", "L2.1", "L2.3"])
def test_names_to_fill_in_do_not_read_as_lines_of_the_program(name):
    """A bare `a` under the program would be one."""
    rows = bank.get(name).question()[-1].text.splitlines()
    assert all(": " in row for row in rows)


@in_one_test(
    ("name", "sentence"),
    [
        ("L5.1", "received (20, 0). It sends 40 to"),
        ("L5.4", "received (5, None, 4). It sends [5, 0, 4] to"),
        ("L5.5", "u.grad is 0 and x.grad is 0"),
        ("L6.P2", "It sends [9, 12]"),
        ("L6.P3", "received [1, 10, 100]"),
        ("L6.1", "received [1, 10, 100]"),
        ("L6.2", "It sends [0.333333, 0.333333, 0.333333] to MvBackward0"),
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


def test_a_reply_about_shapes_shows_the_call_that_fails(hand_in):
    result = hand_in(Given("L7.2", UNBROADCAST.replace("g.sum(axis", "g.mean(axis")))
    assert "becomes [[1], [10], [-100]]" in result.trace.sentence(result.look_at.event)


# ----- numbers that a question or a reason tells ----------------------------------------------------------------------
def test_the_loop_that_never_clears_has_the_numbers_that_the_question_tells():
    """w is 5 after two steps, and the third backward adds 1 to -6."""
    trace = bank.get("L4.P2").trace
    written = [trace[k] for k in trace.find("GradAccumulated")]
    steps = [0.5 * number(event.after) for event in written]
    assert -sum(steps[:2]) == 5
    assert [number(part) for part in (written[2].before, written[2].gradient, written[2].after)] == [-6, 1, -5]


def test_four_updates_read_as_code():
    assert len(ast.parse(bank.get("L4.4").setup).body) == 4


def test_a_seed_of_a_single_1_does_not_pass_as_a_mean():
    """Where the middle row happens to be the mean of the rows, it would; so the rows of this exercise are others."""
    sent = bank.get("L6.2").trace.events[-2].after.items
    assert list(sent) not in [[2, 1], [4, 5], [9, 3]]


# ----- the notebooks --------------------------------------------------------------------------------------------------
@in_one_test("file", [file for file in FILES if file.name < "03"], ids=lambda file: file.stem)
def test_code_fits_a_narrow_window(file):
    """Else the end of what is asked is out of sight."""
    lines = [line for cell in code_cells(read(file)) for line in cell.source.splitlines()]
    assert [line for line in lines if len(line) > NARROW] == []


@in_one_test("name", ["04", "05"])
def test_what_stands_next_to_a_prediction_does_not_tell_it(name):
    """Nothing between a question and the next prose states a result: a reader without a kernel sees that at once."""
    asked = False
    for cell in lesson(name).cells:
        asked = cell.cell_type == "code" and (asked or "prediction" in tags(cell))
        if asked:
            assert not re.search(r"\bassert\b|views\.(ledger|slots)", cell.source), cell["id"]


@in_one_test(("name", "exercise", "is_one"), [
    ("05", "L5.3", lambda item: isinstance(item, type)),
    ("06", "L6.3", lambda item: callable(item) and hasattr(item, "__code__")),
])  # fmt: skip
def test_no_function_of_the_lesson_solves_its_exercise(name, exercise, is_one):
    """What is explained with one Function is asked about another."""
    kernel = Kernel()
    for cell in code_cells(lesson(name)):
        if not tags(cell):
            kernel.run(cell.source)
    kernel.close()
    found = [item for item in kernel.namespace.values() if is_one(item)]
    assert found
    assert [item.__name__ for item in found if ex.check(exercise, item)] == []


def test_no_cell_of_the_lesson_runs_the_program_of_its_exercise():
    code = "\n".join(cell.source for cell in code_cells(lesson("05")))
    assert not [text for text in ("[4.0, 9.0, 5.0]", "unbind", "max(") if text in code]


def test_a_guess_waits_in_the_table_before_its_own_call():
    """Each guess is about one of the recorded calls, and nothing of that call's sum shows before."""
    kernel = Kernel()
    for cell in code_cells(lesson("06")):
        if not tags(cell):
            view = kernel.run(cell.source)
            if "ex.jacobian" in cell.source:
                break
    kernel.close()
    assert [(pause["id"], pause["event"]) for pause in view.pauses] == [("L6.P2", 7), ("L6.P3", 9)]
    assert [call["seed"] for call in view.data["calls"][3:]] == [[1, 1, 1], [1, 10, 100]]
    assert view.place == 7

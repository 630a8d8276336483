"""What only lessons 00 to 02 have to hold; what all lessons do is in ``test_answers.py``."""

from answers_00_02 import RIGHT, WRONG_CODE, WRONG_VALUES
from in_one_test import in_one_test
from lessons import FILES, code_cells, read

from autograd_lab import exercises as ex
from autograd_lab.exercises import bank

WRONG = (*WRONG_VALUES, *WRONG_CODE)


def test_an_order_as_usual_is_told_nothing_special():
    assert "Your order has" not in ex.check("L1.3", "5 2 7 8 4 1 6").message


@in_one_test("name", ["L1.2", "L2.1", "L2.4"])
def test_names_to_fill_in_do_not_read_as_lines_of_the_program(name):
    """A bare `a` under the program would be one."""
    rows = bank.get(name).question()[-1].text.splitlines()
    assert all(": " in row for row in rows)


NARROW = 66
"""So many characters of code stand in JupyterLab's window of 800 pixels."""


@in_one_test("file", [file for file in FILES if file.name < "03"], ids=lambda file: file.stem)
def test_code_fits_a_narrow_window(file):
    """Else the end of what is asked is out of sight."""
    lines = [line for cell in code_cells(read(file)) for line in cell.source.splitlines()]
    assert [line for line in lines if len(line) > NARROW] == []


def test_the_tables_are_long_enough():
    assert len(WRONG) >= 70
    assert len(RIGHT) >= 22
    listed = sum(
        any(wrong.answer == given.answer for wrong in bank.get(given.exercise).wrong) for given in WRONG_VALUES
    )
    assert listed < len(WRONG_VALUES) / 4

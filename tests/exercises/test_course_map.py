"""`ex.progress()` is a map: each lesson of the course, a mark for each question, and where to go on."""

import re
import shutil

import pytest
from each_case import in_one_test
from lessons import FOLDER

from autograd_lab import exercises as ex
from autograd_lab.exercises import bank
from autograd_lab.exercises.course_map import LEGEND, course_map
from autograd_lab.exercises.learner import Learner
from autograd_lab.exercises.progress_file import ProgressFile


def line(lesson):
    return next(line for line in ex.progress().lines if line.lesson == lesson)


def mark(name):
    return line(name.partition(".")[0]).marks[bank.ids(name.partition(".")[0]).index(name)]


def test_every_lesson_is_on_the_map_with_each_of_its_questions():
    lines = ex.progress().lines
    assert [line.lesson for line in lines] == list(bank.LESSONS)
    assert [line.marks for line in lines] == ["·" * len(bank.ids(lesson)) for lesson in bank.LESSONS]
    assert "Go on with L0.P1, in lesson 00." in repr(ex.progress())


@in_one_test(
    ("do", "shown"),
    [
        (lambda: ex.check("L2.1", bank.get("L2.1").answer), "✓"),
        (lambda: ex.check("L2.1", (2, 15, 10)), "✗"),
        (lambda: ex.check("L2.1", "what?"), "·"),
        (lambda: ex.hint("L2.1"), "·"),
        (lambda: ex.reveal("L2.1"), "·"),
        (lambda: ex.check("L2.1", bank.get("L2.1", 3).answer, seed=3), "✓"),
    ],
)
def test_the_mark_of_an_exercise(do, shown):
    ex.start_over()
    do()
    assert mark("L2.1") == shown


def test_a_guess_waits_and_a_wrong_one_is_no_exercise_to_put_right():
    ex.ask("L0.P1").commit("1")
    assert mark("L0.P1") == "…"
    assert line("L0").counts == (0, 0, len(bank.ids("L0")))
    ex.ask("L0.P1").settle()
    ex.check("L0.1", [1, 2, 3, 4, 5])
    assert (mark("L0.P1"), mark("L0.1")) == ("○", "✗")
    assert line("L0").counts == (0, 2, len(bank.ids("L0")) - 2)
    assert "To try again: L0.1." in ex.progress().parts


def test_the_way_goes_on_after_the_last_answer():
    """What was left out before comes last, so whoever skips a lesson is not sent back at once."""
    ex.check("L2.1", bank.get("L2.1").answer)
    after = bank.ids("L2")[bank.ids("L2").index("L2.1") + 1]
    assert f"Go on with {after}, in lesson 02." in ex.progress().parts
    final = bank.ids()[-1]
    ex.check(final, bank.get(final).answer)
    assert "Go on with L0.P1, in lesson 00." in ex.progress().parts


def test_at_the_end_nothing_is_left(fresh_learner):
    for name in bank.ids():
        fresh_learner.record(name).note("correct")
    assert "You have answered every question." in ex.progress().parts
    assert {line.counts[1:] for line in ex.progress().lines} == {(0, 0)}


def test_in_a_terminal_it_fits_and_needs_no_colour():
    ex.check("L2.1", (2, 15, 10))
    lines = repr(ex.progress()).splitlines()
    assert max(len(line) for line in lines if line.startswith("    ")) <= 100
    assert any(re.match(r"    02 +[·✗]+ +0 +1 +\d+", line) for line in lines)
    assert {"✓", "✗", "○", "…", "·"} <= set(LEGEND)


@pytest.fixture
def beside_the_lessons(tmp_path, monkeypatch):
    for number in ("02", "08"):
        shutil.copy(next(FOLDER.glob(f"{number}_*.ipynb")), tmp_path)
    (tmp_path / "03_damaged.ipynb").write_bytes(b"\xff\xfe")
    (tmp_path / "04_empty.ipynb").write_text("{}")
    monkeypatch.chdir(tmp_path)
    return Learner(ProgressFile())


def test_lessons_beside_the_kernel_have_their_title_and_can_be_opened(beside_the_lessons):
    shown = course_map(beside_the_lessons)
    assert "What does a grad_fn do?" in repr(shown)
    table = shown._repr_markdown_()
    assert "[02 What does a grad_fn do?](02_mul_backward.ipynb)" in table
    assert "(08_what_is_kept.ipynb)" in table
    assert "| 03 | " in table and "| 04 | " in table
    rows = [row for row in table.splitlines() if row.startswith("|")]
    assert len(rows) == len(bank.LESSONS) + 2
    assert {row.count("|") for row in rows} == {6}

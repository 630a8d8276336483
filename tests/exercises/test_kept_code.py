"""A right engine is kept beside the lesson, stands alone, and replaces nothing that a learner has."""

import errno
import io
import subprocess
import sys
from pathlib import Path

import answers_03
import pytest

from autograd_lab.exercises import own_walk
from autograd_lab.exercises.engine_file import cell_of
from autograd_lab.exercises.learner import learner
from autograd_lab.exercises.progress_file import NAME

NAMED = "my_engine.py"
USED = """
import autograd_lab as al
from my_engine import backward

a = al.tensor(3.0, requires_grad=True)
y = a
for _ in range(300):
    y = y + y
print(max(backward(y.grad_fn, 1.0).values()) == 2.0**300)
"""


@pytest.fixture
def folder(kernel, monkeypatch, tmp_path):
    """The folder of the lessons, where progress is kept."""
    monkeypatch.setenv("AUTOGRAD_LAB_PROGRESS", NAME)
    monkeypatch.setattr(learner.file, "folder", tmp_path)
    return tmp_path


@pytest.fixture
def hand_in_cell(kernel):
    """Run a cell that ends with the check of L3.3."""
    return lambda source: kernel.run(f'{source}\nex.check("L3.3", backward)')


def test_a_right_engine_is_kept_and_can_be_imported(folder, hand_in_cell):
    result = hand_in_cell(f"# mine\n{own_walk.SOLUTION}\nprint('tried')")
    assert result.parts[-1] == f"Your code is saved as `{NAMED}` beside this lesson."
    text = (folder / NAMED).read_text()
    assert text.startswith("# You wrote this in lesson 03.") and "\n# mine\n" in text
    assert "ex.check" not in text and "tried" not in text
    ran = subprocess.run([sys.executable, "-c", USED], cwd=folder, capture_output=True, text=True, timeout=60)
    assert (ran.stdout, ran.stderr) == ("True\n", "")


def test_the_same_cell_again_keeps_the_same_file(folder, hand_in_cell):
    for _ in range(2):
        result = hand_in_cell(own_walk.SOLUTION)
        assert "is saved as" in result.message
    assert [path.name for path in folder.glob("my_engine*")] == [NAMED]


def test_the_empty_cell_of_a_solved_exercise_says_where_the_code_is(folder, hand_in_cell):
    assert hand_in_cell(own_walk.STARTING).parts == ("L3.3: not answered yet. There is still a `...` in backward.",)
    hand_in_cell(own_walk.SOLUTION)
    said = f"You have solved this before: your code is in `{NAMED}` beside this lesson."
    assert hand_in_cell(own_walk.STARTING).parts[1:] == (said,)
    (folder / NAMED).unlink()
    assert len(hand_in_cell(own_walk.STARTING).parts) == 1


def test_a_file_that_is_there_already_stays(folder, hand_in_cell):
    (folder / NAMED).write_text("def backward(root):\n    return {}\n")
    result = hand_in_cell(own_walk.SOLUTION)
    assert result and "which stays as it is" in result.parts[-1]
    assert (folder / NAMED).read_text() == "def backward(root):\n    return {}\n"


def test_nothing_is_kept_where_progress_is_off(folder, hand_in_cell, monkeypatch):
    monkeypatch.setenv("AUTOGRAD_LAB_PROGRESS", "off")
    result = hand_in_cell(own_walk.SOLUTION)
    assert result and NAMED not in result.message
    assert [*folder.iterdir()] == []


def test_a_place_that_cannot_be_written_is_a_sentence(folder, hand_in_cell, monkeypatch):
    monkeypatch.setattr(learner.file, "folder", folder / "missing")
    result = hand_in_cell(own_walk.SOLUTION)
    assert result and result.parts[-1] == f"Your code couldn't be saved as `{NAMED}` (There is no such folder)."


def test_a_full_disk_leaves_no_half_file(folder, hand_in_cell, monkeypatch):
    class Full(io.FileIO):
        def write(self, content):
            super().write(content[:10])
            raise OSError(errno.ENOSPC, "No space left on device")

    def full(path, mode):
        return (Full if Path(path).name.startswith(NAMED) else open)(path, mode)

    monkeypatch.setattr("autograd_lab._core.base.whole_file.open", full, raising=False)
    assert "(No space left on device)" in hand_in_cell(own_walk.SOLUTION).parts[-1]
    assert not (folder / NAMED).exists()


def test_what_needs_another_cell_is_not_kept(folder, hand_in_cell, kernel):
    kernel.run("def less(owed, target):\n    owed[target] -= 1")
    result = hand_in_cell(own_walk.changed("owed[target] -= 1", "less(owed, target)"))
    assert result and "this cell alone raises NameError (name 'less' is not defined)" in result.parts[-1]
    assert not (folder / NAMED).exists()


def test_an_import_in_another_cell_is_named(folder, hand_in_cell, kernel):
    line = "from autograd_lab.exercises.contrast import sends"
    kernel.run(line)
    result = hand_in_cell(own_walk.SOLUTION.replace(line, ""))
    assert result and "raises NameError (name 'sends' is not defined)" in result.parts[-1]


def test_an_engine_under_another_name_is_not_kept(folder, kernel):
    kernel.run("from autograd_lab import exercises as ex")
    source = own_walk.SOLUTION.replace("def backward", "def engine")
    result = kernel.run(f'{source}\nex.check("L3.3", engine)')
    assert result and "doesn't define `backward`" in result.parts[-1]


@pytest.mark.parametrize("source", [answers_03.LEAF_TWICE, own_walk.changed("+ message", "+ int(message)")])
def test_an_engine_that_is_right_on_most_graphs_alone_is_not_kept(folder, hand_in_cell, source):
    assert not hand_in_cell(source)
    assert not (folder / NAMED).exists()


def test_what_has_no_source_is_no_cell():
    assert cell_of(len).strip() == ""
    assert cell_of(None).strip() == ""

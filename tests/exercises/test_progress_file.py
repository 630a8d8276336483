"""What a learner did lies in one small file beside the lessons: in every kernel, whole, and never lost."""

import json
import subprocess
import sys

import pytest

from autograd_lab import exercises as ex
from autograd_lab.exercises import learner as learners
from autograd_lab.exercises.learner import Learner, Record
from autograd_lab.exercises.progress_file import ProgressFile

NAME = "autograd_lab_progress.json"


@pytest.fixture
def file(tmp_path, monkeypatch):
    place = tmp_path / NAME
    monkeypatch.setenv("AUTOGRAD_LAB_PROGRESS", str(place))
    return place


def another_kernel(*lines: str) -> str:
    """What a fresh Python prints, with the same file."""
    code = "\n".join(["from autograd_lab import exercises as ex", *lines])
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def records(file) -> dict:
    return json.loads(file.read_text())["records"]


def test_another_kernel_knows_what_was_done_here(file):
    ex.check("L2.1", (2, 15, 10))
    ex.check("L2.1", (6, 15, 10))
    ex.hint("L2.2")
    ex.reveal("L0.1")
    table = another_kernel("print(ex.progress())")
    assert "L2.1      correct, wrong tries: 1" in table
    assert "L2.2      not answered yet, hints: 1" in table
    assert "L0.1      not answered yet, revealed" in table


def test_a_kernel_that_runs_already_sees_what_another_one_did(file):
    assert "L0.P4" not in repr(ex.progress())
    another_kernel("ex.check('L0.P4', 7)")
    assert "L0.P4     correct" in repr(ex.progress())


def test_two_kernels_do_not_erase_each_other(file):
    mine, other = Learner(), Learner()
    for learner, name in ((mine, "L2.1"), (other, "L2.2"), (mine, "L2.3")):
        record = learner.record(name)
        record.note("correct")
        record.keep()
    assert set(records(file)) == {"L2.1", "L2.2", "L2.3"}


def test_what_two_kernels_did_to_one_exercise_is_joined(file):
    mine, other = Learner(), Learner()
    held = mine.record("L2.1")
    far = other.record("L2.1")
    far.said, far.answer, far.wrong_tries = "8", 8, 2
    far.note("wrong")
    far.keep()
    held.hints = 1
    held.keep()
    assert records(file)["L2.1"] == {
        "said": "8", "answer": 8, "last": "wrong", "best": "wrong", "wrong_tries": 2, "hints": 1,
    }  # fmt: skip


def test_a_wrong_try_does_not_erase_correct(file):
    ex.check("L2.1", (6, 15, 10))
    ex.check("L2.1", (2, 15, 10))
    record = learners.learner.record("L2.1")
    assert (record.best, record.last) == ("correct", "wrong")
    assert "L2.1      correct, wrong tries: 1" in repr(ex.progress())


@pytest.mark.parametrize(
    ("name", "answer"),
    [("L2.1", {"a": 6, "b": 15, "d": 10}), ("L2.P1", "C"), ("L0.1", [1, 2, 3, 4, 5]), ("L1.3", "5 2 7 8 4 1 6"),
     ("L5.1", {"slots1": [1, 10], "grad1": 1, "slots2": [20, None], "grad2": 3}), ("L0.P3", None)],
)  # fmt: skip
def test_an_answer_comes_back_and_can_be_judged_again(file, name, answer):
    first = ex.check(name, answer)
    record = Learner().record(name)
    assert record.answer is not ...
    again = ex.check(name, record.answer)
    assert (again.status, again.parts[0]) == (first.status, first.parts[0])


def test_nothing_is_written_for_what_is_not_answered(file):
    ex.check("L2.1")
    ex.check("L2.1", "no dict")
    ex.progress()
    ex.question("L2.1")
    assert not file.exists()


def test_code_is_not_kept(file):
    ex.check("L1.4", lambda slopes: 3)
    assert "answer" not in records(file)["L1.4"]
    assert Learner().record("L1.4").answer is ...


def test_the_same_doings_give_the_same_bytes(file):
    for name in ("L2.1", "L0.P4"):
        ex.check(name, 3)
    first = file.read_bytes()
    file.unlink()
    ex.start_over()
    for name in ("L0.P4", "L2.1"):
        ex.check(name, 3)
    assert file.read_bytes() == first
    assert [item.name for item in file.parent.iterdir()] == [NAME]


# ----- starting over -------------------------------------------------------------------------------------------------
def test_start_over(file):
    for name in ("L2.1", "L2.P1", "L0.P4"):
        ex.check(name, (6, 15, 10) if name == "L2.1" else 12)
    ex.check("L2.1", (1, 1, 1), seed=3)
    form = ex.predict("L2.P1")
    assert repr(ex.start_over("L2.1")) == "Forgotten: L2.1."
    assert set(records(file)) == {"L2.P1", "L0.P4"}
    assert repr(ex.start_over("L2")) == "Forgotten: L2.P1."
    assert form.status == "not answered yet"
    assert repr(ex.start_over()) == "Forgotten: L0.P4."
    assert records(file) == {}
    assert repr(ex.start_over()) == repr(ex.start_over("L2")) == "There was nothing to forget."
    with pytest.raises(LookupError, match=r"There is no exercise 'L2.99'. L2 has L2"):
        ex.start_over("L2.99")


def test_another_kernel_does_not_bring_back_what_was_forgotten(file):
    mine, other = Learner(), Learner()
    record = mine.record("L2.1")
    record.note("correct")
    record.keep()
    assert other.record("L2.1").best == "correct"
    mine.forget()
    another = other.record("L2.2")
    another.note("wrong")
    another.keep()
    assert set(records(file)) == {"L2.2"}


# ----- what can go wrong ---------------------------------------------------------------------------------------------
DAMAGED = ["", "{", "[]", "null", '{"records": 3}', '{"version": 99, "records": {}}', "[" * 100_000, "\0", "é" * 3]


@pytest.mark.parametrize("text", DAMAGED)
def test_a_damaged_file_is_put_aside(file, text, capsys):
    file.write_bytes(text.encode("latin-1"))
    ex.check("L0.P4", 7)
    assert set(records(file)) == {"L0.P4"}
    aside = file.with_name("autograd_lab_progress.unreadable1.json")
    assert aside.read_bytes() == text.encode("latin-1")
    assert capsys.readouterr().err == (f"{NAME} could not be read. It is now called {aside.name}; a new one begins.\n")
    file.write_text("{")
    ex.check("L0.P4", 7)
    assert file.with_name("autograd_lab_progress.unreadable2.json").read_text() == "{"


def test_fields_of_another_kind_are_new(file):
    odd = {"best": "splendid", "last": 3, "hints": "many", "wrong_tries": True, "revealed": 1, "said": [], "more": 1}
    file.write_text(json.dumps({"version": 1, "records": {"L2.1": odd, "L2.2": [], "L99.1": {"best": "correct"}}}))
    assert learners.learner.record("L2.1") == Record()
    assert "L2.1" not in repr(ex.progress())
    ex.check("L0.P4", 7)
    assert records(file)["L99.1"] == {"best": "correct"}


def test_without_a_place_to_write_memory_serves_and_it_is_said_once(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("AUTOGRAD_LAB_PROGRESS", str(tmp_path / "missing" / NAME))
    ex.check("L0.P4", 7)
    ex.check("L0.P4", 8)
    said = f"{NAME} cannot be written (No such file or directory), so your progress is kept in this kernel only.\n"
    assert capsys.readouterr().err == said
    assert "L0.P4     correct, wrong tries: 1" in repr(ex.progress())
    assert said.strip() in repr(ex.progress())


def test_a_folder_in_its_place(tmp_path, monkeypatch, capsys):
    (tmp_path / NAME).mkdir()
    monkeypatch.setenv("AUTOGRAD_LAB_PROGRESS", str(tmp_path / NAME))
    ex.check("L0.P4", 7)
    assert "L0.P4     correct" in repr(ex.progress())
    assert "Traceback" not in capsys.readouterr().err
    assert [item.name for item in tmp_path.iterdir()] == [NAME]


def test_off(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("AUTOGRAD_LAB_PROGRESS", "off")
    ex.check("L0.P4", 7)
    assert list(tmp_path.iterdir()) == []
    assert "kept in this kernel only" in repr(ex.progress())


def test_it_lies_where_the_kernel_began(tmp_path, monkeypatch):
    monkeypatch.delenv("AUTOGRAD_LAB_PROGRESS")
    (tmp_path / "lessons").mkdir()
    monkeypatch.chdir(tmp_path / "lessons")
    file = ProgressFile()
    monkeypatch.chdir(tmp_path)
    assert file.write({"L2.1": {"best": "correct"}})
    assert [item.name for item in (tmp_path / "lessons").iterdir()] == [NAME]
    assert list((tmp_path).glob("*.json")) == []
    assert file.read() == {"L2.1": {"best": "correct"}}

"""What a learner did lies in one small file beside the lessons: in every kernel, whole, and never lost."""

import errno
import json
import subprocess
import sys
import time
from pathlib import Path
from subprocess import PIPE

import pytest

from autograd_lab import exercises as ex
from autograd_lab.exercises import learner as learners
from autograd_lab.exercises import progress_file
from autograd_lab.exercises.learner import Learner, Record
from autograd_lab.exercises.progress_file import ProgressFile, locked

NAME = "autograd_lab_progress.json"


@pytest.fixture
def file(tmp_path, monkeypatch):
    place = tmp_path / NAME
    learners.learner.file._said.clear()
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
    table = another_kernel("print(ex.progress('L0'), ex.progress('L2'))")
    assert "L2.1      correct, wrong tries: 1" in table
    assert "L2.2      not answered yet, hints: 1" in table
    assert "L0.1      not answered yet, revealed" in table


def test_a_kernel_that_runs_already_sees_what_another_one_did(file):
    assert "L0.P4     correct" not in repr(ex.progress("L0"))
    another_kernel("ex.check('L0.P4', 7)")
    assert "L0.P4     correct" in repr(ex.progress("L0"))


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


def test_the_last_answer_is_the_one_given_last_in_whichever_kernel(file):
    mine, other = Learner(), Learner()
    held = mine.record("L2.1")
    for learner, said in ((mine, "7"), (other, "8")):
        record = learner.record("L2.1")
        record.said = said
        record.note("wrong")
        record.keep()
    held.hints = 1  # a form still holds it; its own answer is in the file already, and the other one is later
    held.keep()
    assert (records(file)["L2.1"]["said"], held.said) == ("8", "8")


def test_a_solution_that_another_kernel_has_shown_counts_as_shown(file):
    mine, other = Learner(), Learner()
    held, far = mine.record("L2.1"), other.record("L2.1")
    far.revealed = True
    far.keep()
    held.note("correct")
    held.keep()
    assert records(file)["L2.1"] == {"best": "correct", "last": "correct", "revealed": True}
    assert held.revealed


def test_a_verdict_is_kept_and_a_new_guess_waits_for_its_own(file):
    ex.ask("L0.P4").commit(7)
    assert records(file)["L0.P4"] == {"answer": 7.0, "best": "kept", "last": "kept", "said": "7"}
    ex.ask("L0.P4").settle()
    assert records(file)["L0.P4"] == {
        "answer": 7.0, "best": "correct", "last": "correct", "said": "7", "settled": True,
    }  # fmt: skip
    ex.ask("L0.P4").commit(4)
    assert records(file)["L0.P4"] == {"answer": 4.0, "best": "correct", "last": "kept", "said": "4"}
    assert "Saved: you said 4." in another_kernel("print(ex.ask('L0.P4'))")


def test_a_wrong_try_does_not_erase_correct(file):
    ex.check("L2.1", (6, 15, 10))
    ex.check("L2.1", (2, 15, 10))
    record = learners.learner.record("L2.1")
    assert (record.best, record.last) == ("correct", "wrong")
    assert "L2.1      correct, wrong tries: 1" in repr(ex.progress("L2"))


@pytest.mark.parametrize(
    ("name", "answer"),
    [("L2.1", {"a": 6, "b": 15, "d": 10}), ("L2.P1", "C"), ("L0.1", [1, 2, 3, 4, 5]), ("L1.4", [*"DAEBC"]),
     ("L5.1", {"first": [1, 10], "second": [20, None]}), ("L0.P2", None)],
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
    ex.ask("L2.1")
    assert not file.exists()


def test_code_is_not_kept(file):
    ex.check("L1.3", lambda slopes: 3)
    assert "answer" not in records(file)["L1.3"]
    assert Learner().record("L1.3").answer is ...


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
    form = ex.ask("L2.P1")
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
DAMAGED = ["", "{", "[]", "null", '{"records": 3}', '{"version": 2, "records": {}}', "[" * 100_000, "\0", "é" * 3]


OLD = '{"version": 1, "records": {"L2.1": {"best": "correct", "last": "correct"}}}'
MEMORY = "It stays as it is, and your progress is kept only in this kernel.\n"


def failing(path):
    raise PermissionError(errno.EACCES, "Permission denied")


@pytest.fixture
def locked_away(file, monkeypatch):
    """A file that is there, and that cannot be read: `chmod 000`, or a network home that answers EIO."""
    file.write_text(OLD)
    with monkeypatch.context() as patch:
        patch.setattr(Path, "read_bytes", failing)
        yield patch


def test_a_file_that_cannot_be_read_is_never_replaced(file, locked_away, capsys):
    ex.check("L0.P4", 7)
    ex.check("L2.1", (6, 15, 10), seed=3)
    ex.start_over("L0.P4")
    assert file.read_text() == OLD
    said = f"{NAME} cannot be read (Permission denied). {MEMORY}"
    assert capsys.readouterr().err == said
    assert said.strip() in repr(ex.progress())
    assert [item.name for item in file.parent.iterdir()] == [NAME]


def test_what_was_done_meanwhile_is_kept_as_soon_as_it_can_be_read(file, locked_away):
    ex.check("L0.P4", 7)
    ex.check("L2.1", (1, 1, 1))
    locked_away.undo()
    table = repr(ex.progress())
    assert set(records(file)) == {"L0.P4", "L2.1"}
    assert (records(file)["L2.1"]["best"], records(file)["L2.1"]["last"]) == ("correct", "wrong")
    assert "This is kept in" in table
    assert "cannot be read" not in table


def test_what_was_forgotten_meanwhile_stays_forgotten(file, monkeypatch):
    ex.check("L0.P4", 7)
    ex.check("L2.1", (6, 15, 10))
    with monkeypatch.context() as patch:
        patch.setattr(Path, "read_bytes", failing)
        ex.start_over("L0.P4")
        assert set(records(file)) == {"L0.P4", "L2.1"}
    assert "L0.P4     not answered yet" in repr(ex.progress("L0"))
    assert set(records(file)) == {"L2.1"}


def test_a_byte_order_mark_is_no_damage(file, capsys):
    """Editors on Windows put one in front."""
    file.write_text(OLD, encoding="utf-8-sig")
    assert "L2.1      correct" in repr(ex.progress("L2"))
    assert capsys.readouterr().err == ""


# ----- what the kernel knows -----------------------------------------------------------------------------------------
@pytest.mark.parametrize("damage", [Path.unlink, lambda file: file.write_text("{")])
def test_a_kernel_forgets_nothing_because_its_file_is_gone(file, damage):
    ex.check("L2.1", (6, 15, 10))
    damage(file)
    assert "L2.1      correct" in repr(ex.progress("L2"))
    ex.check("L0.P4", 7)
    assert set(records(file)) == {"L0.P4", "L2.1"}


KEEP_MANY = """
import sys
from autograd_lab.exercises.learner import Learner
learner = Learner()
print("ready", flush=True)
sys.stdin.read(1)
for number in range({count}):
    record = learner.record(f"{{sys.argv[1]}}.{{number}}")
    record.note("correct")
    record.keep()
assert len(learner.touched()) >= {count}
"""


def test_two_kernels_that_write_at_once_lose_nothing(file):
    count = 150
    code = KEEP_MANY.format(count=count)
    kernels = [
        subprocess.Popen([sys.executable, "-c", code, name], stdin=PIPE, stdout=PIPE, stderr=PIPE, text=True)
        for name in ("A", "B")
    ]
    for kernel in kernels:
        assert kernel.stdout.readline() == "ready\n"
    for kernel in kernels:
        kernel.stdin.write("!")
        kernel.stdin.flush()
    assert [kernel.communicate()[1] for kernel in kernels] == ["", ""]
    assert set(records(file)) == {f"{name}.{number}" for name in "AB" for number in range(count)}
    assert [item.name for item in file.parent.iterdir()] == [NAME]


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
    assert "L2.1      not answered yet" in repr(ex.progress("L2"))
    ex.check("L0.P4", 7)
    assert records(file)["L99.1"] == {"best": "correct"}


def test_without_a_place_to_write_memory_serves_and_it_is_said_once(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("AUTOGRAD_LAB_PROGRESS", str(tmp_path / "missing" / NAME))
    ex.check("L0.P4", 7)
    ex.check("L0.P4", 8)
    said = f"{NAME} cannot be written (There is no such folder), so your progress is kept only in this kernel.\n"
    assert capsys.readouterr().err == said
    assert "L0.P4     correct, wrong tries: 1" in repr(ex.progress("L0"))
    assert said.strip() in repr(ex.progress())


def test_a_folder_in_its_place(tmp_path, monkeypatch, capsys):
    (tmp_path / NAME).mkdir()
    monkeypatch.setenv("AUTOGRAD_LAB_PROGRESS", str(tmp_path / NAME))
    ex.check("L0.P4", 7)
    assert "L0.P4     correct" in repr(ex.progress("L0"))
    assert "Traceback" not in capsys.readouterr().err
    assert [item.name for item in tmp_path.iterdir()] == [NAME]


def test_off(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("AUTOGRAD_LAB_PROGRESS", "off")
    ex.check("L0.P4", 7)
    assert list(tmp_path.iterdir()) == []
    assert "kept only in this kernel" in repr(ex.progress())


def test_it_lies_where_the_kernel_began(tmp_path, monkeypatch):
    monkeypatch.delenv("AUTOGRAD_LAB_PROGRESS")
    (tmp_path / "lessons").mkdir()
    monkeypatch.chdir(tmp_path / "lessons")
    file = ProgressFile()
    monkeypatch.chdir(tmp_path)
    assert file.update(lambda stored: {"L2.1": {"best": "correct"}})
    assert [item.name for item in (tmp_path / "lessons").iterdir()] == [NAME]
    assert list((tmp_path).glob("*.json")) == []
    assert ProgressFile().news() is None, "the other folder has none"
    file._seen = None
    assert file.news() == {"L2.1": {"best": "correct"}}


# ----- one at a time --------------------------------------------------------------------------------------------------
def test_a_lock_that_stays_is_taken_away(tmp_path, monkeypatch):
    monkeypatch.setattr(progress_file, "PATIENCE", 0.2)
    lock = tmp_path / "numbers.lock"
    lock.touch()
    began = time.perf_counter()
    with locked(tmp_path / "numbers"):
        assert lock.exists()
    assert 0.2 <= time.perf_counter() - began < 2
    assert not lock.exists()


def test_where_no_lock_can_be_made_nothing_is_waited_for(tmp_path):
    with locked(tmp_path / "missing" / "numbers"):
        pass


def test_who_held_the_lock_too_long_leaves_it_to_the_next(tmp_path, monkeypatch):
    monkeypatch.setattr(progress_file, "PATIENCE", 0.01)
    with progress_file.locked(tmp_path / "kept.json"):
        time.sleep(0.02)
    assert (tmp_path / "kept.json.lock").exists(), "another kernel may have made it in the meantime"

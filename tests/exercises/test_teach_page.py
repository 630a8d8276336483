"""The page for instructors: its code runs as it stands there, and does what the page says."""

import re
import shlex
from pathlib import Path

import pytest
from kernel import Kernel

from autograd_lab import cli
from autograd_lab import exercises as ex
from autograd_lab.exercises import bank
from autograd_lab.exercises.learner import permissions

PAGE = Path(__file__).parent.parent.parent / "notebooks" / "TEACH.md"
TEXT = PAGE.read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```python\n(.*?)^```$", TEXT, re.DOTALL | re.MULTILINE)


@pytest.fixture
def kernel():
    kernel = Kernel()
    yield kernel
    kernel.close()
    for name in [name for name in bank.ids() if name.startswith("M")]:
        del bank._builders[name], bank._families[name]
    bank.get.cache_clear()


def test_every_block_runs_twice(kernel):
    assert len(BLOCKS) >= 10
    for _ in range(2):
        for block in BLOCKS:
            permissions.allow()
            kernel.run(block)


def test_what_the_page_says(kernel):
    for block in BLOCKS:
        kernel.run(block)
    permissions.allow()
    for name in ("M1.1", "M1.2", "M1.3", "M2.P1", "M2.1"):
        exercise = bank.get(name)
        assert ex.check(name, exercise.answer), name
        for wrong in exercise.wrong:
            result = ex.check(name, bank.full_answer(exercise, wrong.answer))
            assert (result.status, wrong.text in result.parts or not wrong.text) == ("wrong", True)
    [shown] = re.findall(r"^```text\n(✗ .*?)\n```$", TEXT, re.DOTALL | re.MULTILINE)
    assert str(ex.check("M1.1", 8)).startswith(shown)  # from the second time on, there is a line about hints
    assert ex.ask("M2.P1").commit(2).status == "kept"
    lines = {line.split()[0]: line.split()[1:] for line in repr(ex.progress()).splitlines() if line.split()}
    assert lines["M1"][1:] == ["3", "0", "0"]
    assert lines["M2"][1:] == ["2", "0", "0"]


def test_the_ten_lines_are_ten_and_the_thirty_thirty():
    ten = next(block for block in BLOCKS if block.startswith('ex.add("M1.1"'))
    assert len(ten.splitlines()) <= 10
    first = next(number for number, block in enumerate(BLOCKS) if block.startswith('ex.add("M2.P1"'))
    assert sum(len(block.splitlines()) for block in BLOCKS[first : first + 4]) <= 32


def test_the_commands_make_what_the_next_lines_take(tmp_path, monkeypatch):
    """Those of this package run; for the others see tests/classroom."""
    commands = [
        line
        for block in re.findall(r"^```sh\n(.*?)^```$", TEXT, re.DOTALL | re.MULTILINE)
        for line in block.splitlines()
    ]
    ours = [shlex.split(line, comments=True)[1:] for line in commands if line.startswith("autograd-lab ")]
    site = [words for words in ours if words[0] == "site"]
    assert site == [["site", "pages", "--lessons", "00", "mine/my_lesson.ipynb", "--run"]]  # see tests/site
    ours = [words for words in ours if words not in site]
    assert [words[0] for words in ours] == ["assignment"] * 2
    for words in ours:
        monkeypatch.chdir(tmp_path)
        assert cli.main(words) == 0
    made = {file.relative_to(tmp_path).as_posix() for file in tmp_path.rglob("*") if file.is_file()}
    assert {"course/source/01_chain_rule/01_chain_rule.ipynb", "course/01_chain_rule.ipynb"} < made
    assert {line for line in commands if line.startswith("cd ")} == {"cd course"}


def test_the_exercises_named_as_having_numbers_for_each_seed_are_those():
    section = TEXT.partition("## Different numbers for each student")[2]
    named = re.findall(r"L\d+\.\w+", section.partition("```")[0])
    lessons = [bank.get(name) for name in bank.ids() if name.startswith("L")]
    assert named == [exercise.id for exercise in lessons if exercise.varies and not exercise.is_prediction]


def test_no_count_of_lessons_is_left_to_grow_old():
    assert not re.search(r"\b(five|six|seven|eight) lessons", TEXT)

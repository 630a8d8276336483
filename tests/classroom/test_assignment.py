"""Assignments without an autograder: every lesson is stripped and graded here as nbgrader and Otter would do it."""

import json
import re

import pytest
from each_case import in_one_test
from kernel import Kernel

from autograd_lab import cli
from autograd_lab.classroom.assignment import assignment
from autograd_lab.classroom.graders import NBGRADER, OTTER
from autograd_lab.exercises import bank
from autograd_lab.site import shipped as _shipped

LESSONS = [lesson for lesson in _shipped.shipped_lessons() if lesson.name < "90"]
SEEDS = [None, 7]
FORM = "ex.ask("
KEPT = {"L11.4"}
"""Exercises without a blank: what they hand in is put together from what others kept."""


def notebook(lesson, grader, seed):
    return json.loads(assignment(lesson, grader, seed))


def number(lesson):
    """Its number, "02", in the name of a test."""
    return lesson.name[:2]


SOME_BY_DAY = [
    pytest.param(lesson, id=number(lesson), marks=[pytest.mark.nightly] * (number(lesson) not in ("05", "11")))
    for lesson in LESSONS
]


@pytest.fixture(autouse=True)
def no_file(monkeypatch):
    """Nothing of a learner is read or kept."""
    monkeypatch.setenv("AUTOGRAD_LAB_PROGRESS", "off")


def stripped(source, grader):
    """What students get."""
    return re.sub(rf"^{re.escape(grader.begin)}\n.*?^{re.escape(grader.end)}\n", "", source, flags=re.M | re.S)


def is_test(cell):
    return cell["id"].endswith("-test")


def points(kernel, cells, fill):
    """(points, tests) when the cells run in turn, as nbgrader runs them: also past an error. ``fill`` changes cells."""
    results = []
    for cell in cells:
        if cell["cell_type"] != "code":
            continue
        try:
            kernel.run(cell["source"] if is_test(cell) else fill(cell))
            results += [True] if is_test(cell) else []
        except (AssertionError, NameError, SyntaxError):
            results += [False] if is_test(cell) else []
    return sum(results), len(results)


WAYS = {
    "the solution": (None, lambda cell: cell["source"]),
    "nothing": (7, lambda cell: stripped(cell["source"], NBGRADER)),
    "an error": (7, lambda cell: "this is no Python" if "nbgrader" in cell["metadata"] else cell["source"]),
}
"""What students hand in: with which seed, and what then stands in a cell."""


@pytest.mark.parametrize("lesson", SOME_BY_DAY)
def test_full_points_to_the_solution_and_none_to_the_stub(lesson):
    """Tested in turn, as by nbgrader, and when all cells have run, as by Otter: no cell may take a name of another."""
    asked = [name for name in bank.ids(f"L{int(lesson.name[:2])}") if not bank.get(name).is_prediction]
    for way, (seed, fill) in WAYS.items():
        cells, kernel = notebook(lesson, NBGRADER, seed)["cells"], Kernel()
        try:
            for graded in (cells, filter(is_test, cells)):
                assert points(kernel, graded, fill) == (len(asked) if way == "the solution" else 0, len(asked)), way
        finally:
            kernel.close()


@in_one_test("lesson", LESSONS, ids=number)
def test_students_get_the_lesson_as_shipped(lesson):
    """Apart from forms: an open cell with a blank stands there, because autograders look at cells alone."""
    shipped = {cell["id"]: "".join(cell["source"]) for cell in json.loads(lesson.content)["cells"]}
    for grader in (NBGRADER, OTTER):
        for cell in notebook(lesson, grader, None)["cells"]:
            source = shipped.get(cell["id"], FORM)
            if cell["cell_type"] == "code" and not source.startswith(FORM):
                assert stripped(cell["source"], grader) == source
            if "exercise" in cell["metadata"].get("tags", []):
                assert "..." in stripped(cell["source"], grader) or cell["metadata"]["exercise_id"] in KEPT
                assert "jupyter" not in cell["metadata"], "its source is not folded"


def test_a_blank_has_the_parts_of_the_form():
    cells = {cell["metadata"].get("exercise_id"): cell["source"] for cell in notebook(LESSONS[1], NBGRADER, 7)["cells"]}
    assert stripped(cells["L1.1"], NBGRADER) == 'answer_1 = ...\nex.check("L1.1", answer_1, seed=7)'
    table = 'answer_2 = {\n    "a": ...,\n    "b": ...,\n}\nex.check("L1.2", answer_2, seed=7)'
    assert stripped(cells["L1.2"], NBGRADER) == table
    assert stripped(cells["L1.3"], NBGRADER) == bank.get("L1.3").form.cell(bank.get("L1.3"))


@in_one_test("lesson", LESSONS, ids=number)
def test_the_questions_have_the_numbers_of_the_seed(lesson):
    for cell, after in zip(*(notebook(lesson, NBGRADER, seed)["cells"] for seed in SEEDS), strict=True):
        named = re.search(r"### Exercise (L\d+\.\d+)", cell["source"])
        if cell["cell_type"] == "markdown" and named:
            assert (cell["source"] != after["source"]) == bank.get(named[1]).varies, named[1]


@in_one_test("lesson", LESSONS, ids=number)
def test_metadata_is_nbgraders_third_version(lesson):
    marked = [
        cell["metadata"]["nbgrader"]
        for cell in notebook(lesson, NBGRADER, None)["cells"]
        if "nbgrader" in cell["metadata"]
    ]
    assert len({one["grade_id"] for one in marked}) == len(marked)
    for answer, test in zip(marked[::2], marked[1::2], strict=True):
        assert test["grade_id"] == f"{answer['grade_id']}_test"
        assert re.fullmatch(r"L\d+_\d", answer["grade_id"])
        assert (answer["solution"], answer["grade"], answer["locked"], "points" in answer) == (
            True,
            False,
            False,
            False,
        )
        assert (test["solution"], test["grade"], test["locked"], test["points"]) == (False, True, True, 1)
        assert {one["schema_version"] for one in (answer, test)} == {3}


@in_one_test("lesson", LESSONS, ids=number)
def test_otters_blocks_open_and_close(lesson):
    cells = notebook(lesson, OTTER, None)["cells"]
    assert cells[0]["source"].startswith("# ASSIGNMENT CONFIG\n")
    marks = [cell["source"].splitlines()[0] for cell in cells[1:] if cell["cell_type"] == "raw"]
    block = ["BEGIN QUESTION", "BEGIN SOLUTION", "END SOLUTION", "BEGIN TESTS", "END TESTS", "END QUESTION"]
    assert marks == [f"# {words}" for words in block] * (len(marks) // 6)
    assert len({cell["id"] for cell in cells}) == len(cells)


@in_one_test("lesson", LESSONS, ids=number)
def test_nothing_is_brought_along_that_was_shown_or_is_elsewhere(lesson):
    cells = notebook(lesson, NBGRADER, None)["cells"]
    assert not any(cell.get("outputs") or cell.get("execution_count") for cell in cells)
    assert not any(".ipynb)" in cell["source"] for cell in cells)


# ----- the command ----------------------------------------------------------------------------------------------------
def run(*words):
    return cli.main(["assignment", *map(str, words)])


def test_the_command_says_what_comes_next(tmp_path, capsys):
    assert run(tmp_path, "--lessons", "01", "90") == 0
    file = tmp_path / "source" / "01_chain_rule" / "01_chain_rule.ipynb"
    assert file.exists()
    said = capsys.readouterr().out
    assert "1 assignments" not in said and "1 assignment " in said
    assert "90_your_own_model asks nothing" in said
    assert f"cd {tmp_path} && nbgrader generate_assignment 01_chain_rule" in said
    assert run(tmp_path / "otter", "--lessons", "1", "--otter") == 0
    assert (tmp_path / "otter" / "01_chain_rule.ipynb").exists()
    assert "otter assign 01_chain_rule.ipynb" in capsys.readouterr().out


def test_what_a_teacher_changed_is_not_overwritten(tmp_path, capsys):
    assert run(tmp_path, "--lessons", "01", "05") == 0
    file = tmp_path / "source" / "05_multi_output" / "05_multi_output.ipynb"
    config = tmp_path / "nbgrader_config.py"
    before = file.read_bytes()
    assert run(tmp_path, "--lessons", "01", "05") == 0, "unchanged files may be written again"
    file.write_text("mine")
    config.write_text("mine")
    (tmp_path / "source" / "01_chain_rule" / "01_chain_rule.ipynb").unlink()
    assert run(tmp_path, "--lessons", "01", "05") == 1
    assert "--force" in capsys.readouterr().err
    assert file.read_text() == "mine" and not (tmp_path / "source" / "01_chain_rule" / "01_chain_rule.ipynb").exists()
    assert run(tmp_path, "--lessons", "01", "05", "--force") == 0
    assert file.read_bytes() == before and config.read_text() == "mine"


def test_what_cannot_be_done_is_said(tmp_path, capsys):
    file = tmp_path / "file"
    file.write_text("")
    for words, said in [
        (["--lessons", "77"], "there are 00"),
        (["--lessons", "90"], "nothing is graded in 90_your_own_model"),
        (["--lessons", file.with_suffix(".ipynb")], "cannot read"),
    ]:
        assert run(tmp_path, *words) == 1
        assert said in capsys.readouterr().err
    assert run(file, "--lessons", "01") == 1
    assert "cannot write into" in capsys.readouterr().err
    broken = tmp_path / "broken.ipynb"
    broken.write_text("{")
    assert run(tmp_path, "--lessons", broken) == 1
    assert "is no notebook" in capsys.readouterr().err


ADDS = """from autograd_lab import exercises as ex
import autograd_lab as al
class Double(al.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return 2 * x

    @staticmethod
    def backward(ctx, g):
        return 2 * g
def chain(slopes):
    return slopes[0] * slopes[1]
ex.add("M1.1", "What is 2 + 2?", 4)
ex.add("M1.2", "Write chain.", chain, inputs=[([2, 3],), ([4, -1],)])
ex.add("M1.3", "Write Double.", Double, inputs=[(2,)])
ex.add("M1.P1", "And 2 + 3?", 5)"""
OWN = (
    ADDS,
    'ex.ask("M1.P1")',
    'ex.ask("M1.1")',
    'def chain(slopes):\n    ...  # your line\n\nex.check("M1.2", chain)',
    'ex.check("M1.3", ...)',
)


def saved(file, *sources):
    """A notebook with these cells."""
    parts = {"cell_type": "code", "metadata": {}, "execution_count": None, "outputs": []}
    cells = [{**parts, "id": f"c{k}", "source": source} for k, source in enumerate(sources)]
    file.write_text(json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}))
    return file


@pytest.fixture
def own_bank(monkeypatch):
    """What a test adds is gone after it."""
    for name in ("_builders", "_families"):
        monkeypatch.setattr(bank, name, dict(getattr(bank, name)))
    yield
    bank.get.cache_clear()


def test_a_name_that_the_answer_does_not_have_is_refused(tmp_path, own_bank, capsys):
    """The solution would be graded under its own name, and what students write under theirs never."""
    own = saved(tmp_path / "own.ipynb", ADDS, 'def links(slopes):\n    ...\n\nex.check("M1.2", links)')
    assert run(tmp_path / "course", "--lessons", own) == 1
    assert "the cell checks links, but the answer in ex.add is called chain" in capsys.readouterr().err


def test_exercises_that_a_lesson_adds_are_graded(tmp_path, own_bank):
    """Its cells run up to the last `ex.add`; the solutions come out of them."""
    own = saved(tmp_path / "own.ipynb", *OWN)
    assert run(tmp_path / "course", "--lessons", own) == 0
    made = json.loads((tmp_path / "course" / "source" / "own" / "own.ipynb").read_text())["cells"]
    words = [cell["source"] for cell in made if cell["cell_type"] == "markdown"]
    assert words == ["### Exercise M1.1\n\nWhat is 2 + 2?"], "a form brings its question, and gives way to a cell"
    (code,) = [cell["source"] for cell in made if cell["id"] == "c3"]
    assert stripped(code, NBGRADER) == f"{OWN[3]}".replace("\n\nex", "\n\n\nex")
    for way, (_, fill) in WAYS.items():
        kernel = Kernel()
        try:
            assert points(kernel, made, fill) == (3 if way == "the solution" else 0, 3), way
        finally:
            kernel.close()


def test_an_exercise_that_no_cell_adds_stays_as_it_is(tmp_path):
    cell = {
        "cell_type": "code",
        "id": "a",
        "metadata": {"exercise_id": "M1.1", "tags": ["exercise"]},
        "source": "answer = ...",
    }
    content = json.dumps({"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}).encode()
    assert assignment(_shipped.Lesson("own.ipynb", content), NBGRADER) is None

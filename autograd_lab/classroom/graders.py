"""nbgrader and Otter: how each marks a solution, and what it wants around an exercise.

nbgrader reads an answer cell and a locked cell of tests, marked in their metadata (its version 3). `otter assign` reads
cells of raw text, which say where a question, its solution and its tests begin and end.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from .task import Task

Cell = dict[str, Any]
"""A cell of a notebook, as in the file."""


@dataclass(frozen=True)
class Grader:
    """One autograder."""

    begin: str
    end: str
    """The lines before and after a solution."""
    path: str
    """The path of the notebook of the lesson ``{name}`` in the teacher's folder."""
    opening: Callable[[str], list[Cell]]
    """The cells before those of the lesson of this name."""
    around: Callable[[Task, list[Cell], Cell, Cell], list[Cell]]
    """The cells of a task, from its question (none or one), its answer and its test."""
    beside: Mapping[str, str]
    """Other files that the folder gets, if they are not there yet."""
    then: str
    """What the teacher does next, for the lesson ``{name}`` in ``{folder}``."""


def code(name: str, source: str) -> Cell:
    """A code cell that has not run."""
    return {**_cell("code", name, source), "execution_count": None, "outputs": []}


def raw(name: str, source: str) -> Cell:
    """A cell that only an autograder reads."""
    return _cell("raw", name, source)


def _cell(kind: str, name: str, source: str) -> Cell:
    return {"cell_type": kind, "id": name, "metadata": {}, "source": source}


POINTS = 1
CONFIG = """\
# nbgrader reads this file in this folder. It is yours to change.
import os

c = get_config()
c.ClearSolutions.code_stub = {"python": "# Your answer goes in the place of each ... above."}
os.environ["AUTOGRAD_LAB_PROGRESS"] = "off"  # to grade, no file of a learner's answers is read or written
"""


def _around(task: Task, question: list[Cell], answer: Cell, test: Cell) -> list[Cell]:
    answer["metadata"]["nbgrader"] = _marked(task.name, solution=True)
    test["metadata"]["nbgrader"] = {**_marked(f"{task.name}_test", grade=True, locked=True), "points": POINTS}
    return [*question, answer, test]


def _marked(name: str, grade: bool = False, locked: bool = False, solution: bool = False) -> Cell:
    return {
        "grade": grade,
        "grade_id": name,
        "locked": locked,
        "schema_version": 3,
        "solution": solution,
        "task": False,
    }


NBGRADER = Grader(
    begin="### BEGIN SOLUTION",
    end="### END SOLUTION",
    path="source/{name}/{name}.ipynb",
    opening=lambda name: [],
    around=_around,
    beside={"nbgrader_config.py": CONFIG},
    then="cd {folder} && nbgrader generate_assignment {name}",
)


def _config(name: str) -> list[Cell]:
    return [raw("otter-assignment", f"# ASSIGNMENT CONFIG\nname: {name}\nexport_cell: false")]


def _in_blocks(task: Task, question: list[Cell], answer: Cell, test: Cell) -> list[Cell]:
    def mark(words: str) -> Cell:
        return raw(f"{task.name}-{words.partition(chr(10))[0].lower().replace(' ', '-')}", f"# {words}")

    return [
        mark(f"BEGIN QUESTION\nname: {task.name}\npoints: {POINTS}"),
        *question,
        mark("BEGIN SOLUTION"),
        answer,
        mark("END SOLUTION"),
        mark("BEGIN TESTS"),
        test,
        mark("END TESTS"),
        mark("END QUESTION"),
    ]


OTTER = Grader(
    begin="# BEGIN SOLUTION NO PROMPT",
    end="# END SOLUTION",
    path="{name}.ipynb",
    opening=_config,
    around=_in_blocks,
    beside={},
    then="cd {folder} && otter assign {name}.ipynb dist_{name}",
)

"""nbgrader: each exercise is an answer cell and a locked cell of tests, marked in their metadata (its version 3)."""

from .grader import Cell, Grader
from .task import Task

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

"""Otter: cells of raw text say where a question, its solution and its tests begin and end, for `otter assign`."""

from .grader import Cell, Grader, raw
from .task import Task

POINTS = 1


def _opening(name: str) -> list[Cell]:
    return [raw("otter-assignment", f"# ASSIGNMENT CONFIG\nname: {name}\nexport_cell: false")]


def _around(task: Task, question: list[Cell], answer: Cell, test: Cell) -> list[Cell]:
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
    opening=_opening,
    around=_around,
    beside={},
    then="cd {folder} && otter assign {name}.ipynb dist_{name}",
)

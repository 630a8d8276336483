"""In what autograders differ: how they mark a solution, and what they want around an exercise."""

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
    """The lines between which a solution stands."""
    path: str
    """Where the notebook of the lesson ``{name}`` lies in the teacher's folder."""
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

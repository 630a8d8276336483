"""A lesson as the teacher's notebook, with solutions and tests. The same lesson gives the same bytes."""

import json
import re
from typing import Any

from ..exercises import bank
from ..site.shipped import Lesson, UserError
from .graders import Cell, Grader, code
from .task import Task, task

TO_A_LESSON = re.compile(r"\[([^\]]+)\]\(\d\d_\w+\.ipynb\)")
"""A link to another lesson, which an assignment does not bring along."""
ASKS = re.compile(r"""^ex\.(?:ask|check)\(\s*["']([^"']+)["'](?:\s*,\s*(\w+))?.*\n?""", re.MULTILINE)
"""How a lesson of one's own asks an exercise that it adds."""


def assignment(lesson: Lesson, grader: Grader, seed: int | None = None) -> bytes | None:
    """The notebook as a file for ``grader``; None for a lesson in which nothing is graded.

    With ``seed``, the exercises that have numbers of their own for each seed have those. Raises UserError for a file
    that is no notebook.
    """
    notebook = _read(lesson)
    cells: list[Cell] = []
    graded = False
    for cell in notebook["cells"]:
        cell["source"] = "".join(cell["source"])
        asked = _asked(cell, seed)
        cells += [_plain(cell)] if asked is None else _graded(asked, cell, _question(asked, cell["id"], cells), grader)
        graded |= asked is not None
    notebook["cells"] = [*grader.opening(name_of(lesson)), *cells]
    return (json.dumps(notebook, indent=1, ensure_ascii=False) + "\n").encode() if graded else None


def name_of(lesson: Lesson) -> str:
    """``"05_multi_output"``: what the assignment is called."""
    return lesson.name.removesuffix(".ipynb")


def _read(lesson: Lesson) -> dict[str, Any]:
    try:
        notebook = json.loads(lesson.content)
    except ValueError as error:
        raise UserError(f"{lesson.name} is no notebook: {error}") from error
    if not isinstance(notebook, dict) or "cells" not in notebook:
        raise UserError(f"{lesson.name} is no notebook: it has no cells")
    return notebook


def _asked(cell: Cell, seed: int | None) -> Task | None:
    """The task that a cell sets, if it is an exercise's and no prediction's."""
    metadata: dict[str, Any] = cell["metadata"]
    if "exercise" in metadata.get("tags", []):
        return task(metadata.get("exercise_id", ""), seed)
    asks = ASKS.search(cell["source"]) if cell["cell_type"] == "code" else None
    if asks is None or asks[1].partition(".")[0] in bank.LESSONS:
        return None
    found = task(asks[1], None, ASKS.sub("", cell["source"]).rstrip())
    if found is None or found.exercise.is_prediction:
        return None
    if found.exercise.is_code and asks[2] not in (None, found.exercise.form.name):
        raise UserError(
            f"{asks[1]}: the cell checks {asks[2]}, but the answer in ex.add is called {found.exercise.form.name}: "
            "students must write what the answer is called, so give both the same name."
        )
    return found


def _question(asked: Task, name: str, cells: list[Cell]) -> list[Cell]:
    """The words above the exercise's cell: a lesson has them, at the end of ``cells``, and they are taken off there; in
    a lesson of one's own a form brings them."""
    if cells and cells[-1]["source"].startswith(f"### Exercise {asked.exercise.id}"):
        words = cells.pop()
        return [{**words, "source": asked.question(words["source"])}]
    source = asked.question("")
    words = {"cell_type": "markdown", "id": f"{name}-question", "metadata": {}, "source": source}
    return [words] if source else []


def _graded(asked: Task, cell: Cell, question: list[Cell], grader: Grader) -> list[Cell]:
    answer = {**_plain(cell), "source": asked.cell(grader.begin, grader.end)}
    answer["metadata"] = {name: value for name, value in cell["metadata"].items() if name != "jupyter"}  # not folded
    return grader.around(asked, question, answer, code(f"{cell['id']}-test", asked.test()))


def _plain(cell: Cell) -> Cell:
    """A cell without what it has shown: the students' own will show it again."""
    if cell["cell_type"] == "code":
        return {**cell, "execution_count": None, "outputs": []}
    return {**cell, "source": TO_A_LESSON.sub(r"\1", cell["source"])}

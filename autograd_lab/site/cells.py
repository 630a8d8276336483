"""What each cell of a notebook becomes on the page."""

import ast
import copy
import re
from html import escape
from typing import Any

import nbformat

from ..exercises import bank
from ..exercises.exercise import Exercise
from ..exercises.learner import UNANSWERED
from .answer_form import answer_form
from .chapter import Chapter, Records
from .code_exercise import code_exercise

WIDGET = "application/vnd.jupyter.widget-view+json"
ASKED = ("predict", "parsons")
PAUSE = re.compile(r'"id": "([^"]+)", "event": (\d+)')
"""How a stepper's stored page says where it waits for which question."""
STEP = '<span class="at-step" id="{name}-step" data-event="{event}"></span>'
"""What a link to that step leads to."""


def prepared(chapter: Chapter, repository: str | None) -> tuple[Any, dict[str, str]]:
    """The notebook as the template wants it, and where each question is settled: exercise → ``id`` of the cell.

    A stored widget would need a kernel or a CDN. Beside it there always are its words and its picture, and where it was
    a form, there now is one that works by itself.
    """
    notebook = copy.deepcopy(chapter.notebook)
    notebook.metadata.pop("widgets", None)
    places: dict[str, str] = {}
    for cell in notebook.cells:
        if cell.cell_type != "code":
            continue
        for output in cell.outputs:
            output.get("data", {}).pop(WIDGET, None)
        asked = question_in(cell.source)
        if asked is not None:
            _ask(cell, asked, chapter.records)
            places.setdefault(asked.id, asked.id)
        elif (exercise := _known(cell.metadata.get("exercise_id", ""))) is not None:
            cell.metadata.place = exercise.id
            cell.outputs = [output for output in cell.outputs if not _says_nothing(output)]
            form = answer_form(exercise, chapter.records)
            cell.metadata.without_source = form is not None
            if form and exercise.id in chapter.records:
                cell.outputs = []  # the form says it again
            _add_html(cell, form or code_exercise(exercise, chapter.lesson.name, repository))
        elif settled := settled_in(cell):
            _add_html(cell, "".join(STEP.format(name=escape(name), event=event) for name, event in settled))
            places |= {name: f"{name}-step" for name, _ in settled}
    return notebook, places


def question_in(source: str) -> Exercise | None:
    """The exercise that the last line asks about with ``ex.predict`` or ``ex.parsons``; None where there is none."""
    try:
        call = ast.parse(source).body[-1].value
        name, arguments = call.func.attr, [ast.literal_eval(part) for part in call.args]
        seed = {word.arg: ast.literal_eval(word.value) for word in call.keywords}.get("seed")
    except (SyntaxError, IndexError, AttributeError, ValueError):
        return None
    return _known(str(arguments[0]), seed) if name in ASKED and arguments else None


def _known(name: str, seed: int | None = None) -> Exercise | None:
    """The exercise of this name. An instructor's own is made by a cell, and no cell is run here."""
    try:
        return bank.get(name, seed)
    except LookupError:
        return None


def _says_nothing(output: Any) -> bool:
    """Whether this only says that the cell was not answered."""
    return "".join(output.get("data", {}).get("text/plain", "")).partition(": ")[2].startswith(UNANSWERED)


def settled_in(cell: Any) -> list[tuple[str, int]]:
    """(exercise, event) for every question at which the stepper of this cell waits."""
    stored = "".join(output.get("data", {}).get("text/html", "") for output in cell.outputs)
    return [(name, int(event)) for name, event in PAUSE.findall(stored)]


def _ask(cell: Any, exercise: Exercise, records: Records) -> None:
    """The form in place of the call that would show it."""
    form = answer_form(exercise, records)
    if form is None:
        return
    cell.metadata.place, cell.metadata.without_source = exercise.id, True
    cell.outputs = []
    _add_html(cell, form)


def _add_html(cell: Any, html: str) -> None:
    cell.outputs.append(nbformat.v4.new_output("display_data", {"text/html": html}))

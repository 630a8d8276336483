"""A lesson as a page: what each cell of its notebook becomes, put together by nbconvert and the template."""

import ast
import copy
import re
from collections.abc import Collection, Sequence
from html import escape
from pathlib import Path
from typing import Any
from urllib.parse import quote

import nbformat
from jinja2 import pass_context
from nbconvert import HTMLExporter

from ..exercises import bank
from ..exercises.exercise import Exercise
from ..exercises.learner import UNANSWERED
from .answer_form import answer_form
from .chapter import Chapter
from .frame import frame, to_html
from .own_exercises import adds
from .safe import make_safe


def about(notebook: str, binder: str | None) -> str:
    """The words above a lesson. ``notebook`` is its file, ``binder`` an address that opens it (None: there is none)."""
    return (
        '<p class="about">On this page you can step through the pictures and answer the questions. To run code, '
        f"{_ways(notebook, binder)}.</p>"
    )


def code_exercise(exercise: Exercise, notebook: str, binder: str | None) -> str:
    """The words under the cell of an exercise in code: a way to where Python runs, and the hints."""
    return (
        f'<div class="by-hand"><p>{_needs_python(f"answer <b>{escape(exercise.id)}</b>", notebook, binder)}</p>'
        f"{_hints(exercise)}</div>"
    )


def _needs_python(what: str, notebook: str, binder: str | None) -> str:
    return f"To {what}, you need Python: {_ways(notebook, binder)}."


def _ways(notebook: str, binder: str | None) -> str:
    ways = [f'<a href="notebooks/{escape(quote(notebook))}" download>take this lesson into your own JupyterLab</a>']
    if binder:
        ways.insert(0, f'<a href="{escape(binder)}">open it in Binder</a>')
    return ", or ".join(ways)


def _hints(exercise: Exercise) -> str:
    """Each hint inside of the one before it, so that the last one is read last."""
    made, count = "", len(exercise.hints)
    for number, hint in reversed(list(enumerate(exercise.hints, 1))):
        made = f"<details><summary>Hint {number} of {count}</summary><p>{_coded(hint)}</p>{made}</details>"
    return made


def _coded(text: str) -> str:
    """Words in which `backticks` mark code."""
    pieces = escape(text).split("`")
    if len(pieces) % 2 == 0:
        return escape(text)
    return "".join(f"<code>{piece}</code>" if place % 2 and piece else piece for place, piece in enumerate(pieces))


ADDED = "# This cell adds the questions of this lesson. It is in the notebook."
NEEDS_PYTHON = "needs-python"
"""The tag of a cell whose output depends on what the learner has answered: nothing that is stored would be true."""
WIDGET = "application/vnd.jupyter.widget-view+json"
PYTHON = {"name": "python", "pygments_lexer": "ipython3"}
"""All that a page takes from a notebook's metadata, and every lesson's is the same."""
PAUSE = re.compile(r'"id": ?"([^"]+)", ?"event": ?(\d+)')
"""How a stepper's stored page says where it waits for which question."""
STEP = '<span class="at-step" id="{name}-step" data-event="{event}"></span>'
"""The place to which a link to that step leads."""


def prepared(chapter: Chapter, binder: str | None) -> tuple[Any, dict[str, str]]:
    """The notebook as the template wants it, and where each question is settled: exercise → ``id`` of the cell.

    A stored widget would need a kernel or a CDN. Beside it there always are its words and its picture, and where it was
    a form, there now is one that works by itself.
    """
    notebook = copy.deepcopy(chapter.notebook)
    notebook.metadata = nbformat.from_dict({"language_info": PYTHON})
    notebook.cells = [cell for cell in notebook.cells if cell.cell_type in ("code", "markdown")]  # none that is HTML
    places: dict[str, str] = {}
    for cell in notebook.cells:
        for ours in ("place", "without_source"):
            cell.metadata.pop(ours, None)
        if cell.cell_type != "code":
            continue
        for output in cell.outputs:
            output.get("data", {}).pop(WIDGET, None)
            make_safe(output)
        if adds(cell.source):  # the answers stand in it
            cell.source, cell.outputs = ADDED, []
            continue
        asked = exercise_in(cell.source, "ask")
        if asked is not None:
            _ask(cell, asked, chapter, binder)
            places.setdefault(asked.id, asked.id)
        elif exercise := _known(cell.metadata.get("exercise_id", "")) or exercise_in(cell.source, "check"):
            cell.metadata.place = exercise.id
            said = ["".join(output.get("data", {}).get("text/plain", "")).partition(": ")[2] for output in cell.outputs]
            pairs = zip(said, cell.outputs, strict=True)
            cell.outputs = [output for words, output in pairs if not words.startswith(UNANSWERED)]
            _add_html(cell, code_exercise(exercise, chapter.lesson.name, binder))
        elif NEEDS_PYTHON in cell.metadata.get("tags", ()):
            cell.outputs = []
            words = _needs_python("run this cell", chapter.lesson.name, binder)
            _add_html(cell, f'<div class="by-hand"><p>{words}</p></div>')
        elif settled := settled_in(cell):
            _add_html(cell, "".join(STEP.format(name=escape(name), event=event) for name, event in settled))
            places |= {name: f"{name}-step" for name, _ in settled}
    return notebook, places


def exercise_in(source: str, function: str) -> Exercise | None:
    """The exercise for which the last line calls this function of `exercises`; None where it calls another."""
    try:
        call = ast.parse(source).body[-1].value
        name, arguments = call.func.attr, [ast.literal_eval(part) for part in call.args[:1]]
        seed = {word.arg: ast.literal_eval(word.value) for word in call.keywords}.get("seed")
    except (SyntaxError, IndexError, AttributeError, ValueError):
        return None
    return _known(str(arguments[0]), seed) if name == function and arguments else None


def _known(name: str, seed: int | None = None) -> Exercise | None:
    """The exercise of this name. An instructor's own is made by a cell, and no cell is run here."""
    try:
        return bank.get(name, seed)
    except LookupError:
        return None


def settled_in(cell: Any) -> list[tuple[str, int]]:
    """(exercise, event) for every question at which the stepper of this cell waits."""
    stored = "".join(output.get("data", {}).get("text/html", "") for output in cell.outputs)
    return [(name, int(event)) for name, event in PAUSE.findall(stored)]


def _ask(cell: Any, exercise: Exercise, chapter: Chapter, binder: str | None) -> None:
    """The form in place of the call that would show it; for an answer in code, the way to where Python runs."""
    form = answer_form(exercise, chapter.records)
    cell.metadata.place, cell.metadata.without_source = exercise.id, True
    cell.outputs = []
    _add_html(cell, form or f"<p>{_coded(exercise.prompt)}</p>{code_exercise(exercise, chapter.lesson.name, binder)}")


def _add_html(cell: Any, html: str) -> None:
    cell.outputs.append(nbformat.v4.new_output("display_data", {"text/html": html}))


TEMPLATES = Path(__file__).parent / "template"


class _Exporter(HTMLExporter):
    """nbconvert's HTML with our Markdown in it."""

    pages: Collection[str] = ()

    @pass_context
    def markdown2html(self, context: Any, source: str) -> str:
        return to_html(source, self.pages)


def lesson_page(chapter: Chapter, book: Sequence[Chapter], binder: str | None) -> tuple[str, dict[str, str]]:
    """The page, and where on it each question is settled: exercise → the ``id`` of an element."""
    notebook, places = prepared(chapter, binder)
    exporter = _Exporter(template_name="lesson", extra_template_basedirs=[str(TEMPLATES)])
    exporter.pages = [other.page for other in book]
    cells, _ = exporter.from_notebook_node(notebook)
    cells = about(chapter.lesson.name, binder) + cells
    return frame(chapter.title, cells, book, chapter, scripts=("forms.js",)), places

"""Three days of every lesson in JupyterLab, each with a kernel of its own: nothing a learner did is lost.

On the first day all is run, answered, saved. On the second, only the lesson's first cell and one question's cell run,
and a button is pressed on a form whose cell did not run. On the third day all is there, before any cell has run.
"""

import re
import shutil

import labkit
import pytest
from injections import injection, written
from kernel import exercise_cells
from lessons import FILES, code_cells, read

from autograd_lab.exercises import bank
from autograd_lab.exercises.form_model import Question
from autograd_lab.exercises.learner import Learner

FOLDER = "answered"
PROGRESS = "autograd_lab_progress.json"
FORMS = "document.querySelectorAll('form.agl-form').length"
"""How many forms stand in the page."""


@pytest.fixture
def lesson(lab_server, request):
    """A lesson's copy in a folder of its own, which all lessons share, as they do at a learner's."""
    folder = lab_server.root / FOLDER
    folder.mkdir(exist_ok=True)
    file = folder / request.param.name
    shutil.copy(request.param, file)
    return file


@pytest.fixture
def day(lab, lesson):
    """Begin a day: the lesson with a new kernel and as many forms as are kept in it; on the third, on a new page."""

    def begin(shown=0, new_page=False):
        """On a busy machine JupyterLab now and then restores no widget at all; then load its page once more."""
        for patience in (labkit.STALL, labkit.PATIENCE):
            if new_page:
                lab.reload()
            page = lab.show(f"{FOLDER}/{lesson.name}")
            try:
                page.wait_for_function(f"{FORMS} === {shown}", timeout=patience)
                return page
            except Exception as error:
                if patience == labkit.PATIENCE or type(error).__name__ != "TimeoutError":
                    raise
            new_page = True

    return begin


def forms(page):
    """Every form of the lesson, by the name of its exercise."""
    found = page.locator("form.agl-form")
    return {found.nth(i).get_attribute("aria-label"): found.nth(i) for i in range(found.count())}


def answer_questions(file, progress, monkeypatch) -> None:
    """Each question that is not about code gets an answer, as a learner would have given it in another kernel."""
    monkeypatch.setenv("AUTOGRAD_LAB_PROGRESS", str(progress))
    learner = Learner()
    for cell in code_cells(read(file)):
        exercise = bank.get(cell.metadata["exercise_id"]) if "exercise_id" in cell.metadata else None
        if exercise is not None and not exercise.is_code:
            question = Question(exercise, learner.record(exercise.id))
            question.commit(written(exercise, exercise.wrong[0]))
            question.press("settled", None)


def answer_code(page, file) -> None:
    """Every exercise's cell gets a wrong answer."""
    for place, name in code_exercises(file):
        labkit.set_source(page, place, injection(name).wrong[0][0])


def code_exercises(file) -> list[tuple[int, str]]:
    """The places of the cells that are answered with code, and the exercises' names."""
    places = {cell["id"]: place for place, cell in enumerate(read(file).cells)}
    asked = ((places[cell["id"]], cell, name) for cell, name in exercise_cells(read(file)))
    return [(place, name) for place, cell, name in asked if injection(name).wrong and "ex.check" in cell.source]


def replies(page, count: int) -> dict[str, str]:
    """What every form says, once so many stand in the page."""
    page.wait_for_function(f"{FORMS} === {count}")
    return {name: form.locator(".agl-reply").inner_text() for name, form in forms(page).items()}


def press(form) -> None:
    """Ask for a hint, or commit to the same answer again: either changes what the form replies."""
    before = form.locator(".agl-reply").inner_text()
    form.locator("button:enabled:visible").filter(has_text=re.compile("^(Hint|Commit)")).last.click()
    form.locator(".agl-reply").filter(has_not_text=before).wait_for()


BY_DAY = FILES[0]
"""The lesson that every change goes through; the others run at night."""
EACH = [pytest.param(file, id=file.stem, marks=() if file == BY_DAY else pytest.mark.nightly) for file in FILES]


@pytest.mark.parametrize("lesson", EACH, indirect=True)
def test_nothing_a_learner_did_is_lost(lesson, day, monkeypatch):
    places = [place for place, cell in enumerate(read(lesson).cells) if cell.cell_type == "code"]
    questions = [place for place in places if "exercise_id" in read(lesson).cells[place].metadata]
    count = len(questions)
    answer_questions(lesson, lesson.parent / PROGRESS, monkeypatch)

    page = day()
    answer_code(page, lesson)
    labkit.run_all(page)
    said = replies(page, count)
    assert not [name for name, text in said.items() if "Not answered" in text or "Saved" in text], said
    assert labkit.complaints(page) == []
    labkit.save(page)

    page = day(count)
    assert replies(page, count) == said
    for place in (places[0], *questions[-1:]):
        labkit.run_cell(page, place)
    for form in list(forms(page).values())[:-1]:
        press(form)
    said = replies(page, count)
    assert labkit.complaints(page) == []
    labkit.save(page)

    page = day(count, new_page=True)
    assert replies(page, count) == said
    asking = page.locator(".agl-submit").all()
    assert all(button.is_disabled() for button in asking), "without a kernel no form looks alive"
    assert labkit.complaints(page) == []

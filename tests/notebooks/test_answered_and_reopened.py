"""A lesson is answered in JupyterLab, saved, closed, its kernel ended. In another browser all is there again.

On each change `exercises/test_in_browser.py` shows it with one exercise of each kind; the lessons run at night.
"""

import json
import shutil

import labkit
import pytest
from injections import injection
from kernel import exercise_cells
from lessons import LESSONS, read
from walking import STEPPER, WALKS, expect_steppers, go_to_the_end, walk

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


def forms(page):
    """Every form of the lesson, by the name of its exercise."""
    found = page.locator("form.agl-form")
    return {found.nth(i).get_attribute("aria-label"): found.nth(i) for i in range(found.count())}


def answer(form) -> None:
    """Commit to something: the first choice, the number 1, the first line."""
    for name in form.locator("input[type=radio]").evaluate_all("all => [...new Set(all.map(one => one.name))]"):
        form.locator(f"input[name='{name}']").first.check()
    for menu in form.locator("select").all():
        menu.select_option(index=1)
    for box in form.locator("input:not([type=radio])").all():
        box.fill("1")
    for button in form.get_by_role("button", name="Add:").all()[:1]:
        button.click()
    form.locator("button.agl-submit").click()
    form.locator(".agl-reply:not([data-tone=open])").wait_for()


def answer_code(page, file) -> None:
    """Every exercise's cell gets a wrong answer and is run."""
    places = {cell["id"]: place for place, cell in enumerate(read(file).cells)}
    for cell, name in exercise_cells(read(file)):
        wrong = injection(name).wrong
        if wrong and "ex.parsons" not in cell.source:
            labkit.set_source(page, places[cell["id"]], wrong[0][0])
            labkit.run_cell(page, places[cell["id"]])


def replies(page, count: int) -> dict[str, str]:
    """What every form says, once so many stand in the page."""
    page.wait_for_function(f"{FORMS} === {count}")
    return {name: form.locator(".agl-reply").inner_text() for name, form in forms(page).items()}


@pytest.mark.nightly
@pytest.mark.parametrize("lesson", LESSONS, ids=[file.stem for file in LESSONS], indirect=True)
def test_nothing_a_learner_did_is_lost(lesson, lab, page):
    elsewhere, page = page, lab.show(f"{FOLDER}/{lesson.name}")
    labkit.run_all(page)
    answer_code(page, lesson)
    count = sum("exercise_id" in cell.metadata for cell in read(lesson).cells)
    replies(page, count)
    for form in forms(page).values():
        if form.locator("button.agl-submit").count():
            answer(form)
    for view in page.locator(f"{STEPPER}, {WALKS}").all():
        go_to_the_end(view)
    said, shown = replies(page, count), page.locator(STEPPER).count()
    assert not [name for name, text in said.items() if "Not answered" in text or "Kept" in text], said
    assert labkit.complaints(page) == []
    labkit.save(page)
    labkit.shut_down(page)

    page = elsewhere
    labkit.open_notebook(page, lab.lab, lab.notebook, f"{FORMS} === {count}")
    assert replies(page, count) == said
    assert labkit.complaints(page) == []
    expect_steppers(page, shown)
    for stepper in (page.locator(STEPPER).first, page.locator(STEPPER).last):
        walk(stepper)
    labkit.run_all(page)
    assert replies(page, count) == said, "a new kernel has it from the file"
    labkit.shut_down(page)

    kept = json.loads((lab.lab.root / FOLDER / PROGRESS).read_text())
    assert all(name in json.dumps(kept) for name in said)

"""The forms in a real JupyterLab: by mouse, by keyboard alone, without a kernel, and after closing and reopening."""

import json
import urllib.request

import labkit
import pytest

from autograd_lab.exercises import bank

FIRST = """\
import os
os.environ["AUTOGRAD_LAB_PROGRESS"] = "{file}"
from autograd_lab import exercises as ex
from autograd_lab.exercises import bank"""
AFRESH = "ex.start_over()"
CELLS = {
    "choice": 'ex.ask("L2.P1")',
    "number": 'ex.ask("L0.P4")',
    "numbers": 'ex.ask("L0.1")',
    "table": 'ex.ask("L0.2")',
    "reply": 'ex.check("L2.1", {"a": 2, "b": 15, "d": 10})',
    "stepper": 'ex.stepper(bank.get("L2.P1").trace, "L2.P1")',
}
CLOSED = "4 × 3"
"""The arithmetic that answers L2.P1: nothing shows it before the step that decides."""


SHARED = "forms.ipynb"


@pytest.fixture
def opened(lab):
    """The notebook that most of these tests share, as if nothing had been answered: its first cell forgets that."""
    if lab.notebook != SHARED:
        put_and_show(lab, SHARED, f"{FIRST.format(file='forms.json')}\n{AFRESH}")
    return run(lab.page)


@pytest.fixture
def own(lab, request):
    """A notebook of its own, for a test that ends the kernel."""
    name = request.node.name
    put_and_show(lab, f"{name}.ipynb", FIRST.format(file=f"{name}.json"))
    return run(lab.page)


def put_and_show(lab, name, first):
    """A notebook with one form of each kind and a stepper."""
    lab.show(labkit.put(lab.lab, name, (first, *CELLS.values())))


def run(page):
    """All cells."""
    labkit.run_all(page)
    assert labkit.complaints(page) == []
    return page


def form(page, name):
    """The form of an exercise."""
    return page.locator(f'form[aria-label="{name}"]')


def reply(page, name, words):
    """What the form replies, once these words are in it."""
    found = form(page, name).locator(".agl-reply", has_text=words)
    found.wait_for()
    return found.inner_text()


def press(page, name, button):
    form(page, name).get_by_role("button", name=button).click()


# ----- answering ------------------------------------------------------------------------------------------------------
def test_by_mouse(opened):
    page = opened
    form(page, "L2.P1").get_by_text("3", exact=True).click()
    press(page, "L2.P1", "Commit")
    assert "You said 3." in reply(page, "L2.P1", "Saved")

    form(page, "L0.P4").locator("input").fill("<img src=x onerror=window.hacked=1>")
    press(page, "L0.P4", "Commit")
    assert "'<img src=x onerror=window.hacked=1>' is not a number." in reply(page, "L0.P4", "Cannot be read")
    form(page, "L0.P4").locator("input").fill("7")
    press(page, "L0.P4", "Commit")
    reply(page, "L0.P4", "You said 7.")

    for box, number in zip(form(page, "L0.1").locator("input").all(), "17332", strict=True):
        box.fill(number)
    press(page, "L0.1", "Check")
    reply(page, "L0.1", "You said [1, 7, 3, 3, 2].")

    for menu in form(page, "L0.2").locator("select").all():
        menu.select_option("true")
    press(page, "L0.2", "Check")
    reply(page, "L0.2", "A: true, B: true, C: true, D: true")

    press(page, "L2.1", "Hint 1 of 3")
    reply(page, "L2.1", "Hint 1 of 3")
    press(page, "L2.1", "Show step")
    stepper = form(page, "L2.1").locator(".agl-stepper")
    stepper.wait_for()
    press(page, "L2.1", "Hide the picture")
    stepper.wait_for(state="hidden")
    press(page, "L2.1", "Show the solution")
    reply(page, "L2.1", bank.get("L2.1").why)

    assert page.evaluate("window.hacked") is None
    assert labkit.complaints(page) == []


def test_by_keyboard_alone(opened):
    """No key leaves the form for another cell, and Enter commits."""
    page, key = opened, opened.keyboard.press
    form(page, "L2.P1").get_by_role("radio").first.focus()
    cell = labkit.active_cell(page)
    for name in ("Space", "ArrowDown", "ArrowDown", "ArrowUp", "Enter"):
        key(name)
    assert "You said 8." in reply(page, "L2.P1", "Saved")
    assert labkit.active_cell(page) == cell

    form(page, "L0.P4").locator("input").focus()
    page.keyboard.type("−1/2")
    key("Enter")
    reply(page, "L0.P4", "You said -0.5.")

    form(page, "L0.1").locator("input").first.focus()
    for number in "17332":
        page.keyboard.type(number)
        key("Tab")
    key("Enter")
    reply(page, "L0.1", "You said [1, 7, 3, 3, 2].")

    form(page, "L0.2").locator("select").first.focus()
    cell = labkit.active_cell(page)
    for word in ("true", "false", "true", "false"):
        page.keyboard.type(word)
        key("Tab")
    key("Enter")
    reply(page, "L0.2", "A: true, B: false, C: true, D: false")
    assert labkit.active_cell(page) == cell

    form(page, "L2.1").get_by_role("button", name="Show step").press("Enter")
    form(page, "L2.1").locator(".agl-stepper").wait_for()
    form(page, "L2.1").get_by_role("button", name="Hint 1").press("Space")
    reply(page, "L2.1", "Hint 1 of 3")
    assert page.evaluate("document.activeElement.textContent") == "Hint 2 of 3", "the keyboard keeps its place"


@pytest.mark.nightly
def test_escape_leaves_a_form_and_a_stepper_for_the_cell(opened):
    page = opened
    for place, inside in (
        (1, form(page, "L2.P1").get_by_role("radio").first),
        (6, page.locator(".agl-stepper").last),
    ):
        inside.focus()
        page.keyboard.press("Escape")
        page.keyboard.press("k")
        assert labkit.active_cell(page) == place - 1, "the notebook has the keyboard: k goes one cell up"


# ----- settling -------------------------------------------------------------------------------------------------------
def test_a_wrong_guess_shows_no_answer_before_the_picture_does(opened):
    page, stepper = opened, opened.locator(".agl-stepper").last
    form(page, "L2.P1").get_by_label("3", exact=True).check()
    press(page, "L2.P1", "Commit")
    reply(page, "L2.P1", "Saved")
    stepper.locator("button.last").click()
    stepper.get_by_text("You said 3.").wait_for()
    for place in (stepper, form(page, "L2.P1")):
        assert CLOSED not in place.inner_text()
        assert bank.get("L2.P1").why not in place.inner_text()
    stepper.get_by_role("button", name="Go on").click()
    assert CLOSED in stepper.inner_text()
    brief = reply(page, "L2.P1", "Not what you predicted")
    assert "3 is the slope of c" not in brief, "the picture has just said it"
    press(page, "L2.P1", "Why?")
    settled = reply(page, "L2.P1", "3 is the slope of c")
    assert bank.get("L2.P1").why in settled
    assert labkit.complaints(page) == []


@pytest.mark.nightly
def test_what_was_passed_in_a_notebook_that_is_closed_settles_nothing(lab):
    first = f"{FIRST.format(file='forms.json')}\n{AFRESH}"
    put_and_show(lab, SHARED, first)
    stepper = run(lab.page).locator(".agl-stepper").last
    stepper.locator("button.last").click()
    stepper.get_by_role("button", name="Go on anyway").click()
    put_and_show(lab, SHARED, first)
    page, stepper = run(lab.page), lab.page.locator(".agl-stepper").last
    form(page, "L2.P1").get_by_label("3", exact=True).check()
    press(page, "L2.P1", "Commit")
    stepper.locator("button.last").click()
    stepper.get_by_text("You said 3.").wait_for()
    assert "Saved" in form(page, "L2.P1").locator(".agl-reply").inner_text()


@pytest.mark.nightly
def test_a_guess_that_no_lesson_settles_is_settled_in_the_form(opened):
    page = opened
    form(page, "L0.P4").locator("input").fill("4")
    press(page, "L0.P4", "Commit")
    form(page, "L0.P4").locator(".agl-stepper").get_by_role("button", name="Go on").click()
    reply(page, "L0.P4", "Not what you predicted")


def test_running_a_cell_again_leaves_one_form_in_the_saved_state(opened, lab_server):
    for _ in range(3):
        labkit.run_cell(opened, 1)
    labkit.save(opened)
    saved = json.loads((lab_server.root / SHARED).read_text())
    models = saved["metadata"]["widgets"]["application/vnd.jupyter.widget-state+json"]["state"].values()
    names = [model["state"].get("name") for model in models if model["model_name"] == "AnyModel"]
    assert sorted(names) == ["L0.1", "L0.2", "L0.P4", "L2.1", "L2.P1"]


# ----- later ----------------------------------------------------------------------------------------------------------
@pytest.mark.nightly
def test_without_a_kernel_the_form_says_so(own):
    page = own
    form(page, "L2.P1").get_by_label("3", exact=True).check()
    labkit.shut_down(page)
    press(page, "L2.P1", "Commit")
    form(page, "L2.P1").get_by_text("Run this cell to answer").wait_for()
    assert "You said" not in form(page, "L2.P1").inner_text()


def test_jupyterlab_saves_widget_state_by_default(lab_server):
    """The package brings this setting along: else a notebook is saved without its forms."""
    address = f"{lab_server.url}/lab/api/settings/@jupyter-widgets/jupyterlab-manager:plugin?token={lab_server.token}"
    with urllib.request.urlopen(address) as answer:
        assert json.load(answer)["schema"]["properties"]["saveState"]["default"] is True

"""`views.try_it` in a real JupyterLab: a slider moves, and picture, sentence and nudge check follow."""

import labkit
import pytest

pytestmark = [pytest.mark.browser, pytest.mark.kernel]
PROGRAM = """\
import autograd_lab as al
from autograd_lab import views

def program(a, b, d):
    if a == 0:
        raise ZeroDivisionError("a is 0")
    c = a + b
    e = c * d
    return e

tried = views.try_it(program, a=2.0, b=3.0, d=4.0)
runs = []
tried.inputs.observe(lambda change: runs.append(change["new"][0]), "values")
tried"""


NOTEBOOK = "try_it.ipynb"


@pytest.fixture
def lab_page(lab):
    """A notebook with the program, run; the tests share it."""
    if lab.notebook != NOTEBOOK:
        lab.show(labkit.put(lab.lab, NOTEBOOK, (PROGRAM, "print('runs:', len(runs))")))
    labkit.run_all(lab.page)
    lab.page.wait_for_selector(".agl-inputs input")
    lab.page.wait_for_selector(".agl-stepper .node")
    return lab.page


def told(page):
    return page.locator(".agl-stepper .agl-sentence").inner_text()


def row(page, number):
    return page.locator(".agl-sheet tbody tr").nth(number).inner_text().split("\t")


def test_dragging_moves_picture_sentence_and_check(lab_page):
    page = lab_page
    assert labkit.complaints(page) == []
    assert row(page, 2) == ["d = 4", "0.01 ÷ 0.002 = 5", "5", "yes"]
    slider = page.get_by_label("a, slider")
    box = slider.bounding_box()
    page.mouse.move(box["x"] + box["width"] * 0.6, box["y"] + box["height"] / 2)
    page.mouse.down()
    for i in range(60):
        page.mouse.move(box["x"] + box["width"] * (0.6 + i / 200), box["y"] + box["height"] / 2)
    page.mouse.up()
    value = float(slider.input_value())
    assert value > 5
    page.locator(f".agl-sheet >> text=a = {value:g}").wait_for()
    assert page.get_by_label("a, number").input_value() == f"{value:g}"
    assert f"d.grad is {value + 3:g}" in told(page)
    assert f"v= {value + 3:g}" in page.locator(".agl-stepper .agl-middle").text_content()
    assert row(page, 2)[2:] == [f"{value + 3:g}", "yes"]
    labkit.run_cell(page, 1)
    page.wait_for_function("() => /runs: \\d+/.test(document.querySelectorAll('.jp-OutputArea')[1].innerText)")

    # the step and the open card stay
    stepper = page.locator(".agl-stepper")
    stepper.get_by_role("button", name="first", exact=True).click()
    stepper.get_by_role("button", name="next", exact=True).click()
    before = told(page)
    stepper.locator(".node", has_text="MulBackward0").first.click()
    page.locator(".agl-panel h4").wait_for()
    page.get_by_label("d, number").fill("8")
    page.locator(".agl-sheet >> text=d = 8").wait_for()
    assert told(page) == before
    assert "MulBackward0" in page.locator(".agl-panel h4").inner_text()

    # an error is told in place, and the next number works
    page.get_by_label("a, number").fill("0")
    page.locator(".agl-inputs .message", has_text="ZeroDivisionError: a is 0").wait_for()
    page.get_by_label("a, number").fill("-1.5")
    page.locator(".agl-sheet >> text=a = -1.5").wait_for()
    assert page.locator(".agl-inputs .message").inner_text() == ""

    # the keyboard alone
    page.get_by_label("b, slider").focus()
    page.keyboard.press("ArrowRight")
    page.locator(".agl-sheet >> text=b = 3.1").wait_for()
    cells = page.locator(".jp-Notebook .jp-Cell").count()
    page.keyboard.type("dd")
    assert page.locator(".jp-Notebook .jp-Cell").count() == cells
    assert labkit.complaints(page) == []


def test_saved_and_opened_again_it_shows_the_last_inputs(lab_page, lab):
    page = lab_page
    page.get_by_label("a, number").fill("7")
    page.locator(".agl-sheet >> text=a = 7").wait_for()
    page.locator(".agl-stepper").get_by_role("button", name="first", exact=True).click()
    before = told(page)
    labkit.save(page)
    lab.show(NOTEBOOK)
    page.wait_for_selector(".agl-inputs input")
    page.wait_for_selector(".agl-stepper .node")
    assert page.get_by_label("a, number").input_value() == "7"
    assert row(page, 2) == ["d = 4", "0.02 ÷ 0.002 = 10", "10", "yes"]
    assert told(page) == before
    assert page.locator(".agl-inputs .again").is_visible()


def test_without_a_kernel_it_says_how_to_go_on(lab_page):
    page = lab_page
    assert not page.locator(".agl-inputs .again").is_visible()
    labkit.within(page, f"async () => {{ await {labkit.NOTEBOOK}.sessionContext.session.kernel.restart(); }}")
    page.get_by_text("Run this cell to move the inputs.").first.wait_for()
    page.wait_for_function(f"{labkit.NOTEBOOK}.sessionContext.session?.kernel?.status === 'idle'")

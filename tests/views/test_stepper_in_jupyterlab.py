"""A stepper in a cell of a real JupyterLab: HTML that steps, twice, and keeps its keys from the notebook."""

import labkit
import pytest

pytestmark = pytest.mark.browser
CELLS = [
    "import autograd_lab as al\nfrom autograd_lab import views",
    "x = al.tensor(3.0, requires_grad=True)\ny = x * x + x\nwith al.record() as trace:\n    y.backward()",
    "views.stepper(trace)",
    "views.stepper(trace)",
]


@pytest.fixture
def lab_page(lab):
    """A notebook that shows the same stepper twice, run from top to bottom."""
    page = lab.show(labkit.put(lab.lab, "steppers.ipynb", CELLS))
    labkit.run_all(page)
    page.wait_for_selector(".agl-stepper .node")
    return page


def test_both_step_and_no_key_reaches_the_notebook(lab_page):
    page = lab_page
    first, second = page.locator(".agl-stepper").all()
    counts = page.locator(".agl-stepper .count")
    second.get_by_label("next", exact=True).click()
    assert counts.all_inner_texts() == ["0 / 5", "1 / 5"]
    first.focus()
    for key in ("ArrowRight", "ArrowRight", "d", "d", "x", "a", "b", "j", "Enter", "ArrowDown", "i", "i"):
        first.press(key)
    assert counts.all_inner_texts() == ["2 / 5", "1 / 5"]
    first.locator(".node").first.click()
    looks = "(all) => all.map((e) => [getComputedStyle(e).textAlign, getComputedStyle(e.parentNode).backgroundColor])"
    cells = first.locator(".agl-panel td").evaluate_all(looks)
    assert cells and {tuple(cell) for cell in cells} == {("left", "rgba(0, 0, 0, 0)")}  # not as JupyterLab's own tables
    for key in ("d", "d", "x", "ArrowRight"):
        page.keyboard.press(key)
    assert counts.all_inner_texts() == ["3 / 5", "1 / 5"]
    assert page.locator(".jp-Notebook .jp-CodeCell").count() == len(CELLS)
    assert page.locator(".jp-RenderedHTMLCommon .agl-stepper").count() == 2
    assert labkit.complaints(page) == []

"""A trace of 10,000 nodes in a real JupyterLab: its parts come from the kernel, and it steps everywhere."""

import labkit
import pytest

pytestmark = pytest.mark.browser
CELLS = [
    "import autograd_lab as al\nfrom autograd_lab import views",
    "x = h = al.tensor(1.0, requires_grad=True)\nfor _ in range(5000):\n    h = h * 0.999 + 0.001\n"
    "with al.record() as trace:\n    h.backward()",
    "views.stepper(trace, details=True)",
]


@pytest.fixture
def lab_page(lab):
    """A notebook that shows the stepper, run from top to bottom."""
    page = lab.show(labkit.put(lab.lab, "large.ipynb", CELLS))
    labkit.run_all(page)
    page.wait_for_selector(".agl-stepper .node")
    return page


def test_it_steps_everywhere(lab_page):
    page = lab_page
    stepper, active = page.locator(".agl-stepper"), page.locator(".agl-stepper .node.active")

    def at(step):
        stepper.locator(".count", has_text=f"{step} / 65007").wait_for()

    counts = [line.partition(" nodes")[0] for line in stepper.locator(".node.fold .line").all_text_contents()]
    assert counts == [*["1,000"] * 9, "1,001"]
    stepper.get_by_label("last", exact=True).click()
    at(65007)
    assert stepper.locator(".agl-sentence").inner_text().startswith("Backward 1 is over: x.grad is 0.0067")
    stepper.locator("input[type=range]").fill("32503")
    at(32503)
    assert active.get_attribute("aria-label").split(",")[0] in stepper.locator(".agl-sentence").inner_text()
    stepper.get_by_label("first", exact=True).click()
    at(0)
    for step in range(1, 12):
        stepper.get_by_label("next", exact=True).click()
        at(step)
    stepper.get_by_role("button", name="details").click()
    stepper.get_by_label("next", exact=True).click()
    first = int(stepper.locator(".count").inner_text().partition(" /")[0])
    for number in range(first + 1, first + 8):
        stepper.get_by_label("next", exact=True).click()
        stepper.locator(".count", has_text=f"{number} / 10003").wait_for()
    assert labkit.complaints(page) == []

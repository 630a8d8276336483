"""A trace of 10,000 nodes in a real JupyterLab: its parts come from the kernel, and it steps everywhere."""

import labkit
import nbformat
import pytest

pytestmark = pytest.mark.browser
CELLS = [
    "import autograd_lab as al\nfrom autograd_lab import views",
    "x = h = al.tensor(1.0, requires_grad=True)\nfor _ in range(5000):\n    h = h * 0.999 + 0.001\n"
    "with al.record() as trace:\n    h.backward()",
    "views.stepper(trace, details=True)",
]


@pytest.fixture
def lab_page(page, lab_server):
    """A notebook that shows the stepper, run from top to bottom."""
    kernel = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}
    cells = [nbformat.v4.new_code_cell(source) for source in CELLS]
    notebook = nbformat.v4.new_notebook(cells=cells, metadata={"kernelspec": kernel})
    nbformat.write(notebook, lab_server.root / "large.ipynb")
    labkit.open_notebook(page, lab_server, "large.ipynb")
    labkit.run_all(page)
    page.wait_for_selector(".agl-stepper .node")
    yield page
    labkit.shut_down(page)


def test_it_steps_everywhere(lab_page, tmp_path):
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
    for theme in ("dark", "light"):
        labkit.switch_theme(page, theme)
        page.wait_for_selector("#jupyterlab-splash", state="detached")
        labkit.screenshot(page, tmp_path / f"large_{theme}.png")
    stepper.get_by_label("first", exact=True).click()
    at(0)
    for step in range(1, 60):
        stepper.get_by_label("forward", exact=True).click()
        at(step)
    stepper.get_by_role("button", name="details").click()
    stepper.get_by_label("forward", exact=True).click()
    first = int(stepper.locator(".count").inner_text().partition(" /")[0])
    for number in range(first + 1, first + 20):
        stepper.get_by_label("forward", exact=True).click()
        stepper.locator(".count", has_text=f"{number} / 10003").wait_for()
    assert labkit.complaints(page) == []

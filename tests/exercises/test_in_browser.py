"""The forms in a real JupyterLab: committed by mouse and by keyboard, and the reply stands in the page."""

import labkit
import nbformat
import pytest

CELLS = (
    "from autograd_lab import exercises as ex",
    'ex.predict("L2.P1")',
    'ex.predict("L0.2")',
    'ex.parsons("L1.3")',
    'ex.check("L2.1", {"a": 2, "b": 15, "d": 10})',
)


@pytest.fixture
def opened(page, lab_server):
    """A notebook with one form of each kind, run."""
    cells = [nbformat.v4.new_code_cell(source) for source in CELLS]
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    nbformat.write(nbformat.v4.new_notebook(cells=cells, metadata=kernel), lab_server.root / "forms.ipynb")
    labkit.open_notebook(page, lab_server, "forms.ipynb")
    labkit.run_all(page)
    assert labkit.complaints(page) == []
    yield page
    labkit.shut_down(page)


def form(page, start: str):
    """The whole form whose question begins so."""
    return page.locator(".widget-vbox", has_text=start).first


def test_forms_by_mouse_and_keyboard(opened, tmp_path):
    page = opened
    radio = form(page, "L2.P1:")
    radio.get_by_label("3", exact=True).click()
    radio.get_by_role("button", name="Commit").click()
    radio.get_by_text("You said 3.").wait_for()
    assert "3 is the local slope" in radio.get_by_role("status").inner_text()

    lines = form(page, "L1.3:")
    select = lines.locator("select")
    select.focus()
    select.select_option(label="3. dx = 2 * x")
    for _ in range(5):
        lines.get_by_role("button", name="Down").press("Enter")
    page.wait_for_function("() => document.querySelector('select[size]').options[7].text.startsWith('3.')")
    lines.get_by_role("button", name="Check").press("Enter")
    lines.get_by_text("which has no value yet").wait_for()
    labkit.screenshot(page, tmp_path / "forms.png")
    assert labkit.complaints(page) == []

"""The table in a real JupyterLab: typing, clicking, and gradcheck in the kernel."""

import labkit
import nbformat
import pytest

pytestmark = pytest.mark.browser
CELLS = [
    "import autograd_lab as al\nfrom autograd_lab import views",
    "al.derivatives.derivative('wrong(Tensor self) -> Tensor', node='WrongBackward0', forward=lambda self: self * 2, "
    "self=lambda grad: grad * 3, samples=lambda make: [(make(2),)]);",
    "views.table('mul')",
    "al.derivatives.mul",
]


@pytest.fixture
def lab_page(page, lab_server):
    """A notebook that shows the table, run from top to bottom."""
    cells = [nbformat.v4.new_code_cell(source) for source in CELLS]
    kernel = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}
    notebook = nbformat.v4.new_notebook(cells=cells, metadata={"kernelspec": kernel})
    nbformat.write(notebook, lab_server.root / "table.ipynb")
    labkit.open_notebook(page, lab_server, "table.ipynb")
    labkit.run_all(page)
    page.wait_for_selector(".agl-table h3")
    yield page
    labkit.shut_down(page)


def test_searching_and_checking(lab_page, tmp_path):
    page = lab_page
    assert labkit.complaints(page) == []
    table = page.locator(".agl-table")
    table.get_by_role("button", name="run gradcheck").click()
    table.get_by_text("mul.Tensor agrees with finite differences").wait_for()
    assert table.locator("tbody tr").count() == 4
    cells = page.locator(".jp-Notebook .jp-Cell").count()
    table.get_by_role("option", selected=True).focus()
    page.keyboard.type("dd")  # in command mode that would delete the cell
    assert page.locator(".jp-Notebook .jp-Cell").count() == cells
    box = table.get_by_label("search the table")
    box.click()
    page.keyboard.type("wrong dd")
    assert table.locator(".count").inner_text().startswith("0 rows")
    box.fill("wrong")
    table.get_by_role("option", name="wrong").click()
    table.get_by_role("button", name="run gradcheck").click()
    table.get_by_text("wrong: 1 of 1 samples disagree with finite differences.").wait_for()
    assert table.locator("td.wrong").inner_text() == "✗ WRONG"
    assert page.locator(".jp-RenderedMarkdown mjx-container").count() >= 3, "a row alone shows its formulas"
    page.set_viewport_size({"width": 900, "height": 900})
    page.evaluate("async () => { await jupyterapp.commands.execute('application:toggle-left-area'); }")
    for theme in ("dark", "light"):
        labkit.switch_theme(page, theme)
        page.wait_for_selector("#jupyterlab-splash", state="detached")
        labkit.screenshot(page, tmp_path / f"table_{theme}.png")
    assert labkit.complaints(page) == []

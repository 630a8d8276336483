"""The table in a real JupyterLab: typing, clicking, and gradcheck in the kernel."""

import labkit
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
def lab_page(lab):
    """A notebook that shows the table, run from top to bottom."""
    page = lab.show(labkit.put(lab.lab, "table.ipynb", CELLS))
    labkit.run_all(page)
    page.wait_for_selector(".agl-table h3")
    return page


def test_searching_and_checking(lab_page):
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
    assert labkit.complaints(page) == []

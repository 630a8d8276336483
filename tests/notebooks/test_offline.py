"""A lesson as nbconvert writes it, opened from a file with no network: nothing is blank, and the steppers step."""

import labkit
import pytest
from lessons import FILES, read, steppers_in
from walking import STEPPER, expect_steppers, walk

OUTPUT = ".jp-OutputArea-output"


@pytest.fixture
def offline_page(chromium):
    """A page in a browser that reaches nothing at all. nbconvert's own page asks for MathJax and others in vain."""
    context = chromium.new_context(viewport={"width": 1300, "height": 950}, offline=True)
    context.set_default_timeout(labkit.PATIENCE)
    page = context.new_page()
    page.problems = []
    page.on("pageerror", lambda error: page.problems.append(str(error)))
    yield page
    context.close()


def converted(file, folder):
    """The lesson as HTML, as ``jupyter nbconvert --to html`` writes it."""
    nbconvert = pytest.importorskip("nbconvert", reason="JupyterLab brings it: pip install -e '.[test]'")
    body, _ = nbconvert.HTMLExporter().from_notebook_node(read(file))
    page = folder / f"{file.stem}.html"
    page.write_text(body, encoding="utf-8")
    return page


NOW = "01"
"""`tests/views` opens each view in a page of its own; nbconvert's part is seen in one lesson, at night in all."""
EACH = [pytest.param(file, id=file.stem, marks=[pytest.mark.nightly] * (file.stem[:2] != NOW)) for file in FILES]


@pytest.mark.parametrize("file", EACH)
def test_converted_lesson(file, offline_page, tmp_path):
    page = offline_page
    page.goto(converted(file, tmp_path).as_uri(), wait_until="load")
    steppers = page.locator(STEPPER)
    expect_steppers(page, steppers_in(file))
    for index in range(steppers.count()):
        walk(steppers.nth(index))
    blank = page.locator(OUTPUT).evaluate_all(
        """outputs => outputs.filter(output =>
            output.getBoundingClientRect().height < 8 || !(output.innerText.trim() || output.querySelector("img, svg")))
            .map(output => output.outerHTML.slice(0, 200))"""
    )
    assert blank == []
    ours = [problem for problem in page.problems if not problem.startswith(("require", "MathJax", "mermaid"))]
    assert ours == []

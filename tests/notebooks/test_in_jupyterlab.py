"""Every lesson in a real JupyterLab in a real browser: it runs, and its steppers step."""

import labkit
import nbformat
import pytest
from lessons import FILES, read, steppers_in
from walking import STEPPER, expect_steppers, walk

OURS = ".jp-RenderedHTMLCommon, .agl, .agl-sheet"
"""What a lesson brings into JupyterLab's page: its text and what its cells show."""


@pytest.fixture
def opened(page, lab_server):
    """Open a lesson by name; its kernel is shut down at the end."""
    names = []

    def open_lesson(name):
        labkit.open_notebook(page, lab_server, name)
        names.append(name)
        return page

    yield open_lesson
    if names:
        labkit.shut_down(page)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_lesson_runs_and_steps(opened, file, tmp_path):
    page = opened(file.name)
    labkit.run_all(page)
    assert labkit.complaints(page) == []
    expect_steppers(page, steppers_in(file))
    for index in range(steppers_in(file)):
        walk(page.locator(STEPPER).nth(index))
    for theme in ("light", "dark"):
        labkit.switch_theme(page, theme)
        assert labkit.barriers(page, OURS) == []
        labkit.screenshot(page, tmp_path / f"{file.stem}_{theme}.png")
    labkit.switch_theme(page, "light")
    assert labkit.complaints(page) == []


def test_what_never_ends_is_not_waited_for(page):
    labkit.within(page, "async () => 1")
    with pytest.raises(TimeoutError, match=r"after 0\.2 s the page is still at"):
        labkit.within(page, "() => new Promise(() => {})", seconds=0.2)


def test_a_kernel_that_heard_nothing_is_restarted(opened, monkeypatch):
    page = opened(FILES[0].name)
    page.evaluate(
        """() => {
            const commands = jupyterapp.commands, execute = commands.execute;
            commands.execute = () => { commands.execute = execute; return new Promise(() => {}); };
        }"""
    )
    within, limits = labkit.within, iter([3])  # three seconds are enough to see that the first attempt hangs
    monkeypatch.setattr(labkit, "within", lambda *args, seconds=60: within(*args, seconds=next(limits, seconds)))
    labkit.run_all(page)
    assert any(output["type"] != "error" for output in labkit.outputs(page))
    assert labkit.complaints(page) == []


def copied(lab_server, name: str, stranger: bool = False) -> str:
    """The first lesson with a stepper, under another name; a stranger's copy differs, so that no signature fits it."""
    file = next(file for file in FILES if steppers_in(file))
    notebook = read(file)
    if stranger:
        notebook.cells[0].source += "\n\nA copy from somewhere else."
    nbformat.write(notebook, lab_server.root / name)
    return name


def test_a_learner_who_runs_nothing_can_step(opened, lab_server):
    """A trusted copy steps before any cell has been run, from the stored widget state alone."""
    name = copied(lab_server, "trusted.ipynb")
    labkit.trust(lab_server, name)
    page = opened(name)
    page.wait_for_selector(STEPPER)
    walk(page.locator(STEPPER).first)


def test_a_stranger_without_trust_sees_the_picture(opened, lab_server):
    """An untrusted copy shows the PNG that lies beside the widget."""
    page = opened(copied(lab_server, "untrusted.ipynb", stranger=True))
    page.wait_for_selector(".jp-OutputArea-output img[src^='data:image/png']")
    assert page.locator(STEPPER).count() == 0

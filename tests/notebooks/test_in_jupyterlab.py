"""Every lesson in a real JupyterLab in a real browser: it runs, and its steppers step."""

import labkit
import nbformat
import pytest
from lessons import EVERY_VIEW, FILES, READ_BY_DAY, code_cells, read, steppers_in
from walking import STEPPER, expect_steppers, walk

OURS = ".jp-RenderedHTMLCommon, .agl, .agl-sheet"
"""What a lesson brings into JupyterLab's page: its text and what its cells show."""

VIEW, STATE = "application/vnd.jupyter.widget-view+json", "application/vnd.jupyter.widget-state+json"


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_lesson_runs_and_steps(lab, file):
    page = lab.show(file.name)
    labkit.run_all(page)
    assert labkit.complaints(page) == []
    expect_steppers(page, steppers_in(file))
    for index in range(steppers_in(file)):
        walk(page.locator(STEPPER).nth(index))
    assert not views_lost(page, lab.lab.root / file.name)
    if file.stem[:2] == READ_BY_DAY:
        everyone_can_read(page)


def views_lost(page, copy) -> set[str]:
    """The views that JupyterLab could not save: the next day, they would be "model not found". The copy is put back."""
    before = copy.read_bytes()
    labkit.save(page)
    saved = read(copy)
    copy.write_bytes(before)
    outputs = [output for cell in code_cells(saved) for output in cell.outputs]
    shown = {output.data[VIEW]["model_id"] for output in outputs if VIEW in output.get("data", {})}
    return shown - saved.metadata.get("widgets", {}).get(STATE, {}).get("state", {}).keys()


def everyone_can_read(page):
    """As axe sees it, in both themes."""
    for theme in ("dark", "light"):
        labkit.switch_theme(page, theme)
        assert labkit.barriers(page, OURS) == []
    assert labkit.complaints(page) == []


@pytest.mark.nightly
@pytest.mark.parametrize("number", EVERY_VIEW)
def test_everyone_can_read_every_view(lab, number):
    page = lab.show(next(file.name for file in FILES if file.stem[:2] == number))
    labkit.run_all(page)
    everyone_can_read(page)


def test_what_never_ends_is_not_waited_for(page):
    labkit.within(page, "async () => 1")
    with pytest.raises(TimeoutError, match=r"after 0\.2 s the page is still at"):
        labkit.within(page, "() => new Promise(() => {})", seconds=0.2)
    with pytest.raises(TimeoutError):
        labkit.within(page, "async () => false")


def test_a_kernel_that_heard_nothing_is_restarted(monkeypatch):
    asked = []

    def never_at_first(page, script, seconds=60):
        asked.append(script)
        if len(asked) == 1:
            raise TimeoutError

    monkeypatch.setattr(labkit, "within", never_at_first)
    labkit.run_all(None)
    assert asked[0] == asked[2] and "run-all-cells" in asked[0]
    assert "kernel.restart()" in asked[1]


def test_a_stranger_without_trust_sees_the_picture(lab):
    """A copy that differs, so that no signature fits it, shows the PNG that lies beside the view."""
    notebook = read(next(file for file in FILES if steppers_in(file)))
    notebook.cells[0].source += "\n\nA copy from somewhere else."
    nbformat.write(notebook, lab.lab.root / "untrusted.ipynb")
    page = lab.show("untrusted.ipynb")
    page.wait_for_selector(".jp-OutputArea-output img[src^='data:image/png']")
    assert page.locator(STEPPER).count() == 0


def test_grids_wait_for_a_guess_and_settle_it(lab):
    """Lesson 07's stepper is the fan-out: it says nothing before the learner goes on, and then the form knows, too."""
    page = lab.show("07_shapes.ipynb")
    labkit.run_all(page)
    form, grids = page.locator('form.agl-form[aria-label="L7.P1"]'), page.locator(".agl-fan").first
    form.get_by_label("[33.67, 3.33]").check()
    form.get_by_role("button", name="Commit").click()
    grids.get_by_label("last", exact=True).click()
    grids.locator(".agl-pause", has_text="You said [33.67, 3.33].").wait_for()
    assert "mean over the rows" not in grids.inner_text() + form.inner_text()
    grids.locator("button.go").click()
    form.get_by_role("button", name="Why?").click()
    form.get_by_text("That is the mean over the rows.").wait_for()
    assert "not what you predicted" in grids.locator(".agl-pause").inner_text()

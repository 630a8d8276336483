"""Every committed lesson is clean, and each check has been seen to catch what it is there for."""

import nbformat
import pytest
from hygiene import CHECKS
from lessons import EVERY_VIEW, FILES, KINDS, PAGE, VIEW, pages, read

from autograd_lab.views.widget import own_outputs


def test_there_are_lessons():
    assert [file.stem[:2] for file in FILES][:1] == ["00"]
    assert all(file.stem[:2].isdecimal() for file in FILES)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_lesson(file):
    notebook = read(file)
    found = [f"{check.__name__}: {sentence}" for check in CHECKS for sentence in check(notebook)]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_stored_views_run_the_script_of_today(file):
    """The script travels inside the notebook; after a change to it the lessons have to be built again."""
    stored = pages(read(file))
    assert stored, "no view is stored"
    if not all(map(kinds, stored)):
        pytest.fail("a stored view carries an old script: run tests/tools/build_notebooks.py", pytrace=False)


def kinds(page):
    """Whose scripts are in this stored view."""
    return {view.__name__ for view in KINDS if any(own_outputs(page, [view]))}


def test_some_lessons_show_every_kind_of_view():
    shown = {file.stem[:2]: set().union(*map(kinds, pages(read(file)))) for file in FILES}
    assert set().union(*(shown[number] for number in EVERY_VIEW)) == set().union(*shown.values())


# ----- the checks are checked -----------------------------------------------------------------------------------------
def clean() -> nbformat.NotebookNode:
    """A notebook with a heading, a number, a stepper and a picture, in which no check finds anything."""
    picture = '<img src="data:image/png;base64,iVBORw0KGgo=" alt="two boxes">'
    page = f'<div {PAGE}"1">{picture}</div><script>let svg = "<svg>";</script>'
    stepper = {"text/html": page, "image/png": "iVBORw0KGgo=", "text/plain": "Stepper: two boxes"}
    cells = [
        nbformat.v4.new_markdown_cell("# Title\n\n[next](01_chain_rule.ipynb) and [torch](https://pytorch.org)"),
        nbformat.v4.new_code_cell("import autograd_lab as al\n6 * 7"),
        nbformat.v4.new_code_cell("stepper"),
    ]
    outputs = [{"text/plain": "42"}, stepper]
    for number, (cell, data) in enumerate(zip(cells[1:], outputs, strict=True), start=1):
        cell.execution_count = number
        cell.outputs = [nbformat.v4.new_output("execute_result", data, execution_count=number)]
    notebook = nbformat.v4.new_notebook(cells=cells)
    notebook.metadata["kernelspec"] = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}
    return notebook


ERROR = nbformat.v4.new_output("error", ename="ValueError", evalue="no", traceback=[])
WARNING = nbformat.v4.new_output("stream", name="stderr", text="FutureWarning")
WROTE = nbformat.v4.new_output("stream", text="wrote /tmp/tmpk3/trace.json")
MINE = {"display_name": "mine", "language": "python", "name": "mine"}


def in_page(old, new):
    """Something else in the stored page of the stepper."""
    return lambda notebook: shown(notebook, 2).update({"text/html": shown(notebook, 2)["text/html"].replace(old, new)})


def in_words(text):
    """More in the prose."""
    return lambda notebook: notebook.cells[0].update(source=notebook.cells[0].source + text)


def shown(notebook, place):
    """What this cell's first output holds."""
    return notebook.cells[place].outputs[0].data


def source(text):
    """Another source of the first cell of code."""
    return lambda notebook: notebook.cells[1].update(source=text)


SPOILED = [
    ("not run from top to bottom", lambda notebook: [cell.update(execution_count=None) for cell in notebook.cells[1:]]),
    ("not run from top to bottom", lambda notebook: notebook.cells[2].update(execution_count=7)),
    ("an error is stored", lambda notebook: notebook.cells[1].update(outputs=[ERROR])),
    ("a warning is stored", lambda notebook: notebook.cells[1].outputs.append(WARNING)),
    ("raises nothing", lambda notebook: notebook.cells[1].metadata.update(tags=["raises-exception"])),
    ("0x7f12aa34bb", lambda notebook: shown(notebook, 1).update({"text/plain": "<Node object at 0x7f12aa34bb>"})),
    ("/tmp/tmpk3", lambda notebook: notebook.cells[1].outputs.append(WROTE)),
    ("kernelspec", lambda notebook: notebook.metadata.update(kernelspec=MINE)),
    ("metadata 'execution'", lambda notebook: notebook.cells[1].metadata.update(execution={"iopub.status": "2026"})),
    ("a widget is stored", lambda notebook: shown(notebook, 2).update({VIEW: {"model_id": "1"}})),
    ("state of widgets is stored", lambda notebook: notebook.metadata.update(widgets={})),
    ("a script without a picture", in_page("<img", "<video")),
    ("a script without a picture", in_page("two boxes", "")),
    ("500,000 are allowed", lambda notebook: shown(notebook, 1).update({"text/plain": "4" * 600_000})),
    ("without words", lambda notebook: shown(notebook, 2).update({"text/plain": ""})),
    ("without image/png", lambda notebook: shown(notebook, 1).update({"image/svg+xml": "<svg/>"})),
    ("taken out", lambda notebook: shown(notebook, 1).update({"text/html": "<svg></svg>"})),
    ("_core.call.call, which is not public", source("from autograd_lab._core.call import call")),
    ("_state, which is not public", source("import autograd_lab.autograd._state as state")),
    ("semicolon", source("figure;")),
    ("26 lines", source("x = 1\n" * 26)),
    ("images/graph.png", in_words("\n![graph](images/graph.png)")),
    ("without words for those", in_words("\n![](https://example.org/graph.png)")),
    (
        "how many minutes *More* takes",
        lambda notebook: notebook.cells.append(nbformat.v4.new_markdown_cell("## More, if you like")),
    ),
    ("no heading for L2.1", lambda notebook: notebook.cells[1].metadata.update(exercise_id="L2.1")),
]


def test_nothing_is_found_in_a_clean_notebook():
    assert [found for check in CHECKS for found in check(clean())] == []


@pytest.mark.parametrize(("told", "spoil"), SPOILED)
def test_spoiled_notebook_is_caught(told, spoil):
    notebook = clean()
    spoil(notebook)
    (found,) = [found for check in CHECKS for found in check(notebook)]
    assert told in found

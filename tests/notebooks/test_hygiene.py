"""Every committed lesson is clean, and each check has been seen to catch what it is there for."""

import copy

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


def cleared(notebook):
    for cell in notebook.cells[1:]:
        cell.outputs, cell.execution_count = [], None


def run_twice(notebook):
    notebook.cells[2].execution_count = 7


def stored_error(notebook):
    notebook.cells[1].outputs = [nbformat.v4.new_output("error", ename="ValueError", evalue="no", traceback=[])]


def stored_warning(notebook):
    notebook.cells[1].outputs.append(nbformat.v4.new_output("stream", name="stderr", text="FutureWarning"))


def promised_error(notebook):
    notebook.cells[1].metadata["tags"] = ["raises-exception"]


def address(notebook):
    notebook.cells[1].outputs[0].data["text/plain"] = "<Node object at 0x7f12aa34bb>"


def path(notebook):
    notebook.cells[1].outputs.append(nbformat.v4.new_output("stream", text="wrote /tmp/tmpk3/trace.json"))


def own_kernel(notebook):
    notebook.metadata["kernelspec"] = {"display_name": "mine", "language": "python", "name": "mine"}


def timing(notebook):
    notebook.cells[1].metadata["execution"] = {"iopub.status.busy": "2026-01-01T00:00:00Z"}


def widget(notebook):
    notebook.cells[2].outputs[0].data[VIEW] = {"model_id": "1"}


def state(notebook):
    notebook.metadata["widgets"] = {}


def no_picture(notebook):
    page = notebook.cells[2].outputs[0].data["text/html"]
    notebook.cells[2].outputs[0].data["text/html"] = page.replace("<img", "<video")


def no_picture_in_words(notebook):
    page = notebook.cells[2].outputs[0].data["text/html"]
    notebook.cells[2].outputs[0].data["text/html"] = page.replace("two boxes", "")


def too_large(notebook):
    notebook.cells[1].outputs[0].data["text/plain"] = "4" * 600_000


def no_words(notebook):
    notebook.cells[2].outputs[0].data["text/plain"] = ""


def only_svg(notebook):
    notebook.cells[1].outputs[0].data["image/svg+xml"] = "<svg/>"


def svg_in_html(notebook):
    notebook.cells[1].outputs[0].data["text/html"] = "<svg></svg>"


def private_import(notebook):
    notebook.cells[1].source = "from autograd_lab._core.call import call"


def private_module(notebook):
    notebook.cells[1].source = "import autograd_lab.autograd._state as state"


def semicolon(notebook):
    notebook.cells[1].source = "figure;"


def long_cell(notebook):
    notebook.cells[1].source = "x = 1\n" * 26


def local_picture(notebook):
    notebook.cells[0].source += "\n![graph](images/graph.png)"


def no_alternative(notebook):
    notebook.cells[0].source += "\n![](https://example.org/graph.png)"


def more_of_unknown_length(notebook):
    notebook.cells.append(nbformat.v4.new_markdown_cell("## More, if you like"))


SPOILED = {
    cleared: "not run from top to bottom",
    run_twice: "not run from top to bottom",
    stored_error: "an error is stored",
    stored_warning: "a warning is stored",
    promised_error: "raises nothing",
    address: "0x7f12aa34bb",
    path: "/tmp/tmpk3",
    own_kernel: "kernelspec",
    timing: "metadata 'execution'",
    widget: "a widget is stored",
    state: "state of widgets is stored",
    no_picture: "a script without a picture",
    no_picture_in_words: "a script without a picture",
    too_large: "500,000 are allowed",
    no_words: "without words",
    only_svg: "without image/png",
    svg_in_html: "taken out",
    private_import: "_core.call.call, which is not public",
    private_module: "_state, which is not public",
    semicolon: "semicolon",
    long_cell: "26 lines",
    local_picture: "images/graph.png",
    no_alternative: "without words for those",
    more_of_unknown_length: "how many minutes *More* takes",
}


def test_nothing_is_found_in_a_clean_notebook():
    assert [found for check in CHECKS for found in check(clean())] == []


@pytest.mark.parametrize("spoil", SPOILED, ids=lambda spoil: spoil.__name__)
def test_spoiled_notebook_is_caught(spoil):
    notebook = copy.deepcopy(clean())
    spoil(notebook)
    found = [found for check in CHECKS for found in check(notebook)]
    assert len(found) == 1, found
    assert SPOILED[spoil] in found[0]

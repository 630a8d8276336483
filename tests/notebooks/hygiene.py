"""What is wrong with a stored notebook, as sentences. nbval compares outputs; this looks at what nbval overlooks.

nbval compares nothing in a cell that was never run, and never looks at pictures, widget state or metadata.
"""

import ast
import re
from collections.abc import Callable, Iterator

import nbformat
from lessons import PAGE, VIEW, code_cells, tags

Notebook = nbformat.NotebookNode
Check = Callable[[Notebook], Iterator[str]]

LONGEST_CELL = 25
LARGEST = 500_000
BUILD = "run tests/tools/build_notebooks.py"
ADDRESS = re.compile(r"\b0x[0-9a-f]{6,16}\b")
PLACE = re.compile(r"(?:/tmp|/home|/root|/Users|/work|/var)/[^\s'\"<>]+|[A-Z]:\\\\Users")
LINK = re.compile(r"\]\(([^)\s]+)|<img[^>]*\ssrc=[\"']([^\"']+)")
PICTURE = re.compile(
    r'<img [^>]*src="data:image/png;base64,[^>]*alt="[^"]|<img [^>]*alt="[^"]+"[^>]*src="data:image/png'
)
SCRIPT = re.compile(r"<script.*?</script>", re.DOTALL)
KERNEL = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}


def outputs(notebook: Notebook) -> Iterator[tuple[str, Notebook, Notebook]]:
    """Every stored output with its cell and the cell's id."""
    for cell in code_cells(notebook):
        for output in cell.outputs:
            yield cell["id"], cell, output


def texts(output: Notebook) -> Iterator[str]:
    """What a person can read of an output."""
    yield output.get("text", "")
    yield "\n".join(output.get("traceback", ()))
    for mime, content in output.get("data", {}).items():
        if mime.startswith("text/") and isinstance(content, str):
            yield content


def executed_in_order(notebook: Notebook) -> Iterator[str]:
    cells = [cell for cell in code_cells(notebook) if cell.source.strip()]
    counts = [cell.execution_count for cell in cells]
    if counts != list(range(1, len(cells) + 1)):
        yield f"not run from top to bottom: {counts}; {BUILD}"


def no_error_and_no_warning(notebook: Notebook) -> Iterator[str]:
    for place, cell, output in outputs(notebook):
        if output.output_type == "error" and "raises-exception" not in tags(cell):
            yield f"{place}: an error is stored: {output.ename}: {output.evalue}"
        if output.get("name") == "stderr":
            yield f"{place}: a warning is stored: {output.text[:80]}"


def expected_errors_happen(notebook: Notebook) -> Iterator[str]:
    for cell in code_cells(notebook):
        raised = any(output.output_type == "error" for output in cell.outputs)
        if "raises-exception" in tags(cell) and not raised:
            yield f"{cell['id']}: is tagged raises-exception, and raises nothing"


def same_on_every_machine(notebook: Notebook) -> Iterator[str]:
    for place, _, output in outputs(notebook):
        for text in texts(output):
            for found in (ADDRESS.search(text), PLACE.search(text)):
                if found:
                    yield f"{place}: {found[0]} is different on the next machine"


def stable_metadata(notebook: Notebook) -> Iterator[str]:
    if notebook.nbformat_minor < 5:
        yield f"cells have no ids; {BUILD}"
    if notebook.metadata.get("kernelspec") != KERNEL:
        yield f"kernelspec is {notebook.metadata.get('kernelspec')}; {BUILD}"
    if "version" in notebook.metadata.get("language_info", {}):
        yield f"the version of Python is stored; {BUILD}"
    for cell in notebook.cells:
        for name in set(cell.metadata) - {"tags", "exercise_id", "jupyter", "jp-MarkdownHeadingCollapsed"}:
            yield f"{cell.get('id')}: has metadata {name!r}; {BUILD}"
        is_form = "exercise_id" in cell.metadata and cell.source.startswith("ex.ask(")
        if cell.metadata.get("jupyter", {}) != ({"source_hidden": True} if is_form else {}):
            yield f"{cell.get('id')}: the source of a form is hidden, and no other; {BUILD}"


def nothing_needs_a_kernel(notebook: Notebook) -> Iterator[str]:
    """A stored widget is a blank place where no kernel runs, and an error where its state is not stored with it."""
    if "widgets" in notebook.metadata:
        yield f"the state of widgets is stored; {BUILD}"
    for place, _, output in outputs(notebook):
        data = output.get("data", {})
        if VIEW in data:
            yield f"{place}: a widget is stored; {BUILD}"
        if PAGE in data.get("text/html", "") and not data.get("text/plain", "").strip():
            yield f"{place}: a view without words"


def pictures_are_png(notebook: Notebook) -> Iterator[str]:
    for place, _, output in outputs(notebook):
        kinds = {mime for mime in output.get("data", {}) if mime.startswith("image/")}
        if kinds and "image/png" not in kinds:
            yield f"{place}: {', '.join(sorted(kinds))} without image/png"
        page = output.get("data", {}).get("text/html", "")
        if "<script" in page and not PICTURE.search(page):
            yield f"{place}: a script without a picture, for pages that take the script out"
        if "<svg" in SCRIPT.sub("", page):
            yield f"{place}: svg in text/html is taken out where the notebook is not trusted"


def is_small(notebook: Notebook) -> Iterator[str]:
    size = len(nbformat.writes(notebook).encode())
    if size > LARGEST:
        yield f"the file has {size:,} bytes; {LARGEST:,} are allowed"


def only_public_names(notebook: Notebook) -> Iterator[str]:
    for cell in code_cells(notebook):
        for name in imported(cell.source):
            if name.partition(".")[0] == "autograd_lab" and any(part.startswith("_") for part in name.split(".")):
                yield f"{cell['id']}: imports {name}, which is not public"


def imported(source: str) -> Iterator[str]:
    """The full names that some code imports; nothing where it is not Python (a line magic)."""
    try:
        tree = ast.parse(source)
    except SyntaxError:
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def no_hidden_result(notebook: Notebook) -> Iterator[str]:
    """nbval runs cells outside the history, where IPython does not see the semicolon that hides a result."""
    for cell in code_cells(notebook):
        if cell.source.rstrip().endswith(";"):
            yield f"{cell['id']}: ends with a semicolon; give the result a name instead, so that nbval hides it too"


def short_cells(notebook: Notebook) -> Iterator[str]:
    for cell in code_cells(notebook):
        lines = len(cell.source.splitlines())
        if lines > LONGEST_CELL:
            yield f"{cell['id']}: {lines} lines of code; a learner reads {LONGEST_CELL} at most"


def stands_alone(notebook: Notebook) -> Iterator[str]:
    """A lesson is handed out as one file: no picture beside it, no link but to the web, itself, or another lesson."""
    for cell in notebook.cells:
        if cell.cell_type != "markdown":
            continue
        for groups in LINK.findall(cell.source):
            target = "".join(groups)
            if not target.startswith(("https://", "#")) and not re.fullmatch(r"\d\d_\w+\.ipynb(#.*)?", target):
                yield f"{cell['id']}: refers to {target}, which is not handed out with the lesson"


def pictures_have_alternatives(notebook: Notebook) -> Iterator[str]:
    for cell in notebook.cells:
        if cell.cell_type == "markdown" and re.search(r"!\[\s*\]\(|<img(?![^>]*\salt=)", cell.source):
            yield f"{cell['id']}: a picture without words for those who do not see it"


def the_cover_says_how_long(notebook: Notebook) -> Iterator[str]:
    """A learner with half an hour wants to know whether *More* is in it."""
    has_more = any(cell.source.startswith("## More") for cell in notebook.cells)
    if has_more and not re.search(r"\(\*More\* at the end is extra: \d+ minutes?\.\)", notebook.cells[0].source):
        yield f"{notebook.cells[0].get('id')}: the cover doesn't say how many minutes *More* takes"


def exercises_have_headings(notebook: Notebook) -> Iterator[str]:
    """So that a learner finds L3.2 in the table of contents. A prediction such as L3.P2 belongs to what is below it."""
    prose = "\n".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")
    for cell in code_cells(notebook):
        name = cell.metadata.get("exercise_id", "")
        if name and ".P" not in name and not re.search(rf"^### Exercise {re.escape(name)}\b", prose, re.MULTILINE):
            yield f"{cell['id']}: there is no heading for {name}"


CHECKS: tuple[Check, ...] = (
    executed_in_order,
    no_error_and_no_warning,
    expected_errors_happen,
    same_on_every_machine,
    stable_metadata,
    nothing_needs_a_kernel,
    pictures_are_png,
    is_small,
    only_public_names,
    no_hidden_result,
    short_cells,
    stands_alone,
    pictures_have_alternatives,
    the_cover_says_how_long,
    exercises_have_headings,
)

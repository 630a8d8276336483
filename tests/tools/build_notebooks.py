"""Runs the lessons and writes them back in the one form in which they are committed.

    python tests/tools/build_notebooks.py                    every lesson
    python tests/tools/build_notebooks.py notebooks/02_*     only these
    python tests/tools/build_notebooks.py --check            write nothing; fail if a lesson would change

A committed lesson is executed from top to bottom, and nothing in it changes when it is built again: no time, no kernel
version, no random id. So a diff shows what a change did to a lesson. It needs no kernel to be read: a stepper is stored
as the page that it is, and of a widget, which is nothing without a kernel, only its picture and its words are kept.
"""

import argparse
import base64
import io
import os
import re
import sys
import tempfile
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from PIL import Image

from autograd_lab.views.matplotlib_figures import small_png

NOTEBOOKS = Path(__file__).parent.parent.parent / "notebooks"
KERNEL = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}
LANGUAGE = {"file_extension": ".py", "mimetype": "text/x-python", "name": "python", "pygments_lexer": "ipython3"}
FOLDED = "jp-MarkdownHeadingCollapsed"
"""JupyterLab's name for a heading whose section opens with a click: further questions, for those who want more."""
CELL_METADATA = ("tags", "exercise_id", FOLDED)
FORM = "ex.ask("
HIDDEN = {"source_hidden": True}
"""JupyterLab's way to fold the source of a cell: a question shows its form, not the call that makes it."""
VIEW = "application/vnd.jupyter.widget-view+json"
PNG = "image/png"


# ----- running --------------------------------------------------------------------------------------------------------
def execute(notebook: nbformat.NotebookNode, folder: Path) -> nbformat.NotebookNode:
    """Run every cell in a fresh kernel that knows nothing of the user's own IPython settings."""
    with tempfile.TemporaryDirectory() as home:
        environment = {**os.environ, "IPYTHONDIR": home, "PYTHONHASHSEED": "0", "AUTOGRAD_LAB_PROGRESS": "off"}
        environment.pop("MPLBACKEND", None)  # figures belong into the notebook
        client = NotebookClient(
            notebook,
            kernel_name="python3",
            timeout=1200,
            startup_timeout=600,
            record_timing=False,
            store_widget_state=False,
            resources={"metadata": {"path": str(folder)}},
        )
        client.execute(env=environment)
    return notebook


# ----- one form -------------------------------------------------------------------------------------------------------
def tidy(notebook: nbformat.NotebookNode, number: int) -> nbformat.NotebookNode:
    """Take out whatever a second run would write differently."""
    notebook.metadata = nbformat.from_dict({"kernelspec": KERNEL, "language_info": LANGUAGE})
    seen: set[str] = set()
    for place, cell in enumerate(notebook.cells):
        cell.metadata = nbformat.from_dict({k: v for k, v in cell.metadata.items() if k in CELL_METADATA})
        if "exercise_id" in cell.metadata and cell.source.startswith(FORM):
            cell.metadata["jupyter"] = dict(HIDDEN)
        if cell.get("id", "") in seen | {""}:
            cell["id"] = f"{number:02d}-{place + 1:02d}-new"
        seen.add(cell["id"])
        if cell.cell_type == "code":
            cell.outputs = joined(cell.outputs)
            for output in cell.outputs:
                data = output.get("data", {})
                data.pop(VIEW, None)
                if PNG in data:
                    data[PNG] = small(data[PNG])
    notebook.nbformat, notebook.nbformat_minor = 4, 5
    return notebook


def small(png: str) -> str:
    """A picture in few colours, as the views store theirs: matplotlib's own are three times as large."""
    with Image.open(io.BytesIO(base64.b64decode(png))) as image:
        return png if image.mode == "P" else base64.b64encode(small_png(image.convert("RGB"), **image.info)).decode()


def joined(outputs: list[nbformat.NotebookNode]) -> list[nbformat.NotebookNode]:
    """What was printed, in one piece: where it was cut in two depends on when the kernel sent it."""
    kept: list[nbformat.NotebookNode] = []
    for output in outputs:
        before = kept[-1] if kept else None
        if before and output.output_type == "stream" == before.output_type and output.name == before.name:
            before.text += output.text
        else:
            kept.append(output)
    return kept


# ----- files ----------------------------------------------------------------------------------------------------------
def build(file: Path) -> str:
    """The lesson as it should be committed."""
    notebook = nbformat.read(file, as_version=4)
    number = int(re.match(r"\d*", file.stem)[0] or 0)
    return nbformat.writes(tidy(execute(notebook, file.parent), number)) + "\n"


def main() -> int:
    """Build the lessons named on the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=Path, help="lessons (default: all)")
    parser.add_argument("--check", action="store_true", help="write nothing; fail if a lesson would change")
    arguments = parser.parse_args()
    changed = []
    for file in arguments.files or sorted(NOTEBOOKS.glob("*.ipynb")):
        text = build(file)
        same = text == file.read_text(encoding="utf-8")
        print(f"{file.name}: {'unchanged' if same else 'differs' if arguments.check else 'written'}")
        if not same:
            changed.append(file)
            if not arguments.check:
                file.write_text(text, encoding="utf-8")
    return 1 if changed and arguments.check else 0


if __name__ == "__main__":
    sys.exit(main())

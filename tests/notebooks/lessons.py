"""The committed lessons, as the tests read them."""

import copy
import functools
from pathlib import Path

import nbformat

from autograd_lab import views
from autograd_lab.views.chain import ChainStrip
from autograd_lab.views.graph_stepper import FoldedStepper
from autograd_lab.views.widget import own_outputs

FOLDER = Path(__file__).parent.parent.parent / "notebooks"
FILES = sorted(FOLDER.glob("*.ipynb"))
LESSONS = [file for file in FILES if file.stem < "90"]
"""Those that ask questions; from 90 on they only show."""
VIEW = "application/vnd.jupyter.widget-view+json"
PAGE = "data-agl-output="
"""A view that runs by itself is a text/html output with this in it."""


EVERY_VIEW = ("01", "03", "06", "07", "90", "91")
"""Lessons that together show every kind of view (`test_hygiene` looks): at night axe reads these, in both themes, and
every lesson as a page of the site."""
READ_BY_DAY = "06"
"""The one that it reads after every change; it takes longer than to run the lesson."""


def read(file: Path) -> nbformat.NotebookNode:
    """A notebook, checked against the format. Each caller gets a copy, for to read one takes a hundred times longer."""
    return copy.deepcopy(_read(file, file.stat().st_mtime_ns))


@functools.cache
def _read(file: Path, changed: int) -> nbformat.NotebookNode:
    notebook = nbformat.read(file, as_version=4)
    nbformat.validate(notebook)
    return notebook


def code_cells(notebook: nbformat.NotebookNode) -> list[nbformat.NotebookNode]:
    """Its code cells."""
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def tags(cell: nbformat.NotebookNode) -> list[str]:
    """A cell's tags."""
    return cell.metadata.get("tags", [])


def pages(notebook: nbformat.NotebookNode) -> list[str]:
    """The stored views that run by themselves: steppers and strips."""
    outputs = [output for cell in code_cells(notebook) for output in cell.outputs]
    found = [output.get("data", {}).get("text/html", "") for output in outputs]
    return [page for page in found if PAGE in page]


KINDS = (
    views.Stepper,
    FoldedStepper,
    views.SideBySide,
    ChainStrip,
    views.Curve,
    views.Walks,
    views.JacobianView,
    views.FanOut,
    views.BreakIt,
)


def steppers_in(file: Path) -> int:
    """How many steppers with controls of their own the stored notebook shows."""
    with_controls = (views.Stepper, FoldedStepper, views.BreakIt)
    return sum(any(own_outputs(page, with_controls)) for page in pages(read(file)))

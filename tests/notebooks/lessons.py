"""The committed lessons, as the tests read them."""

from pathlib import Path

import nbformat

FOLDER = Path(__file__).parent.parent.parent / "notebooks"
FILES = sorted(FOLDER.glob("*.ipynb"))
VIEW, STATE = "application/vnd.jupyter.widget-view+json", "application/vnd.jupyter.widget-state+json"


def read(file: Path) -> nbformat.NotebookNode:
    """A notebook, checked against the format."""
    notebook = nbformat.read(file, as_version=4)
    nbformat.validate(notebook)
    return notebook


def code_cells(notebook: nbformat.NotebookNode) -> list[nbformat.NotebookNode]:
    """Its code cells."""
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def tags(cell: nbformat.NotebookNode) -> list[str]:
    """A cell's tags."""
    return cell.metadata.get("tags", [])

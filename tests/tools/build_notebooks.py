"""Runs the lessons and writes them back in the one form in which they are committed.

    python tests/tools/build_notebooks.py                    every lesson
    python tests/tools/build_notebooks.py notebooks/02_*     only these
    python tests/tools/build_notebooks.py --check            write nothing; fail if a lesson would change

A committed lesson is executed from top to bottom, with the state of its widgets, and nothing in it changes when it is
built again: no time, no kernel version, no random id. So a diff shows what a change did to a lesson.
"""

import argparse
import json
import os
import re
import sys
import tempfile
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

NOTEBOOKS = Path(__file__).parent.parent.parent / "notebooks"
KERNEL = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}
LANGUAGE = {"file_extension": ".py", "mimetype": "text/x-python", "name": "python", "pygments_lexer": "ipython3"}
CELL_METADATA = ("tags", "exercise_id")
VIEW, STATE = "application/vnd.jupyter.widget-view+json", "application/vnd.jupyter.widget-state+json"
REFERENCE = re.compile(r"IPY_MODEL_([0-9a-f]{32})")


# ----- running --------------------------------------------------------------------------------------------------------
def execute(notebook: nbformat.NotebookNode, folder: Path) -> nbformat.NotebookNode:
    """Run every cell in a fresh kernel that knows nothing of the user's own IPython settings."""
    with tempfile.TemporaryDirectory() as home:
        environment = {**os.environ, "IPYTHONDIR": home, "PYTHONHASHSEED": "0"}
        environment.pop("MPLBACKEND", None)  # figures belong into the notebook
        client = NotebookClient(
            notebook,
            kernel_name="python3",
            timeout=120,
            record_timing=False,
            store_widget_state=True,
            resources={"metadata": {"path": str(folder)}},
        )
        client.execute(env=environment)
    return notebook


# ----- one form -------------------------------------------------------------------------------------------------------
def tidy(notebook: nbformat.NotebookNode, number: int) -> nbformat.NotebookNode:
    """Take out whatever a second run would write differently."""
    widgets = notebook.metadata.get("widgets", {}).get(STATE)
    notebook.metadata = nbformat.from_dict({"kernelspec": KERNEL, "language_info": LANGUAGE})
    seen: set[str] = set()
    for place, cell in enumerate(notebook.cells):
        cell.metadata = nbformat.from_dict({k: v for k, v in cell.metadata.items() if k in CELL_METADATA})
        if cell.get("id", "") in seen | {""}:
            cell["id"] = f"{number:02d}-{place + 1:02d}-new"
        seen.add(cell["id"])
        if cell.cell_type == "code":
            cell.outputs = joined(cell.outputs)
    if widgets and widgets["state"]:
        settle_widgets(notebook, widgets, number)
    notebook.nbformat, notebook.nbformat_minor = 4, 5
    return notebook


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


def settle_widgets(notebook: nbformat.NotebookNode, widgets: dict[str, Any], number: int) -> None:
    """Keep the widgets that a cell shows, under ids counted from 1 in the order in which they are shown."""
    views = [output.data[VIEW] for cell in notebook.cells for output in cell.get("outputs", ()) if shows(output)]
    state = widgets["state"]
    names: dict[str, str] = {}
    waiting = [view["model_id"] for view in views]
    while waiting:
        model = waiting.pop(0)
        if model in names or model not in state:
            continue
        names[model] = f"{number:08x}{len(names) + 1:024x}"
        waiting += REFERENCE.findall(json.dumps(state[model], sort_keys=True))
    for view in views:
        view["model_id"] = names[view["model_id"]]
    settled = {names[model]: renamed(content, names) for model, content in state.items() if model in names}
    notebook.metadata["widgets"] = {STATE: {**widgets, "state": dict(sorted(settled.items()))}}


def shows(output: nbformat.NotebookNode) -> bool:
    """Whether an output is a widget."""
    return VIEW in output.get("data", {})


def renamed(content: dict[str, Any], names: dict[str, str]) -> dict[str, Any]:
    """A widget's state with the new ids of the widgets it refers to, and without the many things nobody styled."""
    if content["model_name"].endswith(("LayoutModel", "StyleModel")):
        content = {**content, "state": {k: v for k, v in content["state"].items() if v is not None}}
    return json.loads(REFERENCE.sub(lambda found: f"IPY_MODEL_{names[found[1]]}", json.dumps(content)))


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

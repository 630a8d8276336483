"""nbval, as this project runs it, notices a stored output that is not true."""

import os
import re
import subprocess
import sys
from collections import Counter

import nbformat
import pytest
from lessons import FILES, FOLDER, code_cells, read

pytestmark = pytest.mark.kernel

CHECKOUT = FOLDER.parent
BUILDER = CHECKOUT / "tests" / "tools" / "build_notebooks.py"
CELLS = [
    "import autograd_lab as al\nfrom autograd_lab import views",
    "x = al.tensor(3.0, requires_grad=True)\ny = x * x\nwith al.record() as trace:\n    y.backward()\nx.grad",
    "print(f'dy/dx = {x.grad.item():g}')",
    "views.stepper(trace)",
]
LIES = {
    "result": ('"tensor(6.)"', '"tensor(7.)"'),
    "printed": ("dy/dx = 6\\n", "dy/dx = 5\\n"),
    "view": ("Stepper: Backward graph: 1 function, 1 leaf\\n", "Stepper: Backward graph: 2 functions, 1 leaf\\n"),
}


@pytest.fixture(scope="module")
def honest(tmp_path_factory):
    """A short notebook with what the lessons have, all of it twice; built as lessons are."""
    file = tmp_path_factory.mktemp("nbval") / "honest.ipynb"
    cells = [nbformat.v4.new_code_cell(source, id=f"cell-{place}") for place, source in enumerate(2 * CELLS)]
    nbformat.write(nbformat.v4.new_notebook(cells=cells), file)
    subprocess.run([sys.executable, BUILDER, file], check=True, capture_output=True)
    return file


@pytest.fixture(scope="module")
def failed(honest):
    """Which cells failed when nbval ran the notebook with its second half falsified."""
    text = honest.read_text(encoding="utf-8")
    for true, false in LIES.values():
        assert text.count(true) == 2
        text = false.join(text.rsplit(true, 1))
    falsified = honest.with_name("falsified.ipynb")
    falsified.write_text(text, encoding="utf-8")
    output = run_pytest("-rA", "--rootdir", honest.parent, falsified)
    results = re.findall(r"^(PASSED|FAILED) \S*?\.ipynb::Cell (\d+)", output, re.MULTILINE)
    assert len(results) == 2 * len(CELLS), output
    return [int(cell) for state, cell in results if state == "FAILED"]


def run_pytest(*words: object) -> str:
    """What pytest says under the project's own configuration."""
    configured = ["-c", CHECKOUT / "pyproject.toml", "-q", "-p", "no:cacheprovider"]
    command = [sys.executable, "-m", "pytest", *configured, *words]
    alone = {name: value for name, value in os.environ.items() if name != "PYTEST_ADDOPTS"}
    return subprocess.run(list(map(str, command)), cwd=CHECKOUT, env=alone, capture_output=True, text=True).stdout


@pytest.mark.nightly
def test_true_outputs_pass_and_each_false_one_fails(failed):
    assert failed == [5, 6, 7]


@pytest.mark.nightly
def test_building_again_changes_no_byte(honest):
    run = subprocess.run([sys.executable, BUILDER, "--check", honest], capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr


def test_every_lesson_is_collected(request):
    """Plain ``pytest`` runs nbval over the lessons; a change of configuration must not switch that off."""
    cells = {file.name: len(code_cells(read(file))) for file in FILES}
    found = Counter(item.path.name for item in request.session.items if item.path.suffix == ".ipynb")
    if found != cells:  # this run is of a part of the tests
        listed = run_pytest("--collect-only", FOLDER)
        found = {name: listed.count(f"{name}::") for name in cells}
    assert found == cells

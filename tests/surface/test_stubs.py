"""What an editor is told: the stubs are the package's own names, and mypy takes right programs, not wrong ones."""

import ast
import inspect
import subprocess
import sys
from pathlib import Path

import pytest

import autograd_lab as al
from autograd_lab._core.base.left_out import LeftOut

PACKAGE = Path(al.__file__).parent
TOOL = Path(__file__).parent.parent / "tools" / "build_stubs.py"
RIGHT = """
import autograd_lab as torch
import autograd_lab.nn.functional as F
from autograd_lab import nn

x: torch.Tensor = torch.tensor([1.0, 2.0], requires_grad=True)
y = (x * 2 + 1).relu().sum(0, keepdim=True)
z = torch.exp(y) @ torch.ones(1)
z.backward()
gradient: torch.Tensor | None = x.grad
dimensions: int = x.ndim
model = nn.Sequential(nn.Linear(2, 3), nn.ReLU())
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
loss = F.cross_entropy(model(torch.randn(4, 2)), torch.tensor([0, 1, 2, 0]))
optimizer.zero_grad()
loss.backward()
optimizer.step()
first: torch.Tensor = torch.autograd.grad(loss, [x])[0]
inverse: torch.Tensor = torch.linalg.inv(torch.eye(2))
with torch.no_grad():
    x += 1
    x[0] = 3.0
"""
WRONG = {
    "x.summ()": 'no attribute "summ"',
    "torch.expp(x)": 'no attribute "expp"',
    "torch.exp(x, 3, 4)": "Too many arguments",
    "number: int = x * 2": "Incompatible types in assignment",
    "x.relu(inplace=True)": "Unexpected keyword argument",
    "torch.matmul(x)": "Missing positional argument",
}


def test_the_stubs_are_up_to_date():
    result = subprocess.run([sys.executable, TOOL, "--check"], capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr


def names_in(body):
    """Every name that a stub defines or imports."""
    found = set()
    for item in body:
        if isinstance(item, ast.FunctionDef | ast.ClassDef):
            found.add(item.name)
        elif isinstance(item, ast.AnnAssign):
            found.add(item.target.id)
        elif isinstance(item, ast.Import | ast.ImportFrom):
            found |= {alias.asname for alias in item.names if alias.asname}
    return {name for name in found if not name.startswith("_")}


def public(space):
    """The public names of a namespace, without those that only say that they are left out."""
    return {name for name in dir(space) if not name.startswith("_") and not isinstance(getattr(space, name), LeftOut)}


def test_the_stubs_name_what_is_there():
    face = ast.parse((PACKAGE / "__init__.pyi").read_text(encoding="utf-8"))
    told = names_in(face.body) - {"np"}
    there = public(al)
    late = {name for name in there if inspect.ismodule(getattr(al, name))}  # other tests may have loaded more of them
    assert told - late - {"exercises", "nn", "optim", "tracing", "utils", "views"} == there - late
    (tensor,) = [
        item for item in ast.parse((PACKAGE / "_core/tensor.pyi").read_text(encoding="utf-8")).body
        if isinstance(item, ast.ClassDef)
    ]  # fmt: skip
    assert names_in(tensor.body) == public(al.Tensor)
    assert (PACKAGE / "py.typed").exists()


@pytest.mark.nightly  # mypy reads all of NumPy's stubs first
def test_mypy_takes_a_right_program_and_refuses_wrong_ones(tmp_path):
    pytest.importorskip("mypy")
    program = tmp_path / "program.py"
    program.write_text(RIGHT + "\n".join(WRONG) + "\n", encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--cache-dir", str(tmp_path / "cache"), str(program)]
    result = subprocess.run(command, capture_output=True, text=True, check=False, cwd=PACKAGE.parent)
    first = RIGHT.count("\n") + 1
    found = dict(
        line.removeprefix(f"{program}:").split(": error: ")
        for line in result.stdout.splitlines()
        if ": error: " in line
    )
    assert set(found) == {str(first + i) for i in range(len(WRONG))}, result.stdout
    for number, text in enumerate(WRONG.values(), first):
        assert text in found[str(number)]

"""What only lesson 10 has to hold: PyTorch does the same with all its programs, and the weight moves."""

import re

import pytest
from lessons import FOLDER, read

import autograd_lab as al
from autograd_lab.exercises import bank, lesson_10


# ----- PyTorch is the judge -------------------------------------------------------------------------------------------
def left_by(program, library, **given):
    """The variables that a program leaves; an error ends it."""
    left = {"al": library, "print": lambda *shown: None, **given}
    try:
        exec(program, left)
        left["ended"] = True
    except RuntimeError:
        pass
    return left


def module(library):
    class Times(library.nn.Module):
        def __init__(self):
            super().__init__()
            self.w = library.nn.Parameter(library.tensor(3.0))

        def forward(self, x):
            return self.w * x

    layer = Times()
    return {"layer": layer, "w": layer.w, "x": library.tensor(2.0, requires_grad=True)}


def outcomes(library):
    """Question → its answer, by this library."""

    def leaf(number):
        return library.tensor(float(number), requires_grad=True)

    versions = {which: left_by(lesson_10.version(which), library, w=leaf(3)) for which in "AB"}
    hooks = {row: left_by(lesson_10.hooked(row), library, **module(library)) for row in lesson_10.HOOKS}
    ways = {way: left_by(code, library, x=leaf(1)) for way, code in lesson_10.programs(2, 5).items()}
    twice = {row: left_by(lesson_10.twice(row), library, x=leaf(3)) for row in lesson_10.LINES}
    return {
        "L10.P1": f"{left_by(lesson_10.ROUND.format(w=2, t=7), library)['w'].grad.item():g}",
        "L10.P2": {which: lesson_10.outcome(left) for which, left in versions.items()},
        "L10.P3": [g.item() for g in left_by(lesson_10.EAR.format(p=2, q=5), library)["heard"]],
        "L10.P4": f"{left_by(lesson_10.HAND.format(before=1, k=2), library)['w'].grad.item():g}",
        "L10.2": {row: lesson_10.ten_times_as_large(left) for row, left in hooks.items()},
        "L10.P5": {way: lesson_10.written(left) for way, left in ways.items()},
        "L10.P6": {row: lesson_10.second(left) for row, left in twice.items()},
    }


@pytest.mark.torch
@pytest.mark.filterwarnings("ignore")
def test_pytorch_does_what_the_lesson_says():
    torch = pytest.importorskip("torch")
    found = outcomes(torch)
    assert found.pop("L10.P3") == [7.0]
    assert found == {name: bank.get(name).answer for name in found}
    assert outcomes(al) == outcomes(torch)


# ----- the notebook ---------------------------------------------------------------------------------------------------
def test_the_weight_moves_until_the_loss_is_0():
    cells = [cell for cell in read(FOLDER / "10_your_own_operation.ipynb").cells if "0.25 * w.grad" in cell.source]
    lines = cells[0].outputs[0].text.splitlines()
    assert [re.findall(r"[\d.]+", line)[2] for line in lines] == ["4", "1", "1", "0"]


def test_each_hook_is_looked_at_in_its_own_program():
    """The leaves of a row's program are named after the row."""
    exercise = bank.get("L10.2")
    for row, hook in lesson_10.HOOKS.items():
        at = exercise.looks[row].index(exercise.trace)
        assert re.search(r"\((\w+)\)", hook)[1] in exercise.trace.sentence(at) or row == "D"
        later = (event for event in exercise.trace.events[at:] if event.kind == "BackwardFinished")
        assert f"x_{row}.grad" in exercise.trace.sentence(exercise.trace.events.index(next(later)))

"""What is timed still runs and finds the right gradients: the floor's, and PyTorch's, recorded and if it is there."""

import json
from pathlib import Path

import operations
import peers
import pytest
import training_steps
from workloads import WORKLOADS

import autograd_lab

TORCH = pytest.param("torch", marks=[pytest.mark.torch, pytest.mark.nightly])
"""By day, what was recorded of it speaks for it."""


@pytest.mark.parametrize("name", WORKLOADS)
@pytest.mark.parametrize("engine", ["autograd_lab", TORCH])
def test_the_gradients_are_those_worked_out_by_hand(engine, name):
    pytest.importorskip(engine)
    step = peers.prepare(peers.load(engine), name)
    assert step is not None
    step()


# ----- beside PyTorch -------------------------------------------------------------------------------------------------
RECORDED = json.loads((Path(__file__).parents[1] / "data" / "benchmarks.json").read_text())


@pytest.mark.parametrize("name", operations.OPERATIONS)
def test_the_gradients_of_an_operation(name):
    found = operations.gradients(autograd_lab, name)
    for gradient, recorded in zip(found, RECORDED["gradients"][name], strict=True):
        assert operations.summary(gradient) == pytest.approx(recorded, rel=1e-3, abs=1e-4)


@pytest.mark.parametrize("name", training_steps.MODELS)
def test_the_losses_of_the_first_steps(name):
    assert training_steps.losses(autograd_lab, name) == pytest.approx(RECORDED["losses"][name], rel=1e-5)


@pytest.mark.nightly
@pytest.mark.torch
def test_what_was_recorded_is_pytorchs():
    torch = pytest.importorskip("torch")
    for name, recorded in RECORDED["gradients"].items():
        for gradient, known in zip(operations.gradients(torch, name), recorded, strict=True):
            assert operations.summary(gradient) == pytest.approx(known, rel=1e-3, abs=1e-4), name
    for name, known in RECORDED["losses"].items():
        assert training_steps.losses(torch, name) == pytest.approx(known, rel=1e-5), name

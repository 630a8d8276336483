"""What is timed beside PyTorch gives PyTorch's numbers: recorded ones, and those of PyTorch itself if it is there."""

import json
from pathlib import Path

import numpy as np
import operations
import pytest
import training_steps

import autograd_lab

RECORDED = json.loads((Path(__file__).parents[1] / "data" / "benchmarks.json").read_text())


@pytest.mark.parametrize("name", operations.OPERATIONS)
def test_the_gradients_of_an_operation(name):
    found = operations.gradients(autograd_lab, name)
    for gradient, recorded in zip(found, RECORDED["gradients"][name], strict=True):
        assert operations.summary(gradient) == pytest.approx(recorded, rel=1e-3, abs=1e-4)


@pytest.mark.parametrize("name", training_steps.MODELS)
def test_the_losses_of_the_first_steps(name):
    assert training_steps.losses(autograd_lab, name) == pytest.approx(RECORDED["losses"][name], rel=1e-5)


@pytest.mark.torch
@pytest.mark.parametrize("name", operations.OPERATIONS)
def test_the_gradients_are_pytorchs(name):
    torch = pytest.importorskip("torch")
    pairs = zip(operations.gradients(autograd_lab, name), operations.gradients(torch, name), strict=True)
    for ours, theirs in pairs:
        np.testing.assert_allclose(ours, theirs, rtol=2e-3, atol=2e-4)


@pytest.mark.torch
@pytest.mark.parametrize("name", training_steps.MODELS)
def test_the_losses_are_pytorchs(name):
    torch = pytest.importorskip("torch")
    ours, theirs = (training_steps.losses(engine, name) for engine in (autograd_lab, torch))
    assert ours == pytest.approx(theirs, rel=1e-5)

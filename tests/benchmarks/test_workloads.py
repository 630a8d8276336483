"""What is timed still runs and finds the right gradients: the floor's, and PyTorch's, recorded and if it is there."""

import json
from pathlib import Path

import numpy as np
import operations
import peers
import pytest
import training_steps
from peers import check
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


def spoiled(loss):
    """The same loss with another slope for whatever comes first among the leaves."""
    return lambda ops, data, first, *rest: loss(ops, data, first * 1.001, *rest)


@pytest.mark.parametrize("name", ["W2k", "W3", "W4f", "W8", "W9"])
def test_a_spoiled_gradient_is_seen(monkeypatch, name):
    workload = WORKLOADS[name]
    wrong = type(workload)(**vars(workload) | {"loss": spoiled(workload.loss)})
    wrong.loss.__name__ = workload.loss.__name__
    monkeypatch.setitem(WORKLOADS, name, wrong)
    with pytest.raises(AssertionError, match="is off by"):
        peers.prepare(peers.load("autograd_lab"), name)


@pytest.mark.parametrize("dtype", ["f4", "f8"])
def test_the_check_itself(dtype):
    right = [np.ones((2, 3), dtype), np.zeros(3, dtype)]
    check([gradient.copy() for gradient in right], right)
    with pytest.raises(AssertionError, match="gradient 0 is off by"):
        check([right[0] + np.eye(2, 3, dtype=dtype) / 1_000, right[1]], right)
    with pytest.raises(AssertionError, match="gradient 1: shape"):
        check([right[0], right[1][:, None]], right)
    with pytest.raises(AssertionError, match="gradient 1 is off by nan"):
        check([right[0], right[1] * np.nan], right)


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

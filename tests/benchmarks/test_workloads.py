"""The benchmarks' programs still run and find the floor's gradients. How long they take is no matter here."""

import numpy as np
import peers
import pytest
from peers import check
from workloads import WORKLOADS

TORCH = pytest.param("torch", marks=pytest.mark.torch)


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

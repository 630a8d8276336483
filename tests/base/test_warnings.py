"""What PyTorch warns about once in a process is said once; `set_warn_always` lets it be said every time."""

import warnings

import numpy as np
import pytest

import autograd_lab as al
from autograd_lab._core.base import learners_line


@pytest.fixture
def once(monkeypatch):
    """As in a new process."""
    monkeypatch.setattr(learners_line._Once, "said", set())
    monkeypatch.setattr(learners_line._Once, "always", False)


def counts(call):
    """How many warnings each of three calls gives."""
    found = []
    for _ in range(3):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            call()
        found.append(len(caught))
    return found


W = al.ones(2, 2, requires_grad=True)
ONCE = {
    "float": lambda: float(W.sum()),
    "a list of arrays": lambda: al.tensor([np.ones(2)]),
    "T": lambda: al.ones(2, 2, 2).T,
    "meshgrid": lambda: al.meshgrid(al.ones(2), al.ones(2)),
    "cross": lambda: al.cross(al.eye(3), al.eye(3)),
    "cholesky": lambda: al.cholesky(al.eye(2)),
    "asarray": lambda: al.asarray(W),
    "a cycle": lambda: W.sum().backward(create_graph=True),
}
ALWAYS = {
    "range": lambda: al.range(0, 2),
    "grad": lambda: (W * 2).grad,
    "std": lambda: al.ones(1).std(),
    "a copy": lambda: al.tensor(W),
}


@pytest.mark.parametrize("name", ONCE)
def test_once_in_a_process(name, once):
    assert counts(ONCE[name]) == [1, 0, 0]
    al.set_warn_always(True)
    assert al.is_warn_always_enabled()
    assert counts(ONCE[name]) == [1, 1, 1]


@pytest.mark.parametrize("name", ALWAYS)
def test_every_time(name, once):
    assert counts(ALWAYS[name]) == [1, 1, 1]


def test_the_switch_takes_a_bool(once):
    with pytest.raises(RuntimeError, match="setWarnOnlyOnce expects a bool, but got int"):
        al.set_warn_always(1)

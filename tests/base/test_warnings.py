"""What PyTorch warns about once in a process is said once, unless `set_warn_always`; and of the learner's line."""

import warnings

import numpy as np
import pytest

import autograd_lab as al
from autograd_lab import nn
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
    "a cycle": lambda: W.sum().backward(create_graph=True),
}
ALWAYS = {
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


# ----- the learner's line, however deep in the package it was found to be needed --------------------------------------
CALLS = {
    "a method": lambda: al.tensor([1.0]).var(),
    "a function": lambda: al.var(al.tensor([1.0])),
    "by keyword": lambda: al.tensor([1.0]).var(axis=0),
    "a tensor of a tensor": lambda: al.tensor(al.tensor([1.0])),
    "a list of arrays": lambda: al.tensor([np.ones(2), np.ones(2)]),
    "an index": lambda: al.ones(2, 2)[[al.tensor([0]), al.tensor([1])]],
    "an attribute": lambda: al.ones(2, 2, 2).T,
    "a conversion": lambda: float(al.tensor(1.0, requires_grad=True)),
    "a gradient that is not kept": lambda: (al.tensor(1.0, requires_grad=True) * 2).grad,
    "a mask of bytes": lambda: al.where(al.tensor([1], dtype=al.uint8), al.ones(1), al.ones(1)),
    "a loss": lambda: nn.functional.mse_loss(al.ones(2, 1), al.ones(2)),
    "a module": lambda: nn.Softmax()(al.ones(2, 2)),
}


@pytest.mark.parametrize("name", CALLS)
def test_a_warning_names_the_line_that_is_to_blame(name):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        CALLS[name]()
    assert caught
    assert {(warning.filename, warning.lineno) for warning in caught} == {
        (__file__, CALLS[name].__code__.co_firstlineno)
    }

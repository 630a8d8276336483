"""A warning names the learner's line, however deep in the package it was found to be needed."""

import warnings

import numpy as np
import pytest

import autograd_lab as al
from autograd_lab import nn

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

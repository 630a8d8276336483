"""Picking: elements taken from a tensor seen as one long row, or from where a mask holds, and put there."""

from typing import Any

import numpy as np

from .._core.refusals.places import check_masked_select
from .._core.table.row import derivative, non_differentiable
from ._operands import common_shape, plain, sum_to
from .indexing import index_put, zeros_for


def masked_select_forward(self: Any, mask: Any) -> np.ndarray:
    """The elements where the mask holds, as a vector; both stretch to a common shape."""
    shape = common_shape(mask.shape, self.shape)
    return np.broadcast_to(self, shape)[np.broadcast_to(mask, shape)]


def masked_select_back(grad: Any, self: Any, mask: Any) -> Any:
    """Backward of ``masked_select``: zeros, filled where the mask holds, and summed over what was stretched."""
    sizes = tuple(self.shape)
    zeros = zeros_for(grad, np.broadcast_shapes(sizes, tuple(mask.shape)))
    mask = np.broadcast_to(plain(mask), zeros.shape)
    return sum_to(index_put(zeros, [mask], grad, False), sizes)


masked_select = derivative(
    "masked_select(Tensor self, Tensor mask) -> Tensor",
    node="MaskedSelectBackward0",
    forward=masked_select_forward,
    self=masked_select_back,
    mask=non_differentiable,
    zero_where="not chosen",
    variants="function, method",
    refuse=check_masked_select,
    does="The elements of ``self`` where ``mask`` holds, as a vector.",
    tex=dict(forward=r"z = (x_i)_{m_i}", self=r"\bar{x}_i = \bar{z}_{k(i)}\, [m_i]"),
    samples=lambda make: [
        (make(3), np.array([True, False, True])), (make(2, 3), np.array([True, False, True])),
        (make(3), np.array([[True, False, True], [True, True, False]])), (make(), np.array(True)),
        (make(2), np.array([False, False])),
    ],
)  # fmt: skip


def nonzero_forward(self: Any) -> np.ndarray:
    """A row of indices for each element that is not 0."""
    if not self.ndim:
        return np.zeros((int(bool(self)), 0), np.int64)
    return np.argwhere(self)


nonzero = derivative(
    "nonzero(Tensor self) -> Tensor",
    node=None,
    forward=nonzero_forward,
    does="The places of the elements that are not 0: a row of indices for each.",
    tex=dict(forward=r"k = \{i : x_i \neq 0\}"),
    samples=lambda make: [(make(3),), (make(2, 3),), (make(),), (make(0),)],
)

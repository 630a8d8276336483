"""Picking: elements taken from a tensor seen as one long row, or from where a mask holds, and put there."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from .._core.refusals.places import check_enough, check_masked_scatter, check_masked_select
from .._core.table.row import derivative, non_differentiable
from ._operands import choose, common_shape, sum_to
from .indexing import zeros_for


def masked_select_forward(self: Any, mask: Any) -> np.ndarray:
    """The elements where the mask holds, as a vector; both stretch to a common shape."""
    shape = common_shape(mask.shape, self.shape)
    return np.broadcast_to(self, shape)[np.broadcast_to(mask, shape)]


def masked_select_back(grad: Any, self: Any, mask: Any) -> Any:
    """Backward of ``masked_select``: zeros, filled where the mask holds, and summed over what was stretched."""
    sizes = tuple(self.shape)
    zeros = zeros_for(grad, np.broadcast_shapes(sizes, tuple(mask.shape)))
    return sum_to(masked_scatter(zeros, mask, grad), sizes)


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


def masked_scatter_forward(self: Any, mask: Any, source: Any) -> Any:
    """A copy of ``self`` in which the places where the mask holds are filled from ``source``, in order."""
    shape = common_shape(mask.shape, self.shape)
    mask = np.broadcast_to(mask, shape)
    result, count = np.array(np.broadcast_to(self, shape), order="C"), np.count_nonzero(mask)
    check_enough(source, count)
    result[mask] = np.ravel(source)[:count]
    return result


masked_scatter = derivative(
    "masked_scatter(Tensor self, Tensor mask, Tensor source) -> Tensor",
    node="MaskedScatterBackward0",
    forward=masked_scatter_forward,
    self=lambda grad, mask: choose(mask, 0.0, grad),
    mask=non_differentiable,
    source=lambda grad, mask, source_sizes: masked_scatter_backward(grad, mask, source_sizes),
    variants="function, method, in_place",
    pointwise=True,  # for `self`: it stretches to fit the mask
    refuse=check_masked_scatter,
    does="``self`` with the places where ``mask`` holds filled from ``source``, in order.",
    tex=dict(
        forward=r"z_i = y_{k(i)}\ \mathrm{if}\ m_i\ \mathrm{else}\ x_i",
        self=r"\bar{x} = \bar{z} \odot [\mathrm{not}\ m]",
        source=r"\bar{y} = ((\bar{z}_i)_{m_i}, 0, \ldots)",
    ),
    samples=lambda make: [
        (make(3), np.array([True, False, True]), make(2)), (make(2, 3), np.array([True, False, True]), make(3, 2)),
        (make(3), np.array([[True, False, True], [True, True, False]]), make(4)),
    ],
)  # fmt: skip


def masked_scatter_back(grad_output: Any, mask: Any, sizes: Sequence[int]) -> np.ndarray:
    """Backward of ``masked_scatter`` to its source: what arrived where the mask holds, then zeros."""
    taken = masked_select_forward(grad_output, mask)
    result = np.zeros(tuple(sizes), grad_output.dtype)
    result.reshape(-1)[: taken.size] = taken
    return result


masked_scatter_backward = derivative(
    "masked_scatter_backward(Tensor grad_output, Tensor mask, SymInt[] sizes) -> Tensor",
    node="MaskedScatterBackwardBackward0",
    forward=masked_scatter_back,
    grad_output=lambda grad, grad_output_geometry, mask: masked_scatter(
        zeros_for(grad, grad_output_geometry.sizes), mask, grad
    ),
    mask=non_differentiable,
    refuse=check_masked_select,
    does="What ``grad_output`` has where ``mask`` holds, in order, then zeros, in the shape ``sizes``.",
    tex=dict(forward=r"z = ((x_i)_{m_i}, 0, \ldots)", grad_output=r"\bar{x}_i = \bar{z}_{k(i)}\, [m_i]"),
    samples=lambda make: [(make(3), np.array([True, False, True]), (3, 1)), (make(2), np.array([True, False]), (1,))],
)


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

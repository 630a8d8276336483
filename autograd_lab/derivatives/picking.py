"""Picking: elements taken from a tensor seen as one long row, or from where a mask holds, and put there."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from .._table.row import derivative, non_differentiable
from ._axes import common_shape, sum_to
from ._operands import choose, type_of
from .gathering import check_tensor
from .indexing import zeros_for
from .rearranging import copy_of


def _check_take(name: str, self: Any, index: Any) -> None:
    check_tensor(name, "index", 1, index)
    if index.dtype != np.int64:
        raise RuntimeError(f"{name}(): Expected a long tensor for index, but got {type_of(index)}")
    if index.size and not self.size:
        raise IndexError(
            f"{name}(): tried to {name.rstrip('_')} {'from' if name == 'take' else 'into'} an empty tensor"
        )
    wrong = np.ravel(index)[np.ravel((index < -self.size) | (index >= self.size))]
    if wrong.size:
        raise IndexError(f"out of range: tried to access index {wrong[0]} on a tensor of {self.size} elements.")


def take_forward(self: Any, index: Any) -> Any:
    """The elements that ``index`` names, as if ``self`` were one long row; shaped like ``index``."""
    _check_take("take", self, index)
    return self.reshape(-1)[index]


take = derivative(
    "take(Tensor self, Tensor index) -> Tensor",
    does="The elements that ``index`` names, as if ``self`` were one long row; shaped like ``index``.",
    node="TakeBackward0",
    variants="function, method",
    forward=take_forward,
    self=lambda grad, self, index: put(zeros_for(grad, tuple(self.shape)), index, grad, True),
    index=non_differentiable,
    tex=dict(forward=r"z_i = \operatorname{vec}(x)_{k_i}", self=r"\bar{x}_j = \sum_i \bar{z}_i\, [k_i = j]"),
    samples=lambda make: [
        (make(2, 3), np.array([[0, 5], [5, -1]])), (make(3), np.array(1)), (make(), np.array([0, 0])),
    ],
)  # fmt: skip


def put_forward(self: Any, index: Any, source: Any, accumulate: bool) -> Any:
    """A copy of ``self`` with ``source`` where ``index`` says, as if it were one long row."""
    if index.size != source.size:
        raise IndexError(
            "put_(): Expected source and index to have the same number of elements, but got source.numel() = "
            f"{source.size}, index.numel() = {index.size}"
        )
    if self.dtype != source.dtype:
        raise RuntimeError(
            f"put_(): self and source expected to have the same dtype, but got self.dtype = {type_of(self)} and "
            f"source.dtype = {type_of(source)}"
        )
    _check_take("put_", self, index)
    result = copy_of(self)
    key = np.unravel_index(np.ravel(index) % max(self.size, 1), self.shape) if self.ndim else (0 * np.ravel(index),)
    put = np.add.at if accumulate else np.ndarray.__setitem__
    put(result if self.ndim else result.reshape(1), key, np.ravel(source))
    return result


put = derivative(
    "put(Tensor self, Tensor index, Tensor source, bool accumulate=False) -> Tensor",
    does="``self`` with the elements of ``source`` at the places that ``index`` names, as if it were one long row.",
    node="PutBackward0",
    variants="function, method, in_place",
    forward=put_forward,
    self=lambda grad, index, source_geometry, accumulate: (
        grad if accumulate else put(grad, index, zeros_for(grad, source_geometry.sizes))
    ),
    index=non_differentiable,
    source=lambda grad, index, source: take(grad, index).reshape(tuple(source.shape)),
    tex=dict(
        forward=r"\operatorname{vec}(z)_{k_i} = y_i,\ z_j = x_j\ \mathrm{elsewhere}",
        self=r"\bar{x}_{k_i} = 0,\ \bar{x}_j = \bar{z}_j\ \mathrm{elsewhere}",
        source=r"\bar{y}_i = \bar{z}_{k_i}",
    ),
    samples=lambda make: [
        (make(2, 3), np.array([0, 4]), make(2)), (make(3), np.array([[1, 1]]), make(2, 1), True),
    ],
)  # fmt: skip


def masked_select_forward(self: Any, mask: Any) -> np.ndarray:
    """The elements where the mask holds, as a vector; both stretch to a common shape."""
    check_tensor("masked_select", "mask", 1, mask)
    if mask.dtype != np.bool_:
        raise RuntimeError("masked_select: expected BoolTensor for mask")
    shape = common_shape(mask.shape, self.shape)
    return np.broadcast_to(self, shape)[np.broadcast_to(mask, shape)]


def masked_select_back(grad: Any, self: Any, mask: Any) -> Any:
    """Backward of ``masked_select``: zeros, filled where the mask holds, and summed over what was stretched."""
    sizes = tuple(self.shape)
    zeros = zeros_for(grad, np.broadcast_shapes(sizes, tuple(mask.shape)))
    return sum_to(masked_scatter(zeros, mask, grad), sizes)


masked_select = derivative(
    "masked_select(Tensor self, Tensor mask) -> Tensor",
    does="The elements of ``self`` where ``mask`` holds, as a vector.",
    node="MaskedSelectBackward0",
    variants="function, method",
    forward=masked_select_forward,
    self=masked_select_back,
    mask=non_differentiable,
    tex=dict(forward=r"z = (x_i)_{m_i}", self=r"\bar{x}_i = \bar{z}_{k(i)}\, [m_i]"),
    samples=lambda make: [
        (make(3), np.array([True, False, True])), (make(2, 3), np.array([True, False, True])),
        (make(3), np.array([[True, False, True], [True, True, False]])), (make(), np.array(True)),
        (make(2), np.array([False, False])),
    ],
)  # fmt: skip


def masked_scatter_forward(self: Any, mask: Any, source: Any) -> Any:
    """A copy of ``self`` in which the places where the mask holds are filled from ``source``, in order."""
    if mask.dtype != np.bool_:
        raise RuntimeError(f"masked_scatter_ only supports boolean masks, but got mask with dtype {type_of(mask)}")
    if self.dtype != source.dtype:
        raise RuntimeError(
            f"masked_scatter: expected self and source to have same dtypes but got{type_of(self)} and {type_of(source)}"
        )
    shape = common_shape(mask.shape, self.shape)
    mask = np.broadcast_to(mask, shape)
    result, count = np.array(np.broadcast_to(self, shape), order="C"), np.count_nonzero(mask)
    if source.size < count:
        raise RuntimeError("Number of elements of source < number of ones in mask")
    result[mask] = np.ravel(source)[:count]
    return result


masked_scatter = derivative(
    "masked_scatter(Tensor self, Tensor mask, Tensor source) -> Tensor",
    does="``self`` with the places where ``mask`` holds filled from ``source``, in order.",
    node="MaskedScatterBackward0",
    variants="function, method, in_place",
    forward=masked_scatter_forward,
    pointwise=True,  # for `self`: it stretches to fit the mask
    self=lambda grad, mask: choose(mask, 0.0, grad),
    mask=non_differentiable,
    source=lambda grad, mask, source_sizes: masked_scatter_backward(grad, mask, source_sizes),
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
    does="What ``grad_output`` has where ``mask`` holds, in order, then zeros, in the shape ``sizes``.",
    node="MaskedScatterBackwardBackward0",
    forward=masked_scatter_back,
    grad_output=lambda grad, grad_output_geometry, mask: masked_scatter(
        zeros_for(grad, grad_output_geometry.sizes), mask, grad
    ),
    mask=non_differentiable,
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
    does="The places of the elements that are not 0: a row of indices for each.",
    node=None,
    forward=nonzero_forward,
    tex=dict(forward=r"k = \{i : x_i \neq 0\}"),
    samples=lambda make: [(make(3),), (make(2, 3),), (make(),), (make(0),)],
)

"""Choosing element by element: a mask says from where."""

from typing import Any

import numpy as np

from .._core.base import dtypes
from .._core.base.learners_line import warn_once
from .._core.base.strided import row_by_row
from .._core.refusals.numbers import check_masked_fill, check_where
from .._core.table.row import derivative, non_differentiable
from ._operands import choose

_OLD_MASK = (
    "where received a uint8 condition tensor. This behavior is deprecated and will be removed in a future version of "
    "PyTorch. Use a boolean condition instead."
)


def where_forward(condition: Any, self: Any, other: Any) -> Any:
    """``self`` where the condition holds, else ``other``; only these two decide the dtype."""
    if getattr(condition, "dtype", None) == np.uint8:
        warn_once(_OLD_MASK)
    target = dtypes.result_numpy([self, other])
    return choose(
        condition, *(target.type(x) if isinstance(x, int | float) else x.astype(target) for x in (self, other))
    )


where = derivative(
    "where.self(Tensor condition, Tensor self, Tensor other) -> Tensor",
    node="WhereBackward0",
    forward=where_forward,
    condition=non_differentiable,
    self=lambda grad, condition: choose(condition, grad, 0.0),
    other=lambda grad, condition: choose(condition, 0.0, grad),
    zero_where="not chosen",
    pointwise=True,
    refuse=check_where,
    does="The elements of ``self`` where ``condition`` holds, those of ``other`` elsewhere.",
    tex=dict(
        forward=r"z_i = x_i\ \mathrm{if}\ c_i\ \mathrm{else}\ y_i",
        self=r"\bar{x} = \bar{z} \odot [c]",
        other=r"\bar{y} = \bar{z} \odot [\mathrm{not}\ c]",
    ),
    samples=lambda make: [
        (np.array([True, False, True]), make(3), make(3)),
        (np.array([True, False, True]), make(2, 3), make()),
        (np.array([[True], [False]]), make(3), 2.0),
    ],
)


def masked_fill_forward(self: Any, mask: Any, value: Any) -> Any:
    """``self`` with ``value`` where the mask holds; the dtype stays."""
    return row_by_row(choose(mask, self.dtype.type(value), self))


masked_fill = derivative(
    "masked_fill.Scalar(Tensor self, Tensor mask, Scalar value) -> Tensor",
    node="MaskedFillBackward0",
    forward=masked_fill_forward,
    self=lambda grad, mask: choose(mask, 0.0, grad),
    mask=non_differentiable,
    zero_where="not chosen",
    pointwise=True,
    refuse=check_masked_fill,
    does="``self`` with the number ``value`` where ``mask`` holds.",
    tex=dict(
        forward=r"z_i = c\ \mathrm{if}\ m_i\ \mathrm{else}\ x_i", self=r"\bar{x} = \bar{z} \odot [\mathrm{not}\ m]"
    ),
    samples=lambda make: [
        (make(3), np.array([True, False, True]), 0.5),
        (make(2, 3), np.array([True, False, True]), 2),
    ],
)


def masked_fill_tensor_forward(self: Any, mask: Any, value: Any) -> Any:
    """``self`` with the single number in ``value`` where the mask holds."""
    return masked_fill_forward(self, mask, value)


masked_fill_tensor = derivative(
    "masked_fill.Tensor(Tensor self, Tensor mask, Tensor value) -> Tensor",
    node="MaskedFillBackward1",
    forward=masked_fill_tensor_forward,
    self=lambda grad, mask: choose(mask, 0.0, grad),
    mask=non_differentiable,
    value=lambda grad, mask: choose(mask, grad, 0.0).sum(),
    zero_where="not chosen",
    pointwise=True,
    refuse=check_masked_fill,
    does="``self`` with the single number in the tensor ``value`` where ``mask`` holds.",
    tex=dict(
        forward=r"z_i = y\ \mathrm{if}\ m_i\ \mathrm{else}\ x_i",
        self=r"\bar{x} = \bar{z} \odot [\mathrm{not}\ m]",
        value=r"\bar{y} = \sum_i \bar{z}_i [m_i]",
    ),
    samples=lambda make: [
        (make(3), np.array([True, False, True]), make()),
        (make(2, 3), np.array([True, False, True]), make()),
    ],
)

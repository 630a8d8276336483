"""Copies, conversions, overwriting: the same numbers elsewhere, or others in their place."""

from typing import Any

import numpy as np

from .._core.base.dtypes import float64
from .._core.base.strided import layout_of
from .._core.refusals.numbers import check_copy, check_fill
from .._core.table.row import derivative


def clone_forward(self: Any, memory_format: Any) -> Any:
    """A copy; with a memory format in row-major order, else laid out like ``self``."""
    if not isinstance(self, np.ndarray):
        return self
    return np.array(self, order=layout_of(self) if memory_format is None else "C")


clone = derivative(
    "clone(Tensor self, *, MemoryFormat? memory_format=None) -> Tensor",
    node="CloneBackward0",
    forward=clone_forward,
    self=lambda grad: grad,
    variants="function, method",
    does="A copy with memory of its own.",
    tex=dict(forward=r"z = x", self=r"\bar{x} = \bar{z}"),
    samples=lambda make: [(make(3),), (make(),)],
)

alias = derivative(
    "alias(Tensor(a) self) -> Tensor(a)",
    node="AliasBackward0",
    forward=lambda self: self[...],
    self=lambda grad: grad,
    view=True,
    does="The same tensor once more: a view of all of it.",
    tex=dict(forward=r"z = x", self=r"\bar{x} = \bar{z}"),
    samples=lambda make: [(make(3),), (make(),)],
)

to_copy = derivative(
    "_to_copy(Tensor self, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, "
    "bool? pin_memory=None, bool non_blocking=False, MemoryFormat? memory_format=None) -> Tensor",
    node="ToCopyBackward0",
    forward=lambda self, dtype, *unused: self.astype(dtype.numpy, layout_of(self)),
    self=lambda grad: grad,  # the engine casts what arrives to the input's own type
    does="A copy in another type.",
    tex=dict(forward=r"z = \operatorname{cast}(x)", self=r"\bar{x} = \operatorname{cast}(\bar{z})"),
    samples=lambda make: [(make(3), float64), (make(), float64)],
)

zero = derivative(
    "zero_(Tensor(a!) self) -> Tensor(a!)",
    node="ZeroBackward0",
    forward=np.zeros_like,
    self=lambda grad: np.zeros_like(grad),
    zero_where="overwritten",
    variants="in_place",
    does="0 in every element.",
    tex=dict(forward=r"z = 0", self=r"\bar{x} = 0"),
    samples=lambda make: [(make(3),), (make(),)],
)


def fill_forward(self: Any, value: Any) -> Any:
    """``value`` everywhere, in the shape and type of ``self``."""
    return np.full(self.shape, value, self.dtype)


fill = derivative(
    "fill_.Scalar(Tensor(a!) self, Scalar value) -> Tensor(a!)",
    node="FillBackward2",
    forward=fill_forward,
    self=lambda grad: np.zeros_like(grad),
    zero_where="overwritten",
    refuse=check_fill,
    does="One Python number in every element.",
    tex=dict(forward=r"z = c", self=r"\bar{x} = 0"),
    samples=lambda make: [(make(3), 2.0), (make(), 1)],
)

fill_tensor = derivative(
    "fill_.Tensor(Tensor(a!) self, Tensor value) -> Tensor(a!)",
    node="FillBackward3",
    forward=fill_forward,
    self=lambda grad: np.zeros_like(grad),
    value=lambda grad: grad.sum(),
    zero_where="overwritten",
    refuse=check_fill,
    does="The single number in the tensor ``value`` in every element.",
    tex=dict(forward=r"z_i = y", self=r"\bar{x} = 0", value=r"\bar{y} = \sum_i \bar{z}_i"),
    samples=lambda make: [(make(3), make())],
)


def copy_forward(self: Any, source: Any, non_blocking: bool) -> Any:
    """``source``, a tensor or a number, in the shape and type of ``self``."""
    source = np.asarray(source)
    return (source if source.shape == self.shape else np.broadcast_to(source, self.shape)).astype(self.dtype)


copy = derivative(
    "copy_(Tensor(a!) self, Tensor src, bool non_blocking=False) -> Tensor(a!)",
    node="torch::autograd::CopyBackwards",
    forward=copy_forward,
    self=lambda grad: np.zeros_like(grad),
    src=lambda grad: grad,
    zero_where="overwritten",
    variants="in_place",
    pointwise=True,
    refuse=check_copy,
    does="The elements of ``src``, stretched to the shape and cast to the type of ``self``.",
    tex=dict(forward=r"z = y", self=r"\bar{x} = 0", src=r"\bar{y} = \bar{z}"),
    samples=lambda make: [(make(3), make(3)), (make(2, 3), make(3)), (make(), make())],
)

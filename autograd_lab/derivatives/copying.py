"""Copies, conversions, overwriting: the same numbers elsewhere, or others in their place."""

from typing import Any

import numpy as np

from .._base.dtypes import float64
from .._table.row import derivative
from .rearranging import cast, copy_of


def clone_forward(self: Any, memory_format: Any) -> Any:
    """A copy; with a memory format in row-major order, else laid out like ``self``."""
    if not isinstance(self, np.ndarray):
        return self
    return copy_of(self) if memory_format is None else np.array(self, order="C")


clone = derivative(
    "clone(Tensor self, *, MemoryFormat? memory_format=None) -> Tensor",
    does="A copy with memory of its own.",
    node="CloneBackward0",
    variants="function, method",
    forward=clone_forward,
    self=lambda grad: grad,
    tex=dict(forward=r"z = x", self=r"\bar{x} = \bar{z}"),
    samples=lambda make: [(make(3),), (make(),)],
)

alias = derivative(
    "alias(Tensor(a) self) -> Tensor(a)",
    does="The same tensor once more: a view of all of it.",
    node="AliasBackward0",
    forward=lambda self: self[...],
    view=True,
    self=lambda grad: grad,
    tex=dict(forward=r"z = x", self=r"\bar{x} = \bar{z}"),
    samples=lambda make: [(make(3),), (make(),)],
)


to_copy = derivative(
    "_to_copy(Tensor self, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, "
    "bool? pin_memory=None, bool non_blocking=False, MemoryFormat? memory_format=None) -> Tensor",
    does="A copy in another type.",
    node="ToCopyBackward0",
    forward=lambda self, dtype, *unused: cast(self, dtype.numpy),
    self=lambda grad: grad,  # the engine casts what arrives to the input's own type
    tex=dict(forward=r"z = \operatorname{cast}(x)", self=r"\bar{x} = \operatorname{cast}(\bar{z})"),
    samples=lambda make: [(make(3), float64), (make(), float64)],
)

zero = derivative(
    "zero_(Tensor(a!) self) -> Tensor(a!)",
    does="0 in every element.",
    node="ZeroBackward0",
    variants="in_place",
    forward=np.zeros_like,
    self=lambda grad: np.zeros_like(grad),
    tex=dict(forward=r"z = 0", self=r"\bar{x} = 0"),
    samples=lambda make: [(make(3),), (make(),)],
)


def fill_forward(self: Any, value: Any) -> Any:
    """``value`` everywhere, in the shape and type of ``self``."""
    if np.ndim(value):
        raise RuntimeError(f"fill_ only supports 0-dimension value tensor but got tensor with {value.ndim} dimensions.")
    return np.full(self.shape, value, self.dtype)


fill = derivative(
    "fill_.Scalar(Tensor(a!) self, Scalar value) -> Tensor(a!)",
    does="One Python number in every element.",
    node="FillBackward2",
    forward=fill_forward,
    self=lambda grad: np.zeros_like(grad),
    tex=dict(forward=r"z = c", self=r"\bar{x} = 0"),
    samples=lambda make: [(make(3), 2.0), (make(), 1)],
)

fill_tensor = derivative(
    "fill_.Tensor(Tensor(a!) self, Tensor value) -> Tensor(a!)",
    does="The single number in the tensor ``value`` in every element.",
    node="FillBackward3",
    forward=fill_forward,
    self=lambda grad: np.zeros_like(grad),
    value=lambda grad: grad.sum(),
    tex=dict(forward=r"z_i = y", self=r"\bar{x} = 0", value=r"\bar{y} = \sum_i \bar{z}_i"),
    samples=lambda make: [(make(3), make())],
)

fill_copy = derivative(
    "fill.Scalar(Tensor self, Scalar value) -> Tensor",
    does="A tensor like ``self`` with one Python number in every element.",
    node="FillBackward0",
    forward=fill_forward,
    self=lambda grad: np.zeros_like(grad),
    tex=dict(forward=r"z = c", self=r"\bar{x} = 0"),
    samples=lambda make: [(make(3), 2.0), (make(), 1)],
)

fill_copy_tensor = derivative(
    "fill.Tensor(Tensor self, Tensor value) -> Tensor",
    does="A tensor like ``self`` with the single number in the tensor ``value`` in every element.",
    node="FillBackward1",
    forward=fill_forward,
    self=lambda grad: np.zeros_like(grad),
    value=lambda grad: grad.sum(),
    tex=dict(forward=r"z_i = y", self=r"\bar{x} = 0", value=r"\bar{y} = \sum_i \bar{z}_i"),
    samples=lambda make: [(make(3), make())],
)


def copy_forward(self: Any, source: Any, non_blocking: bool) -> Any:
    """``source`` in the shape and type of ``self``."""
    source = np.asarray(source)  # a number, too
    if source.shape != self.shape:
        both = np.broadcast_shapes(self.shape, source.shape)
        if both != self.shape:
            raise RuntimeError(f"output with shape {list(self.shape)} doesn't match the broadcast shape {list(both)}")
        source = np.broadcast_to(source, self.shape)
    return source.astype(self.dtype)


copy = derivative(
    "copy_(Tensor(a!) self, Tensor src, bool non_blocking=False) -> Tensor(a!)",
    does="The elements of ``src``, stretched to the shape and cast to the type of ``self``.",
    node="torch::autograd::CopyBackwards",
    variants="in_place",
    forward=copy_forward,
    pointwise=True,
    self=lambda grad: np.zeros_like(grad),
    src=lambda grad: grad,
    tex=dict(forward=r"z = y", self=r"\bar{x} = 0", src=r"\bar{y} = \bar{z}"),
    samples=lambda make: [(make(3), make(3)), (make(2, 3), make(3)), (make(), make())],
)

"""Arithmetic in other forms: with a Python number, with the operands swapped, and two operations at once."""

from typing import Any

import numpy as np

from .._core.refusals.numbers import check_difference
from .._core.table.row import derivative
from ._operands import choose, together, with_number
from .arithmetic import subtract

add_scalar = derivative(
    "add.Scalar(Tensor self, Scalar other, Scalar alpha=1) -> Tensor",
    node="AddBackward1",
    forward=lambda self, other, alpha: with_number(self, other) + alpha * other,
    self=lambda grad: grad,
    does="``self + alpha · other``, element by element, for a Python number ``other``.",
    tex=dict(forward=r"z = x + \alpha c", self=r"\bar{x} = \bar{z}"),
    samples=lambda make: [(make(3), 2.0), (make(), 1)],
)


def subtract_number(self: Any, other: Any, alpha: Any) -> Any:
    """``self - alpha·other`` for a Python number ``other``."""
    if self.dtype.kind != "f":
        check_difference(self, other)
        self = with_number(self, other)
    return self - alpha * other


sub_scalar = derivative(
    "sub.Scalar(Tensor self, Scalar other, Scalar alpha=1) -> Tensor",
    node="SubBackward1",
    forward=subtract_number,
    self=lambda grad: grad,
    does="``self - alpha · other``, element by element, for a Python number ``other``.",
    tex=dict(forward=r"z = x - \alpha c", self=r"\bar{x} = \bar{z}"),
    samples=lambda make: [(make(3), 2.0), (make(), 1)],
)

mul_number = derivative(
    "mul.Scalar(Tensor self, Scalar other) -> Tensor",
    node="MulBackward1",
    forward=lambda self, other: with_number(self, other) * other,
    self=lambda grad, other: grad * other,
    zero_where="factor 0",
    does="``self · other``, element by element, for a Python number ``other``.",
    tex=dict(forward=r"z = c\, x", self=r"\bar{x} = c\, \bar{z}"),
    samples=lambda make: [(make(3), 2.0), (make(), 0.5)],
)


def times(gradient: Any, factor: Any) -> Any:
    """``gradient * factor``; the gradient itself if the factor is 1, the usual case."""
    return gradient if factor == 1 else mul_number(gradient, factor)


div_scalar = derivative(
    "div.Scalar(Tensor self, Scalar other) -> Tensor",
    node="DivBackward1",
    forward=lambda self, other: self / self.dtype.type(other),
    self=lambda grad, other: grad / other,
    zero_where="factor 0",
    types="float",
    does="``self / other``, element by element, for a Python number ``other``; whole numbers give floats.",
    tex=dict(forward=r"z = \frac{x}{c}", self=r"\bar{x} = \frac{\bar{z}}{c}"),
    samples=lambda make: [(make(3), 2.0), (make(), 3)],
)

rsub_tensor = derivative(
    "rsub.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor",
    node="RsubBackward0",
    forward=lambda self, other, alpha: subtract(other, self, alpha),
    self=lambda grad, alpha: -grad if alpha == 1 else -grad * alpha,
    other=lambda grad: grad,
    pointwise=True,
    does="``other - alpha · self``, element by element: `sub` with its operands swapped.",
    tex=dict(forward=r"z = y - \alpha x", self=r"\bar{x} = -\alpha \bar{z}", other=r"\bar{y} = \bar{z}"),
    samples=lambda make: [(make(3), make(3)), (make(2, 3), make(3)), (make(3), make(3), 2)],
)


def subtract_from_number(self: Any, other: Any, alpha: Any) -> Any:
    """``other - alpha·self`` for a Python number ``other``."""
    if self.dtype.kind != "f" or (other.__class__ is not float and other.__class__ is not int):
        check_difference(self, other)
        self, other = together(self, other)
    return other - self if alpha == 1 else other - alpha * self


rsub = derivative(
    "rsub.Scalar(Tensor self, Scalar other, Scalar alpha=1) -> Tensor",
    node="RsubBackward1",
    forward=subtract_from_number,
    self=lambda grad, alpha: -grad if alpha == 1 else -grad * alpha,
    does="``other - alpha · self``, element by element, for a Python number ``other``.",
    tex=dict(forward=r"z = c - \alpha x", self=r"\bar{x} = -\alpha \bar{z}"),
    samples=lambda make: [(make(3), 2.0), (make(2, 3), 1), (make(), 0.5), (make(3), 1.0, 2)],
)


def addcmul_forward(self: Any, tensor1: Any, tensor2: Any, value: Any) -> Any:
    """``self + value · tensor1 · tensor2``."""
    value = value if self.dtype.kind == "f" else int(value)
    return self + (tensor1 * tensor2 if value == 1 else value * tensor1 * tensor2)


addcmul = derivative(
    "addcmul(Tensor self, Tensor tensor1, Tensor tensor2, *, Scalar value=1) -> Tensor",
    node="AddcmulBackward0",
    forward=addcmul_forward,
    self=lambda grad: grad,
    tensor1=lambda grad, tensor2, value: grad * (tensor2 * value),
    tensor2=lambda grad, tensor1, value: grad * (tensor1 * value),
    types="promote",
    pointwise=True,
    does="``self + value · tensor1 · tensor2``, element by element.",
    tex=dict(
        forward=r"z = x + c\, t \odot u",
        self=r"\bar{x} = \bar{z}",
        tensor1=r"\bar{t} = c\, \bar{z} \odot u",
        tensor2=r"\bar{u} = c\, \bar{z} \odot t",
    ),
    samples=lambda make: [
        (make(3), make(3), make(3)), (make(2, 3), make(3), make(2, 1), 0.5), (make(), make(2), make()),
    ],
)  # fmt: skip


def addcdiv_forward(self: Any, tensor1: Any, tensor2: Any, value: Any) -> Any:
    """``self + value · tensor1 / tensor2``; PyTorch refuses the quotient of two whole numbers."""
    self, tensor1, tensor2 = together(self, tensor1, tensor2)
    return self + (tensor1 if value == 1 else value * tensor1) / tensor2


addcdiv = derivative(
    "addcdiv(Tensor self, Tensor tensor1, Tensor tensor2, *, Scalar value=1) -> Tensor",
    node="AddcdivBackward0",
    forward=addcdiv_forward,
    self=lambda grad: grad,
    tensor1=lambda grad, tensor2, value: grad * (value / tensor2),
    tensor2=lambda grad, tensor1, tensor2, value: -grad * (value * tensor1 / (tensor2 * tensor2)),
    pointwise=True,
    does="``self + value · tensor1 / tensor2``, element by element; two whole numbers are not divided.",
    tex=dict(
        forward=r"z = x + c\, \frac{t}{u}",
        self=r"\bar{x} = \bar{z}",
        tensor1=r"\bar{t} = c\, \frac{\bar{z}}{u}",
        tensor2=r"\bar{u} = -c\, \bar{z} \frac{t}{u^2}",
    ),
    samples=lambda make: [
        (make(3), make(3), make(3, low=0.5)), (make(2, 3), make(3), make(2, 1, low=0.5), 0.5),
        (make(), make(2), make(low=0.5)),
    ],
)  # fmt: skip


def lerp(self: Any, end: Any, weight: Any) -> Any:
    """From ``self`` (weight 0) to ``end`` (weight 1) in a straight line, reckoned from the nearer end."""
    weight = self.dtype.type(weight) if np.ndim(weight) == 0 else weight
    step = end - self
    return choose(abs(weight) < 0.5, self + weight * step, end - step * (1 - weight))


lerp_number = derivative(
    "lerp.Scalar(Tensor self, Tensor end, Scalar weight) -> Tensor",
    node="LerpBackward0",
    forward=lerp,
    self=lambda grad, weight: grad * (1 - weight),
    end=lambda grad, weight: grad * weight,
    pointwise=True,
    does="The point between ``self`` (``weight`` 0) and ``end`` (1), element by element, for one number ``weight``.",
    tex=dict(forward=r"z = x + w (y - x)", self=r"\bar{x} = (1 - w)\, \bar{z}", end=r"\bar{y} = w\, \bar{z}"),
    samples=lambda make: [(make(3), make(3), 0.3), (make(2, 3), make(3), 0.8), (make(), make(), 2)],
)

lerp_tensor = derivative(
    "lerp.Tensor(Tensor self, Tensor end, Tensor weight) -> Tensor",
    node="LerpBackward1",
    forward=lerp,
    self=lambda grad, weight: grad * (1 - weight),
    end=lambda grad, weight: grad * weight,
    weight=lambda grad, self, end: grad * (end - self),
    pointwise=True,
    does="The point between ``self`` (``weight`` 0) and ``end`` (``weight`` 1), element by element.",
    tex=dict(
        forward=r"z = x + w (y - x)",
        self=r"\bar{x} = (1 - w)\, \bar{z}",
        end=r"\bar{y} = w\, \bar{z}",
        weight=r"\bar{w} = \bar{z} \odot (y - x)",
    ),
    samples=lambda make: [(make(3), make(3), make(3)), (make(2, 3), make(3), make()), (make(), make(2), make())],
)

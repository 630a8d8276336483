"""Arithmetic: sums, differences, products and quotients of two tensors. Other forms are in ``arithmetic_forms.py``.

How to read a row: the head of ``__init__.py`` here. All its keywords: ``_core/table/row.py``.
"""

import operator
from typing import Any

from .._core.refusals.numbers import check_alpha, check_difference, check_neg
from .._core.table.row import derivative
from ._operands import together


def scale(alpha: Any, other: Any) -> Any:
    """``alpha·other``; for integer tensors, alpha must be an integer."""
    check_alpha(alpha, other)
    return alpha * other


add = derivative(
    "add.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor",
    node="AddBackward0",
    forward=lambda self, other, alpha: self + other if alpha == 1 else self + scale(alpha, other),
    self=lambda grad: grad,
    other=lambda grad, alpha: grad if alpha == 1 else grad * alpha,
    variants="function, method, in_place",
    types="promote",
    pointwise=True,
    does="``self + alpha · other``, element by element.",
    tex=dict(forward=r"z = x + \alpha y", self=r"\bar{x} = \bar{z}", other=r"\bar{y} = \alpha \bar{z}"),
    samples=lambda make: [
        (make(3), make(3)), (make(2, 3), make(3)), (make(2, 1), 2.0), (make(), make(2)), (make(0), make(0)),
        (make(3), make(3), 2),
    ],
)  # fmt: skip


def subtract(self: Any, other: Any, alpha: Any) -> Any:
    """``self - alpha·other``. PyTorch refuses booleans, so what is not a float is checked before types are promoted."""
    kind = getattr(self, "dtype", None)
    if (
        kind is None
        or kind.kind != "f"
        or not (other.__class__ is float or other.__class__ is int or getattr(other, "dtype", None) is kind)
    ):
        check_difference(self, other)
        self, other = together(self, other)
    return self - other if alpha == 1 else self - scale(alpha, other)


sub = derivative(
    "sub.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor",
    node="SubBackward0",
    forward=subtract,
    self=lambda grad: grad,
    other=lambda grad, alpha: -grad if alpha == 1 else -grad * alpha,
    variants="function, method, in_place",
    pointwise=True,
    does="``self - alpha · other``, element by element.",
    tex=dict(forward=r"z = x - \alpha y", self=r"\bar{x} = \bar{z}", other=r"\bar{y} = -\alpha \bar{z}"),
    samples=lambda make: [(make(3), make(3)), (make(2, 3), make(3)), (make(2, 1), 2.0), (make(3), make(3), 2)],
)

mul = derivative(
    "mul.Tensor(Tensor self, Tensor other) -> Tensor",
    node="MulBackward0",
    forward=operator.mul,
    self=lambda grad, other: grad * other,
    other=lambda grad, self: grad * self,
    zero_where="factor 0",
    variants="function, method, in_place",
    types="promote",
    pointwise=True,
    does="``self · other``, element by element.",
    tex=dict(forward=r"z = x \odot y", self=r"\bar{x} = \bar{z} \odot y", other=r"\bar{y} = \bar{z} \odot x"),
    samples=lambda make: [(make(3), make(3)), (make(2, 3), make(3)), (make(2, 1), 2.0), (make(), make(2))],
)

div = derivative(
    "div.Tensor(Tensor self, Tensor other) -> Tensor",
    node="DivBackward0",
    forward=operator.truediv,
    self=lambda grad, other: grad / other,
    other=lambda grad, self, other: -grad * (self / other / other),
    zero_where="factor 0",
    types="float",
    pointwise=True,
    does="``self / other``, element by element; whole numbers give floats.",
    tex=dict(
        forward=r"z = \frac{x}{y}", self=r"\bar{x} = \frac{\bar{z}}{y}", other=r"\bar{y} = -\bar{z} \frac{x}{y^2}"
    ),
    samples=lambda make: [
        (make(3), make(3, low=0.5)), (make(2, 3), make(3, low=0.5)), (make(2, 1), 2.0), (make(), make(2, low=0.5)),
    ],
)  # fmt: skip

neg = derivative(
    "neg(Tensor self) -> Tensor",
    node="NegBackward0",
    forward=operator.neg,
    self=lambda grad: -grad,
    variants="function, method, in_place",
    refuse=check_neg,
    does="``-self``, element by element.",
    tex=dict(forward=r"z = -x", self=r"\bar{x} = -\bar{z}"),
    samples=lambda make: [(make(3),), (make(),), (make(2, 0),)],
)

reciprocal = derivative(
    "reciprocal(Tensor self) -> Tensor",
    node="ReciprocalBackward0",
    forward=lambda self: 1 / self,
    self=lambda grad, result: -grad * (result * result),
    variants="function, method, in_place",
    types="float",
    does="``1 / self``, element by element; whole numbers give floats.",
    tex=dict(forward=r"z = \frac{1}{x}", self=r"\bar{x} = -\bar{z} \odot z^2"),
    samples=lambda make: [(make(3, low=0.5),), (make(low=0.5),), (make(2, 0),)],
)

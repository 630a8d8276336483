"""Angles and their functions: the trigonometric ones, the hyperbolic ones, and their inverses."""

from typing import Any

import numpy as np

from .._core.table.row import derivative
from ._operands import choose
from .powers import rsqrt

sin = derivative(
    "sin(Tensor self) -> Tensor",
    node="SinBackward0",
    forward=np.sin,
    self=lambda grad, self: grad * np.cos(self),
    zero_where="level",
    variants="function, method, in_place",
    types="float",
    does="The sine of each element, an angle in radians.",
    tex=dict(forward=r"z = \sin x", self=r"\bar{x} = \bar{z} \odot \cos x"),
    samples=lambda make: [(make(3),), (make(),), (make(2, 2),)],
)

cos = derivative(
    "cos(Tensor self) -> Tensor",
    node="CosBackward0",
    forward=np.cos,
    self=lambda grad, self: grad * -np.sin(self),
    zero_where="level",
    variants="function, method, in_place",
    types="float",
    does="The cosine of each element, an angle in radians.",
    tex=dict(forward=r"z = \cos x", self=r"\bar{x} = -\bar{z} \odot \sin x"),
    samples=lambda make: [(make(3),), (make(),), (make(2, 2),)],
)

tan = derivative(
    "tan(Tensor self) -> Tensor",
    node="TanBackward0",
    forward=np.tan,
    self=lambda grad, result: grad * (1 + result * result),
    variants="function, method, in_place",
    types="float",
    does="The tangent of each element, an angle in radians.",
    tex=dict(forward=r"z = \tan x", self=r"\bar{x} = \bar{z} \odot (1 + z^2)"),
    samples=lambda make: [(make(3, low=-1, high=1),), (make(low=-1, high=1),)],
)

sinh = derivative(
    "sinh(Tensor self) -> Tensor",
    node="SinhBackward0",
    forward=np.sinh,
    self=lambda grad, self: grad * np.cosh(self),
    variants="function, method, in_place",
    types="float",
    does="The hyperbolic sine of each element: half the difference of eˣ and e⁻ˣ.",
    tex=dict(forward=r"z = \sinh x", self=r"\bar{x} = \bar{z} \odot \cosh x"),
    samples=lambda make: [(make(3),), (make(),), (make(2, 2),)],
)

cosh = derivative(
    "cosh(Tensor self) -> Tensor",
    node="CoshBackward0",
    forward=np.cosh,
    self=lambda grad, self: grad * np.sinh(self),
    zero_where="level",
    variants="function, method, in_place",
    types="float",
    does="The hyperbolic cosine of each element: half the sum of eˣ and e⁻ˣ.",
    tex=dict(forward=r"z = \cosh x", self=r"\bar{x} = \bar{z} \odot \sinh x"),
    samples=lambda make: [(make(3),), (make(),), (make(2, 2),)],
)

tanh = derivative(
    "tanh(Tensor self) -> Tensor",
    node="TanhBackward0",
    forward=np.tanh,
    self=lambda grad, result: grad * (1 - result * result),
    zero_where="saturated",
    variants="function, method, in_place",
    types="float",
    does="The hyperbolic tangent of each element, between -1 and 1.",
    tex=dict(forward=r"z = \tanh x", self=r"\bar{x} = \bar{z} \odot (1 - z^2)"),
    samples=lambda make: [(make(3),), (make(),), (make(2, 2),)],
)

asin = derivative(
    "asin(Tensor self) -> Tensor",
    node="AsinBackward0",
    forward=np.arcsin,
    self=lambda grad, self: grad * rsqrt(1 - self * self),
    variants="function, method, in_place",
    types="float",
    does="The angle between -π/2 and π/2 whose sine each element is; nan outside -1 … 1.",
    tex=dict(forward=r"z = \arcsin x", self=r"\bar{x} = \frac{\bar{z}}{\sqrt{1 - x^2}}"),
    samples=lambda make: [(make(3, low=-0.9, high=0.9),), (make(low=-0.9, high=0.9),)],
)

acos = derivative(
    "acos(Tensor self) -> Tensor",
    node="AcosBackward0",
    forward=np.arccos,
    self=lambda grad, self: grad * -rsqrt(1 - self * self),
    variants="function, method, in_place",
    types="float",
    does="The angle between 0 and π whose cosine each element is; nan outside -1 … 1.",
    tex=dict(forward=r"z = \arccos x", self=r"\bar{x} = -\frac{\bar{z}}{\sqrt{1 - x^2}}"),
    samples=lambda make: [(make(3, low=-0.9, high=0.9),), (make(low=-0.9, high=0.9),)],
)

atan = derivative(
    "atan(Tensor self) -> Tensor",
    node="AtanBackward0",
    forward=np.arctan,
    self=lambda grad, self: grad / (self * self + 1),
    variants="function, method, in_place",
    types="float",
    does="The angle between -π/2 and π/2 whose tangent each element is.",
    tex=dict(forward=r"z = \arctan x", self=r"\bar{x} = \frac{\bar{z}}{1 + x^2}"),
    samples=lambda make: [(make(3),), (make(),), (make(2, 2),)],
)


def inverse_square(self: Any, other: Any) -> Any:
    """1 / (x² + y²), and 0 at the corner, where the angle jumps."""
    square = self * self + other * other
    return choose(square == 0, 0.0, np.reciprocal(square))


atan2 = derivative(
    "atan2(Tensor self, Tensor other) -> Tensor",
    node="Atan2Backward0",
    forward=np.arctan2,
    self=lambda grad, self, other: grad * (other * inverse_square(self, other)),
    other=lambda grad, self, other: grad * (-self * inverse_square(self, other)),
    types="float",
    pointwise=True,
    does="The angle between -π and π of the point (``other``, ``self``) of the plane, element by element.",
    tex=dict(
        forward=r"z = \arctan \frac{x}{y}",
        self=r"\bar{x} = \bar{z} \frac{y}{x^2 + y^2}",
        other=r"\bar{y} = -\bar{z} \frac{x}{x^2 + y^2}",
    ),
    samples=lambda make: [(make(3), make(3, low=0.5)), (make(2, 3), make(3)), (make(), make(low=0.5))],
)

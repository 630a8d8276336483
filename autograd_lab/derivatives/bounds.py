"""Bounds: nothing below, nothing above, the larger and the smaller of two."""

from typing import Any

import numpy as np

from .._core.refusals.numbers import check_clamp
from .._core.table.row import derivative
from ._operands import choose, with_number


def clamp_forward(self: Any, min: Any, max: Any) -> Any:
    """x, but not below ``min`` and not above ``max``."""
    for bound, limit in ((min, np.maximum), (max, np.minimum)):
        if bound is not None:
            self = limit(with_number(self, bound), bound)
    return self


def within(self: Any, min: Any, max: Any) -> Any:
    """Where clamp changed nothing; the bounds themselves count as inside."""
    if min is None or max is None:
        return self <= max if min is None else self >= min
    return (self >= min) & (self <= max)


clamp = derivative(
    "clamp(Tensor self, Scalar? min=None, Scalar? max=None) -> Tensor",
    node="ClampBackward1",
    forward=clamp_forward,
    self=lambda grad, self, min, max: choose(within(self, min, max), grad, 0.0),
    zero_where="outside",
    refuse=check_clamp,
    does="Each element, but not below the number ``min`` and not above the number ``max``.",
    tex=dict(forward=r"z = \min(\max(x, a), b)", self=r"\bar{x} = \bar{z} \odot [a \leq x \leq b]"),
    samples=lambda make: [(make(5), -0.5, 0.5), (make(2, 3), 0.1), (make(3), None, 0.3), (make(), -1, 1)],
)

clamp_min_number = derivative(
    "clamp_min(Tensor self, Scalar min) -> Tensor",
    node="ClampMinBackward0",
    forward=lambda self, min: np.maximum(with_number(self, min), min),
    self=lambda grad, self, min: choose(self >= min, grad, 0.0),
    zero_where="outside",
    does="Each element, but not below the number ``min``.",
    tex=dict(forward=r"z = \max(x, a)", self=r"\bar{x} = \bar{z} \odot [x \geq a]"),
    samples=lambda make: [(make(3), 0.1), (make(2, 3), 0), (make(), -0.5)],
)

clamp_max_number = derivative(
    "clamp_max(Tensor self, Scalar max) -> Tensor",
    node="ClampMaxBackward0",
    forward=lambda self, max: np.minimum(with_number(self, max), max),
    self=lambda grad, self, max: choose(self <= max, grad, 0.0),
    zero_where="outside",
    does="Each element, but not above the number ``max``.",
    tex=dict(forward=r"z = \min(x, a)", self=r"\bar{x} = \bar{z} \odot [x \leq a]"),
    samples=lambda make: [(make(3), 0.1), (make(2, 3), 0), (make(), -0.5)],
)

maximum = derivative(
    "maximum(Tensor self, Tensor other) -> Tensor",
    node="MaximumBackward0",
    forward=np.maximum,
    self=lambda grad, self, other: choose(self < other, 0.0, choose(self == other, grad / 2, grad)),  # a tie is shared
    other=lambda grad, self, other: choose(self > other, 0.0, choose(self == other, grad / 2, grad)),
    zero_where="not chosen",
    types="promote",
    pointwise=True,
    does="The larger of ``self`` and ``other``, element by element; nan if one of them is.",
    tex=dict(
        forward=r"z = \max(x, y)",
        self=r"\bar{x} = \bar{z} \odot ([x > y] + \frac{1}{2} [x = y])",
        other=r"\bar{y} = \bar{z} \odot ([y > x] + \frac{1}{2} [x = y])",
    ),
    samples=lambda make: [(make(3), make(3)), (make(2, 3), make(3)), (make(), make())],
)

minimum = derivative(
    "minimum(Tensor self, Tensor other) -> Tensor",
    node="MinimumBackward0",
    forward=np.minimum,
    self=lambda grad, self, other: choose(self > other, 0.0, choose(self == other, grad / 2, grad)),
    other=lambda grad, self, other: choose(self < other, 0.0, choose(self == other, grad / 2, grad)),
    zero_where="not chosen",
    types="promote",
    pointwise=True,
    does="The smaller of ``self`` and ``other``, element by element; nan if one of them is.",
    tex=dict(
        forward=r"z = \min(x, y)",
        self=r"\bar{x} = \bar{z} \odot ([x < y] + \frac{1}{2} [x = y])",
        other=r"\bar{y} = \bar{z} \odot ([y < x] + \frac{1}{2} [x = y])",
    ),
    samples=lambda make: [(make(3), make(3)), (make(2, 3), make(3)), (make(), make())],
)


def clamp_tensor_forward(self: Any, min: Any, max: Any) -> Any:
    """x between bounds that may differ from place to place."""
    self = self if min is None else np.maximum(self, min)
    return self if max is None else np.minimum(self, max)


def below_min(self: Any, min: Any, max: Any) -> Any:
    """Where clamp gave the lower bound; where the bounds are crossed, it gives the upper one."""
    return self < min if max is None else (self < min) & (min < max)


def above_max(self: Any, min: Any, max: Any) -> Any:
    """Where clamp gave the upper bound."""
    return self > max if min is None else (self > max) | (max < min)


clamp_tensor = derivative(
    "clamp.Tensor(Tensor self, Tensor? min=None, Tensor? max=None) -> Tensor",
    node="ClampBackward0",
    forward=clamp_tensor_forward,
    self=lambda grad, self, min, max: choose(within(self, min, max), grad, 0.0),
    min=lambda grad, self, min, max: choose(below_min(self, min, max), grad, 0.0),
    max=lambda grad, self, min, max: choose(above_max(self, min, max), grad, 0.0),
    zero_where="closed",
    types="promote",
    pointwise=True,
    does="Each element, but not below its own ``min`` and not above its own ``max``; the upper bound wins.",
    tex=dict(
        forward=r"z = \min(\max(x, a), b)",
        self=r"\bar{x} = \bar{z} \odot [a \leq x \leq b]",
        min=r"\bar{a} = \bar{z} \odot [x < a]",
        max=r"\bar{b} = \bar{z} \odot [x > b]",
    ),
    samples=lambda make: [
        (make(5), make(5), make(5)), (make(2, 3), make(3)), (make(3), None, make(2, 3)), (make(), make(), make()),
    ],
)  # fmt: skip

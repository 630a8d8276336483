"""Rounding, signs: functions in steps, whose slope is 0 wherever they have one."""

from collections.abc import Callable
from typing import Any

import numpy as np

from .._core.table.row import derivative

abs = derivative(
    "abs(Tensor self) -> Tensor",
    node="AbsBackward0",
    forward=np.abs,
    self=lambda grad, self: grad * sgn(self),  # at 0 the slope is taken to be 0
    zero_where="corner",
    variants="function, method, in_place",
    does="The absolute value of each element.",
    tex=dict(forward=r"z = |x|", self=r"\bar{x} = \bar{z} \odot \operatorname{sign}(x)"),
    samples=lambda make: [(make(3),), (make(),), (make(2, 2),)],
)


def sign_forward(self: Any) -> Any:
    """-1, 0 or 1 in the type of ``self``; 0 also for nan."""
    if self.dtype.kind == "b":
        return self.copy()
    return (self > 0).astype(self.dtype) - (self < 0).astype(self.dtype)


sign = derivative(
    "sign(Tensor self) -> Tensor",
    node="SignBackward0",
    forward=sign_forward,
    self=lambda grad: np.zeros_like(grad),
    zero_where="flat",
    variants="function, method, in_place",
    does="-1, 0 or 1 for each element: its sign; 0 also for nan.",
    tex=dict(forward=r"z = \operatorname{sign}(x)", self=r"\bar{x} = 0"),
    samples=lambda make: [(make(3),), (make(),)],
)

sgn = derivative(
    "sgn(Tensor self) -> Tensor",
    node="SgnBackward0",
    forward=sign_forward,
    self=lambda grad, self, result: np.zeros_like(grad),  # kept for complex numbers, which turn on a circle
    variants="function, method, in_place",
    does="-1, 0 or 1 for each element, as `sign` (they differ for complex numbers, which are not here).",
    tex=dict(forward=r"z = \operatorname{sgn}(x)", self=r"\bar{x} = 0"),
    samples=lambda make: [(make(3),), (make(),)],
)


def rounding(function: Callable) -> Callable:
    """The forward of floor, ceil, round and trunc: whole numbers stay as they are."""

    def forward(self: Any) -> Any:
        return function(self) if self.dtype.kind == "f" else self.copy()

    return forward


floor, ceil, trunc = (
    derivative(
        f"{name}(Tensor self) -> Tensor",
        node=f"{name.capitalize()}Backward0",
        forward=rounding(getattr(np, name)),
        self=lambda grad: np.zeros_like(grad),
        zero_where="flat",
        variants="function, method, in_place",
        does=does,
        tex=dict(forward=f"z = {tex}", self=r"\bar{x} = 0"),
        samples=lambda make: [(make(3),), (make(),), (make(2, 2),)],
    )
    for name, tex, does in (
        ("floor", r"\lfloor x \rfloor", "The largest whole number that is not above each element."),
        ("ceil", r"\lceil x \rceil", "The smallest whole number that is not below each element."),
        ("trunc", r"\operatorname{trunc}(x)", "Each element without what stands behind the point: rounded towards 0."),
    )
)

round = derivative(
    "round(Tensor self) -> Tensor",
    node="RoundBackward0",
    forward=rounding(np.rint),
    self=lambda grad: np.zeros_like(grad),
    zero_where="flat",
    variants="function, method, in_place",
    does="The whole number nearest to each element; a half goes to the even neighbour.",
    tex=dict(forward=r"z = \operatorname{round}(x)", self=r"\bar{x} = 0"),
    samples=lambda make: [(make(3),), (make(),), (make(2, 2),)],
)

"""Rounding, signs: functions in steps, whose slope is 0 wherever they have one."""

import builtins
from collections.abc import Callable
from typing import Any

import numpy as np

from .._core.refusals.common import no_kernel
from .._core.refusals.elementwise import check_round_decimals
from .._core.table.row import derivative
from ._operands import choose

abs = derivative(
    "abs(Tensor self) -> Tensor",
    node="AbsBackward0",
    forward=np.abs,
    self=lambda grad, self: grad * sgn(self),  # at 0 the slope is taken to be 0
    zero_where="corner",
    variants="function, method, in_place",
    refuse=no_kernel("b", "abs_cpu"),
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
        refuse=no_kernel("b", f"{name}_vml_cpu"),
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
    refuse=no_kernel("b", "round_vml_cpu"),
    does="The whole number nearest to each element; a half goes to the even neighbour.",
    tex=dict(forward=r"z = \operatorname{round}(x)", self=r"\bar{x} = 0"),
    samples=lambda make: [(make(3),), (make(),), (make(2, 2),)],
)


def round_decimals_forward(self: Any, decimals: int) -> Any:
    """To so many places behind the point (negative: before it); a half goes to the even neighbour."""
    power = self.dtype.type(10.0 ** builtins.abs(decimals))
    return np.rint(self / power) * power if decimals < 0 else np.rint(self * power) / power


round_decimals = derivative(
    "round.decimals(Tensor self, *, int decimals) -> Tensor",
    node="RoundBackward1",
    forward=round_decimals_forward,
    self=lambda grad: np.zeros_like(grad),
    zero_where="flat",
    refuse=check_round_decimals,
    does="Each element rounded to ``decimals`` places behind the point (negative: before it).",
    tex=dict(forward=r"z = 10^{-n} \operatorname{round}(10^n x)", self=r"\bar{x} = 0"),
    samples=lambda make: [(make(3), 1), (make(), -1)],
)


def nan_to_num_forward(self: Any, nan: float | None, posinf: float | None, neginf: float | None) -> Any:
    """nan becomes 0 (or ``nan``); the infinities become the largest and smallest numbers, or what is given."""
    if self.dtype.kind != "f":
        return self.copy()
    limits = np.finfo(self.dtype)
    kind = self.dtype.type
    self = choose(np.isnan(self), kind(0.0 if nan is None else nan), self)
    self = choose(np.isposinf(self), kind(limits.max if posinf is None else posinf), self)
    return choose(np.isneginf(self), kind(limits.min if neginf is None else neginf), self)


nan_to_num = derivative(
    "nan_to_num(Tensor self, float? nan=None, float? posinf=None, float? neginf=None) -> Tensor",
    node="NanToNumBackward0",
    forward=nan_to_num_forward,
    self=lambda grad, self: grad * np.isfinite(self),
    variants="function, method, in_place",
    does="nan as 0, or as ``nan``; the infinities as the largest and smallest numbers, or as what is given.",
    tex=dict(
        forward=r"z = x\ \mathrm{if\ finite,\ else\ a\ given\ number}",
        self=r"\bar{x} = \bar{z} \odot [x\ \mathrm{finite}]",
    ),
    samples=lambda make: [(make(3),), (make(), 1.0, 2.0, 3.0)],
)

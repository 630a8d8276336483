"""Rounding, signs: functions in steps, whose slope is 0 wherever they have one."""

import builtins
from collections.abc import Callable
from typing import Any

import numpy as np

from .._core.base import dtypes
from .._core.refusals.common import floats_only, no_kernel
from .._core.refusals.elementwise import check_heaviside, check_round_decimals
from .._core.table.row import derivative, not_implemented
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

frac = derivative(
    "frac(Tensor self) -> Tensor",
    node="FracBackward0",
    forward=lambda self: self - np.trunc(self),
    self=lambda grad: grad,
    zero_where="flat",
    variants="function, method, in_place",
    refuse=floats_only("frac_cpu"),
    does="What stands behind the point of each element, with its sign.",
    tex=dict(forward=r"z = x - \operatorname{trunc}(x)", self=r"\bar{x} = \bar{z}"),
    samples=lambda make: [(make(3),), (make(),), (make(2, 2),)],
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

copysign_tensor = derivative(
    "copysign.Tensor(Tensor self, Tensor other) -> Tensor",
    node="CopysignBackward0",
    forward=np.copysign,
    self=lambda grad, self, result: grad * choose(self == 0, 0.0, result / self),
    other=lambda grad: np.zeros_like(grad),
    types="float",
    pointwise=True,
    does="The absolute value of ``self`` with the sign of ``other``, element by element.",
    tex=dict(forward=r"z = |x| \operatorname{sign}(y)", self=r"\bar{x} = \bar{z} \frac{z}{x}", other=r"\bar{y} = 0"),
    samples=lambda make: [(make(3), make(3)), (make(2, 3), make(3)), (make(), make())],
)


def copysign_number_forward(self: Any, other: Any) -> Any:
    """The size of ``self`` with the sign of a Python number."""
    return np.copysign(self if self.dtype.kind == "f" else self.astype(dtypes.get_default_dtype().numpy), other)


copysign_number = derivative(
    "copysign.Scalar(Tensor self, Scalar other) -> Tensor",
    node="CopysignBackward1",
    forward=copysign_number_forward,
    self=lambda grad, self, result: grad * choose(self == 0, 0.0, result / self),
    does="The absolute value of ``self`` with the sign of a Python number.",
    tex=dict(forward=r"z = |x| \operatorname{sign}(c)", self=r"\bar{x} = \bar{z} \frac{z}{x}"),
    samples=lambda make: [(make(3), -2), (make(), 1.0)],
)


nextafter = derivative(
    "nextafter(Tensor self, Tensor other) -> Tensor",
    node="NextafterBackward0",
    forward=np.nextafter,
    self=lambda grad, self, other: choose(self != other, grad, 0.0),
    other=lambda grad: np.zeros_like(grad),
    types="promote",
    pointwise=True,
    refuse=floats_only("nextafter_cpu"),
    does="The next number that the type can hold after ``self``, on the way to ``other``, element by element.",
    tex=dict(
        forward=r"z = \operatorname{nextafter}(x, y)",
        self=r"\bar{x} = \bar{z} \odot (1 - [x = y])",
        other=r"\bar{y} = 0",
    ),
    samples=lambda make: [(make(3), make(3)), (make(2, 3), make(3)), (make(), make())],
)


def heaviside_forward(self: Any, values: Any) -> Any:
    """0 below zero, 1 above, and ``values`` at zero."""
    return choose(self == 0, values, (self > 0).astype(self.dtype))


_NO_SLOPE = not_implemented("a step has no useful slope: it is 0 wherever it has one.")
_WRITE_WHERE = not_implemented("write torch.where(x == 0, values, (x > 0).float()) to send a gradient to the values.")

heaviside = derivative(
    "heaviside(Tensor self, Tensor values) -> Tensor",
    node="NotImplemented",
    forward=heaviside_forward,
    self=_NO_SLOPE,
    values=_WRITE_WHERE,
    pointwise=True,
    refuse=check_heaviside,
    does="A step, element by element: 0 below zero, 1 above, and ``values`` at zero.",
    tex=dict(forward=r"z = [x > 0]\ \mathrm{or}\ y\ \mathrm{at}\ 0"),
    samples=lambda make: [(make(3), make(3)), (make(2, 3), make())],
)

heaviside_ = derivative(
    "heaviside_(Tensor(a!) self, Tensor values) -> Tensor(a!)",
    node="NotImplemented",
    forward=heaviside_forward,
    self=_NO_SLOPE,
    values=_WRITE_WHERE,
    pointwise=True,
    refuse=check_heaviside,
    does="A step, written over ``self``: 0 below zero, 1 above, and ``values`` at zero.",
    tex=dict(forward=r"z = [x > 0]\ \mathrm{or}\ y\ \mathrm{at}\ 0"),
    samples=lambda make: [(make(3), make(3)), (make(2, 3), make())],
)

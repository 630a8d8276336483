"""Division with rounding: quotients cut to whole numbers, and what they leave."""

from collections.abc import Callable
from typing import Any

import numpy as np

from .._core.base import dtypes
from .._core.refusals.numbers import check_div_mode, check_whole_division
from .._core.table.row import derivative, not_implemented
from ._operands import choose, with_number


def true_divide(self: Any, other: Any) -> Any:
    """``self / other``; whole numbers become floats of the default type, not NumPy's float64."""
    if all(np.asarray(item).dtype.kind in "iub" for item in (self, other)):
        kind = dtypes.get_default_dtype().numpy
        self, other = np.asarray(self, kind)[()], np.asarray(other, kind)[()]
    return self / other


def _whole(self: Any, other: Any) -> bool:
    """Whether both are whole numbers; one of them may be a Python number, which adapts."""
    return (self if hasattr(self, "dtype") else other).dtype.kind != "f"


def floor_divide_forward(self: Any, other: Any) -> Any:
    """The largest whole number that is not above ``self / other``."""
    return np.floor_divide(self, other)


def trunc_divide(self: Any, other: Any) -> Any:
    """``self / other`` without what stands behind the point."""
    if not _whole(self, other):
        return np.trunc(self / other)
    quotient = np.floor_divide(self, other)
    down = (quotient * other != self) & ((self < 0) != (other < 0))  # rounded away from zero: one back
    return quotient + down.astype(quotient.dtype)


def divide(self: Any, other: Any, rounding_mode: str | None) -> Any:
    """``self / other``, as it is or rounded: "trunc" towards zero, "floor" down."""
    if rounding_mode is None:
        return true_divide(self, other)
    if rounding_mode == "floor":
        return floor_divide_forward(self, other)
    return trunc_divide(self, other)


div_mode = derivative(
    "div.Tensor_mode(Tensor self, Tensor other, *, str? rounding_mode) -> Tensor",
    node="DivBackward2",
    forward=divide,
    self=lambda grad, other, rounding_mode: grad / other if rounding_mode is None else np.zeros_like(grad),
    other=lambda grad, self, other, rounding_mode: (
        -grad * (self / other / other) if rounding_mode is None else np.zeros_like(other)
    ),
    zero_where="factor 0",
    types="promote",
    pointwise=True,
    refuse=check_div_mode,
    does="``self / other``, element by element, as it is or rounded: 'trunc' towards 0, 'floor' down.",
    tex=dict(
        forward=r"z = \operatorname{round}\left(\frac{x}{y}\right)",
        self=r"\bar{x} = 0\ \mathrm{(unrounded:}\ \frac{\bar{z}}{y}\mathrm{)}",
        other=r"\bar{y} = 0\ \mathrm{(unrounded:}\ -\bar{z} \frac{x}{y^2}\mathrm{)}",
    ),
    samples=lambda make: [
        (make(3), make(3, low=0.5), None), (make(2, 3), make(3, low=0.5), "floor"), (make(2, 1), 2.0, "trunc"),
    ],
)  # fmt: skip

_A_STEP = not_implemented("its slope is 0 wherever it has one; subtract the remainder instead.")

floor_divide = derivative(
    "floor_divide(Tensor self, Tensor other) -> Tensor",
    node="NotImplemented",
    forward=floor_divide_forward,
    self=_A_STEP,
    other=_A_STEP,
    variants="function, method, in_place",
    types="promote",
    pointwise=True,
    refuse=check_whole_division,
    does="The largest whole number not above ``self / other``, element by element.",
    tex=dict(forward=r"z = \lfloor x / y \rfloor"),
    samples=lambda make: [(make(3), 2.0), (make(2, 3), make(3, low=0.5))],
)


def remainder(self: Any, other: Any) -> Any:
    """What floor division leaves; it has the divisor's sign."""
    if _whole(self, other):
        return np.remainder(self, other)
    rest = np.fmod(self, other)  # np.remainder gives zeros the divisor's sign, PyTorch leaves them as they are
    return choose((rest != 0) & ((rest < 0) != np.less(other, 0)), rest + other, rest)


def beside_number(function: Callable) -> Callable:
    """A function of two arrays as one of an array and a Python number."""

    def forward(self: Any, other: Any) -> Any:
        self = with_number(self, other)
        return function(self, np.asarray(other).astype(self.dtype)[()] if self.dtype.kind == "u" else other)

    return forward


remainder_number = derivative(
    "remainder.Scalar(Tensor self, Scalar other) -> Tensor",
    node="RemainderBackward0",
    forward=beside_number(remainder),
    self=lambda grad: grad,
    zero_where="flat",
    refuse=check_whole_division,
    does="What ``self`` leaves when divided by a Python number and rounded down; it has the divisor's sign.",
    tex=dict(forward=r"z = x - c \lfloor x / c \rfloor", self=r"\bar{x} = \bar{z}"),
    samples=lambda make: [(make(3), 0.7), (make(2, 3), -1), (make(), 0.5)],
)

remainder_tensor = derivative(
    "remainder.Tensor(Tensor self, Tensor other) -> Tensor",
    node="RemainderBackward1",
    forward=remainder,
    self=lambda grad: grad,
    other=lambda grad, self, other: -grad * div_mode(self, other, "floor"),
    zero_where="flat",
    types="promote",
    pointwise=True,
    refuse=check_whole_division,
    does="What ``self / other`` rounded down leaves, element by element; it has the divisor's sign.",
    tex=dict(
        forward=r"z = x - y \lfloor x / y \rfloor",
        self=r"\bar{x} = \bar{z}",
        other=r"\bar{y} = -\bar{z} \odot \lfloor x / y \rfloor",
    ),
    samples=lambda make: [(make(3), make(3, low=0.5)), (make(2, 3), make(3, low=0.5)), (make(), make(2, low=0.5))],
)

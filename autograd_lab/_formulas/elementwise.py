"""Numbers one or two at a time: division with rounding, remainders, rounding, bounds, bits."""

import functools
import operator
from collections.abc import Callable
from typing import Any

import numpy as np

from .. import _dtype
from .arithmetic import choose, together, with_number


def unless(kinds: str, kernel: str) -> Callable[[Callable], Callable]:
    """Decorator: refuse arrays of these kinds ("b" booleans, "iu" integers, "f" floats) in PyTorch's words."""

    def decorate(forward: Callable) -> Callable:
        @functools.wraps(forward)
        def checked(*args: Any) -> Any:
            dtype = (args[0] if hasattr(args[0], "dtype") else args[1]).dtype
            if dtype.kind in kinds:
                raise NotImplementedError(f"\"{kernel}\" not implemented for '{_dtype.of(dtype).short}'")
            return forward(*args)

        return checked

    return decorate


# ----- division and what it leaves -----------------------------------------------------------------------------------
def _check_divisor(self: Any, other: Any) -> bool:
    """Whether both are whole numbers, and then a divisor of 0 raises."""
    whole = all(np.asarray(item).dtype.kind in "iub" for item in (self, other))
    if whole and not np.all(other) and np.size(self):
        raise RuntimeError("ZeroDivisionError")
    return whole


def divide(self: Any, other: Any, rounding_mode: str | None) -> Any:
    """``self / other``, as it is or rounded: "trunc" towards zero, "floor" down."""
    if rounding_mode is None:
        return true_divide(self, other)
    if rounding_mode == "floor":
        return floor_divide(self, other)
    if rounding_mode == "trunc":
        return trunc_divide(self, other)
    raise RuntimeError(f"div expected rounding_mode to be one of None, 'trunc', or 'floor' but found '{rounding_mode}'")


def true_divide(self: Any, other: Any) -> Any:
    """``self / other``; whole numbers become floats of the default type, not NumPy's float64."""
    if all(np.asarray(item).dtype.kind in "iub" for item in (self, other)):
        kind = _dtype.get_default_dtype().numpy
        self, other = np.asarray(self, kind)[()], np.asarray(other, kind)[()]
    return self / other


@unless("b", "div_floor_cpu")
def floor_divide(self: Any, other: Any) -> Any:
    """The largest whole number that is not above ``self / other``."""
    _check_divisor(self, other)
    return np.floor_divide(self, other)


def floor_divide_in_place(self: Any, other: Any) -> Any:
    """The same, written over ``self``, whose type must hold it."""
    mine, found = self.dtype, _dtype.result_numpy([self, other])
    if found.kind == "f" != mine.kind:
        wanted = _dtype.of(mine).short
        raise RuntimeError(f"result type {_dtype.of(found).short} can't be cast to the desired output type {wanted}")
    return floor_divide(*together(self, other))


def ldexp(self: Any, other: Any) -> Any:
    """``self · 2^other``; the power is taken in the type of ``other`` alone."""
    return operator.mul(*together(self, np.exp2(with_number(other, 1.0))))


@unless("b", "div_trunc_cpu")
def trunc_divide(self: Any, other: Any) -> Any:
    """``self / other`` without what stands behind the point."""
    if not _check_divisor(self, other):
        return np.trunc(self / other)
    quotient = np.floor_divide(self, other)
    down = (quotient * other != self) & ((self < 0) != (other < 0))  # rounded away from zero: one back
    return quotient + down.astype(quotient.dtype)


@unless("b", "remainder_cpu")
def remainder(self: Any, other: Any) -> Any:
    """What floor division leaves; it has the divisor's sign."""
    if _check_divisor(self, other):
        return np.remainder(self, other)
    rest = np.fmod(self, other)  # np.remainder gives zeros the divisor's sign, PyTorch leaves them as they are
    return choose((rest != 0) & ((rest < 0) != np.less(other, 0)), rest + other, rest)


def beside_number(function: Callable) -> Callable:
    """A function of two arrays as one of an array and a Python number."""

    def forward(self: Any, other: Any) -> Any:
        self = with_number(self, other)
        return function(self, np.asarray(other).astype(self.dtype)[()] if self.dtype.kind == "u" else other)

    return forward


@unless("b", "fmod_cpu")
def fmod(self: Any, other: Any) -> Any:
    """What division towards zero leaves; it has the sign of ``self``."""
    _check_divisor(self, other)
    return np.fmod(self, other)


def compare_into(function: Callable) -> Callable:
    """The forward of ``eq_`` and its like: truth as numbers of the type of ``self``, whatever it is compared with."""

    def forward(self: Any, other: Any) -> Any:
        kind = _dtype.result_numpy([self, other])
        other = other.astype(kind) if hasattr(other, "dtype") else other
        return function(self.astype(kind), other).astype(self.dtype)

    return forward


# ----- three at a time -----------------------------------------------------------------------------------------------
@unless("b", "addcmul_cpu_out")
def addcmul(self: Any, tensor1: Any, tensor2: Any, value: Any) -> Any:
    """``self + value · tensor1 · tensor2``."""
    value = value if self.dtype.kind == "f" else int(value)
    return self + (tensor1 * tensor2 if value == 1 else value * tensor1 * tensor2)


def addcdiv(self: Any, tensor1: Any, tensor2: Any, value: Any) -> Any:
    """``self + value · tensor1 / tensor2``; PyTorch refuses the quotient of two whole numbers."""
    if all(item.dtype.kind in "iub" for item in (tensor1, tensor2)):
        raise RuntimeError(
            "Integer division with addcdiv is no longer supported, and in a future  release addcdiv will perform a "
            "true division of tensor1 and tensor2. The historic addcdiv behavior can be implemented as (input + value "
            "* torch.trunc(tensor1 / tensor2)).to(input.dtype) for integer inputs and as (input + value * tensor1 / "
            "tensor2) for float inputs. The future addcdiv behavior is just the latter implementation: (input + value "
            "* tensor1 / tensor2), for all dtypes."
        )
    self, tensor1, tensor2 = together(self, tensor1, tensor2)
    return self + (tensor1 if value == 1 else value * tensor1) / tensor2


def lerp(self: Any, end: Any, weight: Any) -> Any:
    """From ``self`` (weight 0) to ``end`` (weight 1) in a straight line, reckoned from the nearer end."""
    for name, item in (("end", end), ("weight", weight)):
        other = getattr(item, "dtype", self.dtype)
        if other != self.dtype and (name == "end" or item.ndim):  # a weight without dimensions adapts
            mine, its = _dtype.of(self.dtype).c_name, _dtype.of(other).c_name
            raise RuntimeError(f"expected dtype {mine} for `{name}` but got dtype {its}")
    if self.dtype.kind != "f":
        kernel = "lerp_kernel_tensor" if hasattr(weight, "dtype") else "lerp_kernel_scalar"
        raise NotImplementedError(f"\"{kernel}\" not implemented for '{_dtype.of(self.dtype).short}'")
    weight = self.dtype.type(weight) if np.ndim(weight) == 0 else weight
    step = end - self
    return choose(abs(weight) < 0.5, self + weight * step, end - step * (1 - weight))


# ----- rounding ------------------------------------------------------------------------------------------------------
def rounding(function: Callable, kernel: str) -> Callable:
    """The forward of floor, ceil, round and trunc: whole numbers stay as they are, booleans are refused."""

    @unless("b", kernel)
    def forward(self: Any) -> Any:
        return function(self) if self.dtype.kind == "f" else self.copy()

    return forward


def round_decimals(self: Any, decimals: int) -> Any:
    """To so many places behind the point (negative: before it); a half goes to the even neighbour."""
    if self.dtype.kind != "f":
        kernel = "round_cpu" if decimals else "round_vml_cpu"
        raise NotImplementedError(f"\"{kernel}\" not implemented for '{_dtype.of(self.dtype).short}'")
    power = self.dtype.type(10.0 ** abs(decimals))
    return np.rint(self / power) * power if decimals < 0 else np.rint(self * power) / power


@unless("biu", "frac_cpu")
def frac(self: Any) -> Any:
    """What stands behind the point, with the sign of the number."""
    return self - np.trunc(self)


def sign(self: Any) -> Any:
    """-1, 0 or 1 in the type of ``self``; 0 also for nan."""
    if self.dtype.kind == "b":
        return self.copy()
    return (self > 0).astype(self.dtype) - (self < 0).astype(self.dtype)


# ----- bounds and signs ----------------------------------------------------------------------------------------------
def clamp_tensor(self: Any, min: Any, max: Any) -> Any:
    """x between bounds that may differ from place to place."""
    if self.dtype.kind == "b" and min is not None and max is not None:
        raise NotImplementedError("\"clamp_cpu\" not implemented for 'Bool'")
    self = self if min is None else np.maximum(self, min)
    return self if max is None else np.minimum(self, max)


def below_min(self: Any, min: Any, max: Any) -> Any:
    """Where clamp gave the lower bound; where the bounds are crossed, it gives the upper one."""
    return self < min if max is None else (self < min) & (min < max)


def above_max(self: Any, min: Any, max: Any) -> Any:
    """Where clamp gave the upper bound."""
    return self > max if min is None else (self > max) | (max < min)


def extreme_number(function: Callable) -> Callable:
    """The forward of clamp_min and clamp_max with a number."""
    return lambda self, bound: function(with_number(self, bound), bound)


@unless("b", "threshold_cpu")
def threshold(self: Any, threshold: Any, value: Any) -> Any:
    """x where it is above the threshold (or nan), else ``value``."""
    return choose(self <= threshold, self.dtype.type(value), self)


def signbit(self: Any) -> Any:
    """Whether a number is negative; -0.0 is."""
    return np.signbit(self) if self.dtype.kind == "f" else choose(self < 0, True, False)


def copysign(self: Any, other: Any) -> Any:
    """The size of ``self`` with the sign of ``other``."""
    return np.copysign(self, other)


def copysign_number(self: Any, other: Any) -> Any:
    """The same with a Python number."""
    return copysign(self if self.dtype.kind == "f" else self.astype(_dtype.get_default_dtype().numpy), other)


def heaviside(self: Any, values: Any) -> Any:
    """0 below zero, 1 above, and ``values`` at zero."""
    if self.dtype != values.dtype:
        raise RuntimeError("heaviside is not yet implemented for tensors with different dtypes.")
    return choose(self == 0, values, (self > 0).astype(self.dtype))


def nan_to_num(self: Any, nan: float | None, posinf: float | None, neginf: float | None) -> Any:
    """nan becomes 0 (or ``nan``); the infinities become the largest and smallest numbers, or what is given."""
    if self.dtype.kind != "f":
        return self.copy()
    limits = np.finfo(self.dtype)
    kind = self.dtype.type
    self = choose(np.isnan(self), kind(0.0 if nan is None else nan), self)
    self = choose(np.isposinf(self), kind(limits.max if posinf is None else posinf), self)
    return choose(np.isneginf(self), kind(limits.min if neginf is None else neginf), self)


def masked_fill_tensor(self: Any, mask: Any, value: Any) -> Any:
    """``self`` with the single number in ``value`` where the mask holds."""
    if value.ndim:
        raise RuntimeError(
            f"masked_fill_ only supports a 0-dimensional value tensor, but got tensor with {value.ndim} dimension(s)."
        )
    return masked_fill(self, mask, value)


def masked_fill(self: Any, mask: Any, value: Any) -> Any:
    """``self`` with ``value`` where the mask holds; the dtype stays."""
    if mask.dtype.kind != "b":
        name = _dtype.of(mask.dtype).c_name
        raise RuntimeError(f"masked_fill_ only supports boolean masks, but got mask with dtype {name}")
    return choose(mask, self.dtype.type(value), self)

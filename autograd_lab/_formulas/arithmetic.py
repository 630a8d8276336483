"""Numbers one at a time: differences, powers, masks, signs, conversions."""

import math
from typing import Any

import numpy as np

from .. import _dtype

_NO_BOOL_DIFFERENCE = "Subtraction, the `-` operator, with {} is not supported. {}or `logical_{}()` operator instead."
_BOTH_BOOL = _NO_BOOL_DIFFERENCE.format("two bool tensors", "Use the `^` ", "xor")
_ONE_BOOL = _NO_BOOL_DIFFERENCE.format("a bool tensor", "If you are trying to invert a mask, use the `~` ", "not")


quiet = np.errstate(all="ignore")
"""Decorator against NumPy's warnings: 1/0 is inf and log(-1) is nan here, as in PyTorch, and nobody is told."""


def choose(condition: Any, yes: Any, no: Any) -> Any:
    """``np.where``, but a single number stays a NumPy scalar."""
    chosen = np.where(condition, yes, no)
    return chosen[()] if chosen.__class__ is np.ndarray and not chosen.ndim else chosen


def with_number(array: Any, number: Any) -> Any:
    """``array`` in the type in which PyTorch lets it meet a Python number: int64 and 1.5 meet as float32."""
    if array.dtype.kind == "f":
        return array
    return array.astype(_dtype.result_numpy([array, number]))


# ----- differences -------------------------------------------------------------------------------------------------
def subtract(self: Any, other: Any, alpha: Any) -> Any:
    """``self - alpha·other``; PyTorch refuses booleans."""
    refuse_booleans(self, other)
    return self - other if alpha == 1 else self - alpha * other


@quiet
def subtract_from_number(self: Any, other: Any, alpha: Any) -> Any:
    """``other - alpha·self`` for a Python number ``other``."""
    refuse_booleans(self, other)
    self = with_number(self, other)
    return other - self if alpha == 1 else other - alpha * self


def refuse_booleans(*operands: Any) -> None:
    """Raise if an operand holds truth values: what would their difference be?"""
    booleans = [item for item in operands if getattr(item, "dtype", None) == np.bool_]
    if booleans:
        raise RuntimeError(_BOTH_BOOL if len(booleans) == 2 else _ONE_BOOL)


def negate(self: Any) -> Any:
    """``-self``; PyTorch refuses booleans."""
    if self.dtype.kind == "b":
        raise RuntimeError(
            "Negation, the `-` operator, on a bool tensor is not supported. If you are trying to invert a mask, use "
            "the `~` or `logical_not()` operator instead."
        )
    return -self


@quiet
def floor_divide(self: Any, other: Any) -> Any:
    """``self // other``; dividing integers by zero raises, as in PyTorch."""
    both_whole = all(np.asarray(item).dtype.kind in "iub" for item in (self, other))
    if both_whole and not np.all(other):
        raise RuntimeError("ZeroDivisionError")
    return np.floor_divide(self, other)


# ----- powers ------------------------------------------------------------------------------------------------------
@quiet
def power(self: Any, exponent: Any) -> Any:
    """``self ** exponent``; an integer to a negative power is cut to an integer: 2 ** -1 is 0."""
    if self.dtype.kind != "i" or exponent.dtype.kind != "i":  # both are arrays, and of one type, by now
        return self**exponent
    whole = self ** np.maximum(exponent, 0)
    odd = choose(exponent % 2 == 0, self * self, self)  # 1 and -1 are the only ones that leave something
    return choose(exponent >= 0, whole, choose(np.abs(self) == 1, odd, 0)).astype(self.dtype)


@quiet
def power_with_number(self: Any, exponent: Any) -> Any:
    """``self ** exponent`` for a Python number ``exponent``."""
    try:
        return with_number(self, exponent) ** exponent
    except ValueError:  # NumPy's text is PyTorch's
        raise RuntimeError("Integers to negative integer powers are not allowed.") from None


def power_of_number(self: Any, exponent: Any) -> Any:
    """``self ** exponent`` for a Python number ``self``."""
    exponent = with_number(exponent, self)
    return power(exponent.dtype.type(self), exponent)


def power_base(grad: Any, self: Any, exponent: Any) -> Any:
    """Backward of a power to its base: the slope is n·xⁿ⁻¹, and 0 where n is 0 (even at x = 0)."""
    if isinstance(exponent, int | float):
        return np.zeros_like(grad) if exponent == 0 else grad * (exponent * self ** (exponent - 1))
    return choose(exponent == 0, 0.0, grad * (exponent * self ** (exponent - 1)))


def power_exponent(grad: Any, self: Any, exponent: Any, result: Any) -> Any:
    """Backward of a power to its exponent: the slope is xⁿ·log x, and 0 at x = 0 unless n is negative."""
    if not isinstance(self, int | float):
        return grad * choose((self == 0) & (exponent >= 0), 0.0, result * np.log(self))
    if self == 0:
        return grad * choose(exponent >= 0, 0.0, result * -math.inf)
    return grad * (result * (math.log(self) if self > 0 else math.nan))


# ----- one number in, one out --------------------------------------------------------------------------------------
@quiet
def sigmoid(self: Any) -> Any:
    """1 / (1 + e⁻ˣ)."""
    return 1 / (1 + np.exp(-self))


def sign(self: Any) -> Any:
    """-1, 0 or 1; 0 for a nan, and truth values as they are."""
    return self if self.dtype.kind == "b" else np.nan_to_num(np.sign(self))


def threshold_backward(grad_output: Any, self: Any, threshold: Any) -> Any:
    """``grad_output`` where ``self`` lies above the threshold, else 0."""
    return choose(self <= threshold, grad_output.dtype.type(0), grad_output)


def relu(self: Any) -> Any:
    """The larger of x and 0; a nan stays."""
    if self.dtype.kind == "b":
        raise RuntimeError("Boolean inputs not supported for relu")
    return np.maximum(self, 0)


def clamp(self: Any, min: Any, max: Any) -> Any:
    """x, but not below ``min`` and not above ``max``."""
    if min is None and max is None:
        raise RuntimeError("torch.clamp: At least one of 'min' or 'max' must not be None")
    for bound, limit in ((min, np.maximum), (max, np.minimum)):
        if bound is not None:
            self = limit(with_number(self, bound), bound)
    return self


def within(self: Any, min: Any, max: Any) -> Any:
    """Where clamp changed nothing; the bounds themselves count as inside."""
    if min is None or max is None:
        return self <= max if min is None else self >= min
    return (self >= min) & (self <= max)


# ----- masks and conversions ---------------------------------------------------------------------------------------
def where(condition: Any, self: Any, other: Any) -> Any:
    """``self`` where the condition holds, else ``other``; only these two decide the dtype."""
    if getattr(condition, "dtype", np.dtype(bool)) != np.bool_:
        kind = _dtype.of(condition.dtype).short
        raise RuntimeError(f"where expected condition to be a boolean tensor, but got a tensor with dtype {kind}")
    target = _dtype.result_numpy([self, other])
    return choose(
        condition, *(target.type(x) if isinstance(x, int | float) else x.astype(target) for x in (self, other))
    )


def masked_fill(self: Any, mask: Any, value: Any) -> Any:
    """``self`` with ``value`` where the mask holds; the dtype stays."""
    return choose(mask, self.dtype.type(value), self)


def clone(self: Any, memory_format: Any) -> Any:
    """A copy; with a memory format in row-major order, else laid out like ``self``."""
    return np.array(self, order="K" if memory_format is None else "C") if isinstance(self, np.ndarray) else self


def to_copy(self: Any, dtype: Any, *unused: Any) -> Any:
    """A copy in another type."""
    return self.astype(dtype.numpy)


def copy(self: Any, source: Any, non_blocking: bool) -> Any:
    """``source`` in the shape and type of ``self``."""
    return (source if source.shape == self.shape else np.broadcast_to(source, self.shape)).astype(self.dtype)


def fill(self: Any, value: Any) -> Any:
    """``value`` everywhere, in the shape and type of ``self``."""
    if np.ndim(value):
        raise RuntimeError(f"fill_ only supports 0-dimension value tensor but got tensor with {value.ndim} dimensions.")
    return np.full(self.shape, value, self.dtype)

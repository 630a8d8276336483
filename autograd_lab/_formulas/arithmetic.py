"""Numbers one at a time: differences, powers, masks, signs, conversions."""

import math
from typing import Any

import numpy as np

from .. import _dtype
from .._frames import warn

_NO_BOOL_DIFFERENCE = "Subtraction, the `-` operator, with {} is not supported. {}or `logical_{}()` operator instead."
_BOTH_BOOL = _NO_BOOL_DIFFERENCE.format("two bool tensors", "Use the `^` ", "xor")
_ONE_BOOL = _NO_BOOL_DIFFERENCE.format("a bool tensor", "If you are trying to invert a mask, use the `~` ", "not")

_OLD_MASK = (
    "where received a uint8 condition tensor. This behavior is deprecated and will be removed in a future version of "
    "PyTorch. Use a boolean condition instead."
)


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
def scale(alpha: Any, other: Any) -> Any:
    """``alpha·other``; whole numbers take only whole multiples."""
    if isinstance(alpha, float) and getattr(other, "dtype", np.dtype(float)).kind in "iu":
        raise RuntimeError("For integral input tensors, argument alpha must not be a floating point number.")
    return alpha * other


def subtract(self: Any, other: Any, alpha: Any) -> Any:
    """``self - alpha·other``; PyTorch refuses booleans, so it looks at the types before they are brought together."""
    kind = getattr(self, "dtype", None)
    if (
        kind is None
        or kind.kind != "f"
        or not (other.__class__ is float or other.__class__ is int or getattr(other, "dtype", None) is kind)
    ):
        self, other = without_booleans(self, other)
    return self - other if alpha == 1 else self - scale(alpha, other)


def subtract_number(self: Any, other: Any, alpha: Any) -> Any:
    """``self - alpha·other`` for a Python number ``other``."""
    if self.dtype.kind != "f":
        self = without_booleans(with_number(self, other) if self.dtype.kind != "b" else self, other)[0]
    return self - alpha * other


def subtract_from_number(self: Any, other: Any, alpha: Any) -> Any:
    """``other - alpha·self`` for a Python number ``other``."""
    if self.dtype.kind != "f" or (other.__class__ is not float and other.__class__ is not int):
        self, other = without_booleans(self, other)
    return other - self if alpha == 1 else other - alpha * self


def without_booleans(*operands: Any) -> list[Any]:
    """The operands in their common type; raises if one holds truth values: what would their difference be?"""
    booleans = [item for item in operands if isinstance(item, bool) or getattr(item, "dtype", None) == np.bool_]
    if booleans:
        raise RuntimeError(_BOTH_BOOL if len(booleans) == 2 else _ONE_BOOL)
    return together(*operands)


def together(*operands: Any) -> list[Any]:
    """The operands in the type in which PyTorch lets them meet; Python numbers adapt by themselves."""
    kind = _dtype.result_numpy(operands)
    return [item.astype(kind) if hasattr(item, "dtype") else item for item in operands]


def negate(self: Any) -> Any:
    """``-self``; PyTorch refuses booleans."""
    if self.dtype.kind == "b":
        raise RuntimeError(
            "Negation, the `-` operator, on a bool tensor is not supported. If you are trying to invert a mask, use "
            "the `~` or `logical_not()` operator instead."
        )
    return -self


# ----- powers ------------------------------------------------------------------------------------------------------
def power(self: Any, exponent: Any) -> Any:
    """``self ** exponent``."""
    kinds = [item.dtype.kind for item in (self, exponent) if hasattr(item, "dtype")]
    if "b" in kinds:
        raise NotImplementedError("\"pow\" not implemented for 'Bool'")
    if "f" not in kinds and np.any(np.less(exponent, 0)):
        if not hasattr(exponent, "dtype"):
            raise RuntimeError("Integers to negative integer powers are not allowed.")
        return whole_reciprocal(self, exponent)
    return self**exponent


def whole_reciprocal(self: Any, exponent: Any) -> Any:
    """A power of whole numbers where some exponents are negative: there 1 and -1 survive, the rest rounds to 0."""
    turned = choose(np.equal(self, -1), 1 - 2 * (exponent % 2), choose(np.equal(self, 1), 1, 0))
    return choose(exponent < 0, turned, self ** np.maximum(exponent, 0)).astype(exponent.dtype)


def power_with_number(self: Any, exponent: Any) -> Any:
    """``self ** exponent`` for a Python number ``exponent``."""
    self = with_number(self, exponent)
    if self.dtype.kind == "b":
        return self.copy() if exponent else np.ones_like(self)[()]
    if self.dtype.kind == "f" and exponent in (0.5, -0.5):  # a root: it differs from a power at -0 and -inf
        root = np.sqrt(self)
        return root if exponent > 0 else np.reciprocal(root)
    return power(self, exponent)


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
    if isinstance(self, np.ndarray | np.generic) and self.dtype.kind != "f":
        self = self.astype(_dtype.get_default_dtype().numpy)  # of uint8 NumPy takes the logarithm in float16
    if not isinstance(self, int | float):
        return grad * choose((self == 0) & (exponent >= 0), 0.0, result * np.log(self))
    if self == 0:
        return grad * choose(exponent >= 0, 0.0, result * -math.inf)
    return grad * (result * (math.log(self) if self > 0 else math.nan))


# ----- one number in, one out --------------------------------------------------------------------------------------
def sigmoid(self: Any) -> Any:
    """1 / (1 + e⁻ˣ)."""
    return 1 / (1 + np.exp(-self))


def threshold_backward(grad_output: Any, self: Any, threshold: Any) -> Any:
    """``grad_output`` where ``self`` lies above the threshold, else 0."""
    if grad_output.__class__ is np.ndarray is self.__class__ and grad_output.dtype.kind == "f":
        return masked(grad_output, ~(self <= threshold))  # a nan does not lie below
    return choose(self <= threshold, grad_output.dtype.type(0), grad_output)


_BITS = {size: np.dtype(f"i{size}") for size in (2, 4, 8)}


def masked(array: np.ndarray, keep: np.ndarray) -> np.ndarray:
    """The array, with 0 where ``keep`` is False; both of one shape.

    Bit by bit: a branch for each element (``np.where``) takes up to eight times as long, and inf · False would be nan.
    """
    bits = _BITS[array.itemsize]
    mask = keep.astype(bits)
    np.negative(mask, mask)  # 1 becomes a word full of ones
    mask &= array.view(bits)
    return mask.view(array.dtype)


def relu(self: Any) -> Any:
    """The larger of x and 0; a nan stays."""
    if self.dtype.kind == "b":
        raise RuntimeError("Boolean inputs not supported for relu")
    return np.maximum(self, 0)


def clamp(self: Any, min: Any, max: Any) -> Any:
    """x, but not below ``min`` and not above ``max``."""
    if min is None and max is None:
        raise RuntimeError("torch.clamp: At least one of 'min' or 'max' must not be None")
    if self.dtype.kind == "b" and all(bound is None or isinstance(bound, bool) for bound in (min, max)):
        kernel = (
            "clamp_min_scalar_cpu" if max is None else "clamp_max_scalar_cpu" if min is None else "clamp_scalar_cpu"
        )
        raise NotImplementedError(f"\"{kernel}\" not implemented for 'Bool'")
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
    if getattr(condition, "dtype", None) == np.uint8:
        warn(_OLD_MASK)
    elif getattr(condition, "dtype", np.dtype(bool)) != np.bool_:
        kind = _dtype.of(condition.dtype).short
        raise RuntimeError(f"where expected condition to be a boolean tensor, but got a tensor with dtype {kind}")
    target = _dtype.result_numpy([self, other])
    return choose(
        condition, *(target.type(x) if isinstance(x, int | float) else x.astype(target) for x in (self, other))
    )


def clone(self: Any, memory_format: Any) -> Any:
    """A copy; with a memory format in row-major order, else laid out like ``self``."""
    return np.array(self, order="K" if memory_format is None else "C") if isinstance(self, np.ndarray) else self


def to_copy(self: Any, dtype: Any, *unused: Any) -> Any:
    """A copy in another type."""
    return self.astype(dtype.numpy)


def copy(self: Any, source: Any, non_blocking: bool) -> Any:
    """``source`` in the shape and type of ``self``."""
    if source.shape != self.shape:
        both = np.broadcast_shapes(self.shape, source.shape)
        if both != self.shape:
            raise RuntimeError(f"output with shape {list(self.shape)} doesn't match the broadcast shape {list(both)}")
        source = np.broadcast_to(source, self.shape)
    return source.astype(self.dtype)


def times(gradient: Any, factor: Any) -> Any:
    """The gradient times a number that is mostly 1: then as it is."""
    return gradient if factor == 1 else gradient * factor


def fill(self: Any, value: Any) -> Any:
    """``value`` everywhere, in the shape and type of ``self``."""
    if np.ndim(value):
        raise RuntimeError(f"fill_ only supports 0-dimension value tensor but got tensor with {value.ndim} dimensions.")
    return np.full(self.shape, value, self.dtype)

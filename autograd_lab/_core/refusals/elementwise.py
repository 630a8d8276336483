"""Refusals of what works element by element: kinds of numbers that it does not take, parameters out of range."""

from collections.abc import Callable
from typing import Any

import numpy as np

from ..base import dtypes
from .common import needs_float, refuse, type_of

# ----- sums, differences, products ------------------------------------------------------------------------------------
_NO_BOOL_DIFFERENCE = "Subtraction, the `-` operator, with {} is not supported. {}or `logical_{}()` operator instead."
_BOTH_BOOL = _NO_BOOL_DIFFERENCE.format("two bool tensors", "Use the `^` ", "xor")
_ONE_BOOL = _NO_BOOL_DIFFERENCE.format("a bool tensor", "If you are trying to invert a mask, use the `~` ", "not")


def check_alpha(alpha: Any, other: Any) -> None:
    """Whole numbers take only whole multiples."""
    if isinstance(alpha, float) and getattr(other, "dtype", np.dtype(float)).kind in "iu":
        raise RuntimeError("For integral input tensors, argument alpha must not be a floating point number.")


def check_difference(*operands: Any) -> None:
    """Truth values have no difference."""
    booleans = [item for item in operands if isinstance(item, bool) or getattr(item, "dtype", None) == np.bool_]
    if booleans:
        raise RuntimeError(_BOTH_BOOL if len(booleans) == 2 else _ONE_BOOL)


def check_neg(self: Any) -> None:
    if self.dtype.kind == "b":
        raise RuntimeError(
            "Negation, the `-` operator, on a bool tensor is not supported. If you are trying to invert a mask, use "
            "the `~` or `logical_not()` operator instead."
        )


def check_addcdiv(self: Any, tensor1: Any, tensor2: Any, value: Any) -> None:
    if all(item.dtype.kind in "iub" for item in (tensor1, tensor2)):
        raise RuntimeError(
            "Integer division with addcdiv is no longer supported, and in a future  release addcdiv will perform a "
            "true division of tensor1 and tensor2. The historic addcdiv behavior can be implemented as (input + value "
            "* torch.trunc(tensor1 / tensor2)).to(input.dtype) for integer inputs and as (input + value * tensor1 / "
            "tensor2) for float inputs. The future addcdiv behavior is just the latter implementation: (input + value "
            "* tensor1 / tensor2), for all dtypes."
        )


def check_lerp(self: Any, end: Any, weight: Any) -> None:
    for name, item in (("end", end), ("weight", weight)):
        other = getattr(item, "dtype", self.dtype)
        if other != self.dtype and (name == "end" or item.ndim):  # a weight without dimensions adapts
            mine, its = dtypes.of(self.dtype).c_name, dtypes.of(other).c_name
            raise RuntimeError(f"expected dtype {mine} for `{name}` but got dtype {its}")
    needs_float(self, "lerp_kernel_tensor" if hasattr(weight, "dtype") else "lerp_kernel_scalar")


# ----- division with rounding -----------------------------------------------------------------------------------------
def _rounded(kernel: str) -> Callable[..., None]:
    """Only whole numbers can go wrong; of a tensor and a number, the type in which they meet counts."""

    def check(self: Any, other: Any) -> None:
        array, beside = (self, other) if hasattr(self, "dtype") else (other, self)
        if array.dtype.kind == "f" or isinstance(beside, float):
            return
        if array.dtype.kind == "b" and dtypes.result_numpy([self, other]).kind == "b":
            refuse("b", array, kernel)
        if not (other.all() if hasattr(other, "dtype") else other) and np.size(self):
            raise RuntimeError("ZeroDivisionError")

    return check


check_floor_divide, check_trunc_divide, check_remainder = map(
    _rounded, ("div_floor_cpu", "div_trunc_cpu", "remainder_cpu")
)


def check_div_mode(self: Any, other: Any, rounding_mode: str | None) -> None:
    if rounding_mode == "floor":
        check_floor_divide(self, other)
    elif rounding_mode == "trunc":
        check_trunc_divide(self, other)
    elif rounding_mode is not None:
        raise RuntimeError(
            f"div expected rounding_mode to be one of None, 'trunc', or 'floor' but found '{rounding_mode}'"
        )


# ----- comparing, rounding, bounds ------------------------------------------------------------------------------------


def check_clamp_tensor(self: Any, min: Any, max: Any) -> None:
    if min is not None and max is not None:
        refuse("b", self, "clamp_cpu")


def check_clamp(self: Any, min: Any, max: Any) -> None:
    if min is None and max is None:
        raise RuntimeError("torch.clamp: At least one of 'min' or 'max' must not be None")
    if self.dtype.kind == "b" and all(bound is None or isinstance(bound, bool) for bound in (min, max)):
        which = "" if None not in (min, max) else "min_" if max is None else "max_"
        refuse("b", self, f"clamp_{which}scalar_cpu")


# ----- activations ----------------------------------------------------------------------------------------------------
def check_relu(self: Any) -> None:
    if self.dtype.kind == "b":
        raise RuntimeError("Boolean inputs not supported for relu")


_NEGATIVE_SLOPE = (
    "In-place {} backward calculation is triggered with a negative slope which is not supported. This is caused by "
    "calling in-place forward function with a negative slope, please call out-of-place version instead."
)


def check_leaky_relu_of_result(negative_slope: float) -> None:
    if negative_slope < 0:
        raise RuntimeError(
            _NEGATIVE_SLOPE.format("leakyReLu") + " File an issue at https://github.com/pytorch/pytorch if you do "
            "require supporting in-place leakRelu backward calculation with negative slope"
        )


def check_elu_of_result(alpha: float) -> None:
    if alpha < 0:
        raise RuntimeError(_NEGATIVE_SLOPE.format("elu"))


def check_gelu(self: Any, approximate: str) -> None:
    needs_float(self, "GeluKernelImpl")
    check_approximate(self, approximate)


def check_approximate(*args: Any) -> None:
    if args[-1] not in ("none", "tanh"):
        raise RuntimeError("approximate argument must be either none or tanh.")


def check_hardtanh(self: Any, min_val: float, max_val: float) -> None:
    if self.dtype.kind == "b":
        raise RuntimeError("Bool inputs not supported for hardtanh")
    if self.dtype.kind == "u" and min(min_val, max_val) < 0:
        raise RuntimeError("cannot do hardtanh on an unsigned type with negative limits")


def check_prelu(self: Any, weight: Any) -> None:
    if weight.dtype != self.dtype:
        raise RuntimeError(f"Found dtype {type_of(weight)} but expected {type_of(self)}")


# ----- masks, copies ---------------------------------------------------------------------------------


def check_masked_fill(self: Any, mask: Any, value: Any) -> None:
    if mask.dtype.kind != "b":
        name = dtypes.of(mask.dtype).c_name
        raise RuntimeError(f"masked_fill_ only supports boolean masks, but got mask with dtype {name}")


def check_masked_fill_tensor(self: Any, mask: Any, value: Any) -> None:
    if value.ndim:
        raise RuntimeError(
            f"masked_fill_ only supports a 0-dimensional value tensor, but got tensor with {value.ndim} dimension(s)."
        )
    check_masked_fill(self, mask, value)


def check_where(condition: Any, self: Any, other: Any) -> None:
    if getattr(condition, "dtype", np.dtype(bool)) not in (np.bool_, np.uint8):
        raise RuntimeError(
            f"where expected condition to be a boolean tensor, but got a tensor with dtype {type_of(condition)}"
        )


def check_fill(self: Any, value: Any) -> None:
    if np.ndim(value):
        raise RuntimeError(f"fill_ only supports 0-dimension value tensor but got tensor with {value.ndim} dimensions.")


def check_copy(self: Any, source: Any, non_blocking: bool) -> None:
    if np.shape(source) != self.shape:
        both = np.broadcast_shapes(self.shape, np.shape(source))
        if both != self.shape:
            raise RuntimeError(f"output with shape {list(self.shape)} doesn't match the broadcast shape {list(both)}")

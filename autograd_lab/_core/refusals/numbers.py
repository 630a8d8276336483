"""Refusals of what works on each number, or brings many to few: kinds of numbers, parameters out of range."""

from collections.abc import Callable
from typing import Any

import numpy as np

from ..base import dtypes
from .common import needs_float, type_of, wrap_dim

# ----- arithmetic -----------------------------------------------------------------------------------------------------
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


def check_whole_division(self: Any, other: Any) -> None:
    """Only whole numbers can go wrong; of a tensor and a number, the type in which they meet counts."""
    if "f" in (getattr(item, "dtype", np.dtype(type(item))).kind for item in (self, other)):
        return
    if not (other.all() if hasattr(other, "dtype") else other) and np.size(self):
        raise RuntimeError("ZeroDivisionError")


def check_div_mode(self: Any, other: Any, rounding_mode: str | None) -> None:
    if rounding_mode in ("floor", "trunc"):
        check_whole_division(self, other)
    elif rounding_mode is not None:
        raise RuntimeError(
            f"div expected rounding_mode to be one of None, 'trunc', or 'floor' but found '{rounding_mode}'"
        )


# ----- bounds, activations, masks, copies -----------------------------------------------------------------------------
def check_clamp(self: Any, min: Any, max: Any) -> None:
    if min is None and max is None:
        raise RuntimeError("torch.clamp: At least one of 'min' or 'max' must not be None")


def check_slope_of_result(name: str, slope: float) -> None:
    """Where the slope is negative, the result does not say on which side of 0 the overwritten input was."""
    if slope < 0:
        raise RuntimeError(
            f"In-place {name} backward calculation is triggered with a negative slope which is not supported. This is "
            "caused by calling in-place forward function with a negative slope, please call out-of-place version "
            "instead."
        )


def check_approximate(*args: Any) -> None:
    if args[-1] not in ("none", "tanh"):
        raise RuntimeError("approximate argument must be either none or tanh.")


def check_masked_fill(self: Any, mask: Any, value: Any) -> None:
    if mask.dtype.kind != "b":
        name = dtypes.of(mask.dtype).c_name
        raise RuntimeError(f"masked_fill_ only supports boolean masks, but got mask with dtype {name}")
    if np.ndim(value):
        raise RuntimeError(
            f"masked_fill_ only supports a 0-dimensional value tensor, but got tensor with {value.ndim} dimension(s)."
        )


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


# ----- many numbers to few --------------------------------------------------------------------------------------------
def check_bincount(self: Any, weights: Any, minlength: int) -> None:
    if self.dtype.kind not in "iu" or self.ndim != 1 or (self.size and self.min() < 0):
        raise RuntimeError("bincount only supports 1-d non-negative integral inputs.")
    if weights is not None and weights.shape != self.shape:
        raise RuntimeError("weights should be 1-d and have the same length as input")


def check_mean_type(kind: Any, own: bool) -> None:
    if not kind.is_floating_point:
        raise RuntimeError(
            f"mean(): could not infer output dtype. {'Input' if own else 'Optional'} dtype must be either a "
            f"floating point or complex dtype. Got: {kind.short}"
        )


def something_in(name: str) -> Callable[..., None]:
    """The refusal of the largest (smallest) of nothing, of all numbers or along dimensions."""

    def check(self: Any, dim: Any = None, keepdim: bool = False) -> None:
        dims = (dim,) if isinstance(dim, int) else dim or ()
        if not (dims or self.size):
            raise RuntimeError(
                f"{name}(): Expected reduction dim to be specified for input.numel() == 0. "
                "Specify the reduction dim with the 'dim' argument."
            )
        for axis in (wrap_dim(dim, self.ndim) for dim in dims):
            if self.ndim and not self.shape[axis]:
                raise IndexError(f"{name}(): Expected reduction dim {axis} to have non-zero size.")

    return check


def check_softmax(name: str) -> Callable[..., None]:
    """The refusal of softmax and log_softmax."""

    def check(self: Any, dim: int, *options: Any) -> None:
        axis = wrap_dim(dim, self.ndim)
        needs_float(self, f"{name}_lastdim_kernel_impl" if axis == max(self.ndim - 1, 0) else f"{name}_kernel_impl")

    return check


def floats_for_variance(subject: str) -> Callable[..., None]:
    """The refusal of variances and deviations."""

    def check(self: Any, *options: Any) -> None:
        if self.dtype.kind != "f":
            raise RuntimeError(f"{subject} only support floating point and complex dtypes")

    return check


def check_norm_type(self: Any, dtype: Any, name: str) -> None:
    if self.dtype.kind != "f":
        raise RuntimeError(f"{name}: Expected a floating point or complex tensor as input. Got {type_of(self)}")
    kind = None if dtype is None else dtypes.as_dtype(dtype, name)
    if kind is not None and not kind.is_floating_point:
        raise RuntimeError(f"{name}: dtype should be floating point or complex, but got {kind.short}")


def check_norm(self: Any, p: Any, dim: Any = None, keepdim: bool = False) -> None:
    if self.dtype.kind != "f":
        raise RuntimeError(
            f"norm(): input dtype should be either floating point or complex. Got {type_of(self)} instead."
        )


def check_topk(self: Any, k: int, dim: int, *options: bool) -> None:
    axis = wrap_dim(dim, self.ndim)
    if not 0 <= k <= (self.shape[axis] if self.ndim else 1):
        raise RuntimeError("selected index k out of range")

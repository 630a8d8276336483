"""Refusals of what brings many numbers to few: reductions, norms, sorting, counting."""

import math
from collections.abc import Callable
from typing import Any

from ..base import dtypes
from .common import distinct_axes, needs_float, refuse, same_scalar_type, type_of, wrap_dim


def check_bincount(self: Any, weights: Any, minlength: int) -> None:
    refuse("bf", self, "bincount_cpu")
    if self.ndim != 1 or (self.size and self.min() < 0):
        raise RuntimeError("bincount only supports 1-d non-negative integral inputs.")
    if minlength < 0:
        raise RuntimeError("minlength should be >= 0")
    if weights is not None and weights.shape != self.shape:
        raise RuntimeError("weights should be 1-d and have the same length as input")


# ----- histograms -----------------------------------------------------------------------------------------------------
def check_histogram_range(low: float, high: float) -> None:
    if not math.isfinite(high - low):
        raise RuntimeError(f"torch.histogramdd: dimension 0's range [{low:g}, {high:g}] is not finite")


def check_histogram(self: Any, bins: int, range: Any, weight: Any, density: bool) -> None:
    if bins <= 0:
        raise RuntimeError(f"torch.histogram(): bins must be > 0, but got {bins} for dimension 0")
    needs_float(self, "histogramdd")


# ----- unique values, sorted rows -------------------------------------------------------------------------------------


# ----- reductions -----------------------------------------------------------------------------------------------------
def check_mean_type(kind: Any, own: bool) -> None:
    if not kind.is_floating_point:
        raise RuntimeError(
            f"mean(): could not infer output dtype. {'Input' if own else 'Optional'} dtype must be either a "
            f"floating point or complex dtype. Got: {kind.short}"
        )


def not_empty(name: str) -> Callable[..., None]:
    """The refusal of the largest (smallest) of nothing."""

    def check(self: Any) -> None:
        if not self.size:
            raise RuntimeError(
                f"{name}(): Expected reduction dim to be specified for input.numel() == 0. "
                "Specify the reduction dim with the 'dim' argument."
            )

    return check


def something_along(name: str) -> Callable[..., None]:
    """The refusal of the largest (smallest) of nothing along a dimension."""

    def check(self: Any, dim: int, keepdim: bool) -> None:
        axis = wrap_dim(dim, self.ndim)
        if self.ndim and not self.shape[axis]:
            raise IndexError(f"{name}(): Expected reduction dim {axis} to have non-zero size.")

    return check


def check_extreme(name: str) -> Callable[..., None]:
    """The refusal of amax and amin."""

    def check(self: Any, dim: tuple[int, ...], keepdim: bool) -> None:
        axes = distinct_axes(dim, self.ndim)
        if not dim:
            not_empty(name)(self)
        for given, axis in zip(dim, axes, strict=True):
            if self.ndim and not self.shape[axis]:
                raise IndexError(f"{name}(): Expected reduction dim {given} to have non-zero size.")

    return check


def check_arg_extreme(name: str) -> Callable[..., None]:
    """The refusal of argmax and argmin."""
    check_along = something_along(name)

    def check(self: Any, dim: int | None, keepdim: bool) -> None:
        if self.dtype.kind == "b":
            raise RuntimeError(f"{name}(): does not support bool input")
        if dim is not None:
            check_along(self, dim, keepdim)
        elif not self.size:
            raise IndexError(f"{name}(): Expected reduction dim to be specified for input.numel() == 0.")

    return check


# ----- softmax, running sums, variance, norms -------------------------------------------------------------------------
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


def check_vector_norm(self: Any, ord: Any, dim: Any, keepdim: bool, dtype: Any) -> None:
    check_norm_type(self, dtype, "linalg.vector_norm")
    if ord < 0 or ord == math.inf:
        _check_something_to_compare(self, f"{ord:g}", (dim,) if isinstance(dim, int) else dim)


def _check_something_to_compare(self: Any, order: str, dims: Any) -> None:
    if dims is None or len(dims) == 0:
        if not self.size:
            raise RuntimeError(
                f"linalg.vector_norm cannot compute the {order} norm on an empty tensor because the operation does "
                "not have an identity"
            )
        return
    for given, axis in zip(dims, distinct_axes(dims, self.ndim), strict=True):
        if self.ndim and not self.shape[axis]:
            raise RuntimeError(
                f"linalg.vector_norm cannot compute the {order} norm on the dimension {given}because this dimension "
                "is empty and the operation does not have an identity"
            )


def check_norm(self: Any, p: Any, dim: Any = None, keepdim: bool = False) -> None:
    if self.dtype.kind != "f":
        raise RuntimeError(
            f"norm(): input dtype should be either floating point or complex. Got {type_of(self)} instead."
        )
    check_vector_norm(self, 2 if p is None else p, dim, keepdim, None)


# ----- sorting --------------------------------------------------------------------------------------------------------
def _length_along(self: Any, axis: int) -> int:
    return self.shape[axis] if self.ndim else 1


def check_topk(self: Any, k: int, dim: int, *options: bool) -> None:
    axis = wrap_dim(dim, self.ndim)
    if not 0 <= k <= _length_along(self, axis):
        raise RuntimeError("selected index k out of range")
    if self.dtype.kind == "b":
        raise RuntimeError("topk does not support bool dtypes on CPU")


def check_median(self: Any) -> None:
    if self.size:
        refuse("b", self, "median_cpu")


def check_median_along(self: Any, dim: int, keepdim: bool) -> None:
    something_along("median")(self, dim, keepdim)
    refuse("b", self, "median_out")


def check_weight_norm(v: Any, g: Any, dim: int) -> None:
    same_scalar_type(v, g)

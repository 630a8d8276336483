"""Many numbers to few, under the public names: ``sum``, ``max`` …, each of which stands for several rows."""

import operator
from collections.abc import Callable
from typing import Any

from .. import derivatives as d
from .._base import dtypes
from .._base import return_types as returns
from ..autograd._tensor import Tensor
from .arguments import as_dims
from .types import to

_NOT_GIVEN: Any = object()
"""Not the same as None: ``x.sum(None)`` is a sum over dimensions, of which None means all."""


def float_or_untracked(self: Tensor, dtype: Any) -> None:
    """PyTorch refuses to record a result that cannot have a gradient."""
    if dtype is not None and self.requires_grad and not dtypes.as_dtype(dtype, "sum").is_floating_point:
        raise RuntimeError(f"Autograd not support dtype: {dtypes.as_dtype(dtype, 'sum').short}")


# ----- sums, means, products ---------------------------------------------------------------------------------------
def sum(self: Tensor, dim: Any = _NOT_GIVEN, keepdim: bool = False, *, dtype: Any = None) -> Tensor:
    """Sum of all elements, or over the dimension(s) ``dim``. Integers sum as int64."""
    if dtype is not None:
        float_or_untracked(self, dtype)
    if dim is _NOT_GIVEN and not keepdim:
        return d.sum_all.quick(self, dtype)
    return d.sum_dim.quick(self, None if dim is _NOT_GIVEN else as_dims(dim), keepdim, dtype)


def mean(self: Tensor, dim: Any = _NOT_GIVEN, keepdim: bool = False, *, dtype: Any = None) -> Tensor:
    """Mean of all elements, or over the dimension(s) ``dim``; floats only."""
    if dim is _NOT_GIVEN and not keepdim:
        return d.mean_all.quick(self, dtype)
    return d.mean_dim.quick(self, None if dim is _NOT_GIVEN else as_dims(dim), keepdim, dtype)


def nansum(self: Tensor, dim: Any = None, keepdim: bool = False, *, dtype: Any = None) -> Tensor:
    """Sum in which nan counts as 0."""
    if self._data.dtype.kind != "f":
        return d.sum_dim(self, as_dims(dim), keepdim, dtype=dtype)
    return d.nansum(self, as_dims(dim), keepdim, dtype=dtype)


def nanmean(self: Tensor, dim: Any = None, keepdim: bool = False, *, dtype: Any = None) -> Tensor:
    """Mean of the elements that are not nan."""
    if not self.dtype.is_floating_point:
        raise RuntimeError(
            f"nanmean(): expected input to have floating point or complex dtype but got {self.dtype.short}"
        )
    count = d.sum_dim(d.bitwise_not(d.isnan(self.detach())), as_dims(dim), keepdim)
    return d.div(nansum(self, dim, keepdim, dtype=dtype), count)


def prod(self: Tensor, dim: Any = _NOT_GIVEN, keepdim: bool = False, *, dtype: Any = None) -> Tensor:
    """Product of all elements, or along ``dim``. Integers multiply as int64."""
    float_or_untracked(self, dtype)
    if dim is _NOT_GIVEN:
        return d.prod_all(self, dtype=dtype)
    return d.prod_dim(self, operator.index(dim), keepdim, dtype=dtype)


def logsumexp(self: Tensor, dim: Any, keepdim: bool = False) -> Tensor:
    """ln Σ eˣ over the dimension(s) ``dim``, safe for large x."""
    return d.logsumexp(self, as_dims(dim), keepdim)


# ----- spread ------------------------------------------------------------------------------------------------------
def _deviation(row: Any) -> Callable:
    """``var`` and its relatives take either ``unbiased`` (is it n - 1 that is divided by?) or ``correction``."""

    def measure(
        self: Tensor,
        dim: Any = _NOT_GIVEN,
        unbiased: bool = _NOT_GIVEN,
        keepdim: bool = False,
        *,
        correction: float | None = _NOT_GIVEN,
    ) -> Any:
        if isinstance(dim, bool):  # x.var(False)
            dim, unbiased = _NOT_GIVEN, dim
        if correction is _NOT_GIVEN:
            # Where neither is said, PyTorch notes None if no dim is given either, else 1.
            default = None if dim is _NOT_GIVEN else 1
            correction = default if unbiased is _NOT_GIVEN else int(unbiased)
        return row(self, None if dim is _NOT_GIVEN else as_dims(dim), correction=correction, keepdim=keepdim)

    measure.__name__ = measure.__qualname__ = row.base
    return measure


var, std, var_mean, std_mean = map(_deviation, (d.var, d.std, d.var_mean, d.std_mean))
var.__doc__ = "The mean square distance from the mean, divided by n - ``correction`` (1 where nothing is said)."
std.__doc__ = "The square root of `var`."
var_mean.__doc__ = "`var` and `mean` as a pair."
std_mean.__doc__ = "`std` and `mean` as a pair."


# ----- extremes ----------------------------------------------------------------------------------------------------
def max(self: Tensor, dim: Any = None, keepdim: bool = False) -> Any:
    """The largest of all (ties share the gradient); or along ``dim`` a pair (values, indices); or, of two tensors,
    `maximum`.
    """
    if isinstance(dim, Tensor):
        return d.maximum(self, dim)
    return d.max_all(self) if dim is None else returns.max(*d.max_dim(self, dim, keepdim))


def min(self: Tensor, dim: Any = None, keepdim: bool = False) -> Any:
    """The smallest of all (ties share the gradient); or along ``dim`` a pair (values, indices); or, of two tensors,
    `minimum`.
    """
    if isinstance(dim, Tensor):
        return d.minimum(self, dim)
    return d.min_all(self) if dim is None else returns.min(*d.min_dim(self, dim, keepdim))


def amax(self: Tensor, dim: Any = (), keepdim: bool = False) -> Tensor:
    """The largest over the dimension(s) ``dim`` (none given: all); ties share the gradient."""
    return d.amax(self, as_dims(dim), keepdim)


def amin(self: Tensor, dim: Any = (), keepdim: bool = False) -> Tensor:
    """The smallest over the dimension(s) ``dim`` (none given: all); ties share the gradient."""
    return d.amin(self, as_dims(dim), keepdim)


def aminmax(self: Tensor, *, dim: int | None = None, keepdim: bool = False) -> Any:
    """The smallest and the largest, of all or along ``dim``, as a pair (min, max)."""
    return returns.aminmax(*d.aminmax(self, dim=dim, keepdim=keepdim))


# ----- questions ---------------------------------------------------------------------------------------------------
def any(self: Tensor, dim: Any = _NOT_GIVEN, keepdim: bool = False) -> Tensor:
    """Whether some element is true (not 0), of all or over the dimension(s) ``dim``."""
    return d.any_(self) if dim is _NOT_GIVEN else d.any_dims(self, as_dims(dim), keepdim)


def all(self: Tensor, dim: Any = _NOT_GIVEN, keepdim: bool = False) -> Tensor:
    """Whether every element is true (not 0), of all or over the dimension(s) ``dim``."""
    return d.all_(self) if dim is _NOT_GIVEN else d.all_dims(self, as_dims(dim), keepdim)


def count_nonzero(self: Tensor, dim: Any = None) -> Tensor:
    """How many elements are not 0, of all or over the dimension(s) ``dim``, as int64."""
    return d.count_nonzero(self, as_dims(dim) or ())


# ----- softmax -----------------------------------------------------------------------------------------------------
def softmax(self: Tensor, dim: int, dtype: Any = None) -> Tensor:
    """Positive numbers that add up to 1 along ``dim``."""
    return d.softmax.quick(self if dtype is None else to(self, dtype), dim, False)


def log_softmax(self: Tensor, dim: int, dtype: Any = None) -> Tensor:
    """The logarithm of softmax, safe for large differences."""
    return d.log_softmax.quick(self if dtype is None else to(self, dtype), dim, False)


_PUBLIC = [
    "all", "amax", "amin", "aminmax", "any", "count_nonzero", "log_softmax", "logsumexp", "max", "mean", "min",
    "nanmean", "nansum", "prod", "softmax", "std", "sum", "var",
]  # fmt: skip
__all__ = [*_PUBLIC, "std_mean", "var_mean"]
METHODS = _PUBLIC

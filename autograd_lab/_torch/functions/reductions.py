"""Many numbers to few, under the public names: ``sum``, ``max`` …, each of which stands for several rows."""

import operator
from collections.abc import Callable
from typing import Any

from ... import derivatives as d
from ..._core.base import dtypes
from ..._core.base import return_types as returns
from ..._core.tensor import Tensor
from .arguments import as_dims, spread_out
from .types import to


class _NotGiven:
    def __repr__(self) -> str:
        return "not given"


_NOT_GIVEN: Any = _NotGiven()
"""Not the same as None: ``x.sum(None)`` is a sum over dimensions, of which None means all."""


def float_or_untracked(self: Tensor, dtype: Any) -> None:
    """PyTorch refuses to record a result that cannot have a gradient."""
    if dtype is not None and self.requires_grad and not dtypes.as_dtype(dtype, "sum").is_floating_point:
        raise RuntimeError(f"Autograd not support dtype: {dtypes.as_dtype(dtype, 'sum').short}")


# ----- sums, means, products ---------------------------------------------------------------------------------------
def sum(self: Tensor, dim: Any = _NOT_GIVEN, keepdim: bool = False, *, dtype: Any = None) -> Tensor:
    """The sum of all elements, or over the dimension(s) ``dim``, which go, or with ``keepdim`` stay with length 1.

    Booleans and integers sum as int64, unless ``dtype`` says otherwise.

    Raises:
        IndexError: a dimension that does not exist.
        RuntimeError: a dimension named twice.
    """
    if dtype is not None:
        float_or_untracked(self, dtype)
    if dim is _NOT_GIVEN and not keepdim:
        return d.sum_all.written(self, dtype)
    return d.sum_dim.written(self, None if dim is _NOT_GIVEN else as_dims(dim), keepdim, dtype)


def mean(self: Tensor, dim: Any = _NOT_GIVEN, keepdim: bool = False, *, dtype: Any = None) -> Tensor:
    """The mean of all elements, or over the dimension(s) ``dim``, which go, or with ``keepdim`` stay with length 1.

    Raises:
        IndexError: a dimension that does not exist.
        RuntimeError: integers or booleans without a ``dtype`` of floats, or a dimension named twice.
    """
    if dim is _NOT_GIVEN and not keepdim:
        return d.mean_all.written(self, dtype)
    return d.mean_dim.written(self, None if dim is _NOT_GIVEN else as_dims(dim), keepdim, dtype)


def prod(self: Tensor, dim: Any = _NOT_GIVEN, keepdim: bool = False, *, dtype: Any = None) -> Tensor:
    """The product of all elements, or along the one dimension ``dim``. Booleans and integers multiply as int64.

    Raises:
        IndexError: a dimension that does not exist.
        RuntimeError: a ``dtype`` that is not float for a tensor that requires grad.
    """
    float_or_untracked(self, dtype)
    if dim is _NOT_GIVEN:
        return d.prod_all(self, dtype=dtype)
    return d.prod_dim(self, operator.index(dim), keepdim, dtype=dtype)


def logsumexp(self: Tensor, dim: Any, keepdim: bool = False) -> Tensor:
    """``log(sum(exp(input)))`` over the dimension(s) ``dim``, without overflow on the way. Integers give floats."""
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


var, std, var_mean = map(_deviation, (d.var, d.std, d.var_mean))
var.__doc__ = """The sum of the square distances from the mean, divided by n - ``correction`` (1 where nothing is said).

    Over the dimension(s) ``dim`` (none given: all), which go, or with ``keepdim`` stay with length 1. ``unbiased`` is
    the older word for a correction of 1 or 0.

    Raises:
        RuntimeError: integers or booleans.
    """
std.__doc__ = "The square root of `var`, with the same arguments; where it is 0 its slope is inf."
var_mean.__doc__ = "`var` and `mean` as a pair, with `var`'s arguments."


# ----- extremes ----------------------------------------------------------------------------------------------------
def max(self: Tensor, dim: Any = None, keepdim: bool = False) -> Any:
    """The largest of all; along ``dim`` a pair (values, indices); of two tensors, `maximum`.

    Equal elements share the gradient in the first form; along ``dim`` the one at the index gets it all. A nan is the
    largest.

    Raises:
        IndexError, RuntimeError: a dimension that does not exist, or nothing to choose from.
    """
    if isinstance(dim, Tensor):
        return d.maximum(self, dim)
    return d.max_all(self) if dim is None else returns.max(*d.max_dim(self, dim, keepdim))


def min(self: Tensor, dim: Any = None, keepdim: bool = False) -> Any:
    """The smallest of all; along ``dim`` a pair (values, indices); of two tensors, `minimum`.

    Equal elements share the gradient in the first form; along ``dim`` the one at the index gets it all. A nan is the
    smallest.

    Raises:
        IndexError, RuntimeError: a dimension that does not exist, or nothing to choose from.
    """
    if isinstance(dim, Tensor):
        return d.minimum(self, dim)
    return d.min_all(self) if dim is None else returns.min(*d.min_dim(self, dim, keepdim))


def amax(self: Tensor, dim: Any = (), keepdim: bool = False) -> Tensor:
    """The largest over the dimension(s) ``dim`` (none given: all); equal elements share the gradient.

    Raises:
        IndexError: a dimension that does not exist, or one of length 0.
    """
    return d.amax(self, as_dims(dim), keepdim)


def amin(self: Tensor, dim: Any = (), keepdim: bool = False) -> Tensor:
    """The smallest over the dimension(s) ``dim`` (none given: all); equal elements share the gradient.

    Raises:
        IndexError: a dimension that does not exist, or one of length 0.
    """
    return d.amin(self, as_dims(dim), keepdim)


# ----- questions ---------------------------------------------------------------------------------------------------
def any(self: Tensor, dim: Any = _NOT_GIVEN, keepdim: bool = False) -> Tensor:
    """Whether some element is true (not 0), of all or over the dimension(s) ``dim``: booleans, False for nothing."""
    if dim is _NOT_GIVEN:
        return d.any_dims(self, None, True) if keepdim else d.any_(self)
    return d.any_dims(self, as_dims(dim), keepdim)


def all(self: Tensor, dim: Any = _NOT_GIVEN, keepdim: bool = False) -> Tensor:
    """Whether every element is true (not 0), of all or over the dimension(s) ``dim``: booleans, True for nothing."""
    if dim is _NOT_GIVEN:
        return d.all_dims(self, None, True) if keepdim else d.all_(self)
    return d.all_dims(self, as_dims(dim), keepdim)


def sum_to_size(self: Tensor, *size: Any, **keywords: Any) -> Tensor:
    """Summed over what `expand` would stretch from this size: (2, 3) gives (3,), (2, 1) or (1, 1); itself if it fits.

    Raises:
        RuntimeError: a size that cannot be expanded to this shape.
    """
    wanted, shape = spread_out("sum_to_size", "size", size, keywords), self._data.shape
    extra = len(shape) - len(wanted)
    if extra < 0 or False in [n in (1, m) for n, m in zip(wanted, shape[extra:], strict=True)]:
        raise RuntimeError(f"size {{{list(wanted)}}} is not expandable to size {{{list(shape)}}}.")
    if not wanted:
        return sum(self)
    stretched = tuple(i for i, m in enumerate(shape) if i < extra or (wanted[i - extra] == 1 and m != 1))
    found = sum(self, stretched, True) if stretched else self
    return d.view(found, wanted) if extra else found


# ----- softmax -----------------------------------------------------------------------------------------------------
def softmax(self: Tensor, dim: int, dtype: Any = None) -> Tensor:
    """``exp(x) / sum(exp(x))`` along ``dim``: positive numbers that add up to 1. Same shape; ``dtype`` converts first.

    Raises:
        IndexError: a dimension that does not exist.
    """
    return d.softmax.written(self if dtype is None else to(self, dtype), dim, False)


def log_softmax(self: Tensor, dim: int, dtype: Any = None) -> Tensor:
    """The logarithm of `softmax`, without its rounding to 0: ``x - logsumexp(x)`` along ``dim``.

    Raises:
        IndexError: a dimension that does not exist.
    """
    return d.log_softmax.written(self if dtype is None else to(self, dtype), dim, False)


_PUBLIC = [
    "all", "amax", "amin", "any", "log_softmax", "logsumexp", "max", "mean", "min", "prod", "softmax", "std", "sum",
    "var",
]  # fmt: skip
__all__ = [*_PUBLIC, "var_mean"]
METHODS = [*_PUBLIC, "sum_to_size"]

"""Order under the public names: ``sort``, ``topk``, ``median``, ``unique``, ``quantile`` …

PyTorch: ATen/native/Sorting.cpp (quantile_compute).
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from ... import derivatives as d
from ..._core.base import return_types as returns
from ..._core.base.state import quiet
from ..._core.tensor import Tensor, wrap
from ...derivatives._operands import wrap_dim
from .reductions import float_or_untracked


# ----- order -------------------------------------------------------------------------------------------------------
def sort(self: Tensor, dim: int = -1, descending: bool = False, *, stable: bool | None = None) -> Any:
    """The values in rising (or falling) order along ``dim`` and the places where they were: a pair (values, indices).

    A nan counts as the largest. With ``stable=True`` equal elements keep their order; without it they do in rows of up
    to 16 elements only.
    """
    if stable is None:
        return returns.sort(*d.sort(self, dim, descending))
    return returns.sort(*d.sort_stable(self, stable, dim, descending))


def argsort(self: Tensor, dim: int = -1, descending: bool = False, *, stable: bool | None = None) -> Tensor:
    """The places, int64, that `sort` takes the values from along ``dim``."""
    return sort(self, dim, descending, stable=stable).indices


def topk(self: Tensor, k: int, dim: int = -1, largest: bool = True, sorted: bool = True) -> Any:
    """The ``k`` largest (or smallest) along ``dim`` and their places, as a pair (values, indices), in order.

    Raises:
        RuntimeError: ``k`` is larger than the dimension.
    """
    return returns.topk(*d.topk(self, k, dim, largest, sorted))


def median(self: Tensor, dim: int | None = None, keepdim: bool = False) -> Any:
    """The middle value of all (equal ones share the gradient), or along ``dim`` a pair (values, indices).

    Of two middle values the smaller; nan where there is a nan.
    """
    return d.median_all(self) if dim is None else returns.median(*d.median_dim(self, dim, keepdim))


# ----- running -----------------------------------------------------------------------------------------------------
def cumsum(self: Tensor, dim: int, *, dtype: Any = None) -> Tensor:
    """The running sum along ``dim``, in the same shape. Booleans and integers sum as int64."""
    float_or_untracked(self, dtype)
    return d.cumsum.written(self, dim, dtype)


def cumprod(self: Tensor, dim: int, *, dtype: Any = None) -> Tensor:
    """The running product along ``dim``, in the same shape. Booleans and integers multiply as int64."""
    float_or_untracked(self, dtype)
    return d.cumprod.written(self, dim, dtype)


def diff(
    self: Tensor, n: int = 1, dim: int = -1, prepend: Tensor | None = None, append: Tensor | None = None
) -> Tensor:
    """``x[1:] - x[:-1]`` along ``dim``, ``n`` times over: each time one element shorter. Booleans: whether they differ.

    ``prepend`` and ``append`` are joined to the ends before.

    Raises:
        RuntimeError: a tensor without dimensions, or a negative ``n``.
    """
    if not self.ndim:
        raise RuntimeError("diff expects input to be at least one-dimensional")
    axis = wrap_dim(dim, self.ndim)
    if n < 0:
        raise RuntimeError(f"order must be non-negative but got {n}")
    if not n:
        return wrap(np.zeros_like(self._data)).copy_(self)  # PyTorch does so, and its node says so
    ends = [item for item in (prepend, self, append) if item is not None]
    result = self if len(ends) == 1 else d.cat(ends, dim)
    for _ in range(min(n, result.shape[axis])):
        last = result.shape[axis]
        after, before = d.slice_(result, dim, 1, last), d.slice_(result, dim, 0, last - 1)
        result = after != before if result._data.dtype == np.bool_ else quiet(d.sub)(after, before)
    return result


# ----- different values --------------------------------------------------------------------------------------------
def unique(
    self: Tensor, sorted: bool = True, return_inverse: bool = False, return_counts: bool = False, dim: int | None = None
) -> Any:
    """The different elements in one row, sorted.

    With ``return_inverse`` and ``return_counts`` also each element's place among them and how often each occurs, as a
    tuple. No gradient.

    Raises:
        NotImplementedError: with ``dim``.
    """
    if dim is not None:
        raise NotImplementedError("unique(dim=...), of whole slices, is left out here.")
    values, inverse, counts = d.unique2(self, sorted, return_inverse, return_counts)
    asked = (values, *([inverse] if return_inverse else []), *([counts] if return_counts else []))
    return values if len(asked) == 1 else asked


def histogram(
    self: Tensor,
    bins: Any = 100,
    *,
    range: Sequence[float] | None = None,
    weight: Tensor | None = None,
    density: bool = False,
) -> Any:
    """How many elements fall into each of ``bins`` equal parts, as a pair (hist, bin_edges). It has no derivative.

    ``range`` is where the parts begin and end (without it, at the least and the greatest element); ``density`` divides,
    so that the area under the histogram is 1.

    Raises:
        RuntimeError: no parts, or no finite range.
        NotImplementedError: edges of one's own, or a ``weight``.
    """
    if isinstance(bins, Tensor) or weight is not None:
        raise NotImplementedError("histogram with edges of one's own, or weights, is left out here.")
    return returns.histogram(*d.histogram(self, bins, range=range, weight=None, density=density))


__all__ = [
    "argsort", "cumprod", "cumsum", "diff", "histogram", "median", "sort", "topk", "unique",
]  # fmt: skip

METHODS = __all__

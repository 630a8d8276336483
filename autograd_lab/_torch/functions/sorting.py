"""Order under the public names: ``sort``, ``topk``, ``median``, ``unique``, ``quantile`` …

PyTorch: ATen/native/Sorting.cpp (quantile_compute).
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from ... import derivatives as d
from ..._core.base import return_types as returns
from ..._core.base.state import quiet
from ..._core.call_in_place import call_in_place
from ..._core.tensor import Tensor, wrap
from ...derivatives._operands import wrap_dim
from .reductions import float_or_untracked
from .shapes import flatten


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
    """The different elements in one row (or the different slices along ``dim``), sorted.

    With ``return_inverse`` and ``return_counts`` also each element's place among them and how often each occurs, as a
    tuple. No gradient.
    """
    if dim is None:
        found = d.unique2(self, sorted, return_inverse, return_counts)
    else:
        found = d.unique_dim(self, dim, sorted, return_inverse, return_counts)
    return _asked(found, return_inverse, return_counts)


def _asked(found: tuple, return_inverse: bool, return_counts: bool) -> Any:
    values, inverse, counts = found
    asked = (values, *([inverse] if return_inverse else []), *([counts] if return_counts else []))
    return values if len(asked) == 1 else asked


# ----- places ------------------------------------------------------------------------------------------------------
def searchsorted(
    sorted_sequence: Tensor,
    input: Any,
    *,
    out_int32: bool = False,
    right: bool = False,
    side: str | None = None,
    sorter: Tensor | None = None,
) -> Tensor:
    """Where each value of ``input`` would stand in the sorted sequence: before equal ones, or with ``right`` after.

    The places have ``input``'s shape, and are int64 or, with ``out_int32``, int32.

    Raises:
        RuntimeError: shapes or dtypes that do not fit, or ``side`` against ``right``.
    """
    values = input if isinstance(input, Tensor) else wrap(np.asarray(input))
    return d.searchsorted(sorted_sequence, values, out_int32=out_int32, right=right, side=side, sorter=sorter)


def bucketize(input: Any, boundaries: Tensor, *, out_int32: bool = False, right: bool = False) -> Tensor:
    """The number of the bucket between the sorted ``boundaries`` into which each value falls: `searchsorted`.

    Raises:
        RuntimeError: boundaries of several dimensions.
    """
    if isinstance(boundaries, Tensor) and boundaries.ndim != 1:
        raise RuntimeError(f"boundaries tensor must be 1 dimension, but got dim({boundaries.ndim})")
    return searchsorted(boundaries, input, out_int32=out_int32, right=right)


def histogram(
    self: Tensor,
    bins: Any = 100,
    *,
    range: Sequence[float] | None = None,
    weight: Tensor | None = None,
    density: bool = False,
) -> Any:
    """How many elements fall into each part, as a pair (hist, bin_edges). It has no derivative.

    Args:
        bins: how many equal parts.
        range: where the parts begin and end; without it, at the least and the greatest element.
        weight: how much each element counts.
        density: divide, so that the area under the histogram is 1.

    Raises:
        RuntimeError: no parts, no finite range, or shapes and types that do not fit.
    """
    if isinstance(bins, Tensor):
        raise NotImplementedError("histogram with edges of one's own is left out here; say how many bins, and range.")
    return returns.histogram(*d.histogram(self, bins, range=range, weight=weight, density=density))


# ----- quantiles: composed of sort, gather and lerp, as in PyTorch ---------------------------------------------------
_NEIGHBOURS = {
    "linear": (np.floor, np.ceil),
    "lower": (np.floor, np.floor),
    "higher": (np.ceil, np.ceil),
    "midpoint": (np.floor, np.ceil),
    "nearest": (np.rint, np.rint),
}
"""Which places in the order are looked at, for a place between two."""


def quantile(
    input: Tensor, q: Any, dim: int | None = None, keepdim: bool = False, *, interpolation: str = "linear"
) -> Tensor:
    """What the part ``q`` of the elements stays below (0.5: the median), of all or along ``dim``; nan if one is nan.

    A vector of parts gives as many quantiles, along a new first dimension. ``interpolation`` says what to take between
    two elements: linear, lower, higher, midpoint or nearest.

    Raises:
        RuntimeError: q is not between 0 and 1, or nothing is there to choose from.
    """
    if not isinstance(q, Tensor):
        if not 0 <= q <= 1:
            raise RuntimeError(f"quantile() q must be in the range [0, 1] but got {q:g}")
        q = wrap(input._data.dtype.type(q))
    _check(input, q, interpolation)
    ordered, shape = _sorted(input, dim, keepdim)
    ordered = d.view(ordered, (*shape, ordered.shape[-1]))
    ranks = _ranks(ordered, q)
    low, high = (wrap(to_whole(ranks._data).astype(np.int64)) for to_whole in _NEIGHBOURS[interpolation])
    result = d.gather(ordered, -1, low)
    if interpolation in ("linear", "midpoint"):
        weights = d.sub(ranks, low) if interpolation == "linear" else wrap(np.full_like(ranks._data, 0.5))
        result = call_in_place(d.lerp_tensor, (result, d.gather(ordered, -1, high), weights))
    if q.ndim:
        result = d.transpose_in_place(d.unsqueeze_in_place(result, 0), 0, -1)
    return d.squeeze_in_place(result, -1)


def _check(input: Tensor, q: Tensor, interpolation: str) -> None:
    if not input.numel():
        raise RuntimeError("quantile() input tensor must be non-empty")
    if q.ndim > 1:
        raise RuntimeError("quantile() q must be a scalar or 1D tensor")
    if input._data.dtype not in (np.float32, np.float64):
        raise RuntimeError("quantile() input tensor must be either float or double dtype")
    if q._data.dtype != input._data.dtype:
        raise RuntimeError("quantile() q tensor must be same dtype as the input tensor")
    if interpolation not in _NEIGHBOURS:
        ways = "linear, lower, higher, midpoint or nearest"
        raise RuntimeError(f"quantile() interpolation must be one of {ways}, but got {interpolation}")
    if not np.all((q._data >= 0) & (q._data <= 1)):
        raise RuntimeError("quantile() q values must be in the range [0, 1]")


def _sorted(input: Tensor, dim: int | None, keepdim: bool) -> tuple[Tensor, list[int]]:
    """The elements in order along the last dimension, and the result's shape for one q."""
    if dim is None:
        return d.sort(flatten(input))[0], [1] * input.ndim if keepdim else []
    axis, shape = wrap_dim(dim, input.ndim), list(input.shape)
    if shape:
        shape[axis : axis + 1] = [1] if keepdim else []
    if axis != input.ndim - 1:
        input = d.transpose(d.unsqueeze(input, -1), axis, -1)
    return d.sort(input)[0], shape


def _ranks(ordered: Tensor, q: Tensor) -> Tensor:
    """Where in the order each quantile lies, for each row; nan stands last, and is chosen where there is one."""
    missing, last = np.isnan(ordered._data), ordered.shape[-1] - 1
    ranks, missing = d.mul_number(q, last), missing.any(-1, keepdims=True)
    shape = np.broadcast_shapes(q._data.shape, missing.shape)
    ranks = ranks if tuple(ranks.shape) == shape else d.expand(ranks, shape)
    return d.masked_fill(ranks, wrap(np.broadcast_to(missing, shape)), last)


__all__ = [
    "argsort", "bucketize", "cumprod", "cumsum", "diff", "histogram", "median",
    "quantile", "searchsorted", "sort", "topk", "unique",
]  # fmt: skip

METHODS = [
    "argsort", "cumprod", "cumsum", "diff", "histogram", "median",
    "quantile", "sort", "topk", "unique",
]  # fmt: skip

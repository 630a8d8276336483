"""Order: sort, the k largest, the middle one, the most frequent one. nan counts as larger than every number."""

from collections.abc import Callable
from typing import Any

import numpy as np

from . import selection
from .reductions import plain, something_along, wrap_dim

_EXACT_BELOW = 100_000
"""In longer rows equal elements stay in order: PyTorch's order of them would take seconds to find out in Python."""


# ----- rows --------------------------------------------------------------------------------------------------------
def _ranks(rows: np.ndarray) -> np.ndarray:
    """Numbers that order like the elements: equal for equal ones, highest for nan."""
    order = np.argsort(rows, axis=-1, kind="stable")
    ordered = np.take_along_axis(rows, order, -1)
    later, earlier = ordered[..., 1:], ordered[..., :-1]
    new = (later != earlier) & ~((later != later) & (earlier != earlier))
    steps = np.concatenate([np.zeros((*rows.shape[:-1], min(rows.shape[-1], 1)), np.int64), np.cumsum(new, -1)], -1)
    ranks = np.empty(rows.shape, np.int64)
    np.put_along_axis(ranks, order, steps, -1)
    return ranks


def _pairs(ranks: np.ndarray) -> selection.Pairs:
    return list(zip(ranks.tolist(), range(len(ranks)), strict=True))


def _each_row(ranks: np.ndarray, ready: np.ndarray, unclear: np.ndarray, choose: Callable) -> np.ndarray:
    """Replace, in the rows that are unclear, the places that were ready by those that an algorithm chooses."""
    if ranks.shape[-1] < _EXACT_BELOW:
        for row in map(tuple, np.argwhere(unclear)):
            ready[row] = choose(_pairs(ranks[row]))
    return ready


def _along_last(self: Any, dim: int) -> tuple[Any, int]:
    axis = wrap_dim(dim, self.ndim)
    return np.moveaxis(self, axis, -1) if self.ndim else self, axis


def _taken(self: Any, places: np.ndarray, axis: int) -> tuple[Any, Any]:
    places = np.ascontiguousarray(np.moveaxis(places, -1, axis))
    return np.take_along_axis(self, places, axis), places


# ----- sort --------------------------------------------------------------------------------------------------------
def sort(self: Any, dim: int, descending: bool) -> tuple[Any, Any]:
    """Sorted values and where they were. Equal elements keep their order in rows of up to 16, as in PyTorch."""
    return sort_stable(self, False, dim, descending)


def sort_stable(self: Any, stable: bool | None, dim: int, descending: bool) -> tuple[Any, Any]:
    """Sorted values and where they were; with ``stable`` equal elements keep their order."""
    rows, axis = _along_last(self, dim)
    if not self.ndim:
        return self, np.int64(0)
    places = _stable_order(rows, descending)
    if not stable and rows.shape[-1] > 16:
        ranks = _ranks(rows) * (-1 if descending else 1)
        tied = np.ptp(ranks, -1) < rows.shape[-1] - 1
        places = _each_row(ranks, places, tied, _sorted_places)
    return _taken(self, places, axis)


def _stable_order(rows: Any, descending: bool) -> np.ndarray:
    if not descending:
        return np.argsort(rows, axis=-1, kind="stable")
    # Backwards through the reversed row: so nan comes first and equal elements still keep their order.
    return rows.shape[-1] - 1 - np.argsort(rows[..., ::-1], axis=-1, kind="stable")[..., ::-1]


def _sorted_places(pairs: selection.Pairs) -> list[int]:
    selection.sort(pairs)
    return [place for _, place in pairs]


def topk(self: Any, k: int, dim: int, largest: bool, sorted: bool) -> tuple[Any, Any]:
    """The ``k`` largest (or smallest) along ``dim`` and where they are; ``sorted=False`` promises no order."""
    rows, axis = _along_last(self, dim)
    size = rows.shape[-1] if self.ndim else 1
    if not 0 <= k <= size:
        raise RuntimeError("selected index k out of range")
    if self.dtype.kind == "b":
        raise RuntimeError("topk does not support bool dtypes on CPU")
    if not self.ndim:
        return self, np.int64(0)
    places = _stable_order(rows, largest)[..., :k]
    if k:
        ranks = _ranks(rows) * (-1 if largest else 1)
        nearest = np.take_along_axis(ranks, _stable_order(rows, largest)[..., : k + 1], -1)
        unclear = (nearest[..., 1:] == nearest[..., :-1]).any(-1) | (not sorted)
        places = _each_row(ranks, np.array(places), unclear, lambda pairs: _top_places(pairs, k, sorted))
    return _taken(self, places, axis)


def _top_places(pairs: selection.Pairs, k: int, sorted: bool) -> list[int]:
    if k * 64 <= len(pairs):
        selection.partial_sort(pairs, k)
        return [place for _, place in pairs[:k]]
    selection.nth_element(pairs, k - 1)
    front = pairs[: k - 1]
    if sorted:
        selection.sort(front)
    return [place for _, place in (*front, pairs[k - 1])]


# ----- one of them -------------------------------------------------------------------------------------------------
def _pick(self: Any, axis: int, keepdim: bool, places: np.ndarray) -> tuple[Any, Any]:
    values, places = _taken(self, places[..., None], axis)
    return (values, places) if keepdim else (values.squeeze(axis)[()], places.squeeze(axis)[()])


def kthvalue(self: Any, k: int, dim: int, keepdim: bool) -> tuple[Any, Any]:
    """The ``k``-th smallest along ``dim`` (counted from 1) and where it is."""
    rows, axis = _along_last(self, dim)
    something_along(self, axis, "kthvalue")
    if not 1 <= k <= (rows.shape[-1] if self.ndim else 1):
        raise RuntimeError(f"kthvalue(): selected number k out of range for dimension {axis}")
    if not self.ndim:
        return self, np.int64(0)
    _no_booleans(self, "kthvalue_cpu")
    ranks, places = _ranks(rows), np.array(_stable_order(rows, False)[..., k - 1])
    tied = (ranks == np.take_along_axis(ranks, places[..., None], -1)).sum(-1) > 1
    return _pick(self, axis, keepdim, _each_row(ranks, places, tied, lambda pairs: _kth_place(pairs, k - 1)))


def _kth_place(pairs: selection.Pairs, k: int) -> int:
    selection.quickselect(pairs, k)
    return pairs[k][1]


def median_of(ignore_nan: bool) -> tuple[Callable, Callable]:
    """The forwards of median and nanmedian, of all and along ``dim``; of two middle ones the smaller."""

    def along(self: Any, dim: int, keepdim: bool) -> tuple[Any, Any]:
        rows, axis = _along_last(self, dim)
        something_along(self, axis, "median")
        _no_booleans(self, "median_out")
        if not self.ndim:
            return self, np.int64(0)
        return _pick(self, axis, keepdim, _middle(rows, ignore_nan))

    def of_all(self: Any) -> Any:
        if not self.size:
            empty = {"f": np.nan, "b": True}  # what PyTorch has instead of a median
            return self.dtype.type(empty.get(self.dtype.kind) or np.iinfo(self.dtype).min)
        _no_booleans(self, "median_cpu")
        flat = np.ravel(self)
        return flat[_middle(flat, ignore_nan)]

    return of_all, along


def _no_booleans(self: Any, kernel: str) -> None:
    if self.dtype.kind == "b":
        raise NotImplementedError(f"\"{kernel}\" not implemented for 'Bool'")


def _middle(rows: np.ndarray, ignore_nan: bool) -> np.ndarray:
    numbers = (rows == rows).sum(-1)
    some_nan = numbers < rows.shape[-1]
    wanted = np.where(some_nan & ignore_nan, np.maximum(numbers - 1, 0), rows.shape[-1] - 1) // 2
    # Unlike sort and topk, PyTorch's median says which of equal elements it is: the order is by value, then by place.
    places = np.take_along_axis(_stable_order(rows, False), wanted[..., None], -1)[..., 0]
    return places if ignore_nan else np.where(some_nan, np.argmax(rows != rows, -1), places)[()]


def mode(self: Any, dim: int, keepdim: bool) -> tuple[Any, Any]:
    """The most frequent value along ``dim`` (of several the smallest) and the last place where it stands."""
    rows, axis = _along_last(self, dim)
    something_along(self, axis, "mode")
    if not self.ndim:
        return self, np.int64(0)
    places = np.zeros(rows.shape[:-1], np.int64)
    for row in np.ndindex(places.shape):
        pairs = _pairs(rows[row])  # the values themselves, not their ranks: nan is neither less nor equal here
        selection.sort(pairs)
        places[row] = _last_of_longest(pairs)
    return _pick(self, axis, keepdim, places)


def _last_of_longest(pairs: selection.Pairs) -> int:
    longest = length = found = 0
    for i, (value, place) in enumerate(pairs):
        length += 1
        if i == len(pairs) - 1 or value != pairs[i + 1][0]:
            if length > longest:
                longest, found = length, place
            length = 0
    return found


# ----- backward ----------------------------------------------------------------------------------------------------
def put_back(put: Callable, grad: Any, sizes: tuple[int, ...], dim: int, indices: Any, add: bool = False) -> Any:
    """Zeros, with each gradient in the place from which its value was taken; with ``add`` several may meet there."""
    if not sizes:
        return grad
    places = plain(indices)
    axis = wrap_dim(dim, len(sizes))
    grid = np.ogrid[tuple(slice(n) for n in places.shape)]
    zeros = np.zeros(sizes, plain(grad).dtype)
    return put(zeros, [places if i == axis else place for i, place in enumerate(grid)], grad, add)

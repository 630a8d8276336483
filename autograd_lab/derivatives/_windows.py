"""Windows that slide over an array: where each one lies, and how what belongs to them is added up again."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.lib.stride_tricks import as_strided


def each(given: Sequence[int], rank: int) -> tuple[int, ...]:
    """One number for each spatial dimension; a single one counts for all of them."""
    return tuple(given) * rank if len(given) == 1 else tuple(given)


def reach(kernel: int, dilation: int) -> int:
    """How many places a window covers, its gaps included."""
    return dilation * (kernel - 1) + 1


def output_size(n: int, kernel: int, stride: int, padding: int, dilation: int, ceil_mode: bool) -> int:
    """How many places a window has; with ``ceil_mode`` also one that hangs over the end, if it starts inside."""
    left = n + 2 * padding - reach(kernel, dilation)
    places = (left + (stride - 1 if ceil_mode else 0)) // stride + 1
    if ceil_mode and (places - 1) * stride >= n + padding:
        places -= 1
    return places


def inside(array: Any, padding: tuple[int, ...], sizes: Sequence[int]) -> Any:
    """The part that `surround` was put around."""
    return array[(..., *(slice(p, p + n) for p, n in zip(padding, sizes, strict=True)))]


def surround(array: Any, padding: tuple[int, ...], value: float = 0, more: tuple[int, ...] = ()) -> Any:
    """``padding`` more places on both sides of each spatial dimension, and ``more`` on the far side only."""
    more = more or (0,) * len(padding)
    if not any(padding) and not any(more):
        return array
    sizes = [n + 2 * p + m for n, p, m in zip(array.shape[-len(padding) :], padding, more, strict=True)]
    wide = np.full((*array.shape[: -len(padding)], *sizes), value, array.dtype)
    inside(wide, padding, array.shape[-len(padding) :])[...] = array
    return wide


def windows(array: Any, kernel: tuple[int, ...], stride: tuple[int, ...], dilation: tuple[int, ...]) -> Any:
    """A view of shape (N, C, *kernel, *places): every window of ``array``, without a copy."""
    rank = len(kernel)
    steps = array.strides[-rank:]
    places = [
        (n - reach(k, d)) // s + 1 for n, k, s, d in zip(array.shape[-rank:], kernel, stride, dilation, strict=True)
    ]
    return as_strided(
        array,
        (*array.shape[:-rank], *kernel, *places),
        (*array.strides[:-rank], *map(int.__mul__, steps, dilation), *map(int.__mul__, steps, stride)),
        writeable=False,
    )


def slices(offsets: tuple, places: tuple, stride: tuple, dilation: tuple) -> tuple[slice, ...]:
    """Where the element at ``offsets`` of the window comes to lie, over all places."""
    starts = [o * d for o, d in zip(offsets, dilation, strict=True)]
    return tuple(slice(a, a + (n - 1) * s + 1, s) for a, n, s in zip(starts, places, stride, strict=True))


def lay_down(
    columns: Any, sizes: tuple[int, ...], padding: tuple[int, ...], stride: tuple[int, ...], dilation: tuple[int, ...]
) -> np.ndarray:
    """The way back from `windows`: add (N, C, *kernel, *places) up on an array of these sizes, and take off padding."""
    rank = len(sizes)
    kernel, places = columns.shape[-2 * rank : -rank], columns.shape[-rank:]
    result = np.zeros((*columns.shape[: -2 * rank], *sizes), columns.dtype)
    for offsets in np.ndindex(*kernel):
        result[(..., *slices(offsets, places, stride, dilation))] += columns[
            (slice(None),) * (columns.ndim - 2 * rank) + offsets
        ]
    return without(padding, result)


def without(padding: tuple[int, ...], array: np.ndarray) -> np.ndarray:
    """The way back of `surround`: what it was put around, as an array of its own."""
    if not any(padding):
        return array
    sizes = [n - 2 * p for n, p in zip(array.shape[-len(padding) :], padding, strict=True)]
    return np.ascontiguousarray(inside(array, padding, sizes))

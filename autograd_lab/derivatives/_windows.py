"""Windows that slide over an array (im2col): where each one is, and how what belongs to them is added up again."""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np


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


def columns(array: Any, kernel: tuple[int, ...], stride: tuple[int, ...], dilation: tuple[int, ...]) -> np.ndarray:
    """Every window of an array (…, *sizes), as (…, *kernel, *places).

    One dimension after the other, the last one first: then what the other dimensions copy lies in long runs.
    """
    array, before = np.ascontiguousarray(array), array.ndim - len(kernel)
    for axis, (k, s, d) in reversed(list(enumerate(zip(kernel, stride, dilation, strict=True)))):
        at = array.ndim - len(kernel) + axis
        shape, steps = list(array.shape), list(array.strides)
        shape[at] = (shape[at] - reach(k, d)) // s + 1
        step, steps[at] = steps[at], steps[at] * s
        shape.insert(before, k)
        steps.insert(before, step * d)
        array = np.ascontiguousarray(np.ndarray(shape, array.dtype, array, 0, steps))  # as_strided takes 4 µs
    return array


def rows_of(kernel: Sequence[int]) -> tuple[int, int]:
    """How many rows a window has, and how long they are; a window of one dimension is one row."""
    return (kernel[0], math.prod(kernel[1:])) if len(kernel) > 1 else (1, kernel[0])


def rows_of_columns(
    array: Any, kernel: tuple[int, ...], stride: tuple[int, ...], dilation: tuple[int, ...]
) -> list[np.ndarray]:
    """`columns` for each row of the windows: (…, *kernel[1:], *places), once for each place along ``kernel[0]``.

    The lower row of a window holds the same as the upper row of the next window down: both look at one copy.
    """
    if len(kernel) == 1:
        return [columns(array, kernel, stride, dilation)]
    copies = columns(array, (1, *kernel[1:]), (1, *stride[1:]), dilation)
    at, step, gap = copies.ndim - len(kernel), stride[0], dilation[0]
    last = copies.shape[at] - reach(kernel[0], gap)
    before = (slice(None),) * at
    return [copies[(*before, slice(start, start + last + 1, step))] for start in range(0, kernel[0] * gap, gap)]


def slices(offsets: tuple, places: tuple, stride: tuple, dilation: tuple) -> tuple[slice, ...]:
    """Where the element at ``offsets`` of the window comes to lie, over all places."""
    starts = [o * d for o, d in zip(offsets, dilation, strict=True)]
    return tuple(slice(a, a + (n - 1) * s + 1, s) for a, n, s in zip(starts, places, stride, strict=True))


def lay_down(columns: Any, sizes: tuple[int, ...], stride: tuple[int, ...], dilation: tuple[int, ...]) -> np.ndarray:
    """The way back from `columns`: add (…, *kernel, *places) up on an array of these sizes."""
    rank, array = len(sizes), columns
    before = array.ndim - 2 * rank
    for axis, (size, s, d) in enumerate(zip(sizes, stride, dilation, strict=True)):
        shape = [*array.shape[:before], *array.shape[before + 1 :]]
        at = len(shape) - rank + axis
        places, shape[at] = shape[at], size
        wide = np.zeros(shape, array.dtype)
        for offset, part in enumerate(np.moveaxis(array, before, 0)):
            wide[(*(slice(None),) * at, slice(offset * d, offset * d + (places - 1) * s + 1, s))] += part
        array = wide
    return array


def without(padding: tuple[int, ...], array: np.ndarray) -> np.ndarray:
    """The way back of `surround`: what it was put around, as an array of its own."""
    if not any(padding):
        return array
    sizes = [n - 2 * p for n, p in zip(array.shape[-len(padding) :], padding, strict=True)]
    return np.ascontiguousarray(inside(array, padding, sizes))

"""A tensor's memory seen with any sizes and strides (``as_strided``), and gradients brought back through it."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

Geometry = tuple[tuple[int, ...], tuple[int, ...], int]
"""Sizes, strides and offset; strides and offset count elements from the beginning of the memory."""


def memory_of(array: np.ndarray) -> np.ndarray:
    """The array whose memory this one looks at."""
    while isinstance(array.base, np.ndarray):
        array = array.base
    return array


def geometry_of(array: Any) -> Geometry:
    """How an array lies in its memory."""
    array = np.asarray(array)
    steps = tuple(step // array.itemsize for step in array.strides)
    return array.shape, steps, (array.ctypes.data - memory_of(array).ctypes.data) // array.itemsize


def as_strided(self: Any, size: Sequence[int], stride: Sequence[int], storage_offset: int | None) -> Any:
    """A view of the memory behind ``self``; without an offset it begins where ``self`` does."""
    if len(size) != len(stride):
        raise RuntimeError("mismatch in length of strides and shape")
    if any(step < 0 for step in stride):
        raise RuntimeError(f"as_strided: Negative strides are not supported at the moment, got strides: {list(stride)}")
    if any(n < 0 for n in size):
        raise RuntimeError(f"Storage size calculation overflowed with sizes={list(size)} and strides={list(stride)}")
    memory = memory_of(self)
    offset = geometry_of(self)[2] if storage_offset is None else storage_offset
    last = offset + sum((n - 1) * step for n, step in zip(size, stride, strict=True)) if 0 not in size else -1
    if last >= memory.size:
        raise RuntimeError(
            f"setStorage: sizes {list(size)}, strides {list(stride)}, storage offset {offset}, and itemsize "
            f"{self.itemsize} requiring a storage size of {(last + 1) * self.itemsize} are out of bounds for storage "
            f"of size {memory.nbytes}"
        )
    begin = np.ndarray((max(memory.size - offset, 0),), self.dtype, memory, offset * self.itemsize)
    steps = tuple(step * self.itemsize for step in stride)
    return np.lib.stride_tricks.as_strided(begin, tuple(size), steps, writeable=self.flags.writeable)


def _places(size: Sequence[int], stride: Sequence[int], offset: int) -> np.ndarray:
    """Where in the memory each element lies."""
    places = np.full(tuple(size), offset)
    for axis, (n, step) in enumerate(zip(size, stride, strict=True)):
        places += (np.arange(n) * step).reshape((n,) + (1,) * (len(size) - axis - 1))
    return places


def as_strided_back(
    grad: Any,
    geometry: Geometry,
    size: Sequence[int],
    stride: Sequence[int],
    storage_offset: int | None,
    index_put: Callable,
    index: Callable,
) -> Any:
    """Backward of ``as_strided``: into zeros as large as the memory, and out of it as ``self`` lies there.

    An element of the memory that ``self`` shows several times (it was stretched) shares its gradient evenly.
    """
    mine = _places(*geometry)
    theirs = _places(size, stride, geometry[2] if storage_offset is None else storage_offset)
    length = max(int(places.max(initial=-1)) for places in (mine, theirs)) + 1
    memory = np.zeros(length, getattr(grad.dtype, "numpy", grad.dtype))
    filled = index_put(memory, [theirs.reshape(-1)], grad.reshape(-1), True)
    shown = np.bincount(mine.reshape(-1), minlength=length)[mine]
    found = index(filled, [mine.reshape(-1)]).reshape(geometry[0])
    return found if shown.max(initial=1) == 1 else found / np.asarray(shown, memory.dtype)

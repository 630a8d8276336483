"""Three things that NumPy does slowly: sums of a matrix, choosing by a mask, adding at places that may be the same.

*Sums* of a matrix, its rows or its columns are products with a vector of ones here: two to five times as quick as
`np.sum`. In biases, norms and softmaxes such sums are most of the work besides the matrix products.

*Choosing*: `np.where` takes a branch for each element: where the processor cannot guess which, that is ten times the
work of a product. A product of floats would turn inf · False into nan, so floats are multiplied as whole numbers of the
same bits.

*Adding* at places that may be the same is the work of `np.add.at`; ``array[key] += values`` would add only once. With
one array of places in a flat array it has a loop of its own, four times as quick as with any other key. So places in
several dimensions become places in the flat array first. Where whole rows are added, it takes their numbers two at a
time, as one complex number.
"""

import math
from functools import lru_cache
from typing import Any

import numpy as np

_ROW = 512
"""So many numbers one product adds up where the sum of all is wanted: long sums lose digits, sums of sums do not."""
_KEPT = 4096
"""So long a vector of ones is kept for the next sum: to make a short one takes longer than to use it."""


@lru_cache
def _kept_ones(length: int, kind: np.dtype) -> np.ndarray:
    made = np.ones(length, kind)
    made.flags.writeable = False
    return made


def ones(length: int, kind: np.dtype) -> np.ndarray:
    """A vector of ones, which is only read."""
    return _kept_ones(length, kind) if length <= _KEPT else np.ones(length, kind)


def total(array: np.ndarray) -> Any:
    """The sum of all elements."""
    if array.size < 2**14 or array.dtype.kind != "f" or array.itemsize < 4 or not array.flags.c_contiguous:
        return np.add.reduce(array, None)
    flat, whole = array.reshape(-1), array.size // _ROW * _ROW
    rows = flat[:whole].reshape(-1, _ROW) @ ones(_ROW, array.dtype)
    return np.add.reduce(rows) + np.add.reduce(flat[whole:])


def row_sums(rows: np.ndarray) -> np.ndarray:
    """Sums along the last dimension, which is kept."""
    return (rows @ ones(rows.shape[-1], rows.dtype))[..., None]


def column_sums(matrix: np.ndarray) -> np.ndarray:
    """Sums along the first dimension of a matrix."""
    return ones(len(matrix), matrix.dtype).dot(matrix)


_WHOLE = {np.dtype(f"f{size}"): np.dtype(f"i{size}") for size in (2, 4, 8)}

MANY = 4096
"""From so many elements on this is quicker than `np.where`."""


def masked(floats: np.ndarray, keep: np.ndarray) -> np.ndarray:
    """The floats where ``keep`` holds, else 0."""
    return (floats.view(_WHOLE[floats.dtype]) * keep).view(floats.dtype)


def either(condition: Any, yes: Any, no: Any) -> np.ndarray | None:
    """``np.where(condition, yes, no)`` for two arrays of floats, or one and a number; None where it is for others."""
    kind = getattr(yes if yes.__class__ is np.ndarray else no, "dtype", None)
    if kind not in _WHOLE or condition.dtype != np.bool_:
        return None
    yes, no = (kind.type(item) if item.__class__ in (int, float) else item for item in (yes, no))
    if not all(isinstance(item, np.ndarray | np.generic) and item.dtype == kind for item in (yes, no)):
        return None
    whole = _WHOLE[kind]
    difference = (yes.view(whole) ^ no.view(whole)) * condition
    return (difference ^ no.view(whole)).view(kind)


_PAIRS = {np.dtype(np.float32): np.complex64, np.dtype(np.float64): np.complex128}


def add_at(array: np.ndarray, key: tuple, values: Any) -> None:
    """Add ``values`` to ``array`` at the places ``key``, in place; what goes to the same place adds up."""
    if not array.flags.c_contiguous or any(getattr(item, "dtype", array.dtype).kind not in "iu" for item in key):
        np.add.at(array, key, values)  # slices, masks
        return
    places, row = _in_the_flat(array.shape, key), array.shape[len(key) :]
    flat, width = array.reshape(-1), math.prod(row)
    shape = (*places.shape, *row)
    values = values if np.shape(values) == shape else np.broadcast_to(values, shape)
    added = np.ascontiguousarray(np.reshape(values, -1))
    if width and width % 2 == 0 and array.dtype in _PAIRS and added.dtype == array.dtype:
        flat, added, width = flat.view(_PAIRS[array.dtype]), added.view(_PAIRS[array.dtype]), width // 2
    if row:
        places = np.add.outer(places * width, np.arange(width))
    np.add.at(flat, places.reshape(-1), added)


def _in_the_flat(sizes: tuple[int, ...], key: tuple) -> Any:
    """Which row of the flat array each of ``array[key]`` is; rows are what the key leaves whole."""
    found: Any = 0
    for item, size in zip(key, sizes, strict=False):
        if item.size and not (-size <= item.min() and item.max() < size):
            raise IndexError
        found = found * size + np.where(item < 0, item + size, item).astype(np.intp)
    return found

"""Adding at places of which some may be the same: there ``array[key] += values`` would add only once.

`np.add.at` does it. With one array of places in a flat array it has a loop of its own, and is four times as quick as
with any other key; so here places in several dimensions become places in the flat array first. And where whole rows are
added, it takes their numbers two at a time, as one complex number.
"""

import math
from typing import Any

import numpy as np

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

"""Adding at places of which some may be the same: there ``array[key] += values`` would add only once.

`np.add.at` does it. With one array of places in a flat array it has a loop of its own, and is four times as quick as
with any other key; so here places in several dimensions become places in the flat array first.
"""

import math
from typing import Any

import numpy as np


def add_at(array: np.ndarray, key: tuple, values: Any) -> None:
    """Add ``values`` to ``array`` at the places ``key``, in place; what goes to the same place adds up."""
    if not array.flags.c_contiguous or any(getattr(item, "dtype", array.dtype).kind not in "iu" for item in key):
        np.add.at(array, key, values)  # slices, masks
        return
    places = _in_the_flat(array.shape, key)
    np.add.at(array.reshape(-1), places.reshape(-1), np.broadcast_to(values, places.shape).reshape(-1))


def _in_the_flat(sizes: tuple[int, ...], key: tuple) -> Any:
    """Where in the flat array each element of ``array[key]`` lies."""
    found: Any = 0
    for item, size in zip(key, sizes, strict=False):
        if item.size and not (-size <= item.min() and item.max() < size):
            raise IndexError
        found = found * size + np.where(item < 0, item + size, item).astype(np.intp)
    left = sizes[len(key) :]
    if left:
        found = np.add.outer(found * math.prod(left), np.arange(math.prod(left)).reshape(left))
    return found

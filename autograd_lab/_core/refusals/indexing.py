"""Refusals of indexing: places and slices that there are not, values that do not fit."""

from collections.abc import Sequence
from typing import Any, NoReturn

import numpy as np

from .common import type_of, wrap_dim


def check_select(self: Any, dim: int, index: int) -> None:
    """What PyTorch says of a slice that there is not."""
    axis = wrap_dim(dim, self.ndim)
    if not self.ndim:
        raise IndexError("select() cannot be applied to a 0-dim tensor.")
    if not -self.shape[axis] <= index < self.shape[axis]:
        raise IndexError(
            f"select(): index {index} out of range for tensor of size {list(self.shape)} at dimension {axis}"
        )


def _wrong_places(self: Any, indices: Sequence) -> IndexError:
    """PyTorch's words for places that do not exist, or do not go together."""
    places, lengths, dim = [], [], 0
    for item in indices:
        if item is None:
            dim += 1
            continue
        each = item.nonzero() if item.dtype == np.bool_ else (item,)
        places += each
        lengths += self.shape[dim : dim + len(each)]
        dim += len(each)
    try:
        np.broadcast_shapes(*(item.shape for item in places))
    except ValueError:
        shapes = ", ".join(str(list(item.shape)) for item in places)
        return IndexError(f"shape mismatch: indexing tensors could not be broadcast together with shapes {shapes}")
    outside = [np.ravel(i)[np.ravel((i < -n) | (i >= n))] for i, n in zip(places, lengths, strict=True)]
    # PyTorch brings the gathered dimensions to the front before it looks, hence their number among themselves.
    number = next(number for number, wrong in enumerate(outside) if wrong.size)
    if not lengths[number]:
        return IndexError("index is out of bounds for dimension with size 0")
    return IndexError(f"index {outside[number][0]} is out of bounds for dimension {number} with size {lengths[number]}")


def check_masks(self: Any, indices: Sequence) -> None:
    """What PyTorch says of masks of another shape."""
    dim = 0
    for item in indices:
        masked = item.shape if item is not None and item.dtype == np.bool_ else ()
        for place, n in enumerate(masked):
            if n != self.shape[dim + place]:
                raise IndexError(
                    f"The shape of the mask {list(item.shape)} at index {place} does not match the shape of the "
                    f"indexed tensor {list(self.shape)} at index {dim + place}"
                ) from None
        dim += item.ndim if item is not None and item.dtype == np.bool_ else 1


def refuse_index(self: Any, indices: Sequence) -> NoReturn:
    """What PyTorch says of masks of another shape, and of places that do not exist or do not go together."""
    check_masks(self, indices)
    raise _wrong_places(self, indices) from None


def refuse_values(shape: Sequence[int], place: Sequence[int]) -> NoReturn:
    raise RuntimeError(
        f"shape mismatch: value tensor of shape {list(shape)} cannot be broadcast to indexing result of shape "
        f"{list(place)}"
    ) from None


def refuse_types(array: Any, values: Any) -> NoReturn:
    raise RuntimeError(
        f"Index put requires the source and destination dtypes match, got {type_of(array)} for the destination "
        f"and {type_of(values)} for the source."
    )

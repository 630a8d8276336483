"""The same numbers turned, rolled, repeated or put on a diagonal, under their public names."""

from typing import Any

import numpy as np

from ... import derivatives as d
from ..._core.tensor import Tensor, wrap
from ...derivatives._operands import wrap_dim
from .arguments import as_tuple, spread_out
from .shapes import contiguous_format, expand, flatten, reshape


# ----- repeating -----------------------------------------------------------------------------------------------------
def repeat(input: Tensor, *repeats: Any, **keywords: Any) -> Tensor:
    """Copies side by side, ``repeats[i]`` of them along dimension i: (2, 3) by ``repeat(2, 1)`` gives (4, 3).

    Raises:
        RuntimeError: fewer numbers than dimensions.
    """
    return d.repeat(input, spread_out("repeat", "repeats", repeats, keywords))


def tile(input: Tensor, *dims: Any, **keywords: Any) -> Tensor:
    """`repeat`, but fewer numbers than dimensions count from the last."""
    dims = spread_out("tile", "dims", dims, keywords)
    return d.repeat(input, (1,) * (input.ndim - len(dims)) + dims)


def repeat_interleave(input: Tensor, repeats: Any = None, dim: int | None = None, *, output_size: Any = None) -> Tensor:
    """Each element (or slice along ``dim``) ``repeats`` times in a row; a tensor of repeats gives each its own count.

    Without ``dim`` all elements in one row. With one argument: the places 0, 1 … each as often as it says.

    Raises:
        RuntimeError: negative repeats, or not as many as the dimension has elements.
    """
    if repeats is None:
        return wrap(_places_of(input))
    if dim is None:
        input, dim = flatten(input), 0
    if isinstance(repeats, Tensor):
        return _repeat_each(input, repeats, dim)
    if repeats < 0:
        raise RuntimeError("Repeats must be non-negative")
    axis = wrap_dim(dim, input.ndim)
    beside = d.unsqueeze(input, axis + 1)
    shape = beside._data.shape
    copies = d.clone(
        d.expand(beside, (*shape[: axis + 1], repeats, *shape[axis + 2 :])), memory_format=contiguous_format
    )
    # Written out, because a -1 could not be worked out for an empty tensor.
    return d.view(copies, (*shape[:axis], shape[axis] * repeats, *shape[axis + 2 :]))


def _repeat_each(input: Tensor, repeats: Tensor, dim: int) -> Tensor:
    if not input.ndim:
        raise IndexError(f"Dimension specified as {dim} but tensor has no dimensions")
    length = input._data.shape[wrap_dim(dim, input.ndim)]
    if repeats.ndim > 1:
        raise RuntimeError("repeats must be 0-dim or 1-dim tensor")
    if repeats.ndim and repeats._data.size not in (1, length):
        raise RuntimeError(
            "repeats must have the same size as input along dim, but got repeats.size(0) = "
            f"{repeats._data.size} and input.size({dim}) = {length}"
        )
    counts = repeats if repeats._data.size == length and repeats.ndim else expand(reshape(repeats, 1), length)
    return d.index_select(input, dim, wrap(_places_of(counts)))


def _places_of(counts: Tensor) -> np.ndarray:
    data = np.asarray(counts._data)
    if data.dtype not in (np.int32, np.int64):
        raise NotImplementedError(f"\"repeat_interleave_cpu\" not implemented for '{counts.dtype.short}'")
    if data.ndim != 1:
        raise RuntimeError("repeat_interleave only accept 1D vector as repeat")
    if (data < 0).any():
        raise RuntimeError("repeats can not be negative")
    return np.repeat(np.arange(data.size, dtype=data.dtype), data)


# ----- turning -------------------------------------------------------------------------------------------------------
def flip(input: Tensor, *dims: Any, **keywords: Any) -> Tensor:
    """A copy that is back to front along ``dims``.

    Raises:
        RuntimeError: a dimension named twice.
    """
    return d.flip(input, spread_out("flip", "dims", dims, keywords))


def roll(input: Tensor, shifts: Any, dims: Any = ()) -> Tensor:
    """A copy moved by ``shifts`` along ``dims`` (none: as one long row); what leaves at one end comes in at the other.

    Raises:
        RuntimeError: not as many shifts as dimensions.
    """
    return d.roll(input, as_tuple(shifts), as_tuple(dims))


def diag(input: Tensor, diagonal: int = 0) -> Tensor:
    """A matrix with this vector on its ``diagonal`` (0: the main one, 1: above); of a matrix, a copy of that diagonal.

    Raises:
        RuntimeError: neither a vector nor a matrix.
    """
    if input.ndim not in (1, 2):
        raise RuntimeError(f"diag(): Supports 1D or 2D tensors. Got {input.ndim}D")
    return d.diag_embed(input, diagonal) if input.ndim == 1 else d.diagonal_copy(input, diagonal)


__all__ = [
    "diag", "flip", "repeat_interleave", "roll", "tile",
]  # fmt: skip

METHODS = [
    "diag", "flip", "repeat", "repeat_interleave", "roll", "tile",
]  # fmt: skip

"""The same numbers turned, rolled, repeated or put on a diagonal, under their public names."""

from typing import Any

import numpy as np

from ... import derivatives as d
from ..._core.base import dtypes
from ..._core.base.strided import strides
from ..._core.call_in_place import call_in_place
from ..._core.tensor import Tensor, wrap
from ...derivatives._operands import wrap_dim
from .arguments import as_tuple, spread_out
from .shapes import contiguous, contiguous_format, expand, flatten, reshape


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


def fliplr(input: Tensor) -> Tensor:
    """A copy with the columns back to front.

    Raises:
        RuntimeError: fewer than two dimensions.
    """
    if input.ndim < 2:
        raise RuntimeError("Input must be >= 2-d.")
    return d.flip(input, (1,))


def flipud(input: Tensor) -> Tensor:
    """A copy with the rows back to front.

    Raises:
        RuntimeError: no dimensions.
    """
    if not input.ndim:
        raise RuntimeError("Input must be >= 1-d.")
    return d.flip(input, (0,))


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


def diagflat(input: Tensor, offset: int = 0) -> Tensor:
    """A matrix with all elements, in one row, on its diagonal."""
    return d.diag_embed(d.view(contiguous(input), (-1,)), offset)


def tril_indices(row: int, col: int, offset: int = 0, *, dtype: Any = None, **ignored: Any) -> Tensor:
    """Rows and columns of the places on and below a diagonal of a ``row``×``col`` matrix, as a 2×n tensor of int64.

    Raises:
        RuntimeError: a negative size.
    """
    return _triangle("tril_indices", np.tri(max(row, 0), max(col, 0), offset, bool), row, col, dtype)


def triu_indices(row: int, col: int, offset: int = 0, *, dtype: Any = None, **ignored: Any) -> Tensor:
    """Rows and columns of the places on and above a diagonal of a ``row``×``col`` matrix, as a 2×n tensor of int64.

    Raises:
        RuntimeError: a negative size.
    """
    return _triangle("triu_indices", ~np.tri(max(row, 0), max(col, 0), offset - 1, bool), row, col, dtype)


def _triangle(name: str, places: np.ndarray, row: int, col: int, dtype: Any) -> Tensor:
    for what, number in (("row", row), ("col", col)):
        if number < 0:
            raise RuntimeError(f"{what} must be non-negative, got{number}")
    kind = dtypes.of(np.dtype(np.int64)) if dtype is None else dtypes.as_dtype(dtype, name)
    if kind.is_floating_point:
        raise NotImplementedError(f"\"{name}\" not implemented for '{kind.short}'")
    return wrap(np.stack(np.nonzero(places)).astype(kind.numpy))


# ----- writing into a diagonal ---------------------------------------------------------------------------------------
def fill_diagonal_(self: Tensor, fill_value: Any, wrap: bool = False) -> Tensor:
    """Write a number into the main diagonal; with ``wrap``, a tall matrix gets another below the one that has ended.

    Raises:
        RuntimeError: fewer than two dimensions; or more, of different lengths.
    """
    shape = self._data.shape
    if len(shape) < 2:
        raise RuntimeError("dimensions must larger than 1")
    if len(shape) > 2 and len(set(shape)) > 1:
        raise RuntimeError("all dimensions of input must be of equal length")
    steps, start, length = strides(self._data), self.storage_offset(), min(shape)
    _fill_along(self, fill_value, length, start)
    if wrap and len(shape) == 2 and shape[0] > shape[1] + 1:
        step = shape[1] + 1  # a row more than the matrix is wide, and the next diagonal begins
        _fill_along(self, fill_value, -(-self.numel() // step) - length, start + steps[0] * step)
    return self


def _fill_along(self: Tensor, value: Any, length: int, start: int) -> None:
    """Write into so many elements, from ``start`` on, each one further in every dimension."""
    row = d.fill_tensor if isinstance(value, Tensor) else d.fill
    call_in_place(row, (d.as_strided(self, (length,), (sum(strides(self._data)),), start), value))


__all__ = [
    "diag", "diagflat", "flip", "fliplr", "flipud", "repeat_interleave", "roll", "tile", "tril_indices", "triu_indices",
]  # fmt: skip

METHODS = [
    "diag", "diagflat", "fill_diagonal_", "flip", "fliplr", "flipud", "repeat", "repeat_interleave", "roll", "tile",
]  # fmt: skip

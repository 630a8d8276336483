"""Elements taken from a tensor seen as one long row, or from where a mask holds, and put there."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from .gathering import check_tensor, type_of
from .rearranging import copy_of
from .shapes import common_shape, sum_to


# ----- an index into all elements -----------------------------------------------------------------------------------
def _check_take(name: str, self: Any, index: Any) -> None:
    check_tensor(name, "index", 1, index)
    if index.dtype != np.int64:
        raise RuntimeError(f"{name}(): Expected a long tensor for index, but got {type_of(index)}")
    if index.size and not self.size:
        raise IndexError(
            f"{name}(): tried to {name.rstrip('_')} {'from' if name == 'take' else 'into'} an empty tensor"
        )
    wrong = np.ravel(index)[np.ravel((index < -self.size) | (index >= self.size))]
    if wrong.size:
        raise IndexError(f"out of range: tried to access index {wrong[0]} on a tensor of {self.size} elements.")


def take(self: Any, index: Any) -> Any:
    """The elements that ``index`` names, as if ``self`` were one long row; shaped like ``index``."""
    _check_take("take", self, index)
    return self.reshape(-1)[index]


def put(self: Any, index: Any, source: Any, accumulate: bool) -> Any:
    """A copy of ``self`` with ``source`` where ``index`` says, as if it were one long row."""
    if index.size != source.size:
        raise IndexError(
            "put_(): Expected source and index to have the same number of elements, but got source.numel() = "
            f"{source.size}, index.numel() = {index.size}"
        )
    if self.dtype != source.dtype:
        raise RuntimeError(
            f"put_(): self and source expected to have the same dtype, but got self.dtype = {type_of(self)} and "
            f"source.dtype = {type_of(source)}"
        )
    _check_take("put_", self, index)
    result = copy_of(self)
    key = np.unravel_index(np.ravel(index) % max(self.size, 1), self.shape) if self.ndim else (0 * np.ravel(index),)
    put = np.add.at if accumulate else np.ndarray.__setitem__
    put(result if self.ndim else result.reshape(1), key, np.ravel(source))
    return result


# ----- masks ---------------------------------------------------------------------------------------------------------
def masked_select(self: Any, mask: Any) -> np.ndarray:
    """The elements where the mask holds, as a vector; both stretch to a common shape."""
    check_tensor("masked_select", "mask", 1, mask)
    if mask.dtype != np.bool_:
        raise RuntimeError("masked_select: expected BoolTensor for mask")
    shape = common_shape(mask.shape, self.shape)
    return np.broadcast_to(self, shape)[np.broadcast_to(mask, shape)]


def masked_scatter(self: Any, mask: Any, source: Any) -> Any:
    """A copy of ``self`` in which the places where the mask holds are filled from ``source``, in order."""
    if mask.dtype != np.bool_:
        raise RuntimeError(f"masked_scatter_ only supports boolean masks, but got mask with dtype {type_of(mask)}")
    if self.dtype != source.dtype:
        raise RuntimeError(
            f"masked_scatter: expected self and source to have same dtypes but got{type_of(self)} and {type_of(source)}"
        )
    shape = common_shape(mask.shape, self.shape)
    mask = np.broadcast_to(mask, shape)
    result, count = np.array(np.broadcast_to(self, shape), order="C"), np.count_nonzero(mask)
    if source.size < count:
        raise RuntimeError("Number of elements of source < number of ones in mask")
    result[mask] = np.ravel(source)[:count]
    return result


def masked_select_back(grad: Any, self: Any, mask: Any, masked_scatter: Any) -> Any:
    """Backward of ``masked_select``: zeros, filled where the mask holds, and summed over what was stretched."""
    sizes = tuple(self.shape)
    zeros = np.zeros(np.broadcast_shapes(sizes, tuple(mask.shape)), getattr(grad.dtype, "numpy", grad.dtype))
    return sum_to(masked_scatter(zeros, mask, grad), sizes)


def masked_scatter_back(grad_output: Any, mask: Any, sizes: Sequence[int]) -> np.ndarray:
    """Backward of ``masked_scatter`` to its source: what arrived where the mask holds, then zeros."""
    taken = masked_select(grad_output, mask)
    result = np.zeros(tuple(sizes), grad_output.dtype)
    result.reshape(-1)[: taken.size] = taken
    return result


def nonzero(self: Any) -> np.ndarray:
    """A row of indices for each element that is not 0."""
    if not self.ndim:
        return np.zeros((int(bool(self)), 0), np.int64)
    return np.argwhere(self)

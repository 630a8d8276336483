"""Taking some of the elements, and putting gradients back to where they came from."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from .. import _dtype
from .rearranging import copy_of
from .reductions import wrap_dim


def select(self: Any, dim: int, index: int) -> Any:
    """The slice number ``index`` along ``dim``, as a view."""
    axis = wrap_dim(dim, self.ndim)
    if not self.ndim:
        raise IndexError("select() cannot be applied to a 0-dim tensor.")
    if not -self.shape[axis] <= index < self.shape[axis]:
        raise IndexError(
            f"select(): index {index} out of range for tensor of size {list(self.shape)} at dimension {axis}"
        )
    # The dots keep the result an array, so that it shares memory even when it is a single number.
    return self[(*(slice(None),) * axis, index, ...)]


def select_back(grad_output: Any, input_sizes: tuple[int, ...], dim: int, index: int) -> np.ndarray:
    """Zeros, with the gradient in the place that was selected."""
    result = np.zeros(input_sizes, grad_output.dtype)
    result[(*(slice(None),) * wrap_dim(dim, len(input_sizes)), index)] = grad_output
    return result


def slice_(self: Any, dim: int, start: int, end: int, step: int) -> Any:
    """Every ``step``-th from ``start`` until ``end`` along ``dim``, as a view."""
    return self[(*(slice(None),) * wrap_dim(dim, self.ndim), slice(start, end, step))]


def slice_back(grad_output: Any, input_sizes: tuple[int, ...], dim: int, start: int, end: int, step: int) -> np.ndarray:
    """Zeros, with the gradient in the places that were sliced."""
    result = np.zeros(input_sizes, grad_output.dtype)
    slice_(result, dim, start, end, step)[...] = grad_output
    return result


def index(self: Any, indices: Sequence) -> Any:
    """The elements at ``indices``: an array of places or a mask for each dimension, None for all of it."""
    key = _key(self, indices)
    try:
        return np.ascontiguousarray(self[key])  # NumPy may leave it transposed
    except IndexError:
        raise _refusal(self, indices) from None


def _key(self: Any, indices: Sequence) -> tuple:
    dim = 0
    for item in indices:
        if item is not None and item.dtype == np.bool_:
            for place, n in enumerate(item.shape):
                if n != self.shape[dim + place]:
                    raise IndexError(
                        f"The shape of the mask {list(item.shape)} at index {place} does not match the shape of the "
                        f"indexed tensor {list(self.shape)} at index {dim + place}"
                    )
            dim += item.ndim
        else:
            dim += 1
    return tuple(slice(None) if item is None else item for item in indices)


def _refusal(self: Any, indices: Sequence) -> IndexError:
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


def index_put(self: Any, indices: Sequence, values: Any, accumulate: bool) -> np.ndarray:
    """A copy of ``self`` with ``values`` at ``indices``; with ``accumulate`` added to what is there."""
    result = copy_of(self)
    put(result, indices, values, accumulate)
    return result


def put(array: np.ndarray, indices: Sequence, values: Any, accumulate: bool = False) -> None:
    """Write ``values`` at ``indices`` of the array, or add them to what is there."""
    if getattr(values, "dtype", array.dtype) != array.dtype:
        mine, its = (_dtype.of(item.dtype).short for item in (array, values))
        raise RuntimeError(
            "Index put requires the source and destination dtypes match, "
            f"got {mine} for the destination and {its} for the source."
        )
    key = _key(array, indices)
    try:
        if accumulate:
            # Unlike +=, this counts an index that occurs twice twice.
            np.add.at(array, key, _fitting(values, array, key))
        else:
            write(array, key, values)
    except IndexError:
        raise _refusal(array, indices) from None


def _fitting(values: Any, array: np.ndarray, key: tuple) -> Any:
    place = array[key].shape
    try:
        return np.broadcast_to(values, place)
    except ValueError:
        raise _mismatch(np.shape(values), place) from None


def _mismatch(shape: Sequence[int], place: Sequence[int]) -> RuntimeError:
    return RuntimeError(
        f"shape mismatch: value tensor of shape {list(shape)} cannot be broadcast to indexing result of shape "
        f"{list(place)}"
    )


def write(array: np.ndarray, key: tuple, value: Any) -> None:
    """``array[key] = value``. The value may have extra dimensions of length 1 in front, as in PyTorch."""
    try:
        array[key] = value
    except ValueError:
        raise _mismatch(np.shape(value), array[key].shape) from None


def zeros_for(grad: Any, sizes: tuple[int, ...]) -> np.ndarray:
    """Zeros of the given shape in the gradient's type, to be filled with it."""
    return np.zeros(sizes, getattr(grad.dtype, "numpy", grad.dtype))

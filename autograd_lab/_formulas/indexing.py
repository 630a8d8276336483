"""Taking some of the elements, and putting gradients back to where they came from."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from .. import _dtype
from .reductions import wrap_dim
from .shapes import expand


def select(self: Any, dim: int, index: int) -> Any:
    """The slice number ``index`` along ``dim``, as a view."""
    axis = wrap_dim(dim, self.ndim)
    if not self.ndim:
        raise IndexError("select() cannot be applied to a 0-dim tensor.")
    if not -self.shape[axis] <= index < self.shape[axis]:
        raise IndexError(f"index {index} is out of bounds for dimension {axis} with size {self.shape[axis]}")
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
        return self[key]
    except IndexError as error:
        raise IndexError(str(error).replace("for axis", "for dimension")) from None


def _key(self: Any, indices: Sequence) -> tuple:
    dim = 0
    for position, item in enumerate(indices):
        if item is not None and item.dtype == np.bool_:
            if item.shape != self.shape[dim : dim + item.ndim]:
                raise IndexError(
                    f"The shape of the mask {list(item.shape)} at index {position} does not match the shape of the "
                    f"indexed tensor {list(self.shape)} at index {position}"
                )
            dim += item.ndim
        else:
            dim += 1
    return tuple(slice(None) if item is None else item for item in indices)


def index_put(self: Any, indices: Sequence, values: Any, accumulate: bool) -> np.ndarray:
    """A copy of ``self`` with ``values`` at ``indices``; with ``accumulate`` added to what is there."""
    if getattr(values, "dtype", self.dtype) != self.dtype:
        goal, source = (_dtype.of(item.dtype).short for item in (self, values))
        raise RuntimeError(
            f"Index put requires the source and destination dtypes match, got {goal} for the destination and "
            f"{source} for the source."
        )
    result = np.array(self)
    if accumulate:
        np.add.at(result, _key(self, indices), values)  # unlike +=, this counts an index that occurs twice twice
    else:
        write(result, _key(self, indices), values)
    return result


def copy_slices(self: Any, key: Any, src: Any) -> np.ndarray:
    """A copy of ``self`` with ``src`` in the place that NumPy's ``key`` names."""
    result = np.array(self)
    write(result, key, src)
    return result


def write(array: np.ndarray, key: tuple, value: Any) -> None:
    """``array[key] = value``. The value may have extra dimensions of length 1 in front, as in PyTorch."""
    try:
        array[key] = value
    except ValueError:
        shape, place = np.shape(value), array[key].shape
        if any(isinstance(item, np.ndarray) for item in key):
            raise RuntimeError(
                f"shape mismatch: value tensor of shape {list(shape)} cannot be broadcast to indexing result of shape "
                f"{list(place)}"
            ) from None
        expand(value, place, True)
        raise


def zeros_for(grad: Any, sizes: tuple[int, ...]) -> np.ndarray:
    """Zeros of the given shape in the gradient's type, to be filled with it."""
    return np.zeros(sizes, getattr(grad.dtype, "numpy", grad.dtype))

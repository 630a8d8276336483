"""How large a tensor is and how it lies in memory. Strides and offsets count elements, as in PyTorch."""

from typing import Any

import numpy as np

from ..._core.base.strided import geometry, strides
from ..._core.tensor import Tensor
from ...derivatives._operands import wrap_dim
from ..creation.factory import whole


def _one(values: tuple[int, ...], dim: int) -> int:
    if not values:
        raise IndexError(f"Dimension specified as {dim} but tensor has no dimensions")
    return values[wrap_dim(dim, len(values))]


def size(self: Tensor, dim: int | None = None) -> Any:
    """``shape``, or the length of one dimension.

    Raises:
        IndexError: a dimension that does not exist.
    """
    return self.shape if dim is None else _one(self._data.shape, whole("size", "dim", 1, dim))


def stride(self: Tensor, dim: int | None = None) -> Any:
    """How many elements apart neighbours in each dimension (or in one) are: (3, 1) in a row-major 2×3 matrix."""
    found = strides(np.asarray(self._data))
    return found if dim is None else _one(found, whole("stride", "dim", 1, dim))


def storage_offset(self: Tensor) -> int:
    """How many elements after the beginning of the memory this tensor begins: 3 for ``x[1]`` of a 2×3 matrix."""
    return geometry(self._data, self._memory_owner()._data).offset


def element_size(self: Tensor) -> int:
    """How many bytes one number takes: 4 for float32."""
    return self._data.itemsize


def ndimension(self: Tensor) -> int:
    """The number of dimensions, ``ndim``."""
    return self._data.ndim


def is_same_size(self: Tensor, other: Tensor) -> bool:
    """Whether both have the same shape."""
    return self._data.shape == other._data.shape


def numel(input: Tensor) -> int:
    """How many numbers a tensor holds: the product of its shape, 1 for a scalar.

    Raises:
        TypeError: no tensor.
    """
    if not isinstance(input, Tensor):
        raise TypeError(f"numel(): argument 'input' (position 1) must be Tensor, not {type(input).__name__}")
    return input._data.size


def is_tensor(obj: Any) -> bool:
    """Whether this is a tensor."""
    return isinstance(obj, Tensor)


__all__ = ["is_same_size", "is_tensor", "numel"]
METHODS = ["element_size", "is_same_size", "ndimension", "size", "storage_offset", "stride"]

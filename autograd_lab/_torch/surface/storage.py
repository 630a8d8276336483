"""Storages: the memory behind a tensor, as one row of numbers, or of bytes. Views share their base's.

PyTorch: torch/storage.py.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

from ..._core.base import dtypes
from ..._core.base.device import CPU, device
from ..._core.base.learners_line import warn_once
from ..._core.tensor import Tensor
from .attributes import data_ptr

_OLD = (
    "TypedStorage is deprecated. It will be removed in the future and UntypedStorage will be the only storage class. "
    "This should only matter to you if you are using storages directly.  To access UntypedStorage directly, use "
    "tensor.untyped_storage() instead of tensor.storage()"
)


def _memory(owner: Tensor) -> np.ndarray:
    """The whole memory as bytes."""
    array = np.asarray(owner._data)
    while isinstance(array.base, np.ndarray):
        array = array.base
    return np.ndarray(array.nbytes, np.uint8, array.data if array.flags.c_contiguous else array.T.data)


class UntypedStorage:
    """The bytes behind a tensor, shared with it."""

    __slots__ = ("_numbers", "_owner")
    dtype_of_numbers = np.dtype(np.uint8)
    _own_size = 48  # of PyTorch's object, without the memory

    def __init__(self, owner: Tensor, kind: np.dtype | None = None) -> None:
        data_ptr(owner)  # a single number has memory that stays from now on
        self._owner = owner
        self._numbers = _memory(owner).view(self.dtype_of_numbers if kind is None else kind)

    @property
    def device(self) -> device:
        """Always the CPU."""
        return CPU

    def data_ptr(self) -> int:
        """Where in memory it begins."""
        return self._numbers.__array_interface__["data"][0]

    def size(self) -> int:
        """How many numbers (or bytes) it holds."""
        return self._numbers.size

    def nbytes(self) -> int:
        """How many bytes it holds."""
        return self._numbers.nbytes

    def element_size(self) -> int:
        """How many bytes one of its numbers takes."""
        return self._numbers.itemsize

    def tolist(self) -> list:
        """Its numbers as a list."""
        return self._numbers.tolist()

    def fill_(self, value: Any) -> "UntypedStorage":
        """Write one number everywhere."""
        self[:] = value
        return self

    def __len__(self) -> int:
        return self._numbers.size

    def __sizeof__(self) -> int:
        return self._own_size + self.nbytes()

    def __iter__(self) -> Iterator[Any]:
        return iter(self._numbers.tolist())

    def __getitem__(self, place: Any) -> Any:
        found = self._numbers[place]
        return found.tolist() if isinstance(found, np.ndarray) else found.item()

    def __setitem__(self, place: Any, value: Any) -> None:
        self._numbers[place] = value
        self._owner._note_write()

    def __repr__(self) -> str:
        numbers = "".join(f" {number}\n" for number in self)
        return f"{numbers}[torch.storage.{self._title()} of size {len(self)}]"

    def _title(self) -> str:
        return f"{type(self).__name__}(device={self.device})"


class TypedStorage(UntypedStorage):
    """The numbers behind a tensor, shared with it."""

    __slots__ = ()
    _own_size = 40

    @property
    def dtype(self) -> dtypes.dtype:
        """The type of its numbers."""
        return dtypes.of(self._numbers.dtype)

    def untyped(self) -> UntypedStorage:
        """The same memory as bytes."""
        return UntypedStorage(self._owner)

    def _title(self) -> str:
        return f"{type(self).__name__}(dtype={self.dtype}, device={self.device})"


def storage(self: Tensor) -> TypedStorage:
    """The memory that the tensor looks at, all of it, as a row of numbers; a view's is its base's."""
    warn_once(_OLD)
    return TypedStorage(self._memory_owner(), self._data.dtype)


def untyped_storage(self: Tensor) -> UntypedStorage:
    """The memory that the tensor looks at, all of it, as a row of bytes; a view's is its base's."""
    return UntypedStorage(self._memory_owner())


METHODS = {"storage": storage, "untyped_storage": untyped_storage}

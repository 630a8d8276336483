"""What a Tensor can tell about its place, mostly that it lies on the CPU and is nothing special; and its storage.

A storage is the memory behind a tensor, as one row of numbers, or of bytes. Views share their base's.

PyTorch: torch/_tensor.py, torch/csrc/autograd/python_variable.cpp, torch/storage.py.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

from ..._core.base import dtypes
from ..._core.base.device import check_device
from ..._core.base.learners_line import warn_once
from ..._core.tensor import Tensor
from . import machine
from .legacy_types import new, type_of


def data_ptr(self: Tensor) -> int:
    """Where in memory the first element lies; views and ``detach()`` of a tensor may share it."""
    if not isinstance(self._data, np.ndarray):
        self._data = np.asarray(self._data)  # a NumPy scalar has no address that would stay
    return self._data.__array_interface__["data"][0]


def cuda(self: Tensor, *args: Any, **kwargs: Any) -> Tensor:
    """Refused: there is no GPU here.

    Raises:
        AssertionError: always, in PyTorch's words.
    """
    check_device("cuda")
    return self


def contains(self: Tensor, element: Any) -> bool:
    """``1.0 in x``: whether any element equals it, which may be a number or a tensor (stretched as for ``==``).

    Raises:
        RuntimeError: for anything else.
    """
    if not isinstance(element, Tensor | int | float | np.generic):
        raise RuntimeError(f"Tensor.__contains__ only supports Tensor or scalar, but you passed in a {type(element)}.")
    return bool((element == self).any().item())


def _real(self: Tensor) -> Tensor:
    """The tensor itself: there are no complex numbers here."""
    return self


def _always(value: Any, *names: str) -> dict[str, Any]:
    """Methods (or getters) of these names that answer so."""

    def answer(self: Tensor) -> Any:
        return value

    answer.__doc__ = f"Always {value!r} here."
    return dict.fromkeys(names, answer)


# ----- storages ------------------------------------------------------------------------------------------------------
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

    def __init__(self, owner: Tensor, kind: Any = np.uint8) -> None:
        data_ptr(owner)  # a single number has memory that stays from now on
        self._owner = owner
        self._numbers = _memory(owner).view(kind)

    def data_ptr(self) -> int:
        """Where in memory it begins."""
        return self._numbers.__array_interface__["data"][0]

    def size(self) -> int:
        """How many numbers (or bytes) it holds."""
        return self._numbers.size

    def nbytes(self) -> int:
        """How many bytes it holds."""
        return self._numbers.nbytes

    def tolist(self) -> list:
        """Its numbers as a list."""
        return self._numbers.tolist()

    def __len__(self) -> int:
        return self._numbers.size

    def __iter__(self) -> Iterator[Any]:
        return iter(self._numbers.tolist())

    def __getitem__(self, place: Any) -> Any:
        return self._numbers[place].tolist()

    def __setitem__(self, place: Any, value: Any) -> None:
        self._numbers[place] = value
        self._owner._note_write()

    def __repr__(self) -> str:
        numbers = "".join(f" {number}\n" for number in self)
        return f"{numbers}[torch.storage.{self._title()} of size {len(self)}]"

    def _title(self) -> str:
        return "UntypedStorage(device=cpu)"


class TypedStorage(UntypedStorage):
    """The numbers behind a tensor, shared with it."""

    __slots__ = ()

    @property
    def dtype(self) -> dtypes.dtype:
        """The type of its numbers."""
        return dtypes.of(self._numbers.dtype)

    def _title(self) -> str:
        return f"TypedStorage(dtype={self.dtype}, device=cpu)"


def storage(self: Tensor) -> TypedStorage:
    """The memory that the tensor looks at, all of it, as a row of numbers; a view's is its base's."""
    warn_once(_OLD)
    return TypedStorage(self._memory_owner(), self._data.dtype)


def untyped_storage(self: Tensor) -> UntypedStorage:
    """The memory that the tensor looks at, all of it, as a row of bytes; a view's is its base's."""
    return UntypedStorage(self._memory_owner())


# ----- what Tensor gets ----------------------------------------------------------------------------------------------
METHODS = {
    "data_ptr": data_ptr,
    "storage": storage,
    "untyped_storage": untyped_storage,
    "cuda": cuda,
    "type": type_of,
    "new": new,
    "__contains__": contains,
    **_always(False, "is_complex", "is_shared"),
    **_always(-1, "get_device"),
}
OTHER_KINDS = (
    "is_cuda", "is_meta", "is_mkldnn", "is_mps", "is_nested", "is_quantized", "is_sparse", "is_sparse_csr", "is_xpu",
)  # fmt: skip
PROPERTIES = {
    **_always(machine.strided, "layout"),
    **_always(True, "is_cpu"),
    **_always(False, *OTHER_KINDS),
    "real": _real,
}

"""What a Tensor can tell about its place, mostly that it lies on the CPU and is nothing special; and its storage.

A storage is the memory behind a tensor, as one row of numbers, or of bytes. Views share their base's.

PyTorch: torch/_tensor.py, torch/csrc/autograd/python_variable.cpp, torch/storage.py.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

from ..._core.base import dtypes
from ..._core.base.device import CPU, check_device, device
from ..._core.base.learners_line import warn, warn_once
from ..._core.tensor import Tensor
from . import machine
from .legacy_types import as_subclass, new, type_of


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


def itself(self: Tensor) -> Tensor:
    """The tensor itself: there are no complex numbers here."""
    return self


def _always(value: Any, *names: str) -> dict[str, Any]:
    """Methods (or getters) of these names that answer so."""

    def answer(self: Tensor) -> Any:
        return value

    answer.__doc__ = f"Always {value!r} here."
    return dict.fromkeys(names, answer)


def is_pinned(self: Tensor, device: Any = None) -> bool:
    """Always False here."""
    return False


_VOLATILE_SET = "volatile was removed and now has no effect. Use `with torch.no_grad():` instead."


def _get_volatile(self: Tensor) -> bool:
    """Always False, with a warning: it is gone from PyTorch; `no_grad` does what it did."""
    warn("volatile was removed (Variable.volatile is always False)")
    return False


def _set_volatile(self: Tensor, value: Any) -> None:
    warn(_VOLATILE_SET)


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


# ----- what Tensor gets ----------------------------------------------------------------------------------------------
METHODS = {
    "data_ptr": data_ptr,
    "storage": storage,
    "untyped_storage": untyped_storage,
    "cuda": cuda,
    "type": type_of,
    "new": new,
    "as_subclass": as_subclass,
    "__contains__": contains,
    **_always(False, "is_complex", "is_conj", "is_neg", "is_shared"),
    "is_pinned": is_pinned,
    **_always(-1, "get_device"),
    **dict.fromkeys(("conj", "resolve_conj", "resolve_neg"), itself),
}
OTHER_KINDS = (
    "is_cuda", "is_ipu", "is_maia", "is_meta", "is_mkldnn", "is_mps", "is_mtia", "is_nested", "is_quantized",
    "is_sparse", "is_sparse_csr", "is_vulkan", "is_xla", "is_xpu",
)  # fmt: skip
PROPERTIES = {
    **_always(machine.strided, "layout"),
    **_always(True, "is_cpu"),
    **_always(False, *OTHER_KINDS),
    "real": itself,
}
SETTABLE = {"volatile": property(_get_volatile, _set_volatile)}

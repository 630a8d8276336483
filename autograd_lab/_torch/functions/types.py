"""What a tensor is: its type, its size, how it lies in memory. Strides and offsets count elements, as in PyTorch."""

from types import FunctionType
from typing import Any

import numpy as np

from ... import derivatives as d
from ..._core.base import dtypes
from ..._core.base.device import check_device, device
from ..._core.base.state import thread, watchers
from ..._core.base.strided import geometry, layout_of, strides
from ..._core.inference import mark_new
from ..._core.tensor import Tensor, wrap
from ..._core.watched_calls import call_made
from ...derivatives._operands import wrap_dim
from ..creation.factory import whole


# ----- its type ------------------------------------------------------------------------------------------------------
def to(self: Tensor, *args: Any, dtype: Any = None, copy: bool = False, **ignored: Any) -> Tensor:
    """The tensor in another dtype, ``x.to(torch.float64)``; itself if it has it already, unless ``copy`` is asked for.

    A tensor stands for its dtype. Devices are accepted: all is on the CPU. Only between floats does a gradient flow.

    Raises:
        TypeError, RuntimeError: something that is neither a dtype nor a device.
    """
    for given in (*args, ignored.get("device")):
        if isinstance(given, _DEVICE) or given.__class__ is int:
            check_device(given)
        if isinstance(given, Tensor):
            dtype = given.dtype
        elif isinstance(given, np.dtype):
            dtype = dtypes.of(given)
        elif isinstance(given, _DTYPE):
            dtype = dtypes.as_dtype(given, "to")
    return converted(self, self.dtype if dtype is None else dtypes.as_dtype(dtype, "to"), copy)


_DEVICE, _DTYPE = (str, device), (dtypes.dtype, type)


def converted(self: Tensor, dtype: dtypes.dtype, copy: bool = False) -> Tensor:
    """The tensor in this dtype; itself if it has it already, unless ``copy`` is asked for."""
    if dtype is self.dtype and not copy:
        return self
    if not dtype.is_floating_point:
        array = thread.state.without_warnings(self._data.astype, dtype.numpy, layout_of(self._data))
        made = mark_new(wrap(array))  # no gradient, no node
        if watchers.count:
            call_made("to", self, made)
        return made
    return d.to_copy.written(self, dtype)


def equal(self: Tensor, other: Tensor) -> bool:
    """Whether both have the same shape and the same elements: a Python bool. A nan equals nothing."""
    return bool(np.array_equal(self._data, other._data))


def is_floating_point(input: Tensor) -> bool:
    """Whether ``input`` holds floats, so that gradients are possible."""
    return input.is_floating_point()


def typename(obj: Any) -> str:
    """The name of an object's type (``torch.FloatTensor`` for a float32 tensor), or of a class or function itself."""
    if isinstance(obj, Tensor):
        return type_string(obj.dtype)
    if isinstance(obj, dtypes.dtype):
        return "torch.dtype"
    named = obj if hasattr(obj, "__qualname__") else type(obj)
    module, name, own = named.__module__, named.__qualname__, __package__.partition(".")[0]
    if module in ("builtins", None):
        return name
    if module == own and isinstance(obj, FunctionType):
        name = f"_VariableFunctionsClass.{name}"  # PyTorch's are methods of that
    return f"{module.replace(own, 'torch', 1)}.{name}"


def type_string(dtype: dtypes.dtype) -> str:
    """``torch.FloatTensor`` for float32."""
    return f"torch.{dtype.short}Tensor"


# ----- its size, and its memory ---------------------------------------------------------------------------------------
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


def numel(input: Tensor) -> int:
    """How many numbers a tensor holds: the product of its shape, 1 for a scalar."""
    return input._data.size


def is_tensor(obj: Any) -> bool:
    """Whether this is a tensor."""
    return isinstance(obj, Tensor)


__all__ = ["equal", "is_floating_point", "is_tensor", "numel", "typename"]
METHODS = ["element_size", "equal", "ndimension", "size", "storage_offset", "stride", "to"]

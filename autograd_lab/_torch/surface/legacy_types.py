"""``torch.FloatTensor`` and its like: a constructor for each dtype, and a question for `isinstance`.

PyTorch: torch/csrc/tensor/python_tensor.cpp, torch/csrc/utils/tensor_new.cpp.
"""

from typing import Any

import numpy as np

from ..._core.base import dtypes
from ..._core.base.device import check_device
from ..._core.base.learners_line import warn_once
from ..._core.tensor import Tensor, wrap
from ...derivatives import alias
from ..creation.factory import sizes_of
from ..creation.from_python import array_from, is_sequence
from ..functions.types import to, type_string


def legacy_array(args: tuple, kind: np.dtype) -> np.ndarray:
    """What ``torch.Tensor(…)`` and ``FloatTensor(…)`` hold: the numbers of one sequence, or zeros in a shape."""
    if len(args) == 1 and is_sequence(args[0]) and not isinstance(args[0], dtypes.Size):
        return array_from(args[0], kind)
    if len(args) == 1 and isinstance(args[0], str):
        raise TypeError("new(): invalid data type 'str'")
    if len(args) == 1 and isinstance(args[0], float | bool | None):
        raise TypeError(f"new(): data must be a sequence (got {type(args[0]).__name__})")
    return np.zeros(sizes_of("new", args) if args else (0,), kind)


def _legacy_tensor(args: tuple, kind: np.dtype) -> Tensor:
    """What they make: of a tensor, a view of all of it with its history.

    Raises:
        TypeError: for a tensor of another dtype.
    """
    if len(args) != 1 or not isinstance(args[0], Tensor):
        return wrap(np.array(legacy_array(args, kind), kind))
    if args[0]._data.dtype != kind:
        raise TypeError(f"expected {_options(kind)} (got {_options(args[0]._data.dtype)})")
    return alias(args[0])


_C_NAMES = {"int64": "long int", "int32": "int", "int16": "short int", "int8": "signed char", "uint8": "unsigned char"}
_C_NAMES |= {"float64": "double", "float32": "float", "float16": "c10::Half", "bool": "bool"}


def _options(kind: np.dtype) -> str:
    return (
        f"TensorOptions(dtype={_C_NAMES[kind.name]}, device=cpu, layout=Strided, requires_grad=false (default), "
        "pinned_memory=false (default), memory_format=(nullopt))"
    )


class _TensorType(type):
    """The type of ``FloatTensor``: it makes tensors, and knows which tensors are of its dtype."""

    dtype: dtypes.dtype

    def __call__(cls, *args: Any) -> Tensor:
        return _legacy_tensor(args, cls.dtype.numpy)

    def __instancecheck__(cls, instance: Any) -> bool:
        return isinstance(instance, Tensor) and instance._data.dtype == cls.dtype.numpy

    def __repr__(cls) -> str:
        return f"<class '{type_string(cls.dtype)}'>"


def _type_for(kind: dtypes.dtype) -> _TensorType:
    about = f"Makes {kind} tensors: of a sequence, or zeros of a shape. `isinstance` says whether a tensor is one."
    return _TensorType(f"{kind.short}Tensor", (), {"dtype": kind, "__doc__": about})


TYPES = {f"{kind.short}Tensor": _type_for(kind) for kind in dtypes.ALL}
globals().update(TYPES)
__all__ = [*sorted(TYPES), "set_default_tensor_type"]

_DEPRECATED = (
    "torch.set_default_tensor_type() is deprecated as of PyTorch 2.1, please use torch.set_default_dtype() and "
    "torch.set_default_device() as alternatives."
)
_ONLY_FLOATS = "only floating-point types are supported as the default type"


def set_default_tensor_type(t: Any) -> None:
    """`set_default_dtype` by a type, ``torch.DoubleTensor``, or by its name; deprecated in PyTorch.

    Raises:
        TypeError: for anything but a type of floats.
    """
    warn_once(_DEPRECATED)
    kind = TYPES.get(t.removeprefix("torch.")) if isinstance(t, str) else t
    if not isinstance(kind, _TensorType):
        raise TypeError(f"invalid type object: {_ONLY_FLOATS}")
    dtypes.set_default_dtype(kind.dtype)


def type_of(self: Tensor, dtype: Any = None, non_blocking: bool = False, **ignored: Any) -> Any:
    """``x.type()`` is the name of the tensor's type; ``x.type(dtype)`` is the tensor in that dtype.

    ``dtype`` may be a dtype, ``torch.FloatTensor`` or its name; ValueError for a name that there is not.
    """
    if dtype is None:
        return type_string(self.dtype)
    if isinstance(dtype, str):
        found = TYPES.get(dtype.removeprefix("torch."))
        if found is None:
            raise ValueError(f"invalid type: '{dtype}'")
        dtype = found
    elif not isinstance(dtype, dtypes.dtype | _TensorType | type):
        raise TypeError("dtype must be a type, str, or dtype object")
    return to(self, dtype.dtype if isinstance(dtype, _TensorType) else dtype)


def new(self: Tensor, *args: Any, device: Any = None) -> Tensor:
    """What ``torch.Tensor(…)`` makes, in this tensor's dtype: of a sequence, zeros of a shape, or a tensor's view.

    Raises:
        TypeError: for text or a single float, or for a tensor of another dtype.
    """
    check_device(device)
    return _legacy_tensor(args, self._data.dtype)


def _become(made: Tensor, shown: Tensor) -> None:
    """Let the one be what the other is."""
    for slot in ("_data", "_fn", "_grad", "_requires", "_shared", "_written"):
        setattr(made, slot, getattr(shown, slot))


_TENSOR_AND_DEVICE = (
    "Legacy tensor constructor of the form torch.Tensor(tensor, device=device) is not supported.  Use "
    "torch.tensor(...) or torch.as_tensor(...) instead."
)


def initialize(self: Tensor, *args: Any, device: Any = None, requires_grad: bool = False) -> None:
    """``torch.Tensor([1, 2])`` holds these numbers in the default dtype, ``torch.Tensor(2, 3)`` is zeros of this shape.

    ``torch.Tensor(t)`` is a view of all of ``t``, with its history.

    Raises:
        TypeError: for text or a single float.
        RuntimeError: for a tensor with a device.
    """
    check_device(device)
    if len(args) == 1 and isinstance(args[0], Tensor):
        if device is not None:
            raise RuntimeError(_TENSOR_AND_DEVICE)
        _become(self, alias(args[0]))
        return
    self._data = legacy_array(args, dtypes.get_default_dtype().numpy)
    self._fn = self._grad = self._shared = self._written = None
    self._requires = requires_grad

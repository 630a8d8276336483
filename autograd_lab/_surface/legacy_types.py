"""``torch.FloatTensor`` and its like: a constructor for each dtype, and a question for `isinstance`.

PyTorch: torch/csrc/tensor/python_tensor.cpp, torch/csrc/utils/tensor_new.cpp.
"""

from typing import Any

import numpy as np

from .._base import dtypes
from .._base.device import check_device
from .._base.learners_line import warn_once
from .._creation.factory import sizes_of
from .._creation.from_python import array_from, is_sequence
from .._functions.types import to
from ..autograd._tensor import Tensor, wrap
from ..derivatives import alias
from .number_limits import type_string


def legacy_array(args: tuple, kind: np.dtype) -> np.ndarray:
    """What ``torch.Tensor(…)`` and ``FloatTensor(…)`` hold: the numbers of one sequence, or zeros in a shape."""
    if len(args) == 1 and isinstance(args[0], Tensor):
        return args[0]._data
    if len(args) == 1 and is_sequence(args[0]) and not isinstance(args[0], dtypes.Size):
        return array_from(args[0], kind)
    if len(args) == 1 and isinstance(args[0], str):
        raise TypeError("new(): invalid data type 'str'")
    if len(args) == 1 and isinstance(args[0], float | bool | None):
        raise TypeError(f"new(): data must be a sequence (got {type(args[0]).__name__})")
    return np.zeros(sizes_of("new", args) if args else (0,), kind)


class _TensorType(type):
    """The type of ``FloatTensor``: it makes tensors, and knows which tensors are of its dtype."""

    dtype: dtypes.dtype

    def __call__(cls, *args: Any) -> Tensor:
        return wrap(np.array(legacy_array(args, cls.dtype.numpy), cls.dtype.numpy))

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
    """What ``torch.Tensor(…)`` makes, in this tensor's dtype: of a sequence, or zeros of a shape.

    Raises:
        TypeError: for text or a single float, or for a tensor of another dtype.
    """
    check_device(device)
    if args and isinstance(args[0], Tensor) and args[0]._data.dtype != self._data.dtype:
        raise TypeError(f"expected a tensor of {self.dtype} (got {args[0].dtype})")
    return wrap(np.array(legacy_array(args, self._data.dtype), self._data.dtype))


def as_subclass(self: Tensor, cls: type) -> Any:
    """The tensor as one of a class that inherits from Tensor, with the same memory and history.

    Raises:
        TypeError: for another class.
    """
    if not (isinstance(cls, type) and issubclass(cls, Tensor)):
        raise TypeError(
            "Creating a Tensor subclass from a class that does not inherit from Tensor is not possible. Make sure your "
            "class inherits from Tensor."
        )
    shown = alias(self)
    made = cls.__new__(cls)
    for slot in ("_data", "_fn", "_grad", "_requires", "_shared", "_written"):
        setattr(made, slot, getattr(shown, slot))
    return made


def initialize(self: Tensor, *args: Any, device: Any = None, requires_grad: bool = False) -> None:
    """``torch.Tensor([1, 2])`` holds these numbers in the default dtype, ``torch.Tensor(2, 3)`` is zeros of this shape.

    Raises:
        TypeError: for text or a single float.
    """
    check_device(device)
    self._data = legacy_array(args, dtypes.get_default_dtype().numpy)
    self._fn = self._grad = self._shared = self._written = None
    self._requires = requires_grad

"""Small questions that programs ask: what is this, how large may a number be, is there a GPU?

PyTorch: torch/csrc/TypeInfo.cpp, torch/__init__.py.
"""

import math
from types import FunctionType
from typing import Any

import numpy as np

from ..._core.base import dtypes
from ..._core.base.device import CPU, check_device, device
from ..._core.tensor import Tensor

inf, nan, pi, e = math.inf, math.nan, math.pi, math.e
newaxis = None

__all__ = [
    *("are_deterministic_algorithms_enabled", "contiguous_format", "device", "e", "finfo", "get_default_device"),
    *("get_num_threads", "iinfo", "inf", "is_complex", "is_floating_point", "is_nonzero", "is_signed", "is_storage"),
    *("layout", "memory_format", "nan", "newaxis", "pi", "preserve_format", "result_type"),
    *("set_default_device", "set_num_threads", "strided", "typename", "use_deterministic_algorithms"),
]


class layout:
    """How a tensor's numbers lie in memory. There is one way here: ``torch.strided``."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __repr__(self) -> str:
        return f"torch.{self._name}"

    def __reduce__(self) -> str:
        return self._name


class memory_format(layout):
    """The order of the dimensions in memory; accepted wherever PyTorch takes it, and without effect."""


strided = layout("strided")
contiguous_format, preserve_format = memory_format("contiguous_format"), memory_format("preserve_format")


# ----- limits of the number types ----------------------------------------------------------------------------------
class finfo:
    """What a float type can hold: ``eps``, ``max``, ``min``, ``tiny``, ``resolution``, ``bits``.

    ``type`` is a dtype; the default one when it is left out. TypeError for whole numbers.
    """

    def __init__(self, type: Any = None) -> None:
        kind = dtypes.get_default_dtype() if type is None else _checked(type, "finfo")
        if not kind.is_floating_point:
            raise TypeError(
                "torch.finfo() requires a floating point input type. Use torch.iinfo to handle 'torch.finfo'"
            )
        limits = np.finfo(kind.numpy)
        self.dtype, self.bits = kind.name, limits.bits
        self.eps, self.max, self.min = float(limits.eps), float(limits.max), float(limits.min)
        self.tiny = self.smallest_normal = float(limits.tiny)
        self.resolution = float(f"1e-{limits.precision}")

    def __repr__(self) -> str:
        shown = ", ".join(
            f"{name}={getattr(self, name):.6g}"
            for name in ("resolution", "min", "max", "eps", "smallest_normal", "tiny")
        )
        return f"finfo({shown}, dtype={self.dtype})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, finfo) and self.dtype == other.dtype


class iinfo:
    """What an integer type can hold: ``max``, ``min``, ``bits``. TypeError for floats and bools."""

    def __init__(self, type: Any) -> None:
        kind = _checked(type, "iinfo")
        if kind.is_floating_point:
            raise TypeError("torch.iinfo() requires an integer input type. Use torch.finfo to handle 'torch.iinfo'")
        if kind is dtypes.boolean:
            raise TypeError("torch.bool is not supported by torch.iinfo")
        limits = np.iinfo(kind.numpy)
        self.dtype, self.bits, self.max, self.min = kind.name, limits.bits, limits.max, limits.min

    def __repr__(self) -> str:
        return f"iinfo(min={float(self.min):.6g}, max={float(self.max):.6g}, dtype={self.dtype})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, iinfo) and self.dtype == other.dtype


def _checked(kind: Any, name: str) -> dtypes.dtype:
    if not isinstance(kind, dtypes.dtype):
        raise TypeError(f"{name}(): argument 'type' (position 1) must be torch.dtype, not {type(kind).__name__}")
    return kind


# ----- what is this? -----------------------------------------------------------------------------------------------
def is_storage(obj: Any) -> bool:
    """Always False: there are no storages here."""
    return False


def is_floating_point(input: Tensor) -> bool:
    """Whether ``input`` holds floats, so that gradients are possible."""
    return input.is_floating_point()


def is_complex(input: Tensor) -> bool:
    """Always False: complex numbers are left out."""
    return False


def is_signed(input: Tensor) -> bool:
    """Whether ``input``'s dtype has negative numbers."""
    return input.dtype.is_signed


def is_nonzero(input: Tensor) -> bool:
    """Whether the only element is not zero; RuntimeError if there is not exactly one."""
    return bool(input)


def result_type(tensor1: Any, tensor2: Any) -> dtypes.dtype:
    """The dtype of an operation on two tensors, or on a tensor and a number, whatever their shapes.

    Tensors with dimensions decide first, then 0-d tensors, then numbers. TypeError for anything else.
    """
    given = [item._data if isinstance(item, Tensor) else item for item in (tensor1, tensor2)]
    for item in given:
        if not isinstance(item, np.ndarray | np.generic | int | float):
            kinds = ", ".join(type(each).__name__ for each in (tensor1, tensor2))
            raise TypeError(
                f"result_type() received an invalid combination of arguments - got ({kinds}); it takes tensors and "
                "numbers."
            )
    return dtypes.of(dtypes.result_numpy(given))


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


# ----- the machine -------------------------------------------------------------------------------------------------
def get_default_device() -> device:
    """Always the CPU."""
    return CPU


def set_default_device(device: Any) -> None:
    """Accepts the CPU; AssertionError or NotImplementedError for every other device."""
    check_device(device)


def get_num_threads() -> int:
    """How many threads PyTorch would compute with; NumPy decides that by itself."""
    return 1


def set_num_threads(int: int) -> None:
    """Accepted, and without effect."""


_deterministic = [False]
"""What was asked for last; everything here is deterministic."""


def use_deterministic_algorithms(mode: bool, *, warn_only: bool = False) -> None:
    """Remembered, and without effect: everything here is deterministic; TypeError unless ``mode`` is a bool."""
    if not isinstance(mode, bool):
        raise TypeError(
            f"_set_deterministic_algorithms(): argument 'mode' (position 1) must be bool, not {type(mode).__name__}"
        )
    _deterministic[0] = mode


def are_deterministic_algorithms_enabled() -> bool:
    """Whether they were asked for."""
    return _deterministic[0]

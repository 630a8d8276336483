"""Where tensors lie and how they are computed: here always row by row, on the CPU, the same way each time.

Programs ask for it, and for a few constants, by PyTorch's names. PyTorch: torch/__init__.py.
"""

import math
from typing import Any

import numpy as np

from ..._core.base import dtypes
from ..._core.base.device import CPU, check_device, device

inf, nan, pi, e = math.inf, math.nan, math.pi, math.e
newaxis = None

__all__ = [
    "are_deterministic_algorithms_enabled", "contiguous_format", "device", "e", "finfo", "get_default_device",
    "get_num_threads", "inf", "layout", "memory_format", "nan", "newaxis", "pi", "preserve_format",
    "set_default_device", "set_num_threads", "strided", "use_deterministic_algorithms",
]  # fmt: skip


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


class finfo:
    """What a float type can hold: ``eps``, ``max``, ``min``, ``tiny``, ``resolution``, ``bits``.

    ``type`` is a dtype; the default one when it is left out. TypeError for whole numbers.
    """

    def __init__(self, type: Any = None) -> None:
        kind = dtypes.get_default_dtype() if type is None else _checked(type)
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


def _checked(kind: Any) -> dtypes.dtype:
    if not isinstance(kind, dtypes.dtype):
        raise TypeError(f"finfo(): argument 'type' (position 1) must be torch.dtype, not {type(kind).__name__}")
    return kind

"""Where tensors lie and how they are computed: here always row by row, on the CPU, the same way each time.

Programs ask for it, and for a few constants, by PyTorch's names. PyTorch: torch/__init__.py.
"""

import math
from typing import Any

from ..._core.base.device import CPU, check_device, device

inf, nan, pi, e = math.inf, math.nan, math.pi, math.e
newaxis = None

__all__ = [
    "are_deterministic_algorithms_enabled", "contiguous_format", "device", "e", "get_default_device", "get_num_threads",
    "inf", "layout", "memory_format", "nan", "newaxis", "pi", "preserve_format", "set_default_device",
    "set_num_threads", "strided", "use_deterministic_algorithms",
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

"""``torch.cuda``: the questions a program asks before it decides for the CPU, and their answers."""

from typing import Any

from .._core.base.device import check_device
from .._core.base.left_out import refusing as _refusing
from . import amp as amp

_initialized = False  # read by layers that put random states back, to run forward twice

__all__ = [
    "current_device",
    "device_count",
    "empty_cache",
    "is_available",
    "manual_seed",
    "manual_seed_all",
    "synchronize",
]


def is_available() -> bool:
    """Always False: everything here lives on the CPU."""
    return False


def device_count() -> int:
    """Always 0."""
    return 0


def manual_seed(seed: int) -> None:
    """Accepted, and without effect: `torch.manual_seed` seeds what there is."""


manual_seed_all = manual_seed


def empty_cache() -> None:
    """Accepted, and without effect."""


def synchronize(device: Any = None) -> None:
    """Refused, as by a PyTorch without CUDA."""
    check_device("cuda")


current_device = synchronize

__getattr__ = _refusing(__name__)

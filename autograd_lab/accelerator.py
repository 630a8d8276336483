"""``torch.accelerator``: programs ask whether there is a GPU of any kind. There is none."""

from ._core.base.left_out import refusing as _refusing

__all__ = ["current_accelerator", "device_count", "is_available"]


def is_available() -> bool:
    """Always False: everything here lives on the CPU."""
    return False


def current_accelerator(check_available: bool = False) -> None:
    """Always None."""


def device_count() -> int:
    """Always 0."""
    return 0


__getattr__ = _refusing(__name__)

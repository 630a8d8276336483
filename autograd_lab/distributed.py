"""``torch.distributed``: the questions a program asks before it works alone, and their answers."""

from ._core.base.left_out import refusing_all as _refusing_all

__getattr__ = _refusing_all(__name__, "working on several machines or processes is left out")


def is_available() -> bool:
    """Always False: there is one process."""
    return False


def is_initialized() -> bool:
    """Always False: there is one process."""
    return False

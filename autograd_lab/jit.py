"""``torch.jit``, which compiles, is left out; what programs say for its sake is accepted, and has no effect.

PyTorch: torch/_jit_internal.py.
"""

from collections.abc import Callable
from typing import Any
from typing import Final as Final

from ._core.base.left_out import refusing_all as _refusing_all

__getattr__ = _refusing_all(__name__, "compiling and exporting are left out: the program runs as it is written")


def ignore(drop: Any = False, **kwargs: Any) -> Callable:
    """Marks what is not to be compiled: the function as it is. Also ``@ignore(drop=True)``."""
    return drop if callable(drop) else lambda fn: fn


def unused(fn: Callable) -> Callable:
    """Marks what is not to be compiled: the function as it is."""
    return fn


def export(fn: Callable) -> Callable:
    """Marks what is to be compiled, too: the function as it is."""
    return fn


def is_scripting() -> bool:
    """Always False."""
    return False


def is_tracing() -> bool:
    """Always False."""
    return False

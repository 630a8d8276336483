"""``torch.backends.cudnn``: its switches can be set and read, and nothing happens."""

import contextlib
from collections.abc import Iterator

from .._core.base.left_out import refusing as _refusing

__getattr__ = _refusing(__name__)

deterministic, benchmark, enabled, allow_tf32 = False, False, True, True


def is_available() -> bool:
    """Always False: this library runs on graphics cards only."""
    return False


def version() -> None:
    """None: the library is not here."""


@contextlib.contextmanager
def flags(**switches: bool) -> Iterator[None]:
    """Other switches for the lines within ``with``: ``enabled``, ``benchmark``, ``deterministic``, ``allow_tf32``."""
    before = {name: globals()[name] for name in switches if name in globals()}
    globals().update({name: switches[name] for name in before})
    try:
        yield
    finally:
        globals().update(before)

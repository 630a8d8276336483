"""``torch.backends``: switches of libraries that are not here. Programs may set them, and nothing happens."""

import contextlib
from collections.abc import Iterator

from ._base.left_out import refusing as _refusing

__all__ = ["cuda", "cudnn", "mps"]


class _Backend:
    """A library that is not here. Its switches can be set and read."""

    def is_available(self) -> bool:
        """Always False."""
        return False

    is_built = is_available

    @contextlib.contextmanager
    def flags(self, **switches: bool) -> Iterator[None]:
        """Other switches for the lines within ``with``."""
        before = dict(vars(self))
        vars(self).update(switches)
        try:
            yield
        finally:
            vars(self).clear()
            vars(self).update(before)


cuda, cudnn, mps = _Backend(), _Backend(), _Backend()
cudnn.deterministic, cudnn.benchmark, cudnn.enabled = False, False, True
cudnn.allow_tf32 = True
cuda.matmul = _Backend()
cuda.matmul.allow_tf32 = False

__getattr__ = _refusing(__name__)

"""``torch.backends``: switches of libraries that are not here. Programs may set them, and nothing happens."""

from .._base.left_out import refusing as _refusing
from . import cudnn as cudnn

__all__ = ["cuda", "cudnn", "mps"]


class _Backend:
    """A library that is not here. Its switches can be set and read."""

    def is_available(self) -> bool:
        """Always False."""
        return False

    is_built = is_available


cuda, mps = _Backend(), _Backend()
cuda.matmul = _Backend()
cuda.matmul.allow_tf32 = False

__getattr__ = _refusing(__name__)

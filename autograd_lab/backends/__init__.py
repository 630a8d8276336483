"""``torch.backends``: switches of libraries that are not here. Programs may set them, and nothing happens."""

import sys as _sys
from types import ModuleType as _ModuleType

from .._core.base.left_out import refusing as _refusing
from . import cudnn as cudnn

__all__ = ["cuda", "cudnn", "mps"]


class _Backend(_ModuleType):
    """A library that is not here. Its switches can be set and read."""

    def is_available(self) -> bool:
        """Always False."""
        return False

    is_built = is_available


_sys.modules[f"{__name__}.cuda"] = cuda = _Backend("torch.backends.cuda")
_sys.modules[f"{__name__}.mps"] = mps = _Backend("torch.backends.mps")
cuda.matmul = _Backend("torch.backends.cuda.matmul")
cuda.matmul.allow_tf32 = False

__getattr__ = _refusing(__name__)

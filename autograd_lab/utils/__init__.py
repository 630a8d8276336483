"""What is not about tensors. PyTorch: torch/utils."""

from .._core.base.left_out import refusing as _refusing
from . import data as data
from . import hooks as hooks

__getattr__ = _refusing(__name__)

"""What is not about tensors. PyTorch: torch/utils."""

from .._base.left_out import refusing as _refusing
from . import data as data

__getattr__ = _refusing(__name__)

"""What is not about tensors. PyTorch: torch/utils."""

from .._base.left_out import refusing as _refusing
from . import data as data
from . import hooks as hooks
from ._swapping import swap_tensors as swap_tensors

__getattr__ = _refusing(__name__)

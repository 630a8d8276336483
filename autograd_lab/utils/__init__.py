"""What is not about tensors. PyTorch: torch/utils."""

from . import data as data

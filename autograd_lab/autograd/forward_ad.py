"""Forward-mode differentiation: it is left out, and each name says so. PyTorch: torch/autograd/forward_ad.py."""

from .._core.base.left_out import refusing as _refusing

__getattr__ = _refusing(__name__)

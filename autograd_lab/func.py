"""Functions that transform functions: they are left out, and each says so. PyTorch: torch/func/__init__.py."""

from ._base.left_out import refusing as _refusing

__getattr__ = _refusing(__name__)

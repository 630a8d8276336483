"""Modules for machines with several GPUs, as they are on one without. PyTorch: torch/nn/parallel."""

from typing import Any

from .._core.base.left_out import refusing as _refusing
from .module import Module


class DataParallel(Module):
    """Calls its ``module``: where there is no GPU, PyTorch's splits no batch, and copies no module either.

    ``device_ids``, ``output_device`` and ``dim`` are for GPUs.
    """

    def __init__(self, module: Module, device_ids: Any = None, output_device: Any = None, dim: int = 0):
        super().__init__()
        self.module = module
        self.device_ids: list[int] = []

    def forward(self, *inputs: Any, **kwargs: Any) -> Any:
        """``module(*inputs, **kwargs)``"""
        return self.module(*inputs, **kwargs)


__all__ = ["DataParallel"]
__getattr__ = _refusing(__name__)

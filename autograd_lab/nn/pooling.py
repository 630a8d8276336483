"""Pooling layers. PyTorch: torch/nn/modules/pooling.py.

Sizes are one number, or one for each spatial dimension. Without a ``stride``, windows do
not overlap. Sizes that do not fit raise a RuntimeError when the layer is called.
"""

from typing import Any

from . import functional
from ._function_module import FunctionModule


# ----- the largest, or the mean, of each window -----------------------------------------------------------------------
class _Pool(FunctionModule):
    def __post_init__(self) -> None:
        if self.stride is None:
            self.stride = self.kernel_size


class _MaxPool(_Pool):
    kernel_size: Any
    stride: Any = None
    padding: Any = 0
    dilation: Any = 1
    return_indices: bool = False
    ceil_mode: bool = False
    _shown = ("kernel_size", "stride", "padding", "dilation", "ceil_mode")


class MaxPool1d(_MaxPool, calls=functional.max_pool1d):
    """The largest number of each window: (N, C, L) → (N, C, places); with ``return_indices`` also its place."""


class MaxPool2d(_MaxPool, calls=functional.max_pool2d):
    """The largest number of each window: (N, C, H, W) → (N, C, rows, columns); see `functional.max_pool2d`.

    With ``return_indices``, a pair: the numbers, and the place of each in its image.
    """


class _AvgPool(_Pool):
    kernel_size: Any
    stride: Any = None
    padding: Any = 0
    ceil_mode: bool = False
    count_include_pad: bool = True
    _shown = ("kernel_size", "stride", "padding")


class AvgPool1d(_AvgPool, calls=functional.avg_pool1d):
    """The mean of each window: (N, C, L) → (N, C, places)."""

    def __post_init__(self) -> None:
        super().__post_init__()
        for name in self._shown:
            given = getattr(self, name)
            setattr(self, name, given if isinstance(given, tuple) else (given,))


class AvgPool2d(_AvgPool, calls=functional.avg_pool2d):
    """The mean of each window: (N, C, H, W) → (N, C, rows, columns); see `functional.avg_pool2d`."""

    divisor_override: int | None = None


# ----- a given number of windows -------------------------------------------------------------------------------------
class _AdaptivePool(FunctionModule):
    output_size: Any
    _shown = ("output_size",)


class AdaptiveAvgPool1d(_AdaptivePool, calls=functional.adaptive_avg_pool1d):
    """The mean of each of ``output_size`` windows: (N, C, L) → (N, C, output_size)."""


class AdaptiveAvgPool2d(_AdaptivePool, calls=functional.adaptive_avg_pool2d):
    """The mean of each of ``output_size`` windows: (N, C, H, W) → (N, C, *output_size). None leaves a size as it is."""


class AdaptiveMaxPool2d(_AdaptivePool, calls=functional.adaptive_max_pool2d):
    """The largest number of each of ``output_size`` windows: (N, C, H, W) → (N, C, *output_size).

    With ``return_indices``, a pair: the numbers, and the place of each in its image.
    """

    return_indices: bool = False


__all__ = [
    "AdaptiveAvgPool1d", "AdaptiveAvgPool2d", "AdaptiveMaxPool2d", "AvgPool1d", "AvgPool2d", "MaxPool1d", "MaxPool2d",
]  # fmt: skip

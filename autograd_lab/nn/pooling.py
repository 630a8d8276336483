"""Pooling layers, and images as windows. PyTorch: torch/nn/modules/{pooling,fold}.py."""

from typing import Any

from ..autograd._tensor import Tensor
from . import functional
from .module import Module


class _MaxPool(Module):
    rank = 2

    def __init__(
        self,
        kernel_size: Any,
        stride: Any = None,
        padding: Any = 0,
        dilation: Any = 1,
        return_indices: bool = False,
        ceil_mode: bool = False,
    ):
        super().__init__()
        self.kernel_size, self.stride = kernel_size, kernel_size if stride is None else stride
        self.padding, self.dilation = padding, dilation
        self.return_indices, self.ceil_mode = return_indices, ceil_mode

    def forward(self, input: Tensor) -> Any:
        """(N, C, …) → (N, C, …), with fewer places."""
        pool = getattr(functional, f"max_pool{self.rank}d")
        return pool(
            input, self.kernel_size, self.stride, self.padding, self.dilation, self.ceil_mode, self.return_indices
        )

    def extra_repr(self) -> str:
        """``kernel_size=2, stride=2, padding=0, dilation=1, ceil_mode=False``"""
        return (
            f"kernel_size={self.kernel_size}, stride={self.stride}, padding={self.padding}, "
            f"dilation={self.dilation}, ceil_mode={self.ceil_mode}"
        )


class MaxPool1d(_MaxPool):
    """The largest number of each window of (N, C, L); `functional.max_pool1d`."""

    rank = 1


class MaxPool2d(_MaxPool):
    """The largest number of each window of (N, C, H, W); `functional.max_pool2d`."""


class AvgPool1d(Module):
    """The mean of each window of (N, C, L); `functional.avg_pool1d`."""

    def __init__(
        self,
        kernel_size: Any,
        stride: Any = None,
        padding: Any = 0,
        ceil_mode: bool = False,
        count_include_pad: bool = True,
    ):
        super().__init__()
        single = [n if isinstance(n, tuple) else (n,) for n in (kernel_size, padding)]
        self.kernel_size, self.padding = single
        self.stride = self.kernel_size if stride is None else stride if isinstance(stride, tuple) else (stride,)
        self.ceil_mode, self.count_include_pad = ceil_mode, count_include_pad

    def forward(self, input: Tensor) -> Tensor:
        """(N, C, L) → (N, C, places)."""
        return functional.avg_pool1d(
            input, self.kernel_size, self.stride, self.padding, self.ceil_mode, self.count_include_pad
        )

    def extra_repr(self) -> str:
        """``kernel_size=(2,), stride=(2,), padding=(0,)``"""
        return f"kernel_size={self.kernel_size}, stride={self.stride}, padding={self.padding}"


class AvgPool2d(Module):
    """The mean of each window of (N, C, H, W); `functional.avg_pool2d`."""

    def __init__(
        self,
        kernel_size: Any,
        stride: Any = None,
        padding: Any = 0,
        ceil_mode: bool = False,
        count_include_pad: bool = True,
        divisor_override: int | None = None,
    ):
        super().__init__()
        self.kernel_size, self.stride = kernel_size, kernel_size if stride is None else stride
        self.padding, self.ceil_mode = padding, ceil_mode
        self.count_include_pad, self.divisor_override = count_include_pad, divisor_override

    def forward(self, input: Tensor) -> Tensor:
        """(N, C, H, W) → (N, C, …), with fewer places."""
        return functional.avg_pool2d(
            input,
            self.kernel_size,
            self.stride,
            self.padding,
            self.ceil_mode,
            self.count_include_pad,
            self.divisor_override,
        )

    def extra_repr(self) -> str:
        """``kernel_size=2, stride=2, padding=0``"""
        return f"kernel_size={self.kernel_size}, stride={self.stride}, padding={self.padding}"


class _AdaptivePool(Module):
    function = ""

    def __init__(self, output_size: Any):
        super().__init__()
        self.output_size = output_size

    def forward(self, input: Tensor) -> Any:
        """(N, C, …) → (N, C, *output_size)."""
        return getattr(functional, self.function)(input, self.output_size)

    def extra_repr(self) -> str:
        """``output_size=(1, 1)``"""
        return f"output_size={self.output_size}"


class AdaptiveAvgPool1d(_AdaptivePool):
    """The mean of each of ``output_size`` windows; `functional.adaptive_avg_pool1d`."""

    function = "adaptive_avg_pool1d"


class AdaptiveAvgPool2d(_AdaptivePool):
    """The mean of each of ``output_size`` windows; `functional.adaptive_avg_pool2d`."""

    function = "adaptive_avg_pool2d"


class AdaptiveMaxPool2d(_AdaptivePool):
    """The largest of each of ``output_size`` windows; `functional.adaptive_max_pool2d`."""

    function = "adaptive_max_pool2d"

    def __init__(self, output_size: Any, return_indices: bool = False):
        super().__init__(output_size)
        self.return_indices = return_indices

    def forward(self, input: Tensor) -> Any:
        """(N, C, H, W) → (N, C, *output_size)."""
        return functional.adaptive_max_pool2d(input, self.output_size, self.return_indices)


class Unfold(Module):
    """Every window as a column; `functional.unfold`."""

    def __init__(self, kernel_size: Any, dilation: Any = 1, padding: Any = 0, stride: Any = 1):
        super().__init__()
        self.kernel_size, self.dilation, self.padding, self.stride = kernel_size, dilation, padding, stride

    def forward(self, input: Tensor) -> Tensor:
        """(N, C, H, W) → (N, C · kH · kW, places)."""
        return functional.unfold(input, self.kernel_size, self.dilation, self.padding, self.stride)

    def extra_repr(self) -> str:
        """``kernel_size=2, dilation=1, padding=0, stride=1``"""
        return f"kernel_size={self.kernel_size}, dilation={self.dilation}, padding={self.padding}, stride={self.stride}"


class Fold(Module):
    """Columns added up on the places they came from; `functional.fold`."""

    def __init__(self, output_size: Any, kernel_size: Any, dilation: Any = 1, padding: Any = 0, stride: Any = 1):
        super().__init__()
        self.output_size, self.kernel_size = output_size, kernel_size
        self.dilation, self.padding, self.stride = dilation, padding, stride

    def forward(self, input: Tensor) -> Tensor:
        """(N, C · kH · kW, places) → (N, C, *output_size)."""
        return functional.fold(input, self.output_size, self.kernel_size, self.dilation, self.padding, self.stride)

    def extra_repr(self) -> str:
        """``output_size=(4, 4), kernel_size=2, dilation=1, padding=0, stride=1``"""
        return (
            f"output_size={self.output_size}, kernel_size={self.kernel_size}, dilation={self.dilation}, "
            f"padding={self.padding}, stride={self.stride}"
        )

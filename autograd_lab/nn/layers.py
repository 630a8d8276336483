"""Layers around one operation: linear, flatten, dropout, resizing, padding.

PyTorch: torch/nn/modules/{linear,flatten,dropout,upsampling,pixelshuffle,padding}.py.
"""

from collections.abc import Iterable
from typing import Any, ClassVar

from .._core.tensor import Tensor
from .._torch.creation.factory import array_type
from . import functional
from ._function_module import FunctionModule
from ._initial_weights import start_over, weight_and_bias
from .module import Module


class Linear(Module):
    """``y = x Wᵀ + b``: ``weight`` is (out_features, in_features), ``bias`` is (out_features,).

    Both start from uniform numbers in [-1/√in_features, 1/√in_features): the same ones as in PyTorch after the same
    `manual_seed`.
    """

    def __init__(self, in_features: int, out_features: int, bias: bool = True, device: Any = None, dtype: Any = None):
        super().__init__()
        self.in_features, self.out_features = in_features, out_features
        self.weight, start = weight_and_bias((out_features, in_features), bias, array_type(dtype, device))
        self.register_parameter("bias", start)  # None without a bias

    def reset_parameters(self) -> None:
        """Draw the starting numbers again."""
        start_over(self.weight, self.bias)

    def forward(self, input: Tensor) -> Tensor:
        """(…, in_features) → (…, out_features)."""
        return functional.linear(input, self.weight, self.bias)

    def extra_repr(self) -> str:
        """``in_features=2, out_features=3, bias=True``"""
        return f"in_features={self.in_features}, out_features={self.out_features}, bias={self.bias is not None}"


class Identity(Module):
    """Returns its input unchanged. It accepts any arguments, so it can replace any layer."""

    def __init__(self, *args: Any, **kwargs: Any):
        super().__init__()

    def forward(self, input: Tensor) -> Tensor:
        """The input itself."""
        return input


class Flatten(FunctionModule):
    """Joins the dimensions from ``start_dim`` to ``end_dim``; the first one, usually the batch, is left alone."""

    start_dim: int = 1
    end_dim: int = -1

    def forward(self, input: Tensor) -> Tensor:
        """(N, a, b, …) → (N, a·b·…)."""
        return input.flatten(self.start_dim, self.end_dim)


# ----- dropout -------------------------------------------------------------------------------------------------------
class _Dropout(FunctionModule):
    p: float = 0.5
    inplace: bool = False

    def __post_init__(self) -> None:
        if not 0 <= self.p <= 1:
            raise ValueError(f"dropout probability has to be between 0 and 1, but got {self.p}")

    def extra_repr(self) -> str:
        """``p=0.5, inplace=False``"""
        return f"p={self.p}, inplace={self.inplace}"


class Dropout(_Dropout, calls=functional.dropout):
    """In training, zero with probability ``p``, else divided by 1 - p; in evaluation, the input. Any shape.

    Raises:
        ValueError: a ``p`` that is no probability.
    """


class Dropout2d(_Dropout, calls=functional.dropout2d):
    """Dropout of whole channels of (N, C, H, W)."""


# ----- more places, or fewer -----------------------------------------------------------------------------------------
class Upsample(Module):
    """`functional.interpolate` with these settings: (N, C, …) → (N, C, …) with more places, or fewer."""

    def __init__(
        self,
        size: Any = None,
        scale_factor: Any = None,
        mode: str = "nearest",
        align_corners: bool | None = None,
        recompute_scale_factor: bool | None = None,
    ):
        super().__init__()
        self.size = size
        if isinstance(scale_factor, tuple):
            self.scale_factor = tuple(float(factor) for factor in scale_factor)
        else:
            self.scale_factor = float(scale_factor) if scale_factor else None
        self.mode, self.align_corners = mode, align_corners
        self.recompute_scale_factor = recompute_scale_factor

    def forward(self, input: Tensor) -> Tensor:
        """(N, C, L) or (N, C, H, W) → the same rank, with ``size`` places."""
        return functional.interpolate(
            input, self.size, self.scale_factor, self.mode, self.align_corners, self.recompute_scale_factor
        )

    def extra_repr(self) -> str:
        """``scale_factor=2.0, mode='nearest'``"""
        by = f"size={self.size!r}" if self.scale_factor is None else f"scale_factor={self.scale_factor!r}"
        return f"{by}, mode={self.mode!r}"


class PixelShuffle(FunctionModule):
    """Each group of r² channels as an image r times as high and wide: (…, C · r², H, W) → (…, C, r · H, r · W)."""

    upscale_factor: int

    def forward(self, input: Tensor) -> Tensor:
        """(…, C · r², H, W) → (…, C, r · H, r · W)."""
        return functional.pixel_shuffle(input, self.upscale_factor)


# ----- padding -------------------------------------------------------------------------------------------------------
class _Pad(Module):
    _rank: ClassVar[int]
    _mode: ClassVar[str]
    value: float | None = None

    def __init_subclass__(cls, rank: int = 0, mode: str = "constant", **more: Any) -> None:
        super().__init_subclass__(**more)
        if rank:  # a user's subclass says nothing, and keeps what it inherits
            cls._rank, cls._mode = rank, mode

    def __init__(self, padding: Any):
        super().__init__()
        self.padding = tuple(padding) if isinstance(padding, Iterable) else (padding,) * (2 * self._rank)

    def forward(self, input: Tensor) -> Tensor:
        """(…, L) → (…, left + L + right), and so on for the dimensions before."""
        return functional.pad(input, self.padding, self._mode, self.value)

    def extra_repr(self) -> str:
        """``(1, 1, 1, 1)``"""
        return f"{self.padding}"


class ConstantPad2d(_Pad, rank=2):
    """``value`` around the last two dimensions; ``padding`` is a number or (left, right, top, bottom)."""

    def __init__(self, padding: Any, value: float):
        super().__init__(padding)
        self.value = value

    def extra_repr(self) -> str:
        """``padding=(1, 1, 1, 1), value=3.5``"""
        return f"padding={self.padding}, value={self.value}"


class ZeroPad2d(_Pad, rank=2):
    """Zeros around the last two dimensions; ``padding`` is a number or (left, right, top, bottom)."""

    value = 0.0


class ReflectionPad1d(_Pad, rank=1, mode="reflect"):
    """A mirror at both ends of the last dimension: (N, C, L) or (C, L). It needs fewer places than there are."""


class ReflectionPad2d(_Pad, rank=2, mode="reflect"):
    """A mirror around the last two dimensions: (N, C, H, W) or (C, H, W). It needs fewer places than there are."""


class ReplicationPad1d(_Pad, rank=1, mode="replicate"):
    """The edge again, at both ends of the last dimension: (N, C, L) or (C, L)."""


class ReplicationPad2d(_Pad, rank=2, mode="replicate"):
    """The edge again, around the last two dimensions: (N, C, H, W) or (C, H, W)."""


__all__ = [
    "ConstantPad2d", "Dropout", "Dropout2d", "Flatten", "Identity", "Linear", "PixelShuffle",
    "ReflectionPad1d", "ReflectionPad2d", "ReplicationPad1d", "ReplicationPad2d", "Upsample", "ZeroPad2d",
]  # fmt: skip

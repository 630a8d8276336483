"""Interpolation, and channels as places, as modules. PyTorch: torch/nn/modules/{upsampling,pixelshuffle}.py."""

from typing import Any

from ..autograd._tensor import Tensor
from . import functional
from ._declared import Declared
from .module import Module


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
        self.name = type(self).__name__
        self.size = size
        if isinstance(scale_factor, tuple):
            self.scale_factor = tuple(float(factor) for factor in scale_factor)
        else:
            self.scale_factor = float(scale_factor) if scale_factor else None
        self.mode, self.align_corners = mode, align_corners
        self.recompute_scale_factor = recompute_scale_factor

    def forward(self, input: Tensor) -> Tensor:
        """(N, C, L), (N, C, H, W) or (N, C, D, H, W) → the same rank, with ``size`` places."""
        return functional.interpolate(
            input, self.size, self.scale_factor, self.mode, self.align_corners, self.recompute_scale_factor
        )

    def extra_repr(self) -> str:
        """``scale_factor=2.0, mode='nearest'``"""
        by = f"size={self.size!r}" if self.scale_factor is None else f"scale_factor={self.scale_factor!r}"
        return f"{by}, mode={self.mode!r}"


class UpsamplingNearest2d(Upsample):
    """Each place of (N, C, H, W) repeated: `Upsample` with ``mode="nearest"``."""

    def __init__(self, size: Any = None, scale_factor: Any = None):
        super().__init__(size, scale_factor, mode="nearest")


class UpsamplingBilinear2d(Upsample):
    """Means of neighbours in (N, C, H, W): `Upsample` with ``mode="bilinear", align_corners=True``."""

    def __init__(self, size: Any = None, scale_factor: Any = None):
        super().__init__(size, scale_factor, mode="bilinear", align_corners=True)


class PixelShuffle(Declared):
    """Each group of r² channels as an image r times as high and wide: (…, C · r², H, W) → (…, C, r · H, r · W)."""

    upscale_factor: int

    def forward(self, input: Tensor) -> Tensor:
        """(…, C · r², H, W) → (…, C, r · H, r · W)."""
        return functional.pixel_shuffle(input, self.upscale_factor)


class PixelUnshuffle(Declared):
    """Each r × r block of an image as r² channels: (…, C, r · H, r · W) → (…, C · r², H, W)."""

    downscale_factor: int

    def forward(self, input: Tensor) -> Tensor:
        """(…, C, r · H, r · W) → (…, C · r², H, W)."""
        return functional.pixel_unshuffle(input, self.downscale_factor)


class ChannelShuffle(Declared):
    """The channels of ``groups`` groups in turns: those of (a a a b b b) become (a b a b a b)."""

    groups: int

    def forward(self, input: Tensor) -> Tensor:
        """(N, C, …) → the same shape."""
        return functional.channel_shuffle(input, self.groups)


__all__ = [
    "ChannelShuffle", "PixelShuffle", "PixelUnshuffle", "Upsample", "UpsamplingBilinear2d", "UpsamplingNearest2d",
]  # fmt: skip

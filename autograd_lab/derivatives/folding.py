"""Images as windows, and channels as places: the same numbers in another order, added up where they meet."""

import math
from typing import Any

import numpy as np

from .._core.refusals.layers import check_pixel_shuffle
from .._core.table.row import derivative
from ._windows import columns, each, lay_down, output_size, surround, without


def im2col_forward(self: Any, kernel_size: Any, dilation: Any, padding: Any, stride: Any) -> np.ndarray:
    """Every window as a column: (N, C, H, W) → (N, C · kernel, places)."""
    kernel_size, dilation, padding, stride = (each(given, 2) for given in (kernel_size, dilation, padding, stride))
    seen = columns(surround(self, padding), kernel_size, stride, dilation)
    shape = (*self.shape[:-3], self.shape[-3] * math.prod(kernel_size), math.prod(seen.shape[-2:]))
    laid = seen.reshape(shape)
    return laid.copy() if np.may_share_memory(laid, self) else laid  # windows of one element are the image itself


im2col = derivative(
    "im2col(Tensor self, int[2] kernel_size, int[2] dilation, int[2] padding, int[2] stride) -> Tensor",
    node="Im2ColBackward0",
    forward=im2col_forward,
    self=lambda grad, self_argsize_minus_2, self_argsize_minus_1, kernel_size, dilation, padding, stride: col2im(
        grad, (self_argsize_minus_2, self_argsize_minus_1), kernel_size, dilation, padding, stride
    ),
    does="Every window of an image as a column: (N, C, H, W) → (N, C · kernel, places).",
    tex=dict(forward=r"z_{kp} = x_{p + k}", self=r"\bar{x}_q = \sum_k \bar{z}_{k, q - k}"),
    samples=lambda make: [
        (make(1, 2, 3, 4), (2, 2), (1, 1), (0, 0), (1, 1)),
        (make(1, 4, 3), (2, 1), (2, 1), (1, 0), (1, 2)),
    ],
)


def window_counts(sizes: Any, kernel: Any, stride: Any, padding: Any, dilation: Any) -> list[int]:
    """How many places a window has in each dimension."""
    numbers = zip(sizes, kernel, stride, padding, dilation, strict=True)
    return [output_size(*each_dim, False) for each_dim in numbers]


def col2im_forward(
    self: Any, output_size: Any, kernel_size: Any, dilation: Any, padding: Any, stride: Any
) -> np.ndarray:
    """Columns added up on the places they came from: (N, C · kernel, places) → (N, C, H, W)."""
    numbers = (each(given, 2) for given in (output_size, kernel_size, dilation, padding, stride))
    sizes, kernel, dilation, padding, stride = numbers
    counts = window_counts(sizes, kernel, stride, padding, dilation)
    channels = self.shape[-2] // math.prod(kernel)
    laid = self.reshape(*self.shape[:-2], channels, *kernel, *counts)
    wide = tuple(n + 2 * p for n, p in zip(sizes, padding, strict=True))
    return without(padding, lay_down(laid, wide, stride, dilation))


col2im = derivative(
    "col2im(Tensor self, SymInt[2] output_size, int[2] kernel_size, int[2] dilation, int[2] padding, int[2] stride) "
    "-> Tensor",
    node="Col2ImBackward0",
    forward=col2im_forward,
    self=lambda grad, kernel_size, dilation, padding, stride: im2col(grad, kernel_size, dilation, padding, stride),
    does="Columns added up on the places they came from: (N, C · kernel, places) → (N, C, H, W).",
    tex=dict(forward=r"z_q = \sum_k x_{k, q - k}", self=r"\bar{x}_{kp} = \bar{z}_{p + k}"),
    samples=lambda make: [
        (make(1, 8, 6), (3, 4), (2, 2), (1, 1), (0, 0), (1, 1)),
        (make(4, 4), (2, 2), (2, 2), (2, 2), (2, 1), (2, 1)),
    ],
)


def shuffle(self: Any, upscale_factor: int) -> np.ndarray:
    """Each group of r² channels becomes an image r times as high and wide: (…, C · r², H, W) → (…, C, r · H, r · W)."""
    r, (*batch, channels, height, width) = upscale_factor, self.shape
    fine = np.moveaxis(self.reshape(*batch, channels // r**2, r, r, height, width), (-4, -3), (-3, -1))
    return np.array(fine, order="C").reshape(*batch, channels // r**2, height * r, width * r)


pixel_shuffle = derivative(
    "pixel_shuffle(Tensor self, int upscale_factor) -> Tensor",
    node="PixelShuffleBackward0",
    forward=shuffle,
    self=lambda grad, upscale_factor: pixel_unshuffle(grad, upscale_factor),
    variants="function",
    refuse=check_pixel_shuffle,
    does="Each group of r² channels as an image r times as high and wide: (…, C · r², H, W) → (…, C, r·H, r·W).",
    tex=dict(
        forward=r"z_{c, rh + i, rw + j} = x_{c r^2 + r i + j, h, w}",
        self=r"\bar{x} = \operatorname{unshuffle}(\bar{z})",
    ),
    samples=lambda make: [(make(1, 8, 2, 1), 2), (make(4, 1, 1), 2)],
)


def unshuffle(self: Any, downscale_factor: int) -> np.ndarray:
    """The way back of `shuffle`."""
    r, (*batch, channels, height, width) = downscale_factor, self.shape
    fine = np.moveaxis(self.reshape(*batch, channels, height // r, r, width // r, r), (-3, -1), (-4, -3))
    return np.array(fine, order="C").reshape(*batch, channels * r**2, height // r, width // r)


pixel_unshuffle = derivative(
    "pixel_unshuffle(Tensor self, int downscale_factor) -> Tensor",
    node="PixelUnshuffleBackward0",
    forward=unshuffle,
    self=lambda grad, downscale_factor: pixel_shuffle(grad, downscale_factor),
    variants="function",
    does="Each r × r block of an image as r² channels: (…, C, r·H, r·W) → (…, C · r², H, W).",
    tex=dict(
        forward=r"z_{c r^2 + r i + j, h, w} = x_{c, rh + i, rw + j}", self=r"\bar{x} = \operatorname{shuffle}(\bar{z})"
    ),
    samples=lambda make: [(make(1, 1, 2, 4), 2), (make(2, 2, 2), 2)],
)

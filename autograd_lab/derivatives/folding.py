"""Images as windows, and channels as places: the same numbers in another order, added up where they meet."""

import math
from typing import Any

import numpy as np

from .._table.row import derivative
from ._windows import columns, each, lay_down, output_size, surround, without


def im2col_forward(self: Any, kernel_size: Any, dilation: Any, padding: Any, stride: Any) -> np.ndarray:
    """Every window as a column: (N, C, H, W) → (N, C · kernel, places)."""
    kernel_size, dilation, padding, stride = (each(given, 2) for given in (kernel_size, dilation, padding, stride))
    seen = columns(surround(self, padding), kernel_size, stride, dilation)
    shape = (*self.shape[:-3], self.shape[-3] * math.prod(kernel_size), math.prod(seen.shape[-2:]))
    return seen.reshape(shape)


im2col = derivative(
    "im2col(Tensor self, int[2] kernel_size, int[2] dilation, int[2] padding, int[2] stride) -> Tensor",
    does="Every window of an image as a column: (N, C, H, W) → (N, C · kernel, places).",
    node="Im2ColBackward0",
    forward=im2col_forward,
    self=lambda grad, self_argsize_minus_2, self_argsize_minus_1, kernel_size, dilation, padding, stride: col2im(
        grad, (self_argsize_minus_2, self_argsize_minus_1), kernel_size, dilation, padding, stride
    ),
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
    does="Columns added up on the places they came from: (N, C · kernel, places) → (N, C, H, W).",
    node="Col2ImBackward0",
    forward=col2im_forward,
    self=lambda grad, kernel_size, dilation, padding, stride: im2col(grad, kernel_size, dilation, padding, stride),
    tex=dict(forward=r"z_q = \sum_k x_{k, q - k}", self=r"\bar{x}_{kp} = \bar{z}_{p + k}"),
    samples=lambda make: [
        (make(1, 8, 6), (3, 4), (2, 2), (1, 1), (0, 0), (1, 1)),
        (make(4, 4), (2, 2), (2, 2), (2, 2), (2, 1), (2, 1)),
    ],
)


def shuffle(self: Any, upscale_factor: int) -> np.ndarray:
    """Each group of r² channels becomes an image r times as high and wide: (…, C · r², H, W) → (…, C, r · H, r · W)."""
    if self.ndim < 3:
        raise RuntimeError(
            f"pixel_shuffle expects input to have at least 3 dimensions, but got input with {self.ndim} dimension(s)"
        )
    r, (*batch, channels, height, width) = upscale_factor, self.shape
    if channels % r**2:
        raise RuntimeError(
            "pixel_shuffle expects its input's 'channel' dimension to be divisible by the square of upscale_factor, "
            f"but input.size(-3)={channels} is not divisible by {r**2}"
        )
    fine = np.moveaxis(self.reshape(*batch, channels // r**2, r, r, height, width), (-4, -3), (-3, -1))
    return np.array(fine, order="C").reshape(*batch, channels // r**2, height * r, width * r)


pixel_shuffle = derivative(
    "pixel_shuffle(Tensor self, int upscale_factor) -> Tensor",
    does="Each group of r² channels as an image r times as high and wide: (…, C · r², H, W) → (…, C, r·H, r·W).",
    node="PixelShuffleBackward0",
    variants="function",
    forward=shuffle,
    self=lambda grad, upscale_factor: pixel_unshuffle(grad, upscale_factor),
    tex=dict(
        forward=r"z_{c, rh + i, rw + j} = x_{c r^2 + r i + j, h, w}",
        self=r"\bar{x} = \operatorname{unshuffle}(\bar{z})",
    ),
    samples=lambda make: [(make(1, 8, 2, 1), 2), (make(4, 1, 1), 2)],
)


def unshuffle(self: Any, downscale_factor: int) -> np.ndarray:
    """The way back of `shuffle`."""
    if self.ndim < 3:
        raise RuntimeError(
            f"pixel_unshuffle expects input to have at least 3 dimensions, but got input with {self.ndim} dimension(s)"
        )
    r, (*batch, channels, height, width) = downscale_factor, self.shape
    for word, place, n in (("height", -2, height), ("width", -1, width)):
        if n % r:
            raise RuntimeError(
                f"pixel_unshuffle expects {word} to be divisible by downscale_factor, but input.size({place})={n} is "
                f"not divisible by {r}"
            )
    fine = np.moveaxis(self.reshape(*batch, channels, height // r, r, width // r, r), (-3, -1), (-4, -3))
    return np.array(fine, order="C").reshape(*batch, channels * r**2, height // r, width // r)


pixel_unshuffle = derivative(
    "pixel_unshuffle(Tensor self, int downscale_factor) -> Tensor",
    does="Each r × r block of an image as r² channels: (…, C, r·H, r·W) → (…, C · r², H, W).",
    node="PixelUnshuffleBackward0",
    variants="function",
    forward=unshuffle,
    self=lambda grad, downscale_factor: pixel_shuffle(grad, downscale_factor),
    tex=dict(
        forward=r"z_{c r^2 + r i + j, h, w} = x_{c, rh + i, rw + j}", self=r"\bar{x} = \operatorname{shuffle}(\bar{z})"
    ),
    samples=lambda make: [(make(1, 1, 2, 4), 2), (make(2, 2, 2), 2)],
)


def in_turns(self: Any, groups: int) -> np.ndarray:
    """The channels (dimension 1) of several groups, one of each in turn."""
    if self.ndim <= 2:
        raise RuntimeError(f"channel_shuffle expects input with > 2 dims, but got input with sizes {list(self.shape)}")
    if groups <= 0:
        raise RuntimeError(f"Number of groups to divide channels in must be positive. Value of groups:{groups}")
    count, channels, *rest = self.shape
    if channels % groups:
        raise RuntimeError(
            f"Number of channels must be divisible by groups. Got {channels} channels and {groups} groups."
        )
    grouped = self.reshape(count, groups, channels // groups, *rest)
    return np.array(np.swapaxes(grouped, 1, 2), order="C").reshape(self.shape)


channel_shuffle = derivative(
    "channel_shuffle(Tensor self, SymInt groups) -> Tensor",
    does="The channels of ``groups`` groups, one of each in turn: (a a a b b b) becomes (a b a b a b).",
    node="ChannelShuffleBackward0",
    variants="function",
    forward=in_turns,
    self=lambda grad, groups: channel_shuffle(grad, grad.shape[1] // groups),
    tex=dict(forward=r"z_{g + G c} = x_{c + C g}", self=r"\bar{x}_{c + C g} = \bar{z}_{g + G c}"),
    samples=lambda make: [(make(2, 4, 2), 2), (make(1, 6, 1, 2), 3)],
)

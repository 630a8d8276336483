"""Images as windows, and channels as places: the same numbers in another order, added up where they meet."""

import math
from typing import Any

import numpy as np

from .convolution import each, lay_down, output_size, surround, windows


# ----- images as windows ---------------------------------------------------------------------------------------------
def im2col(self: Any, kernel_size: Any, dilation: Any, padding: Any, stride: Any) -> np.ndarray:
    """Every window as a column: (N, C, H, W) → (N, C · kernel, places)."""
    kernel_size, dilation, padding, stride = (each(given, 2) for given in (kernel_size, dilation, padding, stride))
    seen = windows(surround(self, padding), kernel_size, stride, dilation)
    shape = (*self.shape[:-3], self.shape[-3] * math.prod(kernel_size), math.prod(seen.shape[-2:]))
    return np.array(seen, order="C").reshape(shape)


def col2im(self: Any, output_size: Any, kernel_size: Any, dilation: Any, padding: Any, stride: Any) -> np.ndarray:
    """Columns added up on the places they came from: (N, C · kernel, places) → (N, C, H, W)."""
    numbers = (each(given, 2) for given in (output_size, kernel_size, dilation, padding, stride))
    sizes, kernel, dilation, padding, stride = numbers
    counts = window_counts(sizes, kernel, stride, padding, dilation)
    channels = self.shape[-2] // math.prod(kernel)
    columns = self.reshape(*self.shape[:-2], channels, *kernel, *counts)
    wide = tuple(n + 2 * p for n, p in zip(sizes, padding, strict=True))
    return lay_down(columns, wide, padding, stride, dilation)


def window_counts(sizes: Any, kernel: Any, stride: Any, padding: Any, dilation: Any) -> list[int]:
    """How many places a window has in each dimension."""
    numbers = zip(sizes, kernel, stride, padding, dilation, strict=True)
    return [output_size(*each_dim, False) for each_dim in numbers]


# ----- channels as places --------------------------------------------------------------------------------------------
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

"""Refusals of layers: sizes and types that do not go together."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from ..base import dtypes
from .common import needs_float, refuse, same_scalar_type, type_of, wrap_dim


def _check_types(input: Any, kernel: str, *others: Any) -> None:
    """Raise, in PyTorch's order and words, unless all are floats of one type."""
    given = _kinds(input, *others)
    needs_float(input, kernel)
    for kind in given:
        if kind != input.dtype:
            wanted, found = (dtypes.of(item).short for item in (input.dtype, kind))
            raise RuntimeError(f"expected scalar type {wanted} but found {found}")


def _kinds(input: Any, *others: Any) -> list[np.dtype]:
    """The types of what else is given, of which the first must be the input's; PyTorch looks at that first of all."""
    given = [other.dtype for other in others if other is not None]
    if given and given[0] != input.dtype:
        if given[0] != np.float32:
            raise RuntimeError("mixed dtype (CPU): expect parameter to have scalar type of Float")
        raise RuntimeError("mixed dtype (CPU): all inputs must share same datatype.")
    return given


def check_normalized_shape(
    input: Any, shape: tuple[int, ...], weight: Any, bias: Any = None, star: str = "*, "
) -> None:
    """Raise unless the last lengths of the input, and those of weight and bias, are ``shape``."""
    if not shape:
        raise RuntimeError(
            "Expected normalized_shape to be at least 1-dimensional, i.e., containing at least one element, but got "
            "normalized_shape = []"
        )
    for name, item in (("weight", weight), ("bias", bias)):
        if item is not None and item.shape != shape:
            raise RuntimeError(
                f"Expected {name} to be of same shape as normalized_shape, but got {name} of shape "
                f"{list(item.shape)} and normalized_shape = {list(shape)}"
            )
    if input.shape[-len(shape) :] != shape:
        wanted = star + ", ".join(map(str, shape))
        raise RuntimeError(
            f"Given normalized_shape={list(shape)}, expected input with shape [{wanted}], but got input of size"
            f"{list(input.shape)}"
        )


def check_layer_norm(input: Any, normalized_shape: tuple[int, ...], weight: Any, bias: Any, eps: float) -> None:
    _kinds(input, weight, bias)
    check_normalized_shape(input, normalized_shape, weight, bias)
    _check_types(input, "LayerNormKernelImpl", weight, bias)


def check_batch_norm(input: Any, weight: Any, bias: Any, running_mean: Any, running_var: Any, *options: Any) -> None:
    _check_types(input, "batch_norm", weight, bias, running_mean, running_var)


def check_group_norm(input: Any, weight: Any, bias: Any, *options: Any) -> None:
    _check_types(input, "GroupNormKernelImpl", weight, bias)


# ----- attention, convolution, distances ------------------------------------------------------------------------------
def check_attention(query: Any, key: Any, value: Any, *options: Any) -> None:
    if query.dtype.kind != "f":
        raise RuntimeError(
            "scaled_dot_product_attention_flash_attention: Expected data type in FP32, FP64, BF16, FP16, but got "
            f"{type_of(query)} instead."
        )
    same_scalar_type(query, key, value)


def same_type(name: str, input: Any, other: Any) -> None:
    """PyTorch's words when weight or bias have another type than the input."""
    if other is None or input.dtype == other.dtype:
        return
    mine, its = type_of(input), type_of(other)
    if input.dtype == np.float32:
        raise RuntimeError(
            f"Input type (torch.{mine}Tensor) and {name} type (torch.{its}Tensor) should be the same or input "
            f"should be a MKLDNN tensor and {name} is a dense tensor"
        )
    raise RuntimeError(f"expected scalar type {mine} but found {its}")


def check_cdist(x1: Any, x2: Any, p: float, compute_mode: int | None) -> None:
    for name, item in (("X1", x1), ("X2", x2)):
        if item.dtype.kind != "f":
            raise RuntimeError(f"cdist only supports floating-point dtypes, {name} got: {type_of(item)}")
    for name, item in (("X1", x1), ("X2", x2)):
        if item.ndim < 2:
            raise RuntimeError(f"cdist only supports at least 2D tensors, {name} got: {item.ndim}D")
    if x1.shape[-1] != x2.shape[-1]:
        raise RuntimeError(f"X1 and X2 must have the same number of columns. X1: {x1.shape[-1]} X2: {x2.shape[-1]}")
    if p < 0:
        raise RuntimeError("cdist only supports non-negative p values")
    if x1.dtype != x2.dtype:
        raise RuntimeError(f"expected scalar type {type_of(x1)} but found {type_of(x2)}")


# ----- images ---------------------------------------------------------------------------------------------------------
def check_upsampling(self: Any, output_size: Sequence[int], kind: str) -> None:
    """``kind``: the name of the function that finds the old places of a new one."""
    if self.ndim != 4:
        raise RuntimeError(f"It is expected input_size equals to 4, but got size {self.ndim}")
    if 0 in self.shape[1:] or min(output_size) <= 0:
        old, new = (f"H: {n[0]}, W: {n[1]}" for n in (self.shape[2:], output_size))
        raise RuntimeError(f"Input and output sizes should be greater than 0, but got input ({old}) output ({new})")
    if self.dtype.kind != "f" and self.dtype != np.uint8:
        refuse("biu", self, f"upsample_{'bilinear' if kind == 'linear' else kind}2d_channels_last")


def check_affine_grid(theta: Any, size: tuple[int, ...], align_corners: bool) -> None:
    if theta.shape[0] != size[0]:
        wanted, found = [size[0], theta.shape[2]], [theta.shape[0], theta.shape[2]]
        raise RuntimeError(f"Expected size for first two dimensions of batch2 tensor to be: {wanted} but got: {found}.")


def check_grid_sampler(image: Any, grid: Any, *options: Any) -> None:
    sizes = f"input with sizes {list(image.shape)} and grid with sizes {list(grid.shape)}"
    if image.shape[0] != grid.shape[0]:
        raise RuntimeError(f"grid_sampler(): expected grid and input to have same batch size, but got {sizes}")
    if image.ndim != 4 or grid.ndim != 4 or grid.shape[-1] != 2 or 0 in image.shape[2:]:
        raise RuntimeError(f"grid_sampler(): expected images (N, C, H, W) and a grid (N, H, W, 2), but got {sizes}")
    needs_float(image, "grid_sampler_2d_cpu_kernel_impl")
    if image.dtype != grid.dtype:
        raise RuntimeError(f"expected scalar type {type_of(image)} but found {type_of(grid)}")


def check_pixel_shuffle(self: Any, upscale_factor: int) -> None:
    channels, r = self.shape[-3], upscale_factor
    if channels % r**2:
        raise RuntimeError(
            "pixel_shuffle expects its input's 'channel' dimension to be divisible by the square of upscale_factor, "
            f"but input.size(-3)={channels} is not divisible by {r**2}"
        )


def check_adaptive_avg_pool2d(self: Any, output_size: Sequence[int]) -> None:
    needs_float(self, "adaptive_avg_pool2d")


# ----- packed sequences -----------------------------------------------------------------------------------------------
def _check_lengths(input: Any, lengths: Any, batch: int) -> None:
    if lengths.ndim != 1:
        raise RuntimeError(
            f"'lengths' argument should be a 1D CPU int64 tensor, but got {lengths.ndim}D cpu Long tensor"
        )
    if not input.size:
        raise RuntimeError("Cannot pack empty tensors.")
    if len(lengths) != batch:
        raise RuntimeError(
            f"Expected `len(lengths)` to be equal to batch_size, but got {len(lengths)} (batch_size={batch})"
        )
    if np.any(lengths[:-1] < lengths[1:]):
        raise RuntimeError(
            "`lengths` array must be sorted in decreasing order when `enforce_sorted` is True. You can pass "
            "`enforce_sorted=False` to pack_padded_sequence and/or pack_sequence to sidestep this requirement if you "
            "do not need ONNX exportability."
        )
    if lengths[-1] <= 0:
        raise RuntimeError(
            "Length of all samples has to be greater than 0, but found an element in 'lengths' that is <= 0"
        )


def check_pack_padded_sequence(input: Any, lengths: Any, batch_first: bool) -> None:
    wrap_dim(1, input.ndim)
    _check_lengths(input, lengths, input.shape[0 if batch_first else 1])


def check_sizes_left(sizes: Sequence[int]) -> None:
    """What padding with negative numbers has left."""
    if min(sizes, default=0) < 0:
        raise RuntimeError("narrow(): length must be non-negative.")

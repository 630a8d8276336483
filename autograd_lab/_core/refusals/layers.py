"""Refusals of layers and losses: sizes and types that do not go together, targets that are no targets."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from .common import needs_float, same_scalar_type, type_of, wrap_dim


def check_normalized_shape(input: Any, shape: tuple[int, ...], weight: Any = None, star: str = "*, ") -> None:
    """Raise unless the last lengths of the input, and those of the weight, are ``shape``."""
    if weight is not None and weight.shape != shape:
        raise RuntimeError(
            f"Expected weight to be of same shape as normalized_shape, but got weight of shape {list(weight.shape)} "
            f"and normalized_shape = {list(shape)}"
        )
    if not shape or input.shape[-len(shape) :] != shape:
        wanted = star + ", ".join(map(str, shape))
        raise RuntimeError(
            f"Given normalized_shape={list(shape)}, expected input with shape [{wanted}], but got input of size"
            f"{list(input.shape)}"
        )


def _check_types(input: Any, kernel: str, *others: Any) -> None:
    """Raise unless all are floats of one type."""
    for other in others:
        if other is not None and other.dtype != input.dtype:
            wanted = "expect parameter to have scalar type of Float"
            if other.dtype == np.float32:
                wanted = "all inputs must share same datatype."
            raise RuntimeError(f"mixed dtype (CPU): {wanted}")
    needs_float(input, kernel)


def check_layer_norm(input: Any, normalized_shape: tuple[int, ...], weight: Any, bias: Any, eps: float) -> None:
    check_normalized_shape(input, normalized_shape, weight)
    _check_types(input, "LayerNormKernelImpl", weight, bias)


def check_batch_norm(input: Any, weight: Any, bias: Any, *options: Any) -> None:
    _check_types(input, "batch_norm", weight, bias)


def check_group_norm(input: Any, weight: Any, bias: Any, *options: Any) -> None:
    _check_types(input, "GroupNormKernelImpl", weight, bias)


def check_upsampling(self: Any, output_size: Sequence[int]) -> None:
    if self.ndim != 4:
        raise RuntimeError(f"It is expected input_size equals to 4, but got size {self.ndim}")
    if 0 in self.shape[1:] or min(output_size) <= 0:
        old, new = (f"H: {n[0]}, W: {n[1]}" for n in (self.shape[2:], output_size))
        raise RuntimeError(f"Input and output sizes should be greater than 0, but got input ({old}) output ({new})")
    if self.dtype != np.uint8:
        needs_float(self, "upsample")


def check_grid_sampler(image: Any, grid: Any, *options: Any) -> None:
    sizes = f"input with sizes {list(image.shape)} and grid with sizes {list(grid.shape)}"
    if image.shape[:1] != grid.shape[:1]:
        raise RuntimeError(f"grid_sampler(): expected grid and input to have same batch size, but got {sizes}")
    if image.ndim != 4 or grid.ndim != 4 or grid.shape[-1] != 2 or 0 in image.shape[2:]:
        raise RuntimeError(f"grid_sampler(): expected images (N, C, H, W) and a grid (N, H, W, 2), but got {sizes}")
    same_scalar_type(image, grid)
    needs_float(image, "grid_sampler_2d_cpu_kernel_impl")


def check_pack_padded_sequence(input: Any, lengths: Any, batch_first: bool) -> None:
    wrap_dim(1, input.ndim)
    batch = input.shape[0 if batch_first else 1]
    if lengths.shape != (batch,) or not input.size:
        raise RuntimeError(
            f"Expected `len(lengths)` to be equal to batch_size, but got {lengths.size} (batch_size={batch})"
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


def check_pixel_shuffle(self: Any, upscale_factor: int) -> None:
    channels, r = self.shape[-3], upscale_factor
    if channels % r**2:
        raise RuntimeError(
            "pixel_shuffle expects its input's 'channel' dimension to be divisible by the square of upscale_factor, "
            f"but input.size(-3)={channels} is not divisible by {r**2}"
        )


def check_sizes_left(sizes: Sequence[int]) -> None:
    """What padding with negative numbers has left."""
    if min(sizes, default=0) < 0:
        raise RuntimeError("narrow(): length must be non-negative.")


# ----- losses ---------------------------------------------------------------------------------------------------------
def check_binary_cross_entropy(self: Any, target: Any, weight: Any, reduction: int) -> None:
    check_found(self, target, weight)
    inside = {name: np.ravel((item >= 0) & (item <= 1)) for name, item in (("input", self), ("target", target))}
    wrong = [(where.argmin(), name) for name, where in inside.items() if not where.all()]
    if wrong:  # PyTorch goes from element to element
        raise RuntimeError(f"all elements of {min(wrong)[1]} should be between 0 and 1")
    needs_float(self, "binary_cross_entropy")


def check_binary_cross_entropy_with_logits(
    self: Any, target: Any, weight: Any, pos_weight: Any, reduction: int
) -> None:
    if target.dtype.kind != "f":
        raise RuntimeError(f"result type {type_of(self)} can't be cast to the desired output type {type_of(target)}")


def check_found(self: Any, *others: Any) -> None:
    for other in others:
        if other is not None and other.dtype != self.dtype:
            raise RuntimeError(f"Found dtype {type_of(other)} but expected {type_of(self)}")


# ----- classes --------------------------------------------------------------------------------------------------------
_CLASS_TYPES = (np.dtype("int64"), np.dtype("uint8"))


def _check_classes(self: Any, target: Any, weight: Any) -> None:
    if target.dtype not in _CLASS_TYPES:
        raise RuntimeError(f"expected target dtype to be Long or Byte, but got {type_of(target)}")
    needs_float(self, "nll_loss_out_frame" if self.ndim < 3 else "nll_loss2d_forward_out_frame")
    classes = self.shape[min(self.ndim - 1, 1)]
    if weight is not None:
        _check_weight(self, weight, classes)


def check_labels(target: Any, classes: int, ignore_index: int) -> None:
    for label in target[(target < 0) | (target >= classes)].tolist():
        if label != ignore_index:
            raise IndexError(f"Target {label} is out of bounds.")


def _check_weight(self: Any, weight: Any, classes: int) -> None:
    if weight.shape != (classes,):
        raise RuntimeError(
            f"weight tensor should be defined either for all {classes} classes or no classes but got weight tensor of "
            f"shape: {list(weight.shape)}"
        )
    same_scalar_type(self, weight)


def check_nll_loss(self: Any, target: Any, weight: Any, reduction: int, ignore_index: int) -> None:
    if target.ndim > 1:
        raise RuntimeError("0D or 1D target tensor expected, multi-target not supported")
    if self.ndim == 1 and target.size != 1:
        raise ValueError(f"For 1D input, 1D target must have size 1, but got target size: {target.size}")
    _check_classes(self, target, weight)


def check_nll_loss2d(self: Any, target: Any, weight: Any, reduction: int, ignore_index: int) -> None:
    if target.ndim != 3:
        raise RuntimeError(
            f"only batches of spatial targets supported (3D tensors) but got targets of dimension: {target.ndim}"
        )
    if self.shape[:1] + self.shape[2:] != target.shape:
        raise RuntimeError(f"size mismatch (got input: {list(self.shape)} , target: {list(target.shape)}")
    _check_classes(self, target, weight)

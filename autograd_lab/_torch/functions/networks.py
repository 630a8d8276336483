"""Activations and normalisation, where they are public in PyTorch itself, not only in ``nn.functional``."""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from ... import derivatives as d
from ..._core.call_in_place import call_in_place
from ..._core.refusals.common import needs_float
from ..._core.refusals.networks import check_normalized_shape
from ..._core.tensor import Tensor, wrap
from .shapes import contiguous, contiguous_format, reshape

SELU_ALPHA, SELU_SCALE = 1.6732632423543772848170429916717, 1.0507009873554804934193349852946


# ----- activations -------------------------------------------------------------------------------------------------
def relu_(input: Tensor) -> Tensor:
    """In-place `relu`: what is below 0 becomes 0."""
    return input.relu_()


def selu(input: Tensor) -> Tensor:
    """`elu` with the two constants that keep mean 0 and variance 1: ``1.051 · x``, below 0 ``1.758 · (eˣ - 1)``."""
    return d.elu(input, SELU_ALPHA, SELU_SCALE)


def selu_(input: Tensor) -> Tensor:
    """In-place `selu`."""
    return call_in_place(d.elu_in_place, (input, SELU_ALPHA, SELU_SCALE, 1))


def prelu(input: Tensor, weight: Tensor) -> Tensor:
    """x, and ``weight`` times x below zero: one weight, or one for each channel (dimension 1).

    Raises:
        RuntimeError: not as many weights as channels, or different dtypes.
    """
    if weight.ndim > 1:
        raise RuntimeError(f"prelu: Expected `weight` to be a scalar or 1D tensor, but got: ndim = {weight.ndim}")
    if weight.numel() != 1:
        if not input.ndim:
            raise RuntimeError("Not allow zero-dim input tensor.")
        channels = input.shape[1] if input.ndim > 1 else 1
        if channels != weight.numel():
            raise RuntimeError(
                "Mismatch of parameter numbers and input channel size. Found parameter numbers = "
                f"{weight.numel()} and channel size = {channels}."
            )
    if input.dtype != weight.dtype:
        kinds = f"{input.dtype.short} and {weight.dtype.short}"
        raise RuntimeError(f"prelu: Type promoting not supported. Got {kinds}")
    shape = tuple(weight.numel() if i == 1 else 1 for i in range(input.ndim))
    if input.ndim == 1:
        shape = (1,)
    return d.prelu_kernel(input, weight if weight._data.shape == shape else reshape(weight, shape))


# ----- normalisation -----------------------------------------------------------------------------------------------
def layer_norm(
    input: Tensor,
    normalized_shape: Sequence[int],
    weight: Tensor | None = None,
    bias: Tensor | None = None,
    eps: float = 1e-5,
    cudnn_enable: bool = True,
) -> Tensor:
    """``(x - mean) / √(variance + eps) · weight + bias`` over the last dimensions, those of ``normalized_shape``.

    Raises:
        RuntimeError: an input whose last dimensions are others.
    """
    shape = _shape(normalized_shape, "layer_norm")
    return d.layer_norm(input, shape, weight, bias, float(eps))[0]


def _shape(normalized_shape: Any, name: str) -> tuple[int, ...]:
    if not isinstance(normalized_shape, Sequence):
        raise TypeError(
            f"{name}(): argument 'normalized_shape' (position 2) must be tuple of ints, not "
            f"{type(normalized_shape).__name__}"
        )
    return tuple(int(n) for n in normalized_shape)


def batch_norm(
    input: Tensor,
    weight: Tensor | None,
    bias: Tensor | None,
    running_mean: Tensor | None,
    running_var: Tensor | None,
    training: bool,
    momentum: float,
    eps: float,
    cudnn_enabled: bool = True,
) -> Tensor:
    """``(x - mean) / √(variance + eps) · weight + bias`` for each channel (dimension 1).

    In training mean and variance are the batch's, and the running ones move towards them by ``momentum``; otherwise
    they are the running ones.

    Raises:
        RuntimeError: a parameter with another number of channels, or no running ones outside training.
    """
    channels = input.shape[1] if input.ndim > 1 else 0
    if not input._data.size and input.ndim > 1:  # as in PyTorch, so that the parameters are in the graph all the same
        result = d.clone(input)
        result = result if weight is None else d.mul(result, d.select(weight, 0, 0))
        return result if bias is None else d.add(result, d.select(bias, 0, 0))
    for name, item in (
        ("running_mean", running_mean),
        ("running_var", running_var),
        ("weight", weight),
        ("bias", bias),
    ):
        if item is not None and item.numel() != channels:
            raise RuntimeError(f"{name} should contain {channels} elements not {item.numel()}")
        if item is None and not training and name.startswith("running"):
            raise RuntimeError(f"{name} must be defined in evaluation mode")
    if input.ndim < 2:
        raise IndexError(
            f"Dimension out of range (expected to be in range of [{-max(input.ndim, 1)}, {max(input.ndim - 1, 0)}], "
            "but got 1)"
        )
    if not input.numel():
        result = d.clone(input)
        result = result if weight is None else result * weight[0]
        return result if bias is None else result + bias[0]
    return d.batch_norm(input, weight, bias, running_mean, running_var, bool(training), float(momentum), float(eps))[0]


def group_norm(
    input: Tensor,
    num_groups: int,
    weight: Tensor | None = None,
    bias: Tensor | None = None,
    eps: float = 1e-5,
    cudnn_enabled: bool = True,
) -> Tensor:
    """``(x - mean) / √(variance + eps)`` in each sample's groups of channels; ``· weight + bias`` for each channel.

    Raises:
        RuntimeError: channels that do not divide into the groups, or parameters of another shape.
    """
    shape = input._data.shape
    if num_groups <= 0:
        raise RuntimeError(f"Expected num groups to be greater than 0, got {num_groups}")
    if shape[1] % num_groups:
        raise RuntimeError(
            "Expected number of channels in input to be divisible by num_groups, but got input of shape "
            f"{list(shape)} and num_groups={num_groups}"
        )
    given = [0] if weight is None else list(weight.shape)  # PyTorch's message shows the weight's shape for both
    for name, item in (("weight", weight), ("bias", bias)):
        if item is not None and item._data.shape != shape[1:2]:
            raise RuntimeError(
                f"Expected {name} to be a vector of size equal to the number of channels in input, but got {name} of "
                f"shape {given} and input of shape {list(shape)}"
            )
    return d.group_norm(
        contiguous(input), weight, bias, shape[0], shape[1], math.prod(shape[2:]), num_groups, float(eps)
    )[0]


def instance_norm(
    input: Tensor,
    weight: Tensor | None,
    bias: Tensor | None,
    running_mean: Tensor | None,
    running_var: Tensor | None,
    use_input_stats: bool,
    momentum: float,
    eps: float,
    cudnn_enabled: bool = True,
) -> Tensor:
    """`batch_norm` of each sample by itself: the samples' channels stand side by side as one sample's.

    Raises:
        RuntimeError: no running mean and variance where ``use_input_stats`` is false.
    """
    if not use_input_stats and (running_mean is None or running_var is None):
        raise RuntimeError("Expected running_mean and running_var to be defined when use_input_stats is false")
    count, channels, *rest = input._data.shape
    side_by_side = reshape(contiguous(input), (1, count * channels, *rest))
    weight, bias = (item if item is None else item.repeat(count) for item in (weight, bias))
    running = [None if item is None else wrap(np.tile(item._data, count)) for item in (running_mean, running_var)]
    out = batch_norm(side_by_side, weight, bias, *running, use_input_stats, momentum, eps)
    for item, moved in zip((running_mean, running_var), running, strict=True):
        if item is not None and use_input_stats:
            item._data[...] = moved._data.reshape(count, channels).mean(axis=0)
    return reshape(out, input._data.shape)


def rms_norm(
    input: Tensor, normalized_shape: Sequence[int], weight: Tensor | None = None, eps: float | None = None
) -> Tensor:
    """``x / √(mean(x²) + eps) · weight`` over the last dimensions, those of ``normalized_shape``.

    Raises:
        RuntimeError, ValueError: an input whose last dimensions are others.
    """
    shape = _shape(normalized_shape, "rms_norm")
    if input.ndim < len(shape):
        raise ValueError(f"Input tensor must have at least {len(shape)} dimensions, but got {input.ndim}")
    check_normalized_shape(input._data, shape, None if weight is None else weight._data, star="*")
    needs_float(input._data, "rms_norm")
    eps = float(np.finfo(input._data.dtype).eps) if eps is None else float(eps)
    dims = tuple(range(input.ndim - len(shape), input.ndim))
    square = d.mean_dim(d.pow_number(input, 2), dims, True)
    result = d.mul(input, d.rsqrt(d.add_scalar(square, eps)))
    result = result if weight is None else d.mul(result, weight)
    row_major = np.empty_like(input._data).flags.c_contiguous  # else PyTorch's result lies as the input does: it copies
    return result if row_major else d.clone(result, memory_format=contiguous_format)


__all__ = [
    "batch_norm", "group_norm", "instance_norm", "layer_norm", "prelu", "relu_", "rms_norm", "selu", "selu_",
]  # fmt: skip
METHODS = ["prelu"]

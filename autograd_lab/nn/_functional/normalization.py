"""Normalisations: mean 0 and variance 1 over some of the dimensions, then ``· weight + bias``."""

import math
from collections.abc import Sequence

import numpy as np

from ... import derivatives as d
from ..._core.refusals.common import needs_float
from ..._core.refusals.layers import check_normalized_shape
from ..._core.tensor import Tensor, wrap
from ..._torch.functions.shapes import contiguous, contiguous_format, reshape


def layer_norm(
    input: Tensor,
    normalized_shape: Sequence[int],
    weight: Tensor | None = None,
    bias: Tensor | None = None,
    eps: float = 1e-5,
) -> Tensor:
    """(x - mean) / √(var + eps) · weight + bias over the last dimensions, whose lengths are ``normalized_shape``."""
    shape = tuple(int(n) for n in normalized_shape)
    return d.layer_norm(input, shape, weight, bias, float(eps))[0]


def batch_norm(
    input: Tensor,
    running_mean: Tensor | None,
    running_var: Tensor | None,
    weight: Tensor | None = None,
    bias: Tensor | None = None,
    training: bool = False,
    momentum: float = 0.1,
    eps: float = 1e-5,
) -> Tensor:
    """(x - mean) / √(var + eps) · weight + bias over everything but the channels (dimension 1) of (N, C, …).

    In training the batch's own mean and variance are used, and the running ones move towards them by ``momentum``;
    otherwise the running ones are used.

    Raises:
        ValueError: one number per channel in training, or an ``eps`` below 0.
    """
    if training:
        _check_count(input.shape, input.shape[0] * math.prod(input.shape[2:]) if input.ndim else 1, "value per channel")
    if training and eps <= 0:
        raise ValueError(f"batch_norm eps must be positive during training, but got {eps}")
    if eps < 0:
        raise ValueError(f"batch_norm eps must be non-negative, but got {eps}")
    return _batch_norm(input, running_mean, running_var, weight, bias, training, momentum, eps)


def _batch_norm(
    input: Tensor,
    running_mean: Tensor | None,
    running_var: Tensor | None,
    weight: Tensor | None,
    bias: Tensor | None,
    training: bool,
    momentum: float,
    eps: float,
) -> Tensor:
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
    return d.batch_norm(input, weight, bias, running_mean, running_var, bool(training), float(momentum), float(eps))[0]


def group_norm(
    input: Tensor, num_groups: int, weight: Tensor | None = None, bias: Tensor | None = None, eps: float = 1e-5
) -> Tensor:
    """(x - mean) / √(var + eps) · weight + bias over each group of channels of (N, C, …), sample by sample.

    Raises:
        ValueError: a group of one number.
    """
    if input.ndim < 2:
        raise RuntimeError(f"Expected at least 2 dimensions for input tensor but received {input.ndim}")
    size = [input.shape[0] * input.shape[1] // num_groups, num_groups, *input.shape[2:]]
    _check_count(size, size[0] * math.prod(size[2:]), "value per channel")
    shape = input._data.shape
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
    running_mean: Tensor | None = None,
    running_var: Tensor | None = None,
    weight: Tensor | None = None,
    bias: Tensor | None = None,
    use_input_stats: bool = True,
    momentum: float = 0.1,
    eps: float = 1e-5,
) -> Tensor:
    """(x - mean) / √(var + eps) · weight + bias over the places of each channel of each sample of (N, C, …).

    Raises:
        ValueError: a channel of one place.
    """
    if use_input_stats:
        _check_count(input.shape, math.prod(input.shape[2:]), "spatial element")
    if not use_input_stats and (running_mean is None or running_var is None):
        raise RuntimeError("Expected running_mean and running_var to be defined when use_input_stats is false")
    count, channels, *rest = input._data.shape
    side_by_side = reshape(contiguous(input), (1, count * channels, *rest))
    weight, bias = (item if item is None else item.repeat(count) for item in (weight, bias))
    running = [None if item is None else wrap(np.tile(item._data, count)) for item in (running_mean, running_var)]
    out = _batch_norm(side_by_side, *running, weight, bias, use_input_stats, momentum, eps)
    for item, moved in zip((running_mean, running_var), running, strict=True):
        if item is not None and use_input_stats:
            item._data[...] = moved._data.reshape(count, channels).mean(axis=0)
    return reshape(out, input._data.shape)


def _check_count(size: Sequence[int], count: int, what: str) -> None:
    if count == 1:
        raise ValueError(f"Expected more than 1 {what} when training, got input size {size}")


def rms_norm(
    input: Tensor, normalized_shape: Sequence[int], weight: Tensor | None = None, eps: float | None = None
) -> Tensor:
    """``x / √(mean(x²) + eps) · weight`` over the last dimensions, those of ``normalized_shape``.

    Raises:
        RuntimeError, ValueError: an input whose last dimensions are others.
    """
    shape = tuple(int(n) for n in normalized_shape)
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


def normalize(input: Tensor, p: float = 2.0, dim: int = 1, eps: float = 1e-12) -> Tensor:
    """Divided by the p-norm along ``dim`` (by ``eps``, where that is larger). The shape stays."""
    norm = d.linalg_vector_norm(input, p, (dim,), True)
    return input / norm.clamp_min(eps).expand_as(input)


__all__ = [
    "batch_norm", "group_norm", "instance_norm", "layer_norm", "normalize", "rms_norm",
]  # fmt: skip

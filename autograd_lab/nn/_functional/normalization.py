"""Normalisations: mean 0 and variance 1 over some of the dimensions, then ``· weight + bias``."""

import math
from collections.abc import Sequence

from ... import derivatives as d
from ..._core.tensor import Tensor
from ..._torch import functions as functions
from ..._torch.functions.networks import rms_norm as rms_norm
from .padding import pad
from .pooling import avg_pool2d


def layer_norm(
    input: Tensor,
    normalized_shape: Sequence[int],
    weight: Tensor | None = None,
    bias: Tensor | None = None,
    eps: float = 1e-5,
) -> Tensor:
    """(x - mean) / √(var + eps) · weight + bias over the last dimensions, whose lengths are ``normalized_shape``."""
    return functions.layer_norm(input, normalized_shape, weight, bias, eps)


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
    return functions.batch_norm(input, weight, bias, running_mean, running_var, training, momentum, eps)


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
    return functions.group_norm(input, num_groups, weight, bias, eps)


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
    return functions.instance_norm(input, weight, bias, running_mean, running_var, use_input_stats, momentum, eps)


def _check_count(size: Sequence[int], count: int, what: str) -> None:
    if count == 1:
        raise ValueError(f"Expected more than 1 {what} when training, got input size {size}")


def local_response_norm(input: Tensor, size: int, alpha: float = 1e-4, beta: float = 0.75, k: float = 1.0) -> Tensor:
    """x / (k + α · the mean square of ``size`` neighbouring channels)^β. (N, C, …) → the same shape.

    In one node more or less than PyTorch: the mean is taken by `avg_pool2d`, whatever the rank.

    Raises:
        ValueError: fewer than three dimensions.
    """
    if input.ndim < 3:
        raise ValueError(
            f"Expected 3D or higher dimensionality                          input (got {input.ndim} dimensions)"
        )
    if not input.numel():
        return input
    squares = (input * input).view(input.shape[0], 1, input.shape[1], -1)
    mean = avg_pool2d(pad(squares, (0, 0, size // 2, (size - 1) // 2)), (size, 1), stride=1)
    return input / (mean.view(input.shape) * alpha + k) ** beta


def normalize(input: Tensor, p: float = 2.0, dim: int = 1, eps: float = 1e-12) -> Tensor:
    """Divided by the p-norm along ``dim`` (by ``eps``, where that is larger). The shape stays."""
    norm = d.linalg_vector_norm(input, p, (dim,), True)
    return input / norm.clamp_min(eps).expand_as(input)


__all__ = [
    "batch_norm", "group_norm", "instance_norm", "layer_norm", "local_response_norm", "normalize", "rms_norm",
]  # fmt: skip

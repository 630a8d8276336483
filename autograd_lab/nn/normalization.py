"""Normalisations as modules. PyTorch: torch/nn/modules/{normalization,batchnorm,instancenorm}.py.

Weights start at 1 and biases at 0, so that at first only the normalisation is left.
"""

from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np

from .._core.tensor import Tensor, wrap
from . import functional, init
from ._initial_weights import filled
from .module import Module
from .parameter import Parameter


class _Norm(Module):
    """The base of all normalisations: the weight and the bias, either of which may be missing."""

    weight: Parameter | None
    bias: Parameter | None
    _sizes: ClassVar[tuple[str, ...]] = ("normalized_shape",)
    _shown: ClassVar[tuple[str, ...]]
    """The sizes, and the settings, that are printed."""

    def _add_weights(self, shape: Any, weight: bool, bias: bool, dtype: Any, device: Any) -> None:
        for name, wanted, start in (("weight", weight, 1.0), ("bias", bias, 0.0)):
            self.register_parameter(name, Parameter(filled(shape, start, dtype, device)) if wanted else None)

    def reset_parameters(self) -> None:
        """Set the weight to 1 and the bias to 0."""
        if self.weight is not None:
            init.ones_(self.weight)
        if self._parameters.get("bias") is not None:
            init.zeros_(self.bias)

    def extra_repr(self) -> str:
        """``3, eps=1e-05, momentum=0.1, affine=True, bias=True, track_running_stats=True``"""
        settings = {name: getattr(self, name) for name in self._shown}
        if "bias" in settings:
            settings["bias"] = self.bias is not None
        return ", ".join([*(f"{getattr(self, size)}" for size in self._sizes), *map("%s=%s".__mod__, settings.items())])


# ----- over the last dimensions, or over groups of channels ----------------------------------------------------------
class LayerNorm(_Norm):
    """``(x - mean) / √(var + eps) · weight + bias`` over the last dimensions, of the lengths ``normalized_shape``."""

    _shown = ("eps", "elementwise_affine", "bias")

    def __init__(
        self,
        normalized_shape: int | Sequence[int],
        eps: float = 1e-5,
        elementwise_affine: bool = True,
        bias: bool = True,
        device: Any = None,
        dtype: Any = None,
    ):
        super().__init__()
        self.normalized_shape = _as_tuple(normalized_shape)
        self.eps, self.elementwise_affine = eps, elementwise_affine
        self._add_weights(self.normalized_shape, elementwise_affine, elementwise_affine and bias, dtype, device)

    def forward(self, input: Tensor) -> Tensor:
        """(…, normalized_shape) → the same shape."""
        return functional.layer_norm(input, self.normalized_shape, self.weight, self.bias, self.eps)


def _as_tuple(shape: int | Sequence[int]) -> tuple[int, ...]:
    return (shape,) if isinstance(shape, int) else tuple(shape)


class RMSNorm(_Norm):
    """``x / √(mean(x²) + eps) · weight`` over the last dimensions; ``eps`` is the dtype's own unless given."""

    _shown = ("eps", "elementwise_affine")

    def __init__(
        self,
        normalized_shape: int | Sequence[int],
        eps: float | None = None,
        elementwise_affine: bool = True,
        device: Any = None,
        dtype: Any = None,
    ):
        super().__init__()
        self.normalized_shape = _as_tuple(normalized_shape)
        self.eps, self.elementwise_affine = eps, elementwise_affine
        weight = Parameter(filled(self.normalized_shape, 1.0, dtype, device)) if elementwise_affine else None
        self.register_parameter("weight", weight)

    def forward(self, x: Tensor) -> Tensor:
        """(…, normalized_shape) → the same shape."""
        return functional.rms_norm(x, self.normalized_shape, self.weight, self.eps)


class GroupNorm(_Norm):
    """``(x - mean) / √(var + eps) · weight + bias`` over each sample's ``num_groups`` groups of channels.

    Raises:
        ValueError: channels that ``num_groups`` does not divide.
    """

    _sizes = ("num_groups", "num_channels")
    _shown = ("eps", "affine", "bias")

    def __init__(
        self,
        num_groups: int,
        num_channels: int,
        eps: float = 1e-5,
        affine: bool = True,
        device: Any = None,
        dtype: Any = None,
        *,
        bias: bool = True,
    ):
        super().__init__()
        if num_channels % num_groups:
            raise ValueError(f"num_channels ({num_channels}) must be divisible by num_groups ({num_groups})")
        self.num_groups, self.num_channels, self.eps, self.affine = num_groups, num_channels, eps, affine
        self._add_weights(num_channels, affine, affine and bias, dtype, device)

    def forward(self, input: Tensor) -> Tensor:
        """(N, num_channels, …) → the same shape."""
        return functional.group_norm(input, self.num_groups, self.weight, self.bias, self.eps)


# ----- over the batch ------------------------------------------------------------------------------------------------
class _BatchNorm(_Norm):
    """Each channel over the batch in training; in evaluation with the running mean and variance it collected."""

    _ranks: ClassVar[tuple[int, ...]] = ()
    _version = 2
    _sizes = ("num_features",)
    _shown = ("eps", "momentum", "affine", "bias", "track_running_stats")

    def __init_subclass__(cls, ranks: tuple[int, ...] = (), **more: Any) -> None:
        super().__init_subclass__(**more)
        cls._ranks = ranks or cls._ranks

    def __init__(
        self,
        num_features: int,
        eps: float = 1e-5,
        momentum: float | None = 0.1,
        affine: bool = True,
        track_running_stats: bool = True,
        device: Any = None,
        dtype: Any = None,
        *,
        bias: bool = True,
    ):
        super().__init__()
        self.num_features, self.eps, self.momentum = num_features, eps, momentum
        self.affine, self.track_running_stats = affine, track_running_stats
        self._add_weights(num_features, affine, affine and bias, dtype, device)
        track = track_running_stats
        self.register_buffer("running_mean", filled(num_features, 0.0, dtype, device) if track else None)
        self.register_buffer("running_var", filled(num_features, 1.0, dtype, device) if track else None)
        self.register_buffer("num_batches_tracked", wrap(np.array(0)) if track else None)

    def _younger_than(self, version: int | None) -> tuple[str, ...]:
        return ("num_batches_tracked",) if version is None or version < 2 else ()

    def reset_running_stats(self) -> None:
        """Reset the running statistics: mean 0, variance 1, no batches."""
        if self.track_running_stats:
            for buffer, start in ((self.running_mean, 0), (self.running_var, 1), (self.num_batches_tracked, 0)):
                init.constant_(buffer, start)

    def reset_parameters(self) -> None:
        """Set the weight to 1 and the bias to 0, and reset the running statistics."""
        self.reset_running_stats()
        super().reset_parameters()

    def _check_input_dim(self, input: Tensor) -> None:
        if input.ndim not in self._ranks:
            wanted = " or ".join(f"{rank}D" for rank in self._ranks)
            raise ValueError(f"expected {wanted} input (got {input.ndim}D input)")

    def forward(self, input: Tensor) -> Tensor:
        """(N, num_features, …) → the same shape."""
        self._check_input_dim(input)
        share = 0.0 if self.momentum is None else self.momentum
        if self.training and self.track_running_stats and self.num_batches_tracked is not None:
            self.num_batches_tracked.add_(1)
            if self.momentum is None:  # the plain average of all batches
                share = 1.0 / float(self.num_batches_tracked.item())
        own = self.training or (self.running_mean is None and self.running_var is None)
        keep = not self.training or self.track_running_stats
        running = (self.running_mean, self.running_var) if keep else (None, None)
        return functional.batch_norm(input, *running, self.weight, self.bias, own, share, self.eps)


class BatchNorm1d(_BatchNorm, ranks=(2, 3)):
    """Each channel of (N, C) or (N, C, L) over the batch and the places; see `BatchNorm2d`."""


class BatchNorm2d(_BatchNorm, ranks=(4,)):
    """Each channel of (N, C, H, W) over the batch and the places: ``(x - mean) / √(var + eps) · weight + bias``.

    In training with the batch's own mean and variance, and the running ones move towards them by ``momentum`` (None:
    they become the plain average of all batches); in evaluation with the running ones.

    Raises:
        ValueError: an input of another rank, or one number per channel in training.
    """


class BatchNorm3d(_BatchNorm, ranks=(5,)):
    """Each channel of (N, C, D, H, W) over the batch and the places; see `BatchNorm2d`."""


# ----- over each sample by itself -------------------------------------------------------------------------------------
class _InstanceNorm(_BatchNorm):
    """The settings of a batch norm, without weights and running statistics by default."""

    def __init__(
        self,
        num_features: int,
        eps: float = 1e-5,
        momentum: float | None = 0.1,
        affine: bool = False,
        track_running_stats: bool = False,
        device: Any = None,
        dtype: Any = None,
        *,
        bias: bool = True,
    ):
        super().__init__(num_features, eps, momentum, affine, track_running_stats, device, dtype, bias=bias)

    def forward(self, input: Tensor) -> Tensor:
        """(N, num_features, …) or (num_features, …) → the same shape."""
        self._check_input_dim(input)
        alone, place = self._ranks[0], input.ndim - self._ranks[0]
        if self.affine and input.shape[place] != self.num_features:
            raise ValueError(
                f"expected input's size at dim={place} to match num_features ({self.num_features}), but got: "
                f"{input.shape[place]}."
            )
        own, share = self.training or not self.track_running_stats, self.momentum or 0.0
        batch = input.unsqueeze(0) if input.ndim == alone else input
        out = functional.instance_norm(
            batch, self.running_mean, self.running_var, self.weight, self.bias, own, share, self.eps
        )
        return out.squeeze(0) if input.ndim == alone else out


class InstanceNorm1d(_InstanceNorm, ranks=(2, 3)):
    """Each channel of each sample of (N, C, L), or of (C, L), over its places; see `InstanceNorm2d`."""


class InstanceNorm2d(_InstanceNorm, ranks=(3, 4)):
    """Each channel of each sample of (N, C, H, W), or of (C, H, W), over its places: mean 0, variance 1.

    With ``affine`` then ``· weight + bias``; with ``track_running_stats`` in evaluation by the running mean and
    variance, which move in training by ``momentum`` towards the mean of the samples'.

    Raises:
        ValueError: an input of another rank, another number of channels where there are weights, or a channel of one
            place in training.
    """


class InstanceNorm3d(_InstanceNorm, ranks=(4, 5)):
    """Each channel of each sample of (N, C, D, H, W), or of (C, D, H, W), over its places; see `InstanceNorm2d`."""


__all__ = [
    "BatchNorm1d", "BatchNorm2d", "BatchNorm3d", "GroupNorm", "InstanceNorm1d", "InstanceNorm2d", "InstanceNorm3d",
    "LayerNorm", "RMSNorm",
]  # fmt: skip

"""Normalisation of each channel of each sample by itself. PyTorch: torch/nn/modules/instancenorm.py."""

from typing import Any

from .._base.learners_line import warn
from ..autograd._tensor import Tensor
from . import functional
from .normalization import _BatchNorm


class _InstanceNorm(_BatchNorm):
    """The settings of a batch norm, with neither weights nor running statistics unless they are asked for."""

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
        if input.shape[place] != self.num_features:
            if self.affine:
                raise ValueError(
                    f"expected input's size at dim={place} to match num_features ({self.num_features}), but got: "
                    f"{input.shape[place]}."
                )
            warn(
                f"input's size at dim={place} does not match num_features. You can silence this warning by not passing "
                "in num_features, which is not used because affine=False"
            )
        if input.ndim == alone:
            return self._normalized(input.unsqueeze(0)).squeeze(0)
        return self._normalized(input)

    def _normalized(self, input: Tensor) -> Tensor:
        own = self.training or not self.track_running_stats
        share = 0.0 if self.momentum is None else self.momentum
        return functional.instance_norm(
            input, self.running_mean, self.running_var, self.weight, self.bias, own, share, self.eps
        )


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


__all__ = ["InstanceNorm1d", "InstanceNorm2d", "InstanceNorm3d"]

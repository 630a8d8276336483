"""Layers that learn the size of their input from the first one. PyTorch: torch/nn/modules/lazy.py.

Until then their parameters have no shape (``uninitialized.py``). With the first call the parameters get one, and their
numbers; the very same objects, so an optimiser that has them keeps them. Then the layer becomes an ordinary one.
"""

from typing import Any, ClassVar

import numpy as np

from ..autograd._tensor import Tensor, wrap
from ..autograd.grad_mode import no_grad
from .convolution import Conv1d, Conv2d, Conv3d, ConvTranspose1d, ConvTranspose2d, ConvTranspose3d
from .instance_norm import InstanceNorm1d, InstanceNorm2d, InstanceNorm3d
from .layers import Linear
from .module import Module
from .normalization import BatchNorm1d, BatchNorm2d, BatchNorm3d
from .parameter import UninitializedBuffer, UninitializedParameter, is_lazy


class LazyModuleMixin:
    """Base of the lazy layers, before the layer itself: ``class LazyLinear(LazyModuleMixin, Linear)``."""

    cls_to_become: ClassVar[type[Module] | None] = None

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """The first call: find the sizes, become an ordinary layer, and call that."""
        self.initialize_parameters(*args, **kwargs)
        if self.has_uninitialized_params():
            raise RuntimeError(f"module {type(self).__name__} has not been fully initialized")
        if self.cls_to_become is not None:
            self.__class__ = self.cls_to_become
            return self(*args, **kwargs)
        return super().__call__(*args, **kwargs)

    def initialize_parameters(self, *args: Any, **kwargs: Any) -> None:
        """Find the sizes in the first input; each lazy layer writes its own."""
        raise NotImplementedError(f"initialize_parameters is not implemented for {type(self).__name__}")

    def has_uninitialized_params(self) -> bool:
        """Whether a parameter or a buffer has no shape yet."""
        return any(is_lazy(item) for item in (*self._parameters.values(), *self._buffers.values()))

    def reset_parameters(self) -> None:
        """The numbers that a new layer starts from; nothing before the sizes are known."""
        if not self.has_uninitialized_params():
            super().reset_parameters()

    def _add_uninitialized(self, bias: bool, device: Any, dtype: Any) -> None:
        self.weight = UninitializedParameter(device=device, dtype=dtype)
        if bias:
            self.bias = UninitializedParameter(device=device, dtype=dtype)

    def _materialize(self, weight: tuple[int, ...], bias: tuple[int, ...]) -> None:
        with no_grad():
            self.weight.materialize(weight)
            if self.bias is not None:
                self.bias.materialize(bias)
            self.reset_parameters()


class LazyLinear(LazyModuleMixin, Linear):
    """A `Linear` layer whose ``in_features`` is the last size of its first input; then it is one."""

    cls_to_become = Linear

    def __init__(self, out_features: int, bias: bool = True, device: Any = None, dtype: Any = None):
        super().__init__(0, 0, False)
        self.out_features = out_features
        self._add_uninitialized(bias, device, dtype)

    def initialize_parameters(self, input: Tensor) -> None:
        """``in_features`` from the input, and the numbers."""
        found = input.shape[-1]
        if self.has_uninitialized_params():
            self.in_features = found
            self._materialize((self.out_features, found), (self.out_features,))
        if self.in_features == 0:  # the weights were loaded
            if found != self.weight.shape[-1]:
                raise AssertionError(
                    f"The in_features inferred from input: {found} is not equal to in_features from self.weight: "
                    f"{self.weight.shape[-1]}"
                )
            self.in_features = found


class _LazyConvolution(LazyModuleMixin):
    """What the lazy convolutions share: ``in_channels`` comes from the first input."""

    def __init__(
        self,
        out_channels: int,
        kernel_size: Any,
        stride: Any = 1,
        padding: Any = 0,
        dilation: Any = 1,
        groups: int = 1,
        bias: bool = True,
        padding_mode: str = "zeros",
        device: Any = None,
        dtype: Any = None,
    ):
        super().__init__(0, 0, kernel_size, stride, padding, dilation, groups, False, padding_mode, device, dtype)
        self.out_channels = out_channels
        self._add_uninitialized(bias, device, dtype)

    def initialize_parameters(self, input: Tensor) -> None:
        """``in_channels`` from the input, and the numbers."""
        if not self.has_uninitialized_params():
            return
        rank = self._rank
        if input.dim() not in (rank + 1, rank + 2):
            raise RuntimeError(
                f"Expected {rank + 1}D (unbatched) or {rank + 2}D (batched) input to {type(self).__name__}, but got "
                f"input of size: {input.shape}"
            )
        self.in_channels = input.shape[1] if input.dim() == rank + 2 else input.shape[0]
        if self.in_channels % self.groups:
            raise ValueError("in_channels must be divisible by groups")
        self._materialize(self._weight_shape(), (self.out_channels,))

    def _weight_shape(self) -> tuple[int, ...]:
        return self.out_channels, self.in_channels // self.groups, *self.kernel_size


class LazyConv1d(_LazyConvolution, Conv1d):
    """A `Conv1d` whose ``in_channels`` is found in its first input; then it is one."""

    cls_to_become = Conv1d


class LazyConv2d(_LazyConvolution, Conv2d):
    """A `Conv2d` whose ``in_channels`` is found in its first input; then it is one."""

    cls_to_become = Conv2d


class LazyConv3d(_LazyConvolution, Conv3d):
    """A `Conv3d` whose ``in_channels`` is found in its first input; then it is one."""

    cls_to_become = Conv3d


class _LazyTransposed(_LazyConvolution):
    """What the lazy transposed convolutions share: ``in_channels`` comes from the first input."""

    def __init__(
        self,
        out_channels: int,
        kernel_size: Any,
        stride: Any = 1,
        padding: Any = 0,
        output_padding: Any = 0,
        groups: int = 1,
        bias: bool = True,
        dilation: Any = 1,
        padding_mode: str = "zeros",
        device: Any = None,
        dtype: Any = None,
    ):
        super(_LazyConvolution, self).__init__(
            0, 0, kernel_size, stride, padding, output_padding, groups, False, dilation, padding_mode, device, dtype
        )
        self.out_channels = out_channels
        self._add_uninitialized(bias, device, dtype)

    def _weight_shape(self) -> tuple[int, ...]:
        return self.in_channels, self.out_channels // self.groups, *self.kernel_size


class LazyConvTranspose1d(_LazyTransposed, ConvTranspose1d):
    """A `ConvTranspose1d` whose ``in_channels`` is found in its first input; then it is one."""

    cls_to_become = ConvTranspose1d


class LazyConvTranspose2d(_LazyTransposed, ConvTranspose2d):
    """A `ConvTranspose2d` whose ``in_channels`` is found in its first input; then it is one."""

    cls_to_become = ConvTranspose2d


class LazyConvTranspose3d(_LazyTransposed, ConvTranspose3d):
    """A `ConvTranspose3d` whose ``in_channels`` is found in its first input; then it is one."""

    cls_to_become = ConvTranspose3d


class _LazyNorm(LazyModuleMixin):
    """What the lazy normalisations share: ``num_features`` comes from the first input."""

    def __init__(
        self,
        eps: float = 1e-5,
        momentum: float | None = 0.1,
        affine: bool = True,
        track_running_stats: bool = True,
        device: Any = None,
        dtype: Any = None,
        *,
        bias: bool = True,
    ):
        super().__init__(0, eps, momentum, False, False, device, dtype, bias=False)
        self.affine, self.track_running_stats = affine, track_running_stats
        if affine:
            self._add_uninitialized(bias, device, dtype)
        if track_running_stats:
            self.running_mean = UninitializedBuffer(device=device, dtype=dtype)
            self.running_var = UninitializedBuffer(device=device, dtype=dtype)
            self.num_batches_tracked = wrap(np.array(0))

    def initialize_parameters(self, input: Tensor) -> None:
        """``num_features`` from the input; then all starts as in any new layer."""
        if not self.has_uninitialized_params():
            return
        self.num_features = input.shape[1]
        for item in (*self._parameters.values(), *self._buffers.values()):
            if is_lazy(item):
                item.materialize((self.num_features,))
        self.reset_parameters()


class LazyBatchNorm1d(_LazyNorm, BatchNorm1d):
    """A `BatchNorm1d` whose ``num_features`` is found in its first input; then it is one."""

    cls_to_become = BatchNorm1d


class LazyBatchNorm2d(_LazyNorm, BatchNorm2d):
    """A `BatchNorm2d` whose ``num_features`` is found in its first input; then it is one."""

    cls_to_become = BatchNorm2d


class LazyBatchNorm3d(_LazyNorm, BatchNorm3d):
    """A `BatchNorm3d` whose ``num_features`` is found in its first input; then it is one."""

    cls_to_become = BatchNorm3d


class LazyInstanceNorm1d(_LazyNorm, InstanceNorm1d):
    """An `InstanceNorm1d` whose ``num_features`` is found in its first input; then it is one."""

    cls_to_become = InstanceNorm1d


class LazyInstanceNorm2d(_LazyNorm, InstanceNorm2d):
    """An `InstanceNorm2d` whose ``num_features`` is found in its first input; then it is one."""

    cls_to_become = InstanceNorm2d


class LazyInstanceNorm3d(_LazyNorm, InstanceNorm3d):
    """An `InstanceNorm3d` whose ``num_features`` is found in its first input; then it is one."""

    cls_to_become = InstanceNorm3d


__all__ = [
    "LazyBatchNorm1d",
    "LazyBatchNorm2d",
    "LazyBatchNorm3d",
    "LazyConv1d",
    "LazyConv2d",
    "LazyConv3d",
    "LazyConvTranspose1d",
    "LazyConvTranspose2d",
    "LazyConvTranspose3d",
    "LazyInstanceNorm1d",
    "LazyInstanceNorm2d",
    "LazyInstanceNorm3d",
    "LazyLinear",
]

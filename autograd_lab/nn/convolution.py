"""Convolution layers. PyTorch: torch/nn/modules/conv.py."""

from typing import Any, ClassVar

from ..autograd._tensor import Tensor
from . import functional
from ._starting import array_type, start_over, weight_and_bias
from .module import Module


class _Convolution(Module):
    """What `Conv1d` and `Conv2d` share: the parameters, how they start, and how the layer prints."""

    _rank: ClassVar[int]

    def __init_subclass__(cls, rank: int = 0, **more: Any) -> None:
        super().__init_subclass__(**more)
        cls._rank = rank or cls._rank

    def __init__(
        self,
        in_channels: int,
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
        super().__init__()
        _check(in_channels, out_channels, groups, padding, stride, padding_mode, self._rank)
        self.in_channels, self.out_channels, self.groups = in_channels, out_channels, groups
        self.kernel_size, self.stride, self.dilation = (_times(n, self._rank) for n in (kernel_size, stride, dilation))
        self.padding = padding if isinstance(padding, str) else _times(padding, self._rank)
        self.padding_mode = padding_mode
        kind = array_type(dtype, type(self).__name__)
        self.weight, start = weight_and_bias((out_channels, in_channels // groups, *self.kernel_size), bias, kind)
        self.register_parameter("bias", start)  # None without a bias

    def reset_parameters(self) -> None:
        """The numbers that a new layer starts from once more."""
        start_over(self.weight, self.bias)

    def forward(self, input: Tensor) -> Tensor:
        """(N, in_channels, …) → (N, out_channels, …)."""
        convolve = getattr(functional, f"conv{self._rank}d")
        if self.padding_mode == "zeros":
            return convolve(input, self.weight, self.bias, self.stride, self.padding, self.dilation, self.groups)
        padded = functional.pad(input, self._ends(), mode=self.padding_mode)
        return convolve(padded, self.weight, self.bias, self.stride, (0,) * self._rank, self.dilation, self.groups)

    def _ends(self) -> list[int]:
        """The padding as `functional.pad` wants it: two numbers for each dimension, the last dimension first."""
        if self.padding == "valid":
            return [0, 0] * self._rank
        if self.padding == "same":
            total = [d * (k - 1) for d, k in zip(self.dilation, self.kernel_size, strict=True)]
            return [n for t in reversed(total) for n in (t // 2, t - t // 2)]
        return [n for n in reversed(self.padding) for _ in range(2)]

    def extra_repr(self) -> str:
        """``1, 6, kernel_size=(5, 5), stride=(1, 1)``, and what differs from the defaults."""
        words = [f"{self.in_channels}, {self.out_channels}, kernel_size={self.kernel_size}, stride={self.stride}"]
        if self.padding != (0,) * self._rank:
            words.append(f"padding={self.padding}")
        if self.dilation != (1,) * self._rank:
            words.append(f"dilation={self.dilation}")
        if self.groups != 1:
            words.append(f"groups={self.groups}")
        if self.bias is None:
            words.append("bias=False")
        if self.padding_mode != "zeros":
            words.append(f"padding_mode={self.padding_mode}")
        return ", ".join(words)


class Conv1d(_Convolution, rank=1):
    """Slides ``weight`` (out_channels, in_channels / groups, k) over (N, in_channels, L); see `Conv2d`."""


class Conv2d(_Convolution, rank=2):
    """Slides ``weight`` (out_channels, in_channels / groups, kH, kW) over (N, in_channels, H, W); `functional.conv2d`.

    Weight and bias start from uniform numbers in ±1/√(in_channels / groups · kH · kW), the same ones as in PyTorch
    after the same `manual_seed`. Sizes are a number or a pair; ``padding`` may be "same" or "valid", and
    ``padding_mode`` "zeros", "reflect", "replicate" or "circular".

    Raises:
        ValueError: channels that ``groups`` does not divide, or an unknown kind of padding.
    """


def _times(given: Any, rank: int) -> tuple[int, ...]:
    return tuple(given) if isinstance(given, tuple | list) else (given,) * rank


def _check(
    in_channels: int, out_channels: int, groups: int, padding: Any, stride: Any, padding_mode: str, rank: int
) -> None:
    if groups <= 0:
        raise ValueError("groups must be a positive integer")
    if in_channels % groups:
        raise ValueError("in_channels must be divisible by groups")
    if out_channels % groups:
        raise ValueError("out_channels must be divisible by groups")
    if isinstance(padding, str):
        if padding not in ("same", "valid"):
            raise ValueError(f"Invalid padding string {padding!r}, should be one of {{'same', 'valid'}}")
        if padding == "same" and any(step != 1 for step in _times(stride, rank)):
            raise ValueError("padding='same' is not supported for strided convolutions")
    modes = ("circular", "reflect", "replicate", "zeros")
    if padding_mode not in modes:
        raise ValueError(f"padding_mode must be one of {set(modes)}, but got padding_mode='{padding_mode}'")


__all__ = ["Conv1d", "Conv2d"]

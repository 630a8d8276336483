"""Convolution layers. PyTorch: torch/nn/modules/conv.py."""

from collections.abc import Iterable
from typing import Any, ClassVar

from .._core.tensor import Tensor
from .._torch.creation.factory import array_type
from . import functional
from ._initial_weights import start_over, weight_and_bias
from .module import Module


class _ConvNd(Module):
    """The base of all convolutions: the settings, the starting numbers of the parameters, and the printed form.

    Sizes are tuples here, one number for each dimension. Programs inherit from it as ``nn.modules.conv._ConvNd``.
    """

    _rank: ClassVar[int]

    def __init_subclass__(cls, rank: int = 0, **more: Any) -> None:
        super().__init_subclass__(**more)
        if rank:
            cls._rank = rank

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size: tuple[int, ...],
        stride: tuple[int, ...],
        padding: str | tuple[int, ...],
        dilation: tuple[int, ...],
        transposed: bool,
        output_padding: tuple[int, ...],
        groups: int,
        bias: bool,
        padding_mode: str,
        device: Any = None,
        dtype: Any = None,
    ):
        super().__init__()
        _check(in_channels, out_channels, groups, padding, stride, padding_mode)
        self.in_channels, self.out_channels, self.groups = in_channels, out_channels, groups
        self.kernel_size, self.stride, self.padding, self.dilation = kernel_size, stride, padding, dilation
        self.transposed, self.output_padding, self.padding_mode = transposed, output_padding, padding_mode
        self.weight, start = weight_and_bias(self._weight_shape(), bias, array_type(dtype, device), out_channels)
        self.register_parameter("bias", start)  # None without a bias

    def _weight_shape(self) -> tuple[int, ...]:
        channels = (self.out_channels, self.in_channels)
        first, second = reversed(channels) if self.transposed else channels
        return first, second // self.groups, *self.kernel_size

    def reset_parameters(self) -> None:
        """Draw the starting numbers again."""
        start_over(self.weight, self.bias)

    def extra_repr(self) -> str:
        """``1, 6, kernel_size=(5, 5), stride=(1, 1)``, and the settings that are not the defaults."""
        words = [f"{self.in_channels}, {self.out_channels}, kernel_size={self.kernel_size}, stride={self.stride}"]
        rank = len(self.kernel_size)
        usual = {"padding": (0,) * rank, "dilation": (1,) * rank, "output_padding": (0,) * rank, "groups": 1}
        words += [f"{name}={getattr(self, name)}" for name, value in usual.items() if getattr(self, name) != value]
        if self.bias is None:
            words.append("bias=False")
        return ", ".join(words)


class _Sliding(_ConvNd):
    """A kernel that slides over the input, in as many dimensions as ``rank`` says."""

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
        kernel_size, stride, dilation, zeros = (_times(n, self._rank) for n in (kernel_size, stride, dilation, 0))
        padding = padding if isinstance(padding, str) else _times(padding, self._rank)
        super().__init__(
            in_channels, out_channels, kernel_size, stride, padding, dilation, False, zeros, groups, bias,
            padding_mode, device, dtype,
        )  # fmt: skip

    def forward(self, input: Tensor) -> Tensor:
        """(N, in_channels, …) → (N, out_channels, …)."""
        return self._conv_forward(input, self.weight, self.bias)

    def _conv_forward(self, input: Tensor, weight: Tensor, bias: Tensor | None) -> Tensor:
        """The convolution with another weight, for subclasses that compute their weight in each call."""
        convolve = getattr(functional, f"conv{self._rank}d")
        return convolve(input, weight, bias, self.stride, self.padding, self.dilation, self.groups)


class Conv1d(_Sliding, rank=1):
    """Slides ``weight`` (out_channels, in_channels / groups, k) over (N, in_channels, L); see `Conv2d`."""


class Conv2d(_Sliding, rank=2):
    """Slides ``weight`` (out_channels, in_channels / groups, kH, kW) over (N, in_channels, H, W); `functional.conv2d`.

    Weight and bias start from uniform numbers in ±1/√(in_channels / groups · kH · kW), the same ones as in PyTorch
    after the same `manual_seed`. Sizes are a number or a pair; ``padding`` may be "same" or "valid";
    ``padding_mode`` is "zeros".

    Raises:
        ValueError: channels that ``groups`` does not divide, or an unknown kind of padding.
    """


class Conv3d(_Sliding, rank=3):
    """Slides ``weight`` (out_channels, in_channels / groups, kD, kH, kW) over (N, in_channels, D, H, W); `Conv2d`."""


# ----- transposed ----------------------------------------------------------------------------------------------------
class _Transposed(_ConvNd):
    """Adds a multiple of the weights to the output for each place of the input."""

    def __init__(
        self,
        in_channels: int,
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
        sizes = (kernel_size, stride, dilation, output_padding)
        kernel_size, stride, dilation, output_padding = (_times(n, self._rank) for n in sizes)
        if isinstance(padding, str):
            raise ValueError("a transposed convolution takes no words for its padding")
        padding = _times(padding, self._rank)
        super().__init__(
            in_channels, out_channels, kernel_size, stride, padding, dilation, True, output_padding, groups, bias,
            padding_mode, device, dtype,
        )  # fmt: skip

    def forward(self, input: Tensor, output_size: Any = None) -> Tensor:
        """(N, in_channels, …) → (N, out_channels, …); ``output_size`` is left out, and refused."""
        if output_size is not None:
            raise NotImplementedError("output_size is left out here: output_padding says how many places are added.")
        convolve = getattr(functional, f"conv_transpose{self._rank}d")
        more = (self.stride, self.padding, self.output_padding, self.groups, self.dilation)
        return convolve(input, self.weight, self.bias, *more)


class ConvTranspose1d(_Transposed, rank=1):
    """Adds copies of ``weight`` (in_channels, out_channels / groups, k) to the output; see `ConvTranspose2d`."""


class ConvTranspose2d(_Transposed, rank=2):
    """Adds a copy of ``weight`` (in_channels, out_channels / groups, kH, kW) to the output for each place of the input.

    The copy is multiplied by the number at that place; see `functional.conv_transpose2d`.

    (N, in_channels, H, W) → (N, out_channels, …), the size from which `Conv2d` with these settings gives (H, W). Weight
    and bias start from uniform numbers in ±1/√(out_channels / groups · kH · kW), as in PyTorch. Sizes are a number or a
    pair; ``output_padding`` adds places at the far end.

    Raises:
        ValueError: channels that ``groups`` does not divide.
    """


class ConvTranspose3d(_Transposed, rank=3):
    """Adds copies of ``weight`` (in_channels, out_channels / groups, kD, kH, kW) to the output: `ConvTranspose2d`."""


# ----- arguments -----------------------------------------------------------------------------------------------------
def _times(given: Any, rank: int) -> tuple[int, ...]:
    return tuple(given) if isinstance(given, Iterable) else (given,) * rank


def _check(
    in_channels: int, out_channels: int, groups: int, padding: Any, stride: tuple[int, ...], padding_mode: str
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
        if padding == "same" and any(step != 1 for step in stride):
            raise ValueError("padding='same' is not supported for strided convolutions")
    if padding_mode != "zeros":
        raise NotImplementedError(f"padding_mode={padding_mode!r} is left out: pad the input by functional.pad.")


__all__ = ["Conv1d", "Conv2d", "Conv3d", "ConvTranspose1d", "ConvTranspose2d", "ConvTranspose3d"]

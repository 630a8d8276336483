"""Padding layers. PyTorch: torch/nn/modules/padding.py."""

from typing import Any

from ..autograd._tensor import Tensor
from . import functional
from .module import Module


class _Pad(Module):
    rank = 2
    mode = "constant"
    value: float | None = None

    def __init__(self, padding: Any):
        super().__init__()
        self.padding = tuple(padding) if isinstance(padding, tuple | list) else (padding,) * (2 * self.rank)

    def forward(self, input: Tensor) -> Tensor:
        """(…, L) → (…, left + L + right), and so on for the dimensions before."""
        return functional.pad(input, self.padding, self.mode, self.value)

    def extra_repr(self) -> str:
        """``(1, 1, 1, 1)``"""
        return f"{self.padding}"


class ConstantPad1d(_Pad):
    """``value`` at both ends of the last dimension; ``padding`` is a number or (left, right)."""

    rank = 1

    def __init__(self, padding: Any, value: float):
        super().__init__(padding)
        self.value = value

    def extra_repr(self) -> str:
        """``padding=(1, 1), value=3.5``"""
        return f"padding={self.padding}, value={self.value}"


class ConstantPad2d(ConstantPad1d):
    """``value`` around the last two dimensions; ``padding`` is a number or (left, right, top, bottom)."""

    rank = 2


class ZeroPad1d(ConstantPad1d):
    """Zeros at both ends of the last dimension."""

    def __init__(self, padding: Any):
        super().__init__(padding, 0.0)

    def extra_repr(self) -> str:
        """``(1, 1)``"""
        return f"{self.padding}"


class ZeroPad2d(ZeroPad1d):
    """Zeros around the last two dimensions."""

    rank = 2


class ReflectionPad1d(_Pad):
    """A mirror at both ends of the last dimension."""

    rank, mode = 1, "reflect"


class ReflectionPad2d(_Pad):
    """A mirror around the last two dimensions."""

    mode = "reflect"


class ReplicationPad1d(_Pad):
    """The edge again, at both ends of the last dimension."""

    rank, mode = 1, "replicate"


class ReplicationPad2d(_Pad):
    """The edge again, around the last two dimensions."""

    mode = "replicate"


class CircularPad1d(_Pad):
    """Each end of the last dimension goes on with the other."""

    rank, mode = 1, "circular"


class CircularPad2d(_Pad):
    """Each end of the last two dimensions goes on with the other."""

    mode = "circular"

"""Padding layers: (…, L) → (…, left + L + right), and so on for the dimensions before. PyTorch: …/modules/padding.py.

``padding`` is one number for all ends, or two for each dimension, the last dimension first: (left, right, top, bottom).
A negative number crops. Sizes that do not fit raise an error when the layer is called: see `functional.pad`.
"""

from collections.abc import Iterable
from typing import Any, ClassVar

from .._core.tensor import Tensor
from . import functional
from .module import Module


class _Pad(Module):
    _rank: ClassVar[int]
    _mode: ClassVar[str]
    value: float | None = None

    def __init_subclass__(cls, rank: int = 0, mode: str = "constant", **more: Any) -> None:
        super().__init_subclass__(**more)
        if rank:  # a user's subclass says nothing, and keeps what it inherits
            cls._rank, cls._mode = rank, mode

    def __init__(self, padding: Any):
        super().__init__()
        self.padding = tuple(padding) if isinstance(padding, Iterable) else (padding,) * (2 * self._rank)

    def forward(self, input: Tensor) -> Tensor:
        """(…, L) → (…, left + L + right), and so on for the dimensions before."""
        return functional.pad(input, self.padding, self._mode, self.value)

    def extra_repr(self) -> str:
        """``(1, 1, 1, 1)``"""
        return f"{self.padding}"


class ConstantPad2d(_Pad, rank=2):
    """``value`` around the last two dimensions; ``padding`` is a number or (left, right, top, bottom)."""

    def __init__(self, padding: Any, value: float):
        super().__init__(padding)
        self.value = value

    def extra_repr(self) -> str:
        """``padding=(1, 1, 1, 1), value=3.5``"""
        return f"padding={self.padding}, value={self.value}"


class ZeroPad2d(_Pad, rank=2):
    """Zeros around the last two dimensions; ``padding`` is a number or (left, right, top, bottom)."""

    value = 0.0


class ReflectionPad1d(_Pad, rank=1, mode="reflect"):
    """A mirror at both ends of the last dimension: (N, C, L) or (C, L). It needs fewer places than there are."""


class ReflectionPad2d(_Pad, rank=2, mode="reflect"):
    """A mirror around the last two dimensions: (N, C, H, W) or (C, H, W). It needs fewer places than there are."""


class ReplicationPad1d(_Pad, rank=1, mode="replicate"):
    """The edge again, at both ends of the last dimension: (N, C, L) or (C, L)."""


class ReplicationPad2d(_Pad, rank=2, mode="replicate"):
    """The edge again, around the last two dimensions: (N, C, H, W) or (C, H, W)."""


__all__ = [
    "ConstantPad2d", "ReflectionPad1d", "ReflectionPad2d", "ReplicationPad1d", "ReplicationPad2d", "ZeroPad2d",
]  # fmt: skip

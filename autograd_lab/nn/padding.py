"""Padding layers: (…, L) → (…, left + L + right), and so on for the dimensions before. PyTorch: …/modules/padding.py.

``padding`` is one number for all ends, or two for each dimension, the last dimension first: (left, right, top, bottom).
A negative number takes away. What does not fit is refused when the layer is called: see `functional.pad`.
"""

from collections.abc import Iterable
from typing import Any, ClassVar

from ..autograd._tensor import Tensor
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
        if self._mode == "circular" and input.ndim not in (self._rank + 1, self._rank + 2):
            raise ValueError(f"expected {self._rank + 1}D or {self._rank + 2}D input (got {input.ndim}D input)")
        return functional.pad(input, self.padding, self._mode, self.value)

    def extra_repr(self) -> str:
        """``(1, 1, 1, 1)``"""
        return f"{self.padding}"


class ConstantPad1d(_Pad, rank=1):
    """``value`` at both ends of the last dimension; ``padding`` is a number or (left, right)."""

    def __init__(self, padding: Any, value: float):
        super().__init__(padding)
        self.value = value

    def extra_repr(self) -> str:
        """``padding=(1, 1), value=3.5``"""
        return f"padding={self.padding}, value={self.value}"


class ConstantPad2d(ConstantPad1d, rank=2):
    """``value`` around the last two dimensions; ``padding`` is a number or (left, right, top, bottom)."""


class ConstantPad3d(ConstantPad1d, rank=3):
    """``value`` around the last three dimensions; ``padding`` is a number or six: left to back."""


class ZeroPad1d(ConstantPad1d, rank=1):
    """Zeros at both ends of the last dimension, of any shape; ``padding`` is a number or (left, right)."""

    def __init__(self, padding: Any):
        super().__init__(padding, 0.0)

    def extra_repr(self) -> str:
        """``(1, 1)``"""
        return f"{self.padding}"


class ZeroPad2d(ZeroPad1d, rank=2):
    """Zeros around the last two dimensions; ``padding`` is a number or (left, right, top, bottom)."""


class ZeroPad3d(ZeroPad1d, rank=3):
    """Zeros around the last three dimensions; ``padding`` is a number or six: left to back."""


class ReflectionPad1d(_Pad, rank=1, mode="reflect"):
    """A mirror at both ends of the last dimension: (N, C, L) or (C, L). It needs fewer places than there are."""


class ReflectionPad2d(_Pad, rank=2, mode="reflect"):
    """A mirror around the last two dimensions: (N, C, H, W) or (C, H, W). It needs fewer places than there are."""


class ReflectionPad3d(_Pad, rank=3, mode="reflect"):
    """A mirror around the last three dimensions: (N, C, D, H, W) or (C, D, H, W)."""


class ReplicationPad1d(_Pad, rank=1, mode="replicate"):
    """The edge again, at both ends of the last dimension: (N, C, L) or (C, L)."""


class ReplicationPad2d(_Pad, rank=2, mode="replicate"):
    """The edge again, around the last two dimensions: (N, C, H, W) or (C, H, W)."""


class ReplicationPad3d(_Pad, rank=3, mode="replicate"):
    """The edge again, around the last three dimensions: (N, C, D, H, W) or (C, D, H, W)."""


class CircularPad1d(_Pad, rank=1, mode="circular"):
    """Each end of the last dimension goes on with the other: (N, C, L) or (C, L)."""


class CircularPad2d(_Pad, rank=2, mode="circular"):
    """Each end of the last two dimensions goes on with the other: (N, C, H, W) or (C, H, W)."""


class CircularPad3d(_Pad, rank=3, mode="circular"):
    """Each end of the last three dimensions goes on with the other: (N, C, D, H, W) or (C, D, H, W)."""


__all__ = [
    "CircularPad1d", "CircularPad2d", "CircularPad3d", "ConstantPad1d", "ConstantPad2d", "ConstantPad3d",
    "ReflectionPad1d", "ReflectionPad2d", "ReflectionPad3d", "ReplicationPad1d", "ReplicationPad2d",
    "ReplicationPad3d", "ZeroPad1d", "ZeroPad2d", "ZeroPad3d",
]  # fmt: skip

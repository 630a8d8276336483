"""Dropout as modules. PyTorch: torch/nn/modules/dropout.py."""

from ..autograd._tensor import Tensor
from . import functional
from ._declared import Declared


class _Dropout(Declared):
    p: float = 0.5
    inplace: bool = False

    def __post_init__(self) -> None:
        if not 0 <= self.p <= 1:
            raise ValueError(f"dropout probability has to be between 0 and 1, but got {self.p}")

    def extra_repr(self) -> str:
        """``p=0.5, inplace=False``"""
        return f"p={self.p}, inplace={self.inplace}"


class Dropout(_Dropout, calls=functional.dropout):
    """In training, zero with probability ``p``, else divided by 1 - p; in evaluation, the input. Any shape.

    Raises:
        ValueError: a ``p`` that is no probability.
    """


class Dropout1d(_Dropout, calls=functional.dropout1d):
    """Dropout of whole channels of (N, C, L) or (C, L)."""


class Dropout2d(_Dropout, calls=functional.dropout2d):
    """Dropout of whole channels of (N, C, H, W)."""


class AlphaDropout(_Dropout):
    """Dropout after SELU: mean and variance are kept. Any shape."""

    def forward(self, input: Tensor) -> Tensor:
        """Any shape → the same shape; never in place."""
        return functional.alpha_dropout(input, self.p, self.training)


__all__ = ["AlphaDropout", "Dropout", "Dropout1d", "Dropout2d"]

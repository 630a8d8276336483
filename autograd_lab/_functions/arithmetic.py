"""Arithmetic and element-by-element functions behind whose names PyTorch hides several rows: ``pow``, ``where`` …"""

from typing import Any

from .. import derivatives as d
from .._base import dtypes
from .._call import NUMBER
from ..autograd._tensor import Tensor, wrap
from . import gathering


def rsub(self: Tensor, other: Any, *, alpha: Any = 1) -> Tensor:
    """``other - alpha * self``."""
    return (d.rsub_tensor if isinstance(other, Tensor) else d.rsub)(self, other, alpha=alpha)


def pow(self: Any, exponent: Any) -> Tensor:
    """``self ** exponent``; three rows, for a number on the right, on the left, or nowhere."""
    if not isinstance(self, Tensor):
        return d.pow_of_number(self, exponent)
    return d.pow_number(self, exponent) if isinstance(exponent, NUMBER) else d.pow_tensor(self, exponent)


def square(self: Tensor) -> Tensor:
    """``self ** 2``."""
    return d.pow_number(self, 2)


def where(condition: Tensor, input: Any = None, other: Any = None) -> Any:
    """``input`` where the condition holds, else ``other``; either may be a number. The condition alone: its places."""
    if input is None and other is None:
        return gathering.nonzero(condition, as_tuple=True)
    if isinstance(input, Tensor) or isinstance(other, Tensor):
        return d.where(condition, input, other)
    kind = dtypes.result_numpy([input, other])  # two numbers: PyTorch makes a tensor of them first
    return d.where(condition, wrap(kind.type(input)), other)


__all__ = ["pow", "rsub", "square", "where"]
METHODS = ["pow", "square"]

"""Arithmetic and element-by-element functions behind whose names PyTorch hides several rows: ``pow``, ``where`` …"""

from typing import Any

from ... import derivatives as d
from ..._core.base import dtypes
from ..._core.base.dtypes import NUMBER
from ..._core.tensor import Tensor, wrap
from . import gathering


def rsub(self: Tensor, other: Any, *, alpha: Any = 1) -> Tensor:
    """``other - alpha * input``; ``other`` is a tensor (the shapes stretch to each other) or a number.

    Raises:
        RuntimeError: booleans, or shapes that do not fit.
    """
    return (d.rsub_tensor if isinstance(other, Tensor) else d.rsub)(self, other, alpha=alpha)


def pow(self: Any, exponent: Any) -> Tensor:
    """``input ** exponent``; one of them may be a number, and the shapes stretch to each other.

    Integers stay integers unless the exponent is a float.

    Raises:
        RuntimeError: a negative whole exponent of integers, or shapes that do not fit.
    """
    if not isinstance(self, Tensor):
        return d.pow_of_number(self, exponent)
    return d.pow_number(self, exponent) if isinstance(exponent, NUMBER) else d.pow_tensor(self, exponent)


def square(self: Tensor) -> Tensor:
    """``input ** 2``, element by element."""
    return d.pow_number(self, 2)


def where(condition: Tensor, input: Any = None, other: Any = None) -> Any:
    """``input`` where the boolean ``condition`` holds, else ``other``; each may be a number. All stretch to one shape.

    With the condition alone: the places where it holds, as `nonzero` with ``as_tuple=True``.

    Raises:
        RuntimeError: a condition of another dtype, or shapes that do not fit.
    """
    if input is None and other is None:
        return gathering.nonzero(condition, as_tuple=True)
    if isinstance(input, Tensor) or isinstance(other, Tensor):
        return d.where(condition, input, other)
    kind = dtypes.result_numpy([input, other])  # two numbers: PyTorch makes a tensor of them first
    return d.where(condition, wrap(kind.type(input)), other)


__all__ = ["pow", "rsub", "square", "where"]
METHODS = ["pow", "square"]

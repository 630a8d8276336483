"""What a caller may write in several ways: sizes one by one or in a list, one dimension or several, listed tensors."""

import operator
from collections.abc import Sequence
from typing import Any

import numpy as np

from ..._core.tensor import Tensor


def as_tuple(given: Any) -> tuple[int, ...]:
    """One integer, or several, as a tuple."""
    return (given,) if isinstance(given, int) else tuple(given)


def as_dims(dim: Any) -> tuple[int, ...] | None:
    """Dimensions as a tuple; None stays."""
    return None if dim is None else as_tuple(dim)


def size_of(shape: tuple) -> tuple[int, ...]:
    """A shape given as separate numbers or as one sequence."""
    given = shape[0] if len(shape) == 1 and not isinstance(shape[0], _LENGTH) else shape
    return tuple(map(operator.index, given))


_LENGTH = (int, np.integer, Tensor)


def spread_out(name: str, argument: str, given: tuple, keywords: dict[str, Any]) -> tuple[int, ...]:
    """A list of integers given as separate numbers, as one sequence, or by keyword."""
    if keywords and (unknown := keywords.keys() - {argument}):
        raise TypeError(f"{name}() got an unexpected keyword argument '{unknown.pop()}'")
    return size_of(given or (keywords[argument],))


def only_tensors(items: Sequence, argument: int = 0) -> list[Tensor]:
    """A list, or several arguments, that may hold nothing but tensors.

    Raises:
        TypeError: otherwise; ``argument`` is its place, counted from 0.
    """
    for place, item in enumerate(items):
        if not isinstance(item, Tensor):
            kind = type(item).__name__
            raise TypeError(f"expected Tensor as element {place} in argument {argument}, but got {kind}")
    return list(items)


def listed(tensors: Any, name: str) -> list[Tensor]:
    """The tensors in a list or tuple, for the function ``name``."""
    if not isinstance(tensors, list | tuple):
        kind = type(tensors).__name__
        raise TypeError(f"{name}(): argument 'tensors' (position 1) must be tuple of Tensors, not {kind}")
    return only_tensors(tensors)

"""Arguments that are one number or one number for each spatial dimension."""

import operator
from typing import Any


def spread(given: Any, rank: int) -> tuple[int, ...]:
    """``2`` → ``(2, 2)``; a tuple or list stays as it was given, whatever its length."""
    if isinstance(given, tuple | list):
        return tuple(operator.index(item) for item in given)
    return (operator.index(given),) * rank


def by_x(values: Any) -> str:
    """``(2, 3)`` → ``2 x 3``, as PyTorch's messages write sizes."""
    return " x ".join(str(value) for value in values)

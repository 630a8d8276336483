"""Arguments that many functions take: ``reduction``, and sizes that are one number or one for each dimension."""

import operator
from typing import Any

from ..._core.base.learners_line import warn
from ..._core.base.state import thread
from ..._core.tensor import Tensor

NUMBERS = {"none": 0, "mean": 1, "sum": 2}


def name_of(size_average: bool | None, reduce: bool | None, reduction: str) -> str:
    """ "none", "mean" or "sum"; ``size_average`` and ``reduce`` are PyTorch's older words, and it warns of them."""
    if size_average is None and reduce is None:
        return reduction
    average, reducing = (True if word is None else word for word in (size_average, reduce))
    reduction = "mean" if average and reducing else "sum" if reducing else "none"
    warn(f"size_average and reduce args will be deprecated, please use reduction='{reduction}' instead.")
    return reduction


def number_of(reduction: str) -> int:
    """PyTorch's number for a reduction."""
    if reduction not in NUMBERS:
        raise ValueError(f"{reduction} is not a valid value for reduction")
    return NUMBERS[reduction]


def reduction_of(size_average: bool | None, reduce: bool | None, reduction: str) -> int:
    """The number, from all three arguments."""
    return number_of(name_of(size_average, reduce, reduction))


def refuse_gradient(function: str, **given: Tensor | None) -> None:
    """Refuse an argument that requires a gradient where PyTorch has no derivative with respect to it.

    Raises:
        RuntimeError: it requires a gradient.
    """
    for name, tensor in given.items():
        if thread.state.grad_enabled and isinstance(tensor, Tensor) and tensor.requires_grad:
            raise RuntimeError(
                f"The function '{function}' is not differentiable with respect to argument '{name}'. This input cannot "
                "have requires_grad True."
            )


# ----- sizes ---------------------------------------------------------------------------------------------------------
def spread(given: Any, rank: int) -> tuple[int, ...]:
    """``2`` → ``(2, 2)``; a tuple or list keeps its length."""
    if isinstance(given, tuple | list):
        return tuple(operator.index(item) for item in given)
    return (operator.index(given),) * rank


def by_x(values: Any) -> str:
    """``(2, 3)`` → ``2 x 3``, as PyTorch's messages write sizes."""
    return " x ".join(str(value) for value in values)

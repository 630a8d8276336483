"""The allowed values of parameters and samples, which a distribution checks: ``constraints.positive.check(x)``.

PyTorch: torch/distributions/constraints.py; here are the constraints that the distributions of this package use.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from .._core.tensor import Tensor, wrap
from .._torch.creation.filled import full
from .._torch.functions import isclose


class Constraint:
    """What values (or rows of them) are allowed.

    Args:
        shown: how it prints, in PyTorch's words.
        check: of a tensor of values, a tensor of booleans.
    """

    def __init__(self, shown: str, check: Callable[[Tensor], Tensor]):
        self._shown, self.check = shown, check

    def __repr__(self) -> str:
        return self._shown


def independent(base: Constraint, dims: int) -> Constraint:
    """The constraint on whole vectors whose numbers, over the last ``dims`` dimensions, obey ``base``."""

    def check(value: Tensor) -> Tensor:
        allowed = base.check(value)
        return allowed.reshape((*allowed.shape[: allowed.dim() - dims], -1)).all(-1)

    return Constraint(f"IndependentConstraint({base!r}, {dims})", check)


def integer_interval(low: int, high: int) -> Constraint:
    """Whole numbers from ``low`` to ``high``."""
    shown = f"IntegerInterval(lower_bound={low}, upper_bound={high})"
    return Constraint(shown, lambda value: (value % 1 == 0) & (low <= value) & (value <= high))


def _is_covariance(value: Tensor) -> Any:
    if value.shape[-2] != value.shape[-1]:
        return full(value.shape[:-2], False)
    symmetric = isclose(value, value.mT, atol=1e-6).all(-2).all(-1)
    return symmetric & wrap(np.linalg.eigvalsh(value._data).min(-1) > 0)


boolean = Constraint("Boolean()", lambda value: (value == 0) | (value == 1))
real = Constraint("Real()", lambda value: value == value)  # nan is not
positive = Constraint("GreaterThan(lower_bound=0.0)", lambda value: value > 0.0)
unit_interval = Constraint("Interval(lower_bound=0.0, upper_bound=1.0)", lambda value: (value >= 0.0) & (value <= 1.0))
simplex = Constraint("Simplex()", lambda value: (value >= 0).all(-1) & ((value.sum(-1) - 1).abs() < 1e-6))
positive_definite = Constraint("PositiveDefinite()", _is_covariance)
real_vector = independent(real, 1)

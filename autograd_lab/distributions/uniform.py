"""The uniform distribution. PyTorch: torch/distributions/uniform.py."""

import math
from collections.abc import Sequence
from typing import Any

from .._core.base.dtypes import Size
from .._core.tensor import Tensor
from .._torch.creation.random import rand
from . import constraints
from .distribution import Distribution
from .utils import broadcast_all


class Uniform(Distribution):
    """All numbers from ``low`` up to ``high`` are equally likely.

    Args:
        low, high: the bounds.
        validate_args: whether parameters and values are checked.

    Raises:
        ValueError: a lower bound that is not below the upper one.
    """

    has_rsample = True

    def __init__(self, low: Any, high: Any, validate_args: bool | None = None):
        self.low, self.high = broadcast_all(low, high)
        super().__init__(self.low.size(), validate_args=validate_args)

    @property
    def arg_constraints(self) -> dict[str, constraints.Constraint]:
        """Each bound limits the other."""
        return {"low": constraints.less_than(self.high), "high": constraints.greater_than(self.low)}

    @constraints.dependent_property
    def support(self) -> constraints.Constraint:  # type: ignore[override]
        """Between the bounds."""
        return constraints.interval(self.low, self.high)

    mean = property(lambda self: (self.high + self.low) / 2, doc="The middle.")
    mode = property(lambda self: math.nan * self.high, doc="nan: no number is likelier than the others.")
    stddev = property(lambda self: (self.high - self.low) / 12**0.5, doc="``(high - low) / √12``.")
    variance = property(lambda self: (self.high - self.low).pow(2) / 12, doc="``(high - low)² / 12``.")

    def rsample(self, sample_shape: Sequence[int] = Size()) -> Tensor:
        """``low + u · (high - low)`` with u from 0 to 1: a gradient goes to both."""
        shape = self._extended_shape(sample_shape)
        return self.low + rand(shape, dtype=self.low.dtype) * (self.high - self.low)

    def log_prob(self, value: Tensor) -> Tensor:
        """The logarithm of the density: ``-log(high - low)`` between the bounds, else -∞."""
        self._validate_sample(value)
        above, below = self.low.le(value).type_as(self.low), self.high.gt(value).type_as(self.low)
        return above.mul(below).log() - (self.high - self.low).log()

    def cdf(self, value: Tensor) -> Tensor:
        """The probability of a number up to this value."""
        self._validate_sample(value)
        return ((value - self.low) / (self.high - self.low)).clamp(min=0, max=1)

    def icdf(self, value: Tensor) -> Tensor:
        """The inverse of `cdf`."""
        return value * (self.high - self.low) + self.low

    def entropy(self) -> Tensor:
        """log(high - low)."""
        return (self.high - self.low).log()

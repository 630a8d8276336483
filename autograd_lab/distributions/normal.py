"""The normal distribution. PyTorch: torch/distributions/normal.py."""

import math
from collections.abc import Sequence
from typing import Any, ClassVar

from .._core.base.dtypes import Size
from .._core.grad_mode import no_grad
from .._core.tensor import Tensor
from .._torch.creation.filled import empty
from .._torch.creation.random import normal
from . import constraints
from .distribution import Distribution
from .utils import broadcast_all


class Normal(Distribution):
    """The bell curve around ``loc``: exp(-(x - loc)² / (2 · scale²)) / (scale · √(2π)).

    Args:
        loc: the mean.
        scale: the standard deviation, above zero.
        validate_args: whether parameters and values are checked.

    Raises:
        ValueError: a parameter outside of its bounds.
    """

    arg_constraints: ClassVar[dict] = {"loc": constraints.real, "scale": constraints.positive}  # type: ignore[misc]
    support = constraints.real  # type: ignore[assignment]
    has_rsample = True

    def __init__(self, loc: Any, scale: Any, validate_args: bool | None = None):
        self.loc, self.scale = broadcast_all(loc, scale)
        super().__init__(self.loc.size(), validate_args=validate_args)

    mean = property(lambda self: self.loc, doc="``loc``.")
    mode = property(lambda self: self.loc, doc="``loc``.")
    stddev = property(lambda self: self.scale, doc="``scale``.")
    variance = property(lambda self: self.stddev.pow(2), doc="``scale²``.")

    def sample(self, sample_shape: Sequence[int] = Size()) -> Tensor:
        """Random values; no gradient goes through them."""
        shape = self._extended_shape(sample_shape)
        with no_grad():
            return normal(self.loc.expand(shape), self.scale.expand(shape))

    def rsample(self, sample_shape: Sequence[int] = Size()) -> Tensor:
        """``loc + ε · scale`` with standard normal ε: a gradient goes to both."""
        shape = self._extended_shape(sample_shape)
        return self.loc + empty(shape, dtype=self.loc.dtype).normal_() * self.scale

    def log_prob(self, value: Tensor) -> Tensor:
        """The logarithm of the density at this value."""
        self._validate_sample(value)
        distance, spread = -((value - self.loc) ** 2), 2 * self.scale**2
        return distance / spread - self.scale.log() - math.log(math.sqrt(2 * math.pi))

    def entropy(self) -> Tensor:
        """(1 + log(2π)) / 2 + log(scale)."""
        return 0.5 + 0.5 * math.log(2 * math.pi) + self.scale.log()

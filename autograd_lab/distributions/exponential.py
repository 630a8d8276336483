"""The exponential distribution. PyTorch: torch/distributions/exponential.py."""

from collections.abc import Sequence
from typing import Any, ClassVar

from .._base.dtypes import Size
from .._creation.filled import empty, zeros_like
from ..autograd._tensor import Tensor
from . import constraints
from .distribution import Distribution
from .utils import broadcast_all


class Exponential(Distribution):
    """Waiting times: rate · exp(-rate · x) for x from 0 on.

    Args:
        rate: how often it happens, above zero.
        validate_args: whether parameters and values are checked.

    Raises:
        ValueError: a rate that is not above zero.
    """

    arg_constraints: ClassVar[dict] = {"rate": constraints.positive}  # type: ignore[misc]
    support = constraints.nonnegative  # type: ignore[assignment]
    has_rsample = True

    def __init__(self, rate: Any, validate_args: bool | None = None):
        (self.rate,) = broadcast_all(rate)
        super().__init__(self.rate.size(), validate_args=validate_args)

    mean = property(lambda self: self.rate.reciprocal(), doc="``1 / rate``.")
    mode = property(lambda self: zeros_like(self.rate), doc="Zero.")
    stddev = property(lambda self: self.rate.reciprocal(), doc="``1 / rate``.")
    variance = property(lambda self: self.rate.pow(-2), doc="``1 / rate²``.")

    def expand(self, batch_shape: Sequence[int], _instance: Any = None) -> "Exponential":
        """The same distribution, so many times over: a view of its parameter."""
        shape = Size(batch_shape)
        return self._expanded(Exponential, shape, _instance, rate=self.rate.expand(shape))

    def rsample(self, sample_shape: Sequence[int] = Size()) -> Tensor:
        """A waiting time at rate 1, divided by the rate, to which a gradient goes."""
        shape = self._extended_shape(sample_shape)
        return empty(shape, dtype=self.rate.dtype).exponential_() / self.rate

    def log_prob(self, value: Tensor) -> Tensor:
        """The logarithm of the density at this value."""
        self._validate_sample(value)
        return self.rate.log() - self.rate * value

    def cdf(self, value: Tensor) -> Tensor:
        """How likely a number up to this value is."""
        self._validate_sample(value)
        return 1 - (-self.rate * value).exp()

    def icdf(self, value: Tensor) -> Tensor:
        """Up to which number it is as likely as this value says."""
        return -(-value).log1p() / self.rate

    def entropy(self) -> Tensor:
        """1 - log(rate)."""
        return 1.0 - self.rate.log()

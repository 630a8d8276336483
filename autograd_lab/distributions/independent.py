"""`Independent`: several distributions as one. PyTorch: torch/distributions/independent.py."""

from collections.abc import Sequence
from typing import ClassVar

from .._core.base.dtypes import Size
from .._core.tensor import Tensor
from . import constraints
from .distribution import Distribution
from .utils import sum_rightmost


class Independent(Distribution):
    """Distributions side by side taken for one of a vector, whose ``log_prob`` is the sum of theirs.

    Args:
        base_distribution: the distributions.
        reinterpreted_batch_ndims: how many of the last dimensions of their batch make up the vector.
        validate_args: whether parameters and values are checked.

    Raises:
        ValueError: more dimensions than there are.
    """

    arg_constraints: ClassVar[dict] = {}  # type: ignore[misc]

    def __init__(
        self, base_distribution: Distribution, reinterpreted_batch_ndims: int, validate_args: bool | None = None
    ):
        batch = base_distribution.batch_shape
        if reinterpreted_batch_ndims > len(batch):
            raise ValueError(
                "Expected reinterpreted_batch_ndims <= len(base_distribution.batch_shape), actual "
                f"{reinterpreted_batch_ndims} vs {len(batch)}"
            )
        self.base_dist, self.reinterpreted_batch_ndims = base_distribution, reinterpreted_batch_ndims
        cut = len(batch) - reinterpreted_batch_ndims
        super().__init__(batch[:cut], batch[cut:] + base_distribution.event_shape, validate_args=validate_args)

    @property
    def support(self) -> constraints.Constraint:  # type: ignore[override]
        """The constraint of the base, for whole vectors."""
        last, support = self.reinterpreted_batch_ndims, self.base_dist.support
        return constraints.independent(support, last) if last else support

    has_rsample = property(lambda self: self.base_dist.has_rsample, doc="Whether the base has.")  # type: ignore[assignment]
    mean = property(lambda self: self.base_dist.mean, doc="The base's.")
    mode = property(lambda self: self.base_dist.mode, doc="The base's.")
    variance = property(lambda self: self.base_dist.variance, doc="The base's.")

    def sample(self, sample_shape: Sequence[int] = Size()) -> Tensor:
        """Random values; no gradient goes through them."""
        return self.base_dist.sample(sample_shape)

    def rsample(self, sample_shape: Sequence[int] = Size()) -> Tensor:
        """Random values that a gradient goes through, if the base has these."""
        return self.base_dist.rsample(sample_shape)

    def log_prob(self, value: Tensor) -> Tensor:
        """The sum of the base's over the vector."""
        return sum_rightmost(self.base_dist.log_prob(value), self.reinterpreted_batch_ndims)

    def entropy(self) -> Tensor:
        """The sum of the base's over the vector."""
        return sum_rightmost(self.base_dist.entropy(), self.reinterpreted_batch_ndims)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.base_dist}, {self.reinterpreted_batch_ndims})"

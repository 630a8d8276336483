"""The beta distribution. PyTorch: torch/distributions/beta.py."""

from collections.abc import Sequence
from typing import Any, ClassVar

from .. import _functions
from .._base.dtypes import Size
from .._creation.filled import tensor
from ..autograd._tensor import Tensor
from . import constraints
from .dirichlet import Dirichlet
from .distribution import Distribution
from .utils import Number, broadcast_all


class Beta(Distribution):
    """A probability: what one believes about a coin after seeing it fall.

    Args:
        concentration1, concentration0: how often it fell on either side, and one more; above zero.
        validate_args: whether parameters and values are checked.

    Raises:
        ValueError: a parameter outside of its bounds.
    """

    arg_constraints: ClassVar[dict] = {  # type: ignore[misc]
        "concentration1": constraints.positive,
        "concentration0": constraints.positive,
    }
    support = constraints.unit_interval  # type: ignore[assignment]
    has_rsample = True

    def __init__(self, concentration1: Any, concentration0: Any, validate_args: bool | None = None):
        if isinstance(concentration1, Number) and isinstance(concentration0, Number):
            both = tensor([float(concentration1), float(concentration0)])
        else:
            both = _functions.stack(broadcast_all(concentration1, concentration0), -1)
        self._dirichlet = Dirichlet(both, validate_args=validate_args)
        super().__init__(self._dirichlet._batch_shape, validate_args=validate_args)

    concentration1 = property(lambda self: self._side(0), doc="The weight of 1.")
    concentration0 = property(lambda self: self._side(1), doc="The weight of 0.")

    def _side(self, number: int) -> Tensor:
        return self._dirichlet.concentration[..., number]

    @property
    def mean(self) -> Tensor:
        """``concentration1`` as a part of the sum."""
        return self.concentration1 / (self.concentration1 + self.concentration0)

    @property
    def mode(self) -> Tensor:
        """The likeliest probability."""
        return self._dirichlet.mode[..., 0]

    @property
    def variance(self) -> Tensor:
        """m · (1 - m) / (total + 1), with the mean m."""
        total = self.concentration1 + self.concentration0
        return self.concentration1 * self.concentration0 / (total.pow(2) * (total + 1))

    def expand(self, batch_shape: Sequence[int], _instance: Any = None) -> "Beta":
        """The same distribution, so many times over: a view of its parameters."""
        return self._expanded(Beta, batch_shape, _instance, _dirichlet=self._dirichlet.expand(batch_shape))

    def rsample(self, sample_shape: Sequence[int] = Size()) -> Tensor:
        """Random probabilities.

        Raises:
            NotImplementedError: a parameter requires a gradient.
        """
        return self._dirichlet.rsample(sample_shape).select(-1, 0)

    def log_prob(self, value: Tensor) -> Tensor:
        """The logarithm of the density at this value."""
        self._validate_sample(value)
        return self._dirichlet.log_prob(_functions.stack([value, 1.0 - value], -1))

    def entropy(self) -> Tensor:
        """How uncertain the probability is."""
        return self._dirichlet.entropy()

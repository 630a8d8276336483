"""The gamma distribution. PyTorch: torch/distributions/gamma.py."""

from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np

from .._base.dtypes import Size
from .._base.gamma_draws import standard_gamma
from .._creation.filled import as_tensor, from_numpy
from ..autograd._tensor import Tensor
from ..autograd.grad_mode import is_grad_enabled
from . import constraints
from .distribution import Distribution
from .utils import broadcast_all


class Gamma(Distribution):
    """Numbers above zero, as the sum of ``concentration`` waiting times at this ``rate``.

    Args:
        concentration, rate: both above zero.
        validate_args: whether parameters and values are checked.

    Raises:
        ValueError: a parameter outside of its bounds.
    """

    arg_constraints: ClassVar[dict] = {  # type: ignore[misc]
        "concentration": constraints.positive,
        "rate": constraints.positive,
    }
    support = constraints.nonnegative  # type: ignore[assignment]
    has_rsample = True

    def __init__(self, concentration: Any, rate: Any, validate_args: bool | None = None):
        self.concentration, self.rate = broadcast_all(concentration, rate)
        super().__init__(self.concentration.size(), validate_args=validate_args)

    mean = property(lambda self: self.concentration / self.rate, doc="``concentration / rate``.")
    mode = property(
        lambda self: ((self.concentration - 1) / self.rate).clamp(min=0), doc="``(concentration - 1) / rate``, or 0."
    )
    variance = property(lambda self: self.concentration / self.rate.pow(2), doc="``concentration / rate²``.")

    def expand(self, batch_shape: Sequence[int], _instance: Any = None) -> "Gamma":
        """The same distribution, so many times over: a view of its parameters."""
        shape = Size(batch_shape)
        parameters = dict(concentration=self.concentration.expand(shape), rate=self.rate.expand(shape))
        return self._expanded(Gamma, shape, _instance, **parameters)

    def rsample(self, sample_shape: Sequence[int] = Size()) -> Tensor:
        """Random values; a gradient goes to the rate.

        Raises:
            NotImplementedError: the concentration requires a gradient, too.
        """
        refuse_gradient(self.concentration)
        shapes = self.concentration.detach().expand(self._extended_shape(sample_shape)).numpy()
        drawn = standard_gamma(shapes).astype(shapes.dtype)
        return from_numpy(np.asarray(np.maximum(drawn, np.finfo(shapes.dtype).tiny))) / self.rate

    def log_prob(self, value: Tensor) -> Tensor:
        """The logarithm of the density at this value, which may be a number."""
        value = as_tensor(value, dtype=self.rate.dtype)
        self._validate_sample(value)
        shape, rate = self.concentration, self.rate
        return shape.xlogy(rate) + (shape - 1).xlogy(value) - rate * value - shape.lgamma()

    def entropy(self) -> Tensor:
        """α - log(rate) + log Γ(α) + (1 - α) · ψ(α)."""
        shape = self.concentration
        return shape - self.rate.log() + shape.lgamma() + (1.0 - shape) * shape.digamma()


def refuse_gradient(parameter: Tensor) -> None:
    """No gradient goes through these samples to the parameter that they are drawn by."""
    if parameter.requires_grad and is_grad_enabled():
        raise NotImplementedError(
            "gradients through samples of Gamma, Beta and Dirichlet are left out here; use sample(), and the gradient "
            "of its log_prob."
        )

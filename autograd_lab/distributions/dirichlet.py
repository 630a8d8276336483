"""The Dirichlet distribution. PyTorch: torch/distributions/dirichlet.py."""

from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np

from .._base.dtypes import Size
from .._base.gamma_draws import standard_gamma
from .._creation.filled import from_numpy
from ..autograd._tensor import Tensor
from ..nn.functional import one_hot
from . import constraints
from .distribution import Distribution
from .gamma import refuse_gradient


class Dirichlet(Distribution):
    """Vectors of probabilities, which add up to 1.

    Args:
        concentration: shape (…, K), above zero; the larger, the nearer to ``concentration / sum``.
        validate_args: whether parameters and values are checked.

    Raises:
        ValueError: a parameter outside of its bounds, or a single number.
    """

    arg_constraints: ClassVar[dict] = {  # type: ignore[misc]
        "concentration": constraints.independent(constraints.positive, 1)
    }
    support = constraints.simplex  # type: ignore[assignment]
    has_rsample = True

    def __init__(self, concentration: Tensor, validate_args: bool | None = None):
        if concentration.dim() < 1:
            raise ValueError("`concentration` parameter must be at least one-dimensional.")
        self.concentration = concentration
        super().__init__(concentration.shape[:-1], concentration.shape[-1:], validate_args=validate_args)

    def expand(self, batch_shape: Sequence[int], _instance: Any = None) -> "Dirichlet":
        """The same distribution, so many times over: a view of its parameter."""
        concentration = self.concentration.expand((*batch_shape, *self._event_shape))
        return self._expanded(Dirichlet, batch_shape, _instance, concentration=concentration)

    def rsample(self, sample_shape: Sequence[int] = Size()) -> Tensor:
        """Random vectors.

        Raises:
            NotImplementedError: the concentration requires a gradient.
        """
        refuse_gradient(self.concentration)
        shapes = self.concentration.detach().expand(self._extended_shape(sample_shape)).numpy()
        drawn, limits = standard_gamma(shapes), np.finfo(shapes.dtype)
        parts = (drawn / drawn.sum(-1, keepdims=True)).astype(shapes.dtype)
        return from_numpy(np.clip(parts, limits.tiny, 1 - limits.eps / 2))

    def log_prob(self, value: Tensor) -> Tensor:
        """The logarithm of the density at this vector."""
        self._validate_sample(value)
        shape = self.concentration
        return (shape - 1.0).xlogy(value).sum(-1) + shape.sum(-1).lgamma() - shape.lgamma().sum(-1)

    mean = property(lambda self: self.concentration / self.concentration.sum(-1, True), doc="Each part of the sum.")

    @property
    def mode(self) -> Tensor:
        """The likeliest vector: each concentration above 1, as a part of their sum."""
        above = (self.concentration - 1).clamp(min=0.0)
        mode = above / above.sum(-1, True)
        corner = (self.concentration < 1).all(-1)
        mode[corner] = one_hot(mode[corner].argmax(dim=-1), above.shape[-1]).to(mode.dtype)
        return mode

    @property
    def variance(self) -> Tensor:
        """m · (1 - m) / (total + 1), with the mean m."""
        total = self.concentration.sum(-1, True)
        return self.concentration * (total - self.concentration) / (total.pow(2) * (total + 1))

    def entropy(self) -> Tensor:
        """How uncertain the vector is."""
        shape, total = self.concentration, self.concentration.sum(-1)
        constant = shape.lgamma().sum(-1) - total.lgamma() - (shape.size(-1) - total) * total.digamma()
        return constant - ((shape - 1.0) * shape.digamma()).sum(-1)

"""The normal distribution of vectors. PyTorch: torch/distributions/multivariate_normal.py."""

import math
from collections.abc import Sequence
from typing import ClassVar

from .._core.base.dtypes import Size
from .._core.tensor import Tensor
from .._torch import functions
from .._torch.creation.filled import empty
from ..linalg import cholesky, solve
from . import constraints
from .distribution import Distribution


class MultivariateNormal(Distribution):
    """Vectors whose components vary together.

    Args:
        loc: the mean, shape (…, n).
        covariance_matrix: shape (…, n, n): how the components vary together.
        precision_matrix, scale_tril: not here, and refused.
        validate_args: whether parameters and values are checked.

    Raises:
        ValueError: too few dimensions, or a matrix that can be no covariance.
    """

    arg_constraints: ClassVar[dict] = {  # type: ignore[misc]
        "loc": constraints.real_vector,
        "covariance_matrix": constraints.positive_definite,
    }
    support = constraints.real_vector  # type: ignore[assignment]
    has_rsample = True

    def __init__(
        self,
        loc: Tensor,
        covariance_matrix: Tensor | None = None,
        precision_matrix: None = None,
        scale_tril: None = None,
        validate_args: bool | None = None,
    ):
        if covariance_matrix is None or precision_matrix is not None or scale_tril is not None:
            raise NotImplementedError("precision_matrix and scale_tril are left out here; give the covariance_matrix.")
        if loc.dim() < 1 or covariance_matrix.dim() < 2:
            raise ValueError("loc must be at least one-dimensional, and covariance_matrix two-dimensional.")
        batch_shape = functions.broadcast_shapes(covariance_matrix.shape[:-2], loc.shape[:-1])
        self.covariance_matrix = covariance_matrix.expand((*batch_shape, -1, -1))
        self.loc = loc.expand((*batch_shape, -1))
        super().__init__(batch_shape, self.loc.shape[-1:], validate_args=validate_args)
        self._factor = cholesky(covariance_matrix)

    mean = property(lambda self: self.loc, doc="``loc``.")
    mode = property(lambda self: self.loc, doc="``loc``.")

    @property
    def variance(self) -> Tensor:
        """The diagonal of the covariance."""
        return self._factor.pow(2).sum(-1).expand((*self._batch_shape, *self._event_shape))

    def rsample(self, sample_shape: Sequence[int] = Size()) -> Tensor:
        """``loc + L·ε`` with standard normal ε: a gradient goes to both."""
        noise = empty(self._extended_shape(sample_shape), dtype=self.loc.dtype).normal_()
        return self.loc + (self._factor @ noise.unsqueeze(-1)).squeeze(-1)

    def log_prob(self, value: Tensor) -> Tensor:
        """The logarithm of the density at this vector."""
        self._validate_sample(value)
        squares = squared_distance(self._factor, value - self.loc)
        return -0.5 * (self._event_shape[0] * math.log(2 * math.pi) + squares) - half_log_determinant(self._factor)

    def entropy(self) -> Tensor:
        """n · (1 + log(2π)) / 2 + log |L|."""
        found = 0.5 * self._event_shape[0] * (1.0 + math.log(2 * math.pi)) + half_log_determinant(self._factor)
        return found.expand(self._batch_shape) if self._batch_shape else found


def half_log_determinant(factor: Tensor) -> Tensor:
    """log |L|, half the logarithm of the covariance's determinant."""
    return factor.diagonal(dim1=-2, dim2=-1).log().sum(-1)


def squared_distance(factor: Tensor, away: Tensor) -> Tensor:
    """|L⁻¹ x|²: how far away, in deviations of that direction (Mahalanobis)."""
    return solve(factor.tril(), away.unsqueeze(-1)).squeeze(-1).pow(2).sum(-1)

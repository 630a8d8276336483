"""The categorical distribution. PyTorch: torch/distributions/categorical.py."""

import math
from collections.abc import Sequence
from typing import ClassVar

from .._core.base.dtypes import Size
from .._core.tensor import Tensor
from .._torch import functions
from .._torch.creation.filled import full
from .._torch.creation.random import multinomial
from .._torch.surface.machine import finfo
from . import constraints
from .distribution import Distribution
from .utils import lazy_property, logits_to_probs, probs_to_logits


class Categorical(Distribution):
    """One of the numbers 0 … K - 1, each with its own probability.

    Args:
        probs: shape (…, K), not negative; they are divided by their sum. Or
        logits: shape (…, K), their logarithms, up to a constant.
        validate_args: whether parameters and values are checked.

    Raises:
        ValueError: both, none, one that is a single number, or outside of its bounds.
    """

    arg_constraints: ClassVar[dict] = {"probs": constraints.simplex, "logits": constraints.real_vector}  # type: ignore[misc]

    def __init__(self, probs: Tensor | None = None, logits: Tensor | None = None, validate_args: bool | None = None):
        if (probs is None) == (logits is None):
            raise ValueError("Either `probs` or `logits` must be specified, but not both.")
        if probs is not None:
            _check_vector("probs", probs)
            self._param = self.probs = probs / probs.sum(-1, keepdim=True)
        else:
            _check_vector("logits", logits)
            self._param = self.logits = logits - logits.logsumexp(dim=-1, keepdim=True)
        self._num_events = self._param.size()[-1]
        super().__init__(self._param.size()[:-1], validate_args=validate_args)

    @lazy_property
    def logits(self) -> Tensor:
        """The logarithms of the probabilities."""
        return probs_to_logits(self.probs)

    @lazy_property
    def probs(self) -> Tensor:
        """The probabilities, which add up to 1."""
        return logits_to_probs(self.logits)

    @property
    def support(self) -> constraints.Constraint:  # type: ignore[override]
        """The whole numbers from 0 to K - 1."""
        return constraints.integer_interval(0, self._num_events - 1)

    mean = property(lambda self: self._nowhere(), doc="nan: categories have no mean.")
    variance = property(lambda self: self._nowhere(), doc="nan: categories have no variance.")
    mode = property(lambda self: self.probs.argmax(dim=-1), doc="The likeliest category.")

    def _nowhere(self) -> Tensor:
        return full(self._extended_shape(), math.nan, dtype=self.probs.dtype)

    def sample(self, sample_shape: Sequence[int] = Size()) -> Tensor:
        """Categories as int64."""
        rows = self.probs.reshape(-1, self._num_events)
        drawn = multinomial(rows, math.prod(sample_shape), True).T
        return drawn.reshape(self._extended_shape(sample_shape))

    def log_prob(self, value: Tensor) -> Tensor:
        """The logarithm of the probability of this category."""
        self._validate_sample(value)
        place, logits = functions.broadcast_tensors(value.long().unsqueeze(-1), self.logits)
        return logits.gather(-1, place[..., :1]).squeeze(-1)

    def entropy(self) -> Tensor:
        """-Σ p · log(p)."""
        return -(self.logits.clamp(min=finfo(self.logits.dtype).min) * self.probs).sum(-1)


def _check_vector(name: str, value: Tensor) -> None:
    if value.dim() < 1:
        raise ValueError(f"`{name}` parameter must be at least one-dimensional.")

"""The Bernoulli distribution. PyTorch: torch/distributions/bernoulli.py."""

import math
from collections.abc import Sequence
from typing import Any, ClassVar

from .._core.base.dtypes import Size
from .._core.grad_mode import no_grad
from .._core.tensor import Tensor
from .._torch import functions
from ..nn.functional import binary_cross_entropy_with_logits
from . import constraints
from .distribution import Distribution
from .utils import broadcast_all, lazy_property, logits_to_probs, probs_to_logits


class Bernoulli(Distribution):
    """1 with the probability ``probs``, else 0.

    Args:
        probs: the probability, or
        logits: log(p / (1 - p)).
        validate_args: whether parameters and values are checked.

    Raises:
        ValueError: both, none, or one outside of its bounds.
    """

    arg_constraints: ClassVar[dict] = {"probs": constraints.unit_interval, "logits": constraints.real}  # type: ignore[misc]
    support = constraints.boolean  # type: ignore[assignment]

    def __init__(self, probs: Any = None, logits: Any = None, validate_args: bool | None = None):
        if (probs is None) == (logits is None):
            raise ValueError("Either `probs` or `logits` must be specified, but not both.")
        if probs is not None:
            (self.probs,) = broadcast_all(probs)
        else:
            (self.logits,) = broadcast_all(logits)
        self._param = self.probs if probs is not None else self.logits
        super().__init__(self._param.size(), validate_args=validate_args)

    @lazy_property
    def logits(self) -> Tensor:
        """log(p / (1 - p))."""
        return probs_to_logits(self.probs, is_binary=True)

    @lazy_property
    def probs(self) -> Tensor:
        """The probability of 1."""
        return logits_to_probs(self.logits, is_binary=True)

    mean = property(lambda self: self.probs, doc="``probs``.")
    variance = property(lambda self: self.probs * (1 - self.probs), doc="``probs · (1 - probs)``.")

    @property
    def mode(self) -> Tensor:
        """The likelier of both; nan where neither is."""
        mode = (self.probs >= 0.5).to(self.probs.dtype)
        mode[self.probs == 0.5] = math.nan
        return mode

    def sample(self, sample_shape: Sequence[int] = Size()) -> Tensor:
        """Zeros and ones; no gradient goes through them."""
        with no_grad():
            return functions.bernoulli(self.probs.expand(self._extended_shape(sample_shape)))

    def log_prob(self, value: Tensor) -> Tensor:
        """log(p) for 1 and log(1 - p) for 0, computed from the logits."""
        self._validate_sample(value)
        logits, value = broadcast_all(self.logits, value)
        return -binary_cross_entropy_with_logits(logits, value, reduction="none")

    def entropy(self) -> Tensor:
        """-p · log(p) - (1 - p) · log(1 - p)."""
        return binary_cross_entropy_with_logits(self.logits, self.probs, reduction="none")

"""Random numbers as results of operations: drawn in forward, and nothing flows back through them."""

from typing import Any

import numpy as np

from .. import _random


class Repeating(_random.Generator):
    """Draws the same numbers at every call, so that a row of the table can be tried twice."""

    def words(self, count: int) -> np.ndarray:
        """The first ``count`` words of the stream, always."""
        self.manual_seed(self.initial_seed())
        return super().words(count)


def uniform(self: Any, low: float, high: float, generator: Any) -> np.ndarray:
    """Uniform numbers in self's shape and dtype."""
    return _random.uniform(self.shape, low, high, self.dtype, generator)


def normal(self: Any, mean: float, std: float, generator: Any) -> np.ndarray:
    """Normal numbers in self's shape and dtype."""
    return _random.normal(mean, std, self.shape, self.dtype, generator)


def exponential(self: Any, rate: float, generator: Any) -> np.ndarray:
    """Waiting times in self's shape and dtype."""
    return _random.exponential(self.shape, rate, self.dtype, generator)


def whole_below(self: Any, high: int, generator: Any) -> np.ndarray:
    """Whole numbers from 0 to ``high - 1`` in self's shape and dtype."""
    return _random.randint(0, high, self.shape, self.dtype, generator)


def whole_between(self: Any, low: int, high: int | None, generator: Any) -> np.ndarray:
    """Whole numbers from ``low`` to ``high - 1``; None: as far as self's dtype counts without a gap."""
    high = _random.whole_range(self.dtype) if high is None else high
    return _random.randint(low, high, self.shape, self.dtype, generator)


def whole(self: Any, generator: Any) -> np.ndarray:
    """Whole numbers from 0 to the largest that self's dtype holds."""
    return _random.whole_numbers(self.shape, self.dtype, generator)


def bernoulli(self: Any, p: float, generator: Any) -> np.ndarray:
    """Ones with probability ``p``, else zeros, in self's shape and dtype."""
    return _random.bernoulli(p, self.shape, self.dtype, generator)


def bernoulli_by(self: Any, p: Any, generator: Any) -> np.ndarray:
    """The same with a probability for each element."""
    probabilities = np.broadcast_to(np.asarray(p), self.shape)
    return _random.bernoulli_each(probabilities, generator).astype(self.dtype)

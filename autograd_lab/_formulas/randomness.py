"""Random numbers as results of operations: drawn in forward, and nothing flows back through them."""

from collections.abc import Callable
from typing import Any

import numpy as np

from .. import _random


class Repeating(_random.Generator):
    """Draws the same numbers at every call, so that a row of the table can be tried twice."""

    def words(self, count: int) -> np.ndarray:
        """The first ``count`` words of the stream, always."""
        self.manual_seed(self.initial_seed())
        return super().words(count)


def in_memory_order(self: Any, draw: Callable[[tuple[int, ...]], np.ndarray]) -> np.ndarray:
    """Numbers for ``self``'s shape, drawn in the order in which its elements lie in memory, as PyTorch writes them."""
    array = np.asarray(self)
    if array.flags.c_contiguous:
        return draw(array.shape)
    order = sorted(range(array.ndim), key=lambda axis: -array.strides[axis])
    return draw(tuple(array.shape[axis] for axis in order)).transpose(np.argsort(order))


def uniform(self: Any, low: float, high: float, generator: Any) -> np.ndarray:
    """Uniform numbers in self's shape and dtype."""
    return in_memory_order(self, lambda shape: _random.uniform(shape, low, high, self.dtype, generator))


def normal(self: Any, mean: float, std: float, generator: Any) -> np.ndarray:
    """Normal numbers in self's shape and dtype."""
    if np.asarray(self).flags.c_contiguous or self.size < _random.BLOCK:
        return in_memory_order(self, lambda shape: _random.normal(mean, std, shape, self.dtype, generator))
    return in_memory_order(self, lambda shape: _random.normal_one_by_one(mean, std, shape, self.dtype, generator))


def exponential(self: Any, rate: float, generator: Any) -> np.ndarray:
    """Waiting times in self's shape and dtype."""
    return in_memory_order(self, lambda shape: _random.exponential(shape, rate, self.dtype, generator))


def whole_below(self: Any, high: int, generator: Any) -> np.ndarray:
    """Whole numbers from 0 to ``high - 1`` in self's shape and dtype."""
    return in_memory_order(self, lambda shape: _random.randint(0, high, shape, self.dtype, generator))


def whole_between(self: Any, low: int, high: int | None, generator: Any) -> np.ndarray:
    """Whole numbers from ``low`` to ``high - 1``; None: as far as self's dtype counts without a gap."""
    high = _random.whole_range(self.dtype) if high is None else high
    return in_memory_order(self, lambda shape: _random.randint(low, high, shape, self.dtype, generator))


def whole(self: Any, generator: Any) -> np.ndarray:
    """Whole numbers from 0 to the largest that self's dtype holds."""
    return in_memory_order(self, lambda shape: _random.whole_numbers(shape, self.dtype, generator))


def bernoulli(self: Any, p: float, generator: Any) -> np.ndarray:
    """Ones with probability ``p``, else zeros, in self's shape and dtype."""
    return in_memory_order(self, lambda shape: _random.bernoulli(p, shape, self.dtype, generator))


def bernoulli_by(self: Any, p: Any, generator: Any) -> np.ndarray:
    """The same with a probability for each element."""
    probabilities = np.broadcast_to(np.asarray(p), self.shape)
    return _random.bernoulli_each(probabilities, generator).astype(self.dtype)

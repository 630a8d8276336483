"""Random numbers as results of operations: drawn in forward, and nothing flows back through them.

Dropout has no row: it is a product with such numbers, made in ``_torch/functions/randomness.py``.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from .._core.base import draws
from .._core.table.row import derivative


class Repeating(draws.Generator):
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


def uniform_forward(self: Any, low: float, high: float, generator: Any) -> np.ndarray:
    """Uniform numbers in self's shape and dtype."""
    return in_memory_order(self, lambda shape: draws.uniform(shape, low, high, self.dtype, generator))


uniform = derivative(
    "uniform_(Tensor(a!) self, float from=0, float to=1, *, Generator? generator=None) -> Tensor(a!)",
    node="UniformBackward0",
    forward=uniform_forward,
    self=lambda grad: np.zeros_like(grad),
    variants="in_place",
    does="Random numbers, uniform between ``from`` and ``to``, in every element.",
    tex=dict(forward=r"z_i \sim \mathcal{U}(a, b)", self=r"\bar{x} = 0"),
    samples=lambda make: [(make(3), -1.0, 2.0, Repeating()), (make(), 0, 1, Repeating())],
)


def normal_forward(self: Any, mean: float, std: float, generator: Any) -> np.ndarray:
    """Normal numbers in self's shape and dtype."""
    if np.asarray(self).flags.c_contiguous or self.size < draws.BLOCK:
        return in_memory_order(self, lambda shape: draws.normal(mean, std, shape, self.dtype, generator))
    return in_memory_order(self, lambda shape: draws.normal_one_by_one(mean, std, shape, self.dtype, generator))


normal = derivative(
    "normal_(Tensor(a!) self, float mean=0, float std=1, *, Generator? generator=None) -> Tensor(a!)",
    node="NormalBackward0",
    forward=normal_forward,
    self=lambda grad: np.zeros_like(grad),
    variants="in_place",
    does="Random numbers, normal with this ``mean`` and ``std``, in every element.",
    tex=dict(forward=r"z_i \sim \mathcal{N}(\mu, \sigma^2)", self=r"\bar{x} = 0"),
    samples=lambda make: [(make(4), 1.0, 2.0, Repeating()), (make(2, 9), 0, 1, Repeating())],
)


def whole_between(self: Any, low: int, high: int | None, generator: Any) -> np.ndarray:
    """Whole numbers from ``low`` to ``high - 1``; None: as far as self's dtype counts without a gap."""
    high = draws.whole_range(self.dtype) if high is None else high
    return in_memory_order(self, lambda shape: draws.randint(low, high, shape, self.dtype, generator))


random_from = derivative(
    "random_.from(Tensor(a!) self, int from, int? to, *, Generator? generator=None) -> Tensor(a!)",
    node="RandomBackward0",
    forward=whole_between,
    self=lambda grad: np.zeros_like(grad),
    does="Random whole numbers from ``from`` to ``to - 1``, all equally likely, in every element.",
    tex=dict(forward=r"z_i \sim \mathcal{U}\{a, \dots, b - 1\}", self=r"\bar{x} = 0"),
    samples=lambda make: [(make(3), -2, 5, Repeating()), (make(2), 3, None, Repeating())],
)


bernoulli = derivative(
    "bernoulli(Tensor self, *, Generator? generator=None) -> Tensor",
    node="BernoulliBackward0",
    forward=lambda self, generator: draws.bernoulli_each(np.asarray(self), generator).astype(self.dtype),
    self=lambda grad: np.zeros_like(grad),
    zero_where="drawn",
    does="1 with the probability that each element says, else 0.",
    tex=dict(forward=r"z_i = 1\ \mathrm{with\ probability}\ x_i,\ \mathrm{else}\ 0", self=r"\bar{x} = 0"),
    samples=lambda make: [(make(3, low=0.1, high=0.9), Repeating())],
)

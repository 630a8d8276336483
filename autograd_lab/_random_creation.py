"""Making tensors of random numbers. With `manual_seed` they are the very numbers that PyTorch draws on the CPU."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from . import _dtype, _random
from ._creation import _leaf, _shape
from ._random import Generator as Generator
from ._random import initial_seed as initial_seed
from ._random import manual_seed as manual_seed
from ._random import seed as seed
from ._tensor import Tensor

__all__ = [
    "Generator",
    "initial_seed",
    "manual_seed",
    "rand",
    "rand_like",
    "randint",
    "randn",
    "randn_like",
    "randperm",
    "seed",
]


def rand(*size: Any, generator: Generator | None = None, dtype: Any = None, requires_grad: bool = False) -> Tensor:
    """Uniform numbers in [0, 1), float32 unless told otherwise."""
    return _leaf(_random.rand(_sizes(size, "rand"), _float(dtype, "rand"), generator), requires_grad)


def randn(*size: Any, generator: Generator | None = None, dtype: Any = None, requires_grad: bool = False) -> Tensor:
    """Normal numbers with mean 0 and standard deviation 1, float32 unless told otherwise."""
    return _leaf(_random.randn(_sizes(size, "randn"), _float(dtype, "randn"), generator), requires_grad)


def randint(
    low: int,
    high: Any = None,
    size: Sequence[int] | None = None,
    *,
    generator: Generator | None = None,
    dtype: Any = None,
    requires_grad: bool = False,
) -> Tensor:
    """Whole numbers from ``low`` to ``high - 1``, int64: ``randint(low, high, size)`` or ``randint(high, size)``."""
    if size is None:
        low, high, size = 0, low, high
    if not isinstance(size, list | tuple):
        raise TypeError("randint() takes (high, size) or (low, high, size), and size is a tuple of ints, e.g. (3,).")
    kind = np.dtype(np.int64) if dtype is None else _dtype.as_dtype(dtype, "randint").numpy
    return _leaf(_random.randint(low, high, tuple(size), kind, generator), requires_grad)


def randperm(n: int, *, generator: Generator | None = None) -> Tensor:
    """The numbers 0 … n - 1 in random order, int64."""
    return _leaf(_random.randperm(n, generator))


def rand_like(input: Tensor, *, dtype: Any = None, requires_grad: bool = False) -> Tensor:
    """As `rand`, in ``input``'s shape and dtype; never its requires_grad."""
    return rand(input.shape, dtype=input.dtype if dtype is None else dtype, requires_grad=requires_grad)


def randn_like(input: Tensor, *, dtype: Any = None, requires_grad: bool = False) -> Tensor:
    """As `randn`, in ``input``'s shape and dtype; never its requires_grad."""
    return randn(input.shape, dtype=input.dtype if dtype is None else dtype, requires_grad=requires_grad)


def _sizes(size: tuple, function: str) -> tuple[int, ...]:
    lengths = tuple(_shape(size))
    for place, length in enumerate(lengths):
        if not isinstance(length, int | np.integer):
            raise TypeError(
                f"{function}(): argument 'size' (position {place + 1}) must be tuple of ints, "
                f"not {type(length).__name__}"
            )
    return lengths


def _float(dtype: Any, function: str) -> np.dtype:
    return (_dtype.get_default_dtype() if dtype is None else _dtype.as_dtype(dtype, function)).numpy

"""Making tensors of random numbers. With `manual_seed` they are the very numbers that PyTorch draws on the CPU."""

import operator
from typing import Any

import numpy as np

from ..._core.base import draws
from ..._core.base.generator import Generator
from ..._core.base.state import thread
from ..._core.base.strided import layout_of, made_like
from ..._core.tensor import Tensor
from ..._core.watched_calls import noted
from .factory import checked, factory, float_kind, leaf, listed_size, number, own_kind, sizes_of, whole

__all__ = [
    "multinomial", "normal", "rand", "rand_like", "randint", "randn", "randn_like", "randperm",
]  # fmt: skip


@factory
def rand(*args: Any, size: Any = None, generator: Generator | None = None, dtype: Any = None) -> np.ndarray:
    """Uniform numbers in [0, 1) of the given shape, ``rand(2, 3)``; float32 unless told otherwise.

    Raises:
        RuntimeError: a negative length.
    """
    return draws.rand(sizes_of("rand", args, size), float_kind(dtype), generator)


@factory
def randn(*args: Any, size: Any = None, generator: Generator | None = None, dtype: Any = None) -> np.ndarray:
    """Normal numbers with mean 0 and standard deviation 1: ``randn(2, 3)``; float32 unless told otherwise.

    Raises:
        RuntimeError: a negative length.
    """
    return draws.randn(sizes_of("randn", args, size), float_kind(dtype), generator)


@factory
def randint(
    *args: Any, low: int = 0, high: Any = None, size: Any = None, generator: Generator | None = None, dtype: Any = None
) -> np.ndarray:
    """Whole numbers from ``low`` to ``high - 1``, int64: ``randint(low, high, size)`` or ``randint(high, size)``.

    Raises:
        RuntimeError: ``low`` is not below ``high``, or a negative length.
    """
    given = list(args)
    if size is None:
        size = given.pop()
    if len(given) == 2:
        low, high = given
    elif given:
        (high,) = given
    shape = listed_size("randint", size)
    return draws.randint(operator.index(low), operator.index(high), shape, _whole_kind(dtype), generator)


@factory
def randperm(n: int, generator: Generator | None = None, dtype: Any = None) -> np.ndarray:
    """The numbers 0 … n - 1 in random order, int64 unless told otherwise.

    Raises:
        RuntimeError: a negative ``n``, or one that the dtype cannot hold.
    """
    count, kind = whole("randperm", "n", 1, n), _whole_kind(dtype)
    if kind.kind in "iu" and count - 1 > np.iinfo(kind).max:
        raise RuntimeError(f"value cannot be converted to type {kind}_t without overflow")
    return draws.randperm(*checked((count,)), generator).astype(kind)


@factory
def rand_like(input: Tensor, generator: Generator | None = None, dtype: Any = None) -> np.ndarray:
    """`rand` in ``input``'s shape and dtype; never its requires_grad."""
    return made_like(input._data, lambda shape: draws.rand(shape, own_kind(input, dtype), generator))


@factory
def randn_like(input: Tensor, generator: Generator | None = None, dtype: Any = None) -> np.ndarray:
    """`randn` in ``input``'s shape and dtype; never its requires_grad."""
    kind = own_kind(input, dtype)
    in_order = np.empty_like(input._data, kind, layout_of(input._data)).flags.c_contiguous
    draw = draws.normal if in_order else draws.normal_one_by_one
    return made_like(input._data, lambda shape: draw(0.0, 1.0, shape, kind, generator))


@noted
@factory
def normal(
    mean: Any = 0.0, std: Any = 1.0, size: Any = None, generator: Generator | None = None, dtype: Any = None
) -> np.ndarray:
    """Normal numbers around ``mean``: in the shape ``size``, or one for each element of a ``mean`` or ``std``.

    PyTorch gives such tensors a gradient of zero; here they may not require one, since zero is seldom what is meant
    (where nothing is recorded they may).

    Raises:
        RuntimeError: a negative deviation.
        NotImplementedError: a mean or deviation that requires grad, and is not in `no_grad`.
    """
    tensors = [item for item in (mean, std) if isinstance(item, Tensor)]
    if not tensors:
        mean, std = number("normal", "mean", 1, mean), number("normal", "std", 2, std)
        return draws.normal(mean, std, listed_size("normal", size), float_kind(dtype), generator)
    if thread.state.grad_enabled and any(item.requires_grad for item in tensors):
        raise NotImplementedError(
            "torch.normal of a mean or deviation that requires grad is left out of autograd_lab (its gradient would be "
            "zero); write mean + std * torch.randn(...) for one that is not, or detach them."
        )
    return _normal_around(mean, std, generator)


def _normal_around(mean: Any, std: Any, generator: Generator | None) -> np.ndarray:
    """PyTorch's steps: standard normal numbers (or, for one deviation, scaled ones), times deviations, plus means."""
    if not isinstance(std, Tensor):
        drawn = draws.normal(0.0, std, mean._data.shape, mean._data.dtype, generator)
        return drawn + mean._data
    if std._data.dtype.kind != "f" and std._data.size:
        raise NotImplementedError(f"\"normal_kernel_cpu\" not implemented for '{std.dtype.short}'")
    if np.any(std._data < 0):
        raise RuntimeError("normal expects all elements of std >= 0.0")
    around = mean._data if isinstance(mean, Tensor) else std._data.dtype.type(mean)
    shape = (mean + std).shape if isinstance(mean, Tensor) else std.shape
    return draws.randn(tuple(shape), std._data.dtype, generator) * std._data + around


@noted
def multinomial(
    input: Tensor, num_samples: int, replacement: bool = False, *, generator: Generator | None = None
) -> Tensor:
    """``num_samples`` places, int64, drawn with the weights in ``input``: a vector, or each row of a matrix.

    Raises:
        RuntimeError: weights that are negative or all 0, or more samples than places without ``replacement``.
    """
    return leaf(draws.multinomial(input._data, num_samples, replacement, generator))


# ----- arguments ----------------------------------------------------------------------------------------------------
def _whole_kind(dtype: Any) -> np.dtype:
    return np.dtype(np.int64) if dtype is None else dtype.numpy

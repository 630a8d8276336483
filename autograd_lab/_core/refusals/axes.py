"""Dimensions that there are not, and shapes that do not fit."""

import functools
from collections.abc import Sequence

import numpy as np


def wrap_dim(dim: int, ndim: int) -> int:
    """Count a negative dimension from the end; PyTorch's error for one that does not exist."""
    limit = max(ndim, 1)
    if not -limit <= dim < limit:
        raise IndexError(f"Dimension out of range (expected to be in range of [{-limit}, {limit - 1}], but got {dim})")
    return dim % limit


def distinct_axes(dims: Sequence[int], ndim: int) -> tuple[int, ...]:
    """Non-negative dimensions, none of them twice."""
    axes = tuple([wrap_dim(dim, ndim) for dim in dims])
    for axis in axes:
        if axes.count(axis) > 1:
            raise RuntimeError(f"dim {axis} appears multiple times in the list of dims")
    return axes


def common_shape(*shapes: tuple[int, ...]) -> tuple[int, ...]:
    """The shape to which all of them stretch; PyTorch's error where there is none."""
    return functools.reduce(_stretched, shapes) if shapes else ()


def _stretched(one: tuple[int, ...], two: tuple[int, ...]) -> tuple[int, ...]:
    try:
        return np.broadcast_shapes(one, two)
    except ValueError:
        pairs = zip(reversed(one), reversed(two), strict=False)
        back, (mine, its) = next((i, pair) for i, pair in enumerate(pairs, 1) if pair[0] != pair[1] and 1 not in pair)
        raise RuntimeError(
            f"The size of tensor a ({mine}) must match the size of tensor b ({its}) at non-singleton dimension "
            f"{max(len(one), len(two)) - back}"
        ) from None

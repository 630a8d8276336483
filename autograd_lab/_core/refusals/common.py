"""What several refusals share: kinds of numbers that an operation does not take, and axes that are not there."""

import functools
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ..base import dtypes
from ..base.errors import tensor_type
from ..base.numpy_words import shape_mismatch


def type_of(array: Any) -> str:
    """The name of its type in PyTorch's messages: ``Float``, ``Long``, ``Bool``."""
    return dtypes.of(array.dtype).short


def tensor_type_of(array: Any) -> str:
    """What other messages call a tensor of its type: ``torch.FloatTensor``, ``CPUBoolType``."""
    return tensor_type(dtypes.of(array.dtype))


def needs_float(array: Any, kernel: str) -> None:
    """Raise as PyTorch does where only floats will do; ``kernel`` is its name for the machine code."""
    if array.dtype.kind != "f":
        raise NotImplementedError(f"\"{kernel}\" not implemented for '{type_of(array)}'")


def floats_only(kernel: str) -> Callable[..., None]:
    """The refusal of a row that takes floats alone."""
    return lambda array, *options: needs_float(array, kernel)


def no_floats(kernel: str) -> Callable[..., None]:
    """The refusal of a row that works on bits: ``3.0 ^ 2`` is what a learner writes who means a power."""

    def check(*operands: Any) -> None:
        for array in operands:
            if hasattr(array, "dtype") and array.dtype.kind == "f":
                raise NotImplementedError(f"\"{kernel}\" not implemented for '{type_of(array)}'")

    return check


def same_scalar_type(array: Any, *others: Any) -> None:
    """Raise as many of PyTorch's kernels do where another tensor has another type; None is no tensor."""
    for other in others:
        if other is not None and other.dtype != array.dtype:
            raise RuntimeError(f"expected scalar type {type_of(array)} but found {type_of(other)}")


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
    if error := shape_mismatch((one, two)):
        raise error
    return np.broadcast_shapes(one, two)

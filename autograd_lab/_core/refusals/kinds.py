"""Kinds of numbers that an operation does not take, and what PyTorch calls them."""

from collections.abc import Callable
from typing import Any

from ..base import dtypes
from ..base.errors import tensor_type


def type_of(array: Any) -> str:
    """The name of its type in PyTorch's messages: ``Float``, ``Long``, ``Bool``."""
    return dtypes.of(array.dtype).short


def tensor_type_of(array: Any) -> str:
    """What other messages call a tensor of its type: ``torch.FloatTensor``, ``CPUBoolType``."""
    return tensor_type(dtypes.of(array.dtype))


def refuse(kinds: str, array: Any, kernel: str) -> None:
    """Raise as PyTorch does for kinds that its kernel does not take: "b" booleans, "iu" integers, "f" floats."""
    if array.dtype.kind in kinds:
        raise NotImplementedError(f"\"{kernel}\" not implemented for '{type_of(array)}'")


def needs_float(array: Any, kernel: str) -> None:
    """Raise as PyTorch does where only floats will do."""
    refuse("biu", array, kernel)


def no_kernel(kinds: str, kernel: str) -> Callable[..., None]:
    """The refusal of a row whose kernel does not take its first tensor in one of these kinds."""

    def check(*args: Any) -> None:
        refuse(kinds, args[0] if hasattr(args[0], "dtype") else args[1], kernel)

    return check


def floats_only(kernel: str) -> Callable[..., None]:
    """The refusal of a row that takes floats alone."""
    return no_kernel("biu", kernel)


def same_scalar_type(array: Any, *others: Any) -> None:
    """Raise as many of PyTorch's kernels do where another tensor has another type; None is no tensor."""
    for other in others:
        if other is not None and other.dtype != array.dtype:
            raise RuntimeError(f"expected scalar type {type_of(array)} but found {type_of(other)}")

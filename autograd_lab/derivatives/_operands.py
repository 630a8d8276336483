"""What may stand beside what: types brought together, numbers beside tensors, kinds that an operation refuses."""

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from .._base import dtypes
from .._base.state import quiet


def needs_float(array: Any, kernel: str) -> None:
    """Raise as PyTorch does where only floats will do."""
    if array.dtype.kind != "f":
        raise NotImplementedError(f"\"{kernel}\" not implemented for '{dtypes.of(array.dtype).short}'")


def floats_only(kernel: str) -> Callable[[Callable], Callable]:
    """Decorator of a forward: PyTorch's refusal, which names its own kernel, of whole numbers and booleans."""

    def decorate(function: Callable) -> Callable:
        @quiet
        def forward(self: Any, *rest: Any) -> Any:
            needs_float(self, kernel)
            return function(self, *rest)

        forward.__doc__ = function.__doc__
        return forward

    return decorate


def choose(condition: Any, yes: Any, no: Any) -> Any:
    """``np.where``, but a single number stays a NumPy scalar."""
    chosen = np.where(condition, yes, no)
    return chosen[()] if chosen.__class__ is np.ndarray and not chosen.ndim else chosen


def with_number(array: Any, number: Any) -> Any:
    """``array`` in the type in which PyTorch lets it meet a Python number: int64 and 1.5 meet as float32."""
    if array.dtype.kind == "f":
        return array
    return array.astype(dtypes.result_numpy([array, number]))


def together(*operands: Any) -> list[Any]:
    """The operands in the type in which PyTorch lets them meet; Python numbers adapt by themselves."""
    kind = dtypes.result_numpy(operands)
    return [item.astype(kind) if hasattr(item, "dtype") else item for item in operands]


def unless(kinds: str, kernel: str) -> Callable[[Callable], Callable]:
    """Decorator: refuse arrays of these kinds ("b" booleans, "iu" integers, "f" floats) in PyTorch's words."""

    def decorate(forward: Callable) -> Callable:
        @functools.wraps(forward)
        def checked(*args: Any) -> Any:
            dtype = (args[0] if hasattr(args[0], "dtype") else args[1]).dtype
            if dtype.kind in kinds:
                raise NotImplementedError(f"\"{kernel}\" not implemented for '{dtypes.of(dtype).short}'")
            return forward(*args)

        return checked

    return decorate

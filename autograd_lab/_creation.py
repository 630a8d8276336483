"""Making tensors. Floats are float32 unless told otherwise, as in PyTorch."""

import warnings
from collections.abc import Sequence
from typing import Any

import numpy as np

from . import _dtype
from ._tensor import Tensor, wrap
from .autograd._errors import with_help
from .autograd.inference import mark_new

_COPY = (
    "To copy construct from a tensor, it is recommended to use sourceTensor.detach().clone() or "
    "sourceTensor.detach().clone().requires_grad_(True), rather than torch.tensor(sourceTensor)."
)


def tensor(data: Any, *, dtype: Any = None, requires_grad: bool = False, name: str | None = None) -> Tensor:
    """A leaf with a copy of ``data``: a number, nested lists, or an array.

    Args:
        data: Python floats become float32, integers int64, booleans bool; arrays keep their dtype.
        dtype: another dtype, e.g. ``torch.float64``.
        requires_grad: ask for a gradient; only for floating point.
        name: what pictures call it (not in PyTorch).
    """
    if isinstance(data, Tensor):
        warnings.warn(_COPY, UserWarning, stacklevel=2)
        data = data._data
    return _leaf(np.array(_plain(data), dtype=_type_for(data, dtype)), requires_grad, name)


def _plain(data: Any) -> Any:
    """Lists with tensors in them, as lists of numbers."""
    if isinstance(data, Tensor):
        return data._data
    if isinstance(data, list | tuple):
        _check_even(data)
        return [_plain(item) for item in data]
    if isinstance(data, str):
        raise TypeError("new(): invalid data type 'str'")
    return data


def _check_even(data: Sequence, dim: int = 1) -> None:
    lengths = [len(item) if isinstance(item, list | tuple) else None for item in data]
    for length in lengths[1:]:
        if length != lengths[0] and lengths[0] is not None and length is not None:
            raise ValueError(f"expected sequence of length {lengths[0]} at dim {dim} (got {length})")


def _type_for(data: Any, dtype: Any) -> np.dtype:
    """The NumPy dtype that PyTorch would choose."""
    if dtype is not None:
        return dtype.numpy
    found = np.asarray(_plain(data))
    if isinstance(data, np.ndarray | np.generic) or found.dtype.kind == "b":
        return _dtype.of(found.dtype).numpy
    return np.dtype(np.int64) if found.dtype.kind in "iu" and found.size else _dtype.get_default_dtype().numpy


def _leaf(array: np.ndarray, requires_grad: bool = False, name: str | None = None) -> Tensor:
    if requires_grad and array.dtype.kind != "f":
        raise RuntimeError(
            with_help(
                "Only Tensors of floating point and complex dtype can require gradients",
                "write the numbers with a point (2. instead of 2), or give dtype=torch.float32.",
            )
        )
    made = wrap(array if array.ndim else array[()])
    made._requires = requires_grad
    mark_new(made)
    if name is not None:
        made._name = name
    return made


def _shape(size: tuple) -> tuple[int, ...]:
    """Sizes given one by one or as one sequence."""
    return tuple(size[0]) if len(size) == 1 and isinstance(size[0], list | tuple) else size


def zeros(*size: Any, dtype: Any = None, requires_grad: bool = False) -> Tensor:
    """Zeros of the given shape."""
    return _leaf(np.zeros(_shape(size), _float_or(dtype)), requires_grad)


def ones(*size: Any, dtype: Any = None, requires_grad: bool = False) -> Tensor:
    """Ones of the given shape."""
    return _leaf(np.ones(_shape(size), _float_or(dtype)), requires_grad)


def full(size: Sequence[int], fill_value: Any, *, dtype: Any = None, requires_grad: bool = False) -> Tensor:
    """``fill_value`` everywhere; its type decides the dtype."""
    kind = dtype.numpy if dtype is not None else _dtype.of_scalar(fill_value).numpy
    return _leaf(np.full(tuple(size), fill_value, kind), requires_grad)


def arange(*bounds: Any, dtype: Any = None, requires_grad: bool = False) -> Tensor:
    """``arange(end)``, ``arange(start, end)`` or ``arange(start, end, step)``; int64 unless a bound is a float."""
    floats = any(isinstance(bound, float) for bound in bounds)
    kind = dtype.numpy if dtype is not None else _float_or(None) if floats else np.dtype(np.int64)
    return _leaf(np.arange(*bounds).astype(kind), requires_grad)


def linspace(start: float, end: float, steps: int, *, dtype: Any = None, requires_grad: bool = False) -> Tensor:
    """``steps`` numbers from ``start`` to ``end``, both included."""
    return _leaf(np.linspace(start, end, steps, dtype=_float_or(dtype)), requires_grad)


def eye(n: int, m: int | None = None, *, dtype: Any = None, requires_grad: bool = False) -> Tensor:
    """Ones on the diagonal of an n×m matrix."""
    return _leaf(np.eye(n, n if m is None else m, dtype=_float_or(dtype)), requires_grad)


def zeros_like(input: Tensor, *, dtype: Any = None, requires_grad: bool = False) -> Tensor:
    """Zeros of ``input``'s shape and dtype; never its requires_grad."""
    return _leaf(np.zeros(input._data.shape, dtype.numpy if dtype else input._data.dtype), requires_grad)


def ones_like(input: Tensor, *, dtype: Any = None, requires_grad: bool = False) -> Tensor:
    """Ones of ``input``'s shape and dtype; never its requires_grad."""
    return _leaf(np.ones(input._data.shape, dtype.numpy if dtype else input._data.dtype), requires_grad)


def from_numpy(array: np.ndarray) -> Tensor:
    """A tensor that shares the array's memory."""
    _dtype.of(array.dtype)
    return mark_new(wrap(array))


def as_tensor(data: Any, *, dtype: Any = None) -> Tensor:
    """``data`` as a tensor, without a copy where none is needed."""
    if isinstance(data, Tensor):
        return data if dtype is None or data.dtype == dtype else data.to(dtype)
    return from_numpy(data) if isinstance(data, np.ndarray) and dtype is None else tensor(data, dtype=dtype)


def _float_or(dtype: Any) -> np.dtype:
    return _dtype.get_default_dtype().numpy if dtype is None else dtype.numpy

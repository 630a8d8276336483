"""From nested Python lists to an array: which shape, which type, and what PyTorch says when there is none."""

import contextlib
import math
from typing import Any

import numpy as np

from ..._core.base import dtypes
from ..._core.base.learners_line import warn_once
from ..._core.tensor import Tensor

_SLOW = (
    "Creating a tensor from a list of numpy.ndarrays is extremely slow. Please consider converting the list to a "
    "single numpy.ndarray with numpy.array() before converting to a tensor."
)
_NO_OVERFLOW = 60_000.0  # fits even float16
_NO_SEQUENCES = str, bytes, dict, np.generic
_MOST_DIMENSIONS = 128
_PLAIN = frozenset((int, float, bool))
_INTS, _FLOATS, _INT64 = {int}, {float}, np.dtype(np.int64)
_ARRAY, _LIST = (np.ndarray, np.generic), (list, tuple, range)


def array_from(data: Any, dtype: np.dtype | None) -> np.ndarray:
    """The array that ``torch.tensor(data)`` holds, with memory of its own.

    Args:
        data: a number, nested lists or tuples of numbers, an array, or a tensor.
        dtype: the type to use; None lets the numbers decide.
    """
    if data.__class__ is float and -_NO_OVERFLOW < data < _NO_OVERFLOW:  # one number: nothing to look for
        kind = dtypes.get_default_dtype().numpy if dtype is None else dtype
        if kind.kind == "f":
            return kind.type(data)
    if data.__class__ is list and data:
        types = set(map(type, data))
        if types == _INTS and (dtype is None or dtype == _INT64):
            with contextlib.suppress(OverflowError):  # of which PyTorch says more, see below
                return np.array(data, _INT64)
        if types == _FLOATS and (dtype is None or dtype.kind == "f"):
            return _floats(data, dtypes.get_default_dtype().numpy if dtype is None else dtype)
    if isinstance(data, Tensor):
        data = data._data
    if isinstance(data, _ARRAY):
        check_array(data)
        return np.array(data, data.dtype if dtype is None else dtype)
    if isinstance(data, str):
        raise TypeError("new(): invalid data type 'str'")
    shape = _shape_of(data)
    leaves: list[Any] = []
    if isinstance(data, _LIST) and data and isinstance(data[0], np.ndarray):
        warn_once(_SLOW)
    kind = _kind_of(data) if dtype is None else dtype
    if 0 not in shape:
        _collect(data, shape, 0, leaves, kind)
    if kind.kind in "iu":
        leaves = [_whole(value, kind) for value in leaves]
    if 0 in shape:
        return np.zeros(shape, dtypes.get_default_dtype().numpy if dtype is None else kind)
    if kind.kind == "f":
        return _floats(leaves, kind).reshape(shape)
    return np.array(leaves, None if kind.kind in "iu" and not leaves else _store(kind)).astype(kind).reshape(shape)


def _floats(numbers: list, kind: np.dtype) -> np.ndarray:
    """The numbers as a type of float, which they may be too large for."""
    with np.errstate(over="ignore"):
        return np.array(numbers, np.float64).astype(kind)


def check_array(array: np.ndarray | np.generic) -> None:
    """Refuse arrays that PyTorch cannot hold."""
    dtypes.of(array.dtype)
    if isinstance(array, np.ndarray) and any(step < 0 for step in array.strides):
        raise ValueError(
            "At least one stride in the given numpy array is negative, and tensors with negative strides are not "
            "currently supported. (You can probably work around this by making a copy of your array  with "
            "array.copy().) "
        )


def _store(kind: np.dtype) -> Any:
    """Large unsigned numbers wrap around, which NumPy does when casting int64 and refuses when building."""
    return np.int64 if kind.kind in "iu" else kind


def is_sequence(data: Any) -> bool:
    """Whether PyTorch would look for numbers inside of it."""
    if isinstance(data, _LIST):
        return True
    if isinstance(data, np.ndarray | Tensor):
        return data.ndim > 0 and isinstance(data, np.ndarray)
    kind = type(data)  # any other: a deque, an array.array, a class of the learner's
    return hasattr(kind, "__getitem__") and hasattr(kind, "__len__") and not isinstance(data, _NO_SEQUENCES)


def _shape_of(data: Any) -> tuple[int, ...]:
    """Lengths along the first elements; whether the others agree shows when they are collected."""
    shape = []
    while is_sequence(data):
        shape.append(len(data))
        if len(shape) > _MOST_DIMENSIONS:  # a list that holds itself
            raise ValueError(f"too many dimensions '{type(data).__name__}'")
        if not len(data):
            break
        data = data[0]
        if isinstance(data, str):
            raise ValueError("too many dimensions 'str'")
    return tuple(shape)


def _kind_of(data: Any) -> np.dtype:
    """The narrowest type that holds every number in it."""
    found: dict[Any, Any] = {}
    _kinds(data, found)
    names = set(found)
    if not names:
        return dtypes.get_default_dtype().numpy
    kinds = [_kind_of_one(found[name]) for name in names]
    result = kinds[0]
    for kind in kinds[1:]:
        result = dtypes.promote_types(dtypes.of(result), dtypes.of(kind)).numpy
    return result


def _kinds(data: Any, found: dict) -> None:
    """One example of every type of number that is in it."""
    if not is_sequence(data):
        found[data._data.dtype if isinstance(data, Tensor) else type(data)] = data
        return
    if isinstance(data, np.ndarray):
        found[data.dtype] = data
        return
    types = set(map(type, data))
    if types <= _PLAIN:
        found.update(
            {type(value): value for value in data} if len(types) > 1 else {type(data[0]): data[0]} if types else {}
        )
        return
    for item in data:
        _kinds(item, found)


def _kind_of_one(value: Any) -> np.dtype:
    if isinstance(value, Tensor):
        return value._data.dtype
    if isinstance(value, _ARRAY):
        return dtypes.of(value.dtype).numpy
    if isinstance(value, str | bytes):
        raise TypeError(f"new(): invalid data type '{type(value).__name__}'")
    if not isinstance(value, int | float | complex):
        raise RuntimeError(f"Could not infer dtype of {type(value).__name__}")
    return dtypes.of_scalar(value).numpy


def _collect(data: Any, shape: tuple[int, ...], depth: int, leaves: list, kind: np.dtype) -> None:
    if depth == len(shape):
        leaves.append(_one(data, kind))
        return
    if not is_sequence(data):
        raise TypeError("not a sequence")
    if len(data) != shape[depth]:
        raise ValueError(f"expected sequence of length {shape[depth]} at dim {depth} (got {len(data)})")
    if depth == len(shape) - 1 and not isinstance(data, np.ndarray) and set(map(type, data)) <= _PLAIN:
        leaves.extend(data)
        return
    for item in data:
        _collect(item, shape, depth + 1, leaves, kind)


def _one(value: Any, kind: np.dtype) -> Any:
    """The Python number in a leaf of the nested lists."""
    if isinstance(value, Tensor):
        if value._data.size != 1:
            raise ValueError("only one element tensors can be converted to Python scalars")
        return float(value) if value.requires_grad else value._data.item()  # float() warns that the history ends
    if isinstance(value, _ARRAY):
        return value.item()
    if not isinstance(value, int | float | bool):
        name = type(value).__name__
        if kind.kind in "iu":
            raise TypeError(f"'{name}' object cannot be interpreted as an integer")
        raise TypeError(f"must be real number, not {name}")
    return value


def _whole(value: Any, kind: np.dtype) -> int:
    """A number for an integer tensor: fractions are cut off, what does not fit is refused."""
    limits = np.iinfo(kind)
    lowest = -limits.max if kind.kind == "u" else limits.min
    if isinstance(value, float) and not (math.isfinite(value) and limits.min <= value < limits.max + 1):
        raise RuntimeError(f"value cannot be converted to type {kind} without overflow")
    value = int(value)
    if not -(2**63) <= value < 2**63:
        raise ValueError("Overflow when unpacking long long")
    if not lowest <= value <= limits.max:
        raise RuntimeError(f"value cannot be converted to type {kind} without overflow")
    return value

"""What may stand beside what: types brought together, numbers beside tensors, kinds that an operation refuses."""

from typing import Any

import numpy as np

from .._core.base import bits, dtypes


def choose(condition: Any, yes: Any, no: Any) -> Any:
    """``np.where``, but a single number stays a NumPy scalar."""
    if condition.__class__ is np.ndarray and condition.size >= bits.MANY:
        chosen = bits.either(condition, yes, no)
        if chosen is not None:
            return chosen
    chosen = np.where(condition, yes, no)
    return chosen[()] if chosen.__class__ is np.ndarray and not chosen.ndim else chosen


def into(array: Any) -> Any:
    """Where a ufunc may write over an array of ours, ``x = np.exp(x, out=into(x))``: not over a NumPy scalar."""
    return array if array.__class__ is np.ndarray else None


def with_number(array: Any, number: Any) -> Any:
    """``array`` in the type in which PyTorch lets it meet a Python number: int64 and 1.5 meet as float32."""
    if array.dtype.kind == "f":
        return array
    return array.astype(dtypes.result_numpy([array, number]))


def together(*operands: Any) -> list[Any]:
    """The operands in the type in which PyTorch lets them meet; Python numbers adapt by themselves."""
    kind = dtypes.result_numpy(operands)
    return [item.astype(kind) if hasattr(item, "dtype") else item for item in operands]


def result_type(array: Any, dtype: Any, name: str) -> np.dtype:
    """The type of a sum or product: the one asked for, or the array's own; whole numbers and booleans give int64."""
    if dtype is not None:
        return dtypes.as_dtype(dtype, name).numpy
    return np.dtype(np.int64) if array.dtype.kind in "iub" else array.dtype


def numpy_type(item: Any) -> np.dtype:
    """NumPy's type of an array or a Tensor."""
    return getattr(item.dtype, "numpy", item.dtype)

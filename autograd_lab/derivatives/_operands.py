"""What many rows need: operands brought to one type, numbers beside tensors, and axes.

Of axes: which of them a reduction runs along, and how what it left is laid out over them again.
"""

import math
from typing import Any

import numpy as np

from .._core.base import dtypes
from .._core.base.quick_numpy import MANY, column_sums, either
from .._core.refusals.common import common_shape as common_shape
from .._core.refusals.common import distinct_axes
from .._core.refusals.common import wrap_dim as wrap_dim


def choose(condition: Any, yes: Any, no: Any) -> Any:
    """``np.where``, but a single number stays a NumPy scalar."""
    if condition.__class__ is np.ndarray and condition.size >= MANY:
        chosen = either(condition, yes, no)
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


def along(dim: int, ndim: int, where: Any) -> tuple:
    """The key of an array that is ``where`` along ``dim`` and takes everything else."""
    return (*(slice(None),) * wrap_dim(dim, ndim), where)


def axes_of(dim: Any, ndim: int) -> tuple[int, ...]:
    """Non-negative dimensions; None or () means all."""
    if dim is None or dim == ():
        return tuple(range(ndim))
    axes = distinct_axes((dim,) if isinstance(dim, int) else dim, ndim)
    return axes if ndim else ()


def count_of(sizes: tuple[int, ...], dim: Any) -> int:
    """How many numbers are summed into one."""
    return math.prod([sizes[axis] for axis in axes_of(dim, len(sizes))])


_FILL_UP_TO = 2**17  # elements; up to here filling is quicker than reading the same number again and again


def spread(grad: Any, sizes: tuple[int, ...]) -> Any:
    """Every summand gets the gradient of the sum."""
    if sizes and isinstance(grad, np.generic | np.ndarray) and math.prod(sizes) <= _FILL_UP_TO:
        filled = np.empty(sizes, grad.dtype)
        if grad.ndim:
            filled[...] = grad
        else:
            filled.fill(grad)
        return filled
    return np.broadcast_to(grad, sizes) if sizes else grad


def restore(reduced: Any, sizes: tuple[int, ...], dim: Any, keepdim: bool) -> Any:
    """What was reduced, with its lost dimensions back as dimensions of length 1."""
    if keepdim or not sizes:
        return reduced
    axes = axes_of(dim, len(sizes))
    return reduced.reshape(tuple([1 if i in axes else n for i, n in enumerate(sizes)]))


def spread_dim(grad: Any, sizes: tuple[int, ...], dim: Any, keepdim: bool) -> Any:
    """Backward of a sum over ``dim``: every summand gets the gradient of its sum."""
    return spread(restore(grad, sizes, dim, keepdim), sizes)


def plain(value: Any) -> Any:
    """The array in a Tensor: for masks and places, through which no gradient goes."""
    return getattr(value, "_data", value)


def sum_to(grad: Any, sizes: tuple[int, ...]) -> Any:
    """Backward of a stretch: sum over the copies."""
    if not sizes:
        return grad.sum()
    extra = grad.ndim - len(sizes)
    if extra and isinstance(grad, np.ndarray) and grad.shape[extra:] == sizes:
        return column_sums(grad.reshape(math.prod(grad.shape[:extra]), math.prod(sizes))).reshape(sizes)
    axes = (*range(extra), *(i + extra for i, n in enumerate(sizes) if n == 1 and grad.shape[i + extra] != 1))
    kept = grad.sum(axes, keepdims=True) if axes else grad
    return kept.reshape(sizes) if extra else kept

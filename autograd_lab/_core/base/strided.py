"""Memory seen through sizes, strides and an offset, counted in elements: what a view is underneath.

PyTorch: aten/src/ATen/native/TensorShape.cpp, aten/src/ATen/MemoryOverlap.cpp.
"""

import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np


class Geometry(NamedTuple):
    """Where a tensor's elements lie in memory: element (i, j) at ``offset + i * strides[0] + j * strides[1]``."""

    sizes: tuple[int, ...]
    strides: tuple[int, ...]
    offset: int


def geometry(array: Any, owner: Any) -> Geometry:
    """Where an array looks in ``owner``'s memory; or in its own, where ``data = …`` has given one of them other."""
    if not isinstance(array, np.ndarray):
        return Geometry((), (), 0)
    if array is owner or not array.size:
        return Geometry(array.shape, strides(array), 0)
    start = _address(owner if np.may_share_memory(array, owner) else root(array))
    return Geometry(array.shape, strides(array), (_address(array) - start) // array.itemsize)


def strides(array: np.ndarray) -> tuple[int, ...]:
    """How far apart neighbours in each dimension are, counted in elements."""
    item, steps = array.itemsize, array.strides
    if len(steps) == 2 and array.size and steps[0] and steps[1]:  # a matrix: by far the commonest
        return steps[0] // item, steps[1] // item
    if array.size and 0 not in steps:
        return tuple([step // item for step in steps])
    result: list[int] = []
    after = 1
    for n, step in zip(reversed(array.shape), reversed(steps), strict=True):
        # NumPy leaves the stride of a new dimension of length 1 at 0; PyTorch fills in what would fit.
        stride = after if not array.size or (n == 1 and not step) else step // item
        result.append(stride)
        after = stride * max(n, 1)
    return tuple(reversed(result))


def _address(array: np.ndarray) -> int:
    return array.__array_interface__["data"][0]


def span(sizes: Sequence[int], strides: Sequence[int]) -> int:
    """How many elements of memory lie between the first and the last, both counted."""
    if 0 in sizes:
        return 0
    return 1 + sum((n - 1) * step for n, step in zip(sizes, strides, strict=True))


def look(storage: np.ndarray, sizes: Sequence[int], strides: Sequence[int], offset: int) -> np.ndarray:
    """The elements of a one-dimensional storage, seen through sizes, strides and offset. Shares its memory."""
    item = storage.itemsize
    if 0 in sizes:
        return np.empty(sizes, storage.dtype)
    return np.ndarray(sizes, storage.dtype, storage, offset * item, [step * item for step in strides])


def as_strided(self: Any, size: Sequence[int], stride: Sequence[int], storage_offset: int | None) -> np.ndarray:
    """The memory behind ``self`` from its beginning, seen through other sizes and strides."""
    storage = np.asarray(self)
    own = geometry(storage, root(storage))
    offset = own.offset if storage_offset is None else storage_offset
    _check(size, stride, offset, storage)
    memory = root(storage)
    flat = np.lib.stride_tricks.as_strided(memory, (memory.nbytes // storage.itemsize,), (storage.itemsize,))
    return look(flat, size, stride, offset)


def look_again(self: Any, size: Sequence[int], stride: Sequence[int]) -> np.ndarray:
    """The memory behind ``self`` from its first element on, seen through other sizes and strides."""
    array = np.asarray(self)
    shaped = array.reshape(size)
    if np.may_share_memory(shaped, array) and strides(shaped) == tuple(stride):
        return shaped
    return as_strided(array, size, stride, geometry(array, root(array)).offset)


def root(array: np.ndarray) -> np.ndarray:
    """The array that has the memory."""
    while array.base is not None:
        base = array.base
        if not isinstance(base, np.ndarray):  # NumPy's as_strided puts something in between
            base = getattr(base, "base", None)
        if not isinstance(base, np.ndarray):
            break
        array = base
    return array


def _check(size: Sequence[int], stride: Sequence[int], offset: int, array: np.ndarray) -> None:
    if len(size) != len(stride):
        raise RuntimeError("mismatch in length of strides and shape")
    if any(step < 0 for step in stride):
        raise RuntimeError(f"as_strided: Negative strides are not supported at the moment, got strides: {list(stride)}")
    if any(n < 0 for n in size):
        raise RuntimeError(f"Storage size calculation overflowed with sizes={list(size)} and strides={list(stride)}")
    there, needed = root(array).nbytes, (offset + span(size, stride)) * array.itemsize
    if offset < 0:
        raise RuntimeError(f"Tensor: invalid storage offset {offset}")
    if needed > there and 0 not in size:
        raise RuntimeError(
            f"setStorage: sizes {list(size)}, strides {list(stride)}, storage offset {offset}, and itemsize "
            f"{array.itemsize} requiring a storage size of {needed} are out of bounds for storage of size {there}"
        )


def places(size: Sequence[int], stride: Sequence[int], offset: int) -> np.ndarray:
    """Where in the memory each element lies."""
    found = np.full(tuple(size), offset)
    for axis, (n, step) in enumerate(zip(size, stride, strict=True)):
        found += (np.arange(n) * step).reshape((n,) + (1,) * (len(size) - axis - 1))
    return found


def places_within(own: Geometry, piece: Geometry) -> np.ndarray:
    """Which element of a tensor (counted row by row) each element of a piece of it is."""
    numbers = np.empty(span(own.sizes, own.strides) or 1, np.int64)
    numbers[places(own.sizes, own.strides, 0)] = np.arange(math.prod(own.sizes)).reshape(own.sizes)
    return np.asarray(numbers[places(piece.sizes, piece.strides, piece.offset - own.offset)])


def as_strided_back(
    grad: Any,
    own: Geometry,
    size: Sequence[int],
    stride: Sequence[int],
    storage_offset: int | None,
    index_put: Callable,
    index: Callable,
) -> Any:
    """Backward of ``as_strided``: into zeros as large as the memory, and out of it as ``self`` lies there.

    An element of the memory that ``self`` shows several times (it was stretched) shares its gradient evenly.
    """
    if 0 in (*own.sizes, *size):  # nothing was shown
        return zeros_without_history(grad, own.sizes)
    mine = places(*own)
    theirs = places(size, stride, own.offset if storage_offset is None else storage_offset)
    length = max(int(where.max(initial=-1)) for where in (mine, theirs)) + 1
    memory = np.zeros(length, getattr(grad.dtype, "numpy", grad.dtype))
    filled = index_put(memory, [theirs.reshape(-1)], grad.reshape(-1), True)
    shown = np.bincount(mine.reshape(-1), minlength=length)[mine]
    found = index(filled, [mine.reshape(-1)]).reshape(own.sizes)
    return found if shown.max(initial=1) == 1 else found / np.asarray(shown, memory.dtype)


def zeros_without_history(grad: Any, sizes: Sequence[int]) -> Any:
    """What comes of an empty gradient, an array or a Tensor: zeros of this shape, which hang on nothing."""
    return grad.new_zeros(sizes) if hasattr(grad, "new_zeros") else np.zeros(sizes, grad.dtype)


def empty_like(within: Geometry, dtype: np.dtype) -> tuple[np.ndarray, np.ndarray]:
    """New memory laid out as a tensor's, as a flat storage and as an array of the tensor's shape."""
    storage = np.empty(max(span(within.sizes, within.strides), 1), dtype)
    return storage, look(storage, within.sizes, within.strides, 0)


def row_by_row(array: Any) -> Any:
    """The same numbers, one row after the other in memory: so PyTorch makes most results, however the operand lies."""
    return array if array.ndim < 2 or array.flags.c_contiguous else array.copy()


def column_by_column(array: np.ndarray) -> np.ndarray:
    """The same numbers, one column after the other in memory: so LAPACK leaves its results."""
    return array if array.ndim < 2 else array.mT.copy().mT


def lies_by_columns(strides: Sequence[int]) -> bool:
    """Whether a matrix lies in memory column by column, as the transpose of a weight does.

    Its gradient is then computed turned as well, so that the weight's own gradient lies row by row.
    """
    return len(strides) == 2 and strides[0] == 1 < strides[1]


def layout_of(array: Any) -> str:
    """NumPy's ``order`` for new memory: dimensions as in the array; row by row where some are stretched."""
    return "C" if 0 in array.strides else "K"


def made_like(array: Any, make: Callable[[tuple[int, ...]], Any]) -> Any:
    """What ``make(shape)`` gives, laid out like the array: its first numbers are the first in memory."""
    strides = np.empty_like(array, order=layout_of(array)).strides
    order = sorted(range(array.ndim), key=lambda axis: -strides[axis])
    made = make(tuple(array.shape[axis] for axis in order))
    return made.transpose([order.index(axis) for axis in range(array.ndim)])


def overlaps(size: Sequence[int], stride: Sequence[int]) -> bool:
    """Whether two elements of the view are one place in memory."""
    steps = sorted((step, n) for step, n in zip(stride, size, strict=True) if n > 1)
    reach = 0
    for step, n in steps:
        if step <= reach:
            return True
        reach += step * (n - 1)
    return False


def refuse_stretched(array: Any) -> None:
    """Elements that are one place in memory cannot be given different numbers.

    Raises:
        RuntimeError: some of the array's are.
    """
    if not isinstance(array, np.ndarray) or 0 not in array.strides or not array.size:
        return
    if any(n > 1 and not step for n, step in zip(array.shape, array.strides, strict=True)):
        raise RuntimeError(
            "unsupported operation: more than one element of the written-to tensor refers to a single memory location. "
            "Please clone() the tensor before performing the operation."
        )

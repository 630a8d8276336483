"""Elements taken from places that a tensor of indices names, and put there.

Two ways of naming places meet here: an index for each element along one dimension (``gather``, ``scatter``), and one
index for whole slices (``index_select``, ``index_add`` …). ``picking.py`` has two more.
"""

from typing import Any

import numpy as np

from .. import _dtype
from ..autograd._errors import with_help
from .rearranging import copy_of
from .reductions import wrap_dim


def type_of(array: Any) -> str:
    return _dtype.of(array.dtype).short


def check_tensor(name: str, argument: str, position: int, value: Any) -> None:
    if not isinstance(value, np.ndarray | np.generic):
        kind = "list" if isinstance(value, tuple) else type(value).__name__  # lists arrive here as tuples
        raise TypeError(f"{name}(): argument '{argument}' (position {position}) must be Tensor, not {kind}")


def _check_bounds(index: Any, dim: int, size: int, kind: type[Exception] = RuntimeError, before: str = "") -> None:
    """Refuse places outside 0 … size - 1: unlike ``x[index]``, these operations do not count from the end."""
    wrong = np.ravel(index)[np.ravel((index < 0) | (index >= size))]
    if wrong.size:
        raise kind(f"{before}index {wrong[0]} is out of bounds for dimension {dim} with size {size}")


# ----- an index for each element -----------------------------------------------------------------------------------
def _at_least_1d(array: Any) -> Any:
    return array if array.ndim else array.reshape(1)


def _along(index: Any, axis: int) -> tuple:
    """NumPy's index for the elements that ``index`` names along ``axis``, each in its own row of the others."""
    key = list(np.ogrid[tuple(slice(n) for n in index.shape)])
    key[axis] = index
    return tuple(key)


def _check_gather(self: Any, dim: int, index: Any) -> int:
    check_tensor("gather", "index", 2, index)
    axis = wrap_dim(dim, self.ndim)
    if index.dtype.kind not in "iu" or index.dtype.itemsize < 4:
        raise RuntimeError("gather(): Expected dtype int32/int64 for index")
    if not index.size:
        return axis
    if max(index.ndim, 1) != max(self.ndim, 1):
        raise RuntimeError("Index tensor must have the same number of dimensions as input tensor")
    for i, (n, most) in enumerate(zip(index.shape, self.shape, strict=False)):
        if i != axis and n > most:
            raise RuntimeError(
                f"Size does not match at dimension {i} expected index {list(index.shape)} to be no larger than self "
                f"{list(self.shape)} apart from dimension {axis}"
            )
    _check_bounds(index, axis, self.shape[axis] if self.ndim else 1)
    return axis


def gather(self: Any, dim: int, index: Any, sparse_grad: bool) -> Any:
    """``z[i][j] = x[i][index[i][j]]`` for dim = 1: shaped like ``index``."""
    if sparse_grad:
        raise NotImplementedError("sparse gradients are left out here; without sparse_grad the numbers are the same.")
    axis = _check_gather(self, dim, index)
    if not index.size:
        return np.empty(index.shape, self.dtype)
    return _at_least_1d(self)[_along(_at_least_1d(index), axis)].reshape(index.shape)


def _check_scatter(self: Any, dim: int, index: Any, src: Any) -> int:
    check_tensor("scatter", "index", 2, index)
    axis = wrap_dim(dim, self.ndim)
    if index.dtype.kind not in "iu" or index.dtype.itemsize < 4:
        raise RuntimeError("scatter(): Expected dtype int32/int64 for index")
    if src is not None and src.dtype != self.dtype:
        raise RuntimeError("scatter(): Expected self.dtype to be equal to src.dtype")
    if not index.size:
        return axis
    for name, other in (("self", self), ("src", src)):
        if other is not None and max(index.ndim, 1) != max(other.ndim, 1):
            raise RuntimeError(f"Index tensor must have the same number of dimensions as {name} tensor")
    shape, beside = (_at_least_1d(item).shape if item is not None else None for item in (self, src))
    for i, n in enumerate(_at_least_1d(index).shape):
        if (i != axis and n > shape[i]) or (beside is not None and n > beside[i]):
            and_src = "" if src is None else f" and to be no larger size than src {list(src.shape)}"
            raise RuntimeError(
                f"Expected index {list(index.shape)} to be no larger than self {list(self.shape)} apart from "
                f"dimension {axis}{and_src}"
            )
    _check_bounds(index, axis, shape[axis])
    return axis


def _scattered(self: Any, dim: int, index: Any, src: Any, put: Any) -> Any:
    axis = _check_scatter(self, dim, index, src)
    result = np.array(_at_least_1d(self), order="C")
    if index.size:
        index = _at_least_1d(index)
        taken = None if src is None else _at_least_1d(src)[tuple(slice(n) for n in index.shape)]
        put(result, _along(index, axis), taken)
    return result.reshape(self.shape)


def scatter(self: Any, dim: int, index: Any, src: Any) -> Any:
    """A copy of ``self`` with ``z[i][index[i][j]] = src[i][j]`` for dim = 1."""
    return _scattered(self, dim, index, src, np.ndarray.__setitem__)


def source_gradient(gathered: Any, geometry: tuple, name: str) -> Any:
    """What ``src`` gets; PyTorch (and we) cannot fit that to a ``src`` of which only a part was used."""
    if tuple(gathered.shape) != geometry[0]:
        raise RuntimeError(
            with_help(
                f"Function {name} returned an invalid gradient at index 1 - got {list(gathered.shape)} but expected "
                f"shape compatible with {list(geometry[0])}",
                "give scatter the part of src that it uses, of the index's shape.",
            )
        )
    return gathered


def scatter_value(self: Any, dim: int, index: Any, value: Any) -> Any:
    """As ``scatter``, with one number for all places."""
    number = np.asarray(value).astype(self.dtype)
    return _scattered(self, dim, index, None, lambda result, key, _: result.__setitem__(key, number))


def scatter_add(self: Any, dim: int, index: Any, src: Any) -> Any:
    """As ``scatter``, but added to what is there; a place named twice gets both."""
    check_tensor("scatter_add", "src", 3, src)
    return _scattered(self, dim, index, src, np.add.at)


REDUCTIONS = {"add": np.add.at, "multiply": np.multiply.at}


def _reduction(name: str) -> Any:
    if name not in REDUCTIONS:
        raise RuntimeError("reduce argument must be either add or multiply.")
    return REDUCTIONS[name]


def scatter_reduced(self: Any, dim: int, index: Any, src: Any, reduce: str) -> Any:
    """As ``scatter``, but added to, or multiplied with, what is there."""
    return _scattered(self, dim, index, src, _reduction(reduce))


def scatter_value_reduced(self: Any, dim: int, index: Any, value: Any, reduce: str) -> Any:
    """As ``scatter_reduced``, with one number for all places."""
    number, put = np.asarray(value).astype(self.dtype), _reduction(reduce)
    return _scattered(self, dim, index, None, lambda result, key, _: put(result, key, number))


# ----- an index for each slice -------------------------------------------------------------------------------------
def _slices(axis: int, index: Any) -> tuple:
    return (*(slice(None),) * axis, index)


def index_select(self: Any, dim: int, index: Any) -> Any:
    """The slices along ``dim`` that ``index`` names."""
    check_tensor("index_select", "index", 2, index)
    axis = wrap_dim(dim, self.ndim)
    if index.ndim > 1:
        raise IndexError("index_select(): Index is supposed to be a vector")
    if not self.ndim and index.size != 1:
        raise RuntimeError(f"index_select(): Index to scalar can have only 1 value, got {index.size} value(s)")
    if index.dtype not in (np.int32, np.int64):
        raise RuntimeError("index_select(): Expected dtype int32 or int64 for index")
    size = self.shape[axis] if self.ndim else 1
    if ((index < 0) | (index >= size)).any():
        raise IndexError("index out of range in self")
    return np.take(self, _at_least_1d(index), axis) if self.ndim else np.array(self)


def index_add(self: Any, dim: int, index: Any, source: Any, alpha: Any) -> Any:
    """A copy of ``self`` with slices of ``alpha·source`` added where ``index`` says."""
    axis = wrap_dim(dim, self.ndim)
    _check_index_add(self, axis, index, source)
    result = np.array(_at_least_1d(self), order="C")
    scaled = source if alpha == 1 else source * np.asarray(alpha).astype(source.dtype)
    np.add.at(result, _slices(axis, _at_least_1d(index)), _at_least_1d(scaled))
    return result.reshape(self.shape)


def _check_index_add(self: Any, axis: int, index: Any, source: Any) -> None:
    check_tensor("index_add", "index", 2, index)
    check_tensor("index_add", "source", 3, source)
    if index.ndim > 1:
        kind = type_of(index)
        raise IndexError(
            f"index_add_(): Index is supposed to be a vector, but got dim: {index.ndim} with type: {kind} and size: "
            f"{list(index.shape)}"
        )
    if index.dtype not in (np.int32, np.int64):
        raise RuntimeError(f"index_add_(): Expected dtype int32/int64 for index but got: {type_of(index)}")
    if self.dtype != source.dtype:
        raise RuntimeError(
            f"index_add_(): self ({type_of(self)}) and source ({type_of(source)}) must have the same scalar type"
        )
    length = source.shape[axis] if source.ndim else 1
    if index.size != length:
        raise RuntimeError(
            f"index_add_(): Number of indices ({index.size}) should be equal to source.size(dim): ({length}), for "
            f"dim: {axis}"
        )
    mine, its = list(self.shape), list(source.shape)
    if len(mine) != len(its) or mine[:axis] + mine[axis + 1 :] != its[:axis] + its[axis + 1 :]:
        raise RuntimeError(
            "source tensor shape must match self tensor shape, excluding the specified dimension. Got self.shape = "
            f"{mine} source.shape = {its}"
        )
    _check_bounds(index, axis, self.shape[axis] if self.ndim else 1)


def index_copy(self: Any, dim: int, index: Any, source: Any) -> Any:
    """A copy of ``self`` with slices of ``source`` where ``index`` says."""
    axis = wrap_dim(dim, self.ndim)
    _check_index_copy(self, axis, index, source)
    result = np.array(_at_least_1d(self), order="C")
    result[_slices(axis, _at_least_1d(index))] = source
    return result.reshape(self.shape)


def _check_index_copy(self: Any, axis: int, index: Any, source: Any) -> None:
    check_tensor("index_copy", "index", 2, index)
    check_tensor("index_copy", "source", 3, source)
    if index.ndim > 1:
        raise IndexError(f"index_copy_(): Index should have dimension 1 or 0 (got {index.ndim})")
    if not source.ndim and index.size != 1:
        raise IndexError(f"index_copy_(): When source is scalar, index should have one element (got {index.size})")
    if source.ndim and self.ndim and source.ndim != self.ndim:
        raise IndexError(
            "index_copy_(): When source and destination are not scalars, their dimensionality must match. Source "
            f"dimensionality ({source.ndim}), destination dimensionality ({self.ndim})"
        )
    if index.dtype != np.int64:
        raise RuntimeError(f"index_copy_(): Expected a long tensor for index, but got {type_of(index)}")
    if self.dtype != source.dtype:
        raise RuntimeError(
            f"index_copy_(): self and source expected to have the same dtype, but got (self) {type_of(self)} and "
            f"(source) {type_of(source)}"
        )
    mine, its = (list(item.shape[:axis] + item.shape[axis + 1 :]) for item in (self, source))
    if source.ndim and mine != its:
        raise RuntimeError(
            "index_copy_(): Source/destination tensor must have same slice shapes. Destination slice shape: "
            f"{_numbers(mine)} at dimension {axis} and source slice shape: {_numbers(its)} at dimension 0."
        )
    if source.ndim and index.size != source.shape[axis]:
        raise IndexError(
            f"index_copy_(): Number of indices ({index.size}) should be equal to source.size(dim) "
            f"({source.shape[axis]})"
        )
    _check_bounds(index, axis, self.shape[axis] if self.ndim else 1, IndexError, "index_copy_(): ")


def _numbers(sizes: list[int]) -> str:
    return " ".join(map(str, sizes))


def index_fill(self: Any, dim: int, index: Any, value: Any) -> Any:
    """A copy of ``self`` with one number in the slices that ``index`` names; here a negative index counts back."""
    check_tensor("index_fill", "index", 2, index)
    axis = wrap_dim(dim, self.ndim)
    if index.dtype != np.int64:
        raise IndexError("index_fill_(): Expected dtype int64 for index.")
    if index.ndim > 1:
        raise RuntimeError("Index has to be a vector/scalar")
    if np.ndim(value):
        raise RuntimeError(
            "index_fill_ only supports a 0-dimensional value tensor, but got tensor with "
            f"{np.ndim(value)} dimension(s)."
        )
    size = self.shape[axis] if self.ndim else 1
    _check_bounds(np.where(index < 0, np.where(index < -size, index, index + size), index), axis, size, IndexError)
    result = copy_of(_at_least_1d(self))
    result[_slices(axis, _at_least_1d(index))] = np.asarray(value).astype(self.dtype)
    return result.reshape(self.shape)


def each_once(index: Any) -> np.ndarray:
    """The different numbers in ``index``."""
    return np.unique(np.asarray(index))


def scaled(gradient: Any, alpha: Any) -> Any:
    """``alpha·gradient``, without a multiplication by 1."""
    return gradient if alpha == 1 else gradient * alpha

"""Refusals of gathering and scattering: indices that are no indices, or outside; sources that do not fit."""

from typing import Any

import numpy as np

from ..base.errors import with_help
from .common import tensor_type_of, type_of, wrap_dim


def check_tensor(name: str, argument: str, position: int, value: Any) -> None:
    if not isinstance(value, np.ndarray | np.generic):
        kind = "list" if isinstance(value, tuple) else type(value).__name__  # lists arrive here as tuples
        raise TypeError(f"{name}(): argument '{argument}' (position {position}) must be Tensor, not {kind}")


def _check_bounds(index: Any, dim: int, size: int) -> None:
    """Refuse places outside 0 … size - 1: unlike ``x[index]``, these operations do not count from the end."""
    wrong = np.ravel(index)[np.ravel((index < 0) | (index >= size))]
    if wrong.size:
        raise RuntimeError(f"index {wrong[0]} is out of bounds for dimension {dim} with size {size}")


def _size_along(self: Any, axis: int) -> int:
    return self.shape[axis] if self.ndim else 1


def _sizes(array: Any) -> tuple[int, ...]:
    return array.shape or (1,)


# ----- whole slices ---------------------------------------------------------------------------------------------------
def check_index_select(self: Any, dim: int, index: Any) -> None:
    check_tensor("index_select", "index", 2, index)
    axis = wrap_dim(dim, self.ndim)
    if index.ndim > 1:
        raise IndexError("index_select(): Index is supposed to be a vector")
    if not self.ndim and index.size != 1:
        raise RuntimeError(f"index_select(): Index to scalar can have only 1 value, got {index.size} value(s)")
    if index.dtype not in (np.int32, np.int64):
        raise RuntimeError("index_select(): Expected dtype int32 or int64 for index")
    size = _size_along(self, axis)
    outside = (index < 0) | (index >= size)
    if outside.any():
        raise IndexError("index out of range in self")


def check_index_add(self: Any, dim: int, index: Any, source: Any, alpha: Any) -> None:
    axis = wrap_dim(dim, self.ndim)
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
    length = _size_along(source, axis)
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
    _check_bounds(index, axis, _size_along(self, axis))


# ----- an index for each element --------------------------------------------------------------------------------------
def check_gather(self: Any, dim: int, index: Any, sparse_grad: bool) -> None:
    if sparse_grad:
        raise NotImplementedError("sparse gradients are left out here; without sparse_grad the numbers are the same.")
    check_tensor("gather", "index", 2, index)
    axis = wrap_dim(dim, self.ndim)
    if index.dtype.kind not in "iu" or index.dtype.itemsize < 4:
        raise RuntimeError("gather(): Expected dtype int32/int64 for index")
    if not index.size:
        return
    if max(index.ndim, 1) != max(self.ndim, 1):
        raise RuntimeError("Index tensor must have the same number of dimensions as input tensor")
    for i, (n, most) in enumerate(zip(index.shape, self.shape, strict=False)):
        if i != axis and n > most:
            raise RuntimeError(
                f"Size does not match at dimension {i} expected index {list(index.shape)} to be no larger than self "
                f"{list(self.shape)} apart from dimension {axis}"
            )
    _check_bounds(index, axis, _size_along(self, axis))


def check_scatter(self: Any, dim: int, index: Any, src: Any) -> None:
    """``src`` may be None, where one number is put everywhere."""
    check_tensor("scatter", "index", 2, index)
    axis = wrap_dim(dim, self.ndim)
    if index.dtype.kind not in "iu" or index.dtype.itemsize < 4:
        raise RuntimeError("scatter(): Expected dtype int32/int64 for index")
    if src is not None and src.dtype != self.dtype:
        raise RuntimeError("scatter(): Expected self.dtype to be equal to src.dtype")
    if not index.size:
        return
    for name, other in (("self", self), ("src", src)):
        if other is not None and max(index.ndim, 1) != max(other.ndim, 1):
            raise RuntimeError(f"Index tensor must have the same number of dimensions as {name} tensor")
    shape, beside = _sizes(self), None if src is None else _sizes(src)
    for i, n in enumerate(_sizes(index)):
        if (i != axis and n > shape[i]) or (beside is not None and n > beside[i]):
            and_src = "" if src is None else f" and to be no larger size than src {list(src.shape)}"
            raise RuntimeError(
                f"Expected index {list(index.shape)} to be no larger than self {list(self.shape)} apart from "
                f"dimension {axis}{and_src}"
            )
    _check_bounds(index, axis, shape[axis])


def check_scatter_value(self: Any, dim: int, index: Any, value: Any) -> None:
    check_scatter(self, dim, index, None)


def check_scatter_add(self: Any, dim: int, index: Any, src: Any) -> None:
    check_tensor("scatter_add", "src", 3, src)
    check_scatter(self, dim, index, src)


def check_whole_source(gathered: Any, geometry: tuple, name: str) -> None:
    """PyTorch (and we) cannot fit a gradient to a ``src`` of which only a part was used."""
    if tuple(gathered.shape) != geometry[0]:
        raise RuntimeError(
            with_help(
                f"Function {name} returned an invalid gradient at index 1 - got {list(gathered.shape)} but expected "
                f"shape compatible with {list(geometry[0])}",
                "give scatter the part of src that it uses, of the index's shape.",
            )
        )


# ----- as one long row, by a mask -------------------------------------------------------------------------------------


def check_masked_select(self: Any, mask: Any, *sizes: Any) -> None:
    check_tensor("masked_select", "mask", 1, mask)
    if mask.dtype != np.bool_:
        raise RuntimeError("masked_select: expected BoolTensor for mask")


def check_masked_scatter(self: Any, mask: Any, source: Any) -> None:
    if mask.dtype != np.bool_:
        raise RuntimeError(f"masked_scatter_ only supports boolean masks, but got mask with dtype {type_of(mask)}")
    if self.dtype != source.dtype:
        raise RuntimeError(
            f"masked_scatter: expected self and source to have same dtypes but got{type_of(self)} and {type_of(source)}"
        )


def check_enough(source: Any, count: int) -> None:
    if source.size < count:
        raise RuntimeError("Number of elements of source < number of ones in mask")


# ----- embeddings -----------------------------------------------------------------------------------------------------
def check_embedding(weight: Any, indices: Any, padding_idx: int, scale_grad_by_freq: bool, sparse: bool) -> None:
    if scale_grad_by_freq:
        raise NotImplementedError("embedding(scale_grad_by_freq=True) is left out: no row's gradient is scaled here.")
    if weight.ndim != 2:
        raise RuntimeError("'weight' must be 2-D")
    if indices.dtype not in (np.int64, np.int32):
        raise RuntimeError(
            "Expected tensor for argument #1 'indices' to have one of the following scalar types: Long, Int; but got "
            f"{tensor_type_of(indices)} instead (while checking arguments for embedding)"
        )
    if not weight.size:
        check_index_select(weight, 0, indices.reshape(-1))
    elif indices.size and not (indices.min() >= 0 and indices.max() < len(weight)):
        raise IndexError("index out of range in self")


def check_embedding_bag(
    weight: Any, indices: Any, offsets: Any, scale_grad_by_freq: bool, mode: int, sparse: bool,
    per_sample_weights: Any, include_last_offset: bool, padding_idx: int,
) -> None:  # fmt: skip
    if indices.dtype not in (np.int64, np.int32):
        raise RuntimeError(
            "Expected tensor for argument #1 'indices' to have one of the following scalar types: Long, Int; but "
            f"got {tensor_type_of(indices)} instead (while checking arguments for embedding_bag)"
        )
    if weight.dtype.kind != "f":
        raise RuntimeError(
            "Expected tensor for argument #1 'weight' to have one of the following scalar types: Half, BFloat16, "
            f"Float, Double; but got {tensor_type_of(weight)} instead (while checking arguments for embedding_bag)"
        )
    if len(offsets) and offsets[0] != 0:
        raise RuntimeError(
            "offsets[0] has to be 0, i.e., the first sequence in the mini-batch has to start from position 0. However, "
            f"got {offsets[0]}\n[ torch.LongTensor{{}} ]"
        )
    if len(offsets) and offsets[-1] > len(indices):
        raise RuntimeError(
            f"offsets[-1] can not be greater than input's length {len(indices)} but got offsets[-1] of {offsets[-1]}"
        )
    rows = len(weight)
    wrong = np.flatnonzero((indices < 0) | (indices >= rows))
    if len(wrong):
        raise RuntimeError(
            f"Index {wrong[0]} of input takes value {indices[wrong[0]]} which is not in the valid range [0, {rows})"
        )

"""Refusals of places: slices and elements that there are not, indices that are none, values that do not fit."""

from collections.abc import Sequence
from typing import Any, NoReturn

import numpy as np

from ..base.errors import with_help
from .common import tensor_type_of, type_of, wrap_dim


# ----- x[…] -----------------------------------------------------------------------------------------------------------
def check_select(self: Any, dim: int, index: int) -> None:
    """What PyTorch says of a slice that there is not."""
    axis = wrap_dim(dim, self.ndim)
    if not self.ndim:
        raise IndexError("select() cannot be applied to a 0-dim tensor.")
    if not -self.shape[axis] <= index < self.shape[axis]:
        raise IndexError(
            f"select(): index {index} out of range for tensor of size {list(self.shape)} at dimension {axis}"
        )


def _wrong_places(self: Any, indices: Sequence) -> IndexError:
    """PyTorch's words for places that do not exist, or do not go together."""
    places, lengths, dim = [], [], 0
    for item in indices:
        if item is None:
            dim += 1
            continue
        each = item.nonzero() if item.dtype == np.bool_ else (item,)
        places += each
        lengths += self.shape[dim : dim + len(each)]
        dim += len(each)
    try:
        np.broadcast_shapes(*(item.shape for item in places))
    except ValueError:
        shapes = ", ".join(str(list(item.shape)) for item in places)
        return IndexError(f"shape mismatch: indexing tensors could not be broadcast together with shapes {shapes}")
    outside = [np.ravel(i)[np.ravel((i < -n) | (i >= n))] for i, n in zip(places, lengths, strict=True)]
    # PyTorch brings the gathered dimensions to the front before it looks, hence their number among themselves.
    number = next(number for number, wrong in enumerate(outside) if wrong.size)
    if not lengths[number]:
        return IndexError("index is out of bounds for dimension with size 0")
    return IndexError(f"index {outside[number][0]} is out of bounds for dimension {number} with size {lengths[number]}")


def check_masks(self: Any, indices: Sequence) -> None:
    """What PyTorch says of masks of another shape."""
    dim = 0
    for item in indices:
        masked = item.shape if item is not None and item.dtype == np.bool_ else ()
        for place, n in enumerate(masked):
            if n != self.shape[dim + place]:
                raise IndexError(
                    f"The shape of the mask {list(item.shape)} at index {place} does not match the shape of the "
                    f"indexed tensor {list(self.shape)} at index {dim + place}"
                ) from None
        dim += item.ndim if item is not None and item.dtype == np.bool_ else 1


def refuse_index(self: Any, indices: Sequence) -> NoReturn:
    """What PyTorch says of masks of another shape, and of places that do not exist or do not go together."""
    check_masks(self, indices)
    raise _wrong_places(self, indices) from None


def refuse_values(shape: Sequence[int], place: Sequence[int]) -> NoReturn:
    raise RuntimeError(
        f"shape mismatch: value tensor of shape {list(shape)} cannot be broadcast to indexing result of shape "
        f"{list(place)}"
    ) from None


def refuse_types(array: Any, values: Any) -> NoReturn:
    raise RuntimeError(
        f"Index put requires the source and destination dtypes match, got {type_of(array)} for the destination "
        f"and {type_of(values)} for the source."
    )


# ----- an index for whole slices, or for each element -----------------------------------------------------------------
def check_tensor(name: str, argument: str, position: int, value: Any) -> None:
    if not isinstance(value, np.ndarray | np.generic):
        kind = "list" if isinstance(value, tuple) else type(value).__name__  # lists arrive here as tuples
        raise TypeError(f"{name}(): argument '{argument}' (position {position}) must be Tensor, not {kind}")


def _check_kind(name: str, self: Any, dim: int, index: Any) -> int:
    check_tensor(name, "index", 2, index)
    axis = wrap_dim(dim, self.ndim)
    if index.dtype not in (np.int32, np.int64):
        raise RuntimeError(f"{name}(): Expected dtype int32/int64 for index")
    return axis


def _check_bounds(self: Any, axis: int, index: Any) -> None:
    """Refuse places outside: unlike ``x[index]``, these operations do not count from the end."""
    size = self.shape[axis] if self.ndim else 1
    wrong = np.ravel(index)[np.ravel((index < 0) | (index >= size))]
    if wrong.size:
        raise RuntimeError(f"index {wrong[0]} is out of bounds for dimension {axis} with size {size}")


def check_index_select(self: Any, dim: int, index: Any) -> None:
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


def check_index_add(self: Any, dim: int, index: Any, source: Any, alpha: Any) -> None:
    check_tensor("index_add", "source", 3, source)
    axis = _check_kind("index_add", self, dim, index)
    if index.ndim > 1:
        raise IndexError(f"index_add_(): Index is supposed to be a vector, but got dim: {index.ndim}")
    if self.dtype != source.dtype:
        raise RuntimeError(
            f"index_add_(): self ({type_of(self)}) and source ({type_of(source)}) must have the same scalar type"
        )
    wanted = [index.size if i == axis else n for i, n in enumerate(self.shape)]
    if list(source.shape) != wanted and self.ndim + source.ndim:
        raise RuntimeError(f"index_add_(): source must have the shape {wanted}, but got {list(source.shape)}")
    _check_bounds(self, axis, index)


def _check_elements(name: str, self: Any, dim: int, index: Any, src: Any = None) -> None:
    """An index for each element: of as many dimensions, and no larger beside ``dim``."""
    axis = _check_kind(name, self, dim, index)
    if not index.size:
        return
    for word, other in (("input", self), ("src", src)):
        if other is None:
            continue
        if max(index.ndim, 1) != max(other.ndim, 1):
            raise RuntimeError(f"Index tensor must have the same number of dimensions as {word} tensor")
        sizes = enumerate(zip(index.shape, other.shape, strict=False))
        if any(n > most for i, (n, most) in sizes if i != axis or other is src):
            raise RuntimeError(
                f"Expected index {list(index.shape)} to be no larger than {word} {list(other.shape)} apart from "
                f"dimension {axis}"
            )
    _check_bounds(self, axis, index)


def check_gather(self: Any, dim: int, index: Any, sparse_grad: bool) -> None:
    if sparse_grad:
        raise NotImplementedError("sparse gradients are left out here; without sparse_grad the numbers are the same.")
    _check_elements("gather", self, dim, index)


def check_scatter(self: Any, dim: int, index: Any, src: Any) -> None:
    _check_elements("scatter", self, dim, index, src)
    if src.dtype != self.dtype:
        raise RuntimeError("scatter(): Expected self.dtype to be equal to src.dtype")


def check_scatter_value(self: Any, dim: int, index: Any, value: Any) -> None:
    _check_elements("scatter", self, dim, index)


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


# ----- a mask ---------------------------------------------------------------------------------------------------------
def check_masked_select(self: Any, mask: Any, *sizes: Any) -> None:
    check_tensor("masked_select", "mask", 1, mask)
    if mask.dtype != np.bool_:
        raise RuntimeError("masked_select: expected BoolTensor for mask")


# ----- rows of a table ------------------------------------------------------------------------------------------------
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
    if indices.size and not (indices.min() >= 0 and indices.max() < len(weight)):
        raise IndexError("index out of range in self")

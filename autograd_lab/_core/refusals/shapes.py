"""Refusals of views: sizes that numbers or memory cannot have."""

from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from .common import tensor_type_of, wrap_dim


def refuse_size(self: Any, size: tuple[int, ...]) -> NoReturn:
    """What PyTorch says of a size in which NumPy could not lay out the numbers."""
    for place, n in enumerate(size):
        if n < -1:
            raise RuntimeError(f"invalid shape dimension {n} at index {place} of shape {list(size)}")
    if size.count(-1) > 1:
        raise RuntimeError("only one dimension can be inferred")
    if -1 in size and 0 in size and not self.size:
        raise RuntimeError(
            f"cannot reshape tensor of 0 elements into shape {list(size)} because the unspecified dimension size -1 "
            "can be any value and is ambiguous"
        )
    raise RuntimeError(f"shape '{list(size)}' is invalid for input of size {self.size}") from None


def refuse_view() -> NoReturn:
    raise RuntimeError(
        "view size is not compatible with input tensor's size and stride (at least one dimension spans across two "
        "contiguous subspaces). Use .reshape(...) instead."
    )


def check_expand(self: Any, size: Sequence[int]) -> None:
    """What PyTorch says of a size to which nothing stretches."""
    shape, extra = self.shape, len(size) - self.ndim
    if extra < 0:
        raise RuntimeError(
            f"expand({tensor_type_of(self)}{{{list(shape)}}}, size={list(size)}): the number of "
            f"sizes provided ({len(size)}) must be greater or equal to the number of dimensions in the tensor "
            f"({len(shape)})"
        )
    if min(size[:extra], default=0) < 0:
        place = next(i for i, n in enumerate(size) if n < 0)
        raise RuntimeError(
            f"The expanded size of the tensor ({size[place]}) isn't allowed in a leading, non-existing dimension "
            f"{place}"
        )
    target = [*size[:extra], *(old if n == -1 else n for old, n in zip(shape, size[extra:], strict=True))]
    for i in range(len(target) - 1, extra - 1, -1):
        if shape[i - extra] not in (1, target[i]):
            raise RuntimeError(
                f"The expanded size of the tensor ({target[i]}) must match the existing size ({shape[i - extra]}) at "
                f"non-singleton dimension {i}.  Target sizes: {target}.  Tensor sizes: {list(shape)}"
            )


def check_t(self: Any, name: str = "t") -> None:
    if self.ndim > 2:
        raise RuntimeError(f"{name}() expects a tensor with <= 2 dimensions, but self is {self.ndim}D")


def check_t_in_place(self: Any) -> None:
    check_t(self, "t_")


def check_permute(self: Any, dims: Sequence[int]) -> None:
    if len(dims) != self.ndim:
        raise RuntimeError(
            "permute(sparse_coo): number of dimensions in the tensor input does not match the length of the desired "
            f"ordering of dimensions i.e. input.dim() = {self.ndim} is not equal to len(dims) = {len(dims)}"
        )
    if len({wrap_dim(dim, self.ndim) for dim in dims}) != len(dims):
        raise RuntimeError("permute(): duplicate dims are not allowed.")


# ----- several tensors to one, and one to several ---------------------------------------------------------------------
def _check_beside(first: tuple[int, ...], shape: tuple[int, ...], axis: int, position: int) -> None:
    if len(first) != len(shape):
        raise RuntimeError(f"Tensors must have same number of dimensions: got {len(first)} and {len(shape)}")
    for i, (wanted, got) in enumerate(zip(first, shape, strict=True)):
        if i != axis and wanted != got:
            raise RuntimeError(
                f"Sizes of tensors must match except in dimension {axis}. Expected size {wanted} but got size {got} "
                f"for tensor number {position} in the list."
            )


def check_cat(tensors: Sequence, real: Sequence, dim: int) -> None:
    """``real`` are those that are not passed over."""
    for position, item in enumerate(tensors):
        if not item.ndim:
            raise RuntimeError(f"zero-dimensional tensor (at position {position}) cannot be concatenated")
    axis = wrap_dim(dim, real[0].ndim)
    for position, item in enumerate(real):
        _check_beside(real[0].shape, item.shape, axis, position)


def check_stack(tensors: tuple, dim: int) -> None:
    first = tensors[0].shape
    for position, item in enumerate(tensors):
        if item.shape != first:
            raise RuntimeError(
                f"stack expects each tensor to be equal size, but got {list(first)} at entry 0 and "
                f"{list(item.shape)} at entry {position}"
            )


def check_unbind(self: Any, dim: int) -> None:
    if not self.ndim:
        raise IndexError("Dimension specified as 0 but tensor has no dimensions")


def _check_can_split(self: Any) -> None:
    if not self.ndim:
        raise RuntimeError("split expects at least a 1-dimensional tensor")


def check_split(self: Any, split_size: int, dim: int) -> None:
    _check_can_split(self)
    length = self.shape[wrap_dim(dim, self.ndim)]
    if split_size < 0:
        raise RuntimeError(f"split expects split_size be non-negative, but got split_size={split_size}")
    if not split_size and length:
        raise RuntimeError(f"split_size can only be 0 if dimension size is 0, but got dimension size of {length}")


def check_split_with_sizes(self: Any, split_sizes: Sequence[int], dim: int) -> None:
    _check_can_split(self)
    axis = wrap_dim(dim, self.ndim)
    if any(size < 0 for size in split_sizes):
        raise RuntimeError(
            f"split_with_sizes expects split_sizes have only non-negative entries, but got split_sizes={[*split_sizes]}"
        )
    if sum(split_sizes) != self.shape[axis]:
        raise RuntimeError(
            f"split_with_sizes expects split_sizes to sum exactly to {self.shape[axis]} (input tensor's size at "
            f"dimension {dim}), but got split_sizes={list(split_sizes)}"
        )


# ----- rearranged -----------------------------------------------------------------------------------------------------
def check_trace(self: Any) -> None:
    if self.ndim != 2:
        raise RuntimeError(f"trace: expected a matrix, but got tensor with dim {self.ndim}")


def check_repeat(self: Any, repeats: Sequence[int]) -> None:
    if len(repeats) < self.ndim:
        raise RuntimeError("Number of dimensions of repeat dims can not be smaller than number of dimensions of tensor")
    sizes = (1,) * (len(repeats) - self.ndim) + self.shape
    size = [int(n) * count for n, count in zip(sizes, repeats, strict=True)]
    if min(size, default=0) < 0:
        wrong = next(n for n in size if n < 0)
        raise RuntimeError(f"Trying to create tensor with negative dimension {wrong}: {size}")


def check_roll(self: Any, shifts: Sequence[int], dims: Sequence[int]) -> None:
    if not shifts:
        raise RuntimeError("`shifts` required")
    if len(shifts) != len(dims) and (dims or len(shifts) > 1):
        raise RuntimeError(f"shifts and dimensions must align. shifts: {len(shifts)}, dims:{len(dims)}")
    if dims and not self.ndim:
        raise IndexError(f"Dimension specified as {dims[0]} but tensor has no dimensions")


def check_triangle(name: str) -> Callable[..., None]:
    """The refusal of ``tril`` and ``triu``."""

    def check(self: Any, diagonal: int) -> None:
        if self.ndim < 2:
            raise RuntimeError(f"{name}: input tensor must have at least 2 dimensions")

    return check


def two_axes(dim1: int, dim2: int, ndim: int) -> tuple[int, int]:
    first, second = wrap_dim(dim1, ndim), wrap_dim(dim2, ndim)
    if first == second:
        raise RuntimeError(f"diagonal dimensions cannot be identical {dim1}, {dim2}")
    return first, second

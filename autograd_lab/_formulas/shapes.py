"""The same numbers in another shape. Forwards return views: arrays that share their input's memory."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from .. import _dtype
from .rearranging import distinct_axes
from .reductions import wrap_dim

_NOT_VIEWABLE = (
    "view size is not compatible with input tensor's size and stride (at least one dimension spans across two "
    "contiguous subspaces). Use .reshape(...) instead."
)


# ----- reshaping ---------------------------------------------------------------------------------------------------
def view(self: Any, size: tuple[int, ...]) -> Any:
    """The same memory under another shape; an error where that is impossible."""
    shaped = reshape(self, size)
    if not shares(shaped, self):
        raise RuntimeError(_NOT_VIEWABLE)
    return shaped


def reshape(self: Any, size: tuple[int, ...]) -> Any:
    """As ``view``, with a copy where it must be. One -1 stands for what is left."""
    try:
        if size and min(size) < -1:  # NumPy takes any negative number for a -1
            raise ValueError
        return self.reshape(size)
    except ValueError:
        _check_size(self, size)
        raise RuntimeError(f"shape '{list(size)}' is invalid for input of size {self.size}") from None


def _check_size(self: Any, size: tuple[int, ...]) -> None:
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


def shares(shaped: Any, self: Any) -> bool:
    """Whether ``shaped`` looks at ``self``'s memory."""
    return not isinstance(self, np.ndarray) or self.flags.c_contiguous or np.may_share_memory(shaped, self)


def squeeze(self: Any) -> Any:
    """Without its dimensions of length 1."""
    return self.reshape([n for n in self.shape if n != 1])


def squeeze_dim(self: Any, dim: int) -> Any:
    """Without dimension ``dim``, if that has length 1."""
    axis = wrap_dim(dim, self.ndim)
    return self.squeeze(axis) if self.ndim and self.shape[axis] == 1 else self[...]


def squeeze_dims(self: Any, dim: Sequence[int]) -> Any:
    """Without those of the dimensions ``dim`` that have length 1."""
    axes = distinct_axes(dim, self.ndim)
    return self.squeeze(tuple(axis for axis in axes if self.shape[axis] == 1)) if self.ndim else self[...]


def unsqueeze(self: Any, dim: int) -> Any:
    """With a new dimension of length 1 at ``dim``."""
    return np.expand_dims(self, wrap_dim(dim, self.ndim + 1))


# ----- order of dimensions -----------------------------------------------------------------------------------------
def t(self: Any) -> Any:
    """Rows as columns, up to 2-D."""
    if self.ndim > 2:
        raise RuntimeError(f"t() expects a tensor with <= 2 dimensions, but self is {self.ndim}D")
    return self.T


def transpose(self: Any, dim0: int, dim1: int) -> Any:
    """Two dimensions swapped."""
    first, second = wrap_dim(dim0, self.ndim), wrap_dim(dim1, self.ndim)
    return np.swapaxes(self, first, second) if self.ndim else self


def permute(self: Any, dims: Sequence[int]) -> Any:
    """All dimensions in another order."""
    if dims == (1, 0) and self.ndim == 2:
        return self.T
    if len(dims) != self.ndim:
        raise RuntimeError(
            "permute(sparse_coo): number of dimensions in the tensor input does not match the length of the desired "
            f"ordering of dimensions i.e. input.dim() = {self.ndim} is not equal to len(dims) = {len(dims)}"
        )
    axes = [wrap_dim(dim, self.ndim) for dim in dims]
    if len(set(axes)) != len(axes):
        raise RuntimeError("permute(): duplicate dims are not allowed.")
    return np.transpose(self, axes)


def permute_back(grad: Any, dims: Sequence[int]) -> Any:
    """Backward of ``permute``: the inverse order."""
    if dims == (1, 0):
        return grad.T
    axes = [dim % len(dims) for dim in dims]
    return np.transpose(grad, [axes.index(i) for i in range(len(axes))])


# ----- stretching --------------------------------------------------------------------------------------------------
def expand(self: Any, size: Sequence[int], implicit: bool) -> Any:
    """Stretch to ``size``; -1 keeps a length. Every copy is the same memory."""
    shape = self.shape
    extra = len(size) - len(shape)
    if extra < 0:
        raise RuntimeError(
            f"expand(torch.{_dtype.of(self.dtype).short}Tensor{{{list(shape)}}}, size={list(size)}): the number of "
            f"sizes provided ({len(size)}) must be greater or equal to the number of dimensions in the tensor "
            f"({len(shape)})"
        )
    if min(size[:extra], default=0) < 0:
        place = next(i for i, n in enumerate(size) if n < 0)
        raise RuntimeError(
            f"The expanded size of the tensor ({size[place]}) isn't allowed in a leading, non-existing dimension "
            f"{place}"
        )
    target = tuple(shape[i - extra] if n == -1 and i >= extra else n for i, n in enumerate(size))
    for i in range(len(target) - 1, extra - 1, -1):
        if shape[i - extra] not in (1, target[i]):
            raise RuntimeError(
                f"The expanded size of the tensor ({target[i]}) must match the existing size ({shape[i - extra]}) at "
                f"non-singleton dimension {i}.  Target sizes: {list(target)}.  Tensor sizes: {list(shape)}"
            )
    return np.broadcast_to(self, target)


def common_shape(*shapes: tuple[int, ...]) -> tuple[int, ...]:
    """The shape to which all of them stretch."""
    common: tuple[int, ...] = ()
    for shape in shapes:
        for back in range(1, min(len(common), len(shape)) + 1):
            if common[-back] != shape[-back] and 1 not in (common[-back], shape[-back]):
                raise RuntimeError(
                    f"The size of tensor a ({common[-back]}) must match the size of tensor b ({shape[-back]}) at "
                    f"non-singleton dimension {max(len(common), len(shape)) - back}"
                )
        common = np.broadcast_shapes(common, shape)
    return common


def sum_to(grad: Any, sizes: tuple[int, ...]) -> Any:
    """Backward of a stretch: sum over the copies."""
    if not sizes:
        return grad.sum()
    extra = grad.ndim - len(sizes)
    axes = (*range(extra), *(i + extra for i, n in enumerate(sizes) if n == 1 and grad.shape[i + extra] != 1))
    kept = grad.sum(axes, keepdims=True) if axes else grad
    return kept.reshape(sizes) if extra else kept

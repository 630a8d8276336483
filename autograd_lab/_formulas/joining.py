"""Several tensors to one, and one to several."""

import math
from collections.abc import Sequence
from itertools import accumulate
from typing import Any

import numpy as np

from .reductions import wrap_dim


def between(dim: int, ndim: int, start: int, end: int) -> tuple[slice, ...]:
    """The index that takes ``start`` to ``end`` along ``dim`` and everything else."""
    return (*(slice(None),) * wrap_dim(dim, ndim), slice(start, end))


# ----- joining -----------------------------------------------------------------------------------------------------
def cat(tensors: tuple, dim: int) -> Any:
    """One after the other along ``dim``."""
    for position, item in enumerate(tensors):
        if not item.ndim:
            raise RuntimeError(f"zero-dimensional tensor (at position {position}) cannot be concatenated")
    real = [item for item in tensors if not _skipped(item.shape)] or list(tensors)
    axis = wrap_dim(dim, real[0].ndim)
    for position, item in enumerate(real):
        _check_cat(real[0].shape, item.shape, axis, position)
    return np.concatenate(real, axis=axis)


def _skipped(shape: tuple[int, ...]) -> bool:
    """PyTorch lets an empty vector stand beside anything, for old programs' sake."""
    return shape == (0,)


def _check_cat(first: tuple[int, ...], shape: tuple[int, ...], axis: int, position: int) -> None:
    if len(first) != len(shape):
        raise RuntimeError(f"Tensors must have same number of dimensions: got {len(first)} and {len(shape)}")
    for i, (wanted, got) in enumerate(zip(first, shape, strict=True)):
        if i != axis and wanted != got:
            raise RuntimeError(
                f"Sizes of tensors must match except in dimension {axis}. Expected size {wanted} but got size {got} "
                f"for tensor number {position} in the list."
            )


def cat_pieces(grad: Any, sizes: Sequence[tuple[int, ...]], dim: int) -> list:
    """Backward of ``cat``: each tensor gets the stretch of the gradient where its numbers went."""
    axis = wrap_dim(dim, grad.ndim)
    lengths = [0 if _skipped(shape) else shape[axis] for shape in sizes]
    ends = list(accumulate(lengths))
    pieces = [grad[between(axis, grad.ndim, end - length, end)] for length, end in zip(lengths, ends, strict=True)]
    return [piece.reshape(shape) if _skipped(shape) else piece for piece, shape in zip(pieces, sizes, strict=True)]


def stack(tensors: tuple, dim: int) -> Any:
    """Side by side along a new dimension ``dim``."""
    first = tensors[0].shape
    for position, item in enumerate(tensors):
        if item.shape != first:
            raise RuntimeError(
                f"stack expects each tensor to be equal size, but got {list(first)} at entry 0 and "
                f"{list(item.shape)} at entry {position}"
            )
    return np.stack(tensors, axis=wrap_dim(dim, len(first) + 1))


# ----- taking apart ------------------------------------------------------------------------------------------------
def unbind(self: Any, dim: int) -> list[np.ndarray]:
    """The slices along ``dim``, as views."""
    if not self.ndim:
        raise IndexError("Dimension specified as 0 but tensor has no dimensions")
    before = (slice(None),) * wrap_dim(dim, self.ndim)
    # The dots keep the result an array, so that it shares memory even when nothing but a number is left.
    return [self[(*before, i, ...)] for i in range(self.shape[dim])]


def unbind_back(grads: list, dim: int) -> Any:
    """Backward of ``unbind``: side by side again, with zeros for the outputs that heard nothing."""
    like = next(grad for grad in grads if grad is not None)
    return np.stack([np.zeros_like(like) if grad is None else grad for grad in grads], axis=dim)


def split(self: Any, split_size: int, dim: int) -> list[np.ndarray]:
    """Pieces of length ``split_size`` along ``dim``, as views; the last may be shorter."""
    length = self.shape[wrap_dim(dim, self.ndim)]
    if split_size < 0:
        raise RuntimeError(f"split expects split_size be non-negative, but got split_size={split_size}")
    if not split_size and length:
        raise RuntimeError(f"split_size can only be 0 if dimension size is 0, but got dimension size of {length}")
    return _cut(self, lengths_of(length, split_size), dim)


def lengths_of(length: int, split_size: int) -> list[int]:
    """How long the pieces are; at least one piece, even of nothing."""
    count = max(math.ceil(length / split_size), 1) if split_size else 1
    return [min(split_size, length - i * split_size) for i in range(count)]


def split_with_sizes(self: Any, split_sizes: Sequence[int], dim: int) -> list[np.ndarray]:
    """Pieces of the given lengths along ``dim``, as views."""
    axis = wrap_dim(dim, self.ndim)
    if sum(split_sizes) != self.shape[axis] or any(size < 0 for size in split_sizes):
        raise RuntimeError(
            f"split_with_sizes expects split_sizes to sum exactly to {self.shape[axis]} (input tensor's size at "
            f"dimension {axis}), but got split_sizes={list(split_sizes)}"
        )
    return _cut(self, list(split_sizes), dim)


def _cut(self: Any, lengths: list[int], dim: int) -> list[np.ndarray]:
    ends = accumulate(lengths)
    return [self[between(dim, self.ndim, end - n, end)] for n, end in zip(lengths, ends, strict=True)]


def join_back(grads: list, lengths: Sequence[int], dim: int, sizes: tuple[int, ...]) -> Any:
    """Backward of a split: one after the other again, with zeros for the outputs that heard nothing."""
    axis = wrap_dim(dim, len(sizes))
    kind = next(grad for grad in grads if grad is not None).dtype
    kind = getattr(kind, "numpy", kind)
    shapes = [(*sizes[:axis], n, *sizes[axis + 1 :]) for n in lengths]
    filled = [np.zeros(s, kind) if grad is None else grad for s, grad in zip(shapes, grads, strict=True)]
    return np.concatenate(filled, axis=axis)


def split_back(grads: list, split_size: int, dim: int, sizes: tuple[int, ...]) -> Any:
    """Backward of ``split``."""
    return join_back(grads, lengths_of(sizes[wrap_dim(dim, len(sizes))], split_size), dim, sizes)

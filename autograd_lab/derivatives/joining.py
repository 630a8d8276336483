"""Several tensors to one, and one to several."""

import math
import operator
from collections.abc import Sequence
from itertools import accumulate
from typing import Any

import numpy as np

from .._core.refusals.shapes import check_cat, check_split, check_split_with_sizes, check_stack, check_unbind
from .._core.table.row import derivative
from ._operands import along, numpy_type, wrap_dim


def _skipped(shape: tuple[int, ...]) -> bool:
    """PyTorch lets an empty vector stand beside anything, for old programs' sake."""
    return shape == (0,)


def cat_forward(tensors: tuple, dim: int) -> Any:
    """One after the other along ``dim``."""
    try:
        joined = np.concatenate(tensors, axis=operator.index(dim))
    except ValueError:  # NumPy says no: because of an empty vector, or PyTorch says why
        joined = _cat_after_a_look(tensors, dim)
    return np.ascontiguousarray(joined)  # where all are transposed NumPy's result would be, too


def _cat_after_a_look(tensors: tuple, dim: int) -> np.ndarray:
    real = [item for item in tensors if not _skipped(item.shape)] or list(tensors)
    check_cat(tensors, real, dim)
    return np.concatenate(real, axis=dim)


def cat_pieces(grad: Any, sizes: Sequence[tuple[int, ...]], dim: int) -> list:
    """Backward of ``cat``: each tensor gets the stretch of the gradient where its numbers went."""
    axis = wrap_dim(dim, grad.ndim)
    lengths = [0 if _skipped(shape) else shape[axis] for shape in sizes]
    ends = list(accumulate(lengths))
    pieces = [grad[along(axis, grad.ndim, slice(end - length, end))] for length, end in zip(lengths, ends, strict=True)]
    return [piece.reshape(shape) if _skipped(shape) else piece for piece, shape in zip(pieces, sizes, strict=True)]


cat = derivative(
    "cat(Tensor[] tensors, int dim=0) -> Tensor",
    node="CatBackward0",
    forward=cat_forward,
    tensors=lambda grad, tensors_sizes, dim: cat_pieces(grad, tensors_sizes, dim),
    types="promote",
    does="The tensors one after the other along ``dim``, as one new tensor.",
    tex=dict(forward=r"z = (x_1, x_2, \ldots)", tensors=r"\bar{x}_i = \bar{z}_{a_i:b_i}"),
    samples=lambda make: [([make(2), make(3)],), ([make(2, 1), make(2, 3)], -1), ([make(1, 2), make(0, 2)],)],
)


def stack_forward(tensors: tuple, dim: int) -> Any:
    """Side by side along a new dimension ``dim``."""
    first = tensors[0].shape
    axis = wrap_dim(dim, len(first) + 1)
    if not axis:  # a batch: one after the other is the same numbers, and np.stack turns each over first
        return np.concatenate(tensors).reshape(len(tensors), *first) if first else np.array(tensors)
    return np.ascontiguousarray(np.stack(tensors, axis=axis))


stack = derivative(
    "stack(Tensor[] tensors, int dim=0) -> Tensor",
    node="StackBackward0",
    forward=stack_forward,
    tensors=lambda grad, dim: unbind(grad, dim),
    types="promote",
    refuse=check_stack,
    does="The tensors side by side along a new dimension ``dim``.",
    tex=dict(forward=r"z_i = x_i", tensors=r"\bar{x}_i = \bar{z}_i"),
    samples=lambda make: [([make(3), make(3)],), ([make(2, 3), make(2, 3)], -1), ([make(), make()],)],
)


def unbind_forward(self: Any, dim: int) -> list[np.ndarray]:
    """The slices along ``dim``, as views."""
    before = (slice(None),) * wrap_dim(dim, self.ndim)
    # The dots keep the result an array, so that it shares memory even when nothing but a number is left.
    return [self[(*before, i, ...)] for i in range(self.shape[dim])]


def unbind_back(grads: list, dim: int) -> Any:
    """Backward of ``unbind``: side by side again, with zeros for the outputs that heard nothing."""
    like = next(grad for grad in grads if grad is not None)
    return np.stack([np.zeros_like(like) if grad is None else grad for grad in grads], axis=dim)


unbind = derivative(
    "unbind.int(Tensor(a -> *) self, int dim=0) -> Tensor(a)[]",
    node="UnbindBackward0",
    forward=unbind_forward,
    self=unbind_back,
    view=True,
    refuse=check_unbind,
    does="All slices along ``dim``, without that dimension, as views.",
    tex=dict(forward=r"z_i = x_{i}", self=r"\bar{x}_{i} = \bar{z}_i"),
    samples=lambda make: [(make(3),), (make(2, 3), 1), (make(2, 3), -1)],
)


def lengths_of(length: int, split_size: int) -> list[int]:
    """How long the pieces are; at least one piece, even of nothing."""
    count = max(math.ceil(length / split_size), 1) if split_size else 1
    return [min(split_size, length - i * split_size) for i in range(count)]


def _cut(self: Any, lengths: list[int], dim: int) -> list[np.ndarray]:
    ends = accumulate(lengths)
    return [self[along(dim, self.ndim, slice(end - n, end))] for n, end in zip(lengths, ends, strict=True)]


def split_forward(self: Any, split_size: int, dim: int) -> list[np.ndarray]:
    """Pieces of length ``split_size`` along ``dim``, as views; the last may be shorter."""
    length = self.shape[dim]
    return _cut(self, lengths_of(length, split_size), dim)


def join_back(grads: list, lengths: Sequence[int], dim: int, sizes: tuple[int, ...]) -> Any:
    """Backward of a split: one after the other again, with zeros for the outputs that heard nothing."""
    axis = wrap_dim(dim, len(sizes))
    kind = numpy_type(next(grad for grad in grads if grad is not None))
    shapes = [(*sizes[:axis], n, *sizes[axis + 1 :]) for n in lengths]
    filled = [np.zeros(s, kind) if grad is None else grad for s, grad in zip(shapes, grads, strict=True)]
    return np.concatenate(filled, axis=axis)


split = derivative(
    "split.Tensor(Tensor(a -> *) self, SymInt split_size, int dim=0) -> Tensor(a)[]",
    node="SplitBackward0",
    forward=split_forward,
    self=lambda grads, split_size, dim, self_sizes: join_back(
        grads, lengths_of(self_sizes[dim], split_size), dim, self_sizes
    ),
    view=True,
    refuse=check_split,
    does="Pieces of length ``split_size`` along ``dim``, as views; the last may be shorter.",
    tex=dict(forward=r"z_i = x_{i s:(i+1) s}", self=r"\bar{x} = (\bar{z}_1, \bar{z}_2, \ldots)"),
    samples=lambda make: [(make(4), 2), (make(5), 2), (make(2, 3), 1, -1), (make(3), 5)],
)


def split_with_sizes_forward(self: Any, split_sizes: Sequence[int], dim: int) -> list[np.ndarray]:
    """Pieces of the given lengths along ``dim``, as views."""
    return _cut(self, list(split_sizes), dim)


split_with_sizes = derivative(
    "split_with_sizes(Tensor(a -> *) self, SymInt[] split_sizes, int dim=0) -> Tensor(a)[]",
    node="SplitWithSizesBackward0",
    forward=split_with_sizes_forward,
    self=lambda grads, split_sizes, dim, self_sizes: join_back(grads, split_sizes, dim, self_sizes),
    variants="function, method",
    view=True,
    refuse=check_split_with_sizes,
    does="Pieces of the lengths ``split_sizes`` along ``dim``, as views.",
    tex=dict(forward=r"z_i = x_{a_i:b_i}", self=r"\bar{x} = (\bar{z}_1, \bar{z}_2, \ldots)"),
    samples=lambda make: [(make(4), (1, 3)), (make(2, 3), (2, 1), -1), (make(2), (0, 2))],
)

unsafe_split = derivative(
    "unsafe_split.Tensor(Tensor self, SymInt split_size, int dim=0) -> Tensor[]",
    node="UnsafeSplitBackward0",
    forward=split_forward,
    self=lambda grads, split_size, dim, self_sizes: join_back(
        grads, lengths_of(self_sizes[dim], split_size), dim, self_sizes
    ),
    variants="function, method",
    refuse=check_split,
    does="Pieces of length ``split_size`` along ``dim`` recorded as no views; the last may be shorter.",
    tex=dict(forward=r"z_i = x_{i s:(i+1) s}", self=r"\bar{x} = (\bar{z}_1, \bar{z}_2, \ldots)"),
    samples=lambda make: [(make(4), 2), (make(5), 2), (make(2, 3), 1, -1), (make(3), 5)],
)

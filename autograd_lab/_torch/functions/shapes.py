"""Shapes under their public names: ``reshape``, ``flatten``, ``squeeze``, ``expand`` …

Some choose between a view and a copy, as PyTorch does: ``reshape`` is a ViewBackward0 where the memory allows it, and a
CloneBackward0 with an UnsafeViewBackward0 after it where not.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from ... import derivatives as d
from ..._core.base import dtypes
from ..._core.base.learners_line import warn_once
from ..._core.base.strided import strides
from ..._core.tensor import Tensor
from ...derivatives import shapes
from ...derivatives._operands import common_shape, wrap_dim
from .arguments import as_tuple, only_tensors, size_of, spread_out

contiguous_format = "torch.contiguous_format"
"""Row-major order without gaps, for ``clone(memory_format=…)``."""


# ----- other shapes ------------------------------------------------------------------------------------------------
def view(input: Tensor, *shape: Any, **keywords: Any) -> Tensor:
    """The same memory in another shape: ``x.view(2, -1)``, where the -1 stands for what is left.

    ``view(dtype)`` is left out.

    Raises:
        RuntimeError: another number of elements, or a shape that this memory cannot show without a copy.
    """
    given = shape or tuple(keywords.values())
    if isinstance(given[0], dtypes.dtype):
        raise NotImplementedError("view(dtype), the same bytes as numbers of another type, is left out here.")
    return d.view(input, size_of(given))


def reshape(input: Tensor, *shape: Any, **keywords: Any) -> Tensor:
    """The same numbers in another shape: a view where possible, else a copy. One -1 stands for what is left.

    Raises:
        RuntimeError: another number of elements.
    """
    size = spread_out("reshape", "shape", shape, keywords)
    data = input._data
    if not isinstance(data, np.ndarray) or data.flags.c_contiguous:
        return d.view.written(input, size)
    shaped = shapes.reshape(data, size)
    if shapes.shares(shaped, data):
        return d.reshape_alias(input, size, strides(shaped))
    return d.unsafe_view(d.clone(input, memory_format=contiguous_format), size)


def ravel(input: Tensor) -> Tensor:
    """All in one row: a view where the memory is in row-major order, else a copy."""
    return d.view(contiguous(input), (-1,))


def flatten(input: Tensor, start_dim: int = 0, end_dim: int = -1) -> Tensor:
    """Dimensions ``start_dim`` to ``end_dim`` as one: (2, 3, 4) gives (24,), from 1 on (2, 12). A vector stays itself.

    Raises:
        RuntimeError: ``start_dim`` comes after ``end_dim``.
    """
    start, end = wrap_dim(start_dim, input.ndim), wrap_dim(end_dim, input.ndim)
    if start > end:
        raise RuntimeError("flatten() has invalid args: start_dim cannot come after end_dim")
    if not input.ndim:
        return reshape(input, 1)
    if start == end:
        return input
    shape = input._data.shape
    return reshape(input, *shape[:start], int(np.prod(shape[start : end + 1])), *shape[end + 1 :])


def unflatten(input: Tensor, dim: int, sizes: Sequence[int]) -> Tensor:
    """One dimension as several: ``x.unflatten(0, (2, -1))``, where the -1 stands for what is left.

    Raises:
        RuntimeError: sizes that do not multiply up to the dimension's.
    """
    axis, sizes = wrap_dim(dim, input.ndim), size_of((sizes,))
    if not sizes:
        raise RuntimeError("unflatten: sizes must be non-empty")
    if not input.ndim:  # PyTorch caught an error of its own in between, and says so
        raise RuntimeError("unflatten got an unexpected error:\nDimension specified as 0 but tensor has no dimensions")
    shape = input._data.shape
    known = int(np.prod([n for n in sizes if n != -1]))
    fits = known and not shape[axis] % known if -1 in sizes else known == shape[axis]
    if not fits:
        raise RuntimeError(
            f"unflatten: Provided sizes {list(sizes)} don't multiply up to the size of dim {axis} ({shape[axis]}) in "
            "the input tensor"
        )
    whole = [shape[axis] // known if n == -1 else n for n in sizes]
    return d.view(input, (*shape[:axis], *whole, *shape[axis + 1 :]))


def view_as(input: Tensor, other: Tensor) -> Tensor:
    """A view in ``other``'s shape."""
    return d.view(input, other._data.shape)


def reshape_as(input: Tensor, other: Tensor) -> Tensor:
    """`reshape` to ``other``'s shape."""
    return reshape(input, other._data.shape)


def squeeze(input: Tensor, dim: Any = None, *more: int) -> Tensor:
    """A view without the dimensions of length 1, or without those of ``dim`` (a number or several) that have length 1.

    Raises:
        IndexError: a dimension that does not exist.
    """
    if isinstance(dim, int) and not more:
        return d.squeeze_dim(input, dim)
    return d.squeeze(input) if dim is None else d.squeeze_dims(input, (dim, *more) if more else tuple(dim))


def contiguous(input: Tensor, *, memory_format: Any = contiguous_format) -> Tensor:
    """The tensor itself if its memory is in row-major order, else a copy that is."""
    return input if input.is_contiguous() else d.clone(input, memory_format=contiguous_format)


# ----- order of dimensions -----------------------------------------------------------------------------------------
def permute(input: Tensor, *dims: Any, **keywords: Any) -> Tensor:
    """A view with all dimensions in another order: (2, 3, 4) by ``permute(2, 0, 1)`` gives (4, 2, 3).

    Raises:
        RuntimeError: not each dimension once.
    """
    return d.permute(input, spread_out("permute", "dims", dims, keywords))


def movedim(input: Tensor, source: Any, destination: Any) -> Tensor:
    """A view with dimensions ``source`` moved to the places ``destination``; the others keep their order.

    Raises:
        RuntimeError: not as many places as dimensions, or one named twice.
    """
    source, destination = as_tuple(source), as_tuple(destination)
    if len(source) != len(destination):
        raise RuntimeError(
            f"movedim: Invalid source or destination dims: source ({list(source)} dims) should contain the same "
            f"number of dims as destination ({list(destination)} dims)"
        )
    ndim = input.ndim
    source, destination = (tuple(wrap_dim(dim, ndim) for dim in dims) for dims in (source, destination))
    if len(set(source)) != len(source) or len(set(destination)) != len(destination):
        raise RuntimeError(f"movedim: repeated dim in `source` {source} or `destination` {destination}")
    if not ndim:
        return d.alias(input)
    moved = dict(zip(destination, source, strict=True))
    rest = iter(i for i in range(ndim) if i not in source)
    return d.permute(input, tuple(moved[i] if i in moved else next(rest) for i in range(ndim)))


def swapaxes(input: Tensor, axis0: int, axis1: int) -> Tensor:
    """A view with two dimensions swapped: `transpose` under NumPy's name."""
    return d.transpose(input, axis0, axis1)


def matrices_transposed(input: Tensor) -> Tensor:
    """A view with the last two dimensions swapped.

    Raises:
        RuntimeError: a vector.
    """
    if not input.ndim:
        warn_once(TURNED_NUMBER.replace("Tensor.T", "Tensor.mT"))
        return input
    if input.ndim == 1:
        raise RuntimeError("tensor.mT is only supported on matrices or batches of matrices. Got 1-D tensor.")
    return d.transpose(input, -2, -1)


TURNED_NUMBER = "Tensor.T is deprecated on 0-D tensors. This function is the identity in these cases."


# ----- stretching --------------------------------------------------------------------------------------------------
def expand(input: Tensor, *sizes: Any, **keywords: Any) -> Tensor:
    """A view that stretches dimensions of length 1 without copying; -1 keeps a length, new dimensions come in front.

    Raises:
        RuntimeError: a dimension of another length, or fewer dimensions than there are.
    """
    return d.expand(input, spread_out("expand", "size", sizes, keywords))


def expand_as(input: Tensor, other: Tensor) -> Tensor:
    """`expand` to ``other``'s shape."""
    return d.expand(input, other._data.shape)


def broadcast_to(input: Tensor, *size: Any, **keywords: Any) -> Tensor:
    """`expand` under NumPy's name."""
    return d.expand(input, spread_out("broadcast_to", "size", size, keywords))


def broadcast_tensors(*tensors: Tensor) -> tuple[Tensor, ...]:
    """All stretched to their common shape; one that has it already comes back as it is.

    Raises:
        RuntimeError: shapes that do not fit.
    """
    only_tensors(tensors)
    shape = common_shape(*(item._data.shape for item in tensors))
    return tuple(item if item._data.shape == shape else d.expand(item, shape) for item in tensors)


def broadcast_shapes(*sizes: Any) -> dtypes.Size:
    """The shape to which tensors of these shapes stretch: (2, 1) and (3,) give (2, 3).

    Raises:
        RuntimeError: shapes that do not fit.
    """
    return dtypes.Size(common_shape(*map(as_tuple, sizes)))


__all__ = [
    "broadcast_shapes", "broadcast_tensors", "broadcast_to", "contiguous_format", "flatten", "movedim", "permute",
    "ravel", "reshape", "squeeze", "swapaxes", "unflatten",
]  # fmt: skip
METHODS = [
    "broadcast_to", "contiguous", "expand", "expand_as", "flatten", "movedim", "permute", "ravel", "reshape",
    "reshape_as", "squeeze", "swapaxes", "unflatten", "view", "view_as",
]  # fmt: skip

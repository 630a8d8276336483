"""Shapes and pieces under their public names: ``reshape``, ``flatten``, ``cat``, ``split`` …

Some choose between a view and a copy, as PyTorch does: ``reshape`` is a ViewBackward0 where the memory allows it, and a
CloneBackward0 with an UnsafeViewBackward0 after it where not.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from .. import derivatives as d
from .._formulas import shapes
from .._formulas.reductions import wrap_dim
from .._tensor import Tensor

contiguous_format = "torch.contiguous_format"
"""Row-major order without gaps, for ``clone(memory_format=…)``."""


# ----- other shapes ------------------------------------------------------------------------------------------------
def size_of(shape: tuple) -> tuple[int, ...]:
    """A shape given as separate numbers or as one sequence."""
    given = shape[0] if len(shape) == 1 and not isinstance(shape[0], int | np.integer | Tensor) else shape
    return tuple(int(n) for n in given)


def view(self: Tensor, *shape: Any) -> Tensor:
    """The same memory in another shape, or an error. One -1 stands for what is left."""
    return d.view(self, size_of(shape))


def reshape(self: Tensor, *shape: Any) -> Tensor:
    """The same numbers in another shape: a view where possible, else a copy. One -1 stands for what is left."""
    size = size_of(shape)
    data = self._data
    if shapes.shares(shapes.reshape(data, size), data):
        return d.view(self, size)
    return d.unsafe_view(d.clone(self, memory_format=contiguous_format), size)


def flatten(self: Tensor, start_dim: int = 0, end_dim: int = -1) -> Tensor:
    """Dimensions ``start_dim`` to ``end_dim`` as one; a vector comes back as the tensor it is."""
    start, end = wrap_dim(start_dim, self.ndim), wrap_dim(end_dim, self.ndim)
    if start > end:
        raise RuntimeError("flatten() has invalid args: start_dim cannot come after end_dim")
    if not self.ndim:
        return reshape(self, 1)
    return self if start == end else reshape(self, *self.shape[:start], -1, *self.shape[end + 1 :])


def squeeze(self: Tensor, dim: int | None = None) -> Tensor:
    """Without the dimensions of length 1, or without ``dim`` if that has length 1."""
    return d.squeeze(self) if dim is None else d.squeeze_dim(self, dim)


def permute(self: Tensor, *dims: Any) -> Tensor:
    """All dimensions in another order."""
    return d.permute(self, size_of(dims))


def expand(self: Tensor, *sizes: Any) -> Tensor:
    """Stretch dimensions of length 1 without copying; -1 keeps a length."""
    return d.expand(self, size_of(sizes))


def broadcast_to(self: Tensor, size: Sequence[int]) -> Tensor:
    """As `expand`."""
    return d.expand(self, tuple(size))


def broadcast_tensors(*tensors: Tensor) -> tuple[Tensor, ...]:
    """All stretched to their common shape; those that have it already come back as expanded views too."""
    shape = np.broadcast_shapes(*(item._data.shape for item in tensors))
    return tuple(d.expand(item, shape) for item in tensors)


def contiguous(self: Tensor) -> Tensor:
    """The tensor itself if its memory is in row-major order, else a copy that is."""
    return self if self.is_contiguous() else d.clone(self, memory_format=contiguous_format)


# ----- taking apart and joining ------------------------------------------------------------------------------------
def cat(tensors: Sequence[Tensor], dim: int = 0) -> Tensor:
    """One after the other along ``dim``."""
    tensors = _listed(tensors)
    if not tensors:
        raise ValueError("torch.cat(): expected a non-empty list of Tensors")
    return d.cat(tensors, dim)


def stack(tensors: Sequence[Tensor], dim: int = 0) -> Tensor:
    """Side by side along a new dimension ``dim``."""
    tensors = _listed(tensors)
    if not tensors:
        raise RuntimeError("stack expects a non-empty TensorList")
    return d.stack(tensors, dim)


def _listed(tensors: Any) -> list[Tensor]:
    tensors = list(tensors)
    for position, item in enumerate(tensors):
        if not isinstance(item, Tensor):
            raise TypeError(f"expected Tensor as element {position} in argument 0, but got {type(item).__name__}")
    return tensors


def unbind(self: Tensor, dim: int = 0) -> tuple[Tensor, ...]:
    """The slices along ``dim``: one node with as many outputs, told apart by ``output_nr``."""
    return d.unbind(self, dim)


def split(self: Tensor, split_size_or_sections: Any, dim: int = 0) -> tuple[Tensor, ...]:
    """Pieces of one length along ``dim`` (the last may be shorter), or of the given lengths."""
    if isinstance(split_size_or_sections, int):
        return d.split(self, split_size_or_sections, dim)
    return d.split_with_sizes(self, tuple(split_size_or_sections), dim)


def chunk(self: Tensor, chunks: int, dim: int = 0) -> tuple[Tensor, ...]:
    """At most ``chunks`` pieces of one length along ``dim``; the last may be shorter."""
    if chunks <= 0:
        raise RuntimeError(f"chunk expects `chunks` to be greater than 0, got: {chunks}")
    length = self._data.shape[wrap_dim(dim, self.ndim)]
    return d.split(self, -(-length // chunks), dim)


__all__ = [
    "broadcast_tensors", "broadcast_to", "cat", "chunk", "contiguous_format", "flatten", "permute", "reshape", "split",
    "squeeze", "stack", "unbind",
]  # fmt: skip
METHODS = [
    "broadcast_to",
    "chunk",
    "contiguous",
    "expand",
    "flatten",
    "permute",
    "reshape",
    "split",
    "squeeze",
    "unbind",
    "view",
]

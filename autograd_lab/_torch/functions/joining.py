"""Several tensors to one, and one to several, under their public names: ``cat``, ``stack``, ``split``, ``chunk`` …

Most are not operations of their own but chains of others, and leave the nodes of those: ``hstack`` is a CatBackward0.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from ... import derivatives as d
from ..._core.base.learners_line import warn_once
from ..._core.tensor import Tensor
from ...derivatives._operands import wrap_dim
from .arguments import listed, size_of
from .shapes import reshape

_MESHGRID = "torch.meshgrid: in an upcoming release, it will be required to pass the indexing argument."


# ----- joining -------------------------------------------------------------------------------------------------------
def cat(tensors: Sequence[Tensor], dim: int = 0) -> Tensor:
    """One after the other along ``dim``: 2×3 and 1×3 give 3×3, in the dtype that holds all. Empty vectors do not count.

    Raises:
        ValueError: an empty list.
        RuntimeError: tensors whose other dimensions differ, or without dimensions.
    """
    tensors = listed(tensors, "cat")
    if not tensors:
        raise ValueError("torch.cat(): expected a non-empty list of Tensors")
    return d.cat.general(tensors, dim)


def stack(tensors: Sequence[Tensor], dim: int = 0) -> Tensor:
    """Side by side along a new dimension ``dim``: two vectors of 3 give 2×3, and along dim 1 give 3×2.

    Raises:
        RuntimeError: an empty list, or tensors of different shapes.
    """
    return d.stack(_some(tensors, "stack"), dim)


def _some(tensors: Any, name: str) -> list[Tensor]:
    tensors = listed(tensors, name)
    if not tensors:
        raise RuntimeError(f"{name} expects a non-empty TensorList")
    return tensors


def hstack(tensors: Sequence[Tensor]) -> Tensor:
    """Side by side: `cat` along the second dimension, vectors along their only one.

    Raises:
        RuntimeError: an empty list, or shapes that do not fit.
    """
    tensors = [item if item.ndim else reshape(item, 1) for item in _some(tensors, "hstack")]
    return d.cat(tensors, 0 if tensors[0].ndim == 1 else 1)


def vstack(tensors: Sequence[Tensor]) -> Tensor:
    """On top of each other: `cat` along the first dimension; a vector is a row.

    Raises:
        RuntimeError: an empty list, or shapes that do not fit.
    """
    rows = [item if item.ndim else reshape(item, 1, 1) for item in _some(tensors, "vstack")]
    return d.cat([d.unsqueeze(item, 0) if item.ndim == 1 else item for item in rows], 0)


# ----- grids ---------------------------------------------------------------------------------------------------------
def meshgrid(*tensors: Any, indexing: str | None = None) -> tuple[Tensor, ...]:
    """For vectors, the coordinates of every point of their grid; ``indexing="xy"`` swaps the first two dimensions.

    Vectors of 2 and 3 give two views of shape 2×3.

    Raises:
        RuntimeError: matrices, different dtypes, or another ``indexing``.
    """
    given = tensors[0] if len(tensors) == 1 and isinstance(tensors[0], list | tuple) else tensors
    tensors = _some(given, "meshgrid")
    if indexing is None:
        warn_once(_MESHGRID)
    for item in tensors:
        if item.ndim > 1:
            raise RuntimeError("torch.meshgrid: Expected 0D or 1D tensor in the tensor list but got: " + repr(item))
        if item._data.dtype != tensors[0]._data.dtype:
            raise RuntimeError("meshgrid expects all tensors to have the same dtype")
    if indexing not in (None, "ij", "xy"):
        raise RuntimeError(f'torch.meshgrid: indexing must be one of "xy" or "ij", but received: {indexing}')
    order = list(range(len(tensors)))
    if indexing == "xy" and len(tensors) > 1:
        order[:2] = 1, 0
    shape = [tensors[i]._data.size for i in order]
    return tuple(
        d.expand(d.view(item, tuple(shape[i] if order[i] == n else 1 for i in range(len(order)))), tuple(shape))
        for n, item in enumerate(tensors)
    )


concat = concatenate = cat


# ----- one tensor to several: all are views --------------------------------------------------------------------------
def unbind(input: Tensor, dim: int = 0) -> tuple[Tensor, ...]:
    """The slices along ``dim``, as views: one node with as many outputs, told apart by ``output_nr``.

    Raises:
        IndexError: a dimension that does not exist.
    """
    if input.ndim and not input._data.shape[wrap_dim(dim, input.ndim)]:
        return ()
    return d.unbind(input, dim)


def split(
    tensor: Tensor, split_size_or_sections: Any = None, dim: int = 0, *, split_size: Any = None
) -> tuple[Tensor, ...]:
    """Pieces of one length along ``dim`` (the last may be shorter), or of the given lengths, as views.

    The method calls its argument ``split_size``, the function ``split_size_or_sections``, as in PyTorch.

    Raises:
        RuntimeError: a negative length, or lengths that do not sum to the dimension's.
    """
    wanted = split_size if split_size_or_sections is None else split_size_or_sections
    if wanted is None:
        raise TypeError("split() missing 1 required positional argument: 'split_size_or_sections'")
    if isinstance(wanted, Tensor) and wanted.numel() == 1:
        wanted = int(wanted)
    if isinstance(wanted, int):
        return d.split(tensor, wanted, dim)
    return d.split_with_sizes(tensor, _lengths(wanted), dim)


def _lengths(given: Any) -> tuple[int, ...]:
    is_list = isinstance(given, tuple | list)
    if is_list and all(isinstance(length, int | np.integer | Tensor) and length is not True for length in given):
        return size_of((given,))
    got = f"but found element of type {type(given[0]).__name__} at pos 0" if is_list else f"not {type(given).__name__}"
    raise TypeError(f"split_with_sizes(): argument 'split_sizes' (position 2) must be tuple of ints, {got}")


def chunk(input: Tensor, chunks: int, dim: int = 0) -> tuple[Tensor, ...]:
    """At most ``chunks`` pieces of one length along ``dim``, as views; the last may be shorter, and there may be fewer.

    Raises:
        RuntimeError: a tensor without dimensions, or no chunks.
    """
    if not input.ndim:
        raise RuntimeError("chunk expects at least a 1-dimensional tensor")
    if chunks <= 0:
        raise RuntimeError(f"chunk expects `chunks` to be greater than 0, got: {chunks}")
    length = -(-input._data.shape[wrap_dim(dim, input.ndim)] // chunks)
    if not length:  # pieces of nothing: their number can only be kept by naming each length
        return d.split_with_sizes(input, (0,) * chunks, dim)
    return d.split(input, length, dim)


def narrow(input: Tensor, dim: int, start: Any, length: int) -> Tensor:
    """A view of ``length`` slices along ``dim``, from ``start`` on.

    Raises:
        IndexError, RuntimeError: a start or an end out of range.
    """
    if not input.ndim:
        raise RuntimeError("narrow() cannot be applied to a 0-dim tensor.")
    if length < 0:
        raise RuntimeError("narrow(): length must be non-negative.")
    size, start = input._data.shape[wrap_dim(dim, input.ndim)], int(start)
    if not -size <= start <= size:
        raise IndexError(f"start out of range (expected to be in range of [{-size}, {size}], but got {start})")
    start += size if start < 0 else 0
    if start + length > size:
        raise RuntimeError(f"start ({start}) + length ({length}) exceeds dimension size ({size}).")
    return d.slice_(input, dim, start, start + length, 1)


__all__ = [
    "cat", "chunk", "concat", "concatenate", "hstack", "meshgrid", "narrow", "split", "stack", "unbind", "vstack",
]  # fmt: skip

METHODS = ["chunk", "narrow", "split", "unbind"]

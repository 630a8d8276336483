"""Several tensors to one: ``cat``, ``stack``, ``meshgrid`` … under their public names.

Most are not operations of their own but chains of others, and leave the nodes of those: ``hstack`` is a CatBackward0.
"""

import functools
from collections.abc import Callable, Sequence
from typing import Any

from ... import derivatives as d
from ..._core.base.learners_line import warn_once
from ..._core.tensor import Tensor
from .arguments import listed
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
    tensors = [atleast_1d(item) for item in _some(tensors, "hstack")]
    return d.cat(tensors, 0 if tensors[0].ndim == 1 else 1)


def vstack(tensors: Sequence[Tensor]) -> Tensor:
    """On top of each other: `cat` along the first dimension; a vector is a row.

    Raises:
        RuntimeError: an empty list, or shapes that do not fit.
    """
    return d.cat([atleast_2d(item) for item in _some(tensors, "vstack")], 0)


def dstack(tensors: Sequence[Tensor]) -> Tensor:
    """One behind the other: `cat` along the third dimension, after `atleast_3d`.

    Raises:
        RuntimeError: an empty list, or shapes that do not fit.
    """
    return d.cat([atleast_3d(item) for item in _some(tensors, "dstack")], 2)


def column_stack(tensors: Sequence[Tensor]) -> Tensor:
    """Side by side: `cat` along the second dimension; a vector is a column.

    Raises:
        RuntimeError: an empty list, or shapes that do not fit.
    """
    tensors = _some(tensors, "column_stack")
    return d.cat([reshape(item, item.numel(), 1) if item.ndim < 2 else item for item in tensors], 1)


def _at_least(function: Callable[[Tensor], Tensor]) -> Callable[..., Any]:
    """Take one tensor, several, or a list of them."""

    @functools.wraps(function)
    def each(*tensors: Any) -> Any:
        if len(tensors) == 1 and isinstance(tensors[0], Tensor):
            return function(tensors[0])
        given = tensors[0] if len(tensors) == 1 else tensors
        return tuple(function(item) for item in listed(given, function.__name__))

    return each


@_at_least
def atleast_1d(tensor: Tensor) -> Tensor:
    """A scalar as a vector of one; anything else as it is. Of several tensors, a tuple."""
    return tensor if tensor.ndim else reshape(tensor, 1)


@_at_least
def atleast_2d(tensor: Tensor) -> Tensor:
    """A scalar as a 1×1 matrix, a vector as a row; anything else as it is. Of several tensors, a tuple."""
    if not tensor.ndim:
        return reshape(tensor, 1, 1)
    return d.unsqueeze(tensor, 0) if tensor.ndim == 1 else tensor


@_at_least
def atleast_3d(tensor: Tensor) -> Tensor:
    """With dimensions of length 1 added, before a vector and after a matrix, until there are three."""
    if not tensor.ndim:
        return reshape(tensor, 1, 1, 1)
    matrix = d.unsqueeze(tensor, 0) if tensor.ndim == 1 else tensor
    return d.unsqueeze(matrix, -1) if matrix.ndim == 2 else matrix


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
row_stack = vstack

__all__ = [
    "atleast_1d", "atleast_2d", "atleast_3d", "cat", "column_stack", "concat",
    "concatenate", "dstack", "hstack", "meshgrid", "row_stack", "stack", "vstack",
]  # fmt: skip
METHODS: list[str] = []

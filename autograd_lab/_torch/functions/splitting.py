"""One tensor to several: ``split``, ``chunk``, ``unbind`` … under their public names, all as views.

Some are not operations of their own: ``hsplit`` leaves a SliceBackward0 for each piece.
"""

from typing import Any

import numpy as np

from ... import derivatives as d
from ..._core.base.dtype_names import int64
from ..._core.tensor import Tensor
from ...derivatives._operands import wrap_dim
from .arguments import size_of


def unbind(input: Tensor, dim: int = 0) -> tuple[Tensor, ...]:
    """The slices along ``dim``, as views: one node with as many outputs, told apart by ``output_nr``.

    Raises:
        IndexError: a dimension that does not exist.
    """
    if input.ndim and not input._data.shape[wrap_dim(dim, input.ndim)]:
        return ()
    return d.unbind(input, dim)


_SPLIT_BY_BOOL = """split() received an invalid combination of arguments - got (Tensor, bool, int), but expected one of:
 * (Tensor input, int split_size, int dim = 0)
      didn't match because some of the arguments have invalid types: (Tensor, !bool!, !int!)
 * (Tensor input, tuple of ints split_size, int dim = 0)
      didn't match because some of the arguments have invalid types: (Tensor, !bool!, !int!)
"""


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
    if isinstance(wanted, bool):
        raise TypeError(_SPLIT_BY_BOOL)
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


def tensor_split(input: Tensor, *given: Any, dim: int = 0, **keywords: Any) -> tuple[Tensor, ...]:
    """Views of pieces along ``dim``: a number of them as equal as can be, or those that end at the given indices.

    A vector of 7 in 3 gives lengths 3, 2, 2; by the indices (2, 5), lengths 2, 3, 2.

    Raises:
        RuntimeError: a tensor without dimensions, or no sections.
    """
    if len(given) == 2:
        given, dim = given[:1], given[1]
    named = [keywords.pop(name) for name in ("sections", "indices", "tensor_indices_or_sections") if name in keywords]
    if keywords or len(given) + len(named) != 1:
        raise TypeError(
            "tensor_split() received an invalid combination of arguments - got ("
            + ", ".join(f"{name}={type(value).__name__}" for name, value in keywords.items())
            + ", ), but expected one of:\n * (tuple of ints indices, int dim = 0)\n"
            " * (Tensor tensor_indices_or_sections, int dim = 0)\n * (int sections, int dim = 0)\n"
        )
    if not input.ndim:
        raise RuntimeError("tensor_split expected at least a 1-dimensional tensor, but got a tensor with 0 dims")
    wanted = (*given, *named)[0]
    if isinstance(wanted, Tensor):
        if wanted.dtype is not int64:
            raise RuntimeError(
                "tensor_split expected tensor_indices_or_sections to have dtype of long, but got " + wanted.dtype.short
            )
        wanted = wanted.tolist()
    dim = wrap_dim(dim, input.ndim)
    length = input._data.shape[dim]
    if isinstance(wanted, int):
        if wanted <= 0:
            raise RuntimeError(f"number of sections must be larger than 0, got {wanted}")
        if wanted >= 2**63:
            raise ValueError("Overflow when unpacking long long")
        least, longer = divmod(length, wanted)
        wanted = [i * least + min(i, longer) for i in range(1, wanted)]
    starts, ends = (0, *wanted), (*wanted, length)
    return tuple(d.slice_(input, dim, start, end, 1) for start, end in zip(starts, ends, strict=True))


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


__all__ = ["chunk", "narrow", "split", "tensor_split", "unbind"]
METHODS = __all__

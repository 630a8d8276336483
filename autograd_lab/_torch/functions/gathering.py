"""Elements taken from named places and put there: what of ``gather``, ``scatter``, ``take`` … needs more than a row."""

from typing import Any

import numpy as np

from ... import derivatives as d
from ..._core.base.dtypes import of
from ..._core.call_in_place import call_in_place
from ..._core.tensor import Tensor, wrap
from ...derivatives._operands import common_shape, wrap_dim
from .forms import Choice, forms
from .shapes import reshape


# ----- scatter -------------------------------------------------------------------------------------------------------
def _scatter(
    input: Tensor, dim: int, index: Tensor, src: Any = None, *, value: Any = None, reduce: Any = None
) -> Choice:
    """A copy with ``src`` where ``index`` says along ``dim``: for dim = 1, ``z[i][index[i][j]] = src[i][j]``.

    ``src`` is a tensor of ``input``'s dtype and at least ``index``'s shape, or a number (also called ``value``).

    Raises:
        NotImplementedError: with ``reduce``, of which PyTorch warns; `scatter_add` adds.
        RuntimeError: shapes or dtypes that do not fit, or an index out of bounds.
    """
    src = value if src is None else src
    if reduce is not None:
        raise NotImplementedError("scatter(reduce=...) is left out here; scatter_add adds to what is there.")
    return (d.scatter if isinstance(src, Tensor) else d.scatter_value), (input, dim, index, src)


scatter, scatter_ = forms(_scatter)


# ----- index_… -------------------------------------------------------------------------------------------------------


def index_put(input: Tensor, indices: Any, values: Tensor, accumulate: bool = False) -> Tensor:
    """A copy with ``values`` in the places ``indices``, a tensor for each dimension; ``accumulate`` adds to them.

    The indices stretch to each other, and the values to what they name.

    Raises:
        IndexError: more indices than dimensions, or one out of bounds.
    """
    return d.index_put(*_index_put(input, indices, values, accumulate))


def index_put_(input: Tensor, indices: Any, values: Tensor, accumulate: bool = False) -> Tensor:
    """In-place `index_put`; what ``x[indices] = values`` leaves behind.

    Raises:
        IndexError: as `index_put`.
    """
    return call_in_place(d.index_put, _index_put(input, indices, values, accumulate))


def _index_put(input: Tensor, indices: Any, values: Any, accumulate: bool) -> tuple:
    used = sum(item.ndim if item._data.dtype == np.bool_ else 1 for item in indices)
    if used > input.ndim:
        raise IndexError(f"too many indices for tensor of dimension {input.ndim} (got {used})")
    return input, list(indices), values, accumulate


def take_along_dim(input: Tensor, indices: Tensor, dim: int | None = None) -> Tensor:
    """`gather`, but ``input`` and ``indices`` stretch to fit; without ``dim``, from all elements in one row.

    Raises:
        RuntimeError: indices that are not int64, or of another number of dimensions.
    """
    if indices._data.dtype != np.int64:
        raise RuntimeError(
            f"torch.take_along_dim(): dtype of indices should be Long but got {of(indices._data.dtype).short}"
        )
    if dim is None:
        return d.gather(reshape(input, -1), 0, reshape(indices, -1))
    if input.ndim != indices.ndim:
        raise RuntimeError(
            "torch.take_along_dim(): input and indices should have the same number of dimensions, but got "
            f"{input.ndim} dimensions for input, and {indices.ndim} dimensions for indices"
        )
    if not input.ndim:
        raise IndexError("Dimension specified as 0 but tensor has no dimensions")
    axis = wrap_dim(dim, input.ndim)
    mine, its = list(input._data.shape), list(indices._data.shape)
    length, wanted = mine[axis], its[axis]
    mine[axis] = its[axis] = 1
    shape = list(common_shape(tuple(mine), tuple(its)))
    source = d.expand(input, (*shape[:axis], length, *shape[axis + 1 :]))
    if length:  # as in PyTorch, -1 is the last, and counting goes on from the beginning behind it
        indices = wrap(np.remainder(indices._data, length))
    return d.gather(source, axis, d.expand(indices, (*shape[:axis], wanted, *shape[axis + 1 :])))


# ----- where something is --------------------------------------------------------------------------------------------
def nonzero(input: Tensor, *, as_tuple: bool = False) -> Any:
    """Where the elements are not 0: an n×ndim tensor of int64, or with ``as_tuple`` a vector for each dimension."""
    if not as_tuple:
        return d.nonzero(input)
    return d.unbind(d.nonzero(input if input.ndim else reshape(input, 1)), 1)


def argwhere(input: Tensor) -> Tensor:
    """Where the elements are not 0: an n×ndim tensor of int64, as `nonzero`."""
    return d.nonzero(input)


__all__ = ["argwhere", "index_put", "nonzero", "scatter", "take_along_dim"]
METHODS = [
    "argwhere", "index_put", "index_put_", "nonzero", "scatter", "scatter_",
    "take_along_dim",
]  # fmt: skip

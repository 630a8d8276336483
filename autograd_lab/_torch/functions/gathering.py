"""Elements taken from named places and put there: what of ``gather``, ``scatter``, ``take`` … needs more than a row."""

from typing import Any

import numpy as np

from ... import derivatives as d
from ..._core.call_in_place import call_in_place
from ..._core.tensor import Tensor
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


# ----- where something is --------------------------------------------------------------------------------------------
def nonzero(input: Tensor, *, as_tuple: bool = False) -> Any:
    """Where the elements are not 0: an n×ndim tensor of int64, or with ``as_tuple`` a vector for each dimension."""
    if not as_tuple:
        return d.nonzero(input)
    return d.unbind(d.nonzero(input if input.ndim else reshape(input, 1)), 1)


__all__ = ["index_put", "nonzero", "scatter"]
METHODS = ["index_put", "index_put_", "nonzero", "scatter", "scatter_"]

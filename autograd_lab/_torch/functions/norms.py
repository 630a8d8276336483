"""Lengths of vectors, sizes of matrices, distances between points; and what stands behind `torch.linalg`'s norms.

PyTorch: aten/src/ATen/native/Distance.cpp.
"""

from typing import Any

import numpy as np

from ... import derivatives as d
from ..._core.base import dtypes
from ..._core.base.numpy_words import numpy_words
from ..._core.grad_mode import in_grad_mode
from ..._core.tensor import Tensor
from ...derivatives._operands import common_shape
from .arguments import as_dims
from .types import to


@numpy_words
def norm(self: Tensor, p: Any = "fro", dim: Any = None, keepdim: bool = False, dtype: Any = None) -> Tensor:
    """The p-norm (Σ|x|ᵖ)¹ᐟᵖ of all elements, or over ``dim``; ``"fro"`` and None are 2, ±inf the extreme |x|.

    Raises:
        RuntimeError: integers or booleans.
        TypeError: a ``dim`` that is no whole number: ``keepdim`` comes after it.
        NotImplementedError: ``p="nuc"``, a norm of matrices.
    """
    _refuse_dims(dim)
    if isinstance(p, str) and p != "fro":
        raise NotImplementedError("norms of matrices, other than that of Frobenius, are left out here: see svd.")
    return vector_norm(self, 2 if p in ("fro", None) else p, dim, keepdim, dtype=dtype)


def _refuse_dims(dim: Any) -> None:
    if dim is None or type(dim) is int:
        return
    text = "linalg_vector_norm(): argument 'dim' (position 3) must be tuple of ints"
    if not isinstance(dim, int | np.integer | list | tuple):
        raise TypeError(f"{text}, not {type(dim).__name__}")
    for place, item in enumerate(dim if isinstance(dim, list | tuple) else (dim,)):
        if isinstance(item, bool) or not isinstance(item, int | np.integer):
            raise TypeError(f"{text}, but found element of type {type(item).__name__} at pos {place}")


@numpy_words
def vector_norm(input: Tensor, ord: Any = 2, dim: Any = None, keepdim: bool = False, *, dtype: Any = None) -> Tensor:
    """(Σ|x|ᵖ)¹ᐟᵖ over all elements or over ``dim``, p being ``ord``; ±inf: the extreme |x|; 0: how many are not 0.

    Raises:
        RuntimeError: integers or booleans.
    """
    return d.linalg_vector_norm(input, ord, as_dims(dim), keepdim, dtype=dtype)


@numpy_words
def linalg_norm(input: Tensor, ord: Any = None, dim: Any = None, keepdim: bool = False, *, dtype: Any = None) -> Tensor:
    """The root of the sum of squares over ``dim`` (None: over everything), or the vector norm of another ``ord``.

    Raises:
        RuntimeError: integers or booleans.
        NotImplementedError: an ``ord`` of matrices, other than ``"fro"``.
    """
    dims = as_dims(dim)
    if ord not in (None, "fro") and (isinstance(ord, str) or (input.ndim if dims is None else len(dims)) != 1):
        raise NotImplementedError("norms of matrices, other than that of Frobenius, are left out here: see svd.")
    return vector_norm(input, 2.0 if ord in (None, "fro") else ord, dims, keepdim, dtype=dtype)


# ----- distances -----------------------------------------------------------------------------------------------------
def cdist(x1: Tensor, x2: Tensor, p: float = 2.0, compute_mode: str | None = None) -> Tensor:
    """The distance, in the ``p``-norm, of every row of ``x1`` from every row of ``x2``: (n, k) and (m, k) give (n, m).

    Leading dimensions stretch to each other. ``compute_mode`` is accepted, and changes nothing: unlike PyTorch, which
    takes a product of matrices for more than 25 points, this always computes the differences.

    Raises:
        RuntimeError: no floats, too few dimensions, or points of different spaces.
    """
    if min(x1.ndim, x2.ndim) < 2 or x1.shape[-1] != x2.shape[-1]:
        raise RuntimeError(f"X1 and X2 must have the same number of columns. X1: {x1.shape} X2: {x2.shape}")
    return d.linalg_vector_norm(d.sub(d.unsqueeze(x1, -2), d.unsqueeze(x2, -3)), float(p), (-1,), False)


def cosine_similarity(x1: Tensor, x2: Tensor, dim: int = 1, eps: float = 1e-8) -> Tensor:
    """``x1 · x2 / (|x1| |x2|)`` of the vectors along ``dim``, each |x| at least ``eps``. The shapes stretch.

    Raises:
        RuntimeError: integers, or shapes that do not fit.
    """
    common = dtypes.of(dtypes.result_numpy([x1._data, x2._data]))
    if not common.is_floating_point:
        raise RuntimeError(f"expected common dtype to be floating point, yet common dtype is {common.short}")
    x1, x2 = (x if x.dtype.is_floating_point else to(x, common) for x in (x1, x2))
    if x1._data.shape != x2._data.shape:
        shape = common_shape(x1._data.shape, x2._data.shape)
        x1, x2 = d.expand(x1, shape), d.expand(x2, shape)
    norms = [d.clone(d.linalg_vector_norm(x, 2, (dim,), True)) for x in (x1, x2)]
    for norm in norms:
        in_grad_mode(False, norm.clamp_min_, eps)  # so where a norm is below eps, the gradient is as if it were not
    second = d.div(x2, norms[1])  # first, as in PyTorch, where C++ works out arguments from the right
    return d.sum_dim(d.mul(d.div(x1, norms[0]), second), (dim,))


__all__ = ["cdist", "cosine_similarity", "norm"]
METHODS = ["norm"]

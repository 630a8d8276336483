"""Lengths of vectors, sizes of matrices, distances between points; and what stands behind `torch.linalg`'s norms.

PyTorch: aten/src/ATen/native/Distance.cpp.
"""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from ... import derivatives as d
from ..._core.base import dtypes
from ..._core.base.numpy_words import numpy_words
from ..._core.grad_mode import in_grad_mode
from ..._core.refusals.networks import check_points
from ..._core.tensor import Tensor, wrap
from ...derivatives._operands import common_shape, wrap_dim
from ...derivatives.norms import in_float_type
from .arguments import as_dims
from .shapes import contiguous
from .types import to


@numpy_words
def norm(self: Tensor, p: Any = "fro", dim: Any = None, keepdim: bool = False, dtype: Any = None) -> Tensor:
    """The p-norm (Σ|x|ᵖ)¹ᐟᵖ of all elements, or over ``dim``; ``"fro"`` and None are 2, ±inf the extreme |x|.

    ``p="nuc"`` is a matrix norm. Floats only.

    Raises:
        RuntimeError: integers or booleans.
        TypeError: a ``dim`` that is no whole number: ``keepdim`` comes after it.
    """
    _refuse_dims(dim)
    if isinstance(p, str) and p != "fro":
        return matrix_norm(self, p, (0, 1) if dim is None else dim, keepdim, dtype=dtype)
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
    """A vector norm, or a matrix norm where ``ord`` is given and there are two dimensions.

    Without ``ord`` the root of the sum of squares over ``dim`` (None: over everything).

    Raises:
        RuntimeError: more than two dimensions in ``dim``, or ``ord`` without ``dim`` for a tensor that is no matrix.
    """
    dims = as_dims(dim)
    if dims is not None and len(dims) not in (1, 2):
        raise RuntimeError(f"linalg.norm: If dim is specified, it must be of length 1 or 2. Got {list(dims)}")
    if ord is None:
        return vector_norm(input, 2.0, dims, keepdim, dtype=dtype)
    if isinstance(ord, str):
        return matrix_norm(input, ord, (0, 1) if dims is None else dims, keepdim, dtype=dtype)
    if dims is None and input.ndim not in (1, 2):
        raise RuntimeError(
            f"linalg.norm: If dim is not specified but ord is, the input must be 1D or 2D. Got {input.ndim}D."
        )
    if (input.ndim if dims is None else len(dims)) == 2:
        return matrix_norm(input, ord, (0, 1) if dims is None else dims, keepdim, dtype=dtype)
    return vector_norm(input, ord, dims, keepdim, dtype=dtype)


@numpy_words
def matrix_norm(
    input: Tensor,
    ord: Any = "fro",
    dim: Sequence[int] = (-2, -1),
    keepdim: bool = False,
    *,
    dtype: Any = None,
) -> Tensor:
    """The norm of matrices that lie in the two dimensions ``dim``, which go, or with ``keepdim`` stay with length 1.

    ``ord``: ``"fro"`` the root of the sum of squares; 2, -2 and ``"nuc"`` the largest, smallest and sum of the singular
    values; inf and -inf the largest and smallest sum of sizes of a row; 1 and -1 of a column.

    Raises:
        RuntimeError: another ``ord``, fewer than two dimensions, or integers.
    """
    dims = _two_dims(input, dim)
    if ord == "fro":
        return vector_norm(input, 2, dims, keepdim, dtype=dtype)
    if ord in ("nuc", 2, -2):
        return _by_singular_values(input if dtype is None else to(input, dtype), ord, dims, keepdim)
    if isinstance(ord, str) or abs(ord) not in (1, math.inf):
        raise RuntimeError(f"linalg.matrix_norm: Order {ord} not supported.")
    along, across = reversed(dims) if abs(ord) == math.inf else dims
    if ord > 0 and not input.shape[across]:  # the largest of no sums counts as 0
        rest = [n for i, n in enumerate(input.shape) if i not in dims]
        whole = [1 if i in dims else n for i, n in enumerate(input.shape)]
        return wrap(np.zeros(whole if keepdim else rest, in_float_type(input._data, dtype, "linalg.matrix_norm").dtype))
    if along < across and not keepdim:
        across -= 1  # the first step takes a dimension in front of it away
    sums = vector_norm(input, 1.0, along, keepdim, dtype=dtype)
    return (d.amax if ord > 0 else d.amin)(sums, (across,), keepdim)


def _by_singular_values(A: Tensor, ord: Any, dims: tuple[int, int], keepdim: bool) -> Tensor:
    places = [dim % A.ndim for dim in dims]
    order = [dim for dim in range(A.ndim) if dim not in places] + places
    values = d.linalg_svd(d.permute(A, tuple(order)), False, A.requires_grad)[1]
    if ord == "nuc":
        found = d.sum_dim(values, (-1,), keepdim)
    else:
        found = (d.amax if ord > 0 else d.amin)(values, (-1,), keepdim)
    if not keepdim:
        return found
    return d.permute(d.unsqueeze(found, -1), tuple(order.index(dim) for dim in range(A.ndim)))


def _two_dims(matrix: Tensor, dim: Sequence[int]) -> tuple[int, int]:
    in_float_type(matrix._data, None, "linalg.matrix_norm")
    if matrix.ndim < 2:
        raise RuntimeError("linalg.matrix_norm: The input tensor A must have at least 2 dimensions.")
    dims = as_dims(dim)
    if len(dims) != 2:
        raise RuntimeError(f"linalg.matrix_norm: dim must be a 2-tuple. Got {' '.join(map(str, dims))}")
    first, second = (wrap_dim(given, matrix.ndim) for given in dims)
    if first == second:
        raise RuntimeError(f"linalg.matrix_norm: dims must be different. Got ({dims[0]}, {dims[1]})")
    return first, second


def norm_except_dim(v: Tensor, pow: float = 2, dim: int = 0) -> Tensor:
    """The p-norm over all dimensions but ``dim``, which all stay with length 1; for ``dim=-1`` over all, a scalar.

    Raises:
        IndexError: a dimension that does not exist.
    """
    if dim == -1:
        return d.norm_scalar(v, pow)
    if wrap_dim(dim, v.ndim):
        turned = d.transpose(v, 0, dim)
        return d.transpose(norm_except_dim(turned, pow, 0), 0, dim)
    count = v._data.shape[0]
    rows = d.view(contiguous(v), (count, v._data.size // max(count, 1)))
    return d.view(d.norm_dim(rows, pow, (1,), False), (count, *(1,) * (v.ndim - 1)))


# ----- distances -----------------------------------------------------------------------------------------------------
_MODES = {"use_mm_for_euclid_dist_if_necessary": None, "use_mm_for_euclid_dist": 1, "donot_use_mm_for_euclid_dist": 2}
_MANY = 25
"""PyTorch computes Euclidean distances of more points than these by a product of matrices."""


def cdist(x1: Tensor, x2: Tensor, p: float = 2.0, compute_mode: str = "use_mm_for_euclid_dist_if_necessary") -> Tensor:
    """The distance, in the ``p``-norm, of every row of ``x1`` from every row of ``x2``: (n, k) and (m, k) give (n, m).

    Leading dimensions stretch to each other. ``compute_mode`` says whether Euclidean distances may come out of a
    product of matrices, which is quicker and less exact; without a wish, from 26 points on.

    Raises:
        RuntimeError: no floats, too few dimensions, points of different spaces, or a negative ``p``.
        ValueError: another mode.
    """
    if compute_mode not in _MODES:
        raise ValueError(f"{compute_mode} is not a valid value for compute_mode")
    mode = _MODES[compute_mode]
    check_points(x1._data, x2._data, p)
    rows, columns = x1._data.shape[-2], x2._data.shape[-2]
    by_product = p == 2 and (mode == 1 or (mode is None and max(rows, columns) > _MANY))
    batch = common_shape(x1._data.shape[:-2], x2._data.shape[:-2])
    size = math.prod(batch)
    if not by_product or not (rows and columns and size and x1._data.shape[-1]):
        return d.cdist(x1, x2, float(p), mode)
    if size != 1:
        x1, x2 = (
            d.view(contiguous(d.expand(item, (*batch, *item._data.shape[-2:]))), (size, *item._data.shape[-2:]))
            for item in (x1, x2)
        )
    return d.view(d.euclidean_dist(x1, x2), (*batch, rows, columns))


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


def pairwise_distance(x1: Tensor, x2: Tensor, p: float = 2.0, eps: float = 1e-6, keepdim: bool = False) -> Tensor:
    """The p-norm of ``x1 - x2 + eps`` along the last dimension, which goes, or with ``keepdim`` stays with length 1."""
    last = max(x1.ndim, x2.ndim) - 1
    return d.norm_dim(d.add_scalar(d.sub(x1, x2), eps), float(p), (last,), keepdim)


__all__ = ["cdist", "cosine_similarity", "norm", "norm_except_dim", "pairwise_distance"]
METHODS = ["norm"]

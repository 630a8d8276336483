"""Matrices: determinants, inverses, powers; some under names for which torch.linalg has newer ones."""

from typing import Any

import numpy as np

from ... import derivatives as d
from ..._core.base import return_types
from ..._core.base.learners_line import warn_once
from ..._core.refusals.linear_algebra import has_square_shape, square
from ..._core.tensor import Tensor, wrap
from .elementwise import where
from .products import matmul
from .shapes import contiguous, contiguous_format

_CROSS = (
    "Using torch.cross without specifying the dim arg is deprecated.\nPlease either pass the dim explicitly or simply "
    "use torch.linalg.cross.\nThe default value of dim will change to agree with that of linalg.cross in a future "
    "release."
)


# ----- older names ---------------------------------------------------------------------------------------------------


def matrix_exp(self: Tensor) -> Tensor:
    """The exponential of each matrix, 1 + A + A²/2 + A³/6 + …: of a skew-symmetric one, a rotation.

    Raises:
        RuntimeError: matrices that are not square, or not of floats.
    """
    return d.linalg_matrix_exp(self)


def svd(input: Tensor, some: bool = True, compute_uv: bool = True) -> Any:
    """U, the singular values S in falling order, and V with ``U @ diag(S) @ V.mT = input``.

    (m, n) gives (m, k), (k,), (n, k), k the smaller; with ``some=False`` U and V are square. Without ``compute_uv``
    they are zeros. `torch.linalg.svd` gives Vh, which is ``V.mT``.

    Raises:
        RuntimeError: no matrix, or no floats.
    """
    if input.ndim < 2:
        raise RuntimeError(
            f"linalg.svd: input should have at least 2 dimensions, but has {input.ndim} dimensions instead"
        )
    if compute_uv:
        U, S, Vh = d.linalg_svd(input, not some, True)
        return return_types.svd(U, S, d.transpose(Vh, -2, -1))
    S = d.linalg_svd(input, False, input.requires_grad)[1]
    *batch, m, n = input._data.shape
    U, V = (wrap(np.zeros((*batch, length, length), input._data.dtype)) for length in (m, n))
    return return_types.svd(U, S, d.transpose(V, -2, -1))


def cross(input: Tensor, other: Tensor, dim: int | None = None) -> Tensor:
    """The vector product along ``dim``; without ``dim``, along the first dimension of length 3, and a warning.

    Raises:
        RuntimeError: no dimension of length 3, or shapes that do not fit.
    """
    if dim is None:
        warn_once(_CROSS)
        if 3 not in input._data.shape:
            raise RuntimeError("no dimension of size 3 in input")
        dim = input._data.shape.index(3)
    if input.ndim != other.ndim:
        raise RuntimeError("linalg.cross: inputs must have the same number of dimensions.")
    return d.linalg_cross(input, other, dim=dim)


def kron(input: Tensor, other: Tensor) -> Tensor:
    """Kronecker's product: every element of ``input`` times the whole of ``other``, as blocks of one tensor.

    The shapes multiply: (2, 3) and (4, 5) give (8, 15).
    """
    mine, its = input._data.shape, other._data.shape
    rank = max(len(mine), len(its))
    mine, its = (1,) * (rank - len(mine)) + mine, (1,) * (rank - len(its)) + its
    left = d.unsafe_view(contiguous(input), tuple(n for length in mine for n in (length, 1)))
    right = d.unsafe_view(contiguous(other), tuple(n for length in its for n in (1, length)))
    return d.unsafe_view(d.mul(left, right), tuple(n * m for n, m in zip(mine, its, strict=True)))


# ----- determinants, inverses and powers -----------------------------------------------------------------------------
def matrix_power(input: Tensor, n: int) -> Tensor:
    """The matrix multiplied with itself ``n`` times: the identity for 0, powers of the inverse for a negative ``n``.

    Raises:
        RuntimeError: matrices that are not square.
        LinAlgError: a negative ``n`` of a matrix that has no inverse.
    """
    has_square_shape(input._data, "linalg.matrix_power")
    if n < 0:
        inverted = inverse(input)
        return inverted if n == -1 else matrix_power(inverted, -n)
    if n == 0:
        from ..creation.filled import eye

        return d.clone(input, memory_format=contiguous_format).copy_(eye(input.shape[-1], dtype=input.dtype))
    if n == 1:
        return d.clone(input, memory_format=contiguous_format)
    result, power = None, input
    if n == 3:
        return matmul(matmul(input, input), input)
    while n > 0:
        if n % 2:
            result = power if result is None else matmul(result, power)
        n //= 2
        power = matmul(power, power) if n else power
    return result


def det(A: Tensor) -> Tensor:
    """The determinant of each matrix: (…, n, n) gives (…).

    Raises:
        RuntimeError: matrices that are not square, or not of floats.
    """
    return d.linalg_det(A)[0]


def slogdet(A: Tensor) -> Any:
    """Sign and logarithm of the size of the determinant, which may itself be too large or small for a float, as a pair.

    Raises:
        RuntimeError: matrices that are not square, or not of floats.
    """
    return return_types.slogdet(*d.linalg_slogdet(A)[:2])


def logdet(A: Tensor) -> Tensor:
    """The logarithm of the determinant; nan where that is negative.

    Raises:
        RuntimeError: matrices that are not square, or not of floats.
    """
    square(A._data, "logdet")
    sign, size = d.linalg_slogdet(A)[:2]
    return where(sign == -1, float("nan"), size)


def inverse(A: Tensor) -> Tensor:
    """The inverse of each matrix, ``torch.linalg.inv``.

    Raises:
        RuntimeError: matrices that are not square, or not of floats.
        LinAlgError: a matrix has none.
    """
    return d.linalg_inv_ex(A, check_errors=True)[0]


__all__ = [
    "cross", "det", "inverse", "kron", "logdet", "matrix_exp", "matrix_power", "slogdet",
    "svd",
]  # fmt: skip

METHODS = ["cross", "det", "inverse", "kron", "logdet", "matrix_exp", "matrix_power", "slogdet", "svd"]

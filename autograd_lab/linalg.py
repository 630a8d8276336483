"""Linear algebra: `torch.linalg`. Every function takes one matrix or a batch of them (..., n, n) of floats."""

import functools as _functools
from typing import Any

import numpy as _np

from . import derivatives as d
from ._core.base import return_types as results
from ._core.base.left_out import refusing as _refusing
from ._core.grad_mode import is_grad_enabled as _is_grad_enabled
from ._core.refusals.matrices import LinAlgError as LinAlgError
from ._core.tensor import Tensor, wrap
from ._torch.functions.matrices import cross as _cross
from ._torch.functions.matrices import det as det
from ._torch.functions.matrices import inverse as inv
from ._torch.functions.norms import linalg_norm as norm
from ._torch.functions.norms import vector_norm as vector_norm
from ._torch.functions.products import matmul as matmul
from ._torch.surface.annotated import annotated as _annotated
from ._torch.surface.guards import guard_functions as _guard_functions


def solve(A: Tensor, B: Tensor, *, left: bool = True) -> Tensor:
    """X with ``A @ X = B``; with ``left=False``, ``X @ A = B``. B may be one vector for each matrix.

    Raises:
        RuntimeError: shapes that do not fit.
        LinAlgError: a matrix has no inverse.
    """
    return d.linalg_solve_ex(A, B, left=left, check_errors=True)[0]


def lstsq(input: Tensor, b: Tensor, rcond: float | None = None, *, driver: str | None = None) -> Any:
    """The X for which ``input @ X`` is nearest to b: (m, n) and (m, k), or (m,), give ``.solution``, (n, k) or (n,).

    Beside it the rank. Where a gradient is wanted, X solves the normal equations, ``input.mT @ input @ X = input.mT @
    b``; ``driver`` names a method of PyTorch's, and changes nothing.

    Raises:
        RuntimeError: shapes or types that do not fit, or no gradient since columns depend on each other.
        NotImplementedError: a batch of matrices.
    """
    if input.ndim != 2 or b.ndim > 2:
        raise NotImplementedError("lstsq of a batch is left out here; take one matrix after the other.")
    if input.dtype is not b.dtype:
        raise RuntimeError(
            "torch.linalg.lstsq: Expected input and other to have the same dtype, but got input's dtype "
            f"{input.dtype.short} and other's dtype {b.dtype.short}"
        )
    found, _, rank, _ = _np.linalg.lstsq(input._data, b._data, rcond)
    X = wrap(found)
    if (input.requires_grad or b.requires_grad) and _is_grad_enabled():
        X = solve(input.mT @ input, input.mT @ b)
    nothing = input.new_empty(0)
    return results.linalg_lstsq(X, nothing, wrap(_np.array(rank, _np.int64)), nothing)


def cholesky(input: Tensor, *, upper: bool = False) -> Tensor:
    """The triangular L with ``L @ L.mT = input``, for a symmetric positive definite matrix; ``upper`` gives ``L.mT``.

    Raises:
        LinAlgError: a matrix is not positive definite.
    """
    return d.linalg_cholesky_ex(input, upper=upper, check_errors=True)[0]


def qr(A: Tensor, mode: str = "reduced") -> Any:
    """Q with orthonormal columns and a triangular R with ``Q @ R = A``: (m, n) gives (m, k) and (k, n), k the smaller.

    Raises:
        NotImplementedError: another mode.
    """
    if mode != "reduced":
        raise NotImplementedError(f"linalg.qr(mode={mode!r}) is left out here; mode='reduced' is there.")
    return results.linalg_qr(*d.linalg_qr(A, mode))


def eigh(input: Tensor, UPLO: str = "L") -> Any:
    """Eigenvalues in rising order, and eigenvectors as columns, of a symmetric matrix, as a pair.

    Only one triangle is read: ``UPLO`` says whether the lower or the upper.

    Raises:
        RuntimeError: matrices that are not square.
    """
    return results.linalg_eigh(*d.linalg_eigh(input, UPLO))


def eigvalsh(input: Tensor, UPLO: str = "L") -> Tensor:
    """The eigenvalues of a symmetric matrix, in rising order: (…, n, n) gives (…, n).

    Raises:
        RuntimeError: matrices that are not square.
    """
    return d.linalg_eigh(input, UPLO, input.requires_grad)[0]


def svd(A: Tensor, full_matrices: bool = True, *, driver: str | None = None) -> Any:
    """U, the singular values S in falling order, and Vh with ``U @ diag(S) @ Vh = A``.

    (m, n) gives (m, m), (k,), (n, n), k the smaller; without ``full_matrices`` (m, k), (k,), (k, n).
    """
    return results.linalg_svd(*d.linalg_svd(A, full_matrices, True, driver=driver))


def cross(input: Tensor, other: Tensor, *, dim: int = -1) -> Tensor:
    """The vector product along ``dim``, which has length 3. The other dimensions stretch to each other.

    Raises:
        RuntimeError: another length, or shapes that do not fit.
    """
    return _cross(input, other, dim)


__all__ = [
    "LinAlgError", "cholesky", "cross", "det", "eigh", "eigvalsh", "inv", "lstsq", "matmul", "norm", "qr", "solve",
    "svd", "vector_norm",
]  # fmt: skip

_guard_functions(globals(), __name__, inner=_functools.partial(_annotated, prefix="linalg_"))

__getattr__ = _refusing(__name__)

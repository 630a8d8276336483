"""Linear algebra: `torch.linalg`. Every function takes one matrix or a batch of them (..., n, n) of floats."""

import functools as _functools
from typing import Any

from . import derivatives as d
from ._core.base import return_types as results
from ._core.base.left_out import refusing as _refusing
from ._core.refusals.linear_algebra import LinAlgError as LinAlgError
from ._core.refusals.linear_algebra import is_vector as _is_vector
from ._core.tensor import Tensor, wrap
from ._torch.functions.matrices import cross as _cross
from ._torch.functions.matrices import det as det
from ._torch.functions.matrices import inverse as inv
from ._torch.functions.norms import linalg_norm as norm
from ._torch.functions.norms import vector_norm as vector_norm
from ._torch.functions.products import matmul as matmul
from ._torch.surface.annotated import annotated as _annotated
from ._torch.surface.guards import guard_functions as _guard_functions
from .derivatives.factorizations import rank as _rank


def solve(A: Tensor, B: Tensor, *, left: bool = True) -> Tensor:
    """X with ``A @ X = B``; with ``left=False``, ``X @ A = B``. B may be one vector for each matrix.

    Raises:
        RuntimeError: shapes that do not fit.
        LinAlgError: a matrix has no inverse.
    """
    return d.linalg_solve_ex(A, B, left=left, check_errors=True)[0]


def solve_triangular(
    input: Tensor, B: Tensor, *, upper: bool, left: bool = True, unitriangular: bool = False
) -> Tensor:
    """X with ``input @ X = B``, where ``input`` is a triangle: of the matrix only that is read.

    With ``left=False``, ``X @ input = B``; with ``unitriangular`` the diagonal counts as ones.

    Raises:
        RuntimeError: shapes that do not fit.
    """
    return d.linalg_solve_triangular(input, B, upper=upper, left=left, unitriangular=unitriangular)


def lstsq(input: Tensor, b: Tensor, rcond: float | None = None, *, driver: str | None = None) -> Any:
    """The X for which ``input @ X`` is nearest to b: (…, m, n) and (…, m, k) give ``.solution``, (…, n, k).

    Beside it the rank. X is ``pinv(input) @ b`` here; ``driver`` names a method of PyTorch's, and changes nothing.

    Raises:
        RuntimeError: shapes or types that do not fit.
    """
    columns = b.unsqueeze(-1) if _is_vector(input, b) else b
    if input.dtype is not b.dtype:
        raise RuntimeError(
            "torch.linalg.lstsq: Expected input and other to have the same dtype, but got input's dtype "
            f"{input.dtype.short} and other's dtype {b.dtype.short}"
        )
    if input._data.shape[-2] != columns._data.shape[-2]:
        at = -2 if columns is b else -1
        raise RuntimeError(f"torch.linalg.lstsq: input.size(-2) should match other.size({at})")
    X, nothing = pinv(input, rtol=rcond) @ columns, columns.new_empty(0)
    return results.linalg_lstsq(X if columns is b else X.squeeze(-1), nothing, matrix_rank(input, rtol=rcond), nothing)


def matrix_rank(
    input: Tensor, tol: Any = None, hermitian: bool = False, *, atol: Any = None, rtol: Any = None
) -> Tensor:
    """How many rows (or columns) are independent: how many singular values count, as int64.

    Those up to ``max(atol, rtol · largest)`` do not; ``tol`` is another name of ``atol``, and then ``rtol`` is 0.

    Raises:
        RuntimeError: no matrix.
    """
    return wrap(_rank(input._data, tol, atol, rtol, hermitian))


def cholesky(input: Tensor, *, upper: bool = False) -> Tensor:
    """The triangular L with ``L @ L.mT = input``, for a symmetric positive definite matrix; ``upper`` gives ``L.mT``.

    Raises:
        LinAlgError: a matrix is not positive definite.
    """
    return d.linalg_cholesky_ex(input, upper=upper, check_errors=True)[0]


def cholesky_ex(input: Tensor, *, upper: bool = False, check_errors: bool = False) -> Any:
    """`cholesky`, and for each matrix 0 or the order of the first minor that is not positive, as a pair (L, info).

    Raises:
        LinAlgError: with ``check_errors``, a matrix is not positive definite.
    """
    return results.linalg_cholesky_ex(*d.linalg_cholesky_ex(input, upper=upper, check_errors=check_errors))


def qr(A: Tensor, mode: str = "reduced") -> Any:
    """Q with orthonormal columns and a triangular R with ``Q @ R = A``: (m, n) gives (m, k) and (k, n), k the smaller.

    ``mode="complete"`` gives (m, m) and (m, n), ``"r"`` only R.
    """
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


def svdvals(A: Tensor, *, driver: str | None = None) -> Tensor:
    """The singular values, in falling order: (…, m, n) gives (…, k), k the smaller."""
    return d.linalg_svd(A, False, A.requires_grad, driver=driver)[1]


def pinv(input: Tensor, rcond: Any = None, hermitian: bool = False, *, atol: Any = None, rtol: Any = None) -> Tensor:
    """The pseudo-inverse: as close as there is to an inverse of a matrix that has none, or is not square.

    Singular values up to ``max(atol, rtol · largest)`` count as zero; ``rcond`` is another name of ``rtol``.
    """
    return d.linalg_pinv(input, atol=atol, rtol=rtol if rcond is None else rcond, hermitian=hermitian)


def cross(input: Tensor, other: Tensor, *, dim: int = -1) -> Tensor:
    """The vector product along ``dim``, which has length 3. The other dimensions stretch to each other.

    Raises:
        RuntimeError: another length, or shapes that do not fit.
    """
    return _cross(input, other, dim)


__all__ = [
    "LinAlgError", "cholesky", "cholesky_ex", "cross", "det", "eigh", "eigvalsh", "inv", "lstsq", "matmul",
    "matrix_rank", "norm", "pinv", "qr", "solve", "solve_triangular", "svd", "svdvals", "vector_norm",
]  # fmt: skip

_guard_functions(globals(), __name__, inner=_functools.partial(_annotated, prefix="linalg_"))

__getattr__ = _refusing(__name__)

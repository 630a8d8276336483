"""Linear algebra: `torch.linalg`. Every function takes one matrix or a batch of them (..., n, n) of floats."""

from typing import Any

from . import derivatives as d
from ._base import return_types as results
from ._base.left_out import refusing as _refusing
from ._functions.contractions import det as det
from ._functions.contractions import inverse as inv
from ._functions.contractions import matrix_power as matrix_power
from ._functions.matrices import matrix_exp as matrix_exp
from ._functions.matrices import multi_dot as multi_dot
from ._functions.norms import linalg_norm as norm
from ._functions.norms import matrix_norm as matrix_norm
from ._functions.norms import vector_norm as vector_norm
from ._functions.products import matmul as matmul
from ._surface.guards import guard_functions as _guard_functions
from ._surface.inner_calls import LINEAR_ALGEBRA as _LINEAR_ALGEBRA
from .autograd._tensor import Tensor
from .derivatives.linear_algebra import LinAlgError as LinAlgError


def inv_ex(A: Tensor, *, check_errors: bool = False) -> Any:
    """The inverse, and for each matrix 0 or the place of the zero pivot that forbids it, as a pair (inverse, info).

    Raises:
        RuntimeError: matrices that are not square.
        LinAlgError: with ``check_errors``, a matrix has no inverse.
    """
    return results.linalg_inv_ex(*d.linalg_inv_ex(A, check_errors=check_errors))


def slogdet(A: Tensor) -> Any:
    """Sign and logarithm of the size of the determinant, which may itself be too large or small for a float, as a pair.

    Raises:
        RuntimeError: matrices that are not square.
    """
    return results.linalg_slogdet(*d.linalg_slogdet(A)[:2])


def solve(A: Tensor, B: Tensor, *, left: bool = True) -> Tensor:
    """X with ``A @ X = B``; with ``left=False``, ``X @ A = B``. B may be one vector for each matrix.

    Raises:
        RuntimeError: shapes that do not fit.
        LinAlgError: a matrix has no inverse.
    """
    return d.linalg_solve_ex(A, B, left=left, check_errors=True)[0]


def cholesky(A: Tensor, *, upper: bool = False) -> Tensor:
    """The triangular L with ``L @ L.mT = A``, for a symmetric positive definite A; ``upper`` gives ``L.mT``.

    Raises:
        LinAlgError: a matrix is not positive definite.
    """
    return d.linalg_cholesky_ex(A, upper=upper, check_errors=True)[0]


def cholesky_ex(A: Tensor, *, upper: bool = False, check_errors: bool = False) -> Any:
    """`cholesky`, and for each matrix 0 or the order of the first minor that is not positive, as a pair (L, info).

    Raises:
        LinAlgError: with ``check_errors``, a matrix is not positive definite.
    """
    return results.linalg_cholesky_ex(*d.linalg_cholesky_ex(A, upper=upper, check_errors=check_errors))


def qr(A: Tensor, mode: str = "reduced") -> Any:
    """Q with orthonormal columns and a triangular R with ``Q @ R = A``: (m, n) gives (m, k) and (k, n), k the smaller.

    ``mode="complete"`` gives (m, m) and (m, n), ``"r"`` only R.
    """
    return results.linalg_qr(*d.linalg_qr(A, mode))


def eigh(A: Tensor, UPLO: str = "L") -> Any:
    """Eigenvalues in rising order, and eigenvectors as columns, of a symmetric matrix, as a pair.

    Only one triangle is read: ``UPLO`` says whether the lower or the upper.

    Raises:
        RuntimeError: matrices that are not square.
    """
    return results.linalg_eigh(*d.linalg_eigh(A, UPLO))


def eigvalsh(A: Tensor, UPLO: str = "L") -> Tensor:
    """The eigenvalues of a symmetric matrix, in rising order: (…, n, n) gives (…, n).

    Raises:
        RuntimeError: matrices that are not square.
    """
    return d.linalg_eigh(A, UPLO, A.requires_grad)[0]


def svd(A: Tensor, full_matrices: bool = True, *, driver: str | None = None) -> Any:
    """U, the singular values S in falling order, and Vh with ``U @ diag(S) @ Vh = A``.

    (m, n) gives (m, m), (k,), (n, n), k the smaller; without ``full_matrices`` (m, k), (k,), (k, n).
    """
    return results.linalg_svd(*d.linalg_svd(A, full_matrices, True, driver=driver))


def svdvals(A: Tensor, *, driver: str | None = None) -> Tensor:
    """The singular values, in falling order: (…, m, n) gives (…, k), k the smaller."""
    return d.linalg_svd(A, False, A.requires_grad, driver=driver)[1]


def pinv(A: Tensor, rcond: Any = None, hermitian: bool = False, *, atol: Any = None, rtol: Any = None) -> Tensor:
    """The pseudo-inverse: as close as there is to an inverse of a matrix that has none, or is not square.

    Singular values up to ``max(atol, rtol · largest)`` count as zero; ``rcond`` is another name of ``rtol``.
    """
    return d.linalg_pinv(A, atol=atol, rtol=rtol if rcond is None else rcond, hermitian=hermitian)


def cross(input: Tensor, other: Tensor, *, dim: int = -1) -> Tensor:
    """The vector product along ``dim``, which has length 3. The other dimensions stretch to each other.

    Raises:
        RuntimeError: another length, or shapes that do not fit.
    """
    return d.linalg_cross(input, other, dim=dim)


def vecdot(x: Tensor, y: Tensor, *, dim: int = -1) -> Tensor:
    """``sum(x * y)`` along ``dim``: the scalar product of the vectors there. The shapes stretch to each other.

    Raises:
        RuntimeError: shapes that do not fit.
    """
    return d.mul(x, y).sum(dim)


__all__ = [
    "LinAlgError", "cholesky", "cholesky_ex", "cross", "det", "eigh", "eigvalsh", "inv", "inv_ex", "matmul",
    "matrix_exp", "matrix_norm", "matrix_power", "multi_dot", "norm", "pinv", "qr", "slogdet", "solve", "svd",
    "svdvals", "vecdot", "vector_norm",
]  # fmt: skip

_guard_functions(globals(), __name__, inner=_LINEAR_ALGEBRA)

__getattr__ = _refusing(__name__)

"""Factorisations of a matrix, or of each of a batch: into triangles, and into orthonormal and diagonal matrices.

NumPy's routines are LAPACK's, as PyTorch's are, and so is the layout of what they give: column by column. The rules use
only ``@``, ``.mT`` and other rows, so that they run on arrays and on Tensors alike. PyTorch:
torch/csrc/autograd/FunctionsManual.cpp.
"""

from typing import Any

import numpy as np

from .._core.base.strided import column_by_column, row_by_row
from .._core.refusals.matrices import matrices, refuse_indefinite, refuse_not_finite, square_matrices
from .._core.table.row import derivative
from ._operands import numpy_type
from .joining import cat
from .linear_algebra import each, linalg_solve_ex


def _first_bad_minor(array: np.ndarray) -> int:
    for k in range(1, len(array) + 1):
        try:
            np.linalg.cholesky(array[:k, :k])
        except np.linalg.LinAlgError:
            return k
    return 0


def _cholesky(self: np.ndarray, upper: bool) -> tuple:
    source = self.mT if upper else self
    info = np.zeros(self.shape[:-2], np.int32)
    try:
        factor = np.linalg.cholesky(source)
    except np.linalg.LinAlgError:
        factor = each(np.linalg.cholesky, source)
        for place in np.ndindex(*self.shape[:-2]):
            info[place] = _first_bad_minor(source[place])
    return (row_by_row(factor).mT if upper else column_by_column(factor)), info[()]


def cholesky_ex(self: np.ndarray, upper: bool, check_errors: bool) -> tuple:
    """The triangular L with L·Lᵀ = A, and for each matrix 0 or the order of the first minor that is not positive."""
    factor, info = _cholesky(self, upper)
    if check_errors:
        refuse_indefinite(info, "linalg.cholesky")
    return factor, info


def cholesky_back(grad: Any, L: Any, upper: bool) -> Any:
    """½ L⁻ᵀ (Φ + Φᵀ) L⁻¹ with Φ the lower triangle of Lᵀ·grad, its diagonal halved."""
    if upper:
        grad, L = grad.mT, L.mT
    n = L.shape[-1]
    half = (np.tri(n) - np.eye(n) / 2).astype(numpy_type(L))
    inner = (L.mT @ grad) * half
    left = linalg_solve_ex(L.mT, (inner + inner.mT) / 2)[0]
    return linalg_solve_ex(L, left, left=False)[0]


linalg_cholesky_ex = derivative(
    "linalg_cholesky_ex(Tensor self, *, bool upper=False, bool check_errors=False) -> (Tensor L, Tensor info)",
    node="LinalgCholeskyExBackward0",
    forward=cholesky_ex,
    self=cholesky_back,
    output_differentiability=(True, False),
    refuse=square_matrices("linalg.cholesky"),
    does="The triangular L with ``L @ L.mT = A``, and 0 or the order of the first minor that is not positive.",
    tex=dict(forward=r"L L^{T} = A", self=r"\bar{A} = \frac{1}{2} L^{-T} (\Phi + \Phi^{T}) L^{-1}"),
    samples=lambda make: [(make(1, 1, low=0.5),), (make(3, 1, 1, low=0.5), True)],  # only half of a matrix is read
)


def qr(A: np.ndarray, mode: str) -> tuple:
    """An orthonormal Q and a triangular R with Q·R = A."""
    return tuple(column_by_column(factor) for factor in np.linalg.qr(A, mode=mode))


def _qr_square(grad_q: Any, grad_r: Any, Q: Any, R: Any) -> Any:
    inner = 0.0
    if grad_r is not None:
        inner = grad_r @ R.mT
    if grad_q is not None:
        inner = inner - Q.mT @ grad_q
    n = R.shape[-1]
    kind = numpy_type(R)
    inner = inner * np.triu(np.ones((n, n), kind))
    spread = (inner + inner.mT) * (np.ones((n, n), kind) - np.eye(n, dtype=kind) / 2)
    found = Q @ spread
    if grad_q is not None:
        found = found + grad_q
    return linalg_solve_ex(R.mT, found, left=False)[0]


def qr_back(grads: list, Q: Any, R: Any) -> Any:
    """The square part by its own rule; columns beyond the square hang on Q."""
    rows, columns = Q.shape[-2], R.shape[-1]
    grad_q, grad_r = grads
    if columns <= rows:
        return _qr_square(grad_q, grad_r, Q, R)
    beyond = None if grad_r is None else grad_r[..., :, rows:]
    grad_first = None if grad_r is None else grad_r[..., :, :rows]
    if beyond is not None:
        hanging = (Q @ R[..., :, rows:]) @ beyond.mT
        grad_q = hanging if grad_q is None else grad_q + hanging
    first = _qr_square(grad_q, grad_first, Q, R[..., :, :rows])
    last = Q @ beyond if beyond is not None else 0 * (Q @ R[..., :, rows:])
    return cat([first, last], -1)


linalg_qr = derivative(
    "linalg_qr(Tensor A, str mode='reduced') -> (Tensor Q, Tensor R)",
    node="LinalgQrBackward0",
    forward=qr,
    A=qr_back,
    does="An orthonormal Q and a triangular R with ``Q @ R = A``.",
    tex=dict(forward=r"Q R = A", A=r"\bar{A} = (\bar{Q} + Q\, \mathrm{sym}(\bar{R} R^{T} - Q^{T} \bar{Q})) R^{-T}"),
    samples=lambda make: [(make(3, 2),), (make(2, 2, 2),), (make(2, 3),)],
)


def eigh(A: np.ndarray, UPLO: str, compute_v: bool) -> tuple:
    """Eigenvalues in rising order and orthonormal eigenvectors of a symmetric matrix."""
    if not compute_v:
        return np.linalg.eigvalsh(A, UPLO), np.empty(0, A.dtype)
    values, vectors = np.linalg.eigh(A, UPLO)
    return values, column_by_column(vectors)


def eigh_back(grads: list, eigenvalues: Any, eigenvectors: Any) -> Any:
    """V (diag(ḡ_λ) + Vᵀ ḡ_V / (λ_j - λ_i)) Vᵀ."""
    of_values, of_vectors = grads
    V, n = eigenvectors, eigenvalues.shape[-1]
    same = np.eye(n, dtype=numpy_type(V))
    if of_vectors is None:
        return (V * np.expand_dims(of_values, -2)) @ V.mT
    gaps = np.expand_dims(eigenvalues, -2) - np.expand_dims(eigenvalues, -1) + same
    inner = (V.mT @ of_vectors) / gaps * (1 - same)
    if of_values is not None:
        inner = inner + np.expand_dims(of_values, -1) * same
    return V @ inner @ V.mT


linalg_eigh = derivative(
    '_linalg_eigh(Tensor A, str UPLO="L", bool compute_v=True) -> (Tensor eigenvalues, Tensor eigenvectors)',
    node="LinalgEighBackward0",
    forward=eigh,
    A=eigh_back,
    refuse=square_matrices("linalg.eigh"),
    does="The eigenvalues of each symmetric matrix in rising order, and orthonormal eigenvectors as columns.",
    tex=dict(
        forward=r"V \Lambda V^{T} = A",
        A=r"\bar{A} = V (\bar{\Lambda} + \frac{V^{T} \bar{V}}{\lambda_j - \lambda_i}) V^{T}",
    ),
    samples=lambda make: [(make(1, 1),), (make(3, 1, 1),)],  # only half of a matrix is read
)


def svd(A: np.ndarray, full_matrices: bool, compute_uv: bool, driver: str | None) -> tuple:
    """U, the singular values in falling order, and Vᵀ with U·S·Vᵀ = A."""
    try:
        if compute_uv:
            U, S, Vh = np.linalg.svd(A, full_matrices)
            return column_by_column(U), S, column_by_column(Vh)
        return np.empty(0, A.dtype), np.linalg.svd(A, compute_uv=False), np.empty(0, A.dtype)
    except np.linalg.LinAlgError:
        refuse_not_finite(A)


def svd_back(grads: list, U: Any, S: Any, Vh: Any, full_matrices: bool) -> Any:
    """What U and V turn into each other, what the singular values grow, and what leaves the columns' space."""
    grad_u, grad_s, grad_vh = grads
    k = S.shape[-1]
    rows, columns = U.shape[-2], Vh.shape[-1]
    if full_matrices:
        U, Vh = U[..., :, :k], Vh[..., :k, :]
        grad_u = None if grad_u is None else grad_u[..., :, :k]
        grad_vh = None if grad_vh is None else grad_vh[..., :k, :]
    row = np.expand_dims(S, -2)
    if grad_u is None and grad_vh is None:
        return (U * np.expand_dims(grad_s, -2)) @ Vh
    same = np.eye(k, dtype=numpy_type(U))
    gaps = row * row - np.expand_dims(S * S, -1) + same
    inner = np.expand_dims(grad_s, -1) * same if grad_s is not None else 0.0
    if grad_u is not None:
        turned = U.mT @ grad_u
        inner = inner + (turned - turned.mT) / gaps * row
    if grad_vh is not None:
        turned = Vh @ grad_vh.mT
        inner = inner + np.expand_dims(S, -1) * ((turned - turned.mT) / gaps)
    found = U @ inner @ Vh
    if grad_u is not None and rows > k:
        outside = grad_u - U @ (U.mT @ grad_u)
        found = found + (outside / row) @ Vh
    if grad_vh is not None and columns > k:
        outside = grad_vh - (grad_vh @ Vh.mT) @ Vh
        found = found + U @ (outside / np.expand_dims(S, -1))
    return found


linalg_svd = derivative(
    "_linalg_svd(Tensor A, bool full_matrices=False, bool compute_uv=True, *, str? driver=None) -> "
    "(Tensor U, Tensor S, Tensor Vh)",
    node="LinalgSvdBackward0",
    forward=svd,
    A=svd_back,
    refuse=matrices("linalg.svd"),
    does="U, the singular values S in falling order, and Vh, with ``U @ diag(S) @ Vh = A``.",
    tex=dict(forward=r"U S V^{T} = A", A=r"\bar{A} = U \bar{S} V^{T} + \ldots"),
    samples=lambda make: [(make(2, 2),), (make(3, 2),), (make(2, 2, 3),)],
)

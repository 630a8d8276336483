"""Linear algebra: inverses, determinants, systems of equations and factorisations, of one matrix or a batch of them.

NumPy's routines are LAPACK's, as PyTorch's are. The rules use only ``@``, ``.mT`` and other rows, so that they run on
arrays and on Tensors alike. PyTorch: torch/csrc/autograd/FunctionsManual.cpp; Giles, "Collected matrix derivative
results for forward and reverse mode algorithmic differentiation" (2008).
"""

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from .._base.state import quiet
from .._base.strided import row_by_row
from .._table.row import derivative, non_differentiable
from ._operands import choose, needs_float, numpy_type, type_of


def _has_two_dimensions(array: Any, name: str) -> None:
    if array.ndim < 2:
        raise RuntimeError(f"{name}: The input tensor A must have at least 2 dimensions.")


def has_square_shape(array: Any, name: str) -> None:
    """Refuse what is no (batch of) square matrices."""
    _has_two_dimensions(array, name)
    rows, columns = array.shape[-2:]
    if rows != columns:
        raise RuntimeError(f"{name}: A must be batches of square matrices, but they are {rows} by {columns} matrices")


def _has_floats(array: Any, name: str) -> None:
    if array.dtype.kind != "f":
        raise RuntimeError(f"{name}: Expected a floating point or complex tensor as input. Got {type_of(array)}")


def square(array: Any, name: str) -> None:
    """Refuse what is no (batch of) square matrices of floats, in PyTorch's words."""
    has_square_shape(array, name)
    _has_floats(array, name)


def _eliminate(work: np.ndarray, pivots: np.ndarray) -> None:
    for k in range(len(work)):
        best = k + int(np.argmax(np.abs(work[k:, k])))
        pivots[k] = best + 1
        work[[k, best]] = work[[best, k]]
        if work[k, k] != 0:
            work[k + 1 :, k] /= work[k, k]
            work[k + 1 :, k + 1 :] -= np.outer(work[k + 1 :, k], work[k, k + 1 :])


def lu(array: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """L and U in one matrix, the row swaps (counted from 1), and the first zero on U's diagonal (0: none)."""
    packed = np.array(array, order="C")
    *batch, n, _ = packed.shape
    pivots, info = np.empty((*batch, n), np.int32), np.zeros(batch, np.int32)
    for place in np.ndindex(*batch):
        _eliminate(packed[place], pivots[place])
        zeros = np.flatnonzero(np.diagonal(packed[place]) == 0)
        info[place] = zeros[0] + 1 if zeros.size else 0
    return packed, pivots, info[()]


def _each(function: Callable, array: np.ndarray) -> np.ndarray:
    """``function`` of each matrix of the batch, nan where it fails."""
    result = np.full(array.shape, np.nan, array.dtype)
    for place in np.ndindex(*array.shape[:-2]):
        try:
            result[place] = function(array[place])
        except np.linalg.LinAlgError:
            continue
    return result


class LinAlgError(RuntimeError):
    """A matrix for which there is no answer: singular, or not positive definite."""


LinAlgError.__name__ = LinAlgError.__qualname__ = "_LinAlgError"


def first_failure(info: Any) -> tuple[str, int] | None:
    """Which matrix failed (in words, when there are several) and where; None if none did."""
    flat = np.ravel(info)
    bad = np.flatnonzero(flat)
    if not bad.size:
        return None
    return (f"(Batch element {bad[0]}): " if np.ndim(info) else ""), int(flat[bad[0]])


def refuse_singular(info: Any) -> None:
    """PyTorch's error for a matrix without an inverse."""
    failure = first_failure(info)
    if failure is not None:
        raise LinAlgError(
            f"linalg.inv: {failure[0]}The diagonal element {failure[1]} is zero, the inversion could not be completed "
            "because the input matrix is singular."
        )


def inv_ex(A: np.ndarray, check_errors: bool) -> tuple:
    """The inverse, and for each matrix 0 or the place of the first zero pivot."""
    square(A, "linalg.inv")
    try:
        return np.linalg.inv(A), np.zeros(A.shape[:-2], np.int32)[()]
    except np.linalg.LinAlgError:  # some matrix has none: which one, and why?
        info = lu(A)[2]
    if check_errors:
        refuse_singular(info)
    return _each(np.linalg.inv, A), info


linalg_inv_ex = derivative(
    "linalg_inv_ex(Tensor A, *, bool check_errors=False) -> (Tensor inverse, Tensor info)",
    does="The inverse of each matrix, and 0 or the place of the first zero pivot.",
    node="LinalgInvExBackward0",
    forward=inv_ex,
    output_differentiability=(True, False),
    A=lambda grad, inverse: -(inverse.mT @ (grad @ inverse.mT)),
    tex=dict(forward=r"Z = A^{-1}", A=r"\bar{A} = -Z^{T} \bar{Z} Z^{T}"),
    samples=lambda make: [(make(2, 2),), (make(2, 3, 3),)],
)


def _as_factored(array: np.ndarray) -> np.ndarray:
    """PyTorch factorises the transpose where that lies in memory as LAPACK likes it; the determinant is the same."""
    return array.mT if array.flags.c_contiguous else array


def det(A: np.ndarray) -> tuple:
    """The determinant, and the factors it comes from."""
    square(A, "linalg.det")
    packed, pivots, _ = lu(_as_factored(A))
    return np.linalg.det(A)[()], packed, pivots


def _column(values: Any) -> Any:
    """With two more dimensions, to be stretched over matrices."""
    return np.expand_dims(np.expand_dims(values, -1), -1)


def det_back(grad: Any, result: Any, A: Any) -> Any:
    """det(A)·A⁻ᵀ; where the determinant is 0, PyTorch says 0 rather than the adjugate, and so do we."""
    same = np.eye(A.shape[-1], dtype=numpy_type(A))
    solvable = choose(_column(result == 0), same, A)
    return linalg_solve_ex(solvable.mT, _column(grad * result) * same)[0]


linalg_det = derivative(
    "_linalg_det(Tensor A) -> (Tensor result, Tensor LU, Tensor pivots)",
    does="The determinant of each matrix, and the factors it comes from.",
    node="LinalgDetBackward0",
    forward=det,
    output_differentiability=(True, False, False),
    A=det_back,
    keeps=("LU", "pivots"),
    tex=dict(forward=r"z = \det A", A=r"\bar{A} = \bar{z}\, z\, A^{-T}"),
    samples=lambda make: [(make(2, 2),), (make(2, 3, 3),)],
)


def slogdet(A: np.ndarray) -> tuple:
    """Sign and logarithm of the determinant, and the factors they come from."""
    square(A, "linalg.slogdet")
    packed, pivots, _ = lu(_as_factored(A))
    sign, size = np.linalg.slogdet(A)
    return sign[()], size[()], packed, pivots


def slogdet_back(grads: list, A: Any) -> Any:
    """log|det A| has the slope A⁻ᵀ; the sign does not change."""
    if grads[1] is None:
        return None
    return linalg_solve_ex(A.mT, _column(grads[1]) * np.eye(A.shape[-1], dtype=numpy_type(A)))[0]


linalg_slogdet = derivative(
    "_linalg_slogdet(Tensor A) -> (Tensor sign, Tensor logabsdet, Tensor LU, Tensor pivots)",
    does="The sign of each matrix's determinant and the logarithm of its size, and the factors they come from.",
    node="LinalgSlogdetBackward0",
    forward=slogdet,
    output_differentiability=(True, True, False, False),
    A=slogdet_back,
    keeps=("sign", "LU", "pivots"),
    tex=dict(forward=r"z = \ln |\det A|", A=r"\bar{A} = \bar{z}\, A^{-T}"),
    samples=lambda make: [(make(2, 2),), (make(2, 3, 3),)],
)


def is_vector(A: Any, B: Any) -> bool:
    """Whether the right-hand side is one vector for each matrix."""
    return B.ndim == 1 or (A.ndim - 1 == B.ndim and tuple(B.shape) == tuple(A.shape[:-1]))


def solve_ex(A: np.ndarray, B: np.ndarray, left: bool, check_errors: bool) -> tuple:
    """X with A·X = B (or X·A = B), the factors of A, and for each matrix 0 or the place of the first zero pivot."""
    _has_floats(A, "linalg.solve")
    square(A, "linalg.solve")
    if A.dtype != B.dtype:
        raise RuntimeError(
            f"linalg.solve: Expected A and B to have the same dtype, but found A of type {type_of(A)} and B of type "
            f"{type_of(B)} instead"
        )
    vector = is_vector(A, B)
    right = B[..., None] if vector else B
    size, length = A.shape[-1], right.shape[-2] if left else right.shape[-1]
    if size != length:
        shapes = f"{A.shape[-2]}x{A.shape[-1]} and {right.shape[-2]}x{right.shape[-1]}"
        raise RuntimeError(
            f"linalg.solve: Incompatible shapes of A and B for the equation {'AX = B' if left else 'XA = B'} ({shapes})"
        )
    packed, pivots, info = lu(A)
    if check_errors and np.any(info):
        raise LinAlgError("torch.linalg.solve: The solver failed because the input matrix is singular.")
    if np.any(info):
        result = np.full(np.broadcast_shapes(A.shape[:-2], right.shape[:-2]) + right.shape[-2:], np.nan, A.dtype)
    else:
        result = np.linalg.solve(A, right) if left else np.linalg.solve(A.mT, right.mT).mT
    return (result[..., 0] if vector else result), packed, pivots, info


def solve_back_right(grad: Any, A: Any, left: bool) -> Any:
    """B's gradient solves the transposed system."""
    return linalg_solve_ex(A.mT, grad, left=left)[0]


def solve_back_left(grad: Any, A: Any, result: Any, left: bool) -> Any:
    """A's gradient: minus B's gradient times the solution."""
    other = linalg_solve_ex(A.mT, grad, left=left)[0]
    if is_vector(A, grad):
        other, result = np.expand_dims(other, -1), np.expand_dims(result, -1)
    return -(other @ result.mT if left else result.mT @ other)


linalg_solve_ex = derivative(
    "_linalg_solve_ex(Tensor A, Tensor B, *, bool left=True, bool check_errors=False) -> (Tensor result, Tensor LU, "
    "Tensor pivots, Tensor info)",
    does="The X with ``A @ X = B`` (or ``X @ A = B``), the factors of A, and 0 or the place of the first zero pivot.",
    node="LinalgSolveExBackward0",
    forward=solve_ex,
    output_differentiability=(True, False, False, False),
    A=solve_back_left,
    B=solve_back_right,
    pointwise=True,  # batches are stretched
    keeps=("LU", "pivots"),
    tex=dict(forward=r"A Z = B", A=r"\bar{A} = -\bar{B} Z^{T}", B=r"\bar{B} = A^{-T} \bar{Z}"),
    samples=lambda make: [
        (make(2, 2), make(2, 3)), (make(3, 3), make(3)), (make(2, 2, 2), make(2, 2, 1)), (make(2, 2), make(3, 2, 1)),
        (make(2, 2), make(3, 2), False),
    ],
)  # fmt: skip


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
        factor = _each(np.linalg.cholesky, source)
        for place in np.ndindex(*self.shape[:-2]):
            info[place] = _first_bad_minor(source[place])
    return (factor.mT if upper else factor), info[()]


def refuse_indefinite(info: Any, name: str) -> None:
    """PyTorch's error for a matrix that is not positive definite."""
    failure = first_failure(info)
    if failure is not None:
        raise LinAlgError(
            f"{name}: {failure[0]}The factorization could not be completed because the input is not "
            f"positive-definite (the leading minor of order {failure[1]} is not positive-definite)."
        )


def cholesky_ex(self: np.ndarray, upper: bool, check_errors: bool) -> tuple:
    """The triangular L with L·Lᵀ = A, and for each matrix 0 or the order of the first minor that is not positive."""
    square(self, "linalg.cholesky")
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
    found = linalg_solve_ex(L.mT, linalg_solve_ex(L.mT, inner.mT)[0].mT)[0]
    return (found + found.mT) / 2


linalg_cholesky_ex = derivative(
    "linalg_cholesky_ex(Tensor self, *, bool upper=False, bool check_errors=False) -> (Tensor L, Tensor info)",
    does="The triangular L with ``L @ L.mT = A``, and 0 or the order of the first minor that is not positive.",
    node="LinalgCholeskyExBackward0",
    forward=cholesky_ex,
    output_differentiability=(True, False),
    self=cholesky_back,
    tex=dict(forward=r"L L^{T} = A", self=r"\bar{A} = \frac{1}{2} L^{-T} (\Phi + \Phi^{T}) L^{-1}"),
    samples=lambda make: [(make(1, 1, low=0.5),), (make(3, 1, 1, low=0.5), True)],  # only half of a matrix is read
)


def cholesky_forward(self: np.ndarray, upper: bool) -> np.ndarray:
    """The same under its old name: a matrix that is not positive definite is an error."""
    has_square_shape(self, "cholesky")
    needs_float(self, "cholesky_cpu")
    factor, info = _cholesky(self, upper)
    refuse_indefinite(info, "cholesky")
    return factor


cholesky = derivative(
    "cholesky(Tensor self, bool upper=False) -> Tensor",
    does="The triangular L with ``L @ L.mT = A``; a matrix that is not positive definite is an error.",
    node="CholeskyBackward0",
    forward=cholesky_forward,
    self=lambda grad, result, upper: cholesky_back(grad, result, upper),
    tex=dict(forward=r"L L^{T} = A", self=r"\bar{A} = \frac{1}{2} L^{-T} (\Phi + \Phi^{T}) L^{-1}"),
    samples=lambda make: [(make(1, 1, low=0.5),), (make(3, 1, 1, low=0.5), True)],  # only half of a matrix is read
)


def matrix(array: Any, name: str) -> None:
    """Refuse what has fewer than two dimensions, or whole numbers."""
    _has_two_dimensions(array, name)
    _has_floats(array, name)


def qr(A: np.ndarray, mode: str) -> tuple:
    """An orthonormal Q and a triangular R with Q·R = A."""
    matrix(A, "linalg.qr")
    if mode not in ("reduced", "complete", "r"):
        raise RuntimeError(
            f"qr received unrecognized mode '{mode}' but expected one of 'reduced' (default), 'r', or 'complete'"
        )
    if mode == "r":
        return np.empty(0, A.dtype), np.linalg.qr(A, mode="r")
    return tuple(np.linalg.qr(A, mode=mode))


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
    return linalg_solve_ex(R, found.mT)[0].mT


def qr_back(grads: list, Q: Any, R: Any, mode: str) -> Any:
    """The square part by its own rule; columns beyond the square hang on Q."""
    if mode == "r":
        raise RuntimeError(
            "The derivative of linalg.qr depends on Q, which is not computed when mode='r'. Please use linalg.qr(A, "
            "mode='reduced') if you are going to differentiate through linalg.qr."
        )
    rows, columns = Q.shape[-2], R.shape[-1]
    if mode == "complete" and rows > columns:
        raise RuntimeError("The QR decomposition is not differentiable when mode='complete' and nrows > ncols.")
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
    return np.concatenate([first, last], axis=-1)


linalg_qr = derivative(
    "linalg_qr(Tensor A, str mode='reduced') -> (Tensor Q, Tensor R)",
    does="An orthonormal Q and a triangular R with ``Q @ R = A``.",
    node="LinalgQrBackward0",
    forward=qr,
    A=qr_back,
    tex=dict(forward=r"Q R = A", A=r"\bar{A} = (\bar{Q} + Q\, \mathrm{sym}(\bar{R} R^{T} - Q^{T} \bar{Q})) R^{-T}"),
    samples=lambda make: [(make(3, 2),), (make(2, 2, 2),), (make(2, 3),), (make(3, 3), "complete")],
)


def eigh(A: np.ndarray, UPLO: str, compute_v: bool) -> tuple:
    """Eigenvalues in rising order and orthonormal eigenvectors of a symmetric matrix."""
    square(A, "linalg.eigh")
    if not compute_v:
        return np.linalg.eigvalsh(A, UPLO), np.empty(0, A.dtype)
    return tuple(np.linalg.eigh(A, UPLO))


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
    does="The eigenvalues of each symmetric matrix in rising order, and orthonormal eigenvectors as columns.",
    node="LinalgEighBackward0",
    forward=eigh,
    A=eigh_back,
    tex=dict(
        forward=r"V \Lambda V^{T} = A",
        A=r"\bar{A} = V (\bar{\Lambda} + \frac{V^{T} \bar{V}}{\lambda_j - \lambda_i}) V^{T}",
    ),
    samples=lambda make: [(make(1, 1),), (make(3, 1, 1),)],  # only half of a matrix is read
)


def svd(A: np.ndarray, full_matrices: bool, compute_uv: bool, driver: str | None) -> tuple:
    """U, the singular values in falling order, and Vᵀ with U·S·Vᵀ = A."""
    matrix(A, "linalg.svd")
    try:
        if compute_uv:
            return tuple(np.linalg.svd(A, full_matrices))
        return np.empty(0, A.dtype), np.linalg.svd(A, compute_uv=False), np.empty(0, A.dtype)
    except np.linalg.LinAlgError:
        bad = np.flatnonzero(np.isnan(A).any((-2, -1)))[0]
        which = f"(Batch element {bad}): " if A.ndim > 2 else ""
        raise LinAlgError(
            f"linalg.svd: {which}The algorithm failed to converge because the input matrix contained non-finite values."
        ) from None


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
    does="U, the singular values S in falling order, and Vh, with ``U @ diag(S) @ Vh = A``.",
    node="LinalgSvdBackward0",
    forward=svd,
    A=svd_back,
    tex=dict(forward=r"U S V^{T} = A", A=r"\bar{A} = U \bar{S} V^{T} + \ldots"),
    samples=lambda make: [(make(2, 2),), (make(3, 2),), (make(2, 2, 3),)],
)


def _limit(largest: np.ndarray, sizes: Sequence[int], atol: Any, rtol: Any) -> np.ndarray:
    """Up to here a singular value counts as zero: ``max(atol, rtol · largest)``, for each matrix."""
    atol, rtol = (np.asarray(item)[..., None] if item is not None else None for item in (atol, rtol))
    if rtol is None:
        usual = max(sizes) * np.finfo(largest.dtype).eps
        rtol = usual if atol is None else np.where(atol > 0, 0.0, usual)
    return np.maximum(largest * rtol, 0.0 if atol is None else atol).astype(largest.dtype)


@quiet
def pinv(self: np.ndarray, atol: Any, rtol: Any, hermitian: bool) -> np.ndarray:
    """V S⁻¹ Uᵀ over the singular values that do not count as zero; ``hermitian`` takes eigenvalues instead."""
    if self.ndim < 2 or self.dtype.kind != "f":
        raise RuntimeError(
            f"linalg.pinv({type_of(self)}{{{list(self.shape)}}}): expected a tensor with 2 or more dimensions of "
            "float, double, cfloat or cdouble types"
        )
    if not self.size:
        return np.zeros((*self.shape[:-2], self.shape[-1], self.shape[-2]), self.dtype)
    if hermitian:
        square(self, "linalg.eigh")
        values, right = np.linalg.eigh(self)
        left = right.mT
    else:
        U, values, Vh = svd(self, False, True, None)
        left, right = U.mT, Vh.mT
    sizes = np.abs(values)
    limit = _limit(sizes.max(-1, keepdims=True), self.shape[-2:], atol, rtol)
    inverted = np.where(sizes > limit, 1 / values, values.dtype.type(0))
    return (right * inverted[..., None, :]) @ left


def rank(self: np.ndarray, tol: Any, atol: Any, rtol: Any, hermitian: bool) -> np.ndarray:
    """How many singular values of each matrix count, with `pinv`'s limit; ``tol`` alone is the limit itself."""
    if self.ndim < 2:
        raise RuntimeError("torch.linalg.matrix_rank: The input tensor input must have at least 2 dimensions.")
    if self.dtype.kind != "f":
        raise RuntimeError("This function doesn't handle types other than float and double")
    if not self.size:
        return np.zeros(self.shape[:-2], np.int64)[()]
    values = np.abs(np.linalg.eigvalsh(self)) if hermitian else np.linalg.svd(self, compute_uv=False)
    atol, rtol = (atol, rtol) if tol is None else (tol, 0.0)
    return (values > _limit(values.max(-1, keepdims=True), self.shape[-2:], atol, rtol)).sum(-1)[()]


def pinv_back(grad: Any, result: Any, self: Any) -> Any:
    """The derivative of A⁺, which holds while the rank stays the same; the order keeps the products small."""
    grad = grad.mT
    if self.shape[-2] <= self.shape[-1]:
        inner = grad @ result
        outer = inner @ result.mT
        return -(result @ inner).mT + outer - (self @ result) @ outer + (result.mT @ result) @ (grad - inner @ self)
    inner = result @ grad
    outer = result.mT @ inner
    return -(inner @ result).mT + (grad - self @ inner) @ result @ result.mT + outer - (outer @ result) @ self


linalg_pinv = derivative(
    "linalg_pinv.atol_rtol_tensor(Tensor self, *, Tensor? atol=None, Tensor? rtol=None, bool hermitian=False) -> "
    "Tensor",
    does="The pseudo-inverse of each matrix; small singular values count as zero.",
    node="LinalgPinvBackward0",
    forward=pinv,
    self=pinv_back,
    atol=non_differentiable,
    rtol=non_differentiable,
    tex=dict(
        forward=r"Z = A^{+}",
        self=r"\bar{A} = -Z^{T} \bar{Z} Z^{T} + (1 - A Z) \bar{Z}^{T} Z Z^{T} + Z^{T} Z\, \bar{Z}^{T} (1 - Z A)",
    ),
    samples=lambda make: [(make(3, 2),), (make(2, 3),), (make(2, 3, 1),)],
)


def matrix_exponential(self: np.ndarray) -> np.ndarray:
    """1 + A + A²/2 + A³/6 + …: of a matrix halved until the series is short, then squared as often."""
    square(self, "linalg.matrix_exp")
    sizes = np.abs(self).sum(-2).max(-1, initial=0)
    size = sizes.max(initial=0, where=np.isfinite(sizes))
    halvings = math.ceil(math.log2(size)) if size > 1 else 0
    one = np.eye(self.shape[-1], dtype=self.dtype)
    halved = self * self.dtype.type(0.5**halvings)
    result = np.broadcast_to(one, self.shape)
    for n in range(18, 0, -1):
        result = one + halved @ result / self.dtype.type(n)
    for _ in range(halvings):
        result = result @ result
    return np.where(np.isfinite(sizes)[..., None, None], result, self.dtype.type(math.nan))


def matrix_exponential_back(grad: Any, self: Any) -> Any:
    """The corner of the exponential of [[Aᵀ, G], [0, Aᵀ]] (Najfeld and Havel, 1995)."""
    turned, n = self.mT, self.shape[-1]
    above, below = np.concatenate([turned, grad], -1), np.concatenate([np.zeros_like(turned), turned], -1)
    return linalg_matrix_exp(np.concatenate([above, below], -2))[..., :n, n:]


linalg_matrix_exp = derivative(
    "linalg_matrix_exp(Tensor self) -> Tensor",
    does="The exponential of each matrix, the sum of 1, A, A²/2, A³/6 and so on.",
    node="LinalgMatrixExpBackward0",
    forward=matrix_exponential,
    self=matrix_exponential_back,
    tex=dict(
        forward=r"Z = e^{A}", self=r"\bar{A} = \sum_{i, j} \frac{1}{(i + j + 1)!} (A^{T})^{i} \bar{Z} (A^{T})^{j}"
    ),
    samples=lambda make: [(make(3, 3),), (make(2, 2, 2, low=-3.0),), (make(1, 1),)],
)


def cross(self: np.ndarray, other: np.ndarray, dim: int) -> np.ndarray:
    """The vector product along ``dim``, which has length 3."""
    if self.dtype != other.dtype:
        raise RuntimeError(f"expected scalar type {type_of(self)} but found {type_of(other)}")
    if self.shape[dim] != 3 or other.shape[dim] != 3:
        raise RuntimeError(
            f"linalg.cross: inputs dimension {dim} must have length 3. Got {self.shape[dim]} and {other.shape[dim]}"
        )
    return row_by_row(np.cross(self, other, axis=dim))


linalg_cross = derivative(
    "linalg_cross(Tensor self, Tensor other, *, int dim=-1) -> Tensor",
    does="The vector product of ``self`` and ``other`` along ``dim``, which has length 3.",
    node="LinalgCrossBackward0",
    forward=cross,
    pointwise=True,
    self=lambda grad, other, dim: linalg_cross(other, grad, dim=dim),
    other=lambda grad, self, dim: linalg_cross(grad, self, dim=dim),
    tex=dict(forward=r"z = x \times y", self=r"\bar{x} = y \times \bar{z}", other=r"\bar{y} = \bar{z} \times x"),
    samples=lambda make: [(make(3), make(3)), (make(2, 3), make(2, 3)), (make(3, 2), make(3, 2), 0)],
)

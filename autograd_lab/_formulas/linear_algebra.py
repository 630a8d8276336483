"""Inverses, determinants, systems of equations and factorisations of matrices, one or a batch of them.

NumPy's routines are LAPACK's, as PyTorch's are. The rules use only ``@``, ``.mT`` and other rows, so that they run on
arrays and on Tensors alike. PyTorch: torch/csrc/autograd/FunctionsManual.cpp; Giles, "Collected matrix derivative
results for forward and reverse mode algorithmic differentiation" (2008).
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from .. import _dtype
from .arithmetic import choose


class LinAlgError(RuntimeError):
    """A matrix for which there is no answer: singular, or not positive definite."""


LinAlgError.__name__ = LinAlgError.__qualname__ = "_LinAlgError"  # as in PyTorch


# ----- what is asked of a matrix -------------------------------------------------------------------------------------
def square(array: Any, name: str) -> None:
    """Refuse what is no (batch of) square matrices of floats, in PyTorch's words."""
    has_square_shape(array, name)
    _has_floats(array, name)


def matrix(array: Any, name: str) -> None:
    """Refuse what has fewer than two dimensions, or whole numbers."""
    _has_two_dimensions(array, name)
    _has_floats(array, name)


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
        kind = _dtype.of(array.dtype).short
        raise RuntimeError(f"{name}: Expected a floating point or complex tensor as input. Got {kind}")


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


def _as_factored(array: np.ndarray) -> np.ndarray:
    """PyTorch factorises the transpose where that lies in memory as LAPACK likes it; the determinant is the same."""
    return array.mT if array.flags.c_contiguous else array


def _eliminate(work: np.ndarray, pivots: np.ndarray) -> None:
    for k in range(len(work)):
        best = k + int(np.argmax(np.abs(work[k:, k])))
        pivots[k] = best + 1
        work[[k, best]] = work[[best, k]]
        if work[k, k] != 0:
            work[k + 1 :, k] /= work[k, k]
            work[k + 1 :, k + 1 :] -= np.outer(work[k + 1 :, k], work[k, k + 1 :])


def first_failure(info: Any) -> tuple[str, int] | None:
    """Which matrix failed (in words, when there are several) and where; None if none did."""
    flat = np.ravel(info)
    bad = np.flatnonzero(flat)
    if not bad.size:
        return None
    return (f"(Batch element {bad[0]}): " if np.ndim(info) else ""), int(flat[bad[0]])


def _each(function: Callable, array: np.ndarray) -> np.ndarray:
    """``function`` of each matrix of the batch, nan where it fails."""
    result = np.full(array.shape, np.nan, array.dtype)
    for place in np.ndindex(*array.shape[:-2]):
        try:
            result[place] = function(array[place])
        except np.linalg.LinAlgError:
            continue
    return result


# ----- inverse, determinant, solutions -------------------------------------------------------------------------------
def inv_ex(A: np.ndarray, check_errors: bool) -> tuple:
    """The inverse, and for each matrix 0 or the place of the first zero pivot."""
    square(A, "linalg.inv")
    info = lu(A)[2]
    if check_errors:
        refuse_singular(info)
    return (np.linalg.inv(A) if not np.any(info) else _each(np.linalg.inv, A)), info


def refuse_singular(info: Any) -> None:
    """PyTorch's error for a matrix without an inverse."""
    failure = first_failure(info)
    if failure is not None:
        raise LinAlgError(
            f"linalg.inv: {failure[0]}The diagonal element {failure[1]} is zero, the inversion could not be completed "
            "because the input matrix is singular."
        )


def det(A: np.ndarray) -> tuple:
    """The determinant, and the factors it comes from."""
    square(A, "linalg.det")
    packed, pivots, _ = lu(_as_factored(A))
    return np.linalg.det(A)[()], packed, pivots


def det_back(grad: Any, result: Any, A: Any, solve: Callable) -> Any:
    """det(A)·A⁻ᵀ; where the determinant is 0, PyTorch says 0 rather than the adjugate, and so do we."""
    same = np.eye(A.shape[-1], dtype=_numpy_type(A))
    solvable = choose(_column(result == 0), same, A)
    return solve(solvable.mT, _column(grad * result) * same)[0]


def slogdet(A: np.ndarray) -> tuple:
    """Sign and logarithm of the determinant, and the factors they come from."""
    square(A, "linalg.slogdet")
    packed, pivots, _ = lu(_as_factored(A))
    sign, size = np.linalg.slogdet(A)
    return sign[()], size[()], packed, pivots


def slogdet_back(grads: list, A: Any, solve: Callable) -> Any:
    """log|det A| has the slope A⁻ᵀ; the sign does not change."""
    if grads[1] is None:
        return None
    return solve(A.mT, _column(grads[1]) * np.eye(A.shape[-1], dtype=_numpy_type(A)))[0]


def _column(values: Any) -> Any:
    """With two more dimensions, to be stretched over matrices."""
    return np.expand_dims(np.expand_dims(values, -1), -1)


def _numpy_type(item: Any) -> Any:
    return getattr(item.dtype, "numpy", item.dtype)


def is_vector(A: Any, B: Any) -> bool:
    """Whether the right-hand side is one vector for each matrix."""
    return B.ndim == 1 or (A.ndim - 1 == B.ndim and tuple(B.shape) == tuple(A.shape[:-1]))


def solve_ex(A: np.ndarray, B: np.ndarray, left: bool, check_errors: bool) -> tuple:
    """X with A·X = B (or X·A = B), the factors of A, and for each matrix 0 or the place of the first zero pivot."""
    _has_floats(A, "linalg.solve")
    square(A, "linalg.solve")
    if A.dtype != B.dtype:
        one, other = (_dtype.of(item.dtype).short for item in (A, B))
        raise RuntimeError(
            f"linalg.solve: Expected A and B to have the same dtype, but found A of type {one} and B of type {other} "
            "instead"
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


def solve_back_right(grad: Any, A: Any, left: bool, solve: Callable) -> Any:
    """B's gradient solves the transposed system."""
    return solve(A.mT, grad, left=left)[0]


def solve_back_left(grad: Any, A: Any, result: Any, left: bool, solve: Callable) -> Any:
    """A's gradient: minus B's gradient times the solution."""
    other = solve(A.mT, grad, left=left)[0]
    if is_vector(A, grad):
        other, result = np.expand_dims(other, -1), np.expand_dims(result, -1)
    return -(other @ result.mT if left else result.mT @ other)


# ----- factorisations ------------------------------------------------------------------------------------------------
def cholesky_ex(self: np.ndarray, upper: bool, check_errors: bool) -> tuple:
    """The triangular L with L·Lᵀ = A, and for each matrix 0 or the order of the first minor that is not positive."""
    square(self, "linalg.cholesky")
    factor, info = _cholesky(self, upper)
    if check_errors:
        refuse_indefinite(info, "linalg.cholesky")
    return factor, info


def cholesky(self: np.ndarray, upper: bool) -> np.ndarray:
    """The same under its old name: a matrix that is not positive definite is an error."""
    has_square_shape(self, "cholesky")
    if self.dtype.kind != "f":
        raise NotImplementedError(f"\"cholesky_cpu\" not implemented for '{_dtype.of(self.dtype).short}'")
    factor, info = _cholesky(self, upper)
    refuse_indefinite(info, "cholesky")
    return factor


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


def _first_bad_minor(array: np.ndarray) -> int:
    for k in range(1, len(array) + 1):
        try:
            np.linalg.cholesky(array[:k, :k])
        except np.linalg.LinAlgError:
            return k
    return 0


def refuse_indefinite(info: Any, name: str) -> None:
    """PyTorch's error for a matrix that is not positive definite."""
    failure = first_failure(info)
    if failure is not None:
        raise LinAlgError(
            f"{name}: {failure[0]}The factorization could not be completed because the input is not "
            f"positive-definite (the leading minor of order {failure[1]} is not positive-definite)."
        )


def cholesky_back(grad: Any, L: Any, upper: bool, solve: Callable) -> Any:
    """½ L⁻ᵀ (Φ + Φᵀ) L⁻¹ with Φ the lower triangle of Lᵀ·grad, its diagonal halved."""
    if upper:
        grad, L = grad.mT, L.mT
    n = L.shape[-1]
    half = (np.tri(n) - np.eye(n) / 2).astype(_numpy_type(L))
    inner = (L.mT @ grad) * half
    found = solve(L.mT, solve(L.mT, inner.mT)[0].mT)[0]
    return (found + found.mT) / 2


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


def qr_back(grads: list, Q: Any, R: Any, mode: str, solve: Callable) -> Any:
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
        return _qr_square(grad_q, grad_r, Q, R, solve)
    beyond = None if grad_r is None else grad_r[..., :, rows:]
    grad_first = None if grad_r is None else grad_r[..., :, :rows]
    if beyond is not None:
        hanging = (Q @ R[..., :, rows:]) @ beyond.mT
        grad_q = hanging if grad_q is None else grad_q + hanging
    first = _qr_square(grad_q, grad_first, Q, R[..., :, :rows], solve)
    last = Q @ beyond if beyond is not None else 0 * (Q @ R[..., :, rows:])
    return np.concatenate([first, last], axis=-1)


def _qr_square(grad_q: Any, grad_r: Any, Q: Any, R: Any, solve: Callable) -> Any:
    inner = 0.0
    if grad_r is not None:
        inner = grad_r @ R.mT
    if grad_q is not None:
        inner = inner - Q.mT @ grad_q
    n = R.shape[-1]
    kind = _numpy_type(R)
    inner = inner * np.triu(np.ones((n, n), kind))
    spread = (inner + inner.mT) * (np.ones((n, n), kind) - np.eye(n, dtype=kind) / 2)
    found = Q @ spread
    if grad_q is not None:
        found = found + grad_q
    return solve(R, found.mT)[0].mT


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
    same = np.eye(n, dtype=_numpy_type(V))
    if of_vectors is None:
        return (V * np.expand_dims(of_values, -2)) @ V.mT
    gaps = np.expand_dims(eigenvalues, -2) - np.expand_dims(eigenvalues, -1) + same
    inner = (V.mT @ of_vectors) / gaps * (1 - same)
    if of_values is not None:
        inner = inner + np.expand_dims(of_values, -1) * same
    return V @ inner @ V.mT


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
    same = np.eye(k, dtype=_numpy_type(U))
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


def cross(self: np.ndarray, other: np.ndarray, dim: int) -> np.ndarray:
    """The vector product along ``dim``, which has length 3."""
    if self.dtype != other.dtype:
        one, two = (_dtype.of(item.dtype).short for item in (self, other))
        raise RuntimeError(f"expected scalar type {one} but found {two}")
    if self.shape[dim] != 3 or other.shape[dim] != 3:
        raise RuntimeError(
            f"linalg.cross: inputs dimension {dim} must have length 3. Got {self.shape[dim]} and {other.shape[dim]}"
        )
    return np.cross(self, other, axis=dim)

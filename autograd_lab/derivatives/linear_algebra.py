"""Linear algebra: inverses, determinants, systems of equations and factorisations, of one matrix or a batch of them.

NumPy's routines are LAPACK's, as PyTorch's are. The rules use only ``@``, ``.mT`` and other rows, so that they run on
arrays and on Tensors alike. PyTorch: torch/csrc/autograd/FunctionsManual.cpp; Giles, "Collected matrix derivative
results for forward and reverse mode algorithmic differentiation" (2008).
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from .._core.base.strided import column_by_column, row_by_row
from .._core.refusals.matrices import check_solve, is_vector, refuse_singular, refuse_unsolvable, square_matrices
from .._core.table.row import derivative
from ._operands import choose, numpy_type


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


def each(function: Callable, array: np.ndarray) -> np.ndarray:
    """``function`` of each matrix of the batch, nan where it fails."""
    result = np.full(array.shape, np.nan, array.dtype)
    for place in np.ndindex(*array.shape[:-2]):
        try:
            result[place] = function(array[place])
        except np.linalg.LinAlgError:
            continue
    return result


def inv_ex(A: np.ndarray, check_errors: bool) -> tuple:
    """The inverse, and for each matrix 0 or the place of the first zero pivot."""
    try:
        return column_by_column(np.linalg.inv(A)), np.zeros(A.shape[:-2], np.int32)[()]
    except np.linalg.LinAlgError:  # some matrix has none: which one, and why?
        info = lu(A)[2]
    if check_errors:
        refuse_singular(info)
    return column_by_column(each(np.linalg.inv, A)), info


linalg_inv_ex = derivative(
    "linalg_inv_ex(Tensor A, *, bool check_errors=False) -> (Tensor inverse, Tensor info)",
    node="LinalgInvExBackward0",
    forward=inv_ex,
    A=lambda grad, inverse: -(inverse.mT @ (grad @ inverse.mT)),
    output_differentiability=(True, False),
    refuse=square_matrices("linalg.inv"),
    does="The inverse of each matrix, and 0 or the place of the first zero pivot.",
    tex=dict(forward=r"Z = A^{-1}", A=r"\bar{A} = -Z^{T} \bar{Z} Z^{T}"),
    samples=lambda make: [(make(2, 2),), (make(2, 3, 3),)],
)


def _as_factored(array: np.ndarray) -> np.ndarray:
    """PyTorch factorises the transpose where that lies in memory as LAPACK likes it; the determinant is the same."""
    return array.mT if array.flags.c_contiguous else array


def det(A: np.ndarray) -> tuple:
    """The determinant, and the factors it comes from."""
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
    node="LinalgDetBackward0",
    forward=det,
    A=det_back,
    output_differentiability=(True, False, False),
    keeps=("LU", "pivots"),
    refuse=square_matrices("linalg.det"),
    does="The determinant of each matrix, and the factors it comes from.",
    tex=dict(forward=r"z = \det A", A=r"\bar{A} = \bar{z}\, z\, A^{-T}"),
    samples=lambda make: [(make(2, 2),), (make(2, 3, 3),)],
)


def solve_ex(A: np.ndarray, B: np.ndarray, left: bool, check_errors: bool) -> tuple:
    """X with A·X = B (or X·A = B), the factors of A, and for each matrix 0 or the place of the first zero pivot."""
    vector = is_vector(A, B)
    right = B[..., None] if vector else B
    packed, pivots, info = lu(A)
    if check_errors:
        refuse_unsolvable(info)
    if np.any(info):
        result = np.full(np.broadcast_shapes(A.shape[:-2], right.shape[:-2]) + right.shape[-2:], np.nan, A.dtype)
    else:
        result = np.linalg.solve(A, right) if left else np.linalg.solve(A.mT, right.mT).mT
    if vector:
        result = result[..., 0]
    return (column_by_column if left else row_by_row)(result), packed, pivots, info


def solve_back_right(grad: Any, A: Any, left: bool) -> Any:
    """B's gradient solves the transposed system."""
    if is_vector(A, grad):
        return linalg_solve_ex(A.mT, np.expand_dims(grad, -1), left=left)[0][..., 0]
    return linalg_solve_ex(A.mT, grad, left=left)[0]


def solve_back_left(grad: Any, A: Any, result: Any, left: bool) -> Any:
    """A's gradient: minus B's gradient times the solution."""
    if is_vector(A, grad):
        grad, result = np.expand_dims(grad, -1), np.expand_dims(result, -1)
    other = linalg_solve_ex(A.mT, grad, left=left)[0]
    return -(other @ result.mT if left else result.mT @ other)


linalg_solve_ex = derivative(
    "_linalg_solve_ex(Tensor A, Tensor B, *, bool left=True, bool check_errors=False) -> (Tensor result, Tensor LU, "
    "Tensor pivots, Tensor info)",
    node="LinalgSolveExBackward0",
    forward=solve_ex,
    A=solve_back_left,
    B=solve_back_right,
    pointwise=True,  # batches are stretched
    output_differentiability=(True, False, False, False),
    keeps=("LU", "pivots"),
    refuse=check_solve,
    does="The X with ``A @ X = B`` (or ``X @ A = B``), the factors of A, and 0 or the place of the first zero pivot.",
    tex=dict(forward=r"A Z = B", A=r"\bar{A} = -\bar{B} Z^{T}", B=r"\bar{B} = A^{-T} \bar{Z}"),
    samples=lambda make: [
        (make(2, 2), make(2, 3)), (make(3, 3), make(3)), (make(2, 2, 2), make(2, 2, 1)), (make(2, 2), make(3, 2, 1)),
        (make(2, 2), make(3, 2), False),
    ],
)  # fmt: skip


def cross(self: np.ndarray, other: np.ndarray, dim: int) -> np.ndarray:
    """The vector product along ``dim``, which has length 3."""
    return row_by_row(np.cross(self, other, axis=dim))


linalg_cross = derivative(
    "linalg_cross(Tensor self, Tensor other, *, int dim=-1) -> Tensor",
    node="LinalgCrossBackward0",
    forward=cross,
    self=lambda grad, other, dim: linalg_cross(other, grad, dim=dim),
    other=lambda grad, self, dim: linalg_cross(grad, self, dim=dim),
    pointwise=True,
    does="The vector product of ``self`` and ``other`` along ``dim``, which has length 3.",
    tex=dict(forward=r"z = x \times y", self=r"\bar{x} = y \times \bar{z}", other=r"\bar{y} = \bar{z} \times x"),
    samples=lambda make: [(make(3), make(3)), (make(2, 3), make(2, 3)), (make(3, 2), make(3, 2), 0)],
)

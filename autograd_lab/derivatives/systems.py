"""Systems of equations whose matrix is triangular, or the product of a triangle with itself.

NumPy has no routine for triangles; they are solved row by row. PyTorch: torch/csrc/autograd/FunctionsManual.cpp.
"""

from typing import Any

import numpy as np

from .._core.base.state import quiet
from .._core.base.strided import column_by_column
from .._core.refusals.linear_algebra import check_cholesky_solve, check_solve_triangular
from .._core.table.row import derivative
from .rearranging import tril, triu


def triangle(matrix: Any, upper: bool, diagonal: int = 0) -> Any:
    """The upper or the lower triangle, from the ``diagonal``-th beside the main one on; zeros elsewhere."""
    return triu(matrix, diagonal) if upper else tril(matrix, -diagonal)


def substituted(matrix: np.ndarray, right: np.ndarray, upper: bool, ones: bool = False) -> np.ndarray:
    """``matrix⁻¹ · right``, row after row, each of which has one unknown more; ``ones``: on the diagonal."""
    batch = np.broadcast_shapes(matrix.shape[:-2], right.shape[:-2])
    found = np.array(np.broadcast_to(right, batch + right.shape[-2:]), matrix.dtype, order="C")
    rows = range(matrix.shape[-1])
    for i in reversed(rows) if upper else rows:
        known = slice(i + 1, None) if upper else slice(0, i)
        found[..., i, :] -= (matrix[..., i : i + 1, known] @ found[..., known, :])[..., 0, :]
        if not ones:
            found[..., i, :] /= matrix[..., i, i, None]
    return found


# ----- the factor of a positive definite matrix ----------------------------------------------------------------------
@quiet
def cholesky_solve_forward(self: np.ndarray, input2: np.ndarray, upper: bool) -> np.ndarray:
    """The X with ``L @ L.mT @ X = self``."""
    lower = input2.mT if upper else input2
    return column_by_column(substituted(lower.mT, substituted(lower, self, False), True))


def cholesky_solve_back(grad: Any, input2: Any, result: Any, upper: bool) -> Any:
    """-(Ḡ Zᵀ + Z Ḡᵀ) L with Ḡ what the right-hand side gets; nothing for the triangle that is not read."""
    product = cholesky_solve(grad, input2, upper) @ result.mT
    both, factor = product + product.mT, triangle(input2, upper)
    return triangle(-(factor @ both if upper else both @ factor), upper)


cholesky_solve = derivative(
    "cholesky_solve(Tensor self, Tensor input2, bool upper=False) -> Tensor",
    node="CholeskySolveBackward0",
    forward=cholesky_solve_forward,
    self=lambda grad, input2, upper: cholesky_solve(grad, input2, upper),
    input2=cholesky_solve_back,
    variants="function, method",
    pointwise=True,  # batches are stretched
    keeps=("self",),
    refuse=check_cholesky_solve,
    does="The X with ``A @ X = self``, where ``A = input2 @ input2.mT``, or with ``upper`` ``input2.mT @ input2``.",
    tex=dict(
        forward=r"L L^{T} Z = B",
        self=r"\bar{B} = (L L^{T})^{-1} \bar{Z}",
        input2=r"\bar{L} = -(\bar{B} Z^{T} + Z \bar{B}^{T}) L",
    ),
    samples=lambda make: [  # only half of a matrix is read, and PyTorch gives the other half a gradient all the same
        (make(1, 1), make(1, 1, low=0.5)),
        (make(1, 2), make(1, 1, low=0.5), True),
        (make(2, 1, 2), make(1, 1, low=0.5)),
    ],
)


# ----- a triangular matrix -------------------------------------------------------------------------------------------
@quiet
def solve_triangular_forward(
    self: np.ndarray, B: np.ndarray, upper: bool, left: bool, unitriangular: bool
) -> np.ndarray:
    """X with A·X = B (or X·A = B), A the triangle of ``self``."""
    if left:
        return column_by_column(substituted(self, B, upper, unitriangular))
    return column_by_column(substituted(self.mT, B.mT, not upper, unitriangular).mT)


def solve_triangular_back(grad: Any, self: Any, result: Any, upper: bool, left: bool, unitriangular: bool) -> Any:
    """Minus B's gradient times the solution, in the triangle that is read."""
    other = linalg_solve_triangular(self.mT, grad, upper=not upper, left=left, unitriangular=unitriangular)
    return triangle(-(other @ result.mT if left else result.mT @ other), upper, int(unitriangular))


linalg_solve_triangular = derivative(
    "linalg_solve_triangular(Tensor self, Tensor B, *, bool upper, bool left=True, bool unitriangular=False) -> Tensor",
    node="LinalgSolveTriangularBackward0",
    forward=solve_triangular_forward,
    self=solve_triangular_back,
    B=lambda grad, self, upper, left, unitriangular: linalg_solve_triangular(
        self.mT, grad, upper=not upper, left=left, unitriangular=unitriangular
    ),
    pointwise=True,  # batches are stretched
    refuse=check_solve_triangular,
    does="The X with ``A @ X = B`` (or ``X @ A = B``), where A is one triangle of ``self``.",
    tex=dict(forward=r"A Z = B", self=r"\bar{A} = -\bar{B} Z^{T}", B=r"\bar{B} = A^{-T} \bar{Z}"),
    samples=lambda make: [
        (make(2, 2, low=0.5), make(2, 1), False), (make(2, 2, low=0.5), make(3, 2), True, False),
        (make(2, 2, 2, low=0.5), make(2, 3), True, True, True),
    ],
)  # fmt: skip

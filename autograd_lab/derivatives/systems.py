"""Systems of equations whose matrix is triangular, or the product of a triangle with itself.

NumPy has no routine for triangles; they are solved row by row. PyTorch: torch/csrc/autograd/FunctionsManual.cpp.
"""

from typing import Any

import numpy as np

from .._base.state import quiet
from .._base.strided import column_by_column
from .._table.row import derivative
from ._operands import type_of
from .linear_algebra import has_square_shape
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
    for array, name in ((self, "b"), (input2, "u")):
        if array.ndim < 2:
            raise RuntimeError(f"{name} should have at least 2 dimensions, but has {array.ndim} dimensions instead")
    rows, columns = input2.shape[-2:]
    if rows != columns:
        raise RuntimeError(f"A must be batches of square matrices, but they are {rows} by {columns} matrices")
    if self.shape[-2] != columns:
        raise RuntimeError(
            f"Incompatible matrix sizes for cholesky_solve: each A matrix is {rows} by {columns} but each b matrix is "
            f"{self.shape[-2]} by {self.shape[-1]}"
        )
    if self.dtype != input2.dtype:
        raise RuntimeError(
            f"Expected b and A to have the same dtype, but found b of type {type_of(self)} and A of type "
            f"{type_of(input2)} instead."
        )
    if self.dtype.kind != "f":
        raise NotImplementedError(f"\"cholesky_solve_cpu\" not implemented for '{type_of(self)}'")
    lower = input2.mT if upper else input2
    return column_by_column(substituted(lower.mT, substituted(lower, self, False), True))


def cholesky_solve_back(grad: Any, input2: Any, result: Any, upper: bool) -> Any:
    """-(Ḡ Zᵀ + Z Ḡᵀ) L with Ḡ what the right-hand side gets; nothing for the triangle that is not read."""
    product = cholesky_solve(grad, input2, upper) @ result.mT
    both, factor = product + product.mT, triangle(input2, upper)
    return triangle(-(factor @ both if upper else both @ factor), upper)


cholesky_solve = derivative(
    "cholesky_solve(Tensor self, Tensor input2, bool upper=False) -> Tensor",
    does="The X with ``A @ X = self``, where ``A = input2 @ input2.mT``, or with ``upper`` ``input2.mT @ input2``.",
    node="CholeskySolveBackward0",
    variants="function, method",
    forward=cholesky_solve_forward,
    self=lambda grad, input2, upper: cholesky_solve(grad, input2, upper),
    input2=cholesky_solve_back,
    pointwise=True,  # batches are stretched
    tex=dict(
        forward=r"L L^{T} Z = B",
        self=r"\bar{B} = (L L^{T})^{-1} \bar{Z}",
        input2=r"\bar{L} = -(\bar{B} Z^{T} + Z \bar{B}^{T}) L",
    ),
    keeps=("self",),
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
    for array, name in ((self, "A"), (B, "B")):
        if array.ndim < 2:
            raise RuntimeError(f"linalg.solve_triangular: The input tensor {name} must have at least 2 dimensions.")
    has_square_shape(self, "linalg.solve_triangular")
    if self.shape[-1] != (B.shape[-2] if left else B.shape[-1]):
        shapes = f"{self.shape[-2]}x{self.shape[-1]} and {B.shape[-2]}x{B.shape[-1]}"
        raise RuntimeError(
            "linalg.solve_triangular: Incompatible shapes of A and B for the equation "
            f"{'AX = B' if left else 'XA = B'} ({shapes})"
        )
    if self.dtype.kind != "f":
        raise NotImplementedError(f"\"triangular_solve_cpu\" not implemented for '{type_of(self)}'")
    if left:
        return column_by_column(substituted(self, B, upper, unitriangular))
    return column_by_column(substituted(self.mT, B.mT, not upper, unitriangular).mT)


def solve_triangular_back(grad: Any, self: Any, result: Any, upper: bool, left: bool, unitriangular: bool) -> Any:
    """Minus B's gradient times the solution, in the triangle that is read."""
    other = linalg_solve_triangular(self.mT, grad, upper=not upper, left=left, unitriangular=unitriangular)
    return triangle(-(other @ result.mT if left else result.mT @ other), upper, int(unitriangular))


linalg_solve_triangular = derivative(
    "linalg_solve_triangular(Tensor self, Tensor B, *, bool upper, bool left=True, bool unitriangular=False) -> Tensor",
    does="The X with ``A @ X = B`` (or ``X @ A = B``), where A is one triangle of ``self``.",
    node="LinalgSolveTriangularBackward0",
    forward=solve_triangular_forward,
    self=solve_triangular_back,
    B=lambda grad, self, upper, left, unitriangular: linalg_solve_triangular(
        self.mT, grad, upper=not upper, left=left, unitriangular=unitriangular
    ),
    pointwise=True,  # batches are stretched
    tex=dict(forward=r"A Z = B", self=r"\bar{A} = -\bar{B} Z^{T}", B=r"\bar{B} = A^{-T} \bar{Z}"),
    samples=lambda make: [
        (make(2, 2, low=0.5), make(2, 1), False), (make(2, 2, low=0.5), make(3, 2), True, False),
        (make(2, 2, 2, low=0.5), make(2, 3), True, True, True),
    ],
)  # fmt: skip

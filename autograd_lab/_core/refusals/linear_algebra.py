"""Refusals of linear algebra: what is no matrix, and matrices for which there is no answer."""

from collections.abc import Callable
from typing import Any, NoReturn

import numpy as np

from .common import type_of


def has_two_dimensions(array: Any, name: str) -> None:
    if array.ndim < 2:
        raise RuntimeError(f"{name}: The input tensor A must have at least 2 dimensions.")


def has_square_shape(array: Any, name: str) -> None:
    """Refuse what is no (batch of) square matrices."""
    has_two_dimensions(array, name)
    rows, columns = array.shape[-2:]
    if rows != columns:
        raise RuntimeError(f"{name}: A must be batches of square matrices, but they are {rows} by {columns} matrices")


def has_floats(array: Any, name: str) -> None:
    if array.dtype.kind != "f":
        raise RuntimeError(f"{name}: Expected a floating point or complex tensor as input. Got {type_of(array)}")


def square(array: Any, name: str) -> None:
    """Refuse what is no (batch of) square matrices of floats, in PyTorch's words."""
    has_square_shape(array, name)
    has_floats(array, name)


def square_matrices(name: str) -> Callable[..., None]:
    """The refusal of a row that takes square matrices of floats, under the name that PyTorch has for it there."""
    return lambda array, *options: square(array, name)


def matrices(name: str) -> Callable[..., None]:
    """The refusal of a row that takes matrices of floats."""

    def check(array: Any, *options: Any) -> None:
        has_two_dimensions(array, name)
        has_floats(array, name)

    return check


def check_solve(A: np.ndarray, B: np.ndarray, left: bool, check_errors: bool) -> None:
    has_floats(A, "linalg.solve")
    square(A, "linalg.solve")
    if A.dtype != B.dtype:
        raise RuntimeError(
            f"linalg.solve: Expected A and B to have the same dtype, but found A of type {type_of(A)} and B of type "
            f"{type_of(B)} instead"
        )
    right = B[..., None] if is_vector(A, B) else B
    if A.shape[-1] != (right.shape[-2] if left else right.shape[-1]):
        shapes = f"{A.shape[-2]}x{A.shape[-1]} and {right.shape[-2]}x{right.shape[-1]}"
        raise RuntimeError(
            f"linalg.solve: Incompatible shapes of A and B for the equation {'AX = B' if left else 'XA = B'} ({shapes})"
        )


def check_cross(self: np.ndarray, other: np.ndarray, dim: int) -> None:
    if self.dtype != other.dtype:
        raise RuntimeError(f"expected scalar type {type_of(self)} but found {type_of(other)}")
    if self.shape[dim] != 3 or other.shape[dim] != 3:
        raise RuntimeError(
            f"linalg.cross: inputs dimension {dim} must have length 3. Got {self.shape[dim]} and {other.shape[dim]}"
        )


def is_vector(A: Any, B: Any) -> bool:
    """Whether the right-hand side is one vector for each matrix."""
    return B.ndim == 1 or (A.ndim - 1 == B.ndim and tuple(B.shape) == tuple(A.shape[:-1]))


def check_solve_triangular(self: np.ndarray, B: np.ndarray, upper: bool, left: bool, unitriangular: bool) -> None:
    for array, name in ((self, "A"), (B, "B")):
        if array.ndim < 2:
            raise RuntimeError(f"linalg.solve_triangular: The input tensor {name} must have at least 2 dimensions.")
    square(self, "linalg.solve_triangular")
    if self.shape[-1] != (B.shape[-2] if left else B.shape[-1]):
        shapes = f"{self.shape[-2]}x{self.shape[-1]} and {B.shape[-2]}x{B.shape[-1]}"
        raise RuntimeError(
            "linalg.solve_triangular: Incompatible shapes of A and B for the equation "
            f"{'AX = B' if left else 'XA = B'} ({shapes})"
        )


def check_qr(A: np.ndarray, mode: str) -> None:
    matrices("linalg.qr")(A)
    if mode not in ("reduced", "complete", "r"):
        raise RuntimeError(
            f"qr received unrecognized mode '{mode}' but expected one of 'reduced' (default), 'r', or 'complete'"
        )


def check_pinv(self: np.ndarray, atol: Any, rtol: Any, hermitian: bool) -> None:
    if self.ndim < 2 or self.dtype.kind != "f":
        raise RuntimeError(
            f"linalg.pinv({type_of(self)}{{{list(self.shape)}}}): expected a tensor with 2 or more dimensions of "
            "float, double, cfloat or cdouble types"
        )
    if hermitian and self.size:
        square(self, "linalg.eigh")


def check_rank(self: Any) -> None:
    if self.ndim < 2:
        raise RuntimeError("torch.linalg.matrix_rank: The input tensor input must have at least 2 dimensions.")
    if self.dtype.kind != "f":
        raise RuntimeError("This function doesn't handle types other than float and double")


def check_qr_has_derivative(mode: str, Q: Any, R: Any) -> None:
    if mode == "r":
        raise RuntimeError(
            "The derivative of linalg.qr depends on Q, which is not computed when mode='r'. Please use linalg.qr(A, "
            "mode='reduced') if you are going to differentiate through linalg.qr."
        )
    if mode == "complete" and Q.shape[-2] > R.shape[-1]:
        raise RuntimeError("The QR decomposition is not differentiable when mode='complete' and nrows > ncols.")


# ----- matrices for which there is no answer --------------------------------------------------------------------------
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


def refuse_unsolvable(info: Any) -> None:
    if np.any(info):
        raise LinAlgError("torch.linalg.solve: The solver failed because the input matrix is singular.")


def refuse_indefinite(info: Any, name: str) -> None:
    """PyTorch's error for a matrix that is not positive definite."""
    failure = first_failure(info)
    if failure is not None:
        raise LinAlgError(
            f"{name}: {failure[0]}The factorization could not be completed because the input is not "
            f"positive-definite (the leading minor of order {failure[1]} is not positive-definite)."
        )


def refuse_not_finite(A: Any) -> NoReturn:
    """PyTorch's error for a matrix whose singular values cannot be found."""
    bad = np.flatnonzero(np.isnan(A).any((-2, -1)))[0]
    which = f"(Batch element {bad}): " if A.ndim > 2 else ""
    raise LinAlgError(
        f"linalg.svd: {which}The algorithm failed to converge because the input matrix contained non-finite values."
    ) from None

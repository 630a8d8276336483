"""Refusals of products and of linear algebra: sizes and types that do not meet, what is no matrix, no answer."""

from collections.abc import Callable
from typing import Any, NoReturn

import numpy as np

from ..base import dtypes
from .common import same_scalar_type, type_of


def _times(matrix: Any) -> str:
    return f"{matrix.shape[0]}x{matrix.shape[1]}"


# ----- two factors ----------------------------------------------------------------------------------------------------
def check_dot(self: Any, tensor: Any) -> None:
    if self.ndim != 1 or tensor.ndim != 1:
        raise RuntimeError(f"1D tensors expected, but got {self.ndim}D and {tensor.ndim}D tensors")
    if self.dtype != tensor.dtype:
        kinds = f"{type_of(self)} and {type_of(tensor)}"
        raise RuntimeError(f"dot : expected both vectors to have same dtype, but found {kinds}")
    if self.size != tensor.size:
        raise RuntimeError(
            f"inconsistent tensor size, expected tensor [{self.size}] and src [{tensor.size}] to have the same number "
            f"of elements, but got {self.size} and {tensor.size} elements respectively"
        )


def check_mv(self: Any, vec: Any) -> None:
    if self.ndim != 2 or vec.ndim != 1:
        raise RuntimeError(f"vector + matrix @ vector expected, got 1, {self.ndim}, {vec.ndim}")
    if self.shape[1] != vec.shape[0]:
        raise RuntimeError(f"size mismatch, got input ({self.shape[0]}), mat ({_times(self)}), vec ({vec.shape[0]})")
    if self.dtype != vec.dtype:
        _refuse_addmv_types(vec, self, vec)


def _refuse_addmv_types(*operands: Any) -> None:
    kinds = [type_of(item) for item in operands]
    raise RuntimeError("addmv input tensors must have the same dtype, but got {}, {}, and {}".format(*kinds))


def check_mm(self: Any, mat2: Any) -> None:
    if self.ndim != 2 or mat2.ndim != 2:
        raise RuntimeError(f"{'self' if self.ndim != 2 else 'mat2'} must be a matrix")
    if self.shape[1] != mat2.shape[0]:
        raise RuntimeError(f"mat1 and mat2 shapes cannot be multiplied ({_times(self)} and {_times(mat2)})")
    if self.dtype is not mat2.dtype and self.dtype != mat2.dtype:
        one, two = (dtypes.of(item.dtype).c_name for item in (self, mat2))
        raise RuntimeError(f"expected m1 and m2 to have the same dtype, but got: {one} != {two}")


def _check_batches(batch1: Any, batch2: Any) -> None:
    for name, batch in (("batch1", batch1), ("batch2", batch2)):
        if batch.ndim != 3:
            raise RuntimeError(f"{name} must be a 3D tensor")


def check_bmm(self: Any, mat2: Any) -> None:
    _check_batches(self, mat2)
    if mat2.shape[:2] != (self.shape[0], self.shape[2]):
        raise RuntimeError(
            f"Expected size for first two dimensions of batch2 tensor to be: [{self.shape[0]}, {self.shape[2]}] but "
            f"got: [{mat2.shape[0]}, {mat2.shape[1]}]."
        )
    same_scalar_type(self, mat2)


# ----- a product added to something -----------------------------------------------------------------------------------
def check_addmm(self: Any, mat1: Any, mat2: Any, beta: Any, alpha: Any) -> None:
    if not self.dtype is mat1.dtype is mat2.dtype:
        _check_like_mat2(self, mat1, mat2)
    for name, item in (("mat1", mat1), ("mat2", mat2)):
        if item.ndim != 2:
            raise RuntimeError(f"{name} must be a matrix, got {item.ndim}-D tensor")
    check_mm(mat1, mat2)


def _check_like_mat2(self: Any, mat1: Any, mat2: Any) -> None:
    for name, item in (("self", self), ("mat1", mat1)):
        if item.dtype != mat2.dtype:
            raise RuntimeError(f"{name} and mat2 must have the same dtype, but got {type_of(item)} and {type_of(mat2)}")


def check_baddbmm(self: Any, batch1: Any, batch2: Any, beta: Any, alpha: Any) -> None:
    check_bmm(batch1, batch2)
    same_scalar_type(self, batch1)


# ----- linear algebra -------------------------------------------------------------------------------------------------
def has_two_dimensions(array: Any, name: str) -> None:
    if array.ndim < 2:
        raise RuntimeError(f"{name}: The input tensor A must have at least 2 dimensions.")


def has_square_shape(array: Any, name: str) -> None:
    """Refuse what is no (batch of) square matrices."""
    has_two_dimensions(array, name)
    rows, columns = array.shape[-2:]
    if rows != columns:
        raise RuntimeError(f"{name}: A must be batches of square matrices, but they are {rows} by {columns} matrices")


def matrices(name: str) -> Callable[..., None]:
    """The refusal of a row that takes matrices of floats, under the name that PyTorch has for it there."""

    def check(array: Any, *options: Any) -> None:
        has_two_dimensions(array, name)
        _has_floats(array, name)

    return check


def square_matrices(name: str) -> Callable[..., None]:
    """The refusal of a row that takes square matrices of floats."""

    def check(array: Any, *options: Any) -> None:
        has_square_shape(array, name)
        _has_floats(array, name)

    return check


def _has_floats(array: Any, name: str) -> None:
    if array.dtype.kind != "f":
        raise RuntimeError(f"{name}: Expected a floating point or complex tensor as input. Got {type_of(array)}")


def check_solve(A: np.ndarray, B: np.ndarray, left: bool, check_errors: bool) -> None:
    square_matrices("linalg.solve")(A)
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


def is_vector(A: Any, B: Any) -> bool:
    """Whether the right-hand side is one vector for each matrix."""
    return B.ndim == 1 or (A.ndim - 1 == B.ndim and tuple(B.shape) == tuple(A.shape[:-1]))


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

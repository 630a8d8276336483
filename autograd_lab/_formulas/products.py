"""Products of vectors and matrices."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from .. import _dtype
from .shapes import expand


def dot(self: Any, tensor: Any) -> Any:
    """vector · vector."""
    if self.ndim != 1 or tensor.ndim != 1:
        raise RuntimeError(f"1D tensors expected, but got {self.ndim}D and {tensor.ndim}D tensors")
    if self.dtype != tensor.dtype:
        kinds = " and ".join(_dtype.of(item.dtype).short for item in (self, tensor))
        raise RuntimeError(f"dot : expected both vectors to have same dtype, but found {kinds}")
    if self.size != tensor.size:
        raise RuntimeError(
            f"inconsistent tensor size, expected tensor [{self.size}] and src [{tensor.size}] to have the same number "
            f"of elements, but got {self.size} and {tensor.size} elements respectively"
        )
    return self.dot(tensor)


def mv(self: Any, vec: Any) -> Any:
    """matrix · vector."""
    if self.ndim != 2 or vec.ndim != 1:
        raise RuntimeError(f"vector + matrix @ vector expected, got 1, {self.ndim}, {vec.ndim}")
    if self.shape[1] != vec.shape[0]:
        raise RuntimeError(f"size mismatch, got input ({self.shape[0]}), mat ({_times(self)}), vec ({vec.shape[0]})")
    if self.dtype != vec.dtype:
        kinds = [_dtype.of(item.dtype).short for item in (vec, self, vec)]
        raise RuntimeError("addmv input tensors must have the same dtype, but got {}, {}, and {}".format(*kinds))
    return self.dot(vec)


def mm(self: Any, mat2: Any) -> Any:
    """matrix · matrix."""
    if self.ndim != 2 or mat2.ndim != 2:
        raise RuntimeError(f"{'self' if self.ndim != 2 else 'mat2'} must be a matrix")
    if self.shape[1] != mat2.shape[0]:
        raise RuntimeError(f"mat1 and mat2 shapes cannot be multiplied ({_times(self)} and {_times(mat2)})")
    if self.dtype is not mat2.dtype and self.dtype != mat2.dtype:
        one, two = (_dtype.of(item.dtype).c_name for item in (self, mat2))
        raise RuntimeError(f"expected m1 and m2 to have the same dtype, but got: {one} != {two}")
    return self.dot(mat2)


def addmm(self: Any, mat1: Any, mat2: Any, beta: Any, alpha: Any) -> Any:
    """β·self + α·(matrix · matrix); ``self`` may be a row that is added to every row."""
    if mat1.ndim == mat2.ndim == 2 and mat1.shape[1] == mat2.shape[0]:
        for name, item in (("self", self), ("mat1", mat1)):
            if item.dtype != mat2.dtype:
                kinds = [_dtype.of(one.dtype).short for one in (item, mat2)]
                raise RuntimeError("{} and mat2 must have the same dtype, but got {} and {}".format(name, *kinds))
    return added(self, mm(mat1, mat2), beta, alpha)


def added(self: Any, product: np.ndarray, beta: Any, alpha: Any) -> np.ndarray:
    """β·self + α·product, into the product's memory if it can be; with β = 0 not even a nan in ``self`` counts."""
    beta, alpha = product.dtype.type(beta), product.dtype.type(alpha)
    if beta == 1 == alpha:
        try:
            product += self
        except ValueError:
            expand(self, product.shape, True)  # raises, and says why
            raise
        return product
    stretched = expand(np.asarray(self), product.shape, True)
    if alpha != 1:
        product = product * alpha
    if beta == 0:
        return product
    return product + (stretched if beta == 1 else stretched * beta)


def turned(strides: Sequence[int]) -> bool:
    """Whether a matrix lies in memory column by column, as the transpose of a weight does.

    Its gradient is then computed turned as well, so that the weight's own gradient lies row by row.
    """
    return len(strides) == 2 and strides[0] == 1 < strides[1]


def bmm(self: Any, mat2: Any) -> Any:
    """matrix · matrix, for each pair of a batch."""
    for name, item in (("batch1", self), ("batch2", mat2)):
        if item.ndim != 3:
            raise RuntimeError(f"{name} must be a 3D tensor")
    if mat2.shape[:2] != (self.shape[0], self.shape[2]):
        raise RuntimeError(
            f"Expected size for first two dimensions of batch2 tensor to be: [{self.shape[0]}, {self.shape[2]}] but "
            f"got: [{mat2.shape[0]}, {mat2.shape[1]}]."
        )
    if self.dtype != mat2.dtype:
        one, two = (_dtype.of(item.dtype).short for item in (self, mat2))
        raise RuntimeError(f"expected scalar type {one} but found {two}")
    return np.matmul(self, mat2)


def _times(matrix: Any) -> str:
    return f"{matrix.shape[0]}x{matrix.shape[1]}"

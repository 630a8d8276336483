"""The pseudo-inverse: the inverse of what a matrix does to the directions that it does not (almost) extinguish.

PyTorch: ATen/native/LinearAlgebra.cpp (pinv); Golub and Pereyra, "The differentiation of pseudo-inverses and nonlinear
least squares problems whose variables separate" (1973).
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from .. import _dtype
from ..autograd._state import quiet
from .linear_algebra import square, svd


@quiet
def pinv(self: np.ndarray, atol: Any, rtol: Any, hermitian: bool) -> np.ndarray:
    """V S⁻¹ Uᵀ over the singular values that do not count as zero; ``hermitian`` takes eigenvalues instead."""
    if self.ndim < 2 or self.dtype.kind != "f":
        kind = _dtype.of(self.dtype).short
        raise RuntimeError(
            f"linalg.pinv({kind}{{{list(self.shape)}}}): expected a tensor with 2 or more dimensions of float, double, "
            "cfloat or cdouble types"
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


def _limit(largest: np.ndarray, sizes: Sequence[int], atol: Any, rtol: Any) -> np.ndarray:
    """Up to here a singular value counts as zero: ``max(atol, rtol · largest)``, for each matrix."""
    atol, rtol = (np.asarray(item)[..., None] if item is not None else None for item in (atol, rtol))
    if rtol is None:
        usual = max(sizes) * np.finfo(largest.dtype).eps
        rtol = usual if atol is None else np.where(atol > 0, 0.0, usual)
    return np.maximum(largest * rtol, 0.0 if atol is None else atol).astype(largest.dtype)


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

"""Products of vectors and matrices."""

from typing import Any

import numpy as np

from .._core.base.strided import lies_by_columns
from .._core.refusals.matrices import check_addmm, check_baddbmm, check_bmm, check_dot, check_mm, check_mv
from .._core.refusals.shapes import check_expand
from .._core.table.row import derivative
from .arithmetic_forms import times
from .shapes import expand_forward

dot = derivative(
    "dot(Tensor self, Tensor tensor) -> Tensor",
    node="DotBackward0",
    forward=np.ndarray.dot,
    self=lambda grad, tensor: grad * tensor,
    tensor=lambda grad, self: grad * self,
    zero_where="factor 0",
    variants="function, method",
    refuse=check_dot,
    does="The sum of the products of two vectors' elements.",
    tex=dict(forward=r"z = x \cdot y", self=r"\bar{x} = \bar{z}\, y", tensor=r"\bar{y} = \bar{z}\, x"),
    samples=lambda make: [(make(3), make(3)), (make(1), make(1)), (make(0), make(0))],
)

mv = derivative(
    "mv(Tensor self, Tensor vec) -> Tensor",
    node="MvBackward0",
    forward=np.ndarray.dot,
    self=lambda grad, vec: grad[:, None] * vec,
    vec=lambda grad, self: self.T @ grad,
    zero_where="factor 0",
    variants="function, method",
    refuse=check_mv,
    does="The product of a matrix and a vector.",
    tex=dict(forward=r"z = A\, x", self=r"\bar{A} = \bar{z}\, x^{T}", vec=r"\bar{x} = A^{T} \bar{z}"),
    samples=lambda make: [(make(2, 3), make(3)), (make(1, 1), make(1))],
)

mm = derivative(
    "mm(Tensor self, Tensor mat2) -> Tensor",
    node="MmBackward0",
    forward=np.ndarray.dot,
    self=lambda grad, mat2, self_strides: (mat2 @ grad.T).T if lies_by_columns(self_strides) else grad @ mat2.T,
    mat2=lambda grad, self, mat2_strides: (grad.T @ self).T if lies_by_columns(mat2_strides) else self.T @ grad,
    zero_where="factor 0",
    variants="function, method",
    keeps=("self_sizes", "self_strides", "mat2_sizes", "mat2_strides"),
    refuse=check_mm,
    does="The product of two matrices.",
    tex=dict(forward=r"Z = A\, B", self=r"\bar{A} = \bar{Z}\, B^{T}", mat2=r"\bar{B} = A^{T} \bar{Z}"),
    samples=lambda make: [(make(2, 3), make(3, 4)), (make(1, 3), make(3, 1)), (make(0, 3), make(3, 2))],
)

bmm = derivative(
    "bmm(Tensor self, Tensor mat2) -> Tensor",
    node="BmmBackward0",
    forward=np.matmul,
    self=lambda grad, mat2: grad @ mat2.mT,
    mat2=lambda grad, self: self.mT @ grad,
    zero_where="factor 0",
    variants="function, method",
    refuse=check_bmm,
    does="The products of the matrices of two batches, pair by pair.",
    tex=dict(
        forward=r"Z_b = A_b\, B_b", self=r"\bar{A}_b = \bar{Z}_b\, B_b^{T}", mat2=r"\bar{B}_b = A_b^{T} \bar{Z}_b"
    ),
    samples=lambda make: [(make(2, 2, 3), make(2, 3, 4)), (make(1, 1, 2), make(1, 2, 1))],
)


def added(self: Any, product: np.ndarray, beta: Any, alpha: Any) -> np.ndarray:
    """β·self + α·product, into the product's memory if it can be; with β = 0 not even a nan in ``self`` counts."""
    if beta == 1 == alpha:
        try:
            product += self
        except ValueError:
            check_expand(self, product.shape)
            raise
        return product
    beta, alpha = product.dtype.type(beta), product.dtype.type(alpha)
    stretched = expand_forward(np.asarray(self), product.shape, True)
    if alpha != 1:
        product = product * alpha
    if beta == 0:
        return product
    return product + (stretched if beta == 1 else stretched * beta)


def addmm_forward(self: Any, mat1: Any, mat2: Any, beta: Any, alpha: Any) -> Any:
    """β·self + α·(matrix · matrix); ``self`` may be a row that is added to every row."""
    return added(self, mat1.dot(mat2), beta, alpha)


addmm = derivative(
    "addmm(Tensor self, Tensor mat1, Tensor mat2, *, Scalar beta=1, Scalar alpha=1) -> Tensor",
    node="AddmmBackward0",
    forward=addmm_forward,
    self=lambda grad, beta: times(grad, beta),
    mat1=lambda grad, mat2, alpha, mat1_strides: times(
        (mat2 @ grad.T).T if lies_by_columns(mat1_strides) else grad @ mat2.T, alpha
    ),
    mat2=lambda grad, mat1, alpha, mat2_strides: times(
        (grad.T @ mat1).T if lies_by_columns(mat2_strides) else mat1.T @ grad, alpha
    ),
    zero_where="factor 0",
    variants="function, method, in_place",
    pointwise=True,  # for `self`: a bias is added to every row
    keeps=("mat1_sizes", "mat1_strides", "mat2_sizes", "mat2_strides"),
    refuse=check_addmm,
    does="``beta · self + alpha · (mat1 @ mat2)`` for two matrices; ``self`` stretches to the product's shape.",
    tex=dict(
        forward=r"Z = \beta C + \alpha A\, B",
        self=r"\bar{C} = \beta \bar{Z}",
        mat1=r"\bar{A} = \alpha \bar{Z}\, B^{T}",
        mat2=r"\bar{B} = \alpha A^{T} \bar{Z}",
    ),
    samples=lambda make: [(make(4), make(2, 3), make(3, 4)), (make(2, 2), make(2, 3), make(3, 2), 0.5, 2)],
)


def baddbmm_forward(self: Any, batch1: Any, batch2: Any, beta: Any, alpha: Any) -> Any:
    """β·self + α·(matrix · matrix), for each pair of a batch."""
    return added(self, np.matmul(batch1, batch2), beta, alpha)


baddbmm = derivative(
    "baddbmm(Tensor self, Tensor batch1, Tensor batch2, *, Scalar beta=1, Scalar alpha=1) -> Tensor",
    node="BaddbmmBackward0",
    forward=baddbmm_forward,
    self=lambda grad, beta: times(grad, beta),
    batch1=lambda grad, batch2, alpha: times(grad @ batch2.mT, alpha),
    batch2=lambda grad, batch1, alpha: times(batch1.mT @ grad, alpha),
    zero_where="factor 0",
    variants="function, method, in_place",
    pointwise=True,  # for `self`: a matrix may be added to every product
    refuse=check_baddbmm,
    does="``beta · self + alpha · (batch1 @ batch2)`` for each pair of matrices of two batches.",
    tex=dict(
        forward=r"Z_b = \beta C_b + \alpha A_b\, B_b",
        self=r"\bar{C}_b = \beta \bar{Z}_b",
        batch1=r"\bar{A}_b = \alpha \bar{Z}_b\, B_b^{T}",
        batch2=r"\bar{B}_b = \alpha A_b^{T} \bar{Z}_b",
    ),
    samples=lambda make: [
        (make(2, 2, 4), make(2, 2, 3), make(2, 3, 4)), (make(4), make(2, 2, 3), make(2, 3, 4), 0.5, 2),
    ],
)  # fmt: skip

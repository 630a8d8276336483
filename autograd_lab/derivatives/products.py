"""Products of vectors and matrices."""

from typing import Any

import numpy as np

from .._core.base.strided import laid_out_like, lies_by_columns
from .._core.refusals.products import (
    check_addbmm,
    check_addmm,
    check_addmv,
    check_addr,
    check_baddbmm,
    check_bmm,
    check_dot,
    check_mm,
    check_mv,
    check_trilinear,
)
from .._core.refusals.shapes import check_expand
from .._core.table.row import derivative
from ._operands import together
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


def addmv_forward(self: Any, mat: Any, vec: Any, beta: Any, alpha: Any) -> Any:
    """β·self + α·(matrix · vector); a ``self`` of one number is added everywhere."""
    return added(self, mat.dot(vec), beta, alpha)


addmv = derivative(
    "addmv(Tensor self, Tensor mat, Tensor vec, *, Scalar beta=1, Scalar alpha=1) -> Tensor",
    node="AddmvBackward0",
    forward=addmv_forward,
    self=lambda grad, beta: times(grad, beta),
    mat=lambda grad, vec, alpha: times(grad[:, None] * vec, alpha),
    vec=lambda grad, mat, alpha: times(mat.T @ grad, alpha),
    zero_where="factor 0",
    variants="function, method, in_place",
    pointwise=True,  # for `self`: one number may be added to all
    refuse=check_addmv,
    does="``beta · self + alpha · (mat @ vec)`` for a matrix and a vector.",
    tex=dict(
        forward=r"z = \beta y + \alpha A\, x",
        self=r"\bar{y} = \beta \bar{z}",
        mat=r"\bar{A} = \alpha \bar{z}\, x^{T}",
        vec=r"\bar{x} = \alpha A^{T} \bar{z}",
    ),
    samples=lambda make: [
        (make(2), make(2, 3), make(3)), (make(1), make(2, 3), make(3), 0.5, 2), (make(), make(2, 1), make(1)),
    ],
)  # fmt: skip


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


def addr_forward(self: Any, vec1: Any, vec2: Any, beta: Any, alpha: Any) -> Any:
    """β·self + α·(every product of the two vectors' elements); the types meet."""
    self, vec1, vec2 = together(self, vec1, vec2)
    added = expand_forward(self, (vec1.size, vec2.size), False)
    product = times(vec1[:, None] * vec2, alpha)
    if not beta:
        return product  # a beta of 0 wipes out even nan
    return np.add(times(added, beta), product, out=laid_out_like(added, product.dtype))


addr = derivative(
    "addr(Tensor self, Tensor vec1, Tensor vec2, *, Scalar beta=1, Scalar alpha=1) -> Tensor",
    node="AddrBackward0",
    forward=addr_forward,
    self=lambda grad, beta: times(grad, beta),
    vec1=lambda grad, vec2, alpha: times(grad @ vec2, alpha),
    vec2=lambda grad, vec1, alpha: times(grad.T @ vec1, alpha),
    variants="function, method, in_place",
    pointwise=True,  # for `self`: a row may be added to all
    refuse=check_addr,
    does="``beta · self + alpha · vec1 ⊗ vec2``: every product of an element of one vector and one of the other.",
    tex=dict(
        forward=r"Z = \beta C + \alpha\, x\, y^{T}",
        self=r"\bar{C} = \beta \bar{Z}",
        vec1=r"\bar{x} = \alpha \bar{Z}\, y",
        vec2=r"\bar{y} = \alpha \bar{Z}^{T} x",
    ),
    samples=lambda make: [(make(2, 3), make(2), make(3)), (make(3), make(2), make(3), 0.5, 2)],
)


def addbmm_forward(self: Any, batch1: Any, batch2: Any, beta: Any, alpha: Any) -> Any:
    """β·self + α·(the sum of the products of a batch)."""
    product = times(np.matmul(batch1, batch2).sum(0, dtype=self.dtype), alpha)
    return product if not beta else times(expand_forward(self, product.shape, False), beta) + product


addbmm = derivative(
    "addbmm(Tensor self, Tensor batch1, Tensor batch2, *, Scalar beta=1, Scalar alpha=1) -> Tensor",
    node="AddbmmBackward0",
    forward=addbmm_forward,
    self=lambda grad, beta: times(grad, beta),
    batch1=lambda grad, batch2, alpha: times(grad @ batch2.mT, alpha),
    batch2=lambda grad, batch1, alpha: times(batch1.mT @ grad, alpha),
    variants="function, method, in_place",
    pointwise=True,  # for `self`: a row may be added to all
    keeps=("batch1_argsize_0", "batch1_argsize_1", "batch2_argsize_2"),
    refuse=check_addbmm,
    does="``beta · self + alpha ·`` the sum over a batch of ``batch1 @ batch2``.",
    tex=dict(
        forward=r"Z = \beta C + \alpha \sum_b A_b\, B_b",
        self=r"\bar{C} = \beta \bar{Z}",
        batch1=r"\bar{A}_b = \alpha \bar{Z}\, B_b^{T}",
        batch2=r"\bar{B}_b = \alpha A_b^{T} \bar{Z}",
    ),
    samples=lambda make: [
        (make(2, 4), make(2, 2, 3), make(2, 3, 4)), (make(4), make(2, 2, 3), make(2, 3, 4), 0.5, 2),
    ],
)  # fmt: skip

vdot = derivative(
    "vdot(Tensor self, Tensor other) -> Tensor",
    node="VdotBackward0",
    forward=np.ndarray.dot,
    self=lambda grad, other: grad * other,
    other=lambda grad, self: grad * self,
    variants="function, method",
    refuse=check_dot,
    does="The sum of the products of two vectors' elements: of real numbers, `dot`.",
    tex=dict(forward=r"z = x \cdot y", self=r"\bar{x} = \bar{z}\, y", other=r"\bar{y} = \bar{z}\, x"),
    samples=lambda make: [(make(3), make(3)), (make(1), make(1))],
)


def _threefold(one: Any, two: Any, three: Any, added: tuple, sums: Any) -> Any:
    """The product of three arrays, each with new dimensions where ``added`` says so, summed along ``sums``."""
    stretched = []
    for factor, axes in zip((one, two, three), added, strict=True):
        for axis in sorted(axes):
            factor = np.expand_dims(factor, axis)
        stretched.append(factor)
    return np.sum(stretched[0] * stretched[1] * stretched[2], axis=tuple(sums))


def trilinear_forward(
    i1: Any, i2: Any, i3: Any, expand1: Any, expand2: Any, expand3: Any, sumdim: Any, unroll_dim: int
) -> Any:
    """The sums; ``unroll_dim`` says how PyTorch goes about it."""
    return _threefold(i1, i2, i3, (expand1, expand2, expand3), sumdim).astype(i1.dtype)


trilinear = derivative(
    "_trilinear(Tensor i1, Tensor i2, Tensor i3, int[] expand1, int[] expand2, int[] expand3, int[] sumdim, "
    "int unroll_dim=1) -> Tensor",
    node="TrilinearBackward0",
    forward=trilinear_forward,
    i1=lambda grad, i2, i3, expand1, expand2, expand3, sumdim: _threefold(
        grad, i2, i3, (sumdim, expand2, expand3), expand1
    ),
    i2=lambda grad, i1, i3, expand1, expand2, expand3, sumdim: _threefold(
        grad, i1, i3, (sumdim, expand1, expand3), expand2
    ),
    i3=lambda grad, i1, i2, expand1, expand2, expand3, sumdim: _threefold(
        grad, i1, i2, (sumdim, expand1, expand2), expand3
    ),
    refuse=check_trilinear,
    does="The product of three tensors, stretched along ``expand…`` to one shape and summed along ``sumdim``.",
    tex=dict(
        forward=r"z_{no} = \sum_{ij} x_{ni}\, W_{oij}\, y_{nj}",
        i1=r"\bar{x}_{ni} = \sum_{oj} \bar{z}_{no}\, W_{oij}\, y_{nj}",
        i2=r"\bar{W}_{oij} = \sum_{n} \bar{z}_{no}\, x_{ni}\, y_{nj}",
        i3=r"\bar{y}_{nj} = \sum_{oi} \bar{z}_{no}\, x_{ni}\, W_{oij}",
    ),
    samples=lambda make: [(make(3, 2), make(4, 2, 5), make(3, 5), (1, 3), (0,), (1, 2), (2, 3))],
)

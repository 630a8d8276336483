"""Products of vectors and matrices."""

from typing import Any

import numpy as np

from .._base import dtypes
from .._base.strided import laid_out_like, lies_by_columns
from .._table.row import derivative
from ._operands import together, type_of
from .arithmetic import times
from .shapes import expand_forward


def dot_forward(self: Any, tensor: Any) -> Any:
    """vector · vector."""
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
    return self.dot(tensor)


dot = derivative(
    "dot(Tensor self, Tensor tensor) -> Tensor",
    does="The sum of the products of two vectors' elements.",
    node="DotBackward0",
    variants="function, method",
    forward=dot_forward,
    self=lambda grad, tensor: grad * tensor,
    tensor=lambda grad, self: grad * self,
    tex=dict(forward=r"z = x \cdot y", self=r"\bar{x} = \bar{z}\, y", tensor=r"\bar{y} = \bar{z}\, x"),
    samples=lambda make: [(make(3), make(3)), (make(1), make(1)), (make(0), make(0))],
)


def _times(matrix: Any) -> str:
    return f"{matrix.shape[0]}x{matrix.shape[1]}"


def mv_forward(self: Any, vec: Any) -> Any:
    """matrix · vector."""
    if self.ndim != 2 or vec.ndim != 1:
        raise RuntimeError(f"vector + matrix @ vector expected, got 1, {self.ndim}, {vec.ndim}")
    if self.shape[1] != vec.shape[0]:
        raise RuntimeError(f"size mismatch, got input ({self.shape[0]}), mat ({_times(self)}), vec ({vec.shape[0]})")
    if self.dtype != vec.dtype:
        kinds = [type_of(item) for item in (vec, self, vec)]
        raise RuntimeError("addmv input tensors must have the same dtype, but got {}, {}, and {}".format(*kinds))
    return self.dot(vec)


mv = derivative(
    "mv(Tensor self, Tensor vec) -> Tensor",
    does="The product of a matrix and a vector.",
    node="MvBackward0",
    variants="function, method",
    forward=mv_forward,
    self=lambda grad, vec: grad[:, None] * vec,
    vec=lambda grad, self: self.T @ grad,
    tex=dict(forward=r"z = A\, x", self=r"\bar{A} = \bar{z}\, x^{T}", vec=r"\bar{x} = A^{T} \bar{z}"),
    samples=lambda make: [(make(2, 3), make(3)), (make(1, 1), make(1))],
)


def mm_forward(self: Any, mat2: Any) -> Any:
    """matrix · matrix."""
    if self.ndim != 2 or mat2.ndim != 2:
        raise RuntimeError(f"{'self' if self.ndim != 2 else 'mat2'} must be a matrix")
    if self.shape[1] != mat2.shape[0]:
        raise RuntimeError(f"mat1 and mat2 shapes cannot be multiplied ({_times(self)} and {_times(mat2)})")
    if self.dtype is not mat2.dtype and self.dtype != mat2.dtype:
        one, two = (dtypes.of(item.dtype).c_name for item in (self, mat2))
        raise RuntimeError(f"expected m1 and m2 to have the same dtype, but got: {one} != {two}")
    return self.dot(mat2)


mm = derivative(
    "mm(Tensor self, Tensor mat2) -> Tensor",
    does="The product of two matrices.",
    node="MmBackward0",
    variants="function, method",
    forward=mm_forward,
    self=lambda grad, mat2, self_strides: (mat2 @ grad.T).T if lies_by_columns(self_strides) else grad @ mat2.T,
    mat2=lambda grad, self, mat2_strides: (grad.T @ self).T if lies_by_columns(mat2_strides) else self.T @ grad,
    keeps=("self_sizes", "self_strides", "mat2_sizes", "mat2_strides"),
    tex=dict(forward=r"Z = A\, B", self=r"\bar{A} = \bar{Z}\, B^{T}", mat2=r"\bar{B} = A^{T} \bar{Z}"),
    samples=lambda make: [(make(2, 3), make(3, 4)), (make(1, 3), make(3, 1)), (make(0, 3), make(3, 2))],
)


def bmm_forward(self: Any, mat2: Any) -> Any:
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
        raise RuntimeError(f"expected scalar type {type_of(self)} but found {type_of(mat2)}")
    return np.matmul(self, mat2)


bmm = derivative(
    "bmm(Tensor self, Tensor mat2) -> Tensor",
    does="The products of the matrices of two batches, pair by pair.",
    node="BmmBackward0",
    variants="function, method",
    forward=bmm_forward,
    self=lambda grad, mat2: grad @ mat2.mT,
    mat2=lambda grad, self: self.mT @ grad,
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
            expand_forward(self, product.shape, True)  # raises, and says why
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
    if not self.dtype is mat1.dtype is mat2.dtype:
        for name, item in (("self", self), ("mat1", mat1)):
            if item.dtype != mat2.dtype:
                kinds = f"{type_of(item)} and {type_of(mat2)}"
                raise RuntimeError(f"{name} and mat2 must have the same dtype, but got {kinds}")
    for name, item in (("mat1", mat1), ("mat2", mat2)):
        if item.ndim != 2:
            raise RuntimeError(f"{name} must be a matrix, got {item.ndim}-D tensor")
    return added(self, mm_forward(mat1, mat2), beta, alpha)


addmm = derivative(
    "addmm(Tensor self, Tensor mat1, Tensor mat2, *, Scalar beta=1, Scalar alpha=1) -> Tensor",
    does="``beta · self + alpha · (mat1 @ mat2)`` for two matrices; ``self`` stretches to the product's shape.",
    node="AddmmBackward0",
    variants="function, method, in_place",
    forward=addmm_forward,
    pointwise=True,  # for `self`: a bias is added to every row
    self=lambda grad, beta: times(grad, beta),
    mat1=lambda grad, mat2, alpha, mat1_strides: times(
        (mat2 @ grad.T).T if lies_by_columns(mat1_strides) else grad @ mat2.T, alpha
    ),
    mat2=lambda grad, mat1, alpha, mat2_strides: times(
        (grad.T @ mat1).T if lies_by_columns(mat2_strides) else mat1.T @ grad, alpha
    ),
    keeps=("mat1_sizes", "mat1_strides", "mat2_sizes", "mat2_strides"),
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
    if mat.ndim != 2 or vec.ndim != 1 or self.ndim > 1:
        raise RuntimeError(f"vector + matrix @ vector expected, got {self.ndim}, {mat.ndim}, {vec.ndim}")
    length = self.size if self.ndim else mat.shape[0]
    if mat.shape[1] != vec.shape[0] or length not in (1, mat.shape[0]):
        sizes = f"input ({length}), mat ({mat.shape[0]}x{mat.shape[1]}), vec ({vec.shape[0]})"
        raise RuntimeError(f"size mismatch, got {sizes}")
    if not self.dtype == mat.dtype == vec.dtype:
        kinds = [type_of(item) for item in (self, mat, vec)]
        raise RuntimeError("addmv input tensors must have the same dtype, but got {}, {}, and {}".format(*kinds))
    return added(self, mat.dot(vec), beta, alpha)


addmv = derivative(
    "addmv(Tensor self, Tensor mat, Tensor vec, *, Scalar beta=1, Scalar alpha=1) -> Tensor",
    does="``beta · self + alpha · (mat @ vec)`` for a matrix and a vector.",
    node="AddmvBackward0",
    variants="function, method, in_place",
    forward=addmv_forward,
    pointwise=True,  # for `self`: one number may be added to all
    self=lambda grad, beta: times(grad, beta),
    mat=lambda grad, vec, alpha: times(grad[:, None] * vec, alpha),
    vec=lambda grad, mat, alpha: times(mat.T @ grad, alpha),
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
    if self.dtype != batch1.dtype:
        kinds = [dtypes.of(item.dtype).c_name for item in (self, batch1, batch2)]
        raise RuntimeError("Input dtypes must be the same, got: input {}, batch1: {}, batch2: {}".format(*kinds))
    if batch1.ndim == 3:  # like PyTorch, which looks at `self` before it looks at the batches
        rank = max(batch2.ndim, 1)
        if rank < 3:
            raise IndexError(f"Dimension out of range (expected to be in range of [-{rank}, {rank - 1}], but got 2)")
        self = expand_forward(np.asarray(self), (*batch1.shape[:2], batch2.shape[2]), True)
    return added(self, bmm_forward(batch1, batch2), beta, alpha)


baddbmm = derivative(
    "baddbmm(Tensor self, Tensor batch1, Tensor batch2, *, Scalar beta=1, Scalar alpha=1) -> Tensor",
    does="``beta · self + alpha · (batch1 @ batch2)`` for each pair of matrices of two batches.",
    node="BaddbmmBackward0",
    variants="function, method, in_place",
    forward=baddbmm_forward,
    pointwise=True,  # for `self`: a matrix may be added to every product
    self=lambda grad, beta: times(grad, beta),
    batch1=lambda grad, batch2, alpha: times(grad @ batch2.mT, alpha),
    batch2=lambda grad, batch1, alpha: times(batch1.mT @ grad, alpha),
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
    for name, vector in (("vec1", vec1), ("vec2", vec2)):
        if vector.ndim != 1:
            raise RuntimeError(f"addr: Expected 1-D argument {name}, but got {vector.ndim}-D")
    self, vec1, vec2 = together(self, vec1, vec2)
    for name, factor in (("beta", beta), ("alpha", alpha)):
        if self.dtype.kind != "f" and isinstance(factor, float):
            raise RuntimeError(f"For integral input tensors, argument {name} must not be a floating point number.")
    added = expand_forward(self, (vec1.size, vec2.size), False)
    product = times(vec1[:, None] * vec2, alpha)
    if not beta:
        return product  # a beta of 0 wipes out even nan
    return np.add(times(added, beta), product, out=laid_out_like(added, product.dtype))


addr = derivative(
    "addr(Tensor self, Tensor vec1, Tensor vec2, *, Scalar beta=1, Scalar alpha=1) -> Tensor",
    does="``beta · self + alpha · vec1 ⊗ vec2``: every product of an element of one vector and one of the other.",
    node="AddrBackward0",
    variants="function, method, in_place",
    forward=addr_forward,
    pointwise=True,  # for `self`: a row may be added to all
    self=lambda grad, beta: times(grad, beta),
    vec1=lambda grad, vec2, alpha: times(grad @ vec2, alpha),
    vec2=lambda grad, vec1, alpha: times(grad.T @ vec1, alpha),
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
    if batch1.shape[:1] != batch2.shape[:1] and batch1.ndim == batch2.ndim == 3:
        raise RuntimeError(
            f"batch1 and batch2 must have same number of batches, got {batch1.shape[0]} and {batch2.shape[0]}"
        )
    if batch2.ndim == 3 and batch1.ndim > 1:
        self = expand_forward(self, (batch1.shape[1], batch2.shape[2]), False)
    for name, item in (("self", self), ("mat1", batch1)):
        if item.dtype != batch2.dtype:
            kinds = f"{type_of(item)} and {type_of(batch2)}"
            raise RuntimeError(f"{name} and mat2 must have the same dtype, but got {kinds}")
    for name, batch in (("batch1", batch1), ("batch2", batch2)):
        if batch.ndim != 3:
            raise RuntimeError(f"{name} must be a 3D tensor")
    if batch1.shape[2] != batch2.shape[1]:
        sizes = ["x".join(map(str, batch.shape[1:])) for batch in (batch1, batch2)]
        raise RuntimeError("Incompatible matrix sizes for bmm ({} and {})".format(*sizes))
    product = times(np.matmul(batch1, batch2).sum(0, dtype=self.dtype), alpha)
    return product if not beta else times(self, beta) + product


addbmm = derivative(
    "addbmm(Tensor self, Tensor batch1, Tensor batch2, *, Scalar beta=1, Scalar alpha=1) -> Tensor",
    does="``beta · self + alpha ·`` the sum over a batch of ``batch1 @ batch2``.",
    node="AddbmmBackward0",
    variants="function, method, in_place",
    forward=addbmm_forward,
    pointwise=True,  # for `self`: a row may be added to all
    self=lambda grad, beta: times(grad, beta),
    batch1=lambda grad, batch2, alpha: times(grad @ batch2.mT, alpha),
    batch2=lambda grad, batch1, alpha: times(batch1.mT @ grad, alpha),
    keeps=("batch1_argsize_0", "batch1_argsize_1", "batch2_argsize_2"),
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
    does="The sum of the products of two vectors' elements: of real numbers, `dot`.",
    node="VdotBackward0",
    variants="function, method",
    forward=dot_forward,
    self=lambda grad, other: grad * other,
    other=lambda grad, self: grad * self,
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
    for other in (i2, i3):
        if other.dtype != i1.dtype:
            raise RuntimeError(f"expected scalar type {type_of(i1)} but found {type_of(other)}")
    return _threefold(i1, i2, i3, (expand1, expand2, expand3), sumdim).astype(i1.dtype)


trilinear = derivative(
    "_trilinear(Tensor i1, Tensor i2, Tensor i3, int[] expand1, int[] expand2, int[] expand3, int[] sumdim, "
    "int unroll_dim=1) -> Tensor",
    does="The product of three tensors, stretched along ``expand…`` to one shape and summed along ``sumdim``.",
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
    tex=dict(
        forward=r"z_{no} = \sum_{ij} x_{ni}\, W_{oij}\, y_{nj}",
        i1=r"\bar{x}_{ni} = \sum_{oj} \bar{z}_{no}\, W_{oij}\, y_{nj}",
        i2=r"\bar{W}_{oij} = \sum_{n} \bar{z}_{no}\, x_{ni}\, y_{nj}",
        i3=r"\bar{y}_{nj} = \sum_{oi} \bar{z}_{no}\, x_{ni}\, W_{oij}",
    ),
    samples=lambda make: [(make(3, 2), make(4, 2, 5), make(3, 5), (1, 3), (0,), (1, 2), (2, 3))],
)

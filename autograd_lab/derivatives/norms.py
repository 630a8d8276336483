"""Norms: lengths of vectors, and the logarithm of a sum of exponentials."""

import math
from typing import Any

import numpy as np

from .._core.base import dtypes
from .._core.base.strided import row_by_row
from .._core.refusals.numbers import check_norm, check_norm_type
from .._core.table.row import derivative
from ._operands import axes_of, choose, plain, restore, sum_to
from .rounding import sgn


def logsumexp_forward(self: Any, dim: tuple[int, ...], keepdim: bool) -> Any:
    """ln Σ eˣ, safe for large x: the largest is taken out of the sum first."""
    if self.dtype.kind != "f":
        self = self.astype(dtypes.get_default_dtype().numpy)
    axes = axes_of(dim, self.ndim)
    largest = np.maximum.reduce(self, axis=axes, keepdims=True, initial=-math.inf)
    largest = np.where(np.isinf(largest), self.dtype.type(0), largest)
    total = np.log(row_by_row(np.add.reduce(np.exp(self - largest), axis=axes, keepdims=keepdim)))
    return total + (largest if keepdim else largest.reshape(total.shape)[()])


def logsumexp_back(grad: Any, self: Any, dim: tuple[int, ...], keepdim: bool, result: Any) -> Any:
    """The slopes are the softmax."""
    sizes = tuple(self.shape)
    return restore(grad, sizes, dim, keepdim) * np.exp(self - restore(result, sizes, dim, keepdim))


logsumexp = derivative(
    "logsumexp(Tensor self, int[1] dim, bool keepdim=False) -> Tensor",
    node="LogsumexpBackward0",
    forward=logsumexp_forward,
    self=logsumexp_back,
    zero_where="saturated",
    does="The logarithm of the sum of exponentials along ``dim``, without overflow.",
    tex=dict(forward=r"z = \ln \sum_i e^{x_i}", self=r"\bar{x}_i = \bar{z}\, e^{x_i - z}"),
    samples=lambda make: [(make(3), (0,)), (make(2, 3), (-1,), True), (make(2, 3), (0, 1)), (make(), (0,))],
)


def in_float_type(self: Any, dtype: Any, name: str) -> Any:
    """The array in the type in which its norm is computed."""
    check_norm_type(self, dtype, name)
    return self if dtype is None else self.astype(dtypes.as_dtype(dtype, name).numpy)


def _norm(self: Any, ord: Any, axes: tuple[int, ...], keepdim: bool) -> Any:
    size = np.abs(self)
    if ord == 0:
        return np.add.reduce(self != 0, axis=axes, keepdims=keepdim, dtype=self.dtype)
    if math.isinf(ord):
        return (np.maximum if ord > 0 else np.minimum).reduce(size, axis=axes, keepdims=keepdim)
    if ord == 1:
        return np.add.reduce(size, axis=axes, keepdims=keepdim)
    if ord == 2:
        return np.sqrt(np.add.reduce(size * size, axis=axes, keepdims=keepdim))
    return np.add.reduce(size**ord, axis=axes, keepdims=keepdim) ** (1 / ord)


def vector_norm(self: Any, ord: Any, dim: Any, keepdim: bool, dtype: Any) -> Any:
    """(Σ|x|ᵖ)¹ᐟᵖ; the largest or smallest |x| for p = ±inf; how many are not 0 for p = 0."""
    self = in_float_type(self, dtype, "linalg.vector_norm")
    return row_by_row(np.asarray(_norm(self, ord, axes_of(dim, self.ndim), keepdim)).astype(self.dtype))[()]


def _attaining(self: Any, norm: Any, axes: tuple[int, ...]) -> Any:
    """1/n for each of the n elements whose size is the norm (or nan), 0 for the others."""
    attains = (np.abs(self) == norm) | np.isnan(self)
    return (attains / np.add.reduce(attains, axis=axes, keepdims=True)).astype(self.dtype)


def norm_back(grad: Any, self: Any, ord: Any, dim: Any, keepdim: bool, result: Any) -> Any:
    """The slope is sign(x)·(|x| / norm)ᵖ⁻¹; for p = ±inf those that attain the norm share; none for p = 0."""
    sizes = tuple(self.shape)
    grad, norm = restore(grad, sizes, dim, keepdim), restore(result, sizes, dim, keepdim)
    if ord == 0:
        return None
    if ord == 1:
        return sgn(self) * grad
    if ord == 2:
        return grad * choose(norm == 0, 0.0, self / norm)
    if math.isinf(ord):
        return sgn(self) * (grad * _attaining(plain(self), plain(norm), axes_of(dim, len(sizes))))
    if ord < 1:
        return choose(self == 0, 0.0, sgn(self) * np.abs(self) ** (ord - 1)) * grad * norm ** (1 - ord)
    scaled = sgn(self) * np.abs(self) ** (ord - 1) if ord < 2 else self * np.abs(self) ** (ord - 2)
    return scaled * choose(norm == 0, 0.0, grad / norm ** (ord - 1))


linalg_vector_norm = derivative(
    "linalg_vector_norm(Tensor self, Scalar ord=2, int[1]? dim=None, bool keepdim=False, *, ScalarType? dtype=None) "
    "-> Tensor",
    node="LinalgVectorNormBackward0",
    forward=vector_norm,
    self=norm_back,
    zero_where="corner",
    does="The length of a vector: (Σ|x|ᵖ)^(1/p) along ``dim``; for p = ±inf the largest or smallest |x|.",
    tex=dict(
        forward=r"z = (\sum_i |x_i|^p)^{1/p}",
        self=r"\bar{x} = \bar{z} \odot \operatorname{sign}(x) \odot (|x| / z)^{p - 1}",
    ),
    samples=lambda make: [
        (make(3),), (make(2, 3), 2, (1,), True), (make(2, 3), 1, (0,)), (make(2, 3), 3.0, (-1,), True),
        (make(4), float("inf")), (make(),),
    ],
)  # fmt: skip


def norm_dim_forward(self: Any, p: Any, dim: Any, keepdim: bool) -> Any:
    """The same; None stands for 2."""
    return vector_norm(self, 2 if p is None else p, dim, keepdim, None)


norm_scalar = derivative(
    "norm.Scalar(Tensor self, Scalar p=2) -> Tensor",
    node="NormBackward0",
    forward=lambda self, p: norm_dim_forward(self, p, None, False),
    self=lambda grad, self, p, result: norm_back(grad, self, p, None, False, result),
    zero_where="corner",
    refuse=check_norm,
    does="The length of a vector, of all elements together, under the name it had first: (Σ|x|ᵖ)^(1/p).",
    tex=dict(
        forward=r"z = (\sum_i |x_i|^p)^{1/p}",
        self=r"\bar{x} = \bar{z} \odot \operatorname{sign}(x) \odot (|x| / z)^{p - 1}",
    ),
    samples=lambda make: [(make(3), 2), (make(2, 3), 1), (make(3), 3.0)],
)

norm_dim = derivative(
    "norm.ScalarOpt_dim(Tensor self, Scalar? p, int[1] dim, bool keepdim=False) -> Tensor",
    node="NormBackward1",
    forward=norm_dim_forward,
    self=lambda grad, self, p, dim, keepdim, result: norm_back(grad, self, 2 if p is None else p, dim, keepdim, result),
    zero_where="corner",
    refuse=check_norm,
    does="The length of a vector along ``dim``, under the name it had first: (Σ|x|ᵖ)^(1/p), p = 2 if None.",
    tex=dict(
        forward=r"z = (\sum_i |x_i|^p)^{1/p}",
        self=r"\bar{x} = \bar{z} \odot \operatorname{sign}(x) \odot (|x| / z)^{p - 1}",
    ),
    samples=lambda make: [(make(2, 3), 2.0, (1,)), (make(2, 3), 1, (0,), True)],
)


def weight_norm_forward(v: Any, g: Any, dim: int) -> tuple[Any, Any]:
    """Each slice of ``v`` along ``dim`` brought to the length that ``g`` says, and the lengths it had."""
    lengths = np.sqrt(sum_to(v * v, g.shape))
    return v * (g / lengths), lengths


def direction_back(grad: Any, v: Any, g: Any, dim: int, result1: Any) -> Any:
    """What changes the length of ``v`` has no effect: that part of the gradient is taken out."""
    sizes = tuple(g.shape)
    scale = 1.0 / np.sqrt(sum_to(v * v, sizes))
    return g * (grad * scale - v * (scale * scale * scale) * sum_to(grad * v, sizes))


def length_back(grad: Any, v: Any, g: Any, dim: int, result1: Any) -> Any:
    """How far the gradient points in the direction of ``v``."""
    sizes = tuple(g.shape)
    return sum_to(grad * v, sizes) / np.sqrt(sum_to(v * v, sizes))


weight_norm = derivative(
    "_weight_norm_interface(Tensor v, Tensor g, int dim=0) -> (Tensor, Tensor)",
    node="WeightNormInterfaceBackward0",
    forward=weight_norm_forward,
    v=direction_back,
    g=length_back,
    output_differentiability=(True, False),
    does="The direction ``v`` with the length ``g`` at each place along ``dim``; and the lengths that ``v`` had.",
    tex=dict(
        forward=r"z = g\, v / |v|",
        v=r"\bar{v} = \frac{g}{|v|} \left(\bar{z} - v\, \frac{\langle \bar{z}, v \rangle}{|v|^2}\right)",
        g=r"\bar{g} = \langle \bar{z}, v \rangle / |v|",
    ),
    samples=lambda make: [(make(3, 2), make(3, 1)), (make(2, 3, 2), make(1, 1, 2), 2), (make(1, 2), make(1, 1), 0)],
)

"""``@`` and ``linear``: which products PyTorch composes them of, for each combination of ranks.

There is no MatmulBackward. A learner who looks at ``(x @ w).grad_fn`` finds MmBackward0 for matrices, MvBackward0 for a
vector on the right, and for batches a chain of views around one product. This file builds the same chains.

PyTorch: ATen/native/LinearAlgebra.cpp (matmul, should_fold), ATen/native/Linear.cpp.
"""

import math

from ... import derivatives as d
from ..._core.tensor import Tensor
from ...derivatives._operands import common_shape
from .shapes import contiguous, reshape


def matmul(self: Tensor, other: Tensor) -> Tensor:
    """``input @ other``: the product of vectors, matrices, or batches of matrices, whose leading dimensions stretch.

    Two vectors give a scalar, (n, m) and (m,) give (n,), (b, n, m) and (m, k) give (b, n, k).

    Raises:
        RuntimeError: shapes that do not fit, a scalar, or different dtypes.
    """
    ranks = self._data.ndim, other._data.ndim
    if ranks == (2, 2):
        return d.mm.written(self, other)
    if 0 in ranks:
        raise RuntimeError(f"both arguments to matmul need to be at least 1D, but they are {ranks[0]}D and {ranks[1]}D")
    if ranks == (1, 1):
        return d.dot.written(self, other)
    if ranks == (2, 1):
        return d.mv.written(self, other)
    if ranks == (1, 2):
        return d.squeeze_in_place(d.mm.written(d.unsqueeze.written(self, 0), other), 0)
    return _folded(self, other) if _should_fold(self, other) else _batched(self, other)


def _should_fold(self: Tensor, other: Tensor) -> bool:
    """Whether a batch times one matrix is computed as one tall matrix times that matrix.

    It is when the small one needs a gradient: otherwise its gradient would be computed once for each of the batch and
    then summed.
    """
    large, small = (self, other) if self.ndim >= other.ndim else (other, self)
    if small.ndim > 2:
        return False
    if small.requires_grad:
        return True
    if self.ndim == 2:
        return False
    data = large._data if large is self else large._data.mT
    steps, lengths = data.strides, data.shape
    return not data.size or all(steps[i] == steps[i + 1] * lengths[i + 1] for i in range(data.ndim - 2))


def _folded(self: Tensor, other: Tensor) -> Tensor:
    flipped = other.ndim > self.ndim  # a @ B is (Bᵀ @ aᵀ)ᵀ
    large, small = (_swap(other), self) if flipped else (self, other)
    if flipped and small.ndim == 2:
        small = d.t.written(small)
    *batch, last = large._data.shape
    tall = reshape(large, (math.prod(batch), last))
    if small.ndim == 1:
        return d.unsafe_view.written(d.mv.written(tall, small), tuple(batch))
    product = d.unsafe_view.written(d.mm.written(tall, small), (*batch, small._data.shape[1]))
    return contiguous(_swap(product)) if flipped else product


def _batched(self: Tensor, other: Tensor) -> Tensor:
    if self.ndim == other.ndim == 3 and self._data.shape[0] != other._data.shape[0]:
        # One matrix against a batch: dropping its batch dimension lets it be folded.
        if self._data.shape[0] == 1 and self.requires_grad:
            return matmul(d.squeeze_dim.written(self, 0), other)
        if other._data.shape[0] == 1 and other.requires_grad:
            return matmul(self, d.squeeze_dim.written(other, 0))
    rows = self._data.shape[-2:] if self.ndim > 1 else (1, *self._data.shape)
    columns = other._data.shape[-2:]
    batch = common_shape(self._data.shape[:-2], other._data.shape[:-2])
    count = math.prod(batch)
    left = reshape(d.expand.written(self, (*batch, *rows)), (count, *rows))
    right = d.expand.written(other, (*batch, *columns))
    right = reshape(right, (count, *columns))
    if other.ndim == 1:
        right = d.unsqueeze.written(right, 2)
    product = d.bmm.written(left, right)
    if other.ndim == 1:
        product = d.squeeze_dim.written(product, -1)
    shape = (*batch, *(rows[:1] if self.ndim > 1 else ()), *(columns[1:] if other.ndim > 1 else ()))
    return d.unsafe_view.written(product, shape)


def _swap(tensor: Tensor) -> Tensor:
    return d.transpose.written(tensor, -2, -1)


def outer(self: Tensor, vec2: Tensor) -> Tensor:
    """Every element of one vector times every element of the other: lengths n and m give an n×m matrix.

    Raises:
        RuntimeError: something that is no vector.
    """
    for name, item in (("self", self), ("vec2", vec2)):
        if item.ndim != 1:
            raise RuntimeError(f"outer: Expected 1-D argument {name}, but got {item.ndim}-D")
    return d.mul(reshape(self, (self._data.size, 1)), vec2)


def linear(input: Tensor, weight: Tensor, bias: Tensor | None = None) -> Tensor:
    """``input @ weight.T + bias``: (…, in) and a weight of shape (out, in) give (…, out).

    Raises:
        RuntimeError: shapes that do not fit, or different dtypes.
    """
    if not (input.ndim and weight.ndim):
        raise RuntimeError(
            f"both arguments to linear need to be at least 1D, but they are {input.ndim}D and {weight.ndim}D"
        )
    if bias is None:
        return matmul(input, d.t.written(weight))
    if input.ndim == 2:
        return d.addmm.written(bias, input, d.t.written(weight))
    if not input.is_contiguous():
        return d.add(matmul(input, d.t(weight)), bias)
    *batch, last = input._data.shape
    flat = d.view.written(input, (math.prod(batch), last))
    result = d.addmm.written(bias, flat, d.t.written(weight))
    return d.view.written(result, (*batch, result._data.shape[1]))


def spmm(input: Tensor, mat2: Tensor) -> Tensor:
    """`mm` by the name that programs on graphs give it, whose matrix of neighbours is mostly zeros; here it is dense.

    Raises:
        RuntimeError: shapes or types that do not fit.
    """
    return d.mm(input, mat2)


__all__ = ["matmul", "outer", "spmm"]
METHODS = ["matmul", "outer"]

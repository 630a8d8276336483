"""Losses and distances that are public in PyTorch itself; here ``reduction`` is a number: none, mean, sum."""

from typing import Any

import numpy as np

from ... import derivatives as d
from ..._core.base import dtypes
from ..._core.grad_mode import under
from ..._core.tensor import Tensor, wrap
from ...derivatives._operands import common_shape
from ...derivatives.losses import MEAN, NONE
from .arithmetic import where
from .types import to


def reduced(each: Tensor, reduction: int) -> Tensor:
    """All losses, their mean, or their sum."""
    if reduction == NONE:
        return each
    return d.mean_all(each) if reduction == MEAN else d.sum_all(each)


def together(one: Tensor, two: Tensor) -> tuple[Tensor, Tensor]:
    """Both in their common shape; who has it already is left alone."""
    shape = common_shape(one._data.shape, two._data.shape)
    return tuple(item if item._data.shape == shape else d.expand(item, shape) for item in (one, two))


# ----- relative entropy --------------------------------------------------------------------------------------------
def kl_div(self: Tensor, target: Tensor, reduction: int = NONE, *, log_target: bool = False) -> Tensor:
    """``target · (log(target) - input)`` for log-probabilities ``input``, and 0 where the target is 0.

    With ``log_target`` the target too is a logarithm. The shapes stretch to each other.

    Raises:
        RuntimeError: whole numbers or booleans.
    """
    if not (self.is_floating_point() and target.is_floating_point()):
        raise RuntimeError("kl_div: Integral inputs not supported.")
    if log_target:
        return reduced(d.mul(d.exp(target), d.sub(target, self)), reduction)
    return reduced(d.sub(d.xlogy_tensor(target, target), d.mul(target, self)), reduction)


# ----- angles and distances ----------------------------------------------------------------------------------------
def cosine_similarity(x1: Tensor, x2: Tensor, dim: int = 1, eps: float = 1e-8) -> Tensor:
    """``x1 · x2 / (|x1| |x2|)`` of the vectors along ``dim``, each |x| at least ``eps``. The shapes stretch.

    Raises:
        RuntimeError: integers, or shapes that do not fit.
    """
    common = dtypes.of(dtypes.result_numpy([x1._data, x2._data]))
    if not common.is_floating_point:
        raise RuntimeError(f"expected common dtype to be floating point, yet common dtype is {common.short}")
    x1, x2 = (x if x.dtype.is_floating_point else to(x, common) for x in (x1, x2))
    if x1._data.shape != x2._data.shape:
        shape = common_shape(x1._data.shape, x2._data.shape)
        x1, x2 = d.expand(x1, shape), d.expand(x2, shape)
    norms = [d.clone(d.linalg_vector_norm(x, 2, (dim,), True)) for x in (x1, x2)]
    for norm in norms:
        under(False, norm.clamp_min_, eps)  # so where a norm is below eps, the gradient is as if it were not
    second = d.div(x2, norms[1])  # first, as in PyTorch, where C++ works out arguments from the right
    return d.sum_dim(d.mul(d.div(x1, norms[0]), second), (dim,))


def pairwise_distance(x1: Tensor, x2: Tensor, p: float = 2.0, eps: float = 1e-6, keepdim: bool = False) -> Tensor:
    """The p-norm of ``x1 - x2 + eps`` along the last dimension, which goes, or with ``keepdim`` stays with length 1."""
    last = max(x1.ndim, x2.ndim) - 1
    return d.norm_dim(d.add_scalar(d.sub(x1, x2), eps), float(p), (last,), keepdim)


def cosine_embedding_loss(
    input1: Tensor, input2: Tensor, target: Tensor, margin: float = 0.0, reduction: int = NONE
) -> Tensor:
    """``1 - cosine`` where the target is 1; ``max(0, cosine - margin)`` where it is -1.

    Raises:
        RuntimeError: inputs that have not one dimension more than the target.
    """
    _check_cosine(input1, input2, target)
    dim = (target.ndim,)
    product = d.sum_dim(d.mul(input1, input2), dim)
    squares = [d.add_scalar(d.sum_dim(d.mul(x, x), dim), 1e-12) for x in (input1, input2)]
    cosine = d.div(product, d.sqrt(d.mul(*squares)))
    zeros = wrap(np.zeros_like(cosine._data))
    near = where(target == 1, _from_number(1.0, cosine), zeros)
    far = where(target == -1, d.clamp_min_number(d.sub_scalar(cosine, margin), 0), zeros)
    return reduced(d.add(near, far), reduction)


def _check_cosine(input1: Tensor, input2: Tensor, target: Tensor) -> None:
    if target.ndim > 1:
        raise RuntimeError("0D or 1D target tensor expected, multi-target not supported")
    rank = target.ndim + 1
    if input1.ndim != rank or input2.ndim != rank:
        raise RuntimeError(
            f"{target.ndim}D target tensor expects {rank}D input tensors, but found inputs with sizes "
            f"{list(input1.shape)} and {list(input2.shape)}."
        )


def _from_number(number: float, tensor: Tensor) -> Tensor:
    """``number - tensor`` as PyTorch's compiled functions write it: a subtraction from a tensor without a gradient."""
    return d.sub(wrap(tensor._data.dtype.type(number)), tensor)


# ----- margins -----------------------------------------------------------------------------------------------------


def triplet_margin_loss(
    anchor: Tensor,
    positive: Tensor,
    negative: Tensor,
    margin: float = 1.0,
    p: float = 2.0,
    eps: float = 1e-6,
    swap: bool = False,
    reduction: int = NONE,
) -> Tensor:
    """``max(0, |anchor - positive| - |anchor - negative| + margin)``, distances as `pairwise_distance` measures them.

    With ``swap`` the negative's distance is the smaller of those to the anchor and to the positive.

    Raises:
        RuntimeError: different numbers of dimensions.
    """
    ranks = anchor.ndim, positive.ndim, negative.ndim
    if len(set(ranks)) > 1:
        raise RuntimeError(
            "The anchor, positive, and negative tensors are expected to have the same number of dimensions, but got: "
            f"anchor {ranks[0]}D, positive {ranks[1]}D, and negative {ranks[2]}D inputs"
        )
    near, far = (pairwise_distance(anchor, other, p, eps) for other in (positive, negative))
    if swap:
        far = d.minimum(far, pairwise_distance(positive, negative, p, eps))
    return reduced(d.clamp_min_number(d.sub(d.add_scalar(near, margin), far), 0), reduction)


def binary_cross_entropy_with_logits(
    input: Tensor,
    target: Tensor,
    weight: Tensor | None = None,
    pos_weight: Tensor | None = None,
    reduction: int = NONE,
) -> Tensor:
    """``-(target · log σ(x) + (1 - target) · log(1 - σ(x)))`` without overflow; ``pos_weight`` is the first part's.

    Raises:
        RuntimeError: shapes that do not fit.
    """
    try:
        return d.binary_cross_entropy_with_logits(input, target, weight, pos_weight, reduction)
    except ValueError:  # NumPy says no; PyTorch's message says more
        common_shape(target.shape, input.shape)
        raise


__all__ = [
    "binary_cross_entropy_with_logits", "cosine_embedding_loss", "cosine_similarity", "kl_div", "pairwise_distance",
    "triplet_margin_loss",
]  # fmt: skip
METHODS: list[Any] = []

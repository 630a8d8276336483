"""Losses between numbers: how far a prediction is from its target.

``reduction`` is "mean", "sum", or "none" for all losses in the shape of the input. ``size_average`` and ``reduce`` are
PyTorch's older words for it.
"""

import math
from typing import Any

import numpy as np

from ... import _functions as functions
from ... import derivatives as d
from ..._base.learners_line import warn
from ..._functions import losses
from ..._functions.losses import cosine_similarity as cosine_similarity
from ...autograd._tensor import Tensor, wrap
from ...autograd.grad_mode import under
from .reduction import name_of, number_of, reduction_of


# ----- differences -------------------------------------------------------------------------------------------------
def mse_loss(
    input: Tensor,
    target: Tensor,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: str = "mean",
    weight: Tensor | None = None,
) -> Tensor:
    """(x - y)² for tensors of one shape (others are broadcast, with a warning); with ``weight``, a weighted mean."""
    x, y = _together(input, target, weight)
    reduction = name_of(size_average, reduce, reduction)
    if weight is None:
        return d.mse_loss(x, y, number_of(reduction))
    return _weighted(d.pow_number(x - y, 2) * weight, weight, reduction)


def l1_loss(
    input: Tensor,
    target: Tensor,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: str = "mean",
    weight: Tensor | None = None,
) -> Tensor:
    """\\|x - y\\| for tensors of one shape (others are broadcast, with a warning); with ``weight``, a weighted mean."""
    x, y = _together(input, target, weight)
    reduction = name_of(size_average, reduce, reduction)
    if weight is None:
        return losses.reduced(d.abs(x - y), number_of(reduction))
    return _weighted(d.abs(x - y) * weight, weight, reduction)


def smooth_l1_loss(
    input: Tensor,
    target: Tensor,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: str = "mean",
    beta: float = 1.0,
) -> Tensor:
    """(x - y)² / 2β where the difference is below β, else \\|x - y\\| - β/2, for two tensors of one shape."""
    x, y = _together(input, target)
    number = reduction_of(size_average, reduce, reduction)
    return d.smooth_l1_loss(x, y, number, float(beta)) if beta else losses.reduced(d.abs(x - y), number)


def huber_loss(
    input: Tensor, target: Tensor, reduction: str = "mean", delta: float = 1.0, weight: Tensor | None = None
) -> Tensor:
    """(x - y)² / 2 where the difference is at most δ, else δ·(\\|x - y\\| - δ/2), for two tensors of one shape."""
    x, y = _together(input, target, weight)
    if weight is None:
        return d.huber_loss(x, y, number_of(reduction), float(delta))
    each = d.huber_loss(x, y, number_of("none"), float(delta)) * weight
    _check_mode(reduction)
    return losses.reduced(each, number_of(reduction))


def _together(input: Tensor, target: Tensor, weight: Tensor | None = None) -> tuple[Tensor, Tensor]:
    """Both in one shape; PyTorch warns if they had to be brought there, and wants weights that need not."""
    if target.shape != input.shape:
        warn(
            f"Using a target size ({target.shape}) that is different to the input size ({input.shape}). This will "
            "likely lead to incorrect results due to broadcasting. Please ensure they have the same size."
        )
    pair = losses.together(input, target)
    if weight is not None and weight.shape != input.shape:
        raise ValueError("Weights and input must have the same size.")
    return pair


def _check_mode(reduction: str) -> None:
    if reduction not in ("none", "sum", "mean"):
        raise ValueError(f"Invalid reduction mode: {reduction}. Expected one of 'none', 'mean', 'sum'.")


def _weighted(each: Tensor, weight: Tensor, reduction: str) -> Tensor:
    _check_mode(reduction)
    if reduction == "none":
        return each
    return each.sum() if reduction == "sum" else each.sum() / weight.sum()


# ----- probabilities -----------------------------------------------------------------------------------------------
def kl_div(
    input: Tensor,
    target: Tensor,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: str = "mean",
    log_target: bool = False,
) -> Tensor:
    """y·(ln y - x) for log-probabilities x; "batchmean" divides the sum by the length of the first dimension.

    Raises:
        RuntimeError: whole numbers.
    """
    if size_average is None and reduce is None and reduction == "mean":
        warn(
            "reduction: 'mean' divides the total loss by both the batch size and the support size.'batchmean' divides "
            "only by the batch size, and aligns with the KL div math definition.'mean' will be changed to behave the "
            "same as 'batchmean' in the next major release."
        )
    per_sample = reduction == "batchmean"
    number = reduction_of(size_average, reduce, "sum" if per_sample else reduction)
    loss = functions.kl_div(input, target, number, log_target=log_target)
    return loss / input.shape[0] if per_sample and input.ndim else loss


def poisson_nll_loss(
    input: Tensor,
    target: Tensor,
    log_input: bool = True,
    full: bool = False,
    size_average: bool | None = None,
    eps: float = 1e-8,
    reduce: bool | None = None,
    reduction: str = "mean",
) -> Tensor:
    """eˣ - y·x, or with log_input=False x - y·ln x, in one shape; ``full`` adds Stirling's formula for ln y!."""
    number = reduction_of(size_average, reduce, reduction)
    return functions.poisson_nll_loss(input, target, log_input, full, eps, number)


def gaussian_nll_loss(
    input: Tensor, target: Tensor, var: Tensor | float, full: bool = False, eps: float = 1e-6, reduction: str = "mean"
) -> Tensor:
    """½·(ln v + (x - y)²/v) for a predicted mean x and variance v; ``full`` adds ½·ln 2π.

    The variance has the shape of the mean (one dimension may be 1, or the last one missing), or is a number.

    Raises:
        ValueError: a negative variance, or one of another shape.
    """
    if isinstance(var, float):
        if var < 0:
            raise ValueError("var has negative entry/entries")
        var = wrap(np.full_like(input._data, var))
    elif (var._data < 0).any():
        raise ValueError("var has negative entry/entries")
    var = _fitting(var, input)
    if reduction not in ("none", "mean", "sum"):
        raise ValueError(reduction + " is not valid")
    var = var.clone()
    under(False, var.clamp_, min=eps)  # the gradient is as if nothing had been clamped
    loss = 0.5 * (var.log() + (input - target) ** 2 / var)
    if full:
        loss += 0.5 * math.log(2 * math.pi)
    return losses.reduced(loss, number_of(reduction))


def _fitting(var: Tensor, input: Tensor) -> Tensor:
    """The variances, with a last dimension where they lack it."""
    mine, wanted = tuple(var.shape), tuple(input.shape)
    if mine == wanted:
        return var
    if mine == wanted[:-1]:
        return var.unsqueeze(-1)
    if len(mine) == len(wanted) and sum(n for m, n in zip(wanted, mine, strict=True) if m != n) == 1:
        return var
    raise ValueError("var is of incorrect size")


# ----- similarities and margins ------------------------------------------------------------------------------------
def cosine_embedding_loss(
    input1: Tensor,
    input2: Tensor,
    target: Tensor,
    margin: float = 0,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: str = "mean",
) -> Tensor:
    """1 - cosine where the target is 1, max(0, cosine - margin) where it is -1: (N, n), (N, n) and (N,)."""
    number = reduction_of(size_average, reduce, reduction)
    return functions.cosine_embedding_loss(input1, input2, target, margin, number)


def margin_ranking_loss(
    input1: Tensor,
    input2: Tensor,
    target: Tensor,
    margin: float = 0,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: str = "mean",
) -> Tensor:
    """max(0, -y·(x₁ - x₂) + margin) for three tensors of one shape: for y = 1, the first should be the larger."""
    number = reduction_of(size_average, reduce, reduction)
    if len({input1.ndim, input2.ndim, target.ndim}) > 1:
        raise RuntimeError(
            "margin_ranking_loss : All input tensors should have same dimension but got sizes: "
            f"input1: {input1.shape}, input2: {input2.shape}, target: {target.shape} "
        )
    return functions.margin_ranking_loss(input1, input2, target, margin, number)


def hinge_embedding_loss(
    input: Tensor,
    target: Tensor,
    margin: float = 1.0,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: str = "mean",
) -> Tensor:
    """x where the target is 1, max(0, margin - x) where it is -1, for two tensors of one shape."""
    return functions.hinge_embedding_loss(input, target, margin, reduction_of(size_average, reduce, reduction))


def soft_margin_loss(
    input: Tensor, target: Tensor, size_average: bool | None = None, reduce: bool | None = None, reduction: str = "mean"
) -> Tensor:
    """ln(1 + e^(-y·x)) for targets y of 1 and -1, in the shape of the input."""
    return d.soft_margin_loss(input, target, reduction_of(size_average, reduce, reduction))


def triplet_margin_loss(
    anchor: Tensor,
    positive: Tensor,
    negative: Tensor,
    margin: float = 1.0,
    p: float = 2,
    eps: float = 1e-6,
    swap: bool = False,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: str = "mean",
) -> Tensor:
    """max(0, \\|a - p\\| - \\|a - n\\| + margin), p-norms of the rows of three tensors (N, n).

    With ``swap``, \\|p - n\\| stands in for \\|a - n\\| where it is smaller.

    Raises:
        ValueError: a margin that is not above 0.
    """
    number = reduction_of(size_average, reduce, reduction)
    if margin <= 0:
        raise ValueError(f"margin must be greater than 0, got {margin}")
    rest: tuple[Any, ...] = (float(margin), float(p), eps, swap, number)
    return functions.triplet_margin_loss(anchor, positive, negative, *rest)


def multi_margin_loss(
    input: Tensor,
    target: Tensor,
    p: int = 1,
    margin: float = 1.0,
    weight: Tensor | None = None,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: str = "mean",
) -> Tensor:
    """``Σ w·max(0, margin - x[target] + x[j])^p / C`` over the other classes j: (N, C) and class numbers (N,), int64.

    Raises:
        ValueError: a ``p`` other than 1 and 2, or a ``weight`` that is no vector.
        RuntimeError: sizes or dtypes that do not go together.
    """
    number = reduction_of(size_average, reduce, reduction)
    if p not in (1, 2):
        raise ValueError("only p == 1 and p == 2 supported")
    if weight is not None and weight.ndim != 1:
        raise ValueError("weight must be one-dimensional")
    return d.multi_margin_loss(input, target, p, margin, weight, number)


__all__ = [
    "cosine_embedding_loss", "cosine_similarity", "gaussian_nll_loss", "hinge_embedding_loss", "huber_loss",
    "kl_div", "l1_loss", "margin_ranking_loss", "mse_loss", "multi_margin_loss", "poisson_nll_loss",
    "smooth_l1_loss", "soft_margin_loss", "triplet_margin_loss",
]  # fmt: skip

"""Losses: how far a prediction is from its target.

``reduction`` is "mean", "sum", or "none" for all losses in the shape of the input. ``size_average`` and ``reduce`` are
PyTorch's older words for it.
"""

import math

import numpy as np

from ... import derivatives as d
from ..._core.base.learners_line import warn
from ..._core.tensor import Tensor, wrap
from ..._torch import functions as functions
from ..._torch.functions.norms import cosine_similarity as cosine_similarity
from ..._torch.functions.shapes import contiguous, reshape
from ...derivatives._operands import common_shape
from ...derivatives.losses import NONE, SUM
from .arguments import number_of, reduction_of, refuse_gradient


# ----- differences -------------------------------------------------------------------------------------------------
def mse_loss(
    input: Tensor,
    target: Tensor,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: str = "mean",
    weight: Tensor | None = None,
) -> Tensor:
    """(x - y)² for tensors of one shape (others are broadcast, with a warning)."""
    x, y = _together(input, target, weight)
    return d.mse_loss(x, y, reduction_of(size_average, reduce, reduction))


def l1_loss(
    input: Tensor,
    target: Tensor,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: str = "mean",
    weight: Tensor | None = None,
) -> Tensor:
    """\\|x - y\\| for tensors of one shape (others are broadcast, with a warning)."""
    x, y = _together(input, target, weight)
    return _reduced(d.abs(x - y), reduction_of(size_average, reduce, reduction))


def smooth_l1_loss(
    input: Tensor,
    target: Tensor,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: str = "mean",
    beta: float = 1.0,
) -> Tensor:
    """(x - y)² / 2β where the difference is below β, else \\|x - y\\| - β/2, for two tensors of one shape."""
    if beta < 0:
        raise RuntimeError("smooth_l1_loss does not support negative values for beta.")
    x, y = _together(input, target)
    number = reduction_of(size_average, reduce, reduction)
    return d.smooth_l1_loss(x, y, number, float(beta)) if beta else _reduced(d.abs(x - y), number)


def huber_loss(
    input: Tensor, target: Tensor, reduction: str = "mean", delta: float = 1.0, weight: Tensor | None = None
) -> Tensor:
    """(x - y)² / 2 where the difference is at most δ, else δ·(\\|x - y\\| - δ/2), for two tensors of one shape."""
    if delta <= 0:
        raise RuntimeError("huber_loss does not support non-positive values for delta.")
    x, y = _together(input, target, weight)
    return d.huber_loss(x, y, number_of(reduction), float(delta))


def _together(input: Tensor, target: Tensor, weight: Tensor | None = None) -> tuple[Tensor, Tensor]:
    """Both broadcast to one shape, with PyTorch's warning if they differ."""
    if weight is not None:
        raise NotImplementedError("weight is left out here; multiply the losses that reduction='none' gives by it.")
    if target.shape != input.shape:
        warn(
            f"Using a target size ({target.shape}) that is different to the input size ({input.shape}). This will "
            "likely lead to incorrect results due to broadcasting. Please ensure they have the same size."
        )
    shape = common_shape(input._data.shape, target._data.shape)
    return tuple(item if item._data.shape == shape else d.expand(item, shape) for item in (input, target))


def _reduced(each: Tensor, reduction: int) -> Tensor:
    """All losses, their mean, or their sum."""
    if reduction == NONE:
        return each
    return d.sum_all(each) if reduction == SUM else d.mean_all(each)


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
    if not (input.is_floating_point() and target.is_floating_point()):
        raise RuntimeError("kl_div: Integral inputs not supported.")
    if log_target:
        each = d.mul(d.exp(target), d.sub(target, input))
    else:
        each = d.sub(d.xlogy_tensor(target, target), d.mul(target, input))
    loss = _reduced(each, number)
    return loss / input.shape[0] if per_sample and input.ndim else loss


# ----- classes: scores or probabilities against classes --------------------------------------------------------------
def nll_loss(
    input: Tensor,
    target: Tensor,
    weight: Tensor | None = None,
    size_average: bool | None = None,
    ignore_index: int = -100,
    reduce: bool | None = None,
    reduction: str = "mean",
) -> Tensor:
    """Minus the entry of each row that ``target`` names.

    Args:
        input: log-probabilities of shape (C), (N, C) or (N, C, d₁, d₂ …).
        target: classes, int64, of shape (), (N) or (N, d₁, d₂ …).
        weight: one factor for each class.
        size_average, reduce: older words for ``reduction``.
        ignore_index: targets with this value count for nothing.
        reduction: "mean" (weighted), "sum", or "none".

    Raises:
        IndexError: a target that is no class.
    """
    return _nll(input, target, weight, reduction_of(size_average, reduce, reduction), ignore_index)


def _nll(input: Tensor, target: Tensor, weight: Tensor | None, reduction: int, ignore_index: int) -> Tensor:
    sizes, rows = input._data.shape, target._data.shape[0] if target.ndim else 0
    if not sizes:
        raise ValueError("Expected 1 or more dimensions (got 0)")
    if len(sizes) != 1 and sizes[0] != rows:
        raise ValueError(f"Expected input batch_size ({sizes[0]}) to match target batch_size ({rows}).")
    refuse_gradient("nll_loss_forward" if len(sizes) <= 2 else "nll_loss2d_forward", weight=weight)
    if len(sizes) <= 2:
        return d.nll_loss(input, target, weight, reduction, ignore_index)[0]
    if len(sizes) == 4:
        return d.nll_loss2d(input, target, weight, reduction, ignore_index)[0]
    count, classes, *places = sizes
    if target._data.shape[1:] != tuple(places):
        raise RuntimeError(f"Expected target size {[count, *places]}, got {list(target.shape)}")
    flat = (1, math.prod(places)) if input.numel() else (0, 0)  # as an image of one row
    pixels = reshape(contiguous(input), (count, classes, *flat))
    loss = d.nll_loss2d(pixels, reshape(target, (count, *flat)), weight, reduction, ignore_index)[0]
    return reshape(loss, (count, *places)) if reduction == NONE else loss


def cross_entropy(
    input: Tensor,
    target: Tensor,
    weight: Tensor | None = None,
    size_average: bool | None = None,
    ignore_index: int = -100,
    reduce: bool | None = None,
    reduction: str = "mean",
    label_smoothing: float = 0.0,
) -> Tensor:
    """`nll_loss` of `log_softmax`: two nodes, as in PyTorch.

    ``target`` holds classes, or probabilities in the shape of the input. ``label_smoothing`` mixes the target with the
    same probability for every class. Other arguments as in `nll_loss`.
    """
    number = reduction_of(size_average, reduce, reduction)
    if not 0 <= label_smoothing <= 1:
        raise RuntimeError(f"label_smoothing must be between 0.0 and 1.0. Got: {label_smoothing:g}")
    if input._data.shape == target._data.shape:
        if not target.is_floating_point():
            raise RuntimeError(
                f"Expected floating point type for target with class probabilities, got {target.dtype.short}"
            )
        if ignore_index >= 0:
            raise RuntimeError("ignore_index is not supported for floating point target")
        return _with_probabilities(input, target, weight, number, label_smoothing)
    scores = functions.log_softmax(input, _class_dim(input))
    loss = _nll(scores, target, weight, number, ignore_index)
    if not label_smoothing:
        return loss
    smooth = _smooth(scores, target, weight, number, ignore_index)
    share = label_smoothing / scores.shape[_class_dim(input)]
    return d.add(d.mul_number(loss, 1 - label_smoothing), d.mul_number(smooth, share))


def _class_dim(input: Tensor) -> int:
    return 0 if input.ndim == 1 else 1


def _smooth(scores: Tensor, target: Tensor, weight: Tensor | None, reduction: int, ignore_index: int) -> Tensor:
    """The loss against a target that gives every class the same."""
    dim = _class_dim(scores)
    if weight is not None:
        scores = d.mul(scores, _per_class(weight, scores))
    ignored = d.eq(target, ignore_index)
    losses = functions.masked_fill(d.neg(d.sum_dim(scores, (dim,))), ignored, 0.0)
    if reduction == NONE:
        return losses
    total = d.sum_all(losses)
    if reduction == SUM:
        return total
    used = target._data[~ignored._data]
    share = np.int64(used.size) if weight is None else weight._data[used].sum()
    return d.div(total, wrap(share))


def _per_class(weight: Tensor, scores: Tensor) -> Tensor:
    dim = _class_dim(scores)
    return d.view(weight, tuple(len(weight._data) if i == dim else 1 for i in range(scores.ndim)))


def _with_probabilities(
    input: Tensor, target: Tensor, weight: Tensor | None, reduction: int, label_smoothing: float
) -> Tensor:
    dim = _class_dim(input)
    classes = input.shape[dim]
    if weight is not None and weight._data.shape != (classes,):
        raise RuntimeError(
            f"cross_entropy: weight tensor should be defined either for all {classes} classes or no classes but got "
            f"weight tensor of shape: {list(weight.shape)}"
        )
    scores = functions.log_softmax(input, dim)
    if label_smoothing:
        target = d.add_scalar(d.mul_number(target, 1 - label_smoothing), label_smoothing / classes)
    each = d.mul(scores, target)
    if weight is not None:
        each = d.mul(each, _per_class(weight, scores))
    if reduction == NONE:
        return d.neg(d.sum_dim(each, (dim,)))
    total = d.sum_all(each)
    if reduction == SUM:
        return d.neg(total)
    if not input.numel():
        return d.neg(total.fill_(math.nan))
    return d.div_scalar(d.neg(total), input.numel() // classes)


def binary_cross_entropy(
    input: Tensor,
    target: Tensor,
    weight: Tensor | None = None,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: str = "mean",
) -> Tensor:
    """-y·ln x - (1 - y)·ln(1 - x) for probabilities x, in one shape; no logarithm counts as less than -100.

    Raises:
        ValueError: two shapes.
    """
    number = reduction_of(size_average, reduce, reduction)
    if target.shape != input.shape:
        raise ValueError(
            f"Using a target size ({target.shape}) that is different to the input size ({input.shape}) is deprecated. "
            "Please ensure they have the same size."
        )
    if weight is not None:
        weight = weight.expand(common_shape(target._data.shape, weight._data.shape))
    return d.binary_cross_entropy(input, target, weight, number)


def binary_cross_entropy_with_logits(
    input: Tensor,
    target: Tensor,
    weight: Tensor | None = None,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: str = "mean",
    pos_weight: Tensor | None = None,
) -> Tensor:
    """`binary_cross_entropy` of sigmoid(x), safe for large x; ``pos_weight`` multiplies the part of y.

    Raises:
        ValueError: two shapes.
    """
    number = reduction_of(size_average, reduce, reduction)
    if target.shape != input.shape:
        raise ValueError(f"Target size ({target.shape}) must be the same as input size ({input.shape})")
    return d.binary_cross_entropy_with_logits(input, target, weight, pos_weight, number)


__all__ = [
    "binary_cross_entropy", "binary_cross_entropy_with_logits", "cosine_similarity",
    "cross_entropy", "huber_loss", "kl_div", "l1_loss", "mse_loss", "nll_loss", "smooth_l1_loss",
]  # fmt: skip

"""Losses of classification: scores or probabilities against classes."""

import math

import numpy as np

from ... import _functions as functions
from ... import derivatives as d
from ..._functions.shapes import contiguous, reshape
from ...autograd._tensor import Tensor, wrap
from ...derivatives._axes import common_shape
from ...derivatives.losses import NONE, SUM
from .reduction import reduction_of


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
    return functions.binary_cross_entropy_with_logits(input, target, weight, pos_weight, number)


__all__ = [
    "binary_cross_entropy", "binary_cross_entropy_with_logits", "cross_entropy", "nll_loss",
]  # fmt: skip

"""Losses: how far predictions are from targets.

The losses are computed for each element; ``reduction`` then says whether to keep these, or give their mean or sum.
Cross entropy has no row of its own: it is ``log_softmax`` (``softmax.py``), then ``nll_loss``.
"""

import math
from typing import Any

import numpy as np

from .._core.refusals.common import floats_only
from .._core.refusals.layers import (
    check_binary_cross_entropy,
    check_binary_cross_entropy_with_logits,
    check_found,
    check_labels,
    check_nll_loss,
    check_nll_loss2d,
)
from .._core.table.row import derivative, non_differentiable
from ._operands import choose, sum_to
from .activations import log_sigmoid
from .special import sigmoid

NONE, MEAN, SUM = 0, 1, 2
"""PyTorch's numbers for ``reduction``."""


def reduced(each: Any, reduction: int) -> Any:
    """All of them, their mean, or their sum."""
    if reduction == NONE:
        return each
    total = np.add.reduce(each, axis=None)
    return total if reduction == SUM else total / each.size


def mse_loss_forward(self: Any, target: Any, reduction: int) -> Any:
    """The squared differences, their mean or their sum."""
    return reduced((self - target) ** 2, reduction)


def mse_loss_back(grad: Any, self: Any, target: Any, reduction: int) -> Any:
    """2·(self - target), and the mean's share."""
    slope = (self - target) * (2 / max(math.prod(self.shape), 1) if reduction == MEAN else 2.0)
    return slope * grad


mse_loss = derivative(
    "mse_loss(Tensor self, Tensor target, int reduction=Mean) -> Tensor",
    node="MseLossBackward0",
    forward=mse_loss_forward,
    self=mse_loss_back,
    target=lambda grad, self, target, reduction: mse_loss_back(grad, target, self, reduction),
    zero_where="level",
    types="promote",
    refuse=floats_only("mse_cpu"),
    does="The squared differences of ``self`` and ``target``: their mean, their sum, or all of them.",
    tex=dict(
        forward=r"z = \frac{1}{n} \sum_i (x_i - y_i)^2",
        self=r"\bar{x} = \bar{z}\, \frac{2}{n} (x - y)",
        target=r"\bar{y} = \bar{z}\, \frac{2}{n} (y - x)",
    ),
    samples=lambda make: [
        (make(3), make(3)),
        (make(2, 3), make(2, 3), 2),
        (make(2, 3), make(2, 3), 0),
        (make(), make()),
    ],
)


def smooth_l1_loss_forward(self: Any, target: Any, reduction: int, beta: float) -> Any:
    """Squared for small differences, absolute for large ones."""
    size = np.abs(self - target)
    return reduced(choose(size < beta, 0.5 * size * size / beta, size - 0.5 * beta), reduction)


def share(slopes: Any, sizes: tuple[int, ...], reduction: int) -> Any:
    """Each element's share in the loss: of a mean, one of as many as there are."""
    return slopes / max(math.prod(sizes), 1) if reduction == MEAN else slopes


def _held(grad: Any, difference: Any, bound: float, at_bound: Any, slope: Any) -> Any:
    between = choose(difference == difference, difference * slope, math.nan)
    return choose(difference <= -bound, -at_bound, choose(difference >= bound, at_bound, between))


def smooth_l1_back(grad: Any, self: Any, target: Any, reduction: int, beta: float) -> Any:
    """The difference over β, kept between -1 and 1."""
    return share(_held(grad, self - target, beta, grad, grad / beta), self.shape, reduction)


smooth_l1_loss = derivative(
    "smooth_l1_loss(Tensor self, Tensor target, int reduction=Mean, float beta=1.0) -> Tensor",
    node="SmoothL1LossBackward0",
    forward=smooth_l1_loss_forward,
    self=smooth_l1_back,
    target=lambda grad, self, target, reduction, beta: smooth_l1_back(grad, target, self, reduction, beta),
    zero_where="level",
    types="promote",
    refuse=floats_only("smooth_l1_cpu"),
    does="Differences, squared where they are smaller than ``beta`` and absolute beyond: mean, sum or all.",
    tex=dict(
        forward=r"z = \frac{1}{n} \sum_i \ell(x_i - y_i),\ \ell(d) = \frac{d^2}{2 \beta}\ \mathrm{if}\ |d| < \beta\ "
        r"\mathrm{else}\ |d| - \frac{\beta}{2}",
        self=r"\bar{x} = \frac{\bar{z}}{n} \min(\max(\frac{x - y}{\beta}, -1), 1)",
        target=r"\bar{y} = \frac{\bar{z}}{n} \min(\max(\frac{y - x}{\beta}, -1), 1)",
    ),
    samples=lambda make: [
        (make(4), make(4)),
        (make(2, 3), make(2, 3), 2, 0.5),
        (make(3), make(3), 0),
        (make(), make()),
    ],
)


def huber_loss_forward(self: Any, target: Any, reduction: int, delta: float) -> Any:
    """As `smooth_l1_loss` with β = δ, times δ."""
    size = np.abs(self - (target if target.dtype.kind == "f" else target.astype(self.dtype)))
    each = choose(size <= delta, 0.5 * size * size, delta * (size - 0.5 * delta))
    return reduced(each, reduction).astype(self.dtype)


def huber_back(grad: Any, self: Any, target: Any, reduction: int, delta: float) -> Any:
    """The difference, kept between -δ and δ."""
    check_found(self, target)
    return share(_held(grad, self - target, delta, grad * delta, grad), self.shape, reduction)


huber_loss = derivative(
    "huber_loss(Tensor self, Tensor target, int reduction=Mean, float delta=1.0) -> Tensor",
    node="HuberLossBackward0",
    forward=huber_loss_forward,
    self=huber_back,
    target=lambda grad, self, target, reduction, delta: huber_back(grad, target, self, reduction, delta),
    zero_where="level",
    refuse=floats_only("huber_cpu"),
    does="Differences, squared where they are smaller than ``delta`` and straight beyond: mean, sum or all.",
    tex=dict(
        forward=r"z = \frac{1}{n} \sum_i \ell(x_i - y_i),\ \ell(d) = \frac{d^2}{2}\ \mathrm{if}\ |d| \leq \delta\ "
        r"\mathrm{else}\ \delta (|d| - \frac{\delta}{2})",
        self=r"\bar{x} = \frac{\bar{z}}{n} \min(\max(x - y, -\delta), \delta)",
        target=r"\bar{y} = \frac{\bar{z}}{n} \min(\max(y - x, -\delta), \delta)",
    ),
    samples=lambda make: [
        (make(4), make(4)),
        (make(2, 3), make(2, 3), 2, 0.5),
        (make(3), make(3), 0),
        (make(), make()),
    ],
)


def weigh(slopes: Any, weight: Any, sizes: tuple[int, ...], reduction: int) -> Any:
    """The same, where each element may have a weight."""
    return share(slopes if weight is None else slopes * weight, sizes, reduction)


def binary_cross_entropy_forward(self: Any, target: Any, weight: Any, reduction: int) -> Any:
    """-y·ln x - (1 - y)·ln(1 - x), where no logarithm counts as less than -100."""
    each = (target - 1) * np.maximum(np.log1p(-self), -100) - target * np.maximum(np.log(self), -100)
    return reduced(each if weight is None else each * weight, reduction)


binary_cross_entropy = derivative(
    "binary_cross_entropy(Tensor self, Tensor target, Tensor? weight=None, int reduction=Mean) -> Tensor",
    node="BinaryCrossEntropyBackward0",
    forward=binary_cross_entropy_forward,
    self=lambda grad, self, target, weight, reduction: binary_cross_entropy_backward(
        grad, self, target, weight, reduction
    ),
    target=lambda grad, self, weight, reduction: weigh(
        grad * (np.log(1 - self) - np.log(self)), weight, self.shape, reduction
    ),
    weight=non_differentiable,
    zero_where="saturated",
    keeps=("target",),
    refuse=check_binary_cross_entropy,
    does="Minus the logarithm of the probability that ``self`` gives to ``target``: mean, sum or all.",
    tex=dict(
        forward=r"z = -\frac{1}{n} \sum_i w_i (y_i \ln x_i + (1 - y_i) \ln(1 - x_i))",
        self=r"\bar{x} = \frac{\bar{z}}{n} w \odot \frac{x - y}{x (1 - x)}",
        target=r"\bar{y} = \frac{\bar{z}}{n} w \odot \ln \frac{1 - x}{x}",
    ),
    samples=lambda make: [
        (make(3, low=0.1, high=0.9), make(3, low=0.1, high=0.9)),
        (make(2, 3, low=0.1, high=0.9), make(2, 3, low=0.1, high=0.9), make(2, 3).detach(), 2),
        (make(3, low=0.1, high=0.9), make(3, low=0.1, high=0.9), None, 0),
        (make(low=0.1, high=0.9), make(low=0.1, high=0.9)),
    ],
)

_TINY = float(np.float32(1e-12))  # PyTorch writes it as a float32, for float64 inputs too


def product_of_both(self: Any, least: float) -> Any:
    """x·(1 - x), but not below ``least``."""
    product = (1 - self) * self
    return choose(product < least, least, product)


def binary_cross_entropy_back(grad: Any, self: Any, target: Any, weight: Any, reduction: int) -> Any:
    """(x - y) / (x·(1 - x)), where the product counts as at least 10⁻¹²."""
    slope = grad * (self - target) / product_of_both(self, _TINY)
    return weigh(slope, weight, self.shape, reduction)


def spread(self: Any) -> Any:
    """x·(1 - x), where both factors are a little more than they are, as in PyTorch's second derivative."""
    return (self + 1e-12) * (1 - self + 1e-12)


def binary_curvature(self: Any, target: Any) -> Any:
    """The second derivative of the loss in x."""
    return (self * self - 2 * self * target + target) / (spread(self) * spread(self))


binary_cross_entropy_backward = derivative(
    "binary_cross_entropy_backward(Tensor grad_output, Tensor self, Tensor target, Tensor? weight=None, "
    "int reduction=Mean) -> Tensor",
    node="BinaryCrossEntropyBackwardBackward0",
    forward=binary_cross_entropy_back,
    grad_output=lambda grad, grad_output, self, target, weight, reduction: sum_to(
        weigh(grad * (self - target) / spread(self), weight, self.shape, reduction), grad_output.shape
    ),
    self=lambda grad, grad_output, self, target, weight, reduction: weigh(
        grad * grad_output * binary_curvature(self, target), weight, self.shape, reduction
    ),
    target=lambda grad, grad_output, self, weight, reduction: weigh(
        -grad * grad_output / product_of_both(self, 1e-12), weight, self.shape, reduction
    ),
    weight=non_differentiable,
    does="``grad_output`` times the slope of the binary cross entropy at ``self``.",
    tex=dict(
        forward=r"z = \frac{g}{n} w \odot \frac{x - y}{x (1 - x)}",
        grad_output=r"\bar{g} = \sum \frac{\bar{z}}{n} w \odot \frac{x - y}{x (1 - x)}",
        self=r"\bar{x} = \frac{\bar{z} g}{n} w \odot \frac{x^2 - 2 x y + y}{x^2 (1 - x)^2}",
        target=r"\bar{y} = -\frac{\bar{z} g}{n} w \odot \frac{1}{x (1 - x)}",
    ),
    samples=lambda make: [
        (make(), make(3, low=0.1, high=0.9), make(3, low=0.1, high=0.9)),
        (make(3), make(3, low=0.1, high=0.9), make(3, low=0.1, high=0.9), make(3).detach(), 0),
    ],
)


def binary_cross_entropy_with_logits_forward(
    self: Any, target: Any, weight: Any, pos_weight: Any, reduction: int
) -> Any:
    """The same of sigmoid(x), from x itself; ``pos_weight`` multiplies the part of y."""
    logarithm = np.minimum(self, 0) - np.log1p(np.exp(-np.abs(self)))
    factor = 1 if pos_weight is None else (pos_weight - 1) * target + 1
    each = (1 - target) * self - factor * logarithm
    return reduced((each if weight is None else each * weight).astype(target.dtype), reduction)


def logits_slope(sigmoid: Any, target: Any, pos_weight: Any) -> Any:
    """Slope of the loss in x: what was predicted minus what was wanted."""
    if pos_weight is None:
        return sigmoid - target
    positive = pos_weight * target
    return (positive + 1 - target) * sigmoid - positive


def logits_target_slope(self: Any, log_sigmoid: Any, pos_weight: Any) -> Any:
    """Slope of the loss in y."""
    return -self if pos_weight is None else (1 - pos_weight) * log_sigmoid - self


binary_cross_entropy_with_logits = derivative(
    "binary_cross_entropy_with_logits(Tensor self, Tensor target, Tensor? weight=None, Tensor? pos_weight=None, "
    "int reduction=Mean) -> Tensor",
    node="BinaryCrossEntropyWithLogitsBackward0",
    forward=binary_cross_entropy_with_logits_forward,
    self=lambda grad, self, target, weight, pos_weight, reduction: weigh(
        grad * logits_slope(sigmoid(self), target, pos_weight), weight, self.shape, reduction
    ),
    target=lambda grad, self, target, weight, pos_weight, reduction: weigh(
        grad * logits_target_slope(self, log_sigmoid(self)[0], pos_weight), weight, self.shape, reduction
    ),
    weight=non_differentiable,
    pos_weight=non_differentiable,
    zero_where="saturated",
    refuse=check_binary_cross_entropy_with_logits,
    does="The binary cross entropy of ``sigmoid(self)``, computed from ``self`` itself: mean, sum or all.",
    tex=dict(
        forward=r"z = -\frac{1}{n} \sum_i w_i (p\, y_i \ln \sigma(x_i) + (1 - y_i) \ln \sigma(-x_i))",
        self=r"\bar{x} = \frac{\bar{z}}{n} w \odot ((p\, y + 1 - y) \odot \sigma(x) - p\, y)",
        target=r"\bar{y} = \frac{\bar{z}}{n} w \odot ((1 - p) \ln \sigma(x) - x)",
    ),
    samples=lambda make: [
        (make(3), make(3, low=0.1, high=0.9)),
        (make(2, 3), make(2, 3, low=0.1, high=0.9), make(3).detach(), make(3, low=0.5).detach(), 2),
        (make(3), make(3, low=0.1, high=0.9), None, None, 0),
        (make(), make(low=0.1, high=0.9)),
    ],
)


def _with_total(losses: Any, total: Any, reduction: int) -> tuple[Any, Any]:
    if reduction == NONE:
        return losses, losses.dtype.type(0)
    loss = np.add.reduce(losses, axis=None)
    return (loss if reduction == SUM else loss / total), total  # 0/0 when every target is ignored


def nll_at_each(self: Any, target: Any, weight: Any, reduction: int, ignore_index: int) -> tuple[Any, Any]:
    """The classes are the second dimension, and each row or pixel has a target."""
    check_labels(target, self.shape[1], ignore_index)
    used = target != ignore_index
    classes = choose(used, target, 0)
    weights = used.astype(self.dtype) if weight is None else choose(used, weight[classes], self.dtype.type(0))
    picked = np.take_along_axis(self, np.expand_dims(classes, 1).astype(np.int64), 1).reshape(classes.shape)
    losses = choose(used, -picked * weights, self.dtype.type(0))
    return _with_total(losses, np.add.reduce(weights, axis=None), reduction)


def _is_whole(target: Any, classes: int, ignore_index: int) -> bool:
    """Whether every target is a class, and none is ignored."""
    unsigned = target if target.dtype.kind == "u" else target.view(np.uint64)  # there a negative one is huge
    return np.maximum.reduce(unsigned, axis=None, initial=0) < classes and not 0 <= ignore_index < classes


def nll_loss_forward(self: Any, target: Any, weight: Any, reduction: int, ignore_index: int) -> tuple[Any, Any]:
    """Minus the entry that ``target`` names in each row, weighted; and the sum of the weights used."""
    if self.ndim == 1:
        return nll_at_each(self[None], np.reshape(target, 1), weight, reduction or SUM, ignore_index)
    if weight is None and self.ndim == 2 and _is_whole(target, self.shape[1], ignore_index):  # mostly
        losses = -self[np.arange(len(target)), target]
        return _with_total(losses, self.dtype.type(len(target)), reduction)
    return nll_at_each(self, target, weight, reduction, ignore_index)


ARRAY = (np.ndarray, np.generic)


def nll_loss_back(
    grad: Any, self: Any, target: Any, weight: Any, reduction: int, ignore_index: int, total_weight: Any
) -> Any:
    """Only the entry that the target names moved the loss: it gets minus its weight, and the mean's share."""
    if reduction == MEAN:
        grad = grad / total_weight
    whole = reduction != NONE and total_weight == target.size < 2**24  # what float32 can count
    if whole and weight is None and self.ndim == 2 and isinstance(grad, ARRAY):  # mostly
        slopes = np.zeros(self.shape, self.dtype)
        slopes[np.arange(len(target)), target] = -grad
        return slopes
    axis = min(self.ndim - 1, 1)
    if self.ndim > 1:  # the classes get a dimension of their own
        with_classes = (*target.shape[:axis], 1, *target.shape[axis:])
        target = target.reshape(with_classes)
        grad = grad.reshape(with_classes) if grad.ndim else grad
    along = (-1, *(1,) * (self.ndim - axis - 1))
    classes = np.arange(self.shape[axis]).reshape(along)
    slope = -grad if weight is None else -grad * weight.reshape(along)
    return choose((classes == target) & (target != ignore_index), slope, 0.0)


nll_loss = derivative(
    "nll_loss_forward(Tensor self, Tensor target, Tensor? weight, int reduction, SymInt ignore_index) "
    "-> (Tensor output, Tensor total_weight)",
    node="NllLossBackward0",
    forward=nll_loss_forward,
    self=nll_loss_back,
    target=non_differentiable,
    weight=non_differentiable,
    zero_where="not counted",
    output_differentiability=(True, False),
    refuse=check_nll_loss,
    does="Minus the entry of each row that ``target`` names: weighted mean, sum or all; and the sum of the weights.",
    tex=dict(
        forward=r"z = -\frac{1}{\sum_i w_{t_i}} \sum_i w_{t_i} x_{i t_i}",
        self=r"\bar{x}_{ij} = -\bar{z} \frac{w_j [j = t_i]}{\sum_k w_{t_k}}",
    ),
    samples=lambda make: [
        (make(2, 3), np.array([2, 0]), None, 1, -100),
        (make(3, 3), np.array([2, -100, 0]), make(3, low=0.5).detach(), 1, -100),
        (make(2, 3), np.array([1, 0]), None, 2, -100),
        (make(2, 3), np.array([1, 0]), None, 0, 0),
        (make(3), np.array(1), None, 1, -100),
    ],
)


nll_loss2d = derivative(
    "nll_loss2d_forward(Tensor self, Tensor target, Tensor? weight, int reduction, SymInt ignore_index) "
    "-> (Tensor output, Tensor total_weight)",
    node="NllLoss2DBackward0",
    forward=nll_at_each,
    self=nll_loss_back,
    target=non_differentiable,
    weight=non_differentiable,
    zero_where="not counted",
    output_differentiability=(True, False),
    refuse=check_nll_loss2d,
    does="Minus the entry that ``target`` names at each pixel: weighted mean, sum or all; and the sum of the weights.",
    tex=dict(
        forward=r"z = -\frac{1}{\sum_i w_{t_i}} \sum_i w_{t_i} x_{n t_i h w}",
        self=r"\bar{x}_{njhw} = -\bar{z} \frac{w_j [j = t_{nhw}]}{\sum_k w_{t_k}}",
    ),
    samples=lambda make: [
        (make(2, 3, 1, 2), np.array([[[2, 0]], [[1, 1]]]), None, 1, -100),
        (make(1, 3, 2, 1), np.array([[[2], [-100]]]), make(3, low=0.5).detach(), 1, -100),
        (make(1, 2, 2, 2), np.array([[[1, 0], [0, 1]]]), None, 0, 0),
        (make(1, 2, 1, 2), np.array([[[1, 0]]]), None, 2, -100),
    ],
)

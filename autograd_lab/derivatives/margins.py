"""The margin between classes: how far every other class comes too near to the right one.

PyTorch: ATen/native/cpu/LossMultiMargin.cpp.
"""

from typing import Any

import numpy as np

from .._table.row import derivative, non_differentiable, not_implemented
from ._operands import needs_float, type_of
from .losses import MEAN, reduced

_ONCE = "this operation has a first derivative only: write it with relu, gather and sum for the second."


def _check_classes(self: Any, target: Any, weight: Any) -> None:
    """PyTorch's words for numbers, classes and weights that do not go together."""
    shape, count = list(self.shape), self.shape[0] if self.ndim > 1 else 1
    if self.ndim > 2 or 0 in self.shape[1:] or (self.ndim == 1 and not self.size):
        wanted = "non-empty vector or matrix with optional 0-dim batch size"
        raise RuntimeError(f"Expected {wanted}, but got: {shape}")
    if target.ndim > 1 or target.size != count:
        raise RuntimeError(
            "multi_margin_loss: target tensor should be 1-D with size equal to the number of input samples (batch "
            f"size). Expected target size [{count}], but got {list(target.shape)}. Input has shape {shape}."
        )
    classes = self.shape[-1] if self.ndim else 1
    if weight is not None and (weight.ndim > 1 or weight.size != classes):
        raise RuntimeError(f"inconsistent weight size, expected {classes} but got {list(weight.shape)}")
    needs_float(self, "multi_margin_loss_cpu_kernel")
    if target.dtype != np.int64:
        raise RuntimeError(f"expected scalar type Long but found {type_of(target)}")
    if weight is not None and weight.dtype != self.dtype:
        raise RuntimeError(f"expected scalar type {type_of(self)} but found {type_of(weight)}")
    if ((target < 0) | (target >= classes)).any():
        raise RuntimeError("target out of range")


def _too_near(self: Any, target: Any, margin: float, weight: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Of each row: by how much each class comes too near, its weight, and which class is the right one."""
    rows = np.reshape(self, (-1, self.shape[-1] if self.ndim else 1))
    classes = np.reshape(target, -1)
    at = np.arange(len(rows)), classes
    near = rows - rows[at][:, None] + rows.dtype.type(margin)
    near[at] = 0
    weights = np.ones(len(rows), rows.dtype) if weight is None else np.reshape(weight, -1)[classes]
    return np.where(near > 0, near, 0).astype(rows.dtype), weights[:, None], classes


def multi_margin_loss_forward(self: Any, target: Any, p: int, margin: float, weight: Any, reduction: int) -> Any:
    """The mean over the classes of what comes too near, to the power of ``p``."""
    _check_classes(self, target, weight)
    near, weights, _ = _too_near(self, target, margin, weight)
    losses = (near**p * weights).sum(1) / near.shape[1]
    return reduced(losses if target.ndim else losses[0], reduction)


def multi_margin_loss_back(
    grad_output: Any, self: Any, target: Any, p: int, margin: float, weight: Any, reduction: int
) -> Any:
    """A class that comes too near is pushed away, and the right one gets all of that with the other sign."""
    near, weights, classes = _too_near(self, target, margin, weight)
    slopes = (near > 0) * weights if p == 1 else 2 * near * weights
    slopes[np.arange(len(slopes)), classes] = -slopes.sum(1)
    count = near.shape[1] * (len(near) if reduction == MEAN else 1)
    return (slopes * (np.reshape(grad_output, (-1, 1)) / count)).reshape(self.shape).astype(self.dtype)


multi_margin_loss_backward = derivative(
    "multi_margin_loss_backward(Tensor grad_output, Tensor self, Tensor target, Scalar p, Scalar margin, "
    "Tensor? weight=None, int reduction=Mean) -> Tensor",
    does="What arrives at the loss, times the slope of each class that comes too near to the right one.",
    node="NotImplemented",
    forward=multi_margin_loss_back,
    grad_output=not_implemented(_ONCE),
    self=not_implemented(_ONCE),
    target=non_differentiable,
    weight=non_differentiable,
    tex=dict(forward=r"z_{ij} = \frac{g}{nC}\, [m - x_{i t_i} + x_{ij} > 0]\quad (j \neq t_i)"),
    samples=lambda make: [
        (make(), make(2, 3), np.array([2, 0]), 1, 1.0),
        (make(2), make(2, 3), np.array([1, 0]), 2, 0.5, make(3, low=0.5).detach(), 0),
    ],
)

multi_margin_loss = derivative(
    "multi_margin_loss(Tensor self, Tensor target, Scalar p=1, Scalar margin=1, Tensor? weight=None, "
    "int reduction=Mean) -> Tensor",
    does="By how much all other classes come within ``margin`` of the one that ``target`` names: mean, sum or all.",
    node="MultiMarginLossBackward0",
    forward=multi_margin_loss_forward,
    self=lambda grad, self, target, p, margin, weight, reduction: multi_margin_loss_backward(
        grad, self, target, p, margin, weight, reduction
    ),
    target=non_differentiable,
    weight=non_differentiable,
    tex=dict(
        forward=r"z = \frac{1}{nC} \sum_i \sum_{j \neq t_i} w_{t_i} \max(0, m - x_{i t_i} + x_{ij})^p",
        self=r"\bar{x}_{ij} = \frac{\bar{z}}{nC}\, p\, w_{t_i} \max(0, m - x_{i t_i} + x_{ij})^{p-1}\quad (j \neq t_i)",
    ),
    samples=lambda make: [
        (make(2, 3), np.array([2, 0])),
        (make(3, 3), np.array([2, 1, 0]), 2, 0.5, make(3, low=0.5).detach()),
        (make(2, 3), np.array([1, 0]), 1, 1.0, None, 0),
        (make(2, 3), np.array([1, 2]), 2, 1.0, None, 2),
        (make(3), np.array(1)),
    ],
)

"""Softmax and the losses."""

import math
from typing import Any

import numpy as np

from .. import _dtype
from .arithmetic import choose, quiet
from .reductions import wrap_dim

NONE, MEAN, SUM = 0, 1, 2
"""PyTorch's numbers for ``reduction``."""


# ----- softmax -----------------------------------------------------------------------------------------------------
@quiet
def softmax(self: Any, dim: int, half_to_float: bool) -> Any:
    """Positive numbers that add up to 1 along ``dim``."""
    axis = _axis(self, dim, "softmax")
    if not self.size:
        return self
    # Subtracting the largest changes nothing in the quotient and keeps the exponentials finite.
    raised = np.exp(self - np.maximum.reduce(self, axis=axis, keepdims=True, initial=-math.inf))
    return raised / np.add.reduce(raised, axis=axis, keepdims=True)


@quiet
def log_softmax(self: Any, dim: int, half_to_float: bool) -> Any:
    """The logarithm of softmax, computed without taking the logarithm of a tiny number."""
    axis = _axis(self, dim, "log_softmax")
    if not self.size:
        return self
    shifted = self - np.maximum.reduce(self, axis=axis, keepdims=True, initial=-math.inf)
    return shifted - np.log(np.add.reduce(np.exp(shifted), axis=axis, keepdims=True))


def _axis(self: Any, dim: int, name: str) -> int | None:
    axis = wrap_dim(dim, self.ndim)
    if self.dtype.kind != "f" and self.size:
        last = "_lastdim" if axis >= self.ndim - 1 else ""
        kind = _dtype.of(self.dtype).short
        raise NotImplementedError(f"\"{name}{last}_kernel_impl\" not implemented for '{kind}'")
    return axis if self.ndim else None


def softmax_back(grad: Any, result: Any, dim: int) -> Any:
    """Each output depends on every input of its row, so all of the row's gradients are needed at once."""
    return result * (grad - sum_along(grad * result, dim))


def log_softmax_back(grad: Any, result: Any, dim: int) -> Any:
    """As for softmax; eᶻ is the softmax."""
    return grad - np.exp(result) * sum_along(grad, dim)


def sum_along(array: Any, dim: int) -> Any:
    """Sum along ``dim``, which stays as a dimension of length 1."""
    return np.add.reduce(array, axis=dim, keepdims=True) if array.ndim else array


# ----- negative log likelihood -------------------------------------------------------------------------------------
@quiet
def nll_loss(self: Any, target: Any, weight: Any, reduction: int, ignore_index: int) -> tuple[Any, Any]:
    """Minus the entry that ``target`` names in each row, weighted; and the sum of the weights used."""
    _check_target(self, target, weight, ignore_index)
    used = target != ignore_index
    classes = choose(used, target, 0)
    weights = used.astype(self.dtype) if weight is None else choose(used, weight[classes], self.dtype.type(0))
    picked = self[classes] if self.ndim == 1 else self[np.arange(len(self)), classes]
    losses = choose(used, -picked * weights, self.dtype.type(0))
    if reduction == NONE:
        return losses, self.dtype.type(0)
    total, loss = np.add.reduce(weights, axis=None), np.add.reduce(losses, axis=None)
    if reduction == SUM:
        return loss, total
    return loss / total, total  # 0/0 when every target is ignored


def _check_target(self: Any, target: Any, weight: Any, ignore_index: int) -> None:
    if target.dtype not in (np.int64, np.uint8):
        raise RuntimeError(f"expected target dtype to be Long or Byte, but got {_dtype.of(target.dtype).short}")
    if self.ndim not in (1, 2):
        raise NotImplementedError(
            "nll_loss is here for inputs of shape (C) and (N, C): one row of class scores for each target; "
            f"this input has the shape {list(self.shape)}."
        )
    if self.ndim == 2 and target.shape != self.shape[:1]:
        rows = target.shape[0] if target.ndim else 1
        raise ValueError(f"Expected input batch_size ({self.shape[0]}) to match target batch_size ({rows}).")
    if self.ndim == 1 and target.size != 1:
        raise ValueError("For 1D input, 1D target must have size 1")
    classes = self.shape[-1]
    if weight is not None and weight.shape != (classes,):
        raise RuntimeError(
            f"weight tensor should be defined either for all {classes} classes or no classes but got weight tensor of "
            f"shape: {list(weight.shape)}"
        )
    if weight is not None and weight.dtype != self.dtype:
        wanted, found = (_dtype.of(item.dtype).short for item in (self, weight))
        raise RuntimeError(f"expected scalar type {wanted} but found {found}")
    for label in np.ravel(target).tolist():
        if label != ignore_index and not 0 <= label < classes:
            raise IndexError(f"Target {label} is out of bounds.")


def nll_loss_back(
    grad: Any, self: Any, target: Any, weight: Any, reduction: int, ignore_index: int, total_weight: Any
) -> Any:
    """Only the entry that the target names moved the loss: it gets minus its weight, and the mean's share."""
    if reduction == MEAN:
        grad = grad / total_weight
    if grad.ndim:
        grad = np.expand_dims(grad, -1)
    if target.ndim == self.ndim - 1:
        target = np.expand_dims(target, -1)
    classes = np.arange(self.shape[-1])
    share = -grad if weight is None else -grad * weight
    return choose((classes == target) & (target != ignore_index), share, 0.0)


# ----- squared error -----------------------------------------------------------------------------------------------
@quiet
def mse_loss(self: Any, target: Any, reduction: int) -> Any:
    """The squared differences, their mean or their sum."""
    squares = (self - target) ** 2
    if reduction == NONE:
        return squares
    total = np.add.reduce(squares, axis=None)
    return total if reduction == SUM else total / squares.size


def mse_loss_back(grad: Any, self: Any, target: Any, reduction: int) -> Any:
    """2·(self - target), and the mean's share."""
    slope = (self - target) * (2 / max(math.prod(self.shape), 1) if reduction == MEAN else 2.0)
    return slope * grad

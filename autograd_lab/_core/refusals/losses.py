"""Refusals of losses: parameters out of range, targets that are no targets."""

from typing import Any

import numpy as np

from .common import needs_float, same_scalar_type, type_of


def into_type_of(self: Any, other: Any) -> None:
    """Raise unless numbers of the type of ``other`` may be stored as ``self`` is."""
    if self.dtype.kind != "f" and other.dtype.kind == "f":
        raise RuntimeError(f"result type {type_of(other)} can't be cast to the desired output type {type_of(self)}")


def check_mse_loss(self: Any, target: Any, reduction: int) -> None:
    needs_float(self, "mse_cpu")


def check_smooth_l1_loss(self: Any, target: Any, reduction: int, beta: float) -> None:
    if beta < 0:
        raise RuntimeError("smooth_l1_loss does not support negative values for beta.")
    needs_float(self, "smooth_l1_cpu")


def check_huber_loss(self: Any, target: Any, reduction: int, delta: float) -> None:
    if delta <= 0:
        raise RuntimeError("huber_loss does not support non-positive values for delta.")
    into_type_of(self, target)
    needs_float(self, "huber_cpu")


def check_binary_cross_entropy(self: Any, target: Any, weight: Any, reduction: int) -> None:
    check_found(self, target, weight)
    inside = {name: np.ravel((item >= 0) & (item <= 1)) for name, item in (("input", self), ("target", target))}
    wrong = [(where.argmin(), name) for name, where in inside.items() if not where.all()]
    if wrong:  # PyTorch goes from element to element
        raise RuntimeError(f"all elements of {min(wrong)[1]} should be between 0 and 1")
    needs_float(self, "binary_cross_entropy")


def check_binary_cross_entropy_with_logits(
    self: Any, target: Any, weight: Any, pos_weight: Any, reduction: int
) -> None:
    if target.dtype.kind != "f":
        raise RuntimeError(f"result type {type_of(self)} can't be cast to the desired output type {type_of(target)}")


def check_found(self: Any, *others: Any) -> None:
    for other in others:
        if other is not None and other.dtype != self.dtype:
            raise RuntimeError(f"Found dtype {type_of(other)} but expected {type_of(self)}")


# ----- classes --------------------------------------------------------------------------------------------------------
_CLASS_TYPES = (np.dtype("int64"), np.dtype("uint8"))


def _check_classes(self: Any, target: Any, weight: Any) -> None:
    if target.dtype not in _CLASS_TYPES:
        raise RuntimeError(f"expected target dtype to be Long or Byte, but got {type_of(target)}")
    needs_float(self, "nll_loss_out_frame" if self.ndim < 3 else "nll_loss2d_forward_out_frame")
    classes = self.shape[min(self.ndim - 1, 1)]
    if weight is not None:
        _check_weight(self, weight, classes)


def check_labels(target: Any, classes: int, ignore_index: int) -> None:
    for label in target[(target < 0) | (target >= classes)].tolist():
        if label != ignore_index:
            raise IndexError(f"Target {label} is out of bounds.")


def _check_weight(self: Any, weight: Any, classes: int) -> None:
    if weight.shape != (classes,):
        raise RuntimeError(
            f"weight tensor should be defined either for all {classes} classes or no classes but got weight tensor of "
            f"shape: {list(weight.shape)}"
        )
    same_scalar_type(self, weight)


def check_nll_loss(self: Any, target: Any, weight: Any, reduction: int, ignore_index: int) -> None:
    if target.ndim > 1:
        raise RuntimeError("0D or 1D target tensor expected, multi-target not supported")
    if self.ndim == 1 and target.size != 1:
        raise ValueError(f"For 1D input, 1D target must have size 1, but got target size: {target.size}")
    _check_classes(self, target, weight)


def check_nll_loss2d(self: Any, target: Any, weight: Any, reduction: int, ignore_index: int) -> None:
    if target.ndim != 3:
        raise RuntimeError(
            f"only batches of spatial targets supported (3D tensors) but got targets of dimension: {target.ndim}"
        )
    if self.shape[:1] + self.shape[2:] != target.shape:
        raise RuntimeError(f"size mismatch (got input: {list(self.shape)} , target: {list(target.shape)}")
    _check_classes(self, target, weight)

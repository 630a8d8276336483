"""Gradients kept within bounds, in place. PyTorch: torch/nn/utils/clip_grad.py."""

import math
from collections.abc import Iterable
from typing import Any

import numpy as np

from ..._core.base.learners_line import warn
from ..._core.base.state import quiet, watchers
from ..._core.call_in_place import overwrite
from ..._core.tensor import Tensor, wrap
from ..._core.watched_calls import write_made
from ..._torch.creation.filled import tensor
from ...derivatives.norms import in_float_type


def clip_grad_norm_(
    parameters: Tensor | Iterable[Tensor],
    max_norm: float,
    norm_type: float = 2.0,
    error_if_nonfinite: bool = False,
    foreach: bool | None = None,
) -> Tensor:
    """Scale all gradients by one factor, so that together they are no longer than ``max_norm``.

    Returns:
        The norm of all gradients together, as it was: a scalar.

    Raises:
        RuntimeError: that norm is nan or infinite, and ``error_if_nonfinite``.
    """
    grads = [parameter.grad for parameter in _listed(parameters) if parameter.grad is not None]
    total = _total_norm(grads, float(norm_type), error_if_nonfinite)
    kind = total._data.dtype.type
    factor = np.minimum(kind(float(max_norm)) / (total._data + kind(1e-6)), kind(1))
    for grad in grads:
        overwrite(grad, grad._data * grad._data.dtype.type(factor))
        if watchers.count:
            write_made("mul", grad, grad)
    return total


def clip_grad_norm(parameters: Tensor | Iterable[Tensor], max_norm: float, *args: Any, **options: Any) -> Tensor:
    """`clip_grad_norm_` under its name of former times, with a warning."""
    warn(
        "`torch.nn.utils.clip_grad_norm` is now deprecated in favor of `torch.nn.utils.clip_grad_norm_`.", FutureWarning
    )
    return clip_grad_norm_(parameters, max_norm, *args, **options)


def _total_norm(grads: list[Tensor], norm_type: float, error_if_nonfinite: bool) -> Tensor:
    """The norm of all gradients as one long vector: (Σ \\|x\\|^p)^(1/p), a scalar."""
    norms = [_norm(in_float_type(grad._data, None, "linalg.vector_norm"), norm_type) for grad in grads]
    if not norms:
        return tensor(0.0)
    total = _norm(np.stack(norms), norm_type)
    if error_if_nonfinite and not np.isfinite(total):
        raise RuntimeError(
            f"The total norm of order {norm_type} for gradients from `parameters` is non-finite, so it cannot be "
            "clipped. To disable this error and scale the gradients by the non-finite norm anyway, set "
            "`error_if_nonfinite=False`"
        )
    return wrap(total)


def clip_grad_value_(parameters: Tensor | Iterable[Tensor], clip_value: float, foreach: bool | None = None) -> None:
    """Move every element of every gradient into [-clip_value, clip_value]."""
    bound = float(clip_value)
    for parameter in _listed(parameters):
        grad = parameter.grad
        if grad is not None:
            data = grad._data
            overwrite(grad, np.clip(data, data.dtype.type(-bound), data.dtype.type(bound)))
            if watchers.count:
                write_made("clamp", grad, grad)


def _listed(tensors: Tensor | Iterable[Tensor]) -> list[Tensor]:
    return [tensors] if isinstance(tensors, Tensor) else list(tensors)


@quiet
def _norm(array: np.ndarray, order: float) -> np.ndarray:
    """(Σ |x|^order)^(1/order), added up in float64."""
    sizes = np.abs(array)
    if order == math.inf:
        return np.maximum.reduce(sizes, axis=None, initial=0).astype(array.dtype)
    if order == 2:
        return np.sqrt(np.add.reduce(np.square(sizes, dtype=np.float64), axis=None)).astype(array.dtype)
    return (np.add.reduce(np.power(sizes, order, dtype=np.float64), axis=None) ** (1 / order)).astype(array.dtype)

"""Helpers of the distributions: numbers as tensors, logits as probabilities. PyTorch: torch/distributions/utils.py."""

import functools
from collections.abc import Callable
from typing import Any

from .._core.base.dtypes import get_default_dtype
from .._core.grad_mode import enable_grad
from .._core.tensor import Tensor
from .._torch import functions
from .._torch.creation.filled import tensor
from .._torch.surface.machine import finfo

Number = bool | int | float


def broadcast_all(*values: Any) -> tuple[Tensor, ...]:
    """Tensors of the same shape; numbers take the dtype of the first tensor.

    Raises:
        ValueError: something else than a tensor or a number.
    """
    if not all(isinstance(value, Tensor | Number) for value in values):
        raise ValueError(
            "Input arguments must all be instances of Number, torch.Tensor or objects implementing __torch_function__."
        )
    kind = next((value.dtype for value in values if isinstance(value, Tensor)), get_default_dtype())
    tensors = [value if isinstance(value, Tensor) else tensor(value, dtype=kind) for value in values]
    return tuple(functions.broadcast_tensors(*tensors))


def sum_rightmost(value: Tensor, dim: int) -> Tensor:
    """The sum over the last ``dim`` dimensions."""
    return value.reshape((*value.shape[:-dim], -1)).sum(-1) if dim else value


def logits_to_probs(logits: Tensor, is_binary: bool = False) -> Tensor:
    """Logits as probabilities: sigmoid, or softmax along the last dimension."""
    return logits.sigmoid() if is_binary else logits.softmax(-1)


def clamp_probs(probs: Tensor) -> Tensor:
    """The probabilities, moved a little away from 0 and 1."""
    eps = finfo(probs.dtype).eps
    return probs.clamp(min=eps, max=1 - eps)


def probs_to_logits(probs: Tensor, is_binary: bool = False) -> Tensor:
    """The inverse: log(p), or log(p / (1 - p)) if binary."""
    clamped = clamp_probs(probs)
    return clamped.log() - (-clamped).log1p() if is_binary else clamped.log()


class lazy_property:
    """An attribute that is computed on first use, with gradients recorded, and then kept."""

    def __init__(self, wrapped: Callable[[Any], Tensor]):
        self.wrapped = wrapped
        functools.update_wrapper(self, wrapped)  # type: ignore[arg-type]

    def __get__(self, instance: Any, owner: type | None = None) -> Any:
        if instance is None:
            return self
        with enable_grad():
            value = self.wrapped(instance)
        setattr(instance, self.wrapped.__name__, value)
        return value

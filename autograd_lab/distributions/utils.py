"""What distributions share: numbers made tensors, logits made probabilities. PyTorch: torch/distributions/utils.py."""

import functools
from collections.abc import Callable
from typing import Any

from .. import _functions
from .._base.dtypes import get_default_dtype
from .._creation.filled import tensor
from .._surface.number_limits import finfo
from ..autograd._tensor import Tensor
from ..autograd.grad_mode import enable_grad

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
    return tuple(_functions.broadcast_tensors(*tensors))


def sum_rightmost(value: Tensor, dim: int) -> Tensor:
    """The sum over so many of the last dimensions."""
    return value.reshape((*value.shape[:-dim], -1)).sum(-1) if dim else value


def logits_to_probs(logits: Tensor, is_binary: bool = False) -> Tensor:
    """What numbers of any size say as probabilities: sigmoid, or softmax along the last dimension."""
    return logits.sigmoid() if is_binary else logits.softmax(-1)


def clamp_probs(probs: Tensor) -> Tensor:
    """Probabilities that are not quite 0 or 1."""
    eps = finfo(probs.dtype).eps
    return probs.clamp(min=eps, max=1 - eps)


def probs_to_logits(probs: Tensor, is_binary: bool = False) -> Tensor:
    """The way back: log(p), or log(p / (1 - p)) for two."""
    clamped = clamp_probs(probs)
    return clamped.log() - (-clamped).log1p() if is_binary else clamped.log()


class lazy_property:
    """An attribute that is worked out when it is first asked for, with gradients, and then kept."""

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

"""RMSprop. PyTorch: torch/optim/rmsprop.py."""

from collections.abc import Iterable
from typing import Any

import numpy as np

from .._core.tensor import Tensor
from ._arithmetic import add, addcdiv, addcmul, lerp
from .optimizer import Optimizer, begin, check_not_negative, counted, decayed, put, switches_of, times


class RMSprop(Optimizer):
    """``w ← w - lr · grad / (√v + eps)``, where v is the mean of the squares of the recent gradients.

    Args:
        params: the tensors to move.
        lr: the step size.
        alpha: how slowly the mean forgets.
        eps: keeps the divisor from zero.
        weight_decay: adds ``weight_decay · w`` to the gradient.
        momentum: how much of the earlier steps goes on.
        centered: divide by the deviation from the mean gradient instead.
        switches: ``maximize``, and those that change nothing here (`optimizer.SWITCHES`).
    """

    def __init__(
        self,
        params: Iterable,
        lr: float = 1e-2,
        alpha: float = 0.99,
        eps: float = 1e-8,
        weight_decay: float = 0,
        momentum: float = 0,
        centered: bool = False,
        **switches: Any,
    ):
        check_not_negative(lr=lr, eps=eps, momentum=momentum, weight_decay=weight_decay, alpha=alpha)
        settings = dict(
            lr=lr, momentum=momentum, alpha=alpha, eps=eps, centered=centered, weight_decay=weight_decay,
            **switches_of(self, switches, "capturable foreach maximize differentiable"),
        )  # fmt: skip
        super().__init__(params, settings)

    def _update(self, parameter: Tensor, gradient: Any, group: dict[str, Any]) -> None:
        state, alpha, kind = self.state[parameter], group["alpha"], parameter._data.dtype.type
        more = {"momentum_buffer": group["momentum"] > 0, "grad_avg": group["centered"]}
        begin(state, parameter, "square_avg", *(name for name, used in more.items() if used))
        counted(state)
        gradient = decayed(gradient, parameter, group["weight_decay"])
        square = state["square_avg"]
        put(square, addcmul, times(square, alpha), gradient, gradient, 1 - alpha)
        spread = square._data
        if group["centered"]:
            mean = state["grad_avg"]
            put(mean, lerp, mean._data, gradient, 1 - alpha)
            spread = addcmul(spread, mean._data, mean._data, -1)
        root = np.sqrt(spread)
        root += kind(group["eps"])
        if group["momentum"] > 0:
            velocity = state["momentum_buffer"]
            put(velocity, addcdiv, times(velocity, group["momentum"]), gradient, root, 1)
            put(parameter, add, parameter._data, velocity._data, -group["lr"])
        else:
            put(parameter, addcdiv, parameter._data, gradient, root, -group["lr"])

"""Adam and AdamW. PyTorch: torch/optim/{adam,adamw}.py; Kingma and Ba, arxiv.org/abs/1412.6980."""

from collections.abc import Iterable
from typing import Any

import numpy as np

from .._core.call_in_place import overwrite
from .._core.tensor import Tensor
from ._arithmetic import addcdiv, addcmul, lerp
from .optimizer import (
    Optimizer,
    begin,
    check_betas,
    check_not_negative,
    counted,
    put,
    shrunk_or_decayed,
    switches_of,
    times,
)


class Adam(Optimizer):
    """``w ← w - lr · m̂ / (√v̂ + eps)``: the mean of the recent gradients over the root of the mean of their squares.

    Args:
        params: the tensors to move.
        lr: about how far a weight moves in one step.
        betas: how slowly the two means forget.
        eps: keeps the divisor from zero.
        weight_decay: adds ``weight_decay · w`` to the gradient.
        amsgrad: divide by the largest mean of squares so far.
        switches: ``maximize``, and those that change nothing here (`optimizer.SWITCHES`).
        decoupled_weight_decay: shrink the weights themselves instead, as `AdamW` does.
    """

    def __init__(
        self,
        params: Iterable,
        lr: float = 1e-3,
        betas: tuple[float, float] = (0.9, 0.999),
        eps: float = 1e-8,
        weight_decay: float = 0,
        amsgrad: bool = False,
        *,
        decoupled_weight_decay: bool = False,
        **switches: Any,
    ):
        check_not_negative(lr=lr, eps=eps)
        check_betas(betas)
        check_not_negative(weight_decay=weight_decay)
        settings = dict(
            lr=lr, betas=betas, eps=eps, weight_decay=weight_decay, amsgrad=amsgrad,
            decoupled_weight_decay=decoupled_weight_decay,
            **switches_of(self, switches, "maximize foreach capturable differentiable fused"),
        )  # fmt: skip
        super().__init__(params, settings)

    def _update(self, parameter: Tensor, gradient: Any, group: dict[str, Any]) -> None:
        state, (slow, slower) = self.state[parameter], group["betas"]
        begin(state, parameter, "exp_avg", "exp_avg_sq", *(["max_exp_avg_sq"] if group["amsgrad"] else []))
        step, kind = counted(state), parameter._data.dtype.type
        gradient = shrunk_or_decayed(gradient, parameter, group)
        mean, square = state["exp_avg"], state["exp_avg_sq"]
        put(mean, lerp, mean._data, gradient, 1 - slow)
        put(square, addcmul, times(square, slower), gradient, gradient, 1 - slower)
        if group["amsgrad"]:
            square = state["max_exp_avg_sq"]
            overwrite(square, np.maximum(square._data, state["exp_avg_sq"]._data))
        # Both means start at zero and are too small at first: that is what the two divisors make up for.
        root = np.sqrt(square._data)
        root /= kind((1 - slower**step) ** 0.5)
        root += kind(group["eps"])
        put(parameter, addcdiv, parameter._data, mean._data, root, -group["lr"] / (1 - slow**step))


class AdamW(Adam):
    """Adam whose weight decay shrinks the weights themselves, by ``lr · weight_decay`` of them in each step.

    Arguments as in `Adam`.
    """

    def __init__(
        self,
        params: Iterable,
        lr: float = 1e-3,
        betas: tuple[float, float] = (0.9, 0.999),
        eps: float = 1e-8,
        weight_decay: float = 1e-2,
        amsgrad: bool = False,
        **switches: Any,
    ):
        super().__init__(params, lr, betas, eps, weight_decay, amsgrad, decoupled_weight_decay=True, **switches)

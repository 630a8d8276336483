"""RAdam. PyTorch: torch/optim/radam.py; Liu and others, arxiv.org/abs/1908.03265."""

from collections.abc import Iterable
from typing import Any

import numpy as np

from .._call_in_place import overwrite
from ..autograd._tensor import Tensor
from ._arithmetic import addcmul, lerp
from .optimizer import (
    Optimizer,
    begin,
    check_betas,
    check_not_negative,
    counted,
    refuse_differentiable,
    shrunk_or_decayed,
)


class RAdam(Optimizer):
    """Adam that divides by the mean of squares only when enough gradients have been seen for that mean to be trusted.

    Args:
        params: the tensors to move.
        lr: about how far a weight moves in one step.
        betas: how slowly the two means forget.
        eps: keeps the divisor from zero.
        weight_decay: adds ``weight_decay · w`` to the gradient.
        decoupled_weight_decay: shrink the weights themselves instead, as `AdamW` does.
        foreach: PyTorch's choice between kernels; it changes nothing here.
        maximize: climb instead of descend.
        capturable: for GPUs; True is an error at the first step, as in PyTorch without one.
        differentiable: left out here; True is refused.
    """

    def __init__(
        self,
        params: Iterable,
        lr: float = 1e-3,
        betas: tuple[float, float] = (0.9, 0.999),
        eps: float = 1e-8,
        weight_decay: float = 0,
        decoupled_weight_decay: bool = False,
        *,
        foreach: bool | None = None,
        maximize: bool = False,
        capturable: bool = False,
        differentiable: bool = False,
    ):
        check_not_negative(lr=lr, eps=eps)
        check_betas(betas)
        check_not_negative(weight_decay=weight_decay)
        refuse_differentiable(differentiable)
        settings = dict(
            lr=lr, betas=betas, eps=eps, weight_decay=weight_decay, maximize=maximize, foreach=foreach,
            capturable=capturable, decoupled_weight_decay=decoupled_weight_decay, differentiable=differentiable,
        )  # fmt: skip
        super().__init__(params, settings)

    def _update(self, parameter: Tensor, gradient: Any, group: dict[str, Any]) -> None:
        state, kind, (slow, slower) = self.state[parameter], parameter._data.dtype.type, group["betas"]
        begin(state, parameter, "exp_avg", "exp_avg_sq")
        step = counted(state)
        gradient = shrunk_or_decayed(gradient, parameter, group)
        mean, square = state["exp_avg"], state["exp_avg_sq"]
        overwrite(mean, lerp(mean._data, gradient, 1 - slow))
        overwrite(square, addcmul(square._data * kind(slower), gradient, gradient, 1 - slower))
        move = mean._data / kind(1 - slow**step) * kind(group["lr"])
        left = 1 - slower**step
        longest = 2 / (1 - slower) - 1
        seen = longest - 2 * step * slower**step / left  # of how many gradients the mean is worth
        if seen > 5:
            trust = ((seen - 4) * (seen - 2) * longest / ((longest - 4) * (longest - 2) * seen)) ** 0.5
            move = move * (kind(left**0.5) / (np.sqrt(square._data) + kind(group["eps"]))) * kind(trust)
        overwrite(parameter, parameter._data - move)

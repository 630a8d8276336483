"""Adamax. PyTorch: torch/optim/adamax.py; Kingma and Ba, arxiv.org/abs/1412.6980, section 7.1."""

from collections.abc import Iterable
from typing import Any

import numpy as np

from .._core.call_in_place import overwrite
from .._core.tensor import Tensor
from ._arithmetic import addcdiv, lerp
from .optimizer import Optimizer, begin, check_betas, check_not_negative, counted, decayed, switches_of


class Adamax(Optimizer):
    """``w ← w - lr · m̂ / u``: Adam's mean of the recent gradients over the largest of them, which fades with time.

    Args:
        params: the tensors to move.
        lr: about how far a weight moves in one step.
        betas: how slowly the mean and the largest forget.
        eps: keeps the divisor from zero.
        weight_decay: adds ``weight_decay · w`` to the gradient.
        switches: ``maximize``, and those that change nothing here (`optimizer.SWITCHES`).
    """

    def __init__(
        self,
        params: Iterable,
        lr: float = 2e-3,
        betas: tuple[float, float] = (0.9, 0.999),
        eps: float = 1e-8,
        weight_decay: float = 0,
        **switches: Any,
    ):
        check_not_negative(lr=lr, eps=eps)
        check_betas(betas)
        check_not_negative(weight_decay=weight_decay)
        settings = dict(
            lr=lr, betas=betas, eps=eps, weight_decay=weight_decay,
            **switches_of(self, switches, "foreach maximize differentiable capturable"),
        )  # fmt: skip
        super().__init__(params, settings)

    def _update(self, parameter: Tensor, gradient: Any, group: dict[str, Any]) -> None:
        state, kind, (slow, slower) = self.state[parameter], parameter._data.dtype.type, group["betas"]
        begin(state, parameter, "exp_avg", "exp_inf")
        step = counted(state)
        gradient = decayed(gradient, parameter, group["weight_decay"])
        mean, largest = state["exp_avg"], state["exp_inf"]
        overwrite(mean, lerp(mean._data, gradient, 1 - slow))
        overwrite(largest, np.maximum(largest._data * kind(slower), np.abs(gradient) + kind(group["eps"])))
        overwrite(parameter, addcdiv(parameter._data, mean._data, largest._data, -group["lr"] / (1 - slow**step)))

"""Adadelta. PyTorch: torch/optim/adadelta.py; Zeiler, arxiv.org/abs/1212.5701."""

from collections.abc import Iterable
from typing import Any

import numpy as np

from .._core.call_in_place import overwrite
from .._core.tensor import Tensor
from ._arithmetic import add, addcmul
from .optimizer import Optimizer, begin, check_not_negative, counted, decayed, switches_of


class Adadelta(Optimizer):
    """``w ← w - lr · Δ`` with ``Δ = √(u + eps) / √(v + eps) · grad``; v and u are means of recent grad² and Δ².

    Args:
        params: the tensors to move.
        lr: a factor before every step; the steps find their size themselves.
        rho: how slowly both means forget.
        eps: keeps the divisor, and the first step, from zero.
        weight_decay: adds ``weight_decay · w`` to the gradient.
        switches: ``maximize``, and those that change nothing here (`optimizer.SWITCHES`).
    """

    def __init__(
        self,
        params: Iterable,
        lr: float = 1.0,
        rho: float = 0.9,
        eps: float = 1e-6,
        weight_decay: float = 0,
        **switches: Any,
    ):
        check_not_negative(lr=lr)
        if not 0 <= rho <= 1:
            raise ValueError(f"Invalid rho value: {rho}")
        check_not_negative(eps=eps, weight_decay=weight_decay)
        settings = dict(
            lr=lr, rho=rho, eps=eps, weight_decay=weight_decay,
            **switches_of(self, switches, "maximize capturable foreach differentiable"),
        )  # fmt: skip
        super().__init__(params, settings)

    def _update(self, parameter: Tensor, gradient: Any, group: dict[str, Any]) -> None:
        state, kind, rho = self.state[parameter], parameter._data.dtype.type, group["rho"]
        begin(state, parameter, "square_avg", "acc_delta")
        counted(state)
        gradient, eps = decayed(gradient, parameter, group["weight_decay"]), kind(group["eps"])
        square, steps = state["square_avg"], state["acc_delta"]
        overwrite(square, addcmul(square._data * kind(rho), gradient, gradient, 1 - rho))
        delta = np.sqrt(steps._data + eps) / np.sqrt(square._data + eps) * gradient
        overwrite(steps, addcmul(steps._data * kind(rho), delta, delta, 1 - rho))
        overwrite(parameter, add(parameter._data, delta, -group["lr"]))

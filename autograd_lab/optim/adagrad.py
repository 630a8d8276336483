"""Adagrad. PyTorch: torch/optim/adagrad.py."""

from collections.abc import Iterable
from typing import Any

import numpy as np

from .._core.tensor import Tensor
from .._torch.creation.filled import full, tensor
from ._arithmetic import addcdiv, addcmul
from .optimizer import Optimizer, check_not_negative, counted, decayed, put, switches_of


class Adagrad(Optimizer):
    """``w ← w - lr · grad / (√s + eps)``, where s is the sum of the squares of all gradients so far.

    Args:
        params: the tensors to move.
        lr: the step size at the start.
        lr_decay: ``lr / (1 + (step - 1) · lr_decay)`` is the size of a step.
        weight_decay: adds ``weight_decay · w`` to the gradient.
        initial_accumulator_value: what s starts from.
        eps: keeps the divisor from zero.
        switches: ``maximize``, and those that change nothing here (`optimizer.SWITCHES`).
    """

    def __init__(
        self,
        params: Iterable,
        lr: float = 1e-2,
        lr_decay: float = 0,
        weight_decay: float = 0,
        initial_accumulator_value: float = 0,
        eps: float = 1e-10,
        **switches: Any,
    ):
        check_not_negative(
            lr=lr, lr_decay=lr_decay, weight_decay=weight_decay, initial_accumulator_value=initial_accumulator_value,
            eps=eps,
        )  # fmt: skip
        settings = dict(
            lr=lr, lr_decay=lr_decay, eps=eps, weight_decay=weight_decay,
            initial_accumulator_value=initial_accumulator_value,
            **switches_of(self, switches, "foreach maximize differentiable fused"),
        )  # fmt: skip
        super().__init__(params, settings)
        for group in self.param_groups:
            for parameter in group["params"]:
                start = full(tuple(parameter.shape), group["initial_accumulator_value"], dtype=parameter.dtype)
                self.state[parameter] = dict(step=tensor(0.0), sum=start)

    def _update(self, parameter: Tensor, gradient: Any, group: dict[str, Any]) -> None:
        state, kind = self.state[parameter], parameter._data.dtype.type
        step = counted(state)
        gradient = decayed(gradient, parameter, group["weight_decay"])
        rate = group["lr"] / (1 + (step - 1) * group["lr_decay"])
        total = state["sum"]
        put(total, addcmul, total._data, gradient, gradient, 1)
        root = np.sqrt(total._data)
        root += kind(group["eps"])
        put(parameter, addcdiv, parameter._data, gradient, root, -rate)

"""Stochastic gradient descent. PyTorch: torch/optim/sgd.py."""

from collections.abc import Iterable
from typing import Any

from .._core.tensor import Tensor, wrap
from ._arithmetic import add
from .optimizer import Optimizer, check_not_negative, decayed, put, switches_of, times


class SGD(Optimizer):
    """``w ← w - lr · grad``; with momentum, ``w ← w - lr · v`` where ``v ← momentum · v + (1 - dampening) · grad``.

    Args:
        params: the tensors to move.
        lr: the step size.
        momentum, dampening: how much of the earlier gradients goes on, and how much of the new one is left out.
        weight_decay: adds ``weight_decay · w`` to the gradient.
        nesterov: look one step of momentum ahead.
        switches: ``maximize``, and those that change nothing here (`optimizer.SWITCHES`).
    """

    def __init__(
        self,
        params: Iterable,
        lr: float = 1e-3,
        momentum: float = 0,
        dampening: float = 0,
        weight_decay: float = 0,
        nesterov: bool = False,
        **switches: Any,
    ):
        check_not_negative(lr=lr, momentum=momentum, weight_decay=weight_decay)
        settings = dict(
            lr=lr, momentum=momentum, dampening=dampening, weight_decay=weight_decay, nesterov=nesterov,
            **switches_of(self, switches, "maximize foreach differentiable fused"),
        )  # fmt: skip
        if nesterov and (momentum <= 0 or dampening != 0):
            raise ValueError("Nesterov momentum requires a momentum and zero dampening")
        super().__init__(params, settings)

    def _update(self, parameter: Tensor, gradient: Any, group: dict[str, Any]) -> None:
        gradient = decayed(gradient, parameter, group["weight_decay"])
        if group["momentum"]:
            gradient = self._with_momentum(gradient, group, self.state[parameter])
        put(parameter, add, parameter._data, gradient, -group["lr"])

    def _with_momentum(self, gradient: Any, group: dict[str, Any], state: dict[str, Any]) -> Any:
        momentum, velocity = group["momentum"], state.get("momentum_buffer")
        if velocity is None:  # the first gradient is taken whole: dampening begins with the second
            velocity = state["momentum_buffer"] = wrap(gradient.copy())
        else:
            put(velocity, add, times(velocity, momentum), gradient, 1 - group["dampening"])
        return add(gradient, velocity._data, momentum) if group["nesterov"] else velocity._data

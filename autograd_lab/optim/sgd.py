"""Stochastic gradient descent. PyTorch: torch/optim/sgd.py."""

from collections.abc import Iterable
from typing import Any

from .._tensor import Tensor
from .optimizer import Optimizer, check_not_negative


class SGD(Optimizer):
    """``w ← w - lr · grad``; with momentum, ``w ← w - lr · v`` where ``v ← momentum · v + (1 - dampening) · grad``.

    Args:
        params: the tensors to move.
        lr: the step size.
        momentum, dampening: how much of the earlier gradients goes on, and how much of the new one is left out.
        weight_decay: adds ``weight_decay · w`` to the gradient.
        nesterov: look one step of momentum ahead.
        maximize: climb instead of descend.
    """

    def __init__(
        self,
        params: Iterable,
        lr: float = 1e-3,
        momentum: float = 0,
        dampening: float = 0,
        weight_decay: float = 0,
        nesterov: bool = False,
        *,
        maximize: bool = False,
    ):
        check_not_negative(lr=lr, momentum=momentum, weight_decay=weight_decay)
        if nesterov and (momentum <= 0 or dampening != 0):
            raise ValueError("Nesterov momentum requires a momentum and zero dampening")
        settings = dict(lr=lr, momentum=momentum, dampening=dampening, weight_decay=weight_decay)
        super().__init__(params, {**settings, "nesterov": nesterov, "maximize": maximize})

    def _update(self, parameter: Tensor, gradient: Tensor, group: dict[str, Any], state: dict[str, Any]) -> None:
        if group["maximize"]:
            gradient = -gradient
        if group["weight_decay"]:
            gradient = gradient + group["weight_decay"] * parameter
        if group["momentum"]:
            gradient = self._with_momentum(gradient, group, state)
        parameter.sub_(group["lr"] * gradient)

    def _with_momentum(self, gradient: Tensor, group: dict[str, Any], state: dict[str, Any]) -> Tensor:
        momentum = group["momentum"]
        velocity = state.get("momentum_buffer")
        if velocity is None:  # the first gradient is taken whole: dampening begins with the second
            velocity = state["momentum_buffer"] = gradient.detach().clone()
        else:
            velocity.mul_(momentum).add_(gradient, alpha=1 - group["dampening"])
        return gradient + momentum * velocity if group["nesterov"] else velocity

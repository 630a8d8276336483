"""Adam. PyTorch: torch/optim/adam.py; Kingma and Ba, arxiv.org/abs/1412.6980."""

from collections.abc import Iterable
from typing import Any

from .._creation import tensor, zeros_like
from .._tensor import Tensor
from .optimizer import Optimizer, check_not_negative


class Adam(Optimizer):
    """``w ← w - lr · m̂ / (√v̂ + eps)``: the mean of the recent gradients over the root of the mean of their squares.

    Args:
        params: the tensors to move.
        lr: about how far a weight moves in one step.
        betas: how slowly the two means forget.
        eps: keeps the divisor from zero.
        weight_decay: adds ``weight_decay · w`` to the gradient.
        amsgrad: divide by the largest mean of squares so far.
        maximize: climb instead of descend.
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
        maximize: bool = False,
    ):
        check_not_negative(lr=lr, eps=eps)
        for index, beta in enumerate(betas):
            if not 0 <= beta < 1:
                raise ValueError(f"Invalid beta parameter at index {index}: {beta}")
        check_not_negative(weight_decay=weight_decay)
        settings = dict(lr=lr, betas=betas, eps=eps, weight_decay=weight_decay, amsgrad=amsgrad, maximize=maximize)
        super().__init__(params, settings)

    def _update(self, parameter: Tensor, gradient: Tensor, group: dict[str, Any], state: dict[str, Any]) -> None:
        if group["maximize"]:
            gradient = -gradient
        if group["weight_decay"]:
            gradient = gradient + group["weight_decay"] * parameter
        if not state:
            self._start(parameter, group, state)
        slow, slower = group["betas"]
        state["step"] += 1
        step = state["step"].item()
        mean, square = state["exp_avg"], state["exp_avg_sq"]
        mean.add_(gradient - mean, alpha=1 - slow)
        square.mul_(slower).add_(gradient * gradient, alpha=1 - slower)
        if group["amsgrad"]:
            square = state["max_exp_avg_sq"] = state["max_exp_avg_sq"].maximum(square)
        # Both means start at zero and are too small at first: that is what the two divisors make up for.
        root = square.sqrt() / (1 - slower**step) ** 0.5 + group["eps"]
        parameter.sub_(group["lr"] / (1 - slow**step) * (mean / root))

    def _start(self, parameter: Tensor, group: dict[str, Any], state: dict[str, Any]) -> None:
        names = ("exp_avg", "exp_avg_sq", "max_exp_avg_sq")[: 3 if group["amsgrad"] else 2]
        state["step"] = tensor(0.0)
        state.update({name: zeros_like(parameter) for name in names})

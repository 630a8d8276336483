"""NAdam. PyTorch: torch/optim/nadam.py; Dozat, openreview.net/forum?id=OM0jvwB8jIp57ZJjtNEZ."""

from collections.abc import Iterable
from typing import Any

import numpy as np

from .._call_in_place import overwrite
from .._creation.filled import tensor, zeros_like
from ..autograd._tensor import Tensor
from ._arithmetic import addcdiv, addcmul, lerp
from .optimizer import Optimizer, check_betas, check_not_negative, counted, refuse_differentiable, shrunk_or_decayed


class NAdam(Optimizer):
    """Adam that looks one step of momentum ahead, as Nesterov's: part of each step is the new gradient itself.

    Args:
        params: the tensors to move.
        lr: about how far a weight moves in one step.
        betas: how slowly the two means forget.
        eps: keeps the divisor from zero.
        weight_decay: adds ``weight_decay · w`` to the gradient.
        momentum_decay: how slowly the momentum reaches its full strength.
        decoupled_weight_decay: shrink the weights themselves instead, as `AdamW` does.
        foreach: PyTorch's choice between kernels; it changes nothing here.
        maximize: climb instead of descend.
        capturable: for GPUs; True is an error at the first step, as in PyTorch without one.
        differentiable: left out here; True is refused.
    """

    _captured = "params, mu_products and state_steps"

    def __init__(
        self,
        params: Iterable,
        lr: float = 2e-3,
        betas: tuple[float, float] = (0.9, 0.999),
        eps: float = 1e-8,
        weight_decay: float = 0,
        momentum_decay: float = 4e-3,
        decoupled_weight_decay: bool = False,
        *,
        foreach: bool | None = None,
        maximize: bool = False,
        capturable: bool = False,
        differentiable: bool = False,
    ):
        check_not_negative(lr=lr, eps=eps)
        check_betas(betas)
        check_not_negative(weight_decay=weight_decay, momentum_decay=momentum_decay)
        refuse_differentiable(differentiable)
        settings = dict(
            lr=lr, betas=betas, eps=eps, weight_decay=weight_decay, momentum_decay=momentum_decay,
            decoupled_weight_decay=decoupled_weight_decay, maximize=maximize, foreach=foreach, capturable=capturable,
            differentiable=differentiable,
        )  # fmt: skip
        super().__init__(params, settings)

    def _update(self, parameter: Tensor, gradient: Any, group: dict[str, Any]) -> None:
        state, kind = self.state[parameter], parameter._data.dtype.type
        (slow, slower), lr = group["betas"], group["lr"]
        if not state:
            state.update(step=tensor(0.0), mu_product=tensor(1.0))
            state.update(exp_avg=zeros_like(parameter), exp_avg_sq=zeros_like(parameter))
        step = counted(state)
        gradient = shrunk_or_decayed(gradient, parameter, group)
        now, then = (slow * (1 - 0.5 * 0.96 ** (at * group["momentum_decay"])) for at in (step, step + 1))
        product = state["mu_product"]
        overwrite(product, product._data * product._data.dtype.type(now))
        mean, square = state["exp_avg"], state["exp_avg_sq"]
        overwrite(mean, lerp(mean._data, gradient, 1 - slow))
        overwrite(square, addcmul(square._data * kind(slower), gradient, gradient, 1 - slower))
        root = np.sqrt(square._data / kind(1 - slower**step)) + kind(group["eps"])
        so_far = product.item()
        moved = addcdiv(parameter._data, gradient, root, -lr * (1 - now) / (1 - so_far))
        overwrite(parameter, addcdiv(moved, mean._data, root, -lr * then / (1 - so_far * then)))

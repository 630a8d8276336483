"""Averaged SGD. PyTorch: torch/optim/asgd.py; Polyak and Juditsky, doi.org/10.1137/0330046."""

from collections.abc import Iterable
from typing import Any

import numpy as np

from .._call_in_place import overwrite
from .._creation.filled import tensor, zeros_like
from ..autograd._tensor import Tensor
from ._arithmetic import add
from .optimizer import Optimizer, check_not_negative, counted, decayed, refuse_differentiable


class ASGD(Optimizer):
    """SGD whose steps grow shorter, and which keeps the mean of the weights: ``optimizer.state[w]["ax"]``.

    Args:
        params: the tensors to move.
        lr: the step size at the start.
        lambd: how fast the weights shrink, and the steps.
        alpha: the power by which the steps grow shorter.
        t0: the step at which averaging begins; until then the mean is the weights themselves.
        weight_decay: adds ``weight_decay · w`` to the gradient.
        foreach: PyTorch's choice between kernels; it changes nothing here.
        maximize: climb instead of descend.
        differentiable: left out here; True is refused.
        capturable: for GPUs; True is an error at the first step, as in PyTorch without one.
    """

    _captured = "params, mus, etas, and state_steps"

    def __init__(
        self,
        params: Iterable,
        lr: float = 1e-2,
        lambd: float = 1e-4,
        alpha: float = 0.75,
        t0: float = 1e6,
        weight_decay: float = 0,
        foreach: bool | None = None,
        maximize: bool = False,
        differentiable: bool = False,
        capturable: bool = False,
    ):
        check_not_negative(lr=lr, weight_decay=weight_decay)
        refuse_differentiable(differentiable)
        settings = dict(
            lr=lr, lambd=lambd, alpha=alpha, t0=t0, weight_decay=weight_decay, foreach=foreach, maximize=maximize,
            differentiable=differentiable, capturable=capturable,
        )  # fmt: skip
        super().__init__(params, settings)

    def _update(self, parameter: Tensor, gradient: Any, group: dict[str, Any]) -> None:
        state, kind, lr, fading = self.state[parameter], parameter._data.dtype.type, group["lr"], group["lambd"]
        if not state:
            state.update(step=tensor(0.0), eta=tensor(float(lr)), mu=tensor(1.0), ax=zeros_like(parameter))
        step = counted(state)
        gradient = decayed(gradient, parameter, group["weight_decay"])
        size, weight, mean = state["eta"].item(), state["mu"].item(), state["ax"]
        overwrite(parameter, add(parameter._data * kind(1 - fading * size), gradient, -size))
        if weight == 1:
            overwrite(mean, parameter._data)
        else:
            overwrite(mean, mean._data + (parameter._data - mean._data) * kind(weight))
        overwrite(state["eta"], np.float64(lr / (1 + fading * lr * step) ** group["alpha"]))
        overwrite(state["mu"], np.float64(1 / max(1, step - group["t0"])))

"""Rprop. PyTorch: torch/optim/rprop.py; Riedmiller and Braun, doi.org/10.1109/ICNN.1993.298623."""

from collections.abc import Iterable
from typing import Any

import numpy as np

from .._call_in_place import overwrite
from .._creation.filled import full_like, tensor, zeros_like
from ..autograd._tensor import Tensor
from ._arithmetic import addcmul
from .optimizer import Optimizer, check_not_negative, counted, refuse_differentiable


class Rprop(Optimizer):
    """``w ← w - sign(grad) · step``: a step of its own for each weight, longer while the sign stays, else shorter.

    Args:
        params: the tensors to move.
        lr: the first step.
        etas: by what a step shrinks, and grows.
        step_sizes: the shortest and the longest step.
        capturable: for GPUs; True is an error at the first step, as in PyTorch without one.
        foreach: PyTorch's choice between kernels; it changes nothing here.
        maximize: climb instead of descend.
        differentiable: left out here; True is refused.
    """

    def __init__(
        self,
        params: Iterable,
        lr: float = 1e-2,
        etas: tuple[float, float] = (0.5, 1.2),
        step_sizes: tuple[float, float] = (1e-6, 50),
        *,
        capturable: bool = False,
        foreach: bool | None = None,
        maximize: bool = False,
        differentiable: bool = False,
    ):
        check_not_negative(lr=lr)
        if not 0 < etas[0] < 1 < etas[1]:
            raise ValueError(f"Invalid eta values: {etas[0]}, {etas[1]}")
        refuse_differentiable(differentiable)
        settings = dict(
            lr=lr, etas=etas, step_sizes=step_sizes, foreach=foreach, maximize=maximize, differentiable=differentiable,
            capturable=capturable,
        )  # fmt: skip
        super().__init__(params, settings)

    def _update(self, parameter: Tensor, gradient: Any, group: dict[str, Any]) -> None:
        state, kind = self.state[parameter], parameter._data.dtype.type
        if not state:
            state.update(step=tensor(0.0), prev=zeros_like(parameter), step_size=full_like(parameter, group["lr"]))
        counted(state)
        before, size = state["prev"], state["step_size"]
        agreement, (shrink, grow) = gradient * before._data, group["etas"]
        factor = np.where(agreement > 0, kind(grow), np.where(agreement < 0, kind(shrink), kind(1)))
        shortest, longest = group["step_sizes"]
        overwrite(size, np.clip(size._data * factor, kind(shortest), kind(longest)))
        gradient = np.where(agreement < 0, kind(0), gradient)  # a step too far: this weight waits for one turn
        overwrite(parameter, addcmul(parameter._data, np.sign(gradient), size._data, -1))
        overwrite(before, gradient)

"""`CyclicLR`: up and down along straight lines. PyTorch: torch/optim/lr_scheduler.py; arxiv.org/abs/1506.01186."""

import math
import types
from collections.abc import Callable
from typing import Any

from ..optimizer import Optimizer
from .momentum import begin_momentum, check_momentum, put_momentum
from .scheduler import LRScheduler, check_optimizer, for_each_group, put

_MODES = ("triangular", "triangular2", "exp_range")


class CyclicLR(LRScheduler):
    """From ``base_lr`` up to ``max_lr`` and down again, cycle after cycle; the momentum goes the other way.

    Args:
        optimizer: whose ``lr`` is set.
        base_lr, max_lr: the lowest and the highest size; a list has one for each group.
        step_size_up, step_size_down: how many steps the way up and the way down take.
        mode: cycles of the same height (``"triangular"``), each half as high as the one before (``"triangular2"``),
            or heights that fall as ``gamma^step`` (``"exp_range"``).
        gamma: for that mode.
        scale_fn, scale_mode: instead of a mode, a function for the height: of the ``"cycle"`` or of the
            ``"iterations"``.
        cycle_momentum, base_momentum, max_momentum: whether and between what the momentum goes.
        last_epoch: -1 to start; else the step to go on from.

    Raises:
        TypeError: no optimizer.
        ValueError: an unknown mode; no momentum to cycle; lists that are too short.
    """

    def __init__(
        self,
        optimizer: Optimizer,
        base_lr: float | list[float],
        max_lr: float | list[float],
        step_size_up: int = 2000,
        step_size_down: int | None = None,
        mode: str = "triangular",
        gamma: float = 1.0,
        scale_fn: Callable[[float], float] | None = None,
        scale_mode: str = "cycle",
        cycle_momentum: bool = True,
        base_momentum: float = 0.8,
        max_momentum: float = 0.9,
        last_epoch: int = -1,
    ):
        check_optimizer(optimizer)
        self.optimizer = optimizer
        base_lrs = for_each_group("base_lr", optimizer, base_lr)
        if last_epoch == -1:
            for lr, group in zip(base_lrs, optimizer.param_groups, strict=True):
                put(group, lr)
        self.max_lrs = for_each_group("max_lr", optimizer, max_lr)
        up = float(step_size_up)
        self.total_size = up + (float(step_size_down) if step_size_down is not None else up)
        self.step_ratio = up / self.total_size
        if mode not in _MODES and scale_fn is None:
            raise ValueError("mode is invalid and scale_fn is None")
        self.mode, self.gamma, self._scale_fn_custom, self.scale_mode = mode, gamma, scale_fn, scale_mode
        if scale_fn is None:
            self.scale_mode = "iterations" if mode == "exp_range" else "cycle"
        self.cycle_momentum = cycle_momentum
        if cycle_momentum:
            self.use_beta1 = check_momentum(optimizer)
            self.base_momentums, self.max_momentums = begin_momentum(
                optimizer, base_momentum, max_momentum, self.use_beta1, last_epoch == -1
            )
        super().__init__(optimizer, last_epoch)
        self.base_lrs = base_lrs

    def scale_fn(self, x: float) -> float:
        """How high the cycle with this number, or this step, is: of the whole height."""
        if self._scale_fn_custom is not None:
            return self._scale_fn_custom(x)
        return {"triangular": 1.0, "triangular2": 1 / 2.0 ** (x - 1), "exp_range": self.gamma**x}[self.mode]

    def _next(self) -> list[float]:
        cycle = math.floor(1 + self.last_epoch / self.total_size)
        place = 1.0 + self.last_epoch / self.total_size - cycle
        rising = place <= self.step_ratio
        share = place / self.step_ratio if rising else (place - 1) / (self.step_ratio - 1)
        scale = self.scale_fn(cycle if self.scale_mode == "cycle" else self.last_epoch)
        if self.cycle_momentum:
            momenta = zip(self.optimizer.param_groups, self.base_momentums, self.max_momentums, strict=True)
            for group, low, high in momenta:
                put_momentum(group, high - (high - low) * share * scale, self.use_beta1)
        return [low + (high - low) * share * scale for low, high in zip(self.base_lrs, self.max_lrs, strict=True)]

    def state_dict(self) -> dict[str, Any]:
        """Everything but the optimizer; of a function, only its state if it is an object."""
        state = super().state_dict()
        function = state.pop("_scale_fn_custom")
        keeps = function is not None and not isinstance(function, types.FunctionType)
        return {**state, "_scale_fn_custom": function.__dict__.copy() if keeps else None}

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Go on from what `state_dict` gave; the function stays."""
        super().load_state_dict({name: value for name, value in state_dict.items() if name != "_scale_fn_custom"})
        if state_dict["_scale_fn_custom"] is not None:
            self._scale_fn_custom.__dict__.update(state_dict["_scale_fn_custom"])

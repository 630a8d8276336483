"""`OneCycleLR`: up once, and far down. PyTorch: torch/optim/lr_scheduler.py; arxiv.org/abs/1708.07120."""

import math
from typing import Any

from ..optimizer import Optimizer
from .scheduler import LRScheduler, check_optimizer, for_each_group


class OneCycleLR(LRScheduler):
    """From a small size up to ``max_lr``, and down to one much smaller still; the momentum goes the other way.

    Call its `step` after every batch.

    Args:
        optimizer: whose ``lr`` is set.
        max_lr: the highest size; a list has one for each group.
        total_steps: how many steps there will be, or
        epochs, steps_per_epoch: their product.
        pct_start: the part of the steps that lead up.
        cycle_momentum, base_momentum, max_momentum: whether and between what the momentum goes.
        div_factor: the first size is ``max_lr / div_factor``.
        final_div_factor: the last is the first divided by this.
        anneal_strategy, three_phase: not here: always along a cosine, up and down.
        last_epoch: -1 to start; else the step to go on from.

    Raises:
        TypeError: no optimizer.
        ValueError: numbers that make no sense; no momentum to cycle; lists that are too short; too many steps.
    """

    def __init__(
        self,
        optimizer: Optimizer,
        max_lr: float | list[float],
        total_steps: int | None = None,
        epochs: int | None = None,
        steps_per_epoch: int | None = None,
        pct_start: float = 0.3,
        anneal_strategy: str = "cos",
        cycle_momentum: bool = True,
        base_momentum: float | list[float] = 0.85,
        max_momentum: float | list[float] = 0.95,
        div_factor: float = 25.0,
        final_div_factor: float = 1e4,
        three_phase: bool = False,
        last_epoch: int = -1,
    ):
        check_optimizer(optimizer)
        self.optimizer = optimizer
        self.total_steps = _total(total_steps, epochs, steps_per_epoch)
        self._schedule_phases = _phases(pct_start, self.total_steps)
        if not 0 <= pct_start <= 1:
            raise ValueError(f"Expected float between 0 and 1 pct_start, but got {pct_start}")
        if three_phase or anneal_strategy != "cos":
            raise NotImplementedError("OneCycleLR goes along a cosine, in two phases; the other ways are left out.")
        self._anneal_func_type = anneal_strategy
        max_lrs = for_each_group("max_lr", optimizer, max_lr)
        if last_epoch == -1:
            for group, highest in zip(optimizer.param_groups, max_lrs, strict=True):
                group["initial_lr"], group["max_lr"] = highest / div_factor, highest
                group["min_lr"] = group["initial_lr"] / final_div_factor
        self.cycle_momentum = cycle_momentum
        if cycle_momentum:
            self.use_beta1 = _check_momentum(optimizer)
            if last_epoch == -1:
                _begin_momentum(optimizer, base_momentum, max_momentum, self.use_beta1)
        super().__init__(optimizer, last_epoch)

    def _next(self) -> list[float]:
        number = self.last_epoch
        if number > self.total_steps:
            raise ValueError(f"Tried to step {number} times. The specified number of total steps is {self.total_steps}")
        up, down = self._schedule_phases
        phase, begun = (up, 0.0) if number <= up["end_step"] else (down, up["end_step"])
        part = (number - begun) / (phase["end_step"] - begun)
        if self.cycle_momentum:
            for group in self.optimizer.param_groups:
                value = _between(group[phase["start_momentum"]], group[phase["end_momentum"]], part)
                _put_momentum(group, value, self.use_beta1)
        groups = self.optimizer.param_groups
        return [_between(group[phase["start_lr"]], group[phase["end_lr"]], part) for group in groups]


def _between(start: float, end: float, part: float) -> float:
    return end + (start - end) / 2.0 * (math.cos(math.pi * part) + 1)


def _total(total_steps: int | None, epochs: int | None, steps_per_epoch: int | None) -> int:
    if total_steps is None and (epochs is None or steps_per_epoch is None):
        raise ValueError("You must define either total_steps OR (epochs AND steps_per_epoch)")
    total = epochs * steps_per_epoch if total_steps is None else total_steps
    if total <= 0:
        raise ValueError(f"Expected positive integer total_steps, but got {total}")
    return total


def _phases(part: float, total: int) -> list[dict[str, Any]]:
    """When each phase ends, and between which settings of a group it leads, by their names."""
    return [
        dict(end_step=float(part * total) - 1, start_lr="initial_lr", end_lr="max_lr", start_momentum="max_momentum",
             end_momentum="base_momentum"),
        dict(end_step=total - 1, start_lr="max_lr", end_lr="min_lr", start_momentum="base_momentum",
             end_momentum="max_momentum"),
    ]  # fmt: skip


# ----- momentum: it falls while the step size rises; it is called ``momentum``, or is the first of Adam's ``betas``


def _check_momentum(optimizer: Optimizer) -> bool:
    """Whether the momentum is the first of ``betas``; ValueError for an optimizer without momentum."""
    if "momentum" not in optimizer.defaults and "betas" not in optimizer.defaults:
        raise ValueError("optimizer must support momentum or beta1 with `cycle_momentum` option enabled")
    return "betas" in optimizer.defaults


def _put_momentum(group: dict[str, Any], value: float, is_beta: bool) -> None:
    """Set the momentum of a group."""
    if is_beta:
        group["betas"] = (value, *group["betas"][1:])
    else:
        group["momentum"] = value


def _begin_momentum(optimizer: Optimizer, base: Any, highest: Any, is_beta: bool) -> None:
    """Each group gets the highest momentum, and remembers it and the lowest."""
    highs = for_each_group("max_momentum", optimizer, highest)
    lows = for_each_group("base_momentum", optimizer, base)
    for group, low, high in zip(optimizer.param_groups, lows, highs, strict=True):
        _put_momentum(group, high, is_beta)
        group["max_momentum"], group["base_momentum"] = high, low

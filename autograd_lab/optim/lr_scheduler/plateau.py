"""`ReduceLROnPlateau`: smaller steps when nothing gets better. PyTorch: torch/optim/lr_scheduler.py."""

import math
from typing import Any

from ..optimizer import Optimizer
from .scheduler import LRScheduler, check_optimizer, for_each_group, present


class ReduceLROnPlateau(LRScheduler):
    """Times ``factor`` when a number has not become better for more than ``patience`` epochs.

    Args:
        optimizer: whose ``lr`` is set.
        mode: smaller is better (``"min"``) or larger (``"max"``).
        factor: what the sizes are multiplied by, below 1.
        patience: how many epochs without a gain are let pass.
        threshold: what counts as a gain: this part of the best so far,
        threshold_mode: (``"rel"``), or so much (``"abs"``).
        cooldown: how many epochs after a reduction are not counted.
        min_lr: the smallest size; a list has one for each group.
        eps: a change smaller than this is not made.

    Raises:
        TypeError: no optimizer.
        ValueError: an unknown mode; a factor of 1 or more; a list that is too short.
    """

    def __init__(
        self,
        optimizer: Optimizer,
        mode: str = "min",
        factor: float = 0.1,
        patience: int = 10,
        threshold: float = 1e-4,
        threshold_mode: str = "rel",
        cooldown: int = 0,
        min_lr: list[float] | float = 0,
        eps: float = 1e-8,
    ):
        if factor >= 1.0:
            raise ValueError("Factor should be < 1.0.")
        self.factor = factor
        check_optimizer(optimizer)
        self.optimizer = optimizer
        self.default_min_lr = None if isinstance(min_lr, list | tuple) else min_lr
        self.min_lrs = for_each_group("min_lrs", optimizer, min_lr)
        self.patience, self.cooldown, self.eps, self.last_epoch = patience, cooldown, eps, 0
        self._last_lr = present(optimizer)
        if mode not in ("min", "max"):
            raise ValueError(f"mode {mode} is unknown!")
        if threshold_mode not in ("rel", "abs"):
            raise ValueError(f"threshold mode {threshold_mode} is unknown!")
        self.mode_worse = math.inf if mode == "min" else -math.inf
        self.mode, self.threshold, self.threshold_mode = mode, threshold, threshold_mode
        self.best, self.cooldown_counter, self.num_bad_epochs = self.mode_worse, 0, 0

    def step(self, metrics: Any, epoch: int | None = None) -> None:  # type: ignore[override]
        """Look at this epoch's number, a float or a tensor with one element."""
        current = float(metrics)
        self.last_epoch = self.last_epoch + 1 if epoch is None else epoch
        if self._is_better(current):
            self.best, self.num_bad_epochs = current, 0
        else:
            self.num_bad_epochs += 1
        if self.in_cooldown:
            self.cooldown_counter -= 1
            self.num_bad_epochs = 0
        if self.num_bad_epochs > self.patience:
            self._reduce()
            self.cooldown_counter, self.num_bad_epochs = self.cooldown, 0
        self._last_lr = present(self.optimizer)

    def _reduce(self) -> None:
        groups = self.optimizer.param_groups
        if self.default_min_lr is not None:
            self.min_lrs = [self.default_min_lr] * len(groups)  # a group may have come since
        for group, smallest in zip(groups, self.min_lrs, strict=True):
            old = float(group["lr"])
            new = max(old * self.factor, smallest)
            if old - new > self.eps:
                group["lr"] = new

    @property
    def in_cooldown(self) -> bool:
        """Whether a reduction is so recent that epochs are not counted."""
        return self.cooldown_counter > 0

    def _is_better(self, value: float) -> bool:
        sign = 1 if self.mode == "max" else -1
        if self.threshold_mode == "rel":
            wanted = self.best * (1.0 + sign * self.threshold)
        else:
            wanted = self.best + sign * self.threshold
        return value > wanted if self.mode == "max" else value < wanted

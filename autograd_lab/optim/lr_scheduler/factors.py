"""Schedules that follow a formula: a factor now and then, a line, a cosine, or a function of yours."""

import math
import types
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

from ..optimizer import Optimizer
from .scheduler import LRScheduler


class StepLR(LRScheduler):
    """Times ``gamma`` every ``step_size`` epochs: lr₀ · gamma^⌊epoch / step_size⌋."""

    def __init__(self, optimizer: Optimizer, step_size: int, gamma: float = 0.1, last_epoch: int = -1):
        self.step_size, self.gamma = step_size, gamma
        super().__init__(optimizer, last_epoch)

    def _next(self) -> list[float]:
        if self.last_epoch == 0 or self.last_epoch % self.step_size != 0:
            return self._present()
        return [lr * self.gamma for lr in self._present()]


class MultiStepLR(LRScheduler):
    """Times ``gamma`` at each of the epochs ``milestones``."""

    def __init__(self, optimizer: Optimizer, milestones: Iterable[int], gamma: float = 0.1, last_epoch: int = -1):
        self.milestones, self.gamma = Counter(milestones), gamma
        super().__init__(optimizer, last_epoch)

    def _next(self) -> list[float]:
        if self.last_epoch not in self.milestones:
            return self._present()
        return [lr * self.gamma ** self.milestones[self.last_epoch] for lr in self._present()]


class ExponentialLR(LRScheduler):
    """Times ``gamma`` every epoch: lr₀ · gamma^epoch."""

    def __init__(self, optimizer: Optimizer, gamma: float, last_epoch: int = -1):
        self.gamma = gamma
        super().__init__(optimizer, last_epoch)

    def _next(self) -> list[float]:
        return self._present() if self._is_initial else [lr * self.gamma for lr in self._present()]


class LinearLR(LRScheduler):
    """Times a factor that goes from ``start_factor`` to ``end_factor`` along a line of ``total_iters`` epochs.

    Raises:
        ValueError: a factor that is not between 0 and 1, or a first one of 0.
    """

    def __init__(
        self,
        optimizer: Optimizer,
        start_factor: float = 1 / 3,
        end_factor: float = 1.0,
        total_iters: int = 5,
        last_epoch: int = -1,
    ):
        if start_factor > 1.0 or start_factor <= 0:
            raise ValueError("Starting multiplicative factor expected to be greater than 0 and less or equal to 1.")
        if end_factor > 1.0 or end_factor < 0:
            raise ValueError("Ending multiplicative factor expected to be between 0 and 1.")
        self.start_factor, self.end_factor, self.total_iters = start_factor, end_factor, total_iters
        super().__init__(optimizer, last_epoch)

    def _next(self) -> list[float]:
        if self.last_epoch == 0:
            return [lr * self.start_factor for lr in self._present()]
        if self._is_initial or self.last_epoch > self.total_iters:
            return self._present()
        rise = self.end_factor - self.start_factor
        growth = 1.0 + rise / (self.total_iters * self.start_factor + (self.last_epoch - 1) * rise)
        return [lr * growth for lr in self._present()]


# ----- by a function -------------------------------------------------------------------------------------------------
class LambdaLR(LRScheduler):
    """The first sizes times ``lr_lambda(epoch)``; a list of functions gives each group its own.

    Raises:
        ValueError: a list of another length than there are groups.
    """

    def __init__(
        self,
        optimizer: Optimizer,
        lr_lambda: Callable[[int], float] | list[Callable[[int], float]],
        last_epoch: int = -1,
    ):
        self.optimizer, groups = optimizer, len(optimizer.param_groups)
        if not isinstance(lr_lambda, list | tuple):
            lr_lambda = [lr_lambda] * groups
        elif len(lr_lambda) != groups:
            raise ValueError(f"Expected {groups} lr_lambdas, but got {len(lr_lambda)}")
        self.lr_lambdas = list(lr_lambda)
        super().__init__(optimizer, last_epoch)

    def _next(self) -> list[float]:
        return [base * factor(self.last_epoch) for factor, base in zip(self.lr_lambdas, self.base_lrs, strict=True)]

    def state_dict(self) -> dict[str, Any]:
        """Everything but the optimizer; of the functions, only the state of those that are objects."""
        states = [None if isinstance(f, types.FunctionType) else f.__dict__.copy() for f in self.lr_lambdas]
        rest = {name: value for name, value in super().state_dict().items() if name != "lr_lambdas"}
        return {**rest, "lr_lambdas": states}

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Go on from what `state_dict` gave; the functions stay."""
        self.__dict__.update({name: value for name, value in state_dict.items() if name != "lr_lambdas"})
        for function, state in zip(self.lr_lambdas, state_dict["lr_lambdas"], strict=True):
            if state is not None:
                function.__dict__.update(state)


# ----- along a cosine: arxiv.org/abs/1608.03983 ----------------------------------------------------------------------
class CosineAnnealingLR(LRScheduler):
    """Down to ``eta_min`` along half a wave of ``T_max`` epochs, and up again along the other half:
    eta_min + (lr₀ - eta_min) · (1 + cos(π · epoch / T_max)) / 2.
    """

    def __init__(self, optimizer: Optimizer, T_max: int, eta_min: float = 0.0, last_epoch: int = -1):  # noqa: N803
        self.T_max, self.eta_min = T_max, eta_min
        super().__init__(optimizer, last_epoch)

    def _next(self) -> list[float]:
        # From the present ones: a size that was changed by hand goes on from there.
        if self._is_initial:
            return self._present()
        epoch, half, low = self.last_epoch, self.T_max, self.eta_min
        if self._step_count == 1 and epoch > 0:
            wave = (1 + math.cos(math.pi * epoch / half)) / 2
            return [low + (base - low) * wave for base in self.base_lrs]
        if (epoch - 1 - half) % (2 * half) == 0:  # the lowest point: no ratio leads away from zero
            pairs = zip(self._present(), self.base_lrs, strict=True)
            return [lr + (base - low) * (1 - math.cos(math.pi / half)) / 2 for lr, base in pairs]
        now, before = (1 + math.cos(math.pi * at / half) for at in (epoch, epoch - 1))
        return [now / before * (lr - low) + low for lr in self._present()]

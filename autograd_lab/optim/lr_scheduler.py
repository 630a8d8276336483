"""Schedulers: the step size from one epoch to the next. PyTorch: torch/optim/lr_scheduler.py."""

import math
import types
from bisect import bisect_right
from collections.abc import Callable, Iterable
from typing import Any

from .._base.learners_line import warn
from .._base.left_out import refusing as _refusing
from .optimizer import Optimizer

_TOO_EARLY = (
    "Detected call of `lr_scheduler.step()` before `optimizer.step()`. In PyTorch 1.1.0 and later, you should call "
    "them in the opposite order: `optimizer.step()` before `lr_scheduler.step()`.  Failure to do this will result in "
    "PyTorch skipping the first value of the learning rate schedule. See more details at "
    "https://pytorch.org/docs/stable/optim.html#how-to-adjust-learning-rate"
)


class LRScheduler:
    """Base class: a subclass says in ``get_lr`` what the step sizes are, one for each group of parameters.

    Args:
        optimizer: whose ``lr`` is set; its present ones are remembered as ``initial_lr``.
        last_epoch: -1 to start; else the epoch to go on from.

    Raises:
        KeyError: going on, but a group has no ``initial_lr``.
    """

    _starting = False

    def __init__(self, optimizer: Optimizer, last_epoch: int = -1):
        if not isinstance(optimizer, Optimizer):
            raise TypeError(f"{type(optimizer).__name__} is not an Optimizer")
        self.optimizer = optimizer
        for number, group in enumerate(optimizer.param_groups):
            if last_epoch == -1:
                group.setdefault("initial_lr", group["lr"])
            elif "initial_lr" not in group:
                raise KeyError(
                    f"param 'initial_lr' is not specified in param_groups[{number}] when resuming scheduler with "
                    "last_epoch >= 0.\nThis typically happens when:\n1. You're trying to resume training from a "
                    "checkpoint but haven't properly loaded the optimizer state\n2. You're using last_epoch >= 0 for "
                    "a fresh training run (not recommended)"
                )
        self.base_lrs = [group["initial_lr"] for group in optimizer.param_groups]
        self.last_epoch = last_epoch
        self._step_count = 0
        optimizer._opt_called = False
        self._starting = True
        self.step()
        self._starting = False

    def get_lr(self) -> list[float]:
        """The step sizes for ``last_epoch``; subclasses write it."""
        raise NotImplementedError

    def get_last_lr(self) -> list[float]:
        """The step sizes that were set last."""
        return self._last_lr

    def step(self) -> None:
        """Go on to the next epoch. Call it after the optimizer's step."""
        if self._step_count == 1 and not self.optimizer._opt_called:
            warn(_TOO_EARLY)
        self._step_count += 1
        self.last_epoch += 1
        for group, lr in zip(self.optimizer.param_groups, self.get_lr(), strict=True):
            group["lr"] = lr
        self._last_lr = self._present()

    def _present(self) -> list[float]:
        return [group["lr"] for group in self.optimizer.param_groups]

    def state_dict(self) -> dict[str, Any]:
        """Everything but the optimizer."""
        return {name: value for name, value in self.__dict__.items() if name != "optimizer"}

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Go on from what `state_dict` gave."""
        self.__dict__.update(state_dict)


class StepLR(LRScheduler):
    """Times ``gamma`` every ``step_size`` epochs: lr₀ · gamma^⌊epoch / step_size⌋."""

    def __init__(self, optimizer: Optimizer, step_size: int, gamma: float = 0.1, last_epoch: int = -1):
        self.step_size, self.gamma = step_size, gamma
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[float]:
        """The present sizes, or ``gamma`` times these."""
        if self.last_epoch == 0 or self.last_epoch % self.step_size != 0:
            return self._present()
        return [lr * self.gamma for lr in self._present()]


class MultiStepLR(LRScheduler):
    """Times ``gamma`` at each of the epochs ``milestones``."""

    def __init__(self, optimizer: Optimizer, milestones: Iterable[int], gamma: float = 0.1, last_epoch: int = -1):
        self.milestones, self.gamma = sorted(milestones), gamma
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[float]:
        """The present sizes, times ``gamma`` for each milestone that this epoch is."""
        here = bisect_right(self.milestones, self.last_epoch) - bisect_right(self.milestones, self.last_epoch - 1)
        return [lr * self.gamma**here for lr in self._present()] if here else self._present()


class ExponentialLR(LRScheduler):
    """Times ``gamma`` every epoch: lr₀ · gamma^epoch."""

    def __init__(self, optimizer: Optimizer, gamma: float, last_epoch: int = -1):
        self.gamma = gamma
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[float]:
        """``gamma`` times the present sizes."""
        return self._present() if self._starting else [lr * self.gamma for lr in self._present()]


class CosineAnnealingLR(LRScheduler):
    """Down to ``eta_min`` along half a wave of ``T_max`` epochs, and up again along the other half:
    eta_min + (lr₀ - eta_min) · (1 + cos(π · epoch / T_max)) / 2.
    """

    def __init__(self, optimizer: Optimizer, T_max: int, eta_min: float = 0.0, last_epoch: int = -1):  # noqa: N803
        self.T_max, self.eta_min = T_max, eta_min
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[float]:
        """The next sizes, from the present ones: a size that was changed by hand goes on from there."""
        if self._starting:
            return self._present()
        epoch, half, low = self.last_epoch, self.T_max, self.eta_min
        if self._step_count == 1 and epoch > 0:
            return [low + (lr - low) * (1 + math.cos(epoch * math.pi / half)) / 2 for lr in self.base_lrs]
        if (epoch - 1 - half) % (2 * half) == 0:  # the lowest point: no ratio leads away from zero
            pairs = zip(self._present(), self.base_lrs, strict=True)
            return [lr + (base - low) * (1 - math.cos(math.pi / half)) / 2 for lr, base in pairs]
        now, before = (1 + math.cos(math.pi * at / half) for at in (epoch, epoch - 1))
        return [now / before * (lr - low) + low for lr in self._present()]


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
        groups = len(optimizer.param_groups)
        if not isinstance(lr_lambda, list | tuple):
            lr_lambda = [lr_lambda] * groups
        elif len(lr_lambda) != groups:
            raise ValueError(f"Expected {groups} lr_lambdas, but got {len(lr_lambda)}")
        self.lr_lambdas = list(lr_lambda)
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[float]:
        """The first sizes times the functions' answers."""
        return [base * factor(self.last_epoch) for factor, base in zip(self.lr_lambdas, self.base_lrs, strict=True)]

    def state_dict(self) -> dict[str, Any]:
        """Everything but the optimizer; of the functions, only the state of those that are objects."""
        states = [None if isinstance(f, types.FunctionType) else f.__dict__.copy() for f in self.lr_lambdas]
        return {**super().state_dict(), "lr_lambdas": states}

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Go on from what `state_dict` gave; the functions stay."""
        self.__dict__.update({name: value for name, value in state_dict.items() if name != "lr_lambdas"})
        for function, state in zip(self.lr_lambdas, state_dict["lr_lambdas"], strict=True):
            if state is not None:
                function.__dict__.update(state)


__getattr__ = _refusing(__name__)

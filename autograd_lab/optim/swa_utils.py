"""Averages of a model's weights along its training. PyTorch: torch/optim/swa_utils.py.

Stochastic weight averaging (SWA: the mean of the models met, arxiv.org/abs/1803.05407) and the exponential moving
average (EMA: the recent models weigh more).
"""

import math
from collections.abc import Callable, Iterable
from copy import deepcopy
from itertools import chain
from typing import Any

import numpy as np

from .. import nn
from ..autograd._tensor import Tensor, wrap
from ..autograd.grad_mode import no_grad
from .lr_scheduler.scheduler import LRScheduler, for_each_group
from .optimizer import Optimizer

Average = Callable[[Tensor, Tensor, Tensor], Tensor]
"""The new average, of the old one, the model's parameter, and how many models the old one is made of."""
AverageMany = Callable[[list[Tensor], list[Tensor], Tensor], None]
"""The same for all parameters at once, in place."""


def get_swa_avg_fn() -> Average:
    """The mean of all models so far, one parameter at a time."""

    @no_grad()
    def swa_update(averaged_param: Tensor, current_param: Tensor, num_averaged: Tensor) -> Tensor:
        return averaged_param + (current_param - averaged_param) / (num_averaged + 1)

    return swa_update


def get_ema_avg_fn(decay: float = 0.999) -> Average:
    """``decay`` of the old average and the rest of the model, one parameter at a time; ValueError outside [0, 1]."""
    _check_decay(decay)

    @no_grad()
    def ema_update(ema_param: Tensor, current_param: Tensor, num_averaged: Tensor) -> Tensor:
        return decay * ema_param + (1 - decay) * current_param

    return ema_update


def get_swa_multi_avg_fn() -> AverageMany:
    """The mean of all models so far, all parameters at once."""

    @no_grad()
    def swa_update(averaged_param_list: list[Tensor], current_param_list: list[Tensor], num_averaged: Any) -> None:
        share = 1 / (num_averaged + 1)
        for average, current in zip(averaged_param_list, current_param_list, strict=True):
            if average.is_floating_point():
                average.lerp_(current, float(share))
            else:
                average.copy_(average + (current - average) / (num_averaged + 1))

    return swa_update


def get_ema_multi_avg_fn(decay: float = 0.999) -> AverageMany:
    """``decay`` of the old average and the rest of the model, all parameters at once; ValueError outside [0, 1]."""
    _check_decay(decay)

    @no_grad()
    def ema_update(ema_param_list: list[Tensor], current_param_list: list[Tensor], _: Any) -> None:
        for average, current in zip(ema_param_list, current_param_list, strict=True):
            if average.is_floating_point():
                average.lerp_(current, 1 - decay)
            else:
                average.copy_(average * decay + current * (1 - decay))

    return ema_update


def _check_decay(decay: float) -> None:
    if decay < 0.0 or decay > 1.0:
        raise ValueError(f"Invalid decay value {decay} provided. Please provide a value in [0,1] range.")


class AveragedModel(nn.Module):
    """A copy of a model whose parameters are averages: ``average.update_parameters(model)`` after each step.

    The first call takes the parameters over; each further one averages. The copy is ``average.module``, and a call of
    the average is a call of the copy.

    Args:
        model: what is copied.
        device: where the copy lies.
        avg_fn, multi_avg_fn: how to average one parameter, or all; the plain mean if neither is given.
        use_buffers: average the buffers, too; else they are taken over at every call.

    Raises:
        AssertionError: both functions.
    """

    n_averaged: Tensor

    def __init__(
        self,
        model: nn.Module,
        device: Any = None,
        avg_fn: Average | None = None,
        multi_avg_fn: AverageMany | None = None,
        use_buffers: bool = False,
    ):
        super().__init__()
        if avg_fn is not None and multi_avg_fn is not None:
            raise AssertionError("Only one of avg_fn and multi_avg_fn should be provided")
        self.module = deepcopy(model) if device is None else deepcopy(model).to(device)
        self.register_buffer("n_averaged", wrap(np.zeros((), np.int64)))
        self.avg_fn, self.multi_avg_fn, self.use_buffers = avg_fn, multi_avg_fn, use_buffers

    def forward(self, *args: Any, **kwargs: Any) -> Any:
        """What the averaged model answers."""
        return self.module(*args, **kwargs)

    def update_parameters(self, model: nn.Module) -> None:
        """Let the model's present parameters into the average."""
        averages, currents = ([tensor.detach() for tensor in self._of(each)] for each in (self.module, model))
        if self.n_averaged == 0:
            for average, current in zip(averages, currents, strict=False):
                average.copy_(current)
        elif self.multi_avg_fn is not None:
            self.multi_avg_fn(averages, currents, self.n_averaged)
        else:
            new = self.avg_fn or get_swa_avg_fn()
            for average, current in zip(averages, currents, strict=True):
                average.copy_(new(average, current, self.n_averaged))
        if not self.use_buffers:
            for mine, buffer in zip(self.module.buffers(), model.buffers(), strict=True):
                mine.detach().copy_(buffer.detach())
        self.n_averaged += 1

    def _of(self, model: nn.Module) -> Iterable[Tensor]:
        return chain(model.parameters(), model.buffers()) if self.use_buffers else model.parameters()


@no_grad()
def update_bn(loader: Iterable[Any], model: nn.Module, device: Any = None) -> None:
    """Let the model's batch norms measure mean and variance anew, over the batches of ``loader``.

    A batch is a tensor, or a list or tuple that begins with one.
    """
    norms = [module for module in model.modules() if isinstance(module, _BATCH_NORMS)]
    if not norms:
        return
    momenta, was_training = [norm.momentum for norm in norms], model.training
    model.train()
    for norm in norms:
        norm.reset_running_stats()
        norm.momentum = None
    for batch in loader:
        first = batch[0] if isinstance(batch, list | tuple) else batch
        model(first if device is None else first.to(device))
    for norm, momentum in zip(norms, momenta, strict=True):
        norm.momentum = momentum
    model.train(was_training)


_BATCH_NORMS = (nn.BatchNorm1d, nn.BatchNorm2d, nn.BatchNorm3d)


class SWALR(LRScheduler):
    """From the present step size to ``swa_lr`` in ``anneal_epochs`` epochs, and from then on that.

    Args:
        optimizer: whose ``lr`` is set.
        swa_lr: where to; a list has one for each group.
        anneal_epochs: how long the way is.
        anneal_strategy: ``"cos"`` or ``"linear"``.
        last_epoch: -1 to start; else the epoch to go on from.

    Raises:
        ValueError: another strategy, or no such number of epochs.
    """

    def __init__(
        self,
        optimizer: Optimizer,
        swa_lr: float | list[float],
        anneal_epochs: int = 10,
        anneal_strategy: str = "cos",
        last_epoch: int = -1,
    ):
        for group, lr in zip(optimizer.param_groups, for_each_group("swa_lr", optimizer, swa_lr), strict=True):
            group["swa_lr"] = lr
        if anneal_strategy not in ("cos", "linear"):
            raise ValueError(f"anneal_strategy must be one of 'cos' or 'linear', instead got {anneal_strategy}")
        if not isinstance(anneal_epochs, int) or anneal_epochs < 0:
            raise ValueError(f"anneal_epochs must be equal or greater than 0, got {anneal_epochs}")
        self._anneal_strategy, self.anneal_epochs = anneal_strategy, anneal_epochs
        super().__init__(optimizer, last_epoch)

    def _share(self, step: int) -> float:
        """How much of the way is done after so many steps."""
        t = max(0, min(1, step / max(1, self.anneal_epochs)))
        return t if self._anneal_strategy == "linear" else (1 - math.cos(math.pi * t)) / 2

    def _next(self) -> list[float]:
        step = self._step_count - 1
        if self.anneal_epochs == 0:
            step = max(1, step)
        before, now = self._share(step - 1), self._share(step)
        return [_between(group["lr"], group["swa_lr"], before, now) for group in self.optimizer.param_groups]


def _between(lr: float, goal: float, before: float, now: float) -> float:
    """The step size when the share ``now`` of the way to the goal is done; it was ``lr`` at the share ``before``."""
    start = goal if before == 1 else (lr - before * goal) / (1 - before)
    return goal * now + start * (1 - now)


__all__ = [
    "SWALR",
    "AveragedModel",
    "get_ema_avg_fn",
    "get_ema_multi_avg_fn",
    "get_swa_avg_fn",
    "get_swa_multi_avg_fn",
    "update_bn",
]  # fmt: skip

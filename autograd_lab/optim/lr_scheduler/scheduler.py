"""`LRScheduler`, the base: it sets ``lr`` in every group of parameters. PyTorch: torch/optim/lr_scheduler.py."""

import functools
import weakref
from typing import Any

from ..._core.base.learners_line import warn
from ..optimizer import Optimizer

_MORE = "See more details at https://pytorch.org/docs/stable/optim.html#how-to-adjust-learning-rate"
_TOO_EARLY = (
    "Detected call of `lr_scheduler.step()` before `optimizer.step()`. In PyTorch 1.1.0 and later, you should call "
    "them in the opposite order: `optimizer.step()` before `lr_scheduler.step()`.  Failure to do this will result in "
    f"PyTorch skipping the first value of the learning rate schedule. {_MORE}"
)
_OUTSIDE = "To get the last learning rate computed by the scheduler, please use `get_last_lr()`."


class LRScheduler:
    """Base class: a subclass says in ``get_lr`` what the step sizes are, one for each group of parameters.

    Args:
        optimizer: whose ``lr`` is set; its present ones are remembered as ``initial_lr``.
        last_epoch: -1 to start; else the epoch to go on from.

    Raises:
        KeyError: going on, but a group has no ``initial_lr``.
    """

    _is_initial = False
    _get_lr_called_within_step = False

    def __init__(self, optimizer: Optimizer, last_epoch: int = -1):
        check_optimizer(optimizer)
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
        _notice_steps(optimizer)
        self._initial_step()

    def _initial_step(self) -> None:
        self._step_count, self._is_initial = 0, True
        try:
            self.step()
        finally:
            self._is_initial = False

    def _restart(self) -> None:
        """Begin at epoch 0 again, with the first step sizes; a learner's own ``get_lr`` goes on from the last."""
        if type(self).get_lr is not LRScheduler.get_lr:
            self.step(0)
            return
        for group, lr in zip(self.optimizer.param_groups, self.base_lrs, strict=True):
            group["lr"] = lr
        self.last_epoch = -1
        self._initial_step()

    def get_lr(self) -> list[float]:
        """The step sizes for ``last_epoch``, computed from the current ones; `step` calls this."""
        if not self._get_lr_called_within_step:
            warn(_OUTSIDE)
        return self._next()

    def _next(self) -> list[float]:
        """What `get_lr` gives; the schedules of this package write it."""
        raise NotImplementedError

    def get_last_lr(self) -> list[float]:
        """The step sizes that were set last."""
        return self._last_lr

    def step(self, epoch: int | None = None) -> None:
        """Go on to the next epoch, or to this one. Call it after the optimizer's step."""
        if self._step_count == 1 and not getattr(self.optimizer, "_opt_called", False):
            warn(_TOO_EARLY)
        self._step_count += 1
        self.last_epoch = self.last_epoch + 1 if epoch is None else epoch
        self._get_lr_called_within_step = True
        try:
            values = self.get_lr()
        finally:
            self._get_lr_called_within_step = False
        for group, lr in zip(self.optimizer.param_groups, values, strict=True):
            group["lr"] = lr
        self._last_lr = self._present()

    def _present(self) -> list[float]:
        return present(self.optimizer)

    def state_dict(self) -> dict[str, Any]:
        """Everything but the optimizer."""
        return {name: value for name, value in self.__dict__.items() if name != "optimizer"}

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Go on from what `state_dict` gave."""
        self.__dict__.update(state_dict)


def _notice_steps(optimizer: Optimizer) -> None:
    """Wrap ``optimizer.step`` so that it notes each call, also in an optimizer of the learner's own."""
    if hasattr(optimizer.step, "_wrapped_by_lr_sched"):
        return
    function, owner = optimizer.step.__func__, weakref.ref(optimizer)

    @functools.wraps(function)
    def step(*args: Any, **kwargs: Any) -> Any:
        optimizer = owner()
        optimizer._opt_called = True
        return function(optimizer, *args, **kwargs)

    step._wrapped_by_lr_sched = True  # type: ignore[attr-defined]
    optimizer.step = step  # type: ignore[method-assign]


# ----- what schedules share ------------------------------------------------------------------------------------------
def check_optimizer(optimizer: Any) -> None:
    """Raise a TypeError unless it is an optimizer."""
    if not isinstance(optimizer, Optimizer):
        raise TypeError(f"{type(optimizer).__name__} is not an Optimizer")


def present(optimizer: Optimizer) -> list[float]:
    """The step size of each group."""
    return [group["lr"] for group in optimizer.param_groups]


def for_each_group(name: str, optimizer: Optimizer, value: Any) -> list[Any]:
    """One value for each group, from a list of that length or from a single value."""
    groups = len(optimizer.param_groups)
    if not isinstance(value, list | tuple):
        return [value] * groups
    if len(value) != groups:
        raise ValueError(
            f"{name} must have the same length as optimizer.param_groups. {name} has {len(value)} values, param_groups "
            f"has {groups}."
        )
    return list(value)

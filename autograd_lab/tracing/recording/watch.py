"""`watch`: a training loop of which every n-th step is recorded, and which stops at the first nan or inf."""

import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from math import inf, isfinite
from numbers import Integral
from types import FrameType
from typing import Any, NoReturn

from ..._core.base.state import thread
from ..trace.trace import Trace
from .recorder import record
from .show import kind_of
from .variable_names import is_module, name_in, variables_of

QUIET = 60.0  # after so many seconds without a line, a recorded step prints one even without news
LATER = "The optimizer's step was too large, or a line after backward wrote into the parameter or its .grad."
GROWN = 1e6  # sound training does not make parameters, or gradients, so many times larger
RATE = "the learning rate is probably too large, for parameters or gradients grew from {:.2g} to {:.2g} before. Then "
LOOK = (
    "To look at this step in a notebook: al.record.last.show(). In a script, put the loop in a `try:` block, followed "
    "by `except FloatingPointError: al.record.last.show().to_html('run.html'); raise`"
)


class watch:
    """Record every n-th step of a training loop, and stop the loop at the first nan or inf::

        for x, y in (watching := al.watch(batches, model, every=100)):
            ...  # your step as it was: forward, backward, optimizer
        watching.traces[200].show()

    Steps are counted from 0; steps 0, 100, 200 … are recorded, and ``traces`` keeps the last recordings. After every
    step, all parameters that train and their gradients are checked. The first nan or inf raises FloatingPointError with
    the step, the parameter and, if that step was recorded, the reason; if not, with the way to record exactly that
    step. A line is printed when a recorded step shows gradients that are None, 0, tiny or huge, when that changes, and
    else once a minute at most.

    A second loop over ``watching``, as in the next epoch, goes on counting. With a ``GradScaler``, which itself handles
    gradients that are inf, call ``zero_grad()`` at the end of the step.

    Args:
        batches: what the loop goes through: a DataLoader, a list, a generator, ``range(1000)``.
        model: the module that is trained; put several into a ``ModuleList``.
        every: the distance between recorded steps; 1 records all of them.
        start: the first step to record.
        keep: how many recordings ``traces`` keeps.

    Raises TypeError for batches that cannot be looped over and a model that is not a module; ValueError for numbers
    below 1 (``start``: below 0), or when no parameter requires a gradient.
    """

    def __init__(self, batches: Iterable[Any], model: Any, every: int = 100, start: int = 0, keep: int = 3):
        _check_arguments(batches, model, every=(every, 1), start=(start, 0), keep=(keep, 1))
        self.traces: dict[int, Trace] = {}
        self.step = -1  # that runs, or ran last
        self._batches, self._model, self._every, self._start, self._keep = batches, model, every, start, keep
        self._frame: FrameType | None = sys._getframe(1)  # for the first loop only: to keep it would keep all it holds
        self._said, self._spoke = "", time.monotonic()

    def __len__(self) -> int:
        return len(self._batches)  # type: ignore[arg-type]

    def __iter__(self) -> Iterator[Any]:
        frame, self._frame = self._frame or sys._getframe(1), None
        return self._steps(frame)

    def _steps(self, frame: FrameType) -> Iterator[Any]:
        """The batches. However the loop ends, Python closes this generator, which ends the recording."""
        found, first = _not_finite(self._model, frame)
        if found:
            raise FloatingPointError(f"Before step {self.step + 1}: {found}. Look at what ran before this loop.")
        latest = first
        for batch in self._batches:
            self.step += 1
            with self._recording(frame) as trace:
                if trace is not None:
                    self.traces = dict([*self.traces.items(), (self.step, trace)][-self._keep :])
                try:
                    yield batch
                except GeneratorExit:
                    return  # the loop was left: for the recording, this is no error
            found, size = _not_finite(self._model, frame)
            if found:
                self._stop(found, trace, RATE.format(first, latest) if latest > GROWN * max(first, 1) else "")
            latest = size
            if trace is not None:
                self._tell(trace)

    def _recording(self, frame: FrameType) -> Any:
        if self.step < self._start or (self.step - self._start) % self._every:
            return nullcontext()
        recording = record()
        recording.frame = frame
        recording.name_module("model", self._model)
        return recording

    def _stop(self, found: str, trace: Trace | None, grown: str) -> NoReturn:
        if trace is None:
            raise FloatingPointError(
                f"Step {self.step}: {grown}{found}. This step was not recorded. To see the reason, run the program "
                f"again from the same seed with al.watch(..., start={self.step})."
            )
        sick = [one.answer for one in trace.health.complaints if one.kind == "nan or inf" and one.answer]
        reason = sick[0].text if sick else f"{found}, but the backward of this step gave finite gradients. {LATER}"
        raise FloatingPointError(f"Step {self.step}: {grown}{reason}\n{LOOK}")

    def _tell(self, trace: Trace) -> None:
        line = trace.health.brief if trace.backwards else "no backward ran in this step"
        if line != self._said or time.monotonic() > self._spoke + QUIET:
            print(f"Step {self.step}: {line or 'no gradient is None, nan, 0, tiny or huge'}")
            self._said, self._spoke = line, time.monotonic()


# ----- nan and inf ----------------------------------------------------------------------------------------------------
def _not_finite(model: Any, frame: FrameType) -> tuple[str, float]:
    """``net.0.weight.grad has nan``: the first parameter that is not finite, or its gradient; "" if all are.

    Also how large they are: the largest sum of the numbers of one. A sum with nan or inf in it never is finite, but
    large finite numbers may overflow.
    """
    hidden = thread.state.hide_recorder()  # a recording around the loop hears nothing of this
    try:
        trained = [one for one in model.parameters() if one.requires_grad and not _is_lazy(one)]
        parts = [(one, part) for one in trained for part in (one.grad, one) if part is not None]
        numbers = [_numbers_of(part.detach()) for _, part in parts]
        sums = [one.sum() for one in numbers]  # all of them before the first is read: so a GPU is waited for once
        sizes = [abs(one.item()) for one in sums]
        if all(map(isfinite, sizes)) or all(one.isfinite().all() for one in numbers):
            return "", max(sizes, default=0.0)
        (parameter, part), wrong = next(
            (pair, one) for pair, one in zip(parts, numbers, strict=True) if not one.isfinite().all()
        )
        with variables_of(frame) as scopes:
            name = name_in((*scopes, {"model": model}), parameter)
        word = "nan" if wrong.isnan().any() else "inf" if (wrong == inf).any() else "-inf"
        return f"{name}{'' if part is parameter else '.grad'} has {word}", inf
    finally:
        thread.state.hidden = hidden


def _numbers_of(tensor: Any) -> Any:
    """All but the zeros of a sparse gradient, as ``Embedding(sparse=True)`` makes one."""
    return tensor._values() if tensor.is_sparse else tensor


def _is_lazy(parameter: Any) -> bool:
    return hasattr(parameter, "materialize")  # what only a parameter without a shape has, on either engine


def _check_arguments(batches: Any, model: Any, **counts: tuple[Any, int]) -> None:
    if is_module(batches) or not any(hasattr(type(batches), name) for name in ("__iter__", "__getitem__")):
        raise TypeError(f"al.watch(batches, model): a loop goes through batches, not through {kind_of(batches)}.")
    if not is_module(model):
        raise TypeError(f"al.watch(batches, model): the model is the module that you train, not {kind_of(model)}.")
    if not any(parameter.requires_grad for parameter in model.parameters()):
        raise ValueError(f"No parameter of this {type(model).__name__} requires a gradient: nothing here is trained.")
    for name, (number, least) in counts.items():
        if isinstance(number, bool) or not isinstance(number, Integral) or number < least:
            raise ValueError(f"{name} is a whole number of steps, {least} or more, not {number!r}.")

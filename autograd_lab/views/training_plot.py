"""A plot of `.grad` over steps of training: one loop clears it before each backward, the other loop never does.

Both loops are recorded, and the plot shows what the recordings say: what AccumulateGrad left in `.grad` in each step.
"""

import inspect
from collections.abc import Callable

import numpy as np
from matplotlib.axes import Axes

from .._core.base.state import counting_apart
from .._core.grad_mode import no_grad
from .._core.tensor import Tensor, wrap
from ..tracing.recording.recorder import record
from ..tracing.recording.values import array_of
from ..tracing.trace.events import GradAccumulated
from ..tracing.trace.trace import Trace
from .matplotlib_figures import ink, pyplot_chart

WITH, WITHOUT = "zero_grad() in each step", "zero_grad() never called"
WIDE, HIGH = 7.2, 3.0
"""Inches."""


def grad_over_steps(
    loss: Callable[[Tensor], Tensor], start: float, lr: float, steps: int = 8, ax: Axes | None = None
) -> Axes:
    """Train one number twice, with and without ``zero_grad()``, and plot its ``.grad`` after each backward.

    Args:
        loss: takes a tensor with one number and returns the loss. The plot uses the name of its argument.
        start: the number before the first step.
        lr: the learning rate of the gradient descent.
        steps: how many steps both loops take.
        ax: where to draw; without it a new figure is made.
    """
    name = next(iter(inspect.signature(loss).parameters))
    ax = ax or pyplot_chart(WIDE, HIGH)
    ax.axhline(0, color=ink()["hairline"])
    for clears, label, style, colour in ((True, WITH, "o-", "total"), (False, WITHOUT, "s--", "wrong")):
        grads = _grads(_training(loss, start, lr, steps, clears))
        ax.plot(range(1, steps + 1), grads, style, color=ink()[colour], label=label)
    ax.set_xticks(range(1, steps + 1))
    ax.set_xlabel("step")
    ax.set_ylabel(f"{name}.grad", parse_math=False)
    ax.legend(fontsize=8)
    return ax


def _training(loss: Callable[[Tensor], Tensor], start: float, lr: float, steps: int, clears: bool) -> Trace:
    """A recording of one loop. The nodes that it makes don't count among the learner's."""
    w = wrap(np.array(start, dtype=np.float64)[()]).requires_grad_()
    with counting_apart(), record(names={}) as trace:
        for _ in range(steps):
            if clears:
                w.grad = None
            loss(w).backward()
            with no_grad():
                w -= lr * w.grad
    return trace


def _grads(trace: Trace) -> list[float]:
    """What was in ``.grad`` after each backward."""
    return [float(array_of(event.after)) for event in trace.events if isinstance(event, GradAccumulated)]

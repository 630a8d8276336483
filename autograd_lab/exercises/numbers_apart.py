"""Run an exercise's own programs without counting them among the learner's operations."""

from collections.abc import Iterator
from contextlib import contextmanager

from .._base.state import anomaly, thread, watchers
from ..autograd import enable_grad
from ..autograd.graph import counting_apart


@contextmanager
def numbers_apart() -> Iterator[None]:
    """Nodes made inside are counted from 1 again, and the learner's count goes on afterwards as if nothing had been.

    So a lesson's ``<MulBackward0 #2>`` stays #2 however often an exercise is checked before it, and the sentences of an
    exercise name the same nodes every time. A recording of the learner's does not see what happens inside, no mode and
    no hook of theirs reaches in, and what runs inside may be broken off anywhere: all switches are as before.
    """
    state = thread.state
    kept, kept_anomaly = dict(vars(state)), dict(vars(anomaly))
    state.recorder = state.task = None
    state.inference = state.in_rule = state.careful = False
    state.saved_hooks, state.saved_hooks_refused = (), None
    try:
        with counting_apart(), enable_grad():
            yield
    finally:
        watchers.add(kept["watching"] - state.watching)  # those whose way out was broken off, too
        vars(state).update(kept)
        vars(anomaly).update(kept_anomaly)

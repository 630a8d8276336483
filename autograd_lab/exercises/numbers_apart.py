"""Run an exercise's own programs without counting them among the learner's operations."""

from collections.abc import Iterator
from contextlib import contextmanager

from .._base.state import thread
from ..autograd import enable_grad
from ..autograd.graph import counting_apart


@contextmanager
def numbers_apart() -> Iterator[None]:
    """Nodes made inside are counted from 1 again, and the learner's count goes on afterwards as if nothing had been.

    So a lesson's ``<MulBackward0 #2>`` stays #2 however often an exercise is checked before it, and the sentences of an
    exercise name the same nodes every time. A recording of the learner's does not see what happens inside.
    """
    kept, thread.state.recorder = thread.state.recorder, None
    try:
        with counting_apart(), enable_grad():
            yield
    finally:
        thread.state.recorder = kept

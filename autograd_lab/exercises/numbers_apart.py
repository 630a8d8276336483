"""Run an exercise's own programs without counting them among the learner's operations."""

import itertools
from collections.abc import Iterator
from contextlib import contextmanager

from .._base.state import here
from .._table import written_call
from ..autograd import enable_grad, graph


@contextmanager
def numbers_apart() -> Iterator[None]:
    """Nodes made inside are counted from 1 again, and the learner's count goes on afterwards as if nothing had been.

    So a lesson's ``<MulBackward0 #2>`` stays #2 however often an exercise is checked before it, and the sentences of an
    exercise name the same nodes every time. A recording of the learner's does not see what happens inside.
    """
    kept = graph._numbers, graph._leaf_numbers, written_call.next_number, here.state.recorder
    graph._numbers, graph._leaf_numbers = itertools.count(1), itertools.count(1)
    written_call.next_number = graph._numbers.__next__
    here.state.recorder = None
    try:
        with enable_grad():
            yield
    finally:
        graph._numbers, graph._leaf_numbers, written_call.next_number, here.state.recorder = kept

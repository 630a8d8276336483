"""Learners' code inside a backward (a Function, a hook): it may start another backward, or ask for a callback.

Each backward inside another needs some frames of Python, and Python allows a thousand. PyTorch goes on in another
thread every 60 levels; here Python allows more of them the deeper it goes, up to a depth at which every thread's stack
is still large enough.

`Variable._execution_engine.queue_callback` asks for a function to be called when the backward is over and every
``.grad`` written. Such a function may ask for more, and run backwards of its own.

PyTorch: torch/csrc/autograd/{engine,python_engine,graph_task}.cpp (MAX_DEPTH, queue_callback, exec_post_processing).
"""

import sys
from collections.abc import Callable
from threading import Lock
from typing import Any

from .base.state import thread
from .grad_mode import in_grad_mode

LEVELS, FRAMES, DEEPEST = 30, 450, 600
"""So many more frames for so many more levels, down to this one; below, RecursionError comes as ever."""

_changing = Lock()  # the limit is one for all threads


def one_level_down(work: Callable, *args: Any) -> Any:
    """``work(*args)``, which may start a backward."""
    state = thread.state
    state.depth += 1
    try:
        if state.depth % LEVELS or state.depth > DEEPEST:
            return work(*args)
        _allow(FRAMES)
        try:
            return work(*args)
        finally:
            _allow(-FRAMES)
    finally:
        state.depth -= 1


def _allow(more: int) -> None:
    with _changing:
        sys.setrecursionlimit(sys.getrecursionlimit() + more)


class callbacks:
    """``waiting`` is True while some thread may have callbacks; else the end of a backward need not look for them."""

    waiting = False


class _EngineBase:
    """What PyTorch calls the engine: ``Variable._execution_engine``."""

    def queue_callback(self, callback: Callable[[], object]) -> None:
        """Call ``callback()`` at the end of the backward that runs just now, after those that were queued before it.

        Raises:
            RuntimeError: when no backward is running.
        """
        state = thread.state
        if state.task is None and not state.depth:
            raise RuntimeError("Final callbacks can only be installed during backward pass.")
        callbacks.waiting = True
        state.callbacks.append((state.depth, callback))


_EngineBase.__module__ = "torch._C"


def run_callbacks(first: int | None = None, create_graph: bool = False) -> None:
    """Call what was queued during the backward that is about to end in this thread.

    Args:
        first: its place in the queue, if known; else it is what was queued deeper inside than here.
        create_graph: whether they find grad mode on, as the rules did.
    """
    queue = thread.state.callbacks
    place = first = _first() if first is None else first
    try:
        while place < len(queue):  # a callback may queue more
            one_level_down(in_grad_mode, create_graph, queue[place][1])
            place += 1
    finally:
        del queue[first:]


def forget_callbacks() -> None:
    """A backward has failed: what it was to call is gone with it."""
    del thread.state.callbacks[_first() :]


def _first() -> int:
    state = thread.state
    place = len(state.callbacks)
    while place and state.callbacks[place - 1][0] > state.depth:
        place -= 1
    return place

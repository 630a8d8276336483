"""Learners' code inside a backward (a Function, a hook): it may start another backward.

Each backward inside another needs some frames of Python, and Python allows a thousand. PyTorch goes on in another
thread every 60 levels; here Python allows more of them the deeper it goes, up to a depth at which every thread's stack
is still large enough.

PyTorch: torch/csrc/autograd/engine.cpp (MAX_DEPTH).
"""

import sys
from collections.abc import Callable
from threading import Lock
from typing import Any

from .base.state import thread

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

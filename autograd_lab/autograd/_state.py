"""What belongs to a thread: is a graph being built, and is somebody watching? And one count for the whole process.

Two kernels, or two threads of one program, must not switch each other's grad mode, nor record each other's traces.
"""

import contextvars
import functools
import threading
from collections.abc import Callable
from typing import Any

import numpy as np

# NumPy warns of overflows and divisions by zero where PyTorch answers inf or nan without a word. Its switch is a
# context variable; whoever sets it and sets it back leaves the learner's NumPy as it is, for a third of the price of
# np.errstate. NumPy gives no name to it, but a context in which it was set contains it.
_silent = contextvars.Context()
_silent.run(np.seterr, all="ignore")
((_switch, _OFF),) = _silent.items()


def quiet(function: Callable) -> Callable:
    """Decorator against NumPy's warnings: 1/0 is inf and log(-1) is nan here, as in PyTorch, and nobody is told."""

    @functools.wraps(function)
    def run(*args: Any, **named: Any) -> Any:
        before = _switch.set(_OFF)
        try:
            return function(*args, **named)
        finally:
            _switch.reset(before)

    return run


class State(threading.local):
    """The defaults below are what every new thread starts with."""

    def __init__(self) -> None:
        # ``silently(function, *arrays)`` calls the function without NumPy's warnings: in a context of its own, which
        # costs still less than `quiet`. Nothing that calls back may run in there: a context is entered once at a time.
        self.silently = contextvars.copy_context().run
        self.silently(_switch.set, _OFF)

    grad_enabled = True
    inference = False  # inside `inference_mode`
    in_rule = False  # a rule runs on Tensors (``create_graph``): there NumPy's functions are recorded
    recorder = None  # a `tracing.recorder.Recorder` while somebody watches
    task: Any = None  # the `engine.Task` of the backward that runs just now, the innermost if there are several
    saved_hooks: tuple[Any, ...] = ()  # pairs (pack, unpack), the innermost last
    saved_hooks_refused: str | None = None  # the message of `disable_saved_tensors_hooks`


state = State()


class attention:
    """``wanted`` counts who must hear of every new tensor or node: recorders, saved-tensor hooks, anomaly mode …

    While it is 0, which is nearly always, the quick paths need not ask anybody. It is a plain class attribute, shared
    by all threads, since reading a thread's own switch takes three times as long.
    """

    wanted = 0
    inference_made = False
    """Whether there ever was an inference tensor: from then on every node looks whether it is about to save one."""
    _lock = threading.Lock()

    @classmethod
    def add(cls, change: int) -> None:
        """One more (1) or one less (-1) who wants to hear."""
        with cls._lock:
            cls.wanted += change


class anomaly:
    """Anomaly mode, which as in PyTorch is one switch for all threads."""

    enabled = False
    check_nan = True

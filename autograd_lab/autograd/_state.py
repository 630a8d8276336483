"""What belongs to a thread: is a graph being built, and is somebody watching? And one count for the whole process.

Two kernels, or two threads of one program, must not switch each other's grad mode, nor record each other's traces.
"""

import contextvars
import threading
from typing import Any

import numpy as np


class State(threading.local):
    """The defaults below are what every new thread starts with."""

    def __init__(self) -> None:
        # NumPy warns of overflows and divisions by zero where PyTorch answers inf or nan without a word. The switch
        # for that is a context variable, so a context of our own leaves the learner's NumPy as it is; entering it
        # costs a hundredth of np.errstate. ``silently(function, *arrays)`` calls the function in there.
        context = contextvars.copy_context()
        context.run(np.seterr, all="ignore")
        self.silently = context.run

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

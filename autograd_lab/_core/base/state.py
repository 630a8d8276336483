"""What belongs to a thread: is a graph being built, and does anything watch? And what does not: all threads together
count their nodes, so that a newer node has the greater number whoever made it.

Two kernels, or two threads of one program, must not switch each other's grad mode, nor record each other's traces.
"""

import contextvars
import functools
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from operator import length_hint
from typing import Any

import numpy as np

# NumPy warns of overflows and divisions by zero where PyTorch answers inf or nan without a word. Its switch is a
# context variable; whoever sets it and sets it back leaves the learner's NumPy as it is, for a third of the price of
# np.errstate. NumPy gives no name to it, but a context in which it was set contains it.
_silent = contextvars.Context()
_silent.run(np.seterr, all="ignore")
((_switch, _OFF),) = _silent.items()
silence, unsilence = functools.partial(_switch.set, _OFF), _switch.reset
"""Switch NumPy's warnings off; and back to what they were, for whoever kept what the first one returned."""


def quiet(function: Callable) -> Callable:
    """Decorator against NumPy's warnings: 1/0 is inf and log(-1) is nan here, as in PyTorch, and nobody is told."""

    @functools.wraps(function)
    def run(*args: Any, **named: Any) -> Any:
        before = silence()
        try:
            return function(*args, **named)
        finally:
            unsilence(before)

    return run


NUMBERS = range(1, 2**62)
"""The numbers that nodes and leaves get. An iterator over a range counts as fast as `itertools.count`, and tells where
it is: `length_hint` is how many numbers are left."""
_node_numbers, _leaf_numbers = iter(NUMBERS), iter(NUMBERS)  # all threads count together

_innermost: contextvars.ContextVar[Any] = contextvars.ContextVar("recorder", default=None)
"""The recorder that was started last in this context. It leads to those around it, and may have ended."""


class State:
    """The switches of one thread, as every thread starts with them."""

    def __init__(self) -> None:
        self.count_with(_node_numbers, _leaf_numbers)
        # ``without_warnings(function, *arrays)`` calls it without NumPy's warnings: in a context of its own, which
        # costs still less than `quiet`. Nothing that calls back may run in there: a context is entered once at a time.
        self.without_warnings = contextvars.copy_context().run
        self.without_warnings(_switch.set, _OFF)
        self.grad_enabled = True
        self.inference = False  # inside `inference_mode`
        self.careful = 0  # how many recordings and modes are on: then every call takes the path of `call.call`
        self.hidden: Any = None  # the recorder that must not hear just now; a newer one does
        self.in_rule = False  # a rule runs on Tensors (``create_graph``): there NumPy's functions are recorded
        self.task: Any = None  # the `graph_task.Task` of the innermost backward that runs just now
        self.called_again = False  # `vmap` is going to call the same function once more: what it shares is kept
        self.saved_hooks: tuple[Any, ...] = ()  # pairs (pack, unpack), the innermost last
        self.saved_hooks_refused: str | None = None  # the message of `disable_saved_tensors_hooks`
        self.watching = 0  # how many of `watchers` came from here

    @property
    def recorder(self) -> Any:
        """The `tracing.recording.recorder.Recorder` that hears what happens just now; None if nobody records."""
        if not self.careful:
            return None
        found = _innermost.get()
        while found is not None and found.home is not self:
            found = found.outer
        return None if found is self.hidden else found

    def start(self, recorder: Any) -> None:
        """From now on ``recorder`` hears what this thread does in this context (that of a task of asyncio, mostly)."""
        recorder.home, recorder.outer = self, _innermost.get()
        _innermost.set(recorder)
        self.careful += 1

    def stop(self, recorder: Any) -> None:
        """It hears nothing any more, whichever recorders have been started since; contexts may still lead to it."""
        recorder.home = None
        self.careful -= 1
        found = _innermost.get()
        while found is not None and found.home is None:
            found = found.outer
        _innermost.set(found)

    def hide_recorder(self) -> Any:
        """The one that is on hears nothing until ``hidden`` is again what this returns."""
        before, now = self.hidden, self.recorder
        if now is not None:
            self.hidden = now
        return before

    def count_with(self, nodes: Iterator[int], leaves: Iterator[int]) -> None:
        """Take the numbers of new nodes, and of leaves whose AccumulateGrad is asked for, from these."""
        self.numbers = nodes, leaves
        self.next_number, self.next_leaf_number = nodes.__next__, leaves.__next__


class Thread(threading.local):
    """``thread.state`` is the state of the thread that asks.

    To ask takes twenty times as long as to read a switch, so whoever reads several asks once.
    """

    users = 0
    """How many threads there have been that asked anything, this too."""

    def __init__(self) -> None:
        self.state = State()
        Thread.users += 1


thread = Thread()


def upcoming_number() -> int:
    """The number that the next node will get; asking does not take it."""
    return NUMBERS.stop - length_hint(thread.state.numbers[0])


@contextmanager
def counting_apart() -> Iterator[None]:
    """Count the nodes that this thread makes inside from 1 again; afterwards its count goes on where it was.

    A backward inside must not reach nodes from outside, since it goes by their numbers.
    """
    state = thread.state
    kept = state.numbers
    try:
        state.count_with(iter(NUMBERS), iter(NUMBERS))
        yield
    finally:
        state.count_with(*kept)


class Watchers:
    """Who must hear of every new tensor or node, in any thread: recorders, saved-tensor hooks, anomaly mode …"""

    def __init__(self) -> None:
        self.count = 0
        """How many there are. While it is 0, which is nearly always, the quick paths need not ask anybody."""
        self.inference_made = False
        """Whether there ever was an inference tensor: from then on every node looks whether it is about to save one."""
        self._lock = threading.Lock()

    def add(self, change: int) -> None:
        """One more (1) or one less (-1) who wants to hear."""
        with self._lock:
            self.count += change
            thread.state.watching += change


watchers = Watchers()


class Anomaly:
    """Anomaly mode, which as in PyTorch is one switch for all threads."""

    def __init__(self) -> None:
        self.enabled = False
        self.check_nan = True


anomaly = Anomaly()

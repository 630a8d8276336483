"""`within` runs a function and ends it if it takes too long, in any thread, whatever it catches.

Python can raise an exception in a running thread from outside (`PyThreadState_SetAsyncExc`). It arrives at the next
call or the next turn of a loop, and an ``except:`` there may catch it. So each exception, while it is being made, asks
for the next one: the loop gets another at every turn until it ends. Code that waits in C (``time.sleep``) ends when it
returns to Python.
"""

import ctypes
import threading
import time
from collections.abc import Callable
from functools import partial
from typing import TypeVar

_Answer = TypeVar("_Answer")
_AGAIN = 0.05
"""Seconds until another exception is sent, in case one was lost."""
_send = ctypes.PYFUNCTYPE(None, ctypes.c_ulong, ctypes.py_object)(("PyThreadState_SetAsyncExc", ctypes.pythonapi))


class TooLongError(Exception):
    """It was still running after so many seconds."""


class _EndedError(BaseException):
    """What ends it. Each watch has its own class."""


def within(seconds: float, work: Callable[[], _Answer]) -> _Answer:
    """The result of ``work()``. Raises `TooLongError` when it takes longer; by then it has ended.

    Inside another `within` it sets no limit of its own; the outer one ends everything.
    """
    if is_limited():
        return work()
    watch = _here.watch = _Watch(seconds)
    try:
        try:
            watch.start()
            return work()
        finally:
            watch.kind.__init__ = _QUIET  # before any call: there the next exception would arrive
            watch.close()
    except watch.kind:
        watch.kind.__init__ = _QUIET
        try:
            watch.close()
        except watch.kind:  # one was on its way
            watch.close()
        raise TooLongError(f"it was still running after {watch.seconds:g} seconds") from None
    finally:
        _here.watch = None


def is_limited() -> bool:
    """Whether this runs inside of a `within`."""
    return _here.watch is not None


_QUIET = BaseException.__init__


class _Here(threading.local):
    watch: "_Watch | None" = None


_here = _Here()


class _Watch:
    """A thread that looks at the clock once, and sends exceptions from then on."""

    def __init__(self, seconds: float):
        self.kind: type[BaseException] = type("_EndedError", (_EndedError,), {})
        self.seconds = seconds
        self._end = time.monotonic() + seconds
        self._thread = threading.get_ident()
        self._sent = False
        self._over = threading.Event()
        self._sending = threading.Lock()
        self._timer = threading.Thread(target=self._wait, daemon=True)

    def start(self) -> None:
        """Start the clock."""
        self._timer.start()

    def close(self) -> None:
        """Send nothing more; an exception that is on its way arrives here."""
        self._over.set()
        with self._sending:
            sent = self._sent
        self._timer.join()
        if not sent:
            return
        self.kind.__init__ = _QUIET
        try:  # one that is taken back leaves a mark in Python 3.11, with which a call under a profiler never returns
            _send(self._thread, self.kind)
            while True:
                pass
        except self.kind:
            return

    def _wait(self) -> None:
        pause = self._end - time.monotonic()
        while not self._over.wait(pause):
            with self._sending:
                if not self._over.is_set():
                    # a function in C: one in Python would itself receive what it asks for
                    self._sent = True
                    self.kind.__init__ = staticmethod(partial(_send, self._thread, self.kind))
                    _send(self._thread, self.kind)
            pause = _AGAIN

"""`within` runs a function and ends it if it takes too long: at each step of its code, Python asks for the time.

It asks in the learner's code alone, so that no step of this package or of a library is broken off half-way. Code that
waits in C (``time.sleep``) ends when it returns to Python. A loop that catches every exception (``except:``) catches
this one, too.
"""

import sys
import sysconfig
import threading
import time
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any, TypeVar

_Answer = TypeVar("_Answer")
_NOT_THEIRS = (str(Path(__file__).parents[1]), *map(sysconfig.get_path, ("stdlib", "purelib", "platlib")), "<frozen")


class TooLongError(Exception):
    """It was still running after so many seconds, or after so many runs of nodes."""


class _OverError(BaseException):
    """What ends it: no ``except Exception`` keeps it."""


class _Here(threading.local):
    is_limited = False


_here = _Here()


def is_limited() -> bool:
    return _here.is_limited


def within(seconds: float, work: Callable[[], _Answer]) -> _Answer:
    """The result of ``work()``. Raises `TooLongError` when it takes longer; by then it has ended.

    Inside another `within` it sets no limit of its own; the outer one ends everything.
    """
    if is_limited():
        return work()
    end, before = time.monotonic() + seconds, sys.gettrace()

    def look(frame: FrameType, event: str, arg: Any) -> Any:
        if frame.f_code.co_filename.startswith(_NOT_THEIRS):
            return None
        frame.f_trace_opcodes = True  # a loop in one line gives no other event
        if time.monotonic() > end:
            raise _OverError
        return look

    _here.is_limited = True
    sys.settrace(look)
    try:
        return work()
    except _OverError:
        raise TooLongError(f"it was still running after {seconds:g} seconds") from None
    finally:
        sys.settrace(before)
        _here.is_limited = False

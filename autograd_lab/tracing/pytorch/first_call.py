"""What a function of the learner's is called with: Python tells a profiler of every call.

One that is on already keeps on hearing, and is alone again afterwards.
"""

import sys
from collections.abc import Callable, Sequence
from types import CodeType, FrameType
from typing import Any


class FirstCall:
    """Waits for the first call of the function with this code, and tells its arguments after the first one."""

    def __init__(self, code: CodeType, tell: Callable[[Sequence[Any]], None]):
        self._code, self._before = code, sys.getprofile()
        self._tell: Callable[[Sequence[Any]], None] | None = tell
        sys.setprofile(self._heard)

    def _heard(self, frame: FrameType, event: str, argument: Any) -> None:
        if event == "call" and frame.f_code is self._code:
            tell = self._tell
            self.stop()
            tell(_arguments(frame)[1:])
        if callable(self._before):
            self._before(frame, event, argument)

    def stop(self) -> None:
        """Do not wait any longer, and let go of the one that was to be told."""
        if self._tell is None:
            return
        self._tell = None
        sys.setprofile(None)
        if callable(self._before):
            sys.setprofile(self._before)
        elif self._before is not None:  # cProfile's, before Python 3.12: not a function
            self._before.enable()


def _arguments(frame: FrameType) -> list[Any]:
    """Those given by their places."""
    code, values = frame.f_code, frame.f_locals
    given = [values.get(name) for name in code.co_varnames[: code.co_argcount]]
    if code.co_flags & 0x04:  # *args
        given += values[code.co_varnames[code.co_argcount + code.co_kwonlyargcount]]
    return given

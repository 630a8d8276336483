"""What ``@al.record()`` needs of the function below it: that it can be recorded, and its frame, where the names are."""

import inspect
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

from .variable_names import is_module


def check_function(function: Any) -> None:
    """Raises TypeError, with the way out, for what is no function that is over when it returns."""
    if isinstance(function, type) or is_module(function) or not callable(function):
        kind = "a class" if isinstance(function, type) else type(function).__name__
        raise TypeError(
            f"@al.record() stands above a function, not {kind}: put the lines to watch into "
            "`with al.record() as trace:`."
        )
    kinds = (inspect.isgeneratorfunction, inspect.iscoroutinefunction, inspect.isasyncgenfunction)
    if any(is_kind(function) for is_kind in kinds):
        raise TypeError(
            f"{function.__name__} returns before its lines have run, as all generators and coroutines do: put "
            "`with al.record() as trace:` inside it."
        )


class CallsHeard:
    """``tell(frame, event)`` hears of Python's calls and returns in this thread, until `stop`.

    A profiler that is on already hears of them, too, and is alone again afterwards. (Before Python 3.12
    cProfile's is no function, and cannot listen in between.)
    """

    def __init__(self, tell: Callable[[FrameType, str], Any]):
        self._tell: Callable[[FrameType, str], Any] | None = tell
        self._before: Any = sys.getprofile()
        sys.setprofile(self._heard)

    def _heard(self, frame: FrameType, event: str, argument: Any) -> None:
        if self._tell is not None:
            self._tell(frame, event)
        if callable(self._before):
            self._before(frame, event, argument)

    def stop(self) -> None:
        """From now on nothing is heard, and the function is forgotten."""
        if self._tell is not None and sys.getprofile() == self._heard:
            sys.setprofile(self._before if callable(self._before) else None)
            if self._before is not None and not callable(self._before):
                self._before.enable()
        self._tell = None


@contextmanager
def first_frame_of(function: Callable[..., Any], tell: Callable[[FrameType], Any]) -> Iterator[None]:
    """Tell the frame of the first call of ``function`` in the block; a frame keeps its variables after the return."""
    code = getattr(inspect.unwrap(function), "__code__", None)

    def look(frame: FrameType, event: str) -> None:
        if event == "call" and frame.f_code is code:
            tell(frame)
            heard.stop()

    heard = CallsHeard(look)
    try:
        yield
    finally:
        heard.stop()

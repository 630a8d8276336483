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


@contextmanager
def first_frame_of(function: Callable[..., Any], tell: Callable[[FrameType], Any]) -> Iterator[None]:
    """Tell the frame of the first call of ``function`` within the block. A frame keeps its variables after the return.

    Python tells a profiler of every call. One that is on already hears of this one, too, and is alone again after it.
    """
    code, before = getattr(inspect.unwrap(function), "__code__", None), sys.getprofile()

    def watch(frame: FrameType, event: str, argument: Any) -> None:
        if event == "call" and frame.f_code is code:
            tell(frame)
            _set_profiler(before)
        if callable(before):
            before(frame, event, argument)

    sys.setprofile(watch)
    try:
        yield
    finally:
        if sys.getprofile() is watch:  # the function was never called, or is written in C
            _set_profiler(before)


def _set_profiler(profiler: Any) -> None:
    sys.setprofile(profiler if callable(profiler) else None)
    if profiler is not None and not callable(profiler):  # cProfile's, before Python 3.12: not a function
        profiler.enable()

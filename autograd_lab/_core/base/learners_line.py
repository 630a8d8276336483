"""Where in the learner's own program we are: the line that a warning should name."""

import copy
import os
import sys
import warnings
from functools import lru_cache
from types import FrameType
from typing import ClassVar

_PACKAGE = os.path.dirname(os.path.dirname(os.path.dirname(__file__))) + os.sep
_COURSE = os.path.join(_PACKAGE, "exercises") + os.sep
_BETWEEN = (_PACKAGE, copy.__file__)
"""Where no line is the learner's: in this package, and in ``deepcopy``, which calls back into it."""


def learners_frame() -> tuple[FrameType, int]:
    """The innermost frame outside this package, and how many frames above the caller it is (its own is 0)."""
    own = frame = sys._getframe(1)
    steps = 0
    while frame is not None and frame.f_code.co_filename.startswith(_BETWEEN):
        frame, steps = frame.f_back, steps + 1
    return (own, 0) if frame is None else (frame, steps)


def learners_place() -> tuple[str, int] | None:
    """File and number of the learner's line that runs just now.

    None where only this package runs, and in a program of the course's own, which is no line of whoever asked for it.
    """
    frame = sys._getframe(1)
    while frame is not None:
        is_between, is_course = _whose(name := frame.f_code.co_filename)
        if is_course:
            return None
        if not is_between:
            return name, frame.f_lineno
        frame = frame.f_back
    return None


@lru_cache(maxsize=1024)
def _whose(file: str) -> tuple[bool, bool]:
    """Whether no line of this file is the learner's, and whether it is the course's. Recordings ask a lot."""
    return file.startswith(_BETWEEN), file.startswith(_COURSE)


class _Once:
    said: ClassVar[set[str]] = set()
    always = False


def warn_once(message: str) -> None:
    """`warn`, but only the first time in this process: what PyTorch says once, and again after `set_warn_always`."""
    if message not in _Once.said or _Once.always:
        _Once.said.add(message)
        warn(message)


def set_warn_always(b: bool, /) -> None:
    """Whether the warnings that are given once in a process are given every time."""
    if not isinstance(b, bool):
        raise RuntimeError(f"setWarnOnlyOnce expects a bool, but got {type(b).__name__}")
    _Once.always = b


def is_warn_always_enabled() -> bool:
    """Whether all warnings are given every time."""
    return _Once.always


def warn(message: str, category: type[Warning] = UserWarning) -> None:
    """`warnings.warn` for the line of the learner's that led here, however deep in the package this is."""
    warnings.warn(message, category, stacklevel=1 + learners_frame()[1])

"""The learner's own code: which line runs, functions called in the name of a line, and what a function is called with.

While a recording runs, the mode that watches is called between a line and PyTorch's function. A warning names the file
and line from which the function was called, and Python's filters ("once", "error", by module) use that frame too: in a
recording it would always be ours. So `call_from` makes the call in a frame that has the line's file, number and module
variables, and a warning is shown, filtered and remembered as it is without a recording.
"""

import copy
import os
import sys
import warnings
from collections.abc import Callable, Sequence
from functools import lru_cache
from types import CodeType, FrameType, FunctionType
from typing import Any

import torch.overrides

from ..recording.decorated import CallsHeard

OWN = (
    os.path.dirname(torch.__file__) + os.sep,
    os.path.dirname(os.path.dirname(os.path.dirname(__file__))) + os.sep,
    copy.__file__,
)
"""PyTorch, this package, and ``deepcopy``, which calls back into them: no line in these is the learner's."""

DISPATCH = torch.overrides.__file__
"""A function that is written in Python asks the modes from here, before it runs: two frames below its caller."""

FARTHER, NEXT = "_stacklevel", 3
"""The argument by which a module asks a function to name a line farther out, and its value for the next line."""


def learners_line(frame: FrameType | None = None) -> tuple[str, int] | None:
    """File and number of the learner's line that runs just now."""
    frame = sys._getframe(1) if frame is None else frame
    while frame is not None and frame.f_code.co_filename.startswith(OWN):
        frame = frame.f_back
    return None if frame is None else (frame.f_code.co_filename, frame.f_lineno)


def warn_learner(message: str) -> None:
    """`warnings.warn` for the learner's line that led here."""
    frame, level = sys._getframe(1), 2
    while frame is not None and frame.f_code.co_filename.startswith(OWN):
        frame, level = frame.f_back, level + 1
    warnings.warn(message, stacklevel=level)


# ----- calls in the name of a line ------------------------------------------------------------------------------------
def call_from(frame: FrameType, function: Callable, args: tuple, kwargs: dict) -> Any:
    """``function(*args, **kwargs)``, called on the line of ``frame``, which called the mode."""
    if frame.f_code.co_filename == DISPATCH:
        frame = frame.f_back.f_back
    for _ in range(kwargs.get(FARTHER, NEXT) - NEXT):
        function, args, kwargs, frame = _on_line_of(frame), (function, args, kwargs), {}, frame.f_back
    return _on_line_of(frame)(function, args, kwargs)


def _on_line_of(frame: FrameType) -> Callable:
    """A function that calls another one from that line."""
    code = _call_at(frame.f_code.co_filename, frame.f_lineno, frame.f_code.co_name)
    return FunctionType(code, frame.f_globals)


@lru_cache(maxsize=1024)
def _call_at(filename: str, line: int, name: str) -> CodeType:
    """Code that does nothing but call, with that file and line."""
    code = (lambda _function, _args, _kwargs: _function(*_args, **_kwargs)).__code__  # names that no recording takes
    return code.replace(co_filename=filename, co_firstlineno=line, co_name=name)


# ----- what a function is called with ---------------------------------------------------------------------------------
def first_call(code: CodeType, tell: Callable[[Sequence[Any]], None]) -> CallsHeard:
    """Wait for the first call of the function with this code, and tell its arguments after the first one."""

    def look(frame: FrameType, event: str) -> None:
        if event == "call" and frame.f_code is code:
            heard.stop()
            tell(_arguments(frame)[1:])

    heard = CallsHeard(look)
    return heard


def _arguments(frame: FrameType) -> list[Any]:
    """The positional arguments."""
    code, values = frame.f_code, frame.f_locals
    given = [values.get(name) for name in code.co_varnames[: code.co_argcount]]
    if code.co_flags & 0x04:  # *args
        given += values[code.co_varnames[code.co_argcount + code.co_kwonlyargcount]]
    return given

"""A function of PyTorch's, called as if from the very line that called it.

The mode that watches stands between a line and the function it calls. A warning names the file and line of the frame
from which the function was called, and Python's filters ("once", "error", by module) go by that frame too: in a
recording all of them would be ours. So the call is made in a frame that has the line's file, number and variables of
the module, and a warning is told, filtered and remembered as it is without a recording.
"""

from collections.abc import Callable
from functools import lru_cache
from types import CodeType, FrameType, FunctionType
from typing import Any

import torch.overrides

DISPATCH = torch.overrides.__file__
"""Where a function that is written in Python asks the modes first: it is called twice then, and once by itself."""

FARTHER, NEXT = "_stacklevel", 3
"""How a module says to a function that its warning is to name a line farther out, and what the next line is called."""


def call_from(frame: FrameType, function: Callable, args: tuple, kwargs: dict) -> Any:
    """``function(*args, **kwargs)``, called on the line of ``frame``, from which it came to the mode."""
    if frame.f_code.co_filename == DISPATCH:
        frame = frame.f_back.f_back
    for _ in range(kwargs.get(FARTHER, NEXT) - NEXT):
        function, args, kwargs, frame = _on_line_of(frame), (function, args, kwargs), {}, frame.f_back
    return _on_line_of(frame)(function, args, kwargs)


def _on_line_of(frame: FrameType) -> Callable:
    """What calls a function from there."""
    code = _call_at(frame.f_code.co_filename, frame.f_lineno, frame.f_code.co_name)
    return FunctionType(code, frame.f_globals)


@lru_cache(maxsize=1024)
def _call_at(filename: str, line: int, name: str) -> CodeType:
    """Code that does nothing but call, and stands on that line."""
    code = (lambda function, args, kwargs: function(*args, **kwargs)).__code__
    return code.replace(co_filename=filename, co_firstlineno=line, co_name=name)

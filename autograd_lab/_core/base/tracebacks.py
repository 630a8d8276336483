"""Tracebacks a learner can read: their own line, and not twenty frames of this package after it.

An error that leaves the package passes a guard (``_torch/surface/guards.py``, or `concise` below). The guard takes the
package's frames out of its traceback. Frames of the learner's own that were called from inside (a hook, a Function's
backward, a module's forward) stay. Whoever works on the package sees everything after ``whole_tracebacks(True)``, or
with the environment variable AUTOGRAD_LAB_TRACEBACKS=whole.

An error that no ``raise`` of ours made, but an operation of Python's or NumPy's that went wrong in here, is told in
PyTorch's words (``numpy_words.py``).
"""

import dis
import functools
import os
from collections.abc import Callable
from types import TracebackType
from typing import Any

import numpy as np

from .numpy_words import in_torchs_words

_NUMPY = os.path.dirname(np.__file__) + os.sep
_OURS = (os.path.dirname(os.path.dirname(os.path.dirname(__file__))) + os.sep, _NUMPY)
_RAISE = dis.opmap["RAISE_VARARGS"]


class _Switch:
    whole = os.environ.get("AUTOGRAD_LAB_TRACEBACKS") == "whole"


def whole_tracebacks(mode: bool = True) -> None:
    """Show this package's own frames in tracebacks (True), or only the learner's lines (False, as at the start)."""
    _Switch.whole = mode


def shortened(error: BaseException) -> BaseException:
    """The same error; its traceback has only frames of the learner's, and it drags no error of ours behind it."""
    steps = []
    step = error.__traceback__
    while step is not None:
        steps.append(step)
        step = step.tb_next
    if steps and isinstance(error, Exception) and _by_accident(steps[-1]):
        error = in_torchs_words(error).with_traceback(error.__traceback__)
    if _Switch.whole:
        return error
    if not steps or _is_ours(steps[-1]):  # raised in here: what we caught on the way there is no news to the learner
        error.__suppress_context__ = True
    kept = None
    for step in reversed(steps):
        if not _is_ours(step):
            kept = TracebackType(kept, step.tb_frame, step.tb_lasti, step.tb_lineno)
    return error.with_traceback(kept)


def is_ours(file: str) -> bool:
    """Whether the code in this file is the package's own, or NumPy's."""
    return file.startswith(_OURS)


def _is_ours(step: TracebackType) -> bool:
    return is_ours(step.tb_frame.f_code.co_filename)


def _by_accident(last: TracebackType) -> bool:
    """Whether an error comes from the inside, and from no ``raise`` of ours."""
    code = last.tb_frame.f_code
    return _is_ours(last) and (code.co_filename.startswith(_NUMPY) or code.co_code[last.tb_lasti] != _RAISE)


def concise(function: Callable) -> Callable:
    """Decorate a public function: what it raises has a short traceback."""

    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        try:
            return function(*args, **kwargs)
        except Exception as error:
            __tracebackhide__ = True  # IPython leaves this frame out, unless it is the last
            raise shortened(error)  # noqa: B904 (it keeps its own cause)

    return call

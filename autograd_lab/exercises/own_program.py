"""A recording of the program that an instructor's question is about."""

from collections.abc import Callable
from typing import Any

import autograd_lab

from ..tracing.recorder import record
from ..tracing.trace import Trace
from .numbers_apart import numbers_apart


def recording(program: Trace | Callable[[], Any] | str | None) -> Trace | None:
    """The trace itself, or what the program does: a function, or source that may say ``al`` and ``torch``."""
    if program is None or isinstance(program, Trace):
        return program
    variables: dict[str, Any] = {}
    with numbers_apart(), record(names=variables) as trace:
        if callable(program):
            returned = program()
            variables.update(returned if isinstance(returned, dict) else {})
        else:
            variables.update(al=autograd_lab, torch=autograd_lab)
            exec(program, variables)
    return trace

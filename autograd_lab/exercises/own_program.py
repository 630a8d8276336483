"""The program that an instructor's question is about: recorded, and asked for what the answer should be."""

import warnings
from collections.abc import Callable, Mapping
from types import SimpleNamespace
from typing import Any

import autograd_lab

from ..tracing.recorder import record
from ..tracing.trace import Trace
from .exercise import Form, Missing, Trouble
from .message import safe_repr
from .numbers_apart import numbers_apart
from .observing import SECONDS
from .programs import number
from .time_limit import TooLongError, within

Program = Trace | Callable[[], Any] | str | None


def recording(program: Program) -> tuple[Trace | None, dict[str, Any]]:
    """The trace, and the variables after it.

    A program is a trace itself, a function, or source that may say ``al`` and ``torch``. Raises TypeError for
    something else, and ValueError where it does not end.
    """
    if program is None:
        return None, {}
    if isinstance(program, Trace):
        return program, _leaves(program)
    if not callable(program) and not isinstance(program, str):
        raise TypeError(f"trace is a recording, a function, or a program's source, not {safe_repr(program)}.")
    try:
        return within(SECONDS, lambda: _recorded(program))
    except TooLongError:
        raise ValueError(f"The program in trace was still running after {SECONDS:g} seconds.") from None


def _recorded(program: Callable[[], Any] | str) -> tuple[Trace, dict[str, Any]]:
    variables: dict[str, Any] = {}
    with numbers_apart(), record(names=variables) as trace:
        if callable(program):
            returned = program()
            variables.update(returned if isinstance(returned, dict) else {})
        else:
            variables.update(al=autograd_lab, torch=autograd_lab)
            exec(program, variables)
    return trace, variables or _leaves(trace)


def _leaves(trace: Trace) -> dict[str, Any]:
    """All that a trace knows of its variables: the gradients of its leaves."""
    return {trace.name(node): SimpleNamespace(grad=number(value)) for node, value in trace.grads().items()}


def check_asked(asks: str, form: Form, answer: Any, variables: Mapping[str, Any]) -> None:
    """What the question asks for, as code, gives the answer once the program has run. Raises ValueError if not."""
    if not asks:
        return
    try:
        code = compile(asks, "asks", "eval")
    except (SyntaxError, ValueError):
        raise ValueError(f"asks is code such as 'x.grad', not {asks!r}.") from None
    if not variables:
        return
    try:
        with numbers_apart(), warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of c.grad, for one
            found = within(SECONDS, lambda: eval(code, dict(variables)))
    except (Exception, SystemExit) as error:
        raise ValueError(
            f"asks={asks!r} cannot be computed after the program: {type(error).__name__}: {error}"
        ) from None
    read = form.read(found)
    if not isinstance(read, Trouble | Missing) and not form.same(read, answer):
        raise ValueError(f"After the program {asks} is {form.show(read)}, and that is not the answer that you give.")

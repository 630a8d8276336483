"""Where in a trace the answer first appears, so that an instructor need not say where to look."""

from typing import Any

import numpy as np

from ..tracing.nodes import node_of
from ..tracing.trace import Trace
from ..tracing.values import array_of
from .look import Look
from .plain import is_close, plain_numbers

_TELLING = {"RuleApplied": "results", "BufferAdded": "after", "GradAccumulated": "after"}
"""Events that bring a new number into a backward, and the field that holds it."""


def deciding_look(trace: Trace | None, answer: Any, asks: str = "") -> Look | None:
    """The first event of a backward that tells the answer: a stepper that stops before it does not give it away.

    Where none does, the one that writes ``x.grad`` for the last time, if that is asked for; else None.
    """
    if trace is None:
        return None
    leaf, _, attribute = asks.partition(".")
    event = _first_with(trace, answer)
    if event is None and attribute == "grad":
        event = _written(trace, leaf)
    return None if event is None else _look_at(trace, event)


def decided_rows(trace: Trace | None, answer: Any) -> dict[str, Look]:
    """The same for the rows of a table; a row called as a leaf, or ``x.grad``, is about its gradient."""
    if trace is None or not isinstance(answer, dict):
        return {}
    found = {name: deciding_look(trace, part, f"{name.removesuffix('.grad')}.grad") for name, part in answer.items()}
    return {name: look for name, look in found.items() if look is not None}


def _written(trace: Trace, leaf: str) -> int | None:
    """The last event that writes the gradient of the leaf of this name."""
    events = [k for k in trace.find("GradAccumulated") if trace.name(trace.events[k].node) == leaf]
    return events[-1] if events else None


def _first_with(trace: Trace, answer: Any) -> int | None:
    for k, event in enumerate(trace.events):
        told = getattr(event, _TELLING[event.kind]) if event.kind in _TELLING else ()
        if any(_is(value, answer) for value in (told if isinstance(told, tuple) else (told,))):
            return k
    return None


def _is(value: Any, answer: Any) -> bool:
    if value is None or value.items is None or isinstance(answer, bool | str | dict | type(None)):
        return False
    told, wanted = array_of(value), np.asarray(plain_numbers(answer))
    if wanted.dtype.kind not in "iuf" or told.shape != wanted.shape:
        return False
    return all(map(is_close, told.ravel().tolist(), wanted.ravel().tolist()))


def _look_at(trace: Trace, index: int) -> Look:
    """The `Look` that finds this event."""
    event = trace.events[index]
    node = node_of(event)
    at = "" if node is None else trace.label(node)
    return next(look for nth in range(index + 1) if (look := Look(event.kind, at, nth)).index(trace) == index)

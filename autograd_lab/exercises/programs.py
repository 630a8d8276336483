"""The exercises' own programs: run apart from the learner's operations and recorded; answers are read off the trace.

Every exercise records the very program that it asks about, and takes its answer from that recording.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

import autograd_lab

from .. import Tensor, float64, tensor
from .._core.base.state import anomaly, counting_apart, thread, watchers
from ..autograd import enable_grad
from ..tracing.recording.recorder import record
from ..tracing.recording.values import array_of
from ..tracing.trace.events import Value
from ..tracing.trace.trace import Trace


@contextmanager
def numbers_apart() -> Iterator[None]:
    """Nodes made inside are counted from 1 again, and the learner's count goes on afterwards as if nothing had been.

    So a lesson's ``<MulBackward0 #2>`` stays #2 however often an exercise is checked before it, and the sentences of an
    exercise name the same nodes every time. A recording of the learner's does not see what happens inside, no mode and
    no hook of theirs reaches in, and what runs inside may be broken off anywhere: all switches are as before.
    """
    state = thread.state
    kept, kept_anomaly = dict(vars(state)), dict(vars(anomaly))
    state.hide_recorder()
    state.task, state.careful = None, 0
    state.inference = state.in_rule = False
    state.saved_hooks, state.saved_hooks_refused = (), None
    try:
        with counting_apart(), enable_grad():
            yield
    finally:
        watchers.add(kept["watching"] - state.watching)  # those whose way out was broken off, too
        vars(state).update(kept)
        vars(anomaly).update(kept_anomaly)


def leaf(value: Any, name: str) -> Tensor:
    """A leaf that requires grad, with the name that pictures and sentences use."""
    return tensor(value if isinstance(value, list) else float(value), requires_grad=True, name=name)


def doubles(*columns: list) -> tuple[Tensor, ...]:
    """Inputs for gradcheck."""
    return tuple(tensor(column, dtype=float64, requires_grad=True) for column in columns)


def recorded(root: Tensor, **variables: Tensor) -> Trace:
    """A recording of ``root.backward()``; the variables give their names to what is in between."""
    with record(names=variables) as trace:
        root.backward()
    return trace


def shown(source: str) -> Trace:
    """A recording of the last line of a program, which learners read in just these lines."""
    before, _, last = source.strip().rpartition("\n")
    return shown_whole(last, before)[0]


def shown_whole(source: str, before: str = "") -> tuple[Trace, dict[str, Any]]:
    """The same of all its lines, forward included, with the variables that it leaves."""
    variables: dict[str, Any] = {"al": autograd_lab}
    exec(before, variables)
    with record(names=variables) as trace:
        exec(source, variables)
    return trace, variables


def number(value: Value | None) -> Any:
    """A recorded value as a Python number or list; whole numbers as int, None as None."""
    return None if value is None else _whole(array_of(value).astype(np.float64).tolist())


def _whole(item: Any) -> Any:
    if isinstance(item, list):
        return [_whole(part) for part in item]
    rounded = round(item, 6)
    return int(rounded) if rounded == int(rounded) else rounded


def grad(trace: Trace, name: str) -> Any:
    """The ``.grad`` that the leaf called ``name`` has at the end of the trace."""
    return next(number(value) for node, value in trace.grads().items() if trace.name(node) == name)


def received(trace: Trace, at: str, nth: int = 0) -> list:
    """What was in the slots of the ``nth`` node called ``at`` (a class name or a label) when its rule ran."""
    events = [event for event in trace.events if event.kind == "RuleApplied"]
    found = [event for event in events if at in (trace.nodes[event.node].name, trace.label(event.node))]
    return [number(value) for value in found[nth].received]


def messages(trace: Trace) -> list:
    """Every message of the trace, the seed first, in the order of arrival."""
    return [number(event.message) for event in trace.events if event.kind == "BufferAdded"]


def saved(trace: Trace, at: str, nth: int = 0) -> dict[str, Any]:
    """The arrays that the ``nth`` node called ``at`` keeps, by name; nodes are counted as backward meets them."""
    nodes = [info for info in trace.nodes.values() if info.name == at]
    return {item.name: number(item.value) for item in nodes[nth].saved if item.frees and item.value is not None}

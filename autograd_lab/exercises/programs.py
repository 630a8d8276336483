"""Shared by the lessons' exercises: tensors with names, and numbers read off a trace.

Every exercise records the very program that it asks about, and takes its answer from that recording.
"""

from typing import Any

import numpy as np

import autograd_lab

from .. import Tensor, float64, tensor
from ..tracing.events import Value
from ..tracing.recorder import record
from ..tracing.trace import Trace
from ..tracing.values import array_of


def leaf(value: Any, name: str) -> Tensor:
    """A tensor that wants a gradient, with the name that pictures and sentences use."""
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
    """A recording of the last line of a program, which learners read as it stands here."""
    *before, last = source.strip().splitlines()
    variables: dict[str, Any] = {"al": autograd_lab}
    exec("\n".join(before), variables)
    return _executed(last, variables)


def shown_whole(source: str) -> tuple[Trace, dict[str, Any]]:
    """The same of all its lines, forward included, with the variables that it leaves."""
    variables: dict[str, Any] = {"al": autograd_lab}
    return _executed(source, variables), variables


def _executed(source: str, variables: dict[str, Any]) -> Trace:
    with record(names=variables) as trace:
        exec(source, variables)
    return trace


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

"""What a caller means: which trace, step and file, and by which names a reader knows a node and its inputs."""

import os
from collections.abc import Iterable
from pathlib import Path

from ..tracing.trace.events import Edge, Event, GradAccumulated, NodeInfo, RuleApplied
from ..tracing.trace.node_search import names_of
from ..tracing.trace.steps import Moment, events_until
from ..tracing.trace.trace import Trace


def check_trace(trace: object) -> None:
    """Raises TypeError for what is no trace."""
    if not isinstance(trace, Trace):
        raise TypeError(
            f"a view needs a trace, not {type(trace).__name__}; a recording makes one: "
            "`with al.record() as trace: loss.backward()`"
        )


def state_of(trace: Trace, step: Moment | None) -> int:
    """Which state ``step`` means: how many events have happened by then; all of them for None.

    Raises TypeError when ``trace`` is no trace or ``step`` no `Moment`, and ValueError for one outside of the trace.
    """
    check_trace(trace)
    return events_until(trace, step)


def name_of(trace: Trace, node: str) -> str:
    """The learner's first name for a node; its label where it has none."""
    return (*names_of(trace, node), trace.label(node))[0]


def input_name(info: NodeInfo, index: int) -> str:
    """What the input is called that edge ``index`` of a node belongs to."""
    return info.inputs[index] if index < len(info.inputs) else f"input {index}"


def inside(trace: Trace, edge: Edge | None) -> str | None:
    """The node at the end of ``edge``; None for a hole, or where the recording met no such node."""
    return edge.node if edge and edge.node in trace.nodes else None


def last_run(trace: Trace, node: str, step: int) -> int | None:
    """Index of the last event, among the first ``step``, at which this node's rules ran; None if they did not."""
    for k in range(step - 1, -1, -1):
        event = trace.events[k]
        if isinstance(event, RuleApplied | GradAccumulated) and event.node == node:
            return k
    return None


def rest_of_run(trace: Trace, start: int) -> Iterable[Event]:
    """The events of one visit, from number ``start`` up to the engine's turn to another node."""
    for k in range(start, len(trace)):
        event = trace.events[k]
        if event.kind in ("NodeVisited", "BackwardFinished", "ErrorRaised"):
            return
        yield event


def check_ending(path: str | os.PathLike[str], *endings: str) -> None:
    """Raise ValueError for a name with another ending than these; a name without any is left as it is."""
    path = Path(path)
    if path.suffix and path.suffix.lower() not in endings:
        raise ValueError(f"this writes a {endings[0]} file, so call it {path.stem + endings[0]!r}, not {path.name!r}")

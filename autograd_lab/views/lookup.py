"""What a caller means: which trace, step, file and program, and by which names a reader knows a node and its inputs."""

import inspect
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from ..tracing.telling.words import saved_name
from ..tracing.trace.events import Edge, GradAccumulated, NodeInfo, RuleApplied, SavedInfo, Value
from ..tracing.trace.node_search import names_of
from ..tracing.trace.nodes import described_by
from ..tracing.trace.steps import Moment, events_until
from ..tracing.trace.trace import Trace
from .short_text import number_text, text


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


def named(trace: Trace, info: NodeInfo, argument: str) -> str:
    """The learner's variable, and behind it the schema's argument: ``c (self)``; the argument alone: ``self``."""
    name = saved_name(trace, info.id, argument)
    return f"{name} ({argument})" if name and name != argument else argument


def kept(trace: Trace, info: NodeInfo, saved: SavedInfo) -> str:
    """A saved value in the learner's words: ``c = 5 (self)``, ``exponent = 2``."""
    value = text(saved.value) if saved.value is not None else saved.text
    name = saved_name(trace, info.id, saved.name)
    return f"{name} = {value} ({saved.name})" if name and name != saved.name else f"{saved.name} = {value}"


def recorded(trace: Trace, info: NodeInfo, argument: str) -> Value | None:
    """The value of an argument: as the node saved it, else as the recording met it elsewhere."""
    for item in info.saved:
        if item.name == argument:
            return item.value
    edge = info.edges[info.inputs.index(argument)] if argument in info.inputs else None
    known = trace.variables.get(edge.node, ()) if edge else ()
    variable = known[edge.slot] if edge and edge.slot < len(known) else None
    if variable is None or edge.node not in trace.at(len(trace)).values:
        return variable.value if variable else None
    return trace.at(_met(trace, info.id)).values.get(edge.node, variable.value)


def _met(trace: Trace, node: str) -> int:
    """The first state that has the node: the node read what its leaves hold then."""
    events = enumerate(trace.events, start=1)
    return next(step for step, event in events if any(info.id == node for info in described_by(event)))


def last_run(trace: Trace, node: str, step: int) -> int | None:
    """Index of the last event, among the first ``step``, at which this node's rules ran; None if they did not."""
    for k in range(step - 1, -1, -1):
        event = trace.events[k]
        if isinstance(event, RuleApplied | GradAccumulated) and event.node == node:
            return k
    return None


def check_ending(path: str | os.PathLike[str], *endings: str) -> None:
    """Raise ValueError for a name with another ending than these; a name without any is left as it is."""
    path = Path(path)
    if path.suffix and path.suffix.lower() not in endings:
        raise ValueError(f"this writes a {endings[0]} file, so call it {path.stem + endings[0]!r}, not {path.name!r}")


# ----- a program to run, with a number or a short list of numbers for each argument -----------------------------------
MOST = 12
"""An input may have so many numbers: `try_it` has a box for each of them, and each can be read."""


def arrays_of(view: str, program: Callable[..., Any], inputs: Mapping[str, Any]) -> dict[str, np.ndarray]:
    """Each input as an array of float64. ``view`` is who asks.

    Raises ValueError where there is no input, or one that is no number or too long, and TypeError for another name than
    those of the program's arguments.
    """
    if not inputs:
        raise ValueError(f"{view} needs at least one input, such as views.{view}(program, a=2.0)")
    arrays = {name: _numbers(view, name, value) for name, value in inputs.items()}
    if not callable(program):
        raise TypeError(f"{view} wants a function, such as `lambda a: a * a`, not {type(program).__name__}.")
    inspect.signature(program).bind(**arrays)
    return arrays


def called(program: Callable[..., Any], names: Mapping[str, Any]) -> str:
    """``program(a, b)``."""
    name = getattr(program, "__name__", type(program).__name__)
    return f"{name if name.isidentifier() else 'program'}({', '.join(names)})"


def placed_at(arrays: Mapping[str, np.ndarray]) -> str:
    """``a = 2, v = [1, 2]``."""
    return ", ".join(f"{name} = {_text(array.tolist())}" for name, array in arrays.items())


def _text(item: Any) -> str:
    return f"[{', '.join(map(_text, item))}]" if isinstance(item, list) else number_text(item)


def _numbers(view: str, name: str, value: Any) -> np.ndarray:
    try:
        plain = value.tolist() if callable(getattr(value, "tolist", None)) else value  # a tensor's, PyTorch's too
        numbers = np.array(plain, dtype=np.float64)
    except (TypeError, ValueError):
        raise ValueError(f"the input {name} must be a number or a list of numbers, not {value!r}") from None
    if not 0 < numbers.size <= MOST:
        raise ValueError(f"the input {name} has {numbers.size} numbers; {view} takes 1 to {MOST}")
    return numbers

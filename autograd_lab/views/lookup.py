"""What a caller means: which trace, step, file and program, and by which names a reader knows a node and its inputs."""

import inspect
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from ..tracing.trace.events import Edge, GradAccumulated, NodeInfo, RuleApplied
from ..tracing.trace.node_search import names_of
from ..tracing.trace.steps import Moment, events_until
from ..tracing.trace.trace import Trace
from .short_text import number_text


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

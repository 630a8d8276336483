"""The Jacobian of a recorded result: what backward calls with a seed have brought, and the rows among it.

A backward call never has the Jacobian. It gets a seed v, one number for each output, and brings vᵀJ. Where v is one-hot
(a single number, the others 0), that is one row; so all rows take as many calls as there are outputs.
"""

import inspect
import itertools
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..._core.base.dtypes import get_default_dtype
from ..._core.tensor import Tensor, wrap
from ..recording.program_run import locals_at_return
from ..recording.recorder import record
from ..trace.events import BackwardFinished, BackwardStarted, BufferAdded, Edge, Event, GradAccumulated, Value
from ..trace.node_search import find_node
from ..trace.trace import Trace

MOST = 12
"""So many outputs, and so many inputs, can still be read as rows and columns."""


@dataclass(frozen=True)
class Call:
    """One backward call: the seed, and what it brought to the input. Both flat, row-major."""

    seed: tuple[float, ...]
    brought: tuple[float, ...]
    last: int
    """The index of the event that ends it."""

    @property
    def row(self) -> int | None:
        """Which row of the Jacobian this call asked for; None where the seed is not one-hot."""
        places = [place for place, number in enumerate(self.seed) if number]
        return places[0] if len(places) == 1 else None


@dataclass(frozen=True)
class JacobianRows:
    """What the calls of a trace say about ∂result/∂input. ``outputs`` and ``inputs`` name each number of the two."""

    result: str
    input: str
    outputs: tuple[str, ...]
    inputs: tuple[str, ...]
    calls: tuple[Call, ...]

    def rows(self) -> list[tuple[float, ...] | None]:
        """The Jacobian, a row for each output; None where no call has asked for that row."""
        found: list[tuple[float, ...] | None] = [None] * len(self.outputs)
        for call in self.calls:
            if call.row is not None:
                found[call.row] = tuple(number / call.seed[call.row] for number in call.brought)
        return found

    def call_at(self, event: int) -> int:
        """The number of the call, from 0, to which this event of the trace belongs."""
        return next(place for place, call in enumerate(self.calls) if event <= call.last)


# ----- from a function ------------------------------------------------------------------------------------------------
def record_rows(function: Callable[[Tensor], Tensor], x: Any) -> Trace:
    """A recording of one backward call for each output of ``function(x)``, each with the one-hot seed of that output.

    ``x`` is a tensor, an array, or a list of numbers; the function gets a leaf of its own with these numbers, so no
    ``.grad`` of yours is touched. Numbers in a list are made float as `torch.tensor` would.

    Raises ValueError where ``x`` is no array of up to 12 numbers, or the result no tensor of up to 12 that depends on
    it; what the function itself raises passes.
    """
    leaf = wrap(_numbers(x)).requires_grad_()
    leaf._name = _parameter(function)
    with locals_at_return(function) as variables:
        result = function(leaf)
    _check_result(result)
    # What the function returns has a name in it, perhaps; the picture needs one in any case.
    names = {name: item for name, item in variables.items() if item is not leaf}
    if not any(item is result for item in names.values()):
        names["y" if leaf._name != "y" else "result"] = result
    shape, like = result.shape, result._data
    with record(names=names) as trace:
        for place in range(np.size(like)):
            seed = np.zeros(np.size(like), dtype=np.asarray(like).dtype)
            seed[place] = 1
            result.backward(wrap(seed.reshape(shape)[()]), retain_graph=True, inputs=[leaf])
    return trace


def _numbers(x: Any) -> np.ndarray:
    try:
        numbers = np.array(x._data if isinstance(x, Tensor) else x)
        if numbers.dtype.kind != "f" or not isinstance(x, Tensor | np.ndarray):
            numbers = numbers.astype(get_default_dtype().numpy)
    except (TypeError, ValueError):
        raise ValueError(f"x must be a tensor or a list of numbers, not {type(x).__name__}") from None
    _check_size("x", numbers.shape)
    return numbers[()]


def _parameter(function: Callable) -> str:
    """What the function calls its first argument."""
    try:
        return next(iter(inspect.signature(function).parameters))
    except (TypeError, ValueError, StopIteration):  # NumPy's functions do not say
        return "x"


def _check_result(result: Any) -> None:
    if not isinstance(result, Tensor):
        raise ValueError(f"the function returned {type(result).__name__}; a Jacobian needs a tensor")
    _check_size("the result", result.shape)
    if not result.requires_grad:
        raise ValueError("the result requires no gradient: no path leads from it to x")


def _check_size(what: str, shape: tuple[int, ...]) -> None:
    if not 0 < math.prod(shape) <= MOST:
        raise ValueError(f"{what} has {math.prod(shape)} numbers; a heat map has room for 1 to {MOST}")


# ----- from a trace ---------------------------------------------------------------------------------------------------
def rows_of(trace: Trace, x: object = None, y: object = None) -> JacobianRows:
    """What the backward calls of ``trace`` that start at ``y`` have brought to ``x``.

    Both as in `find_node`. Without ``y`` it is where the first call started; without ``x`` the only leaf that got a
    gradient.

    Raises KeyError for a node that there is not, and ValueError where no call started at ``y``, where none reached
    ``x``, where ``x`` is one of several outputs of a node, where more than one leaf could be meant, or where there are
    more than 12 numbers.
    """
    started = [event for event in trace.events if isinstance(event, BackwardStarted) and len(event.roots) == 1]
    wanted = None if y is None else find_node(trace, y)
    root = next((event.roots[0] for event in started if wanted in (None, event.roots[0].node)), None)
    if root is None:
        raise ValueError("no backward call with a seed was recorded" + (f" from {y}" if wanted else ""))
    node = find_node(trace, x) if x is not None else _only_leaf(trace)
    if trace.nodes[node].outputs > 1:
        raise ValueError(
            f"{trace.label(node)} has several outputs; the input must be a leaf or the only output of a node"
        )
    calls = list(_calls(trace, root, node))
    shape = next((brought.shape for _, brought, _ in calls if brought is not None), None)
    if shape is None:
        raise ValueError(f"no message reached {trace.label(node)} in these backward calls")
    result, entry = (trace.name(place.node, place.slot) or trace.label(place.node) for place in (root, Edge(node, 0)))
    nothing = (0.0,) * math.prod(shape)
    return JacobianRows(
        result,
        entry,
        _elements(result, calls[0][0].shape),
        _elements(entry, shape),
        tuple(
            Call(_items(seed), nothing if brought is None else _items(brought), last) for seed, brought, last in calls
        ),
    )


def _only_leaf(trace: Trace) -> str:
    """The one leaf whose ``.grad`` was written."""
    leaves = list(dict.fromkeys(event.node for event in trace.events if isinstance(event, GradAccumulated)))
    if not leaves:
        raise ValueError("no message reached a leaf in these backward calls")
    if len(leaves) > 1:
        raise ValueError(f"{len(leaves)} leaves got a gradient: say which, such as views.jacobian(trace, 'x')")
    return leaves[0]


def _calls(trace: Trace, root: Edge, node: str) -> Iterator[tuple[Value, Value | None, int]]:
    """(seed, what came to ``node``, its last event) of each backward that started at ``root`` and came to its end."""
    inside: list[Event] | None = None
    for index, event in enumerate(trace.events):
        if isinstance(event, BackwardStarted):
            inside = [event] if event.roots == (root,) and event.seeds[0] is not None else None
        elif inside is not None and isinstance(event, BackwardFinished):
            arrived = [one.after for one in inside if isinstance(one, BufferAdded) and one.target.node == node]
            yield inside[0].seeds[0], arrived[-1] if arrived else None, index
            inside = None
        elif inside is not None:
            inside.append(event)


def _items(value: Value) -> tuple[float, ...]:
    _check_size("an array of this trace", value.shape)
    if value.is_complex:
        raise ValueError("an array of this trace is complex; a heat map is drawn of real numbers")
    return tuple(map(float, value.items or ()))


def _elements(name: str, shape: tuple[int, ...]) -> tuple[str, ...]:
    """``x[0]``, ``x[1]``, …; ``x`` where it is a single number."""
    places = itertools.product(*map(range, shape))
    return tuple(f"{name}[{', '.join(map(str, place))}]" for place in places) if shape else (name,)

"""What a reader of a large graph looks for: a node by name, class or shape, and the places where something is wrong."""

import itertools
import math
from collections.abc import Callable, Iterator
from typing import Any

from ..tracing import events as ev
from ..tracing.events import Value
from ..tracing.node_search import names_of
from ..tracing.trace import Trace

NUMBERS: dict[str, Callable[[Value], bool]] = {
    "nan": lambda value: value.measure.nans > 0,
    "inf": lambda value: value.measure.infinities > 0,
    "zero": lambda value: value.measure.zeros == math.prod(value.shape) > 0,
}
"""What a gradient may hold that explains trouble: a nan, an infinity; or zeros and nothing else."""


def search_index(trace: Trace) -> dict[str, Any]:
    """``nodes``: (id, what it is called, its shapes) of each; ``places``: where to jump.

    A place has a ``kind`` (``nan``, ``inf``, ``zero``, ``parameter`` or ``begins``), a ``title``, a ``node``, and the
    ``step`` that shows it, where there is one. ``absent`` says of other tensors that wait for a gradient why they are
    nowhere here.
    """
    nodes = [(node, _called(trace, node), _shapes(trace, node)) for node in trace.nodes]
    places = [*_numbers(trace), *_values(trace), *_parameters(trace), *_backwards(trace)]
    return {"nodes": nodes, "places": places, "absent": [*_absent(trace)]}


def _called(trace: Trace, node: str) -> str:
    """The label, the learner's names for its outputs, and the module that it was made in, with its class."""
    label = trace.label(node)
    names = [name for name in names_of(trace, node) if f"({name})" not in label]
    origin = trace.origins.get(node)
    where = [f"{call.name} ({call.kind})" for call in origin.modules[-1:]] if origin else []
    return " ".join([label, *names, *where])


def _shapes(trace: Trace, node: str) -> str:
    values = [variable.value for variable in trace.variables.get(node, ()) if variable and variable.value]
    return " ".join(f"[{'×'.join(map(str, value.shape))}]" for value in values if value.shape)


def _values(trace: Trace) -> Iterator[dict[str, Any]]:
    """The first value of forward in which there is a nan, and an infinity."""
    for kind in ("nan", "inf"):
        found = (place for place, value in _outputs(trace) if value is not None and NUMBERS[kind](value))
        for place in itertools.islice(found, 1):
            yield {"kind": kind, "title": f"first {kind} value: {trace.label(place['node'])}"} | place


def _outputs(trace: Trace) -> Iterator[tuple[dict[str, Any], Value | None]]:
    """What each operation gave, and where that is told; then what is known of other nodes, oldest first."""
    known = set()
    for step, event in enumerate(trace.events, start=1):
        if isinstance(event, ev.OpRecorded):
            known.add(event.node.id)
            yield from (({"node": event.node.id, "step": step}, value) for value in event.values)
    for info in sorted(trace.nodes.values(), key=lambda info: (info.kind != "leaf", info.number)):
        if info.id not in known:
            variables = filter(None, trace.variables.get(info.id, ()))
            yield from (({"node": info.id}, variable.value) for variable in variables)


def _numbers(trace: Trace) -> Iterator[dict[str, Any]]:
    """The first gradient of each kind."""
    waiting = dict(NUMBERS)
    for step, event in enumerate(trace.events, start=1):
        for value in _gradients(event):
            for kind in [kind for kind, holds in waiting.items() if value is not None and holds(value)]:
                del waiting[kind]
                node = event.target.node if isinstance(event, ev.BufferAdded) else event.node
                title = f"first {kind}: {trace.label(node)}"
                yield {"kind": kind, "title": title, "node": node, "step": step}
        if not waiting:
            return


def _gradients(event: ev.Event) -> tuple[Value | None, ...]:
    match event:
        case ev.RuleApplied():
            return event.results
        case ev.BufferAdded():
            return (event.message,)
        case ev.HookCalled():
            return event.after
    return ()


def _parameters(trace: Trace) -> Iterator[dict[str, Any]]:
    """Each leaf, and the step at which its ``.grad`` was written first."""
    for step, event in enumerate(trace.events, start=1):
        if isinstance(event, ev.GradAccumulated):
            title = f"{trace.name(event.node) or trace.label(event.node)}: .grad"
            yield {"kind": "parameter", "title": title, "node": event.node, "step": step}


def _backwards(trace: Trace) -> Iterator[dict[str, Any]]:
    """Where each backward begins, if there are several."""
    if len(trace.backwards) > 1:
        for number, first, _ in trace.backwards:
            for root in trace[first].roots[:1]:
                yield {"kind": "begins", "title": f"backward {number}", "node": root.node, "step": first + 1}


def _absent(trace: Trace) -> Iterator[str]:
    """The leaves with a name and without a node: ``w: not in the graph (detach, line 7)``."""
    cuts: dict[int, str] = {}
    for step in trace.flow.steps:
        if step.cut and step.line:
            for number in step.inputs:
                cuts.setdefault(number, f" ({step.cut}, line {step.line.number})")
    for number, tensor in enumerate(trace.flow.tensors):
        is_here = tensor.place is not None and tensor.place.node in trace.nodes
        if tensor.name and tensor.requires_grad and tensor.is_leaf and not is_here:
            yield f"{tensor.name}: not in the graph{cuts.get(number, '')}"

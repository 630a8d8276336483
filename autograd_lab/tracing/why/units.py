"""Layers of which a part is closed: most rows of a weight's gradient are 0, for their units passed nothing back."""

import math
from collections.abc import Iterator

from ..trace.events import BufferAdded, NodeInfo, RuleApplied, Value
from .answer import LAYERS, MOVING, Hint, in_brackets, kind_of, last_backward, line_at
from .zero import words_of_rows

PART = 0.5
"""From this share of closed units on, a layer is mentioned; fewer are ordinary."""
LITTLE = 1e-6
"""A row is as good as 0 if it is so many times smaller than the largest."""
PASSING = (*MOVING, "NativeBatchNorm", "NativeLayerNorm", "Mul", "NativeDropout", "MaxPool2DWithIndices", "Add")
"""Nodes between a layer and its nonlinearity that do not close units by themselves."""
REASONS = {
    "closed": "all their inputs lie where its slope is 0",
    "not above 0": "none of their inputs is above 0",
    "outside": "all their inputs lie outside its limits",
    "saturated": "it is saturated for all their inputs",
}


def unit_hints(trace) -> Iterator[Hint]:
    """One for each layer that is closed in part, in the last backward."""
    events, written = last_backward(trace)
    sources = {event.target.node: event.source for event in events if isinstance(event, BufferAdded) and event.source}
    layers: dict[str, list[str]] = {}
    for leaf in written:
        layer = _through(trace, sources, leaf, MOVING)
        if layer is not None and kind_of(layer) in LAYERS:
            layers.setdefault(layer.id, []).append(leaf)
    for layer, leaves in layers.items():
        closed, count = max((_closed_rows(written[leaf]) for leaf in leaves), default=(0, 0))
        if 1 < closed < count and closed >= PART * count:
            yield from _hint(trace, sources, events, layer, leaves, closed, count)


def _through(trace, sources: dict[str, str], node: str, passing: tuple[str, ...]) -> NodeInfo | None:
    """The first node above that does more than these kinds do."""
    while node in sources:
        info = trace.nodes[node := sources[node]]
        if kind_of(info) not in passing:
            return info
    return None


def _closed_rows(gradient: Value) -> tuple[int, int]:
    """How many rows are 0, or next to nothing beside the largest, and how many there are."""
    count = gradient.shape[0] if gradient.shape else 0
    if gradient.items is None or not count:
        return 0, 0
    size = len(gradient.items) // count
    rows = [math.hypot(*gradient.items[place * size : (place + 1) * size]) for place in range(count)]
    return sum(row <= LITTLE * max(rows) for row in rows), count


def _hint(
    trace, sources: dict, events: tuple, layer: str, leaves: list[str], closed: int, count: int
) -> Iterator[Hint]:
    """The hint, if a nonlinearity above the layer closed the units."""
    info = _through(trace, sources, layer, PASSING)
    reasons = [REASONS[word] for word in words_of_rows(kind_of(info) if info else "") if word in REASONS]
    applied = next((e for e in events if isinstance(e, RuleApplied) and info is not None and e.node == info.id), None)
    if not reasons or applied is None or not applied.received or applied.received[0] is None:
        return
    if applied.received[0].measure.zeros > PART * math.prod(applied.received[0].shape):
        return  # nothing came for these units
    line = line_at(trace, info.id)
    names = [trace.name(leaf) or trace.label(leaf) for leaf in leaves]
    operation = f"{info.op.partition('.')[0]}{in_brackets(line)}"
    text = f"{closed} of {count} rows are 0 in {names[0]}.grad: {operation} passes nothing on to these {closed} of "
    yield Hint("closed units", f"{text}{count} units, because {reasons[0]}.", line, frozenset(leaves))

"""Gradients that are 0 but for rounding: sums over copies whose terms cancel, as in front of a normalisation."""

import math
from collections.abc import Iterable, Iterator

from .events import BufferAdded, Edge, Event, GradReduced, RuleApplied, Value
from .story import Story
from .words import axes_words

ROUNDED = {"float32": 1e5, "float64": 1e13}
"""A sum that is so many times smaller than terms of both signs would make it is what rounding has left."""


def rms(value: Value | None) -> float:
    """The root of the mean of the squares: how large its numbers are."""
    count = math.prod(value.shape) if value is not None else 0
    return value.measure.norm / math.sqrt(count) if count else 0.0


def cancelled_in(story: Story, events: Iterable[Event]) -> dict[str, str]:
    """The nodes to which these events sent such a sum and nothing else, and a sentence about each."""
    found: dict[str, str] = {}
    for event in events:
        if isinstance(event, BufferAdded) and event.expected > 1:
            found.pop(event.target.node, None)
        for edge, before, after, along in _sums(story, event):
            if edge is not None and _cancels(before, after):
                told = f"{along}the gradients of its copies cancel, as they do in front of a normalisation"
                found[edge.node] = f"That is 0 but for rounding: {told}."
    return found


def _sums(story: Story, event: Event) -> Iterator[tuple[Edge | None, Value, Value, str]]:
    """What an event has summed down: by the engine, or by the rule of a node that adds a bias."""
    if isinstance(event, GradReduced):
        edge = story.nodes[event.node].edges[event.index]
        yield edge, event.before, event.after, f"summed along {axes_words(event.axes)}, "
    elif isinstance(event, RuleApplied) and event.received[0] is not None:
        info = story.nodes[event.node]
        for edge, name, result in zip(info.edges, info.inputs, event.results, strict=False):
            if name == "bias" and result is not None:
                yield edge, event.received[0], result, ""


def _cancels(before: Value, after: Value) -> bool:
    """Whether so little is left of the sum, which rounding makes larger as the root of the number of its terms."""
    terms = math.prod(before.shape) / max(math.prod(after.shape), 1)
    return 0 < rms(after) < rms(before) * math.sqrt(terms) / ROUNDED.get(after.dtype, math.inf)

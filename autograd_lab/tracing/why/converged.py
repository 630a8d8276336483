"""Gradients that are small because training is over: the error is next to nothing, or those of the batch cancel."""

import math
from collections.abc import Iterable

from ..trace.events import BackwardStarted, Event, RuleApplied, Value
from .answer import LAYERS, kind_of, leaf_behind
from .loss import tail_of

BINARY = "BinaryCrossEntropy"
ERRORS = ("Pow", "MseLoss", "SmoothL1Loss", "HuberLoss", "LogSoftmax", BINARY, f"{BINARY}WithLogits")
"""Nodes of losses whose gradient is small where the prediction is right."""
CANCELLED = 1e-4
"""The gradients of a batch cancel if their sum is so many times smaller than their sizes suggest."""


def rms(value: Value | None) -> float:
    """The root mean square: how large the numbers are."""
    count = math.prod(value.shape) if value is not None else 0
    return value.measure.norm / math.sqrt(count) if count else 0.0


def error_factor(trace, events: Iterable[Event]) -> float:
    """By how much the loss itself has made the gradient smaller, since the predictions are nearly right; 1 at most."""
    events = list(events)
    roots = [root.node for event in events if isinstance(event, BackwardStarted) for root in event.roots]
    tail, factor = tail_of(trace, roots), 1.0
    ends = {kind_of(trace.nodes[node]) for node in tail}
    kinds = (*ERRORS, "Sigmoid") if BINARY in ends else ERRORS
    for event in events:
        if isinstance(event, RuleApplied) and event.node in tail and _is_error(trace.nodes[event.node], kinds):
            before, after = max(map(rms, event.received), default=0.0), max(map(rms, event.results), default=0.0)
            factor *= after / before if before and after else 1.0
    return min(factor, 1.0)


def _is_error(info, kinds: tuple[str, ...]) -> bool:
    """Whether the node is of such a kind, or squares by ``error * error``."""
    kind = kind_of(info)
    return kind in kinds or (
        kind == "Mul" and len(info.edges) == 2 and info.edges[0] is not None and info.edges[0] == info.edges[1]
    )


def cancelling_leaves(trace, events: Iterable[Event]) -> set[str]:
    """Weights and biases of layers in which the gradients of the batch cancel, as they do at the best weights."""
    found = set()
    for event in events:
        info = trace.nodes.get(event.node) if isinstance(event, RuleApplied) else None
        if info is None or kind_of(info) not in LAYERS:
            continue
        saved = {one.name: rms(one.value) for one in info.saved if one.value is not None}
        arrived = max(map(rms, event.received), default=0.0)
        for name, edge, result in zip(info.inputs, info.edges, event.results, strict=False):
            size = {"mat2": saved.get("mat1"), "weight": saved.get("input")}.get(name)
            if edge is not None and size and rms(result) <= CANCELLED * arrived * size:
                found |= {leaf_behind(trace, other.node) for other in info.edges if other is not None}
    return found

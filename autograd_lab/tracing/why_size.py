"""Why a gradient is very small or very large beside what the backward started with: which rules made it so."""

import math

from . import events as ev
from .events import Value
from .nodes import leading_to
from .story import Story
from .values import number_text

MUCH = 1e6
"""A gradient that is so many times smaller or larger than the seed has vanished or exploded."""


def why_size(story: Story, node: str, value: Value, k: int) -> tuple[str, str] | None:
    """``("vanishing", a sentence)``, or ``"exploding"``; None for an ordinary size. Event ``k`` has written it."""
    number, first = max((number, first) for number, first, last in story.backwards if first <= k <= last)
    seed, size = max(map(_size, story.events[first].seeds), default=0.0), _size(value)
    if not seed or not size or 1 / MUCH < size / seed < MUCH:
        return None
    shrinks = size < seed
    factors = _factors(story, leading_to(story.nodes, node), first, k)
    kind = (min if shrinks else max)(factors, key=lambda kind: sum(factors[kind]), default=None)
    much = "little" if shrinks else "much"
    told = f"That is very {much} beside the {number_text(seed)} that backward {number} began with"
    if kind is not None:
        each = 10 ** (sum(factors[kind]) / len(factors[kind]))
        told += f": {kind} made it {each:.3g} times as large, {len(factors[kind])} times"
    return ("vanishing" if shrinks else "exploding"), f"{told}. views.gradients(trace) shows it layer by layer."


def _size(value: Value | None) -> float:
    """The root of the mean of the squares."""
    count = math.prod(value.shape) if value is not None else 0
    return value.measure.norm / math.sqrt(count) if count else 0.0


def _factors(story: Story, above: set[str], first: int, last: int) -> dict[str, list[float]]:
    """For each class of nodes on the way: how many powers of ten each of its rules made the gradient larger by."""
    found: dict[str, list[float]] = {}
    for event in story.events[first:last]:
        if isinstance(event, ev.RuleApplied) and event.node in above:
            edges = story.nodes[event.node].edges
            sent = [
                _size(result) for edge, result in zip(edges, event.results, strict=False) if edge and edge.node in above
            ]
            before, after = max(map(_size, event.received), default=0.0), max(sent, default=0.0)
            if before and after and math.isfinite(before * after):
                found.setdefault(story.nodes[event.node].name, []).append(math.log10(after / before))
    return found

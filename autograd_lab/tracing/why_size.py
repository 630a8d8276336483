"""Why a gradient is very small or very large beside what the backward started with: which rules made it so."""

import math

from . import events as ev
from .cancelled import cancelled_in, rms
from .events import Value
from .nodes import leading_to
from .story import Story
from .values import number_text
from .why_grown import grown_words

MUCH = 1e6
"""A gradient that is so many times smaller or larger than the seed has vanished or exploded."""


def why_size(story: Story, node: str, value: Value, k: int) -> tuple[str, str] | None:
    """``("vanishing", a sentence)``, or ``"exploding"``; None for an ordinary size. Event ``k`` has written it.

    ``"cancelled"`` is one that is no more than rounding has left of a sum.
    """
    number, first = max((number, first) for number, first, last in story.backwards if first <= k <= last)
    cancelled = cancelled_in(story, story.events[first:k]).get(node)
    if cancelled:
        return "cancelled", cancelled
    seed, size = max(map(rms, story.events[first].seeds), default=0.0), rms(value)
    if not seed or not size or 1 / MUCH < size / seed < MUCH:
        return None
    much = "little" if size < seed else "much"
    told = f"That is very {much} beside the {number_text(seed)} that backward {number} began with"
    told += _most_of_it(_factors(story, leading_to(story.nodes, node), first, k), math.log10(size / seed))
    told += f". views.gradients(trace) shows it layer by layer.{grown_words(story, node, k)}"
    return "vanishing" if size < seed else "exploding", told


def _most_of_it(factors: dict[str, list[float]], powers: float) -> str:
    """The class of nodes that did at least half of it, several times over; "" where there is none."""
    for kind, found in factors.items():
        if len(found) > 1 and sum(found) / powers > 0.5:
            return f": {kind} made it {10 ** (sum(found) / len(found)):.3g} times as large, {len(found)} times"
    return ""


def _factors(story: Story, above: set[str], first: int, last: int) -> dict[str, list[float]]:
    """For each class of nodes on the way: how many powers of ten each of its rules made the gradient larger by."""
    found: dict[str, list[float]] = {}
    for event in story.events[first:last]:
        if isinstance(event, ev.RuleApplied) and event.node in above:
            edges = story.nodes[event.node].edges
            sent = [
                rms(result) for edge, result in zip(edges, event.results, strict=False) if edge and edge.node in above
            ]
            before, after = max(map(rms, event.received), default=0.0), max(sent, default=0.0)
            if before and after and math.isfinite(before * after):
                found.setdefault(story.nodes[event.node].name, []).append(math.log10(after / before))
    return found

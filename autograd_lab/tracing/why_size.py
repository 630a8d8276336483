"""Why a gradient is very small or very large beside what the backward started with: which rules made it so."""

import math

from . import events as ev
from .events import Value
from .nodes import leading_to
from .story import Story
from .values import number_text
from .words import axes_words

ROUNDED = {"float32": 1e5, "float64": 1e13}
"""A sum that is so many times smaller than its terms is what rounding has left."""
MUCH = 1e6
"""A gradient that is so many times smaller or larger than the seed has vanished or exploded."""


def why_size(story: Story, node: str, value: Value, k: int) -> tuple[str, str] | None:
    """``("vanishing", a sentence)``, or ``"exploding"``; None for an ordinary size. Event ``k`` has written it.

    ``"cancelled"`` is one that is no more than rounding has left of a sum.
    """
    number, first = max((number, first) for number, first, last in story.backwards if first <= k <= last)
    cancelled = _cancelled(story, node, first, k)
    if cancelled:
        return "cancelled", cancelled
    seed, size = max(map(_size, story.events[first].seeds), default=0.0), _size(value)
    if not seed or not size or 1 / MUCH < size / seed < MUCH:
        return None
    much = "little" if size < seed else "much"
    told = f"That is very {much} beside the {number_text(seed)} that backward {number} began with"
    told += _most_of_it(_factors(story, leading_to(story.nodes, node), first, k), math.log10(size / seed))
    return "vanishing" if size < seed else "exploding", f"{told}. views.gradients(trace) shows it layer by layer."


def _cancelled(story: Story, node: str, first: int, last: int) -> str:
    """A sentence about a sum over copies whose terms cancel; "" where they do not."""
    for event in story.events[first:last]:
        if isinstance(event, ev.GradReduced):
            edge, before, after = story.nodes[event.node].edges[event.index], _size(event.before), _size(event.after)
            if edge and edge.node == node and 0 < after < before / ROUNDED.get(event.after.dtype, math.inf):
                along = f"summed along {axes_words(event.axes)}, the gradients of its copies cancel"
                return f"That is 0 but for rounding: {along}, as they do in front of a normalisation."
    return ""


def _most_of_it(factors: dict[str, list[float]], powers: float) -> str:
    """The class of nodes that did at least half of it, several times over; "" where there is none."""
    for kind, found in factors.items():
        if len(found) > 1 and sum(found) / powers > 0.5:
            return f": {kind} made it {10 ** (sum(found) / len(found)):.3g} times as large, {len(found)} times"
    return ""


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

"""Why a gradient is very small or very large beside the seed: vanishing, exploding, cancelled, or growing steps."""

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from ..recording.source_lines import Line
from ..recording.values import number_text
from ..telling.words import axes_words, capital
from ..trace.events import BufferAdded, Edge, Event, GradAccumulated, GradReduced, RuleApplied, Value
from ..trace.nodes import leading_to
from .answer import in_brackets, is_finite, leaf_behind, line_at, step_words
from .converged import cancelling_leaves, error_factor, rms

MUCH = 1e6
"""A gradient has vanished or exploded if it is so many times smaller or larger than the seed."""
GROWN = 1e6
"""Ordinary training does not make a gradient so many times larger."""
MOST = 0.4
"""Nodes of one class are named if they made so much of the change. (Where a weight explodes, values do half of it.)"""
STEADY = 3
"""So many gradients in a row, each larger than the one before, count as growth."""
ROUNDED = {"float32": 1e5, "float64": 1e13}
"""A sum is only rounding error if it is so many times smaller than the size of its terms suggests."""


def why_size(trace, node: str, value: Value, k: int) -> tuple[str, str, Line | None] | None:
    """``("vanishing", a sentence, a line)`` for what event ``k`` wrote; None for an ordinary size.

    Other causes are ``"exploding"``, ``"growing"`` (from step to step) and ``"cancelled"``: rounding alone has kept the
    gradient from being 0.
    """
    number, first = max((number, first) for number, first, last in trace.backwards if first <= k <= last)
    cancelled = cancelled_in(trace, trace.events[first:k]).get(node)
    if cancelled:
        settled = node in cancelling_leaves(trace, trace.events[first:k])
        return None if settled else ("cancelled", cancelled, None)
    seed, size = max(map(rms, trace.events[first].seeds), default=0.0), rms(value)
    if not seed or not size or 1 / MUCH < size / seed < MUCH:
        return None
    if size < seed and _is_converged(trace, node, size / seed, trace.events[first:k]):
        return None
    grown, line = grown_words(trace, node, k)
    if grown:
        return "growing", f"{capital(grown)} trace.gradients() shows it layer by layer.", line
    how = "small" if size < seed else "large"
    text = f"That is very {how} compared with the seed {number_text(seed)} of backward {number}"
    most, line = _most_of_it(trace, _factors(trace, node, first, k), math.log10(size / seed))
    text += f"{most}. trace.gradients() shows it layer by layer."
    return "vanishing" if size < seed else "exploding", text, line


def growth_words(trace, node: str, k: int) -> str:
    """A sentence about the nodes that made the messages grow until, at event ``k``, their sum was too large."""
    first = max((first for _, first, last in trace.backwards if first <= k <= last), default=0)
    if not isinstance(trace.events[k], BufferAdded):
        return ""
    words, _ = _most_of_it(trace, _factors(trace, node, first, k), math.log10(MUCH))
    return f" The gradient has grown on the way there{words}." if words else ""


def _is_converged(trace, node: str, times: float, events: Sequence[Event]) -> bool:
    """Whether the gradient is small because training is over."""
    return times * MUCH > error_factor(trace, events) or node in cancelling_leaves(trace, events)


def _most_of_it(trace, factors: dict[str, dict[str, float]], powers: float) -> tuple[str, Line | None]:
    """Names the class of nodes that made much of the change, in several steps, and their line, if it is one alone."""
    for kind, found in factors.items():
        size = sum(found.values())
        if len(found) > 1 and size / powers > MOST:
            lines = {line_at(trace, node) for node in found}
            line = lines.pop() if len(lines) == 1 else None
            times = f"made it about {10 ** (size / len(found)):.3g} times as large"
            return f": each of {len(found)} {kind}{in_brackets(line)} {times}", line
    return "", None


def _factors(trace, leaf: str, first: int, last: int) -> dict[str, dict[str, float]]:
    """For each class of nodes on the path: by how many powers of ten the rule of each enlarged the gradient.

    What it sends to the leaf itself, a product with the layer's input, leads to no further node.
    """
    found: dict[str, dict[str, float]] = {}
    above = leading_to(trace.nodes, leaf)
    for event in trace.events[first:last]:
        if isinstance(event, RuleApplied) and event.node in above:
            results = zip(trace.nodes[event.node].edges, event.results, strict=False)
            on = [(edge, result) for edge, result in results if edge and edge.node in above]
            sent = [rms(result) for edge, result in on if leaf_behind(trace, edge.node) != leaf]
            before, after = max(map(rms, event.received), default=0.0), max(sent, default=0.0)
            if before and after and math.isfinite(before * after):
                powers = found.setdefault(trace.nodes[event.node].name, {})
                powers[event.node] = powers.get(event.node, 0.0) + math.log10(after / before)
    return found


# ----- from backward to backward --------------------------------------------------------------------------------------
def grown_words(trace, node: str, k: int, is_next_wrong: bool = False) -> tuple[str, Line | None]:
    """A sentence about the steps that made a leaf's gradients grow up to event ``k``, and the optimizer's line.

    "" unless they grew steadily, and a lot. If the next one ``is_next_wrong``, that is not finite, it counts as one of
    those that grew.
    """
    norms = [
        (number, event.gradient.measure.norm)
        for number, first, last in trace.backwards
        for event in trace.events[first : min(last, k) + 1]
        if isinstance(event, GradAccumulated) and event.node == node and is_finite(event.gradient)
    ]
    falls = [place for place, (one, other) in enumerate(pairwise(norms), 1) if not 0 < one[1] < other[1]]
    growing = norms[falls[-1] if falls else 0 :]
    if len(growing) < STEADY - is_next_wrong or growing[-1][1] < GROWN * growing[0][1]:
        return "", None
    (first, small), (last, large) = growing[0], growing[-1]
    if is_next_wrong and large < GROWN:
        return "", None
    optimizer = next((one for one in trace.flow.optimizers if node in trace.flow.leaves_among(one.held)), None)
    at = f", at {step_words(optimizer)}" if optimizer else ""
    text = f"the steps are too large{at}. The norm of {trace.name(node) or 'the leaf'}.grad grew from {small:.3g} in "
    text += f"backward {first} to {large:.3g} in backward {last}. Try a smaller learning rate."
    return text, optimizer and optimizer.line


# ----- sums over copies whose terms cancel ----------------------------------------------------------------------------
CANCELS = "That is 0 but for rounding: {}."


def cancelled_in(trace, events: Iterable[Event]) -> dict[str, str]:
    """The nodes whose whole gradient is a sum that cancelled, as in front of a normalisation; a sentence about each."""
    found: dict[str, str] = {}
    for event in events:
        if isinstance(event, BufferAdded):
            if event.expected > 1:
                found.pop(event.target.node, None)
                if event.before and event.after and _cancels(event.before, event.after):
                    found[event.target.node] = CANCELS.format("the gradients of its paths cancel")
        elif isinstance(event, GradReduced | RuleApplied):
            for edge, before, after, along in _sums(trace, event):
                if edge is not None and _cancels(before, after):
                    text = f"{along}the gradients of its copies cancel, as they do in front of a normalisation"
                    found[edge.node] = CANCELS.format(text)
    return found


def _sums(trace, event: GradReduced | RuleApplied) -> Iterator[tuple[Edge | None, Value, Value, str]]:
    """The sums that an event made: the engine's over stretched axes, or the rule's that adds up a bias."""
    info = trace.nodes[event.node]
    if isinstance(event, GradReduced):
        yield info.edges[event.index], event.before, event.after, f"summed along {axes_words(event.axes)}, "
    elif "bias" in info.inputs and event.received[0] is not None:
        for edge, name, result in zip(info.edges, info.inputs, event.results, strict=False):
            if name == "bias" and result is not None:
                yield edge, event.received[0], result, ""


def _cancels(before: Value, after: Value) -> bool:
    """Whether the sum is so small that rounding explains it; rounding grows as the root of the number of terms."""
    terms = math.prod(before.shape) / max(math.prod(after.shape), 1)
    return 0 < rms(after) < rms(before) * math.sqrt(terms) / ROUNDED.get(after.dtype, math.inf)

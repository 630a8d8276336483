"""Layers whose gradients come but that cannot learn what is meant: copies, one row alone, running averages."""

import math
from collections.abc import Iterator, Sequence

from ..trace.events import NodeInfo, Value
from .answer import LAYERS, Hint, in_brackets, kind_of, last_backward, leaf_behind, leaves_below, line_at

SAME = 1e-4
"""Rows count as equal if they differ by so small a part of the largest number: sums round differently."""


def layer_hints(trace) -> Iterator[Hint]:
    """Those of the last backward."""
    events, written = last_backward(trace)
    if not events:
        return
    seen, held = set(), _held(trace)
    for info in (trace.nodes[one.id] for one in events[0].nodes):
        kind = kind_of(info)
        leaves = [leaf for edge in info.edges if edge and (leaf := leaf_behind(trace, edge.node)) in written]
        if kind in LAYERS:
            hints = _copies(trace, info, held, {leaf: written[leaf] for leaf in leaves})
        else:
            hints = _one_row(trace, info, leaves) if kind == "Embedding" else _averages(trace, info, leaves)
        for hint in hints:
            if (hint.cause, hint.leaves) not in seen:
                seen.add((hint.cause, hint.leaves))
                yield hint


def _copies(trace, info: NodeInfo, held: dict[str, Value], written: dict[str, Value]) -> Iterator[Hint]:
    """All units of a layer have the same weights and the same gradient."""
    for leaf, gradient in written.items():
        weight, name = held.get(leaf), trace.name(leaf) or trace.label(leaf)
        count = gradient.shape[0] if len(gradient.shape) > 1 else 0
        if count > 1 and weight and gradient.measure.norm and _is_repeated(weight) and _is_repeated(gradient):
            text = f"All {count} rows of {name} are equal, and so are the rows of its gradient"
            text += (
                f"{in_brackets(line_at(trace, info.id))}: these {count} units stay copies of one another. Give them "
            )
            text += "different numbers to start with."
            yield Hint("copies", text, line_at(trace, info.id), frozenset([*written]))


def _is_repeated(value: Value) -> bool:
    """Whether every row is the same."""
    if value.items is None:
        return False
    size = math.prod(value.shape[1:])
    first, near = value.items[:size], SAME * max(map(abs, value.items), default=0.0)
    return all(abs(number - first[place % size]) <= near for place, number in enumerate(value.items))


def _held(trace) -> dict[str, Value]:
    """What each leaf held in the last backward."""
    first = {leaf: slots[0].value for leaf, slots in trace.variables.items() if slots and slots[0]}
    return first | {leaf: value for start in trace.starts for leaf, value in start.leaf_values}


def _one_row(trace, info: NodeInfo, leaves: Sequence[str]) -> Iterator[Hint]:
    """Many look-ups of one row, which is sound for BERT's kinds of segments: only who asks for it hears of it."""
    indices = next((one.value for one in info.saved if one.name == "indices"), None)
    found = set(indices.items or ()) if indices else ()
    if len(found) == 1 and math.prod(indices.shape) > 1:
        text = f"embedding{in_brackets(line_at(trace, info.id))} looked up row {next(iter(found))} "
        text += f"{math.prod(indices.shape)} times and no other row, so only that row learns."
        yield Hint("one row", text, line_at(trace, info.id), frozenset(leaves), "one")


def _averages(trace, info: NodeInfo, leaves: Sequence[str]) -> Iterator[Hint]:
    """A batch norm in eval mode whose weight learns."""
    modes = {one.name: one.text for one in info.saved}
    if "running_mean" in modes and modes.get("training") == "False" and leaves:
        text = f"Batch norm runs in eval mode{in_brackets(line_at(trace, info.id))}: it uses its running averages and "
        text += "does not update them. If it is to learn, call train() on the model."
        yield Hint("running averages", text, line_at(trace, info.id), leaves_below(trace, [info.id]))

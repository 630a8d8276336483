"""A loss of actor and critic in which the advantage is not detached: the actor's term moves the critic as well."""

from collections.abc import Iterator

from ..recording.source_lines import Line
from ..telling.words import listed
from ..trace.events import NodeInfo
from ..trace.nodes import reached
from .answer import LAYERS, MOVING, Hint, in_brackets, kind_of, leaf_behind, leaves_below, line_at, shown_by
from .loss import LINEAR, NLL
from .paths import assigned_name
from .stretched import EACH

LOSS = (*EACH, "Exp", "Mean", "Sum", *LINEAR, *MOVING, "Stack", "Cat")
"""Nothing else stands between the loss and a log-probability, or between this and what gave it."""
LOG_PROBS = ("Log", "LogSoftmax", "LogSigmoid", "Gather", *NLL, "BinaryCrossEntropyWithLogits")


def advantage_hints(trace) -> Iterator[Hint]:
    """The first difference from a layer's output that weighs log-probabilities of other parameters.

    Only if another term of the loss trains the same parameters: without one, this is how they are meant to learn.
    """
    roots = [root.node for start in trace.starts[-1:] for root in start.roots]
    for info in reached(trace.nodes, roots, lambda info: kind_of(info) in LOSS).values():
        for scored, factor in (info.edges, info.edges[::-1]) if kind_of(info) == "Mul" and all(info.edges) else ():
            found = _difference(trace, factor.node)
            if found and _is_log_prob(trace, scored.node):
                besides = reached(trace.nodes, roots, lambda other, product=info: other is not product).keys()
                leaves = (leaves_below(trace, [factor.node]) - leaves_below(trace, [scored.node])) & besides
                if leaves:
                    yield _hint(trace, found, line_at(trace, info.id), leaves)
                    return


def _hint(trace, difference: NodeInfo, used_at: Line | None, leaves: frozenset[str]) -> Hint:
    line = line_at(trace, difference.id)
    name = trace.name(difference.id) or (assigned_name(line.text) if line and line != used_at else "")
    ordered = sorted(leaves, key=lambda leaf: trace.nodes[leaf].number)
    text = f"{name or 'A difference'}{in_brackets(line)} weighs log-probabilities, and so their term of the loss also "
    text += f"sends gradients to {listed(trace.name(leaf) or trace.label(leaf) for leaf in ordered)}, which another "
    text += (
        f"term trains. If it is meant as a constant there, {f'multiply by {name}.detach()' if name else 'detach() it'}."
    )
    return Hint("several losses", text, line, leaves, event=shown_by(trace, difference.id))


def _difference(trace, node: str) -> NodeInfo | None:
    """The node of ``returns - value``, where a layer gave the value, perhaps before it was scaled or normalised."""
    info = trace.nodes.get(node)
    while info is not None and kind_of(info) in (*MOVING, "Div", "Mul", "Sub", "Rsub"):
        before = [edge.node for edge in info.edges if edge]
        given = [trace.nodes.get(leaf_behind(trace, node)) for node in before if kind_of(info) in ("Sub", "Rsub")]
        if any(one and kind_of(one) in LAYERS for one in given):
            return info
        info = trace.nodes.get(before[0])
    return None


def _is_log_prob(trace, node: str) -> bool:
    found = reached(trace.nodes, [node], lambda info: kind_of(info) in LOSS).values()
    lines = (line_at(trace, info.id) for info in found)
    return any(kind_of(info) in LOG_PROBS for info in found) or any(
        line and ".log_prob(" in line.text for line in lines
    )

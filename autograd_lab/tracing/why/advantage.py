"""A loss of actor and critic in which the advantage is not detached: the actor's term moves the critic as well."""

from collections.abc import Iterator

from ..recording.source_lines import Line
from ..telling.words import listed, shared_module
from ..trace.events import GradAccumulated, NodeInfo
from ..trace.nodes import reached
from .answer import LAYERS, MOVING, Hint, in_brackets, kind_of, leaf_behind, leaves_below, line_at, names_of, shown_by
from .loss import LINEAR, NLL
from .paths import assigned_name
from .stretched import EACH
from .sums import added_up, backward_at, summed_by

LOSS = (*EACH, "Exp", "Mean", "Sum", *LINEAR, *MOVING, "Stack", "Cat")
"""Nothing else stands between the loss and a log-probability, or between this and what gave it."""
LOG_PROBS = ("Log", "LogSoftmax", "LogSigmoid", "Gather", *NLL, "BinaryCrossEntropyWithLogits")


def advantage_hints(trace) -> Iterator[Hint]:
    """The first difference from a layer's output that weighs log-probabilities of other parameters.

    Only if another term of the loss trains the same parameters: without one, this is how they are meant to learn.
    """
    roots = [root.node for number in _summed(trace) for root in trace.starts[number - 1].roots]
    products = [*_products(trace, roots)]
    of_others = reached(trace.nodes, roots, lambda info: all(info is not product for product, *_ in products)).keys()
    for _, difference, value, scored in products:
        leaves = (leaves_below(trace, [value]) - leaves_below(trace, [scored])) & of_others
        if leaves or value in of_others:
            same = sorted((one[0] for one in products if one[1] is difference), key=lambda info: info.number)
            yield _hint(trace, difference, [line_at(trace, info.id) for info in same], leaves, value)
            return


def _summed(trace) -> list[int]:
    """The numbers of the last backward, and of those with which its gradients are added up for a step."""
    written: dict[str, list[int]] = {}
    for k, event in enumerate(trace.events):
        if isinstance(event, GradAccumulated):
            written.setdefault(event.node, []).append(k)
    sums = {node: added_up(trace, ks) for node, ks in written.items() if ks[-1] > trace.backwards[-1][1]}
    summed = {backward_at(trace, k) for node, ks in sums.items() if summed_by(trace, node, ks) for k in ks}
    return sorted({*summed, len(trace.backwards)})


def _products(trace, roots: list[str]) -> Iterator[tuple[NodeInfo, NodeInfo, str, str]]:
    """Each product of a difference and log-probabilities: its node, the difference, the value in it, the others."""
    for info in reached(trace.nodes, roots, lambda info: kind_of(info) in LOSS).values():
        for scored, factor in (info.edges, info.edges[::-1]) if kind_of(info) == "Mul" and all(info.edges) else ():
            found = _difference(trace, factor.node)
            if found and _is_log_prob(trace, scored.node):
                yield info, *found, scored.node


def _hint(trace, difference: NodeInfo, used: list[Line | None], leaves: frozenset[str], value: str) -> Hint:
    """``used`` are the lines of the products."""
    line = line_at(trace, difference.id)
    name = trace.name(difference.id) or (assigned_name(line.text) if line and line not in used else "")
    names = names_of(trace, leaves)
    whose = shared_module(names) or listed(names) or trace.name(value) or "the predicted value"
    others = [one for one in dict.fromkeys(used) if one and one != line]
    losses = [f"{assigned_name(one.text) or 'the loss'}{in_brackets(one)}" for one in others] or ["the loss"]
    text = f"{name or 'A difference'}{in_brackets(line)} depends on {whose}, so {listed(losses)} also "
    text += f"train{'s' * (len(losses) == 1)} {whose}. "
    text += f"{f'Write `{name}.detach()` there' if name else 'Detach the difference'}, unless you mean that."
    leaves = leaves or leaves_below(trace, [value])
    return Hint("several losses", text, line, leaves, event=shown_by(trace, difference.id))


def _difference(trace, node: str) -> tuple[NodeInfo, str] | None:
    """The node of ``returns - value``, perhaps before it was scaled or normalised, and that of the value of a layer."""
    info = trace.nodes.get(node)
    while info is not None and kind_of(info) in (*MOVING, "Div", "Mul", "Sub", "Rsub"):
        before = [edge.node for edge in info.edges if edge]
        for value in before if kind_of(info) in ("Sub", "Rsub") else ():
            if (one := trace.nodes.get(leaf_behind(trace, value))) and kind_of(one) in LAYERS:
                return info, value
        info = trace.nodes.get(before[0])
    return None


def _is_log_prob(trace, node: str) -> bool:
    found = reached(trace.nodes, [node], lambda info: kind_of(info) in LOSS).values()
    lines = (line_at(trace, info.id) for info in found)
    return any(kind_of(info) in LOG_PROBS for info in found) or any(
        line and ".log_prob(" in line.text for line in lines
    )

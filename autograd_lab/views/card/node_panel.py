"""What a click on a node opens: its rule with numbers, what it saved, and where its gradients go."""

from collections.abc import Collection, Mapping
from typing import Any

from ...tracing.trace import Trace
from ..lookup import input_name, inside
from .node_card import LEAF_WAITS, card_notes, card_rows, leaf_row
from .value_names import kept, named
from .value_picture import Pictures, larger_values

ABOUT = {
    "op": "A row of the derivative table. It runs when every message it waits for has arrived.",
    "function": "Your own Function. Its backward gets one gradient for each output, and returns one for each input.",
    "leaf": "Where the gradient ends: AccumulateGrad adds its sum to the leaf's .grad, once in each backward.",
}

NOTHING = {
    "op": "nothing: its rules need only what arrives",
    "function": "nothing through ctx.save_for_backward",
    "leaf": "nothing: adding needs no memory",
}


def panels(trace: Trace, edges: Mapping[str, Collection[int]], runs: Mapping[str, Collection[int]]) -> dict[str, Any]:
    """``panels``: for each node, the plain data of its panel, with these of its ``edges``.

    ``runs`` has the steps at which the rules of a node ran. ``cards[r]`` is the formula card after the node has run r
    times; its ``numbers`` say which of the ``pictures`` it shows.
    """
    pictures = Pictures()
    found = {
        node: _panel(trace, node, [None, *(step - 1 for step in runs.get(node, ()))], its_edges, pictures)
        for node, its_edges in edges.items()
    }
    return {"panels": found, "pictures": pictures.drawn}


def _panel(
    trace: Trace, node: str, runs: list[int | None], edges: Collection[int], pictures: Pictures
) -> dict[str, Any]:
    info = trace.nodes[node]
    more = len(info.edges) - len(edges)
    rest = [{"pair": "…", "means": f"and {more:,} more, to nodes that are folded"}] if more else []
    return {
        "about": ABOUT[info.kind],
        "nothing": NOTHING[info.kind],
        "cards": [_card(trace, node, run, edges, pictures) for run in runs],
        "source": info.source.rstrip(),
        "saved": [
            {"name": saved.name, "kept": kept(trace, info, saved), "version": saved.version, "frees": saved.frees}
            for saved in info.saved
        ],
        "next": [*(_next(trace, node, index) for index in edges), *rest],
    }


def _card(trace: Trace, node: str, run: int | None, edges: Collection[int], pictures: Pictures) -> dict[str, Any]:
    larger = [(what, pictures.number(value)) for what, value in larger_values(trace, node, run)]
    numbers = {"numbers": larger} if larger else {}
    if trace.nodes[node].kind != "leaf":
        return {"rows": card_rows(trace, node, run, edges), "notes": card_notes(trace, node, run), **numbers}
    if run is None:
        return {"rows": [], "notes": [LEAF_WAITS]}
    *row, note = leaf_row(trace[run])
    return {"rows": [tuple(row)], "notes": [note], **numbers}


def _next(trace: Trace, node: str, index: int) -> dict[str, str]:
    """One pair of ``next_functions`` and what both of its fields mean."""
    info = trace.nodes[node]
    edge, name = info.edges[index], input_name(info, index)
    if edge is None or not inside(trace, edge):
        return {"pair": "(None, 0)", "means": f"this edge leads nowhere: {name} needs no gradient"}
    label = trace.label(edge.node)
    value, message = trace.name(edge.node, edge.slot) or f"its {name}", f"∂{named(trace, info, name)}"
    if trace.nodes[edge.node].kind == "leaf":
        means = f"{value} is a leaf: {message} goes to its AccumulateGrad; {edge.slot}: the only slot there is"
    else:
        means = f"{label} made {value}, so {message} goes to it; {edge.slot}: {value} is its output number {edge.slot}"
    return {"pair": f"({label}, {edge.slot})", "means": means}

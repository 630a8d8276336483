"""What a click on a node opens: its rule with numbers, what it saved, and where its gradients go."""

from collections.abc import Collection

from autograd_lab.views import card
from autograd_lab.views._numbers import text
from autograd_lab.views.display import Display

ABOUT = {
    "op": "A row of the derivative table. It runs when every message it waits for has arrived.",
    "function": "Your own Function. Its backward gets one gradient for each output, and returns one for each input.",
    "leaf": "The end of the way: it adds its sum to the leaf's .grad, once in each backward.",
}

NOTHING = {
    "op": "nothing: its rules need only what arrives",
    "function": "nothing through ctx.save_for_backward",
    "leaf": "nothing: adding needs no memory",
}


def panels(trace, display: Display) -> dict[str, dict]:
    """For each node that ``display`` tells of, the plain data of its panel, with the edges that it tells of.

    ``cards[r]`` is the formula card after the node has run r times.
    """
    runs = {node: [None, *(step - 1 for step in display.runs.get(node, ()))] for node in display.edges}
    return {node: _panel(trace, node, runs[node], edges) for node, edges in display.edges.items()}


def _panel(trace, node: str, runs: list[int | None], edges: Collection[int]) -> dict:
    info = trace.nodes[node]
    more = len(info.edges) - len(edges)
    rest = [{"pair": "…", "means": f"and {more:,} more, to nodes that are folded"}] if more else []
    return {
        "about": ABOUT[info.kind],
        "nothing": NOTHING[info.kind],
        "cards": [_card(trace, node, run, edges) for run in runs],
        "source": info.source.rstrip(),
        "saved": [
            {"name": saved.name, "value": saved_text(saved), "version": saved.version, "frees": saved.frees}
            for saved in info.saved
        ],
        "next": [*(_next(trace, node, index) for index in edges), *rest],
    }


def _card(trace, node: str, run: int | None, edges: Collection[int]) -> dict:
    if trace.nodes[node].kind == "leaf":
        parts = card.leaf_parts(trace, node, run)
        rows = [row[:4] for part in parts for row in getattr(part, "rows", ())]
        notes = [part.text for part in parts if hasattr(part, "text")] + [
            row[4] for part in parts for row in getattr(part, "rows", ())
        ]
        return {"rows": rows, "notes": notes}
    return {"rows": card.card_rows(trace, node, run, edges), "notes": card.card_notes(trace, node, run)}


def saved_text(saved) -> str:
    """A saved value in one line: its numbers, or its words."""
    return text(saved.value) if saved.value is not None else saved.text


def _next(trace, node: str, index: int) -> dict[str, str]:
    """One pair of ``next_functions`` and what both of its fields mean."""
    info = trace.nodes[node]
    edge = info.edges[index]
    name = info.inputs[index] if index < len(info.inputs) else f"input {index}"
    if edge is None or edge.node not in trace.nodes:
        return {"pair": "(None, 0)", "means": f"{name} needs no gradient, so no message goes there"}
    label = trace.label(edge.node)
    value = trace.name(edge.node, edge.slot) or f"its {name}"
    if trace.nodes[edge.node].kind == "leaf":
        means = f"{value} is a leaf: ∂{name} goes to its AccumulateGrad; {edge.slot}: the only slot there is"
    else:
        means = f"{label} made {value}, so ∂{name} goes to it; {edge.slot}: {value} is its output number {edge.slot}"
    return {"pair": f"({label}, {edge.slot})", "means": means}

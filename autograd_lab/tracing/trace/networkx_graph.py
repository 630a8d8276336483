"""A trace's graph as networkx has it."""

from typing import Any

from ..recording.values import text_of
from .steps import Moment, events_until


def networkx_graph(trace, labels: dict[str, str], step: Moment | None) -> Any:
    """A ``networkx.MultiDiGraph`` of the nodes with these labels, with what was known at ``step``."""
    import networkx  # a view's need: the core gets by with NumPy

    state = trace.at(events_until(trace, step))
    graph = networkx.MultiDiGraph()
    for node, label in labels.items():
        info = trace.nodes.get(node)
        name, kind, number = (info.name, info.kind, info.number) if info else ("", "unknown", 0)
        variable, grad = trace.name(node), state.grads.get(node)
        facts = {"name": name, "kind": kind, "number": number, "variable": variable, "grad": grad}
        graph.add_node(node, label=label, **facts)
    for node, info in trace.nodes.items():
        for index, edge in enumerate(info.edges):
            if edge is not None:
                value = state.messages.get((node, index))
                text = text_of(value) if (node, index) in state.messages else ""
                graph.add_edge(node, edge.node, key=index, index=index, slot=edge.slot, value=value, text=text)
    return graph

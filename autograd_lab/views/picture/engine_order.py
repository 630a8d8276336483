"""The order in which the engine would take the nodes of a whole trace."""

from collections import Counter
from heapq import heapify, heappop, heappush

from ...tracing.trace import Trace


def engine_order(trace: Trace) -> list[str]:
    """All nodes of ``trace``: users first, newest first, a leaf at once. Raises ValueError when there is a cycle."""
    nodes = trace.nodes
    waits = Counter(edge.node for info in nodes.values() for edge in info.edges if edge and edge.node in nodes)
    rank = {node: (info.kind != "leaf", -info.number) for node, info in nodes.items()}
    ready = [(rank[node], node) for node in nodes if not waits[node]]
    heapify(ready)
    order = []
    while ready:
        node = heappop(ready)[1]
        order.append(node)
        for edge in nodes[node].edges:
            if edge and edge.node in nodes:
                waits[edge.node] -= 1
                if not waits[edge.node]:
                    heappush(ready, (rank[edge.node], edge.node))
    if len(order) < len(nodes):
        raise ValueError("the graph has a cycle: no order from left to right exists")
    return order

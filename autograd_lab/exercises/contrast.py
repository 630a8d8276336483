"""Real nodes, over which a learner's own backward walks (lesson 03): what they send, which of them ran, and programs
with the engine's messages to compare with."""

from collections.abc import Mapping
from functools import cached_property
from math import inf
from typing import Any

from numpy import float64

import autograd_lab

from .. import Tensor
from .._core.graph import Node
from ..tracing.experiments.backward_orders import SlopeGraph, slope_graph, walked
from ..tracing.trace.trace import Trace
from .plain import plain_numbers
from .programs import leaf, numbers_apart, recorded
from .time_limit import TooLongError


def sends(node: Node, received: float) -> list[tuple[Node, float]]:
    """The messages that a real node sends for ``received``: (target, message) for each edge that leads somewhere.

    ``node`` is a ``grad_fn``, or comes from some ``next_functions``; the node of a leaf sends nothing. No ``.grad`` is
    written. Scalars only, and nodes with one output. The graph must not have been freed.
    """
    if not node.next_functions:
        if isinstance(node, WatchedNode):
            node.note(received)  # a leaf's own rule is not called, so nothing else shows that it runs
        return []
    results = zip(node.next_functions, node.backward(float64(received)), strict=True)
    return [(target, float(message)) for (target, _), message in results if target is not None]


class Watch:
    """Notes in ``ran`` which node runs, and with what number (None: it is no number); after ``most`` runs it ends the
    walk with a `TooLongError`."""

    def __init__(self, ids: Mapping[Node, str], most: float = inf):
        self.ids, self.most = ids, most
        """The real nodes → what the trace calls them."""
        self.ran: list[tuple[str, float | None]] = []
        self.seen: dict[Node, WatchedNode] = {}

    def of(self, node: Node) -> "WatchedNode":
        """The watched node in the place of a real one, always the same."""
        return self.seen.setdefault(node, WatchedNode(node, self))

    def note(self, node: Node, received: Any) -> None:
        amount = plain_numbers(received)
        is_number = isinstance(amount, int | float) and not isinstance(amount, bool)
        self.ran.append((self.ids[node], float(amount) if is_number else None))
        if len(self.ran) >= self.most:
            raise TooLongError(f"it was still running after {self.most} runs")


class WatchedNode:
    """A real node as a learner's walk meets it: it does what the real one does, and what it runs with is noted."""

    def __init__(self, node: Node, watch: Watch):
        self._node, self._watch = node, watch

    @property
    def next_functions(self) -> tuple[tuple["WatchedNode | None", int], ...]:
        """The real pairs, but with watched nodes."""
        pairs = self._node.next_functions
        return tuple((None if target is None else self._watch.of(target), slot) for target, slot in pairs)

    def note(self, received: Any) -> None:
        self._watch.note(self._node, received)

    def backward(self, received: Any) -> tuple:
        """The results of the node's own rules."""
        self.note(received)
        return self._node.backward(received)

    def __call__(self, received: Any) -> Any:
        self.note(received)
        return self._node(received)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._node, name)

    def __repr__(self) -> str:
        return repr(self._node)


WatchedNode.__name__ = "Node"  # an exception that names the type names one that learners know


class Program:
    """A few lines that end with the root ``y``, with the names and values of its leaves; ``about`` says what they try
    out. Its trace is the real engine's."""

    def __init__(self, about: str, lines: str, **leaves: float):
        self.about, self.lines, self.leaves = about, lines, leaves

    def run(self) -> dict[str, Tensor]:
        """Every variable of a fresh run, by name."""
        variables: dict[str, Any] = {name: leaf(value, name) for name, value in self.leaves.items()}
        exec(self.lines, {"al": autograd_lab}, variables)
        return variables

    @cached_property
    def trace(self) -> Trace:
        with numbers_apart():
            variables = self.run()
            return recorded(variables["y"], **variables)

    @cached_property
    def graph(self) -> SlopeGraph:
        """Who sends to whom, and by which slope a message is multiplied."""
        return slope_graph(self.trace)

    @cached_property
    def received(self) -> dict[str, float]:
        """What each node ran with in the engine, in its order; leaves are not among them."""
        runs = walked(self.graph, "ready queue").runs
        return {run.node: run.received for run in runs if self.graph.links[run.node]}

    def place_of(self, node: str) -> str:
        """``the node of c``, or ``the leaf a``, or the class name with its number where there is no variable."""
        name, label = self.trace.name(node), self.trace.label(node)
        if self.trace.nodes[node].kind == "leaf":
            return f"the leaf {name or label}"
        return f"the node of {name}" if name else label

    def ids(self, root: Tensor) -> dict[Node, str]:
        """The real nodes of a fresh run → what the trace calls them."""
        start = next(event for event in self.trace.events if event.kind == "BackwardStarted")
        found = {root.grad_fn: start.roots[0].node}
        todo = list(found)
        for node in todo:  # the list grows while it is read
            for (target, _), edge in zip(node.next_functions, self.trace.nodes[found[node]].edges, strict=True):
                if target is not None and target not in found:
                    found[target] = edge.node
                    todo.append(target)
        return found

    def __str__(self) -> str:
        lines = self.lines.splitlines()
        return f"`{'; '.join(lines if len(lines) < 6 else [*lines[:3], '…'])}`"

"""Real nodes, over which a learner's own backward walks: what they send, and which of them ran."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from numpy import float64

from .._core.graph import Node
from .plain import plain_numbers


def sends(node: Node, received: float) -> list[tuple[Node, float]]:
    """The messages that a real node sends for ``received``: (target, message) for each edge that leads somewhere.

    ``node`` is a ``grad_fn``, or comes from some ``next_functions``; the node of a leaf sends nothing. No ``.grad`` is
    written. Scalars only, and nodes with one output. The graph must not have been freed.
    """
    if not node.next_functions:
        return []
    results = zip(node.next_functions, node.backward(float64(received)), strict=True)
    return [(target, float(message)) for (target, _), message in results if target is not None]


@dataclass
class Watch:
    """Notes in ``ran`` which node runs, and with what number (None: it is no number)."""

    ids: Mapping[Node, str]
    """The real nodes → what the trace calls them."""
    ran: list[tuple[str, float | None]] = field(default_factory=list)
    seen: dict[Node, "WatchedNode"] = field(default_factory=dict)

    def of(self, node: Node) -> "WatchedNode":
        """The watched node in the place of a real one, always the same."""
        return self.seen.setdefault(node, WatchedNode(node, self))

    def note(self, node: Node, received: Any) -> None:
        """Note that ``node`` runs with this."""
        amount = plain_numbers(received)
        is_number = isinstance(amount, int | float) and not isinstance(amount, bool)
        self.ran.append((self.ids[node], float(amount) if is_number else None))


class WatchedNode:
    """A real node as a learner's walk meets it: it does what the real one does, and what it runs with is noted."""

    def __init__(self, node: Node, watch: Watch):
        self._node, self._watch = node, watch

    @property
    def next_functions(self) -> tuple[tuple["WatchedNode | None", int], ...]:
        """The real pairs, but with watched nodes."""
        pairs = self._node.next_functions
        return tuple((None if target is None else self._watch.of(target), slot) for target, slot in pairs)

    def backward(self, *received: Any) -> tuple:
        """The results of the node's own rules."""
        self._watch.note(self._node, received[0])
        return self._node.backward(*received)

    def __call__(self, *received: Any) -> Any:
        self._watch.note(self._node, received[0])
        return self._node(*received)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._node, name)

    def __repr__(self) -> str:
        return repr(self._node)

"""Nodes that are watched: they are and do what the real ones do, and note what each of them runs with."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ..autograd.graph import Node
from .plain import plain_numbers


@dataclass
class Watch:
    """``ran`` has (node, received), one after the other; what was received is None where it is no number."""

    ids: Mapping[Node, str]
    """The real nodes → what the trace calls them."""
    ran: list[tuple[str, float | None]] = field(default_factory=list)
    seen: dict[Node, "WatchedNode"] = field(default_factory=dict)

    def of(self, node: Node) -> "WatchedNode":
        """The one watched node that stands for a real one."""
        return self.seen.setdefault(node, WatchedNode(node, self))

    def note(self, node: Node, received: Any) -> None:
        """It runs with this."""
        amount = plain_numbers(received)
        is_number = isinstance(amount, int | float) and not isinstance(amount, bool)
        self.ran.append((self.ids[node], float(amount) if is_number else None))


class WatchedNode:
    """Stands for a real node in a learner's walk."""

    def __init__(self, node: Node, watch: Watch):
        self._node, self._watch = node, watch

    @property
    def next_functions(self) -> tuple[tuple["WatchedNode | None", int], ...]:
        """The real pairs, with watched nodes in them."""
        pairs = self._node.next_functions
        return tuple((None if target is None else self._watch.of(target), slot) for target, slot in pairs)

    def backward(self, *received: Any) -> tuple:
        """What the node's own rules give."""
        self._watch.note(self._node, received[0])
        return self._node.backward(*received)

    def __call__(self, *received: Any) -> Any:
        self._watch.note(self._node, received[0])
        return self._node(*received)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._node, name)

    def __repr__(self) -> str:
        return repr(self._node)

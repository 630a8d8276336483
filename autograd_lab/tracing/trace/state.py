"""`State`: everything that is known after the first k events.

A state is a window on the notes of `replay`: making one costs the same at every step, however long the trace is, and
nothing is recalculated. The engine itself reported every number.
"""

from collections.abc import Mapping, Set
from dataclasses import dataclass, field

from .events import Event, NodeInfo, Value
from .history import Freed, History, Received, Snapshot


@dataclass(eq=False)
class Ledger:
    """The notes of one backward. What lasts longer is in `Lasting`."""

    number: int
    first: int
    buffers: History
    status: History
    heard: History
    nodes: tuple[NodeInfo, ...] = ()
    last: int | None = None
    active: str | None = None
    left_by: tuple[str, int] | None = None
    messages: History = field(default_factory=History)
    visited: History = field(default_factory=History)
    slots: History = field(default_factory=History)
    results: History = field(default_factory=History)


@dataclass(eq=False)
class Lasting:
    """Notes that outlast a backward: each leaf's ``.grad``, its value, and which saved values are freed.

    ``freed`` maps (node, name) to the step.
    """

    grads: History
    values: History = field(default_factory=History)
    freed: dict[tuple[str, str], int] = field(default_factory=dict)


Situation = tuple[Ledger, int, str | None, tuple[str, int] | None]
"""The backward that a step belongs to, its number while it runs (else 0), the active node and the active edge."""


class State:
    """Everything that can be seen after the first ``step`` events.

    The mappings and the set are read-only windows; ``dict(state.buffers)`` makes a copy that is yours.

    ``event`` is the latest event, None at step 0. ``active_node`` is the node at work, ``active_edge`` the edge
    (node, index) that the event is about. ``backward`` is the number of the running backward, 0 between two of them.
    ``buffers``, ``status``, ``heard``, ``messages``, ``received`` and ``results`` belong to that backward, or to the
    last one until the next begins. ``grads``, ``values`` and ``freed`` last for the whole recording. ``buffers``,
    ``status`` and ``heard`` have an entry for every node of the trace, ``grads`` for every leaf, at every step; the
    others fill up.
    """

    __slots__ = ("_lasting", "_ledger", "active_edge", "active_node", "backward", "event", "step")

    def __init__(self, step: int, event: Event | None, situation: Situation, lasting: Lasting):
        self.step, self.event, self._lasting = step, event, lasting
        self._ledger, self.backward, self.active_node, self.active_edge = situation

    @property
    def buffers(self) -> Mapping[tuple[str, int], Value | None]:
        """(node, slot) → the sum of what has arrived there; None: nothing.

        The sum stays readable after the node has taken it.
        """
        return Snapshot(self._ledger.buffers, self.step)

    @property
    def grads(self) -> Mapping[str, Value | None]:
        """Leaf → its ``.grad``."""
        return Snapshot(self._lasting.grads, self.step)

    @property
    def values(self) -> Mapping[str, Value]:
        """Leaf → its value, once it was written to; before that, ``trace.variables`` has it."""
        return Snapshot(self._lasting.values, self.step)

    @property
    def status(self) -> Mapping[str, str]:
        """Node → ``waiting``, ``ready`` (heard everything), ``running``, ``done``, or ``skipped`` (passed by).

        A node whose rule raised an error stays ``running``.
        """
        return Snapshot(self._ledger.status, self.step)

    @property
    def heard(self) -> Mapping[str, tuple[int, int]]:
        """Node → (messages that came, messages it waits for)."""
        return Snapshot(self._ledger.heard, self.step)

    @property
    def messages(self) -> Mapping[tuple[str, int], Value | None]:
        """(node, edge index) → what was sent along that edge."""
        return Snapshot(self._ledger.messages, self.step)

    @property
    def received(self) -> Mapping[str, tuple[Value | None, ...]]:
        """Node → what its rule receives, one for each slot, zeros and hooks included."""
        return Received(self._ledger.visited, self._ledger.slots, self.step)

    @property
    def results(self) -> Mapping[str, tuple[Value | None, ...]]:
        """Node → the results of its rules, one for each edge."""
        return Snapshot(self._ledger.results, self.step)

    @property
    def freed(self) -> Set:
        """(node, name) of the saved values that were freed."""
        return Freed(self._lasting.freed, self.step)

"""`State`: how things stand after the first k events. Computed once for all k, looked up for each.

Going through the events once, `Replay` writes down for every quantity *when* it changed and to what. A state is then
a window on those notes: making one costs the same at every step, however long the trace is. Nothing is recalculated;
every number is one that the engine itself reported.
"""

from collections.abc import Callable, Iterator, Mapping, Set
from dataclasses import dataclass, field
from typing import ClassVar

from . import events as ev
from .events import Event, NodeInfo, Value
from .history import Freed, History, Received, Snapshot


@dataclass(frozen=True, slots=True)
class State:
    """Everything that can be seen after the first ``step`` events.

    The mappings and the set are read-only; ``dict(state.buffers)`` makes a copy that is yours.

    ``event`` is the latest event, None at step 0. ``active_node`` is the node at work, ``active_edge`` the edge
    (node, index) that the event is about. ``backward`` is the number of the running backward, 0 between two of them.
    ``buffers``, ``status``, ``heard``, ``messages``, ``received`` and ``results`` belong to that backward, or to the
    last one until the next begins. ``grads``, ``values`` and ``freed`` last for the whole recording. ``buffers``,
    ``status`` and ``heard`` have an entry for every node of the trace, ``grads`` for every leaf, at every step; the
    others fill up.

    * ``buffers``: (node, slot) → what has arrived there, added up; None: nothing. A picture of what *came*: the sum
      stays readable after the node has taken it.
    * ``grads``: leaf → its ``.grad``.
    * ``values``: leaf → what it holds, once it was written to; before that, what ``trace.variables`` says.
    * ``status``: node → ``waiting``, ``ready`` (heard everything), ``running``, ``done``, or ``skipped`` (this backward
      passes it by). A node whose rule raised an error stays ``running``.
    * ``heard``: node → (messages that came, messages it waits for).
    * ``messages``: (node, edge index) → what was sent along that edge.
    * ``received``: node → what its rule starts from, one for each slot, zeros and hooks included.
    * ``results``: node → what its rules gave, one for each edge.
    * ``freed``: (node, name) of the saved values that were let go.
    """

    step: int
    event: Event | None
    active_node: str | None
    active_edge: tuple[str, int] | None
    buffers: Mapping[tuple[str, int], Value | None]
    grads: Mapping[str, Value | None]
    values: Mapping[str, Value]
    status: Mapping[str, str]
    heard: Mapping[str, tuple[int, int]]
    messages: Mapping[tuple[str, int], Value | None]
    received: Mapping[str, tuple[Value | None, ...]]
    results: Mapping[str, tuple[Value | None, ...]]
    freed: Set
    backward: int


@dataclass(eq=False)
class Ledger:
    """The notes of one backward. What lasts longer (``.grad``, freed values) is kept by `Replay`."""

    number: int
    first: int
    nodes: tuple[NodeInfo, ...] = ()
    last: int | None = None
    active: str | None = None
    visit: list[int] | None = None
    left_by: tuple[str, int] | None = None
    buffers: History = field(default_factory=History)
    status: History = field(default_factory=History)
    heard: History = field(default_factory=History)
    messages: History = field(default_factory=History)
    visited: History = field(default_factory=History)
    slots: History = field(default_factory=History)
    results: History = field(default_factory=History)


class Replay:
    """One walk over all events. `state` then answers for any step.

    ``backwards`` is one `Ledger` for each backward in the order of their start; ``visits`` maps a node to
    (number of the backward, steps) for each time the engine took it. ``rewritten`` maps a state to the leaves that hold
    something else from there on.
    """

    def __init__(self, events: tuple[Event, ...], nodes: Mapping[str, NodeInfo]):
        self._events, self._nodes = events, nodes
        self.backwards: list[Ledger] = []
        self.visits: dict[str, list[tuple[int, list[int]]]] = {}
        self.rewritten: dict[int, tuple[str, ...]] = {}
        self._values = History()
        self._ended = 0  # the state after the latest backward
        self._grads = History()
        self._known_grads: set[str] = set()
        self._freed: dict[tuple[str, str], int] = {}
        self._first_grads: dict[str, Value | None] = {n.id: None for n in nodes.values() if n.kind == "leaf"}
        self._waiting, self._passed = dict.fromkeys(nodes, "waiting"), dict.fromkeys(nodes, "skipped")
        self._unheard = dict.fromkeys(nodes, (0, 0))
        self._empty = {(info.id, slot): None for info in nodes.values() for slot in range(info.outputs)}
        self._ledger = self._before = Ledger(0, 0, last=0)
        self._outer: list[Ledger] = []
        self._edge: tuple[str, int] | None = None
        self._moments: list[tuple[Ledger, int, str | None, tuple[str, int] | None]] = []
        self._latest: State | None = None
        self._walk()

    def state(self, step: int) -> State:
        """How things stand after the first ``step`` events. (Readers ask for one several times in a row.)"""
        state = self._latest
        if state is None or state.step != step:
            state = self._latest = self._state(step)
        return state

    def _state(self, step: int) -> State:
        ledger, backward, node, edge = self._moments[step]
        return State(
            step=step,
            event=self._events[step - 1] if step else None,
            active_node=node,
            active_edge=edge,
            buffers=Snapshot(ledger.buffers, step, self._empty),
            grads=Snapshot(self._grads, step, self._first_grads),
            values=Snapshot(self._values, step),
            status=Snapshot(ledger.status, step, self._waiting if ledger is self._before else self._passed),
            heard=Snapshot(ledger.heard, step, self._unheard),
            messages=Snapshot(ledger.messages, step),
            received=Received(ledger.visited, ledger.slots, step),
            results=Snapshot(ledger.results, step),
            freed=Freed(self._freed, step),
            backward=backward,
        )

    def focus(self, step: int) -> tuple[str | None, tuple[str, int] | None]:
        """The active node and edge of a state, for those who need no more of it."""
        return self._moments[step][2:]

    def latest_arrivals(self, step: int, node: str, slot: int) -> Iterator[int]:
        """The indices of the `BufferAdded` events that filled this slot, in the backward of this step and up to it.

        The latest comes first: a slot may have thousands, of which pictures want a few.
        """
        ledger, *_ = self._moments[step]
        return (change - 1 for change in ledger.buffers.changes(step, (node, slot)))

    # ----- the walk ---------------------------------------------------------------------------------------------------
    def _walk(self) -> None:
        self._note_moment(None)
        for step, event in enumerate(self._events, start=1):
            self._edge = None
            visit = self._ledger.visit
            node = self._HANDLERS[type(event)](self, step, event)
            if isinstance(event, ev.NodeVisited):
                visit = self._ledger.visit
            if visit is not None and not isinstance(event, ev.BackwardStarted | ev.BackwardFinished):
                visit.append(step - 1)
            self._note_moment(self._ledger.active if node is None else node)

    def _note_moment(self, node: str | None) -> None:
        running = self._ledger.number if self._ledger.last is None else 0
        self._moments.append((self._ledger, running, node, self._edge))

    def _op_recorded(self, step: int, event: ev.OpRecorded) -> str:
        return self._ledger.active or event.node.id

    def _value_saved(self, step: int, event: ev.ValueSaved) -> str:
        return self._ledger.active or event.node

    def _backward_started(self, step: int, event: ev.BackwardStarted) -> None:
        if self._ledger.last is None:  # a hook or a Function called backward inside this backward
            self._outer.append(self._ledger)
        ledger = self._ledger = Ledger(event.number, step - 1, event.nodes)
        self.backwards.append(ledger)
        for info in event.nodes:
            ledger.status.write(step, info.id, "waiting")
        self._leaves_rewritten(step, event)
        for leaf, value in event.leaf_grads:
            if leaf not in self._known_grads:
                # What lies in .grad at its first backward lay there before: earlier steps show it as well.
                self._known_grads.add(leaf)
                self._first_grads[leaf] = value
            self._grads.write(step, leaf, value)

    def _leaves_rewritten(self, step: int, event: ev.BackwardStarted) -> None:
        """They were written to between two backwards, where no event tells of it; forward has seen the new values."""
        since = step if self._outer else self._ended + 1
        if event.leaf_values:
            self.rewritten[since] = tuple(leaf for leaf, _ in event.leaf_values)
        for leaf, value in event.leaf_values:
            self._values.write(since, leaf, value)

    def _dependencies_counted(self, step: int, event: ev.DependenciesCounted) -> None:
        counts = dict(event.counts)
        for node, count in counts.items():
            self._ledger.heard.write(step, node, (0, count))
        for info in self._ledger.nodes:
            if info.id not in counts:
                self._ledger.status.write(step, info.id, "skipped")

    def _buffer_added(self, step: int, event: ev.BufferAdded) -> None:
        node, slot = event.target.node, event.target.slot
        self._ledger.buffers.write(step, (node, slot), event.after)
        self._ledger.heard.write(step, node, (event.heard, event.expected))
        if event.heard == event.expected:
            self._ledger.status.write(step, node, "ready")
        if event.source:  # the message left by this edge just before; under create_graph an addition lies in between
            self._edge = self._ledger.left_by

    def _node_visited(self, step: int, event: ev.NodeVisited) -> None:
        self._leave(step)
        ledger, node = self._ledger, event.node
        ledger.active = node
        ledger.status.write(step, node, "running")
        ledger.visited.write(step, node, self._nodes[node].outputs)
        ledger.visit = []
        self.visits.setdefault(node, []).append((ledger.number, ledger.visit))

    def _leave(self, step: int) -> None:
        """The engine turns to something else: the node at work is done."""
        if self._ledger.active is not None:
            self._ledger.status.write(step, self._ledger.active, "done")
            self._ledger.active = self._ledger.visit = None

    def _slot_read(self, step: int, event: ev.GradIn | ev.SlotMaterialized) -> None:
        self._ledger.slots.write(step, (event.node, event.slot), event.value)

    def _hook_called(self, step: int, event: ev.HookCalled) -> None:
        one_slot = self._nodes[event.node].outputs == 1
        if event.hook == "prehook" or (event.hook == "tensor" and (one_slot or event.slot is not None)):
            for slot, value in enumerate(event.after, start=event.slot or 0):
                self._ledger.slots.write(step, (event.node, slot), value)
        if event.hook == "post_accumulate_grad" and len(event.after) == 1:
            self._grads.write(step, event.node, event.after[0])

    def _rule_applied(self, step: int, event: ev.RuleApplied) -> None:
        for slot, value in enumerate(event.received):
            if value is not None:  # None: still empty, or the Function itself filled in zeros (SlotMaterialized)
                self._ledger.slots.write(step, (event.node, slot), value)
        self._ledger.results.write(step, event.node, event.results)

    def _at_edge(self, step: int, event: ev.EdgeSkipped | ev.GradReduced) -> None:
        self._edge = (event.node, event.index)

    def _grad_out(self, step: int, event: ev.GradOut) -> None:
        self._edge = self._ledger.left_by = (event.node, event.index)
        self._ledger.messages.write(step, self._edge, event.value)

    def _grad_accumulated(self, step: int, event: ev.GradAccumulated) -> None:
        self._grads.write(step, event.node, event.after)

    def _value_freed(self, step: int, event: ev.ValueFreed) -> None:
        self._freed.setdefault((event.node, event.name), step)

    def _backward_finished(self, step: int, event: ev.BackwardFinished) -> None:
        self._leave(step)
        for info in self._ledger.nodes:
            if self._ledger.status.read(step, info.id) in ("waiting", "ready"):
                self._ledger.status.write(step, info.id, "skipped")
        self._close(step)

    def _error_raised(self, step: int, event: ev.ErrorRaised) -> str | None:
        self._ledger.active = self._ledger.visit = None
        self._close(step)
        return event.node

    def _close(self, step: int) -> None:
        self._ledger.last, self._ended = step - 1, step
        if self._outer:
            self._ledger = self._outer.pop()

    _HANDLERS: ClassVar[dict[type[Event], Callable]] = {
        ev.OpRecorded: _op_recorded,
        ev.ValueSaved: _value_saved,
        ev.BackwardStarted: _backward_started,
        ev.DependenciesCounted: _dependencies_counted,
        ev.NodeVisited: _node_visited,
        ev.GradIn: _slot_read,
        ev.SlotMaterialized: _slot_read,
        ev.RuleApplied: _rule_applied,
        ev.GradReduced: _at_edge,
        ev.GradOut: _grad_out,
        ev.BufferAdded: _buffer_added,
        ev.GradAccumulated: _grad_accumulated,
        ev.HookCalled: _hook_called,
        ev.ValueFreed: _value_freed,
        ev.EdgeSkipped: _at_edge,
        ev.BackwardFinished: _backward_finished,
        ev.ErrorRaised: _error_raised,
    }

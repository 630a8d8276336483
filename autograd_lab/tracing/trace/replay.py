"""Reads the events of a trace once, and notes for every quantity *when* it changed and to what.

A `State` is a window on these notes.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import ClassVar

from . import events as ev
from .events import Event, NodeInfo, Value
from .history import History
from .state import Lasting, Ledger, Situation, State


class Replay:
    """One walk over all events. `state` then answers for any step.

    ``backwards`` is one `Ledger` for each backward in the order of their start. ``rewritten`` maps a state
    to the leaves that hold other values from there on.
    """

    def __init__(self, events: tuple[Event, ...], nodes: Mapping[str, NodeInfo]):
        self._events, self._nodes = events, nodes
        self.backwards: list[Ledger] = []
        self.rewritten: dict[int, tuple[str, ...]] = {}
        self._ended = 0  # the state after the latest backward
        self._first_grads: dict[str, Value | None] = {n.id: None for n in nodes.values() if n.kind == "leaf"}
        self._known_grads: set[str] = set()
        self._lasting = Lasting(History(self._first_grads))
        self._empty = {(info.id, slot): None for info in nodes.values() for slot in range(info.outputs)}
        self._passed, self._unheard = dict.fromkeys(nodes, "skipped"), dict.fromkeys(nodes, (0, 0))
        self._ledger = self._new_ledger(0, 0, untouched=dict.fromkeys(nodes, "waiting"))
        self._ledger.last = 0
        self._outer: list[Ledger] = []
        self._edge: tuple[str, int] | None = None
        self._situations: list[Situation] = []
        self._latest: State | None = None
        self._walk()

    def state(self, step: int) -> State:
        """The state after the first ``step`` events. (Callers often ask for the same one several times in a row.)"""
        state = self._latest
        if state is None or state.step != step:
            event = self._events[step - 1] if step else None
            state = self._latest = State(step, event, self._situations[step], self._lasting)
        return state

    def focus(self, step: int) -> tuple[str | None, tuple[str, int] | None]:
        """The active node and edge of a state, for callers that need nothing else."""
        return self._situations[step][2:]

    def latest_arrivals(self, step: int, node: str, slot: int) -> Iterator[int]:
        """The indices of the `BufferAdded` events that filled this slot, in the backward of this step and up to it.

        The latest comes first: a slot may have thousands of them, and pictures need a few.
        """
        ledger, *_ = self._situations[step]
        return (change - 1 for change in ledger.buffers.changes(step, (node, slot)))

    # ----- the walk ---------------------------------------------------------------------------------------------------
    def _walk(self) -> None:
        self._note_situation(None)
        for step, event in enumerate(self._events, start=1):
            self._edge = None
            node = self._HANDLERS[type(event)](self, step, event)
            self._note_situation(self._ledger.active if node is None else node)

    def _note_situation(self, node: str | None) -> None:
        running = self._ledger.number if self._ledger.last is None else 0
        self._situations.append((self._ledger, running, node, self._edge))

    def _new_ledger(self, number: int, first: int, untouched: Mapping[str, str]) -> Ledger:
        """Empty notes; nodes that no event mentions keep the status ``untouched``."""
        return Ledger(number, first, History(self._empty), History(untouched), History(self._unheard))

    def _op_recorded(self, step: int, event: ev.OpRecorded) -> str:
        return self._ledger.active or event.node.id

    def _value_saved(self, step: int, event: ev.ValueSaved) -> str:
        return self._ledger.active or event.node

    def _backward_started(self, step: int, event: ev.BackwardStarted) -> None:
        if self._ledger.last is None:  # a hook or a Function called backward inside this backward
            self._outer.append(self._ledger)
        ledger = self._ledger = self._new_ledger(event.number, step - 1, untouched=self._passed)
        ledger.nodes = event.nodes
        self.backwards.append(ledger)
        for info in event.nodes:
            ledger.status.write(step, info.id, "waiting")
        self._leaves_rewritten(step, event)
        for leaf, value in event.leaf_grads:
            if leaf not in self._known_grads:
                # What lies in .grad at its first backward lay there before: earlier steps show it as well.
                self._known_grads.add(leaf)
                self._first_grads[leaf] = value
            self._lasting.grads.write(step, leaf, value)

    def _leaves_rewritten(self, step: int, event: ev.BackwardStarted) -> None:
        """Leaves changed between two backwards, where no event happens; the next forward read the new values."""
        since = step if self._outer else self._ended + 1
        if event.leaf_values:
            self.rewritten[since] = tuple(leaf for leaf, _ in event.leaf_values)
        for leaf, value in event.leaf_values:
            self._lasting.values.write(since, leaf, value)

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

    def _leave(self, step: int) -> None:
        """The engine goes on to something else: the node at work is done."""
        if self._ledger.active is not None:
            self._ledger.status.write(step, self._ledger.active, "done")
            self._ledger.active = None

    def _slot_read(self, step: int, event: ev.GradIn | ev.SlotMaterialized) -> None:
        self._ledger.slots.write(step, (event.node, event.slot), event.value)

    def _hook_called(self, step: int, event: ev.HookCalled) -> None:
        one_slot = self._nodes[event.node].outputs == 1
        if event.hook == "prehook" or (event.hook == "tensor" and (one_slot or event.slot is not None)):
            for slot, value in enumerate(event.after, start=event.slot or 0):
                self._ledger.slots.write(step, (event.node, slot), value)
        if event.hook == "post_accumulate_grad" and len(event.after) == 1:
            self._lasting.grads.write(step, event.node, event.after[0])

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
        self._lasting.grads.write(step, event.node, event.after)

    def _value_freed(self, step: int, event: ev.ValueFreed) -> None:
        self._lasting.freed.setdefault((event.node, event.name), step)

    def _backward_finished(self, step: int, event: ev.BackwardFinished) -> None:
        self._leave(step)
        for info in self._ledger.nodes:
            if self._ledger.status.read(step, info.id) in ("waiting", "ready"):
                self._ledger.status.write(step, info.id, "skipped")
        self._close(step)

    def _error_raised(self, step: int, event: ev.ErrorRaised) -> str | None:
        self._ledger.active = None
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

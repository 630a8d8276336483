"""One backward of PyTorch's, as our hooks see it: which node runs, what it receives, what it sends.

PyTorch does not show what its engine does between two nodes: it puts messages into slots, adds them, and finds out
which node is ready. Our engine's own functions do the same on the mirror of the graph.
"""

from collections import Counter
from collections.abc import Sequence
from functools import partial
from heapq import heappop, heappush
from typing import Any

import torch

from ..._core import observed
from ..._core.graph import GradientEdge
from ..._core.graph_task import Task, count_dependencies, is_wanted, may_run, restrict, starts
from ..._core.tensor import Tensor
from ..recording.node_info import id_of
from ..trace import events as ev
from ..trace.events import Value
from .backward_arguments import Call
from .forward import Forward
from .learners_code import learners_line
from .mirror import Mirror
from .nodes import Graph, is_function
from .probes import Probe, Probes
from .turn import Target, Turn


class Backward:
    """One call of backward or grad."""

    def __init__(self, call: Call, forward: Forward, watch: Any):
        """``watch`` is the `Watch` that sees the calls of functions; PyTorch turns it off during a backward."""
        self.call, self.forward, self._watch = call, forward, watch
        self.telling, self.recorder = forward.telling, forward.telling.recorder
        self.graph = Graph(call.roots)
        self.task = self._task(call)
        self.tensors = forward.tensors_at()
        """The tensors that can be found, by node and slot: the hooks of these have names."""
        self.messages = self._count_messages()
        self.turn: Turn | None = None
        self._waiting: tuple[Mirror, list] | None = None  # the node that ran last, and what it is about to send
        self._sent: dict[tuple[Target, int], tuple[Any, Value | None]] = {}
        self._probes: Probes | None = Probes(partial(watch.told, self))

    # ----- before -----------------------------------------------------------------------------------------------------
    def _task(self, call: Call) -> Task:
        edges = list(map(self.graph.edge_of, call.roots))
        seeds = [self.recorder.snapshot(seed) for seed in call.seeds]
        task = Task(list(zip(edges, seeds, strict=True)), call.retain_graph, call.create_graph)
        if call.inputs is not None:
            edges = list(map(self.graph.edge_of, call.inputs))
            wanted = [_target_slot(edge) for edge in edges if edge is not None]
            if not call.accumulates:
                task.captures, task.asked = dict.fromkeys(wanted), {target for target, _ in wanted}
            restrict(task, wanted, run_ends=call.accumulates)
        count_dependencies(task)
        return task

    def _count_messages(self) -> Counter[tuple[Target, int]]:
        """How many messages each slot gets: only where several meet, the tensors themselves are needed for the sum."""
        edges = [edge for edge, _ in starts(self.task)]
        for target in self.task.owed:
            if isinstance(target, Mirror) and may_run(self.task, target):
                edges += [edge for edge in target._edges if is_wanted(self.task, edge)]
        return Counter(_target_slot(edge) for edge in edges)

    def start(self) -> None:
        """Tell that the backward begins, and place our hooks."""
        self.recorder.backward_started(self.task, learners_line())
        for index, (edge, seed) in enumerate(starts(self.task)):
            target, slot = _target_slot(edge)
            kept = seed if self.messages[target, slot] == 1 else self.call.seeds[index]
            observed.deliver(self.task, None, 0, edge, kept, self.recorder)
        reals = {mirror: real for real, mirror in self.graph.mirrors.items()}
        for target in self.task.owed:
            Turn.place(self, target, reals[target], self._probes)

    def report(self, probe: Probe, seen: tuple) -> None:
        """A probe reports what it saw to the turn of its node."""
        probe.report(self.turn_of(probe.target), probe, *seen)

    # ----- the learner's code in between ------------------------------------------------------------------------------
    def open(self, if_python: Mirror | None = None) -> None:
        """Record what comes next: a learner's hook, or (``if_python``) the backward of a Function."""
        if if_python is None or is_function(if_python.real):
            self._watch.__enter__()

    def close(self, if_python: Mirror | None = None) -> None:
        """The learner's code has returned. (After an exception PyTorch restores the modes by itself.)"""
        if if_python is None or is_function(if_python.real):
            self._watch.__exit__(None, None, None)

    # ----- turns ------------------------------------------------------------------------------------------------------
    def turn_of(self, target: Target) -> Turn:
        """The turn of this node, which begins now unless it has begun."""
        if self.turn is None or self.turn.target is not target:
            self._send()
            slots = self._take(target)
            self.recorder.node_visited(target, slots)
            self.turn = Turn(self, target, slots)
        return self.turn

    def turn_ended(self, messages: Sequence[Any]) -> None:
        """The node has run. `_send` tells its messages later, when PyTorch has gone on."""
        if messages:
            self._waiting = self.turn.target, list(messages)
        self.turn = None

    def message(self, edge: Any, tensor: torch.Tensor | None, value: Value | None) -> Any:
        """What goes along an edge, as the mirror needs it."""
        place = _target_slot(edge)
        if self.messages[place] > 1 and tensor is not None:
            return tensor.detach()
        self._sent[place] = _memory(tensor), value
        return value

    def value_seen(self, target: Target, slot: int, grad: torch.Tensor | None) -> Value | None:
        """What a slot holds when the node's turn comes; the very tensor that was sent need not be looked at again."""
        memory, value = self._sent.pop((target, slot), (None, None))
        return value if memory is not None and memory == _memory(grad) else self.recorder.snapshot(grad)

    def tensor_at(self, target: Target, slot: int) -> torch.Tensor | None:
        """The tensor whose gradient arrives there, if it can be found."""
        return (
            self.graph.variables.get(target) if isinstance(target, Tensor) else self.tensors.get((id_of(target), slot))
        )

    def _send(self) -> None:
        if self._waiting is not None:
            (node, messages), self._waiting = self._waiting, None
            observed.send_results(self.task, node, messages, self.recorder)

    def _take(self, target: Target) -> list:
        """The gradients in the slots of the node that PyTorch runs now; tells of the ends of the graph before it."""
        later = []
        while self.task.ready:
            entry = heappop(self.task.ready)
            if entry[2] is target:
                break
            if may_run(self.task, entry[2]):
                later.append(entry)
            else:
                self._tell_end(entry[2])
        for entry in later:
            heappush(self.task.ready, entry)
        return self._slots(target)

    def _slots(self, target: Target) -> list:
        count = 1 if isinstance(target, Tensor) else target.outputs()
        return [self.recorder.snapshot(item) for item in self.task.buffers.pop(target, None) or [None] * count]

    def _tell_end(self, target: Target) -> None:
        """An end of the graph under ``grad``: PyTorch returns its gradient and calls no hook of ours."""
        with self.telling.deriving():
            self.recorder.node_visited(target, self._slots(target))

    # ----- what PyTorch computes under create_graph -------------------------------------------------------------------
    def rules_recorded(self, results: Sequence[torch.Tensor | None]) -> None:
        """A rule has left nodes of its own."""
        if self.call.create_graph:
            self.forward.nodes_found(results)

    def additions_made(self, target: Target, slot: int, grad: torch.Tensor | None) -> None:
        """The sum in a slot has left nodes as well; each is told before the arrival to which it belongs."""
        if not self.call.create_graph:
            return
        events = self.recorder.notes.events
        end = len(events)
        sums = [k for k, event in enumerate(events) if _is_sum(event, ev.Edge(id_of(target), slot))]
        self.forward.nodes_found([grad], [events[k].after for k in sums])
        told, events[end:] = events[end:], []
        firsts = [k for k, event in enumerate(told) if isinstance(event, ev.OpRecorded)]
        for place, first in reversed(list(zip(sums[max(0, len(sums) - len(firsts)) :], firsts, strict=False))):
            told, events[place:place] = told[:first], told[first:]
        events += told

    # ----- after ------------------------------------------------------------------------------------------------------
    def finished(self, result: Any) -> None:
        """PyTorch's backward has ended and returns ``result``."""
        self._send()
        if not self.call.accumulates:
            for item, grad in zip(self.call.inputs, result, strict=True):
                edge = self.graph.edge_of(item)
                if edge is not None:
                    self.additions_made(*_target_slot(edge), grad)
        self._finished()

    def _finished(self) -> None:
        while self.task.ready:
            target = heappop(self.task.ready)[2]
            if not may_run(self.task, target):
                self._tell_end(target)
        self.recorder.backward_finished()

    def failed(self, error: BaseException) -> None:
        """PyTorch's engine raised an exception: in a node, or in a tensor's hook that ran before any of ours."""
        if self.turn is not None and self.turn.first_call is not None:
            self.turn.first_call.stop()
        found_nan = torch.is_anomaly_enabled() and "returned nan values" in str(error)
        if self.turn is None and not found_nan:
            self._send()
            if not any(may_run(self.task, entry[2]) for entry in self.task.ready):
                self._finished()  # PyTorch has looked at what came out, and finds something missing
                return
            with self.telling.deriving():
                target = self.task.ready[0][2]
                self.recorder.node_visited(target, self._take(target))
        self.recorder.error_raised(error)

    def remove_hooks(self) -> None:
        """Remove all of ours."""
        self._probes.remove()
        self._probes = self.turn = None  # they refer back to this object


def _is_sum(event: ev.Event, target: ev.Edge) -> bool:
    return isinstance(event, ev.BufferAdded) and event.target == target and event.before is not None


def _memory(tensor: torch.Tensor | None) -> tuple | None:
    """The same for the same numbers in the same memory, and different after a write; None if that cannot be told."""
    if tensor is None or tensor.is_inference() or tensor.layout is not torch.strided:
        return None
    return (tensor.data_ptr(), tensor._version, tensor.shape, tensor.stride())


def _target_slot(edge: Any) -> tuple[Target, int]:
    return (edge.node, edge.output_nr) if edge.__class__ is GradientEdge else (edge, 0)

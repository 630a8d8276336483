"""`record`: watch the engine. Turns live objects into events and hands them to a `Trace`.

The engine tells a recorder what it does, one method for each event; without a recorder it does not even ask what there
would be to tell. The switch belongs to the thread, so two threads never write into one trace.
"""

import inspect
import sys
from collections.abc import Callable, Sequence
from typing import Any

from .._tensor import Tensor
from ..autograd._state import attention, state
from ..autograd.graph import Node
from . import events
from .describe import LIMIT, describe, edge_info, id_of, reachable, value_of
from .events import Edge, Event, NodeInfo, Value, Variable
from .names import named_tensors
from .trace import Trace


class Recorder:
    """Collects events. The engine calls the methods; nobody else needs to."""

    def __init__(self, limit: int = LIMIT):
        self.events: list[Event] = []
        self.known: dict[str, NodeInfo] = {}
        self.values: dict[tuple[str, int], Value | None] = {}
        self.names: dict[tuple[str, int], str] = {}
        self._limit = limit
        self._backwards: list[int] = []
        self._count = 0
        self._running: list[str | None] = []  # the node at work in each nested backward, for an error

    def _value(self, item: Any) -> Value | None:
        return value_of(item, self._limit)

    def _values_of(self, items: Sequence) -> tuple[Value | None, ...]:
        return tuple(self._value(item) for item in items)

    # ----- forward ------------------------------------------------------------------------------------------------
    def op_recorded(self, node: Node, outputs: Any) -> None:
        """A node was made; ``outputs`` is the tensor, or the list of all outputs."""
        info = self._meet(node)
        outputs = outputs if isinstance(outputs, list) else [outputs]
        tensors = {slot: item for slot, item in enumerate(outputs) if isinstance(item, Tensor)}
        for slot, tensor in tensors.items():
            self.values[info.id, slot] = self._value(tensor)
            self._note_name(info.id, slot, tensor)
        self.events.append(events.OpRecorded(info, tuple(self.values[info.id, slot] for slot in tensors)))
        self.events.extend(events.ValueSaved(info.id, saved) for saved in info.saved)

    def _meet(self, target: Node | Tensor) -> NodeInfo:
        """Describe a node, and what can be learned from it about its neighbours' values."""
        info = self.known[id_of(target)] = describe(target, self._limit)
        if isinstance(target, Tensor):
            self._note_tensor(info.id, 0, target)
            return info
        for item in target._saved or ():
            if isinstance(item, Tensor) and item._edge() is not None:
                self._note_tensor(*self._place(item), item)
        return info

    def _place(self, tensor: Tensor) -> tuple[str, int]:
        edge = edge_info(tensor._edge())
        return edge.node, edge.slot

    def _note_tensor(self, node: str, slot: int, tensor: Tensor) -> None:
        self.values.setdefault((node, slot), self._value(tensor))
        self._note_name(node, slot, tensor)

    def _note_name(self, node: str, slot: int, tensor: Tensor) -> None:
        if tensor._name is not None:
            self.names[node, slot] = tensor._name

    # ----- backward -----------------------------------------------------------------------------------------------
    def backward_started(self, task: Any) -> None:
        """Describe the whole graph that the seeds can reach, as it stands now."""
        self._count += 1
        self._backwards.append(self._count)
        self._running.append(None)
        targets = reachable([edge for edge, _ in task.roots])
        nodes = tuple(self._meet(target) for target in targets)
        grads = tuple((id_of(t), self._value(t._grad)) for t in targets if isinstance(t, Tensor))
        self.events.append(
            events.BackwardStarted(
                number=self._count,
                roots=tuple(edge_info(edge) for edge, _ in task.roots),
                seeds=self._values_of([seed for _, seed in task.roots]),
                nodes=nodes,
                leaf_grads=grads,
                retain_graph=task.retain_graph,
                create_graph=task.create_graph,
            )
        )
        counts = tuple((id_of(target), task.owed[target]) for target in targets if target in task.owed)
        self.events.append(events.DependenciesCounted(counts))

    def node_visited(self, target: Node | Tensor, slots: Sequence) -> None:
        """A node's turn came; tell what lies in each of its slots."""
        node = self._running[-1] = id_of(target)
        self.events.append(events.NodeVisited(node))
        for slot, item in enumerate(slots):
            self.events.append(events.GradIn(node, slot, self._value(item)))

    def slot_materialized(self, node: Node, slot: int, zeros: Any) -> None:
        """A Function wanted zeros for an empty slot."""
        self.events.append(events.SlotMaterialized(id_of(node), slot, self._value(zeros)))

    def hook_called(
        self,
        target: Node | Tensor,
        kind: str,
        hook: Callable | None,
        before: Sequence,
        after: Sequence,
        slot: int | None = None,
    ) -> None:
        """A user's hook ran; ``slot`` is that of a tensor's own hook."""
        name = "" if hook is None else getattr(hook, "__name__", type(hook).__name__)
        pair = self._values_of(before), self._values_of(after)
        self.events.append(events.HookCalled(id_of(target), kind, name, *pair, slot))

    def rule_applied(self, node: Node, slots: Sequence, results: Sequence) -> None:
        """A node's rules gave these results, one for each edge."""
        received, sent = self._values_of(slots), self._values_of(results)
        self.events.append(events.RuleApplied(id_of(node), received, sent))

    def values_freed(self, node: Node) -> None:
        """The node is about to let go of what it saved."""
        info = self.known[id_of(node)]
        if node._saved:
            self.events.extend(events.ValueFreed(info.id, saved.name) for saved in info.saved if saved.frees)

    def edge_skipped(self, node: Node, index: int, why: str) -> None:
        """No message along this edge."""
        self.events.append(events.EdgeSkipped(id_of(node), index, why))

    def grad_reduced(self, node: Node, index: int, axes: tuple[int, ...], before: Any, after: Any) -> None:
        """A result was summed down to its input's shape."""
        pair = self._value(before), self._value(after)
        self.events.append(events.GradReduced(id_of(node), index, axes, *pair))

    def grad_out(self, node: Node, index: int, edge: Any, message: Any) -> None:
        """A message leaves."""
        self.events.append(events.GradOut(id_of(node), index, edge_info(edge), self._value(message)))

    def buffer_added(
        self, target: Any, slot: int, source: Node | None, before: Any, message: Any, after: Any, heard: int, owed: int
    ) -> None:
        """A message arrived."""
        place = Edge(id_of(target), slot)
        triple = self._values_of((before, message, after))
        self.events.append(
            events.BufferAdded(place, "" if source is None else id_of(source), *triple, heard=heard, expected=owed)
        )

    def grad_accumulated(self, leaf: Tensor, before: Any, gradient: Any) -> None:
        """A leaf's ``.grad`` was written; ``before`` is a copy of what it was."""
        triple = self._values_of((before, gradient, leaf._grad))
        self.events.append(events.GradAccumulated(id_of(leaf), *triple))

    def backward_finished(self) -> None:
        """The engine has nothing left to do."""
        self._running.pop()
        self.events.append(events.BackwardFinished(self._backwards.pop()))

    def error_raised(self, error: BaseException) -> None:
        """An exception is leaving the engine."""
        self._backwards.pop()
        self.events.append(events.ErrorRaised(self._running.pop(), type(error).__name__, str(error)))

    # ----- the end ------------------------------------------------------------------------------------------------
    def variables(self, *scopes: dict[str, Any]) -> dict[str, tuple[Variable | None, ...]]:
        """Name and value of every node's outputs, as far as they are known now."""
        for scope in scopes:
            for name, tensor in named_tensors(scope):
                if tensor.requires_grad:
                    place = self._place(tensor)
                    if place[0] in self.known:
                        self.names.setdefault(place, name)
                        self.values.setdefault(place, self._value(tensor))
        return {
            node: tuple(self._variable(node, slot) for slot in range(info.outputs)) for node, info in self.known.items()
        }

    def _variable(self, node: str, slot: int) -> Variable | None:
        name, value = self.names.get((node, slot)), self.values.get((node, slot))
        return None if name is None and value is None else Variable(name, value)


class record:
    """Watch everything that the engine does inside a ``with`` block::

        with al.record() as trace:
            loss.backward()

    The trace can be read when the block has ended. Put the forward inside as well to record it too. Recordings nest:
    the inner one gets the events, the outer one goes on afterwards. An exception ends the recording and passes on.

    Args:
        limit: arrays with more elements than this are summarised, so that a trace stays small.
        names: variables to take names from, e.g. ``{"x": x}``; default: those of the caller.
    """

    def __init__(self, limit: int = LIMIT, names: dict[str, Any] | None = None):
        self._recorder = Recorder(limit)
        self._names = names
        self._trace = Trace()

    def __enter__(self) -> Trace:
        self._before = state.recorder
        state.recorder = self._recorder
        attention.add(1)
        return self._trace

    def __exit__(self, *error: object) -> None:
        state.recorder = self._before
        attention.add(-1)
        frame = sys._getframe(1)
        scopes = (self._names,) if self._names is not None else (frame.f_locals, frame.f_globals)
        self._trace._finish(self._recorder.events, self._recorder.variables(*scopes))
        if self._names is None and frame.f_code.co_flags & inspect.CO_OPTIMIZED and isinstance(scopes[0], dict):
            # Before Python 3.13 a function's f_locals is a copy that its frame keeps: do not let it hold the tensors.
            scopes[0].clear()


def is_recording() -> bool:
    """Whether this thread is being recorded just now."""
    return state.recorder is not None

"""`record`: watch the engine. Takes notes of what it does and hands them to a `Trace`, which makes events of them.

The engine tells a recorder what it does, one method for each event; without a recorder it does not even ask what there
would be to tell. The switch belongs to the thread, so two threads never write into one trace.
"""

import inspect
import sys
from collections.abc import Callable, Sequence
from typing import Any

from .._tensor import Tensor
from ..autograd._state import attention, here
from ..autograd.graph import Node
from . import events, unfold
from .node_info import describe, id_of, place_of, reachable
from .events import Edge, Variable
from .variable_names import named_tensors
from .notes import LIMIT, Note, Snapshots, Tape, written
from .trace import Trace
from .unfold import Place


class Recorder:
    """Takes notes. The engine calls the methods; nobody else needs to.

    ``snapshot`` takes down an array as it is now. An array that was taken down already is not looked at again, so
    every method at which foreign code (a hook, a Function, the learner's program) may have written into arrays calls
    ``forget`` first. The rules of the table write into nothing that they are given.
    """

    def __init__(self, limit: int = LIMIT):
        self.events = Tape()
        self._tell = self.events.lines.append
        self.known: dict[str, Note] = {}
        self.values: dict[tuple[str, int], Note | None] = {}
        self.names: dict[tuple[str, int], str] = {}
        self._snapshots = Snapshots(limit)
        self.snapshot, self._forget = self._snapshots.take, self._snapshots.forget
        self._backwards: list[int] = []
        self._count = 0
        self._running: list[str | None] = []  # the node at work in each nested backward, for an error

    # ----- forward ------------------------------------------------------------------------------------------------
    def op_recorded(self, node: Node, outputs: Any) -> None:
        """A node was made; ``outputs`` is the tensor, or the list of all outputs."""
        self._forget()
        name = id_of(node)
        info = self._meet(name, node)
        outputs = outputs if isinstance(outputs, list) else [outputs]
        places = {(name, slot): item for slot, item in enumerate(outputs) if isinstance(item, Tensor)}
        for place, tensor in places.items():
            self.values[place] = self.snapshot(tensor)
            self._note_name(place, tensor)
        self._tell((unfold.recorded, info, tuple([self.values[place] for place in places])))

    def _meet(self, name: str, target: Node | Tensor) -> Note:
        """Describe a node, and what can be learned from it about its neighbours' values."""
        info = self.known[name] = describe(name, target, self._snapshots)
        if isinstance(target, Tensor):
            self._note_tensor((name, 0), target)
            return info
        for item in target._saved or ():
            if isinstance(item, Tensor):
                edge = item._edge()
                if edge is not None:
                    self._note_tensor(place_of(edge), item)
        return info

    def _note_tensor(self, place: Place, tensor: Tensor) -> None:
        if place not in self.values:
            self.values[place] = self.snapshot(tensor._data)
        self._note_name(place, tensor)

    def _note_name(self, place: Place, tensor: Tensor) -> None:
        if tensor._name is not None:
            self.names[place] = tensor._name

    # ----- backward -----------------------------------------------------------------------------------------------
    def backward_started(self, task: Any) -> None:
        """Describe the whole graph that the seeds can reach, as it stands now."""
        self._forget()
        self._count += 1
        self._backwards.append(self._count)
        self._running.append(None)
        targets, owed = reachable([edge for edge, _ in task.roots]), task.owed
        met = [(name := id_of(target), self._meet(name, target), target) for target in targets]
        nodes = tuple([info for _, info, _ in met])
        grads = tuple([(name, self.snapshot(target._grad)) for name, _, target in met if isinstance(target, Tensor)])
        counts = tuple([(name, owed[target]) for name, _, target in met if target in owed])
        roots = tuple([Edge(*place_of(edge)) for edge, _ in task.roots])
        seeds = tuple([self.snapshot(seed) for _, seed in task.roots])
        how = task.retain_graph, task.create_graph
        self._tell((events.BackwardStarted, self._count, roots, seeds, nodes, grads, *how))
        self._tell((events.DependenciesCounted, counts))

    def node_visited(self, target: Node | Tensor, slots: Sequence) -> None:
        """A node's turn came; tell what lies in each of its slots."""
        node = self._running[-1] = id_of(target)
        self._tell((unfold.visited, node, tuple(map(self.snapshot, slots))))

    def slot_materialized(self, node: Node, slot: int, zeros: Any) -> None:
        """A Function wanted zeros for an empty slot."""
        self._tell((events.SlotMaterialized, id_of(node), slot, self.snapshot(zeros)))

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
        self._forget()
        name = "" if hook is None else getattr(hook, "__name__", type(hook).__name__)
        seen, left = tuple(map(self.snapshot, before)), tuple(map(self.snapshot, after))
        self._tell((events.HookCalled, id_of(target), kind, name, seen, left, slot))

    def rule_applied(self, node: Node, slots: Sequence, results: Sequence) -> None:
        """A node's rules gave these results, one for each edge."""
        if node.op is None or node._saved.__class__ is not tuple:  # a learner's backward ran, or an unpack hook
            self._forget()
        take = self.snapshot
        self._tell((events.RuleApplied, self._running[-1], tuple(map(take, slots)), tuple(map(take, results))))

    def values_freed(self, node: Node) -> None:
        """The node is about to let go of what it saved."""
        if node._saved:
            self._tell((unfold.freed, self.known[self._running[-1]]))

    def edge_skipped(self, node: Node, index: int, why: str) -> None:
        """No message along this edge."""
        self._tell((events.EdgeSkipped, self._running[-1], index, why))

    def grad_reduced(self, node: Node, index: int, axes: tuple[int, ...], before: Any, after: Any) -> None:
        """A result was summed down to its input's shape."""
        self._tell((events.GradReduced, self._running[-1], index, axes, self.snapshot(before), self.snapshot(after)))

    def message_sent(
        self, source: Node | None, index: int, edge: Any, before: Any, message: Any, heard: int, owed: int
    ) -> None:
        """A message leaves along an edge (or is a seed). The first one in a slot is all that lies there now."""
        value = self.snapshot(message)
        if source is not None and before is None:  # nearly always
            self._tell((unfold.sent_first, self.known[self._running[-1]], index, value, heard, owed))
        elif source is not None:
            self._tell((unfold.sent, self.known[self._running[-1]], index, value))
        elif before is None:
            self._tell((events.BufferAdded, Edge(*place_of(edge)), "", None, value, value, heard, owed))

    def message_added(
        self, source: Node | None, index: int, edge: Any, before: Any, message: Any, after: Any, heard: int, owed: int
    ) -> None:
        """A message was added to what lay in its slot."""
        facts = self.snapshot(before), self.snapshot(message), self.snapshot(after), heard, owed
        if source is None:
            self._tell((events.BufferAdded, Edge(*place_of(edge)), "", *facts))
        else:
            self._tell((unfold.added, self.known[self._running[-1]], index, *facts))

    def grad_accumulated(self, leaf: Tensor, before: Note | None, gradient: Any) -> None:
        """A leaf's ``.grad`` was written; ``before`` is the `snapshot` of what it was."""
        if before is not None:  # perhaps into the array that was there
            self._forget()
        after = self.snapshot(leaf._grad)
        self._tell((events.GradAccumulated, self._running[-1], before, self.snapshot(gradient), after))

    def backward_finished(self) -> None:
        """The engine has nothing left to do."""
        self._forget()
        self._running.pop()
        self._tell((events.BackwardFinished, self._backwards.pop()))

    def error_raised(self, error: BaseException) -> None:
        """An exception is leaving the engine."""
        self._forget()
        self._backwards.pop()
        self._tell((events.ErrorRaised, self._running.pop(), type(error).__name__, str(error)))

    # ----- the end ------------------------------------------------------------------------------------------------
    def variables(self, *scopes: dict[str, Any]) -> Note:
        """Name and value of every node's outputs, as far as they are known now."""
        self._forget()
        for scope in scopes:
            for name, tensor in named_tensors(scope):
                if tensor.requires_grad:
                    place = place_of(tensor._edge())
                    if place[0] in self.known:
                        self.names.setdefault(place, name)
                        if place not in self.values:
                            self.values[place] = self.snapshot(tensor)
        return Note(variables_of, self.known, self.names, self.values)


def variables_of(nodes: dict[str, Note], names: dict[Place, str], values: dict[Place, Note | None]) -> dict[str, tuple]:
    """The variable of each of a node's outputs; None where neither name nor value is known."""

    def variable(place: Place) -> Variable | None:
        name, value = names.get(place), written(values.get(place))
        return None if name is None and value is None else Variable(name, value)

    return {
        name: tuple([variable((name, slot)) for slot in range(info.made().outputs)]) for name, info in nodes.items()
    }


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
        self._before = here.state.recorder
        here.state.recorder = self._recorder
        attention.add(1)
        return self._trace

    def __exit__(self, *error: object) -> None:
        here.state.recorder = self._before
        attention.add(-1)
        frame = sys._getframe(1)
        scopes = (self._names,) if self._names is not None else (frame.f_locals, frame.f_globals)
        if scopes[0] is scopes[-1]:  # outside of functions they are the same
            scopes = scopes[:1]
        self._trace._finish(self._recorder.events, self._recorder.variables(*scopes))
        if self._names is None and frame.f_code.co_flags & inspect.CO_OPTIMIZED and isinstance(scopes[0], dict):
            # Before Python 3.13 a function's f_locals is a copy that its frame keeps: do not let it hold the tensors.
            scopes[0].clear()


def is_recording() -> bool:
    """Whether this thread is being recorded just now."""
    return here.state.recorder is not None

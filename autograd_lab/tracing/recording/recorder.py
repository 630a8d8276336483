"""`record`: watch the engine, write down every event, and hand them all to a `Trace`.

The engine tells a recorder what it does, one method for each event; without a recorder it does not even ask what there
would be to tell. The switch belongs to the thread and to the task of asyncio, so two of them never write into each
other's traces.
"""

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from functools import wraps
from numbers import Integral
from types import FrameType, FunctionType, TracebackType
from typing import Any, ClassVar

from ..._core.base.learners_line import learners_place, warn
from ..._core.base.state import thread, watchers
from ..._core.graph import Node
from ..._core.tensor import Tensor
from ..pytorch import is_torch_loaded
from ..trace import events as ev
from ..trace.events import Value
from ..trace.trace import EVERYTHING, Trace
from ..why.answer import Answer
from .decorated import check_function, first_frame_of
from .node_info import edge_to, id_of, reachable
from .notes import Notes
from .values import LIMIT, Snapshots
from .variable_names import LIBRARIES, variables_of


@dataclass
class Running:
    """A backward that has begun, and the node at work in it."""

    number: int
    node: str | None = None


class Recorder:
    """Writes an event for everything that the engine tells it, one method for each; only the engine calls them.

    ``snapshot`` copies numbers as they are at this moment, since the next owner of an array may write into it.
    """

    def __init__(self, notes: Notes | None = None):
        self.notes = notes or Notes(Snapshots())
        self.snapshot = self.notes.snapshot
        self._write = self.notes.events.append
        self.module_entered, self.module_left = self.notes.module_entered, self.notes.module_left
        self._running: list[Running] = []  # the innermost backward last
        self.home: Any = None  # the `State` of the thread that is recorded, for as long as it is
        self.outer: Recorder | None = None  # the one that was on when this one started

    def _snapshots(self, items: Sequence) -> tuple[Value | None, ...]:
        return tuple(map(self.snapshot, items))

    # ----- forward ------------------------------------------------------------------------------------------------
    def op_recorded(self, node: Node, outputs: Any) -> None:
        """A node was made; ``outputs`` is the tensor, or the list of all outputs."""
        info, values = self.notes.meet(node), []
        for slot, output in enumerate(outputs if isinstance(outputs, list) else [outputs]):
            if isinstance(output, Tensor):
                values.append(self.notes.note((info.id, slot), output))
        self.notes.node_made(info.id, learners_place())
        self._write(ev.OpRecorded(info, tuple(values)))
        for item in info.saved:
            self._write(ev.ValueSaved(info.id, item))

    def call_made(self, operation: str, inputs: Any, outputs: Any) -> None:
        """A call took tensors and gave tensors, whether it left a node or not. What backward calls is left out."""
        if not self._running:
            state = thread.state
            mode = "inference_mode" if state.inference else "" if state.grad_enabled else "no_grad"
            self.notes.call_made(operation, inputs, outputs, mode)

    def grad_emptied(self, leaf: Any) -> None:
        """A ``.grad`` is about to be taken away, or filled with zeros."""
        self.notes.grad_emptied(leaf, learners_place())

    def optimizer_stepped(self, optimizer: Any) -> None:
        """An optimizer has moved its parameters."""
        self.notes.optimizer_stepped(optimizer, learners_place())

    # ----- backward -----------------------------------------------------------------------------------------------
    def backward_started(self, task: Any, place: tuple[str, int] | None = None) -> None:
        """Describe the whole graph that the seeds can reach, as it stands now. It was called at ``place``, or here."""
        self.notes.backwards += 1
        self._running.append(Running(self.notes.backwards))
        self.notes.backward_called(place or learners_place())
        targets = reachable([edge for edge, _ in task.roots])
        rewritten = tuple(self.notes.rewritten(target for target in targets if isinstance(target, Tensor)))
        nodes = tuple(map(self.notes.meet, targets))
        ids = dict(zip(targets, [info.id for info in nodes], strict=True))
        self._write(
            ev.BackwardStarted(
                number=self.notes.backwards,
                roots=tuple([edge_to(edge) for edge, _ in task.roots]),
                seeds=self._snapshots([seed for _, seed in task.roots]),
                nodes=nodes,
                leaf_grads=tuple([(ids[t], self.snapshot(t._grad)) for t in targets if isinstance(t, Tensor)]),
                retain_graph=task.retain_graph,
                create_graph=task.create_graph,
                leaf_values=rewritten,
            )
        )
        self._write(ev.DependenciesCounted(tuple([(ids[t], task.owed[t]) for t in targets if t in task.owed])))
        self.notes.look_around()

    def node_visited(self, target: Node | Tensor, slots: Sequence) -> None:
        """A node's turn came; tell what lies in each of its slots."""
        node = self._running[-1].node = id_of(target)
        self._write(ev.NodeVisited(node))
        for slot, arrived in enumerate(slots):
            self._write(ev.GradIn(node, slot, self.snapshot(arrived)))

    def slot_materialized(self, node: Node, slot: int, zeros: Any) -> None:
        """A Function wanted zeros for an empty slot."""
        self._write(ev.SlotMaterialized(id_of(node), slot, self.snapshot(zeros)))

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
        self._write(ev.HookCalled(id_of(target), kind, name, self._snapshots(before), self._snapshots(after), slot))

    def rule_applied(self, node: Node, slots: Sequence, results: Sequence) -> None:
        """A node's rules gave these results, one for each edge."""
        self._write(ev.RuleApplied(id_of(node), self._snapshots(slots), self._snapshots(results)))

    def values_freed(self, node: Node) -> None:
        """The node is about to let go of what it saved."""
        if node._saved:
            info = self.notes.nodes[id_of(node)]
            for item in info.saved:
                if item.frees:
                    self._write(ev.ValueFreed(info.id, item.name))

    def edge_skipped(self, node: Node, index: int, why: str) -> None:
        """No message along this edge."""
        self._write(ev.EdgeSkipped(id_of(node), index, why))

    def grad_reduced(self, node: Node, index: int, axes: tuple[int, ...], before: Any, after: Any) -> None:
        """A result was summed down to its input's shape."""
        self._write(ev.GradReduced(id_of(node), index, axes, self.snapshot(before), self.snapshot(after)))

    def message_sent(
        self, source: Node | None, index: int, edge: Any, before: Any, message: Any, heard: int, owed: int
    ) -> None:
        """A message leaves along an edge (or is a seed). The first one in a slot is all that lies there now."""
        value, target, sender = self.snapshot(message), edge_to(edge), "" if source is None else id_of(source)
        if source is not None:
            self._write(ev.GradOut(sender, index, target, value))
        if before is None:
            self._write(ev.BufferAdded(target, sender, None, value, value, heard, owed))

    def message_added(
        self, source: Node | None, index: int, edge: Any, before: Any, message: Any, after: Any, heard: int, owed: int
    ) -> None:
        """A message was added to what lay in its slot."""
        sender = "" if source is None else id_of(source)
        self._write(ev.BufferAdded(edge_to(edge), sender, *self._snapshots((before, message, after)), heard, owed))

    def grad_accumulated(self, leaf: Tensor, before: Value | None, gradient: Any) -> None:
        """A leaf's ``.grad`` was written; ``before`` is the `snapshot` of what it was."""
        self._write(ev.GradAccumulated(id_of(leaf), before, self.snapshot(gradient), self.snapshot(leaf._grad)))

    def backward_finished(self) -> None:
        """The engine has nothing left to do."""
        self._write(ev.BackwardFinished(self._running.pop().number))

    def error_raised(self, error: BaseException) -> None:
        """An exception is leaving the engine."""
        self._write(ev.ErrorRaised(self._running.pop().node, type(error).__name__, str(error)))


class record:
    """Watch everything that the engine does inside a ``with`` block, and PyTorch's if the program has loaded it::

        with al.record() as trace:
            loss.backward()

    The trace can be read when the block has ended. Put the forward inside as well to record it too. Recordings nest:
    the inner one gets the events, the outer one goes on afterwards. An exception ends the recording and passes on.

    Above a function, it records each call; the function returns what it always returned, and ``train.trace`` is the
    trace of its last call::

        @al.record()
        def train(): ...

    Args:
        limit: arrays with more elements than this are summarised, so that a trace stays small.
        names: variables to take names from, e.g. ``{"x": x}``; default: those around the block, or in the function.

    Raises:
        TypeError: when the limit is not a number (a model, a function), or the names are not a dict.
    """

    last: ClassVar[Trace | None] = None
    """The trace of the recording that ended last, in any thread."""

    frame: FrameType | None = None
    """Where names are looked up: the frame around the ``with`` block, unless the recording was given another."""

    def __init__(self, limit: int = LIMIT, names: dict[str, Any] | None = None):
        _check_arguments(limit, names)
        self._recorder = Recorder(Notes(Snapshots(limit)))
        self._limit, self._names = limit, names
        self._trace = Trace()
        self._entered = False

    def __call__(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """The function, recorded at each call."""
        check_function(function)

        @wraps(function)
        def recorded(*args: Any, **kwargs: Any) -> Any:
            recording = record(self._limit, self._names)
            try:
                with recording, first_frame_of(function, recording.look_from):
                    return function(*args, **kwargs)
            finally:
                recorded.trace = recording._trace

        recorded.trace = Trace(variables={})  # it says of itself that nothing was recorded
        return recorded

    def look_from(self, frame: FrameType) -> None:
        """Look names up in this frame."""
        self.frame = frame
        self._watch_functions()

    def name_module(self, name: str, module: Any) -> None:
        """Call a module so where no variable leads to it."""
        self._recorder.notes.called_functions.modules.setdefault(name, module)

    def _watch_functions(self) -> None:
        """Functions that are called from the frame may know more names."""
        self._recorder.notes.called_functions.home = self.frame if self._names is None else None

    def __enter__(self) -> Trace:
        if self._entered:
            raise RuntimeError("This recording has begun already; each one needs a record() of its own.")
        self._entered = True
        thread.state.start(self._recorder)
        watchers.add(1)
        self.frame = self.frame or sys._getframe(1)
        self._watch_functions()
        self._torch = self._watch_torch() if is_torch_loaded() else None
        return self._trace

    def _watch_torch(self) -> Any:
        """What watches PyTorch, from now on; None, with a warning, for a PyTorch that offers too little."""
        try:
            from ..pytorch.mode import Watch  # loads parts of PyTorch, so not before the program has done so

            another = Recorder(self._recorder.notes)
            watch = Watch(self._recorder, another, self._scopes)
            watch.start()
        except (ImportError, AttributeError) as error:
            warn(f"PyTorch's own tensors are not recorded: {error}.")
            return None
        return watch

    def __exit__(self, _type: Any, error: BaseException | None, traceback: TracebackType | None) -> None:
        self._stop()
        notes, state = self._recorder.notes, thread.state
        if error is not None:
            frames = [*frames_of(traceback)]
            notes.stopped = type(error).__name__, str(error), learners_place_in(frames)
            notes.look_around(frame for frame, _ in frames if frame is not self.frame)
        notes.called_functions.home = None
        hidden = state.hide_recorder()  # a recording around this one hears nothing of what is done for the trace
        try:
            with self._scopes() as scopes:
                known = *scopes, notes.called_functions.modules
                self._trace._finish(notes.events, notes.variables(*known), notes.origins(*known), notes.flow(*known))
        finally:
            state.hidden = hidden
        self._trace._numbers = notes.numbers
        type(self).last = self._trace
        self.frame = None

    def _stop(self) -> None:
        try:
            if self._torch is not None:
                self._torch.stop()
        finally:
            self._recorder.home.stop(self._recorder)
            watchers.add(-1)
            self._torch = None

    def _scopes(self) -> AbstractContextManager[tuple[dict[str, Any], ...]]:
        """The variables around the ``with`` block, as they are now."""
        return variables_of(self.frame) if self._names is None else nullcontext((self._names,))


def frames_of(traceback: TracebackType | None) -> Iterator[tuple[FrameType, int]]:
    """The frames through which an exception came, the outermost first, each with the number of its running line."""
    while traceback is not None:
        yield traceback.tb_frame, traceback.tb_lineno
        traceback = traceback.tb_next


def learners_place_in(frames: Sequence[tuple[FrameType, int]]) -> tuple[str, int] | None:
    """File and number of the learner's line from which an exception came."""
    for frame, line in reversed(frames):
        if frame.f_globals.get("__name__", "").partition(".")[0] not in LIBRARIES:
            return frame.f_code.co_filename, line
    return None


def is_recording() -> bool:
    """Whether this thread is being recorded just now."""
    return thread.state.recorder is not None


def _check_arguments(limit: Any, names: Any) -> None:
    """Refuse what `record` was given by mistake: what it should watch, or a variable in place of a dict of them."""
    if isinstance(limit, bool) or not isinstance(limit, Integral):
        what = "a function" if isinstance(limit, FunctionType) else type(limit).__name__
        raise TypeError(
            f"record does not take {what}: put the program into `with al.record() as trace:`, or write `@al.record()`, "
            "with brackets, above a function."
        )
    if names is not None and not isinstance(names, Mapping):
        raise TypeError(f'names is a dict such as names={{"x": x}}, not {type(names).__name__}.')


def why(target: Any = EVERYTHING) -> Answer:
    """`Trace.why` of the recording that ended last: why ``target.grad`` is None, 0, nan, or larger than expected.

    Without a target, the answer is about all gradients. ``al.why(trace)`` gives the same for another recording.

    Raises:
        RuntimeError: before anything was recorded.
        KeyError: for a name or a tensor that the recording does not know.
    """
    if isinstance(target, Trace):
        return target.why()
    if record.last is None:
        raise RuntimeError("Nothing was recorded yet: put forward and backward into `with al.record() as trace:`.")
    return record.last.why(target)

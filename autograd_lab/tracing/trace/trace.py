"""`Trace`: what was recorded, and the questions one can ask it.

A trace is plain data. It holds no tensor and no graph, so it can be kept, compared, saved, and read by another program.
"""

import importlib
import os
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from operator import index as as_index
from pathlib import Path
from typing import Any, NoReturn

from ..._core.base.tracebacks import concise
from ..._core.base.whole_file import write_whole
from ..recording.calls import Flow
from ..recording.source_lines import Line, Origin, Origins
from ..recording.tensor_numbers import Numbers
from ..recording.values import text_of
from ..telling.event_sentences import sentence_of
from ..why.answer import Answer
from ..why.health import Health, health_of, why_named
from ..why.why import why
from .difference import Difference, difference
from .events import EVENTS, BackwardStarted, Event, NodeInfo, Value, Variable, Variables
from .file_format import TraceFormatError as TraceFormatError
from .file_format import read, write
from .node_search import UNKNOWN_TENSOR, find_node, is_tensor, no_tensor_words
from .nodes import labels_of, node_of, nodes_of, overwritten_in, waits_are_kept
from .replay import Replay
from .state import State as State
from .steps import Moment, Step, events_until, step_with, steps_of_events

EVERYTHING = object()
"""What `why` is asked about by default. (None is what ``trace.why(w.grad)`` may ask by mistake.)"""


class Trace:
    """Everything that happened while a recording ran, event by event.

    You get one from ``with al.record() as trace:`` and read it after the block. Events are counted from 0
    (``trace[k]``, ``trace.sentence(k)``); a *state* stands between two events, so ``trace.at(k)`` is how things are
    after the first k of them.

    *Steps* are what a learner goes through: one for each node, made of all events of its turn, and counted from 1
    (``trace.steps``, ``trace.text()``). ``trace.step_at(k)`` is the step that event k belongs to.

    ``events`` is a tuple. ``nodes`` maps ids to `NodeInfo`: functions newest first, then leaves in the order met.
    ``variables`` maps ids to what the learner calls the outputs of that node, one `Variable` or None for each slot.
    ``origins`` maps ids to where the node was made, an `Origin`: the learner's line, and the modules called there.
    ``flow`` is a `Flow`: which calls took and gave which tensors, also where they left no node behind.
    """

    events: tuple[Event, ...]
    nodes: dict[str, NodeInfo]
    variables: dict[str, tuple[Variable | None, ...]]
    origins: dict[str, Origin]
    flow: Flow
    _numbers: Numbers | None = None
    """Of the tensors that the flow speaks of, as long as they live; not kept in files."""

    def __init__(
        self,
        events: Iterable[Event] = (),
        variables: Variables | None = None,
        origins: Origins | None = None,
        flow: Flow | None = None,
    ):
        events = tuple(events)
        if events or variables is not None:
            self._finish(events, variables or {}, origins, flow)

    def _finish(
        self, events: Iterable[Event], variables: Variables, origins: Origins | None = None, flow: Flow | None = None
    ) -> None:
        """Fill in everything, once; before that, every question is refused."""
        if self._is_complete:
            raise RuntimeError("This trace is complete already.")
        self.events = tuple(events)
        self.nodes = nodes_of(self.events)
        self.overwritten = overwritten_in(self.events, self.nodes)
        order = {node: position for position, node in enumerate(self.nodes)}
        known = sorted(variables, key=lambda node: (order.get(node, len(order)), node))
        self.variables = {node: tuple(variables[node]) for node in known}
        self.origins = {node: origins[node] for node in self.nodes if node in origins} if origins else {}
        self.flow = flow or Flow()

    @property
    def _is_complete(self) -> bool:
        return "events" in vars(self)

    def __getattr__(self, name: str) -> NoReturn:
        """Python asks here for what is not there."""
        if name in Trace.__annotations__:
            raise RuntimeError("The recording is still running: read the trace after its `with` block has ended.")
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}", name=name, obj=self)

    def _twin(self) -> "Trace":
        """An equal trace for what this one keeps: a trace that held itself would outlive its last user."""
        twin = Trace()
        vars(twin).update(self.__getstate__(), _labels=self._labels, _replay=self._replay)
        return twin

    def __getstate__(self) -> dict[str, Any]:
        return {name: item for name, item in vars(self).items() if name != "_numbers"}

    # ----- what was recorded ------------------------------------------------------------------------------------------
    def __len__(self) -> int:
        return len(self.events)

    def __getitem__(self, k: int | slice) -> Any:
        return self.events[k]

    def __iter__(self) -> Iterator[Event]:
        return iter(self.events)

    # ----- names ------------------------------------------------------------------------------------------------------
    def label(self, node: str) -> str:
        """What a picture calls the node: ``MulBackward0 #2``, ``AccumulateGrad(d)``, ``AccumulateGrad #1``.

        A node that the recording only knows as the end of another node's edge gets the best label there is.
        Raises KeyError for an id that does not occur.
        """
        label = self._labels.get(node)
        if label is None:
            raise KeyError(f"This trace has no node {node!r}; it has {', '.join(self.nodes) or 'none at all'}.")
        return label

    def name(self, node: str, slot: int = 0) -> str | None:
        """What the learner calls the output of a node (or the leaf); None if nothing is known."""
        variables = self.variables.get(node, ())
        variable = variables[slot] if 0 <= slot < len(variables) else None
        return None if variable is None else variable.name

    @cached_property
    def waits_are_kept(self) -> bool:
        """Whether each node ran after all its messages had come. (`views.break_it` has an engine that can't wait.)"""
        return waits_are_kept(self.events)

    @cached_property
    def _labels(self) -> dict[str, str]:
        return labels_of(self.nodes, self.name)

    def number_of(self, item: object) -> int | None:
        """The number of one of the learner's tensors in the flow; None if it took no part."""
        return None if self._numbers is None else self._numbers.find(item)

    def called(self, name: str) -> int | None:
        """The number of the tensor with this name; a second name is known only while the recording is at hand."""
        numbers = (number for number, tensor in enumerate(self.flow.tensors) if tensor.name == name)
        return next(numbers, None if self._numbers is None else self._numbers.called.get(name))

    def living(self, number: int) -> Any:
        """The learner's own tensor with this number in the flow, if it still exists."""
        return None if self._numbers is None else self._numbers.tensor(number)

    def called_at(self, backward: int) -> Line | None:
        """The line that called the backward with this number, if it is known."""
        return self.flow.starts[backward - 1] if backward <= len(self.flow.starts) else None

    # ----- states -----------------------------------------------------------------------------------------------------
    @cached_property
    def _replay(self) -> Replay:
        return Replay(self.events, self.nodes)

    def at(self, k: int) -> State:
        """The state after the first ``k`` events; ``k`` runs from 0 to ``len(trace)``. Raises IndexError."""
        k = as_index(k)
        if not 0 <= k <= len(self.events):
            raise IndexError(f"This trace has states 0 to {len(self.events)}; there is no state {k}.")
        return self._replay.state(k)

    def focus(self, k: int) -> tuple[str | None, tuple[str, int] | None]:
        """The node at work in state ``k``, and the edge (node, index) that its event concerns."""
        return self._replay.focus(k)

    def arrivals(self, k: int, node: str, slot: int) -> list[int]:
        """The indices of the `BufferAdded` events that filled this slot up to state ``k``."""
        return [*self.latest_arrivals(k, node, slot)][::-1]

    def latest_arrivals(self, k: int, node: str, slot: int) -> Iterator[int]:
        """The same, latest first, for callers that need only a few of them."""
        return self._replay.latest_arrivals(k, node, slot)

    @property
    def rewritten(self) -> Mapping[int, tuple[str, ...]]:
        """State → the leaves whose values change there, as after an optimizer's step."""
        return self._replay.rewritten

    @property
    def backwards(self) -> list[tuple[int, int, int]]:
        """(number, first event, last event) of each backward, in the order of their start.

        The last event is its `BackwardFinished` or `ErrorRaised`. A backward that a hook starts lies inside another.
        """
        end = len(self.events) - 1
        return [(b.number, b.first, end if b.last is None else b.last) for b in self._replay.backwards]

    @property
    def starts(self) -> list[BackwardStarted]:
        """The event with which each backward began."""
        return [self.events[first] for _, first, _ in self.backwards]

    # ----- questions --------------------------------------------------------------------------------------------------
    def sentence(self, k: int) -> str:
        """Event ``k`` in one plain sentence, on one line. Raises IndexError unless 0 <= k < len(trace)."""
        return " ".join(sentence_of(self, self._index(k)).split())

    def _index(self, k: int) -> int:
        """``k``, if there is such an event."""
        k = as_index(k)
        if not 0 <= k < len(self.events):
            raise IndexError(f"This trace has {len(self)} events, counted from 0; there is no event {k}.")
        return k

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """The trace in steps, one for each node by and large; every event belongs to exactly one.

        Each `Step` has ``number`` (from 1), ``first`` and ``last`` (indices of events) and ``sentence``.
        """
        return steps_of_events(self._twin())

    def step_at(self, k: int) -> Step:
        """The step that event ``k`` belongs to. Raises IndexError unless 0 <= k < len(trace)."""
        return step_with(self.steps, self._index(k))

    @concise
    def text(self, details: bool = False) -> str:
        """Everything that happened, one numbered line for each step: line n is ``trace.steps[n - 1].sentence``.

        With ``details=True``, one line for each event: line n leads to state ``at(n)``.
        """
        lines = [*map(self.sentence, range(len(self)))] if details else [step.sentence for step in self.steps]
        width = len(str(len(lines)))
        return "\n".join([f"{number:>{width}}. {line}" for number, line in enumerate(lines, start=1)])

    @concise
    def find(self, kind: str, node: object = None, name: str | None = None) -> list[int]:
        """The indices of the events of one kind, such as ``"GradOut"``.

        ``node`` (an id, a label, a name, a tensor or a ``grad_fn``) and ``name`` (a class name, such as
        ``"MulBackward0"``) narrow it down to events at such a node: the one that acts, or, for `BufferAdded`, the one
        that the message reaches.
        Raises ValueError for a kind and KeyError for a node that there is not.
        """
        if kind not in EVENTS:
            raise ValueError(f"There is no event {kind!r}; there are {', '.join(EVENTS)}.")
        place = None if node is None else find_node(self, node)
        return [k for k, event in enumerate(self.events) if event.kind == kind and self._is_at(event, place, name)]

    def _is_at(self, event: Event, node: str | None, name: str | None) -> bool:
        place = node_of(event)
        if node is not None and place != node:
            return False
        return name is None or (place is not None and self.nodes[place].name == name)

    def grads(self) -> dict[str, Value | None]:
        """The ``.grad`` of every leaf at the end, by id, read off the events; None: nothing was ever written."""
        return dict(self.at(len(self)).grads)

    @concise
    def why(self, target: Any = EVERYTHING) -> Answer:
        """Why a tensor's ``.grad`` is what it is, above all where it is None, 0, nan, or larger than expected.

        Without a target, the answer is about all gradients: what is wrong with which of them, on which line, and why.

        ``target`` is a tensor, its name as the learner's variables give it (``"net.a.weight"``, ``"x"``), or a module's
        name. The forward should stand inside the recording: only then is it known where a path was cut, on which line.
        While the tensor lives, its present ``.grad`` is compared with the recorded one: the answer says whether it was
        emptied or written to since.

        Returns:
            An `Answer`: ``text`` (what printing shows), ``cause`` in a word, ``event`` where to look in the trace, and
            the learner's ``line``.

        Raises:
            KeyError: for a name or a tensor that the recording does not know.
            TypeError: for what is neither.
        """
        if target is EVERYTHING:
            return self.health.answer()
        if isinstance(target, str):
            return why_named(self, target)
        if not is_tensor(target):
            raise TypeError(no_tensor_words(self, target))
        if (number := self.number_of(target)) is None:
            raise KeyError(UNKNOWN_TENSOR)
        return why(self, number)

    @cached_property
    def health(self) -> Health:
        """What is wrong with the gradients that the recording ended with: ``line`` says it in one line."""
        return health_of(self)

    def diff(self, other: "Trace", exact: bool = False) -> Difference:
        """Where another recording of the same program parts from this one: print it, or ask ``if trace.diff(other):``.

        Events are compared one by one, nodes by their place in the graph, and numbers within PyTorch's tolerances for
        their dtype (``exact`` allows none). Names, lines, and the numbers of nodes do not count.
        ``views.side_by_side(trace, other)`` shows both.

        Raises:
            TypeError: when ``other`` is no trace.
        """
        if not isinstance(other, Trace):
            raise TypeError(f"A trace is compared with another trace, not with {type(other).__name__}.")
        return difference(self, other, exact)

    # ----- to look at -------------------------------------------------------------------------------------------------
    def show(self, step: Moment | None = None) -> Any:
        """The stepper, opened after ``step``; without one, where the worst gradient can be seen. See `views.show`."""
        return _views().show(self, step)

    def stepper(self, start: Moment | Answer = 0, **more: Any) -> Any:
        """The stepper, opened at the beginning or after ``start``. See `views.stepper`, also for the other options."""
        return _views().stepper(self, start, **more)

    def gradients(self) -> Any:
        """How large the gradient of each parameter is. See `views.gradients`."""
        return _views().gradients(self)

    # ----- ways out ---------------------------------------------------------------------------------------------------
    def to_json(self) -> str:
        """The trace as plain, versioned JSON text (ASCII): the same trace always gives the same bytes."""
        return write(self.events, self.variables, self.origins, self.flow)

    @classmethod
    def from_json(cls, text: str | bytes) -> "Trace":
        """The trace that `to_json` wrote. Raises TraceFormatError, saying what is wrong where, for anything else."""
        return cls(*read(text))

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write what `to_json` gives into a file; one that is there already is replaced when all is written."""
        write_whole(path, self.to_json().encode("ascii"))

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> "Trace":
        """The trace in a file that `save` wrote.

        Raises:
            FileNotFoundError: when there is no such file.
            TraceFormatError: when it holds no trace; the message says what is wrong where.
        """
        return cls.from_json(Path(path).read_bytes())

    def to_networkx(self, step: Moment | None = None) -> Any:
        """The graph as a ``networkx.MultiDiGraph``, with what was known at ``step`` (default: at the end).

        ``step`` is the number that the stepper shows, one of ``trace.steps``, or ``trace.at(k)``, after k events.

        Arrows point the way gradients flow. Nodes carry ``label, name, kind, number, variable, grad``: ``grad`` is a
        leaf's ``.grad``, a `Value` or None, and None at other nodes. Edges carry ``index``, ``slot`` (where the message
        arrives), ``value`` (the message, a `Value` or None) and ``text`` (the same in words); their key is ``index``.
        """
        import networkx  # a view's need: the core gets by with NumPy

        state, graph = self.at(events_until(self, step)), networkx.MultiDiGraph()
        for node, label in self._labels.items():
            info = self.nodes.get(node)
            name, kind, number = (info.name, info.kind, info.number) if info else ("", "unknown", 0)
            facts = {"name": name, "kind": kind, "number": number, "variable": self.name(node)}
            graph.add_node(node, label=label, grad=state.grads.get(node), **facts)
        for node, info in self.nodes.items():
            for index, edge in enumerate(info.edges):
                if edge is not None:
                    value = state.messages.get((node, index))
                    text = text_of(value) if (node, index) in state.messages else ""
                    graph.add_edge(node, edge.node, key=index, index=index, slot=edge.slot, value=value, text=text)
        return graph

    def to_html(self, path: str | os.PathLike[str], **more: Any) -> str:
        """Write the stepper as one web page that needs no kernel and no network, and return its path.

        Options: see `views.to_html`.
        """
        return _views().to_html(self, path, **more)

    def to_svg(self, path: str | os.PathLike[str], step: Moment | None = None) -> None:
        """Write the graph after ``step`` (as in `to_networkx`) as SVG. See `views.to_svg`."""
        _views().to_svg(self, path, step)

    def to_pdf(self, path: str | os.PathLike[str], step: Moment | None = None) -> None:
        """The same as PDF."""
        _views().to_pdf(self, path, step)

    def to_png(self, path: str | os.PathLike[str], step: Moment | None = None, **more: Any) -> None:
        """Write the graph after ``step`` as PNG; ``dpi=`` makes it finer. See `views.to_png`."""
        _views().to_png(self, path, step, **more)

    def to_gif(self, path: str | os.PathLike[str], seconds: float = 1.0) -> None:
        """Write an animation, one frame a step, each ``seconds`` long. See `views.to_gif`."""
        _views().to_gif(self, path, seconds)

    # ----- as a Python object -----------------------------------------------------------------------------------------
    def __eq__(self, other: object) -> bool:
        """Equal traces give equal files: every number bit for bit, nan equal to nan."""
        if not isinstance(other, Trace):
            return NotImplemented
        if not (self._is_complete and other._is_complete):
            return self is other
        return self.to_json() == other.to_json()

    __hash__ = None  # type: ignore[assignment]

    def _counts(self) -> str:
        parts = ((self, "event"), (self.nodes, "node"), (self.backwards, "backward"))
        return ", ".join(f"{len(items)} {word}" + "s" * (len(items) != 1) for items, word in parts)

    def __repr__(self) -> str:
        if not self._is_complete:
            return "Trace(still recording)"
        return f"Trace({'; '.join(filter(None, [self._counts(), self.health.brief]))})"

    def _repr_html_(self) -> str | None:
        """What a notebook shows if something is wrong; of any other trace, the text is enough."""
        if not self._is_complete or not self.health.brief:
            return None
        return f"<p>Trace: {self._counts()}</p>{self.health.html()}"


def _views() -> Any:
    """The views, imported by name: they draw traces, and tracing does not know them."""
    return importlib.import_module(f"{__package__.partition('.')[0]}.views")

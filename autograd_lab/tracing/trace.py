"""`Trace`: what was recorded, and the questions one can ask it.

A trace is plain data. It holds no tensor and no graph, so it can be kept, compared, saved, and read by another program.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from operator import index as as_index
from threading import RLock
from typing import Any

from .events import EVENTS, Event, NodeInfo, Value, Variable
from .file_format import TraceFormatError as TraceFormatError
from .file_format import read, write
from .nodes import node_of, nodes_of
from .notes import Note, without_collecting, written
from .sentences import sentence_of
from .state import Replay
from .state import State as State
from .values import text_of

Variables = Mapping[str, tuple[Variable | None, ...]]

READING = RLock()
"""Two threads that read the same trace for the first time must not both make its events."""


class Trace:
    """Everything that happened while a recording ran, event by event.

    You get one from ``with al.record() as trace:`` and read it after the block. Events are counted from 0
    (``trace[k]``, ``trace.sentence(k)``); a *state* stands between two events, so ``trace.at(k)`` is how things are
    after the first k of them.

    ``events`` is a tuple. ``nodes`` maps ids to `NodeInfo`: functions newest first, then leaves in the order met.
    ``variables`` maps ids to what the learner calls the outputs of that node, one `Variable` or None for each slot.
    """

    def __init__(self, events: Iterable[Event] = (), variables: Variables | None = None):
        self._told: tuple[Iterable, Mapping | Note] | None = None
        self._events: tuple[Event, ...] | None = None
        self._replayed: Replay | None = None
        events = tuple(events)
        if events or variables is not None:
            self._finish(events, variables or {})

    def _finish(self, events: Iterable[Event], variables: Variables | Note) -> None:
        """Fill the trace, once; before that, every question is refused. Nothing is made of it until somebody reads."""
        if self._told is not None:
            raise RuntimeError("This trace is complete already.")
        self._told = events, variables

    def _read(self) -> None:
        """Make sure that there are events to answer from."""
        if self._told is None:
            raise RuntimeError("The recording is still running: read the trace after its `with` block has ended.")
        if self._events is None:
            with READING, without_collecting():
                if self._events is None:
                    self._write_out(*self._told)

    def _write_out(self, events: Iterable[Event], variables: Variables | Note) -> None:
        events, variables = tuple(events), written(variables)
        self._nodes = nodes_of(events)
        self._mentioned = frozenset(edge.node for node in self._nodes.values() for edge in node.edges if edge)
        order = {node: position for position, node in enumerate(self._nodes)}
        known = sorted(variables, key=lambda node: (order.get(node, len(order)), node))
        self._variables = {node: tuple(variables[node]) for node in known}
        self._leaf_names = Counter(self._leaf_name(node) for node in self._nodes if self._is_leaf(node))
        self._events, self._told = events, ((), {})

    # ----- what was recorded ------------------------------------------------------------------------------------------
    @property
    def events(self) -> tuple[Event, ...]:
        """All events, in the order in which they happened."""
        self._read()
        return self._events

    @property
    def nodes(self) -> dict[str, NodeInfo]:
        """Every node met, by id: functions newest first, then leaves. Saved values are as when the node was new."""
        self._read()
        return self._nodes

    @property
    def variables(self) -> dict[str, tuple[Variable | None, ...]]:
        """The learner's names and values of each node's outputs, one for each slot; a leaf has one."""
        self._read()
        return self._variables

    @property
    def backwards(self) -> list[tuple[int, int, int]]:
        """(number, first event, last event) of each backward, in the order of their start.

        The last event is its `BackwardFinished` or `ErrorRaised`. A backward that a hook starts lies inside another.
        """
        end = len(self) - 1
        return [(b.number, b.first, end if b.last is None else b.last) for b in self._replay.backwards]

    def __len__(self) -> int:
        return len(self.events)

    def __getitem__(self, k: int | slice) -> Any:
        return self.events[k]

    def __iter__(self) -> Iterator[Event]:
        return iter(self.events)

    # ----- names ------------------------------------------------------------------------------------------------------
    def label(self, node: str) -> str:
        """What a picture calls the node: ``MulBackward0 #2``, ``AccumulateGrad(d)``, ``AccumulateGrad #1``.

        A node that the recording only heard of, as the end of somebody's edge, is called by what is known of it.
        Raises KeyError for an id that does not occur.
        """
        info = self.nodes.get(node)
        if not self._is_leaf(node):
            if info is None and node not in self._mentioned:
                raise self._no_node(node)
            return f"node {node}" if info is None else f"{info.name} #{info.number}"
        number = node[1:] if info is None else info.number
        name = self._leaf_name(node)
        if name is None:
            return f"AccumulateGrad #{number}"
        return f"AccumulateGrad({name})" + (f" #{number}" if self._leaf_names[name] > 1 else "")

    def name(self, node: str, slot: int = 0) -> str | None:
        """What the learner calls the output of a node (or the leaf); None if nothing is known."""
        variables = self.variables.get(node, ())
        variable = variables[slot] if 0 <= slot < len(variables) else None
        return None if variable is None else variable.name

    def _leaf_name(self, node: str) -> str | None:
        variables = self._variables.get(node, ())
        return variables[0].name if variables and variables[0] else None

    def _is_leaf(self, node: str) -> bool:
        info = self._nodes.get(node)
        if info is None:
            return node in self._mentioned and node.startswith("a")
        return info.kind == "leaf"

    def _no_node(self, node: object) -> KeyError:
        return KeyError(f"This trace has no node {node!r}; it has {', '.join(self.nodes) or 'none at all'}.")

    # ----- questions --------------------------------------------------------------------------------------------------
    @property
    def _replay(self) -> Replay:
        if self._replayed is None:
            with without_collecting():
                self._replayed = Replay(self.events, self.nodes)
        return self._replayed

    def at(self, k: int) -> State:
        """How things stand after the first ``k`` events; ``k`` runs from 0 to ``len(trace)``. Raises IndexError."""
        k = as_index(k)
        if not 0 <= k <= len(self):
            raise IndexError(f"This trace has states 0 to {len(self)}; there is no state {k}.")
        return self._replay.state(k)

    def sentence(self, k: int) -> str:
        """Event ``k`` in one plain sentence, on one line. Raises IndexError unless 0 <= k < len(trace)."""
        k = as_index(k)
        if not 0 <= k < len(self):
            raise IndexError(f"This trace has {len(self)} events, counted from 0; there is no event {k}.")
        return " ".join(sentence_of(self, k).split())

    def text(self) -> str:
        """The whole story, one line for each event. Line number k leads to state ``at(k)``."""
        width = len(str(len(self)))
        return "\n".join(f"{k + 1:>{width}}. {self.sentence(k)}" for k in range(len(self)))

    def find(self, kind: str, node: str | None = None, name: str | None = None) -> list[int]:
        """The indices of the events of one kind, such as ``"GradOut"``.

        ``node`` (an id) and ``name`` (a class name, such as ``"MulBackward0"``) narrow it down to events at such a
        node: the one that acts, or, for `BufferAdded`, the one that the message reaches.
        Raises ValueError for a kind and KeyError for a node that there is not.
        """
        if kind not in EVENTS:
            raise ValueError(f"There is no event {kind!r}; there are {', '.join(EVENTS)}.")
        if node is not None and node not in self.nodes:
            raise self._no_node(node)
        return [k for k, event in enumerate(self.events) if event.kind == kind and self._is_at(event, node, name)]

    def _is_at(self, event: Event, node: str | None, name: str | None) -> bool:
        place = node_of(event)
        if node is not None and place != node:
            return False
        return name is None or (place is not None and self.nodes[place].name == name)

    def steps_of(self, node: str, backward: int | None = None) -> tuple[int, ...]:
        """The indices of the events of one visit: from `NodeVisited` until the engine turns to another node.

        ``backward`` is the number of the backward; without it, the first visit counts. Empty if there was none.
        """
        if node not in self.nodes:
            raise self._no_node(node)
        visits = self._replay.visits.get(node, [])
        return next((tuple(steps) for number, steps in visits if backward in (None, number)), ())

    def grads(self) -> dict[str, Value | None]:
        """The ``.grad`` of every leaf at the end, by id, read off the events; None: nothing was ever written."""
        return dict(self.at(len(self)).grads)

    # ----- ways out ---------------------------------------------------------------------------------------------------
    def to_json(self) -> str:
        """The trace as plain, versioned JSON text (ASCII): the same trace always gives the same bytes."""
        return write(self.events, self.variables)

    @classmethod
    def from_json(cls, text: str | bytes) -> "Trace":
        """The trace that `to_json` wrote. Raises TraceFormatError, saying what is wrong where, for anything else."""
        return cls(*read(text))

    def to_networkx(self, step: int | None = None) -> Any:
        """The graph as a ``networkx.MultiDiGraph``, with what was known at ``step`` (default: at the end).

        Arrows point the way gradients flow. Nodes carry ``label, name, kind, number, variable, grad``: ``grad`` is a
        leaf's ``.grad``, a `Value` or None, and None at other nodes. Edges carry ``index``, ``slot`` (where the message
        arrives), ``value`` (the message, a `Value` or None) and ``text`` (the same in words); their key is ``index``.
        """
        import networkx  # a view's need: the core gets by with NumPy

        state = self.at(len(self) if step is None else step)
        graph = networkx.MultiDiGraph()
        for node in [*self.nodes, *sorted(self._mentioned - self.nodes.keys())]:
            info = self.nodes.get(node)
            name, kind, number = (info.name, info.kind, info.number) if info else ("", "unknown", 0)
            variable, grad = self.name(node), state.grads.get(node)
            facts = {"name": name, "kind": kind, "number": number, "variable": variable, "grad": grad}
            graph.add_node(node, label=self.label(node), **facts)
        for node, info in self.nodes.items():
            for index, edge in enumerate(info.edges):
                if edge is not None:
                    value = state.messages.get((node, index))
                    text = text_of(value) if (node, index) in state.messages else ""
                    graph.add_edge(node, edge.node, key=index, index=index, slot=edge.slot, value=value, text=text)
        return graph

    # ----- as a Python object -----------------------------------------------------------------------------------------
    def __eq__(self, other: object) -> bool:
        """Equal traces give equal files: every number bit for bit, nan equal to nan."""
        if not isinstance(other, Trace):
            return NotImplemented
        if self._told is None or other._told is None:
            return self is other
        return self.to_json() == other.to_json()

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        if self._told is None:
            return "Trace(still recording)"
        parts = ((len(self), "event"), (len(self.nodes), "node"), (len(self.backwards), "backward"))
        return f"Trace({', '.join(f'{n} {word}' + 's' * (n != 1) for n, word in parts)})"

"""`Story`: what happened, to whom, and what the learner calls them: all that a sentence about an event needs."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from operator import index as as_index
from typing import Any, NoReturn

from ..recording.calls import Flow
from ..recording.source_lines import Line, Origin, Origins, line_of
from ..recording.tensor_numbers import Numbers
from .events import Event, NodeInfo, Variable
from .nodes import nodes_of
from .replay import Replay
from .state import State

Variables = Mapping[str, tuple[Variable | None, ...]]


class Story:
    """Events in their order, with names, and with the state between any two of them. Empty until it is told."""

    events: tuple[Event, ...]
    """All events, in the order in which they happened."""
    nodes: dict[str, NodeInfo]
    """Every node met, by id: functions newest first, then leaves. Saved values are as when the node was new."""
    variables: dict[str, tuple[Variable | None, ...]]
    """The learner's names and values of each node's outputs, one for each slot; a leaf has one."""
    origins: dict[str, Origin]
    """Where in the learner's program a node was made: its line, and the modules called there; see `Origin`."""
    flow: Flow
    """Which calls took and gave which tensors, also those that left no node."""

    _numbers: Numbers | None = None
    """Of the tensors that the flow speaks of, as long as they live; not kept in files."""

    @property
    def _is_told(self) -> bool:
        """Whether there is anything to read yet."""
        return "events" in vars(self)

    def _finish(
        self,
        events: Iterable[Event],
        variables: Variables,
        origins: Origins | None = None,
        flow: Flow | None = None,
    ) -> None:
        """Tell everything, once; before that, every question is refused."""
        if self._is_told:
            raise RuntimeError("This trace is complete already.")
        self.events = tuple(events)
        self.nodes = nodes_of(self.events)
        order = {node: position for position, node in enumerate(self.nodes)}
        known = sorted(variables, key=lambda node: (order.get(node, len(order)), node))
        self.variables = {node: tuple(variables[node]) for node in known}
        self.origins = {node: origins[node] for node in self.nodes if node in origins} if origins else {}
        self.flow = flow or Flow()

    def _retold(self) -> "Story":
        """The same story, told by an object of its own: what the trace keeps and what needs the story can hold this."""
        other = Story()
        told = ("events", "nodes", "variables", "origins", "flow", "_labels", "_replay")
        vars(other).update({name: getattr(self, name) for name in told})
        return other

    def __getattr__(self, name: str) -> NoReturn:
        """Python asks here for what is not there."""
        if name in Story.__annotations__:
            raise RuntimeError("The recording is still running: read the trace after its `with` block has ended.")
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}", name=name, obj=self)

    # ----- names ------------------------------------------------------------------------------------------------------
    def label(self, node: str) -> str:
        """What a picture calls the node: ``MulBackward0 #2``, ``AccumulateGrad(d)``, ``AccumulateGrad #1``.

        A node that the recording only heard of, as the end of another node's edge, is called by what is known of it.
        Raises KeyError for an id that does not occur.
        """
        label = self._labels.get(node)
        if label is None:
            raise self._no_node(node)
        return label

    def name(self, node: str, slot: int = 0) -> str | None:
        """What the learner calls the output of a node (or the leaf); None if nothing is known."""
        variables = self.variables.get(node, ())
        variable = variables[slot] if 0 <= slot < len(variables) else None
        return None if variable is None else variable.name

    @cached_property
    def _labels(self) -> dict[str, str]:
        """Of all nodes, and after them of those that the recording only heard of."""
        heard_of = {edge.node for info in self.nodes.values() for edge in info.edges if edge} - self.nodes.keys()
        leaves = {node: str(info.number) for node, info in self.nodes.items() if info.kind == "leaf"}
        times = Counter(self.name(leaf) for leaf in leaves)
        leaves |= {node: node[1:] for node in heard_of if node.startswith("a")}

        def label(node: str) -> str:
            name, info = self.name(node), self.nodes.get(node)
            if node not in leaves:
                return f"node {node}" if info is None else f"{info.name} #{info.number}"
            if name is None:
                return f"AccumulateGrad #{leaves[node]}"
            return f"AccumulateGrad({name})" + (f" #{leaves[node]}" if times[name] > 1 else "")

        return {node: label(node) for node in (*self.nodes, *sorted(heard_of))}

    def _no_node(self, node: object) -> KeyError:
        return KeyError(f"This trace has no node {node!r}; it has {', '.join(self.nodes) or 'none at all'}.")

    def number_of(self, item: object) -> int | None:
        """Which tensor of the flow an object is, if it is one of the learner's that took part."""
        return None if self._numbers is None else self._numbers.find(item)

    def called(self, name: str) -> int | None:
        """Which tensor of the flow the learner called so; by a second name, only while the recording is at hand."""
        numbers = (number for number, tensor in enumerate(self.flow.tensors) if tensor.name == name)
        return next(numbers, None if self._numbers is None else self._numbers.called.get(name))

    def living(self, number: int) -> Any:
        """The learner's own tensor that has this number in the flow, if it is still there."""
        return None if self._numbers is None else self._numbers.tensor(number)

    def emptied(self, numbers: Iterable[int], after: int) -> Line | None:
        """The line that took away the ``.grad`` of one of these, after event ``after``, while it was recorded."""
        emptied = {} if self._numbers is None else self._numbers.emptied
        found = (emptied[number] for number in numbers if number in emptied)
        return next((line_of(*place) for events, place in found if place and events > after), None)

    def called_at(self, backward: int) -> Line | None:
        """The line that called the backward with this number, if it is known."""
        return self.flow.starts[backward - 1] if backward <= len(self.flow.starts) else None

    # ----- states -----------------------------------------------------------------------------------------------------
    @cached_property
    def _replay(self) -> Replay:
        return Replay(self.events, self.nodes)

    def at(self, k: int) -> State:
        """How things stand after the first ``k`` events; ``k`` runs from 0 to ``len(trace)``. Raises IndexError."""
        k = as_index(k)
        if not 0 <= k <= len(self.events):
            raise IndexError(f"This trace has states 0 to {len(self.events)}; there is no state {k}.")
        return self._replay.state(k)

    def focus(self, k: int) -> tuple[str | None, tuple[str, int] | None]:
        """The node at work in state ``k``, and the edge (node, index) that its event is about."""
        return self._replay.focus(k)

    def arrivals(self, k: int, node: str, slot: int) -> list[int]:
        """The indices of the `BufferAdded` events by which state ``k`` has what it has in this slot."""
        return [*self.latest_arrivals(k, node, slot)][::-1]

    def latest_arrivals(self, k: int, node: str, slot: int) -> Iterator[int]:
        """The same, the latest first, for those who want a few of them."""
        return self._replay.latest_arrivals(k, node, slot)

    @property
    def rewritten(self) -> Mapping[int, tuple[str, ...]]:
        """State → the leaves that hold something else from there on, as after an optimizer's step."""
        return self._replay.rewritten

    @property
    def backwards(self) -> list[tuple[int, int, int]]:
        """(number, first event, last event) of each backward, in the order of their start.

        The last event is its `BackwardFinished` or `ErrorRaised`. A backward that a hook starts lies inside another.
        """
        end = len(self.events) - 1
        return [(b.number, b.first, end if b.last is None else b.last) for b in self._replay.backwards]

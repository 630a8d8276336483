"""What a recording has written down so far."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from operator import attrgetter
from typing import Any

import numpy as np

from ..autograd._tensor import Tensor
from ..autograd.graph import Node
from .events import Edge, Event, NodeInfo, Value, Variable
from .flow import Flow, FlowNotes
from .node_info import edge_to, id_of, node_info
from .origins import Origin, OriginNotes
from .pytorch.mirror import Mirror
from .values import ValueOf, is_same
from .variable_names import Modules, named_tensors

Place = tuple[str, int]
"""An output: which node's, and in which of its slots its gradient arrives."""


def _place_of(tensor: Tensor) -> Place | None:
    if not tensor.requires_grad:
        return None
    try:
        edge = edge_to(tensor._edge())
    except RuntimeError:  # a view from under no_grad whose base was written to: it refuses to tell its history
        return None
    return None if edge is None else (edge.node, edge.slot)


def _leaf_of(parameter: Tensor) -> str | None:
    return id_of(parameter) if parameter.__dict__.get("_leaf_number") else None


@dataclass(frozen=True)
class TensorKind:
    """A class of tensors that variables may hold: where the gradient of one arrives, and the id of a leaf's node.

    Both are None for a tensor that has no such thing, or not yet. ``array_of`` gives its numbers.
    """

    tensor: type
    place_of: Callable[[Any], Place | None]
    leaf_of: Callable[[Any], str | None]
    array_of: Callable[[Any], np.ndarray]


def _is_tensor(kinds: list[TensorKind], value: Any) -> bool:
    return any(isinstance(value, kind.tensor) for kind in kinds)


def _edge_of(kinds: list[TensorKind], tensor: Any) -> Edge | None:
    """Where the gradient of what an operation made arrives. (To ask a view may give it another node.)"""
    if isinstance(tensor, Tensor):
        return edge_to(tensor._fn)
    if not tensor.requires_grad or tensor.is_leaf:
        return None
    place = next(kind.place_of(tensor) for kind in kinds if isinstance(tensor, kind.tensor))
    return None if place is None else Edge(*place)


def _wrong_in(kinds: list[TensorKind], snapshot: ValueOf, tensor: Any) -> Value | None:
    """Its value, if not all of its numbers are finite."""
    if not tensor.is_floating_point():
        return None
    array = next(kind.array_of(tensor) for kind in kinds if isinstance(tensor, kind.tensor))
    return None if np.isfinite(array).all() else snapshot(array)


OWN = TensorKind(Tensor, _place_of, _leaf_of, attrgetter("_data"))


class Tape:
    """The events in their order, the nodes they are about, and what is known of each node's outputs.

    An output is known by its place. Its value is the one that it had when it was met first; what a leaf holds later is
    told by `rewritten`. ``snapshot`` makes a `Value` of whatever holds numbers.
    """

    def __init__(self, snapshot: ValueOf):
        self.events: list[Event] = []
        self.nodes: dict[str, NodeInfo] = {}
        self.origin_notes = OriginNotes()
        self.backwards = 0  # how many have begun
        self.kinds = [OWN]
        self.flow_notes = FlowNotes(
            partial(_is_tensor, self.kinds), partial(_edge_of, self.kinds), partial(_wrong_in, self.kinds, snapshot)
        )
        self.snapshot = snapshot
        self._values: dict[Place, Value] = {}
        self._latest: dict[Place, Value] = {}  # of the leaves that were written to
        self._names: dict[Place, str] = {}

    def meet(self, target: Node | Tensor) -> NodeInfo:
        """Describe a node or a leaf as it is now, and take down what it tells about its neighbours' outputs."""
        info = node_info(target, self.snapshot)
        self.nodes[info.id] = info
        if isinstance(target, Tensor):
            self.note((info.id, 0), target)
            return info
        if isinstance(target, Mirror):
            for place, value in target.told:
                self._values.setdefault(place, value)
            return info
        places = dict(zip(map(id, target._edges), info.edges, strict=True))
        for item in target._saved or ():
            edge = item._edge() if isinstance(item, Tensor) else None
            place = None if edge is None else places.get(id(edge)) or edge_to(edge)  # nearly always one of its own
            if place is not None:
                self.note((place.node, place.slot), item)
        return info

    def note(self, place: Place, tensor: Tensor) -> Value:
        """Take down the name and the value of a node's output; the value is returned."""
        name = getattr(tensor, "_name", None)  # PyTorch's tensors have none
        if name is not None:
            self._names[place] = name
        value = self._values.get(place)
        if value is None:
            value = self._values[place] = self.snapshot(tensor)
        return value

    def rewritten(self, leaves: Iterable[Tensor]) -> Iterator[tuple[str, Value]]:
        """Those that hold something else than when they were seen last (no version tells of ``w.data -= …``)."""
        for leaf in leaves:
            place = (id_of(leaf), 0)
            before = self._latest.get(place) or self._values.get(place)
            value = before and self.snapshot(leaf)
            if value is not before and not (value.items is None and is_same(value, before)):  # the same items are one
                self._latest[place] = value
                yield place[0], value

    def value_at(self, place: Place) -> Value | None:
        """The value of an output, if it is known."""
        return self._values.get(place)

    def variables(self, *scopes: dict[str, Any]) -> dict[str, tuple[Variable | None, ...]]:
        """Name and value of every node's outputs, as far as they are known now; the scopes give the missing names."""
        outputs = self._outputs()
        for scope in scopes:
            for kind in self.kinds:
                for name, tensor in named_tensors(scope, kind.tensor):
                    place = kind.place_of(tensor)
                    if place is not None and place[0] in outputs:
                        self._names.setdefault(place, name)
                        if place not in self._values:
                            self._values[place] = self.snapshot(tensor)
        return {node: tuple([self._variable((node, slot)) for slot in range(slots)]) for node, slots in outputs.items()}

    def origins(self, *scopes: dict[str, Any]) -> dict[str, Origin]:
        """Where each node was made, as far as that is known; the scopes give the modules their names."""
        return self.origin_notes.finished(self.nodes, Modules(scopes, self._leaf_of))

    def _leaf_of(self, parameter: Any) -> str | None:
        """The id of a parameter's AccumulateGrad, if it is a tensor that has one."""
        return next((kind.leaf_of(parameter) for kind in self.kinds if isinstance(parameter, kind.tensor)), None)

    def flow(self, *scopes: dict[str, Any]) -> Flow:
        """Which call took and gave which tensors; the scopes give these their names."""
        named = [item for scope in scopes for kind in self.kinds for item in named_tensors(scope, kind.tensor)]
        return self.flow_notes.finished(named, self._leaf_of)

    def _outputs(self) -> dict[str, int]:
        """How many outputs each node has; of a node that only others' edges tell about, as many as they tell."""
        found = {node: info.outputs for node, info in self.nodes.items()}
        for info in self.nodes.values():
            for edge in info.edges:
                if edge is not None and edge.node not in self.nodes:
                    found[edge.node] = max(found.get(edge.node, 0), edge.slot + 1)
        return found

    def _variable(self, place: Place) -> Variable | None:
        name, value = self._names.get(place), self._values.get(place)
        return None if name is None and value is None else Variable(name, value)

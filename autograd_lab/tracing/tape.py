"""What a recording has written down so far."""

from typing import Any

from ..autograd._tensor import Tensor
from ..autograd.graph import Node
from .events import Edge, Event, NodeInfo, Value, Variable
from .flow import Flow, FlowNotes
from .node_info import edge_to, id_of, node_info
from .origins import Origin, OriginNotes
from .values import ValueOf
from .variable_names import Modules, named_tensors

Place = tuple[str, int]
"""An output: which node's, and in which of its slots its gradient arrives."""


class Tape:
    """The events in their order, the nodes they are about, and what is known of each node's outputs.

    An output is known by its place. Its value is the one that it had when it was met first; ``snapshot`` makes a
    `Value` of whatever holds numbers.
    """

    def __init__(self, snapshot: ValueOf):
        self.events: list[Event] = []
        self.nodes: dict[str, NodeInfo] = {}
        self.origin_notes = OriginNotes()
        self.flow_notes = FlowNotes(_is_tensor, _place_of)
        self._snapshot = snapshot
        self._values: dict[Place, Value] = {}
        self._names: dict[Place, str] = {}

    def meet(self, target: Node | Tensor) -> NodeInfo:
        """Describe a node or a leaf as it is now, and take down what it tells about its neighbours' outputs."""
        info = node_info(target, self._snapshot)
        self.nodes[info.id] = info
        if isinstance(target, Tensor):
            self.note((info.id, 0), target)
            return info
        places = dict(zip(map(id, target._edges), info.edges, strict=True))
        for item in target._saved or ():
            edge = item._edge() if isinstance(item, Tensor) else None
            if edge is not None:  # nearly always one of the node's own
                place = places.get(id(edge)) or edge_to(edge)
                self.note((place.node, place.slot), item)
        return info

    def note(self, place: Place, tensor: Tensor) -> Value:
        """Take down the name and the value of a node's output; the value is returned."""
        if tensor._name is not None:
            self._names[place] = tensor._name
        value = self._values.get(place)
        if value is None:
            value = self._values[place] = self._snapshot(tensor)
        return value

    def variables(self, *scopes: dict[str, Any]) -> dict[str, tuple[Variable | None, ...]]:
        """Name and value of every node's outputs, as far as they are known now; the scopes give the missing names."""
        outputs = self._outputs()
        for scope in scopes:
            for name, tensor in named_tensors(scope):
                if tensor.requires_grad:
                    edge = edge_to(tensor._edge())
                    if edge.node in outputs:
                        place = edge.node, edge.slot
                        self._names.setdefault(place, name)
                        if place not in self._values:
                            self._values[place] = self._snapshot(tensor)
        return {node: tuple([self._variable((node, slot)) for slot in range(slots)]) for node, slots in outputs.items()}

    def origins(self, *scopes: dict[str, Any]) -> dict[str, Origin]:
        """Where each node was made, as far as that is known; the scopes give the modules their names."""
        return self.origin_notes.finished(self.nodes, Modules(scopes, _leaf_of))

    def flow(self, *scopes: dict[str, Any]) -> Flow:
        """Which call took and gave which tensors; the scopes give these their names."""
        named = [(name, tensor) for scope in scopes for name, tensor in named_tensors(scope)]
        return self.flow_notes.finished(named, _leaf_of)

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


def _leaf_of(tensor: Any) -> str | None:
    """The id of a leaf's AccumulateGrad, if it is one of our tensors and has one."""
    return id_of(tensor) if isinstance(tensor, Tensor) and tensor.__dict__.get("_leaf_number") else None


def _is_tensor(value: Any) -> bool:
    return isinstance(value, Tensor)


def _place_of(tensor: Tensor) -> Edge | None:
    """Where the gradient of what an operation made arrives."""
    return edge_to(tensor._fn)

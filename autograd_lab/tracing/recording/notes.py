"""`Notes`: everything a recording writes down while the program runs, and what a trace is made of when it ends."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from operator import attrgetter
from types import FrameType
from typing import Any

import numpy as np

from ..._core.base.learners_line import learners_place
from ..._core.graph import Node
from ..._core.tensor import Tensor
from ..pytorch.mirror import Mirror
from ..trace.events import Edge, Event, NodeInfo, SavedInfo, Value, Variable
from .calls import (
    EARLIER,
    NEW_LEAF,
    PAIRING,
    Emptied,
    Flow,
    FlowStep,
    FlowTensor,
    Stopped,
    Stretched,
    Unregistered,
    is_stretched,
    why_cut,
)
from .node_info import edge_to, id_of, node_info, shared_edge
from .optimizers import Optimizers
from .source_lines import Call, NoteOfNode, Origin, line_of, origins_of
from .tensor_numbers import Numbers
from .values import ValueOf, is_same
from .variable_names import CalledFunctions, Modules, named_tensors

Place = tuple[str, int]
"""An output: the id of its node, and the slot of that node in which the output's gradient arrives."""
CodePlace = tuple[str, int]
"""File and number of a line in the learner's program."""


@dataclass(frozen=True)
class TensorKind:
    """A class of tensors that a program may use: our own, or PyTorch's once the program has loaded it.

    ``place_of`` says where a tensor's gradient arrives, ``leaf_of`` gives the id of a leaf's node; both give None for a
    tensor that has no such thing, or not yet. ``array_of`` gives the tensor's numbers.
    """

    tensor: type
    place_of: Callable[[Any], Place | None]
    leaf_of: Callable[[Any], str | None]
    array_of: Callable[[Any], np.ndarray]


def _place_of(tensor: Tensor) -> Place | None:
    if not tensor.requires_grad:
        return None
    try:
        edge = edge_to(tensor._edge())
    except RuntimeError:  # a view made under no_grad, whose base was written to since: it refuses to tell its history
        return None
    return None if edge is None else (edge.node, edge.slot)


def _leaf_of(parameter: Tensor) -> str | None:
    return id_of(parameter) if parameter.__dict__.get("_leaf_number") else None


def _holds_same(saved: SavedInfo, before: SavedInfo) -> bool:
    return saved.value is before.value  # equal is not enough: 0.0 == -0.0


OWN = TensorKind(Tensor, _place_of, _leaf_of, attrgetter("_data"))


class Notes:
    """The events in their order, and beside them what no event tells.

    ``nodes`` are the nodes met so far. The value of an output is the one that it had when it was met first; what a leaf
    holds later is told by `rewritten`. ``made`` says where in the program each node was made. ``numbers`` gives each
    tensor that took part in a call its number. ``snapshot`` makes a `Value` of whatever holds numbers.
    """

    def __init__(self, snapshot: ValueOf):
        self.snapshot = snapshot
        self.events: list[Event] = []
        self.nodes: dict[str, NodeInfo] = {}
        self.backwards = 0  # how many have begun
        self.kinds: list[TensorKind] = []
        self._values: dict[Place, Value] = {}
        self._latest: dict[Place, Value] = {}  # of the leaves that were written to
        self._names: dict[Place, str] = {}
        self.made: dict[str, NoteOfNode] = {}
        self._running: tuple[Call, ...] = ()  # calls of modules, the innermost last
        self._module_calls: Counter[Any] = Counter()
        self.numbers = Numbers()
        self._tensors: list[tuple[bool, bool, Edge | None, Value | None]] = []
        self._calls: list[tuple[str, tuple[int, ...], tuple[int, ...], CodePlace | None, str]] = []
        self._starts: list[CodePlace | None] = []
        self._optimizers = Optimizers()
        self._stretched: list[Stretched] = []
        self.called_functions = CalledFunctions()
        self._names_met: dict[int, str] = {}  # of leaves that only a called function knows
        self._leaves_met: dict[int, str] = {}
        self.stopped: tuple[str, str, CodePlace | None] | None = None
        self.add_kind(OWN)

    def add_kind(self, kind: TensorKind) -> None:
        """From now on, values of this class count as tensors."""
        self.kinds.append(kind)
        self._tensor_types = tuple(known.tensor for known in self.kinds)

    def _kind_of(self, tensor: Any) -> TensorKind | None:
        return next((kind for kind in self.kinds if isinstance(tensor, kind.tensor)), None)

    # ----- nodes and their outputs ------------------------------------------------------------------------------------
    def meet(self, target: Node | Tensor) -> NodeInfo:
        """Describe a node or a leaf as it is now, and note what it tells about its neighbours' outputs."""
        info = node_info(target, self.snapshot)
        known = self.nodes.get(info.id)
        if known is not None and info == known and all(map(_holds_same, info.saved, known.saved)):
            info = known  # as it was when it was met last, so that one object describes it
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
            if isinstance(item, Tensor):  # views may have to look at their base first
                edge = item._edge() if item._shared is not None else item if item._requires else item._fn
                if edge is not None:
                    place = places.get(id(edge)) or edge_to(edge)  # nearly always an edge of its own
                    if place is not None:
                        self.note((place.node, place.slot), item)
        return info

    def note(self, place: Place, tensor: Tensor) -> Value:
        """Note the name and the value of a node's output; the value is returned."""
        name = getattr(tensor, "_name", None)  # PyTorch's tensors have none
        if name is not None:
            self._names[place] = name
        value = self._values.get(place)
        if value is None:
            value = self._values[place] = self.snapshot(tensor)
        return value

    def value_at(self, place: Place) -> Value | None:
        """The value of an output, if it is known."""
        return self._values.get(place)

    def rewritten(self, leaves: Iterable[Tensor]) -> Iterator[tuple[str, Value]]:
        """The leaves that hold something else than when they were met last (no version tells of ``w.data -= …``)."""
        for leaf in leaves:
            place = (id_of(leaf), 0)
            before = self._latest.get(place) or self._values.get(place)
            value = before and self.snapshot(leaf)
            if value is not before and not (value.items is None and is_same(value, before)):  # the same items are one
                self._latest[place] = value
                yield place[0], value

    # ----- where in the program ---------------------------------------------------------------------------------------
    def node_made(self, node: str, place: CodePlace | None) -> None:
        """A node was made just now, at this place; None where the place is not known."""
        self.made[node] = place, self._running

    def module_entered(self, module: Any) -> None:
        """A call of ``module`` begins."""
        self._module_calls[module] += 1
        self._running = (*self._running, (module, self._module_calls[module]))

    def module_left(self) -> None:
        """The innermost call of a module is over."""
        self._running = self._running[:-1]

    def backward_called(self, place: CodePlace | None) -> None:
        """A backward begins, called at this place."""
        self._starts.append(place)

    def grad_emptied(self, tensor: Any, place: CodePlace | None) -> None:
        """A ``.grad`` is about to be taken away, or filled with zeros."""
        number = self.numbers.find(tensor)
        if number is not None:
            self.numbers.emptied[number] = len(self.events), place

    def optimizer_stepped(self, optimizer: Any, place: CodePlace | None) -> None:
        """An optimizer has moved its parameters."""
        self._optimizers.stepped(optimizer, place, len(self.events), self._number, self._array_of)

    def look_around(self, frames: Iterable[FrameType] | None = None) -> None:
        """A backward has begun, or an exception has come through ``frames``: names are noted while they are known.

        The functions that led here may return before the recording ends. Modules are kept until then. Of other tensors
        only leaves are named, and none is kept.
        """
        for variables in self.called_functions.new_variables(frames):
            for kind in self.kinds:
                for name, tensor in named_tensors(variables, kind.tensor):
                    leaf = kind.leaf_of(tensor) if tensor.requires_grad and tensor.is_leaf else None
                    if leaf is not None:
                        number = self._number(tensor)
                        self._names_met.setdefault(number, name)
                        self._leaves_met.setdefault(number, leaf)

    # ----- calls ------------------------------------------------------------------------------------------------------
    def call_made(self, operation: str, inputs: Any, outputs: Any, mode: str, line: CodePlace | None = None) -> None:
        """A call has ended. ``mode`` is ``"no_grad"`` or ``"inference_mode"`` where one of them is on, else ""."""
        taken = self._tensors_in(inputs)
        if not taken:
            return
        given, tensors, known = self._tensors_in(outputs), self._tensors, self.numbers.known
        numbers = {}
        for tensor in taken:
            found = known.get(id(tensor))
            numbers[self._new_input(tensor, given) if found is None else found.number] = tensor
        made, led_on = [], False
        for tensor in given:
            made.append(number := self._new(tensor))
            wants, is_leaf, *_ = tensors[number]
            led_on = led_on or (wants and not is_leaf)
        wanted = not led_on and any(
            tensor.requires_grad or (tensors[number][0] and any(tensor is one for one in given))  # as `detach_` does
            for number, tensor in numbers.items()
        )
        cut = why_cut(operation, given, mode) if wanted else ""
        if operation in PAIRING and len(taken) == 2 and is_stretched(*taken):
            self._stretched.append(Stretched(len(self._calls), tuple(tuple(one.shape) for one in taken)))
        self._calls.append((operation, tuple(numbers), tuple(made), line or learners_place(), cut))

    def _tensors_in(self, values: Any) -> list[Any]:
        """The tensors in a value, in lists and tuples too."""
        types = self._tensor_types
        if isinstance(values, types):
            return [values]
        found: list[Any] = []
        if isinstance(values, list | tuple):
            for value in values:
                if isinstance(value, types):
                    found.append(value)
                elif isinstance(value, list | tuple):
                    found += self._tensors_in(value)
        return found

    def _new_input(self, tensor: Any, given: Sequence[Any]) -> int:
        """A number for what a call took. For a leaf, the tensor that its numbers come from is noted first.

        A tensor that the call has written into is among the ``given``, and does not hold what was taken any more.
        """
        written = any(tensor is one for one in given)
        number = self._new(tensor, look=not written)
        wants, is_leaf, place, _ = self._tensors[number]
        if wants and is_leaf and place is None:
            self._note_source(tensor, number, written)
        return number

    def _note_source(self, leaf: Any, number: int, written: bool) -> None:
        """A call that leads to a leaf from its base, or from the tensor with a history whose memory the leaf shares.

        A leaf that was just ``written`` to, by ``.data = …``, may have got its memory there.
        """
        if leaf._base is not None:
            self._calls.append((EARLIER, (self._number(leaf._base),), (number,), None, "no_grad"))
            return
        source = None if written else self.numbers.with_memory_of(leaf)
        if source is not None:
            self._calls.append((NEW_LEAF, (source,), (number,), None, NEW_LEAF))

    def _number(self, tensor: Any) -> int:
        found = self.numbers.find(tensor)
        return self._new(tensor) if found is None else found

    def _new(self, tensor: Any, look: bool = True) -> int:
        """The next number. ``look``: whether to note the value, if it is not finite and no node will tell of it."""
        fn = tensor._fn if isinstance(tensor, Tensor) and tensor._shared is None else None
        wants, is_leaf, place = (True, False, edge_to(fn)) if fn is not None else self._facts(tensor)
        wrong = None if wants or not look else self._wrong_in(tensor)
        number = len(self._tensors)
        self._tensors.append((wants, is_leaf, place, wrong))
        self.numbers.give(tensor, number, has_history=place is not None)
        return number

    def _facts(self, tensor: Any) -> tuple[bool, bool, Edge | None]:
        """Whether it requires a gradient, whether it is a leaf, and where its gradient arrives.

        No engine tells the history of a view that was made under no_grad, once its base was written to: it has none.
        """
        try:
            wants, is_leaf = bool(tensor.requires_grad), bool(tensor.is_leaf)
            if isinstance(tensor, Tensor):
                return wants, is_leaf, edge_to(tensor._fn)  # `_edge` might give a view another node
            place = self._kind_of(tensor).place_of(tensor) if wants and not is_leaf else None
            return wants, is_leaf, None if place is None else shared_edge(*place)
        except RuntimeError:
            return False, True, None

    def _wrong_in(self, tensor: Any) -> Value | None:
        """The value, if not all of its numbers are finite."""
        if not tensor.is_floating_point():
            return None
        array = self._array_of(tensor)
        return None if np.isfinite(array).all() else self.snapshot(array)

    def _array_of(self, tensor: Any) -> np.ndarray:
        return self._kind_of(tensor).array_of(tensor)

    # ----- when the recording ends ------------------------------------------------------------------------------------
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
        for number, leaf in self._leaves_met.items():
            self._names.setdefault((leaf, 0), self._names_met[number])
        return {node: tuple([self._variable((node, slot)) for slot in range(slots)]) for node, slots in outputs.items()}

    def _outputs(self) -> dict[str, int]:
        """How many outputs each node has; of a node that was only seen at the end of edges, as many as these show."""
        found = {node: info.outputs for node, info in self.nodes.items()}
        for info in self.nodes.values():
            for edge in info.edges:
                if edge is not None and edge.node not in self.nodes:
                    found[edge.node] = max(found.get(edge.node, 0), edge.slot + 1)
        return found

    def _variable(self, place: Place) -> Variable | None:
        name, value = self._names.get(place), self._values.get(place)
        return None if name is None and value is None else Variable(name, value)

    def origins(self, *scopes: dict[str, Any]) -> dict[str, Origin]:
        """Where each node was made, as far as that is known; the scopes give the modules their names."""
        return origins_of(self.made, self.nodes, Modules(scopes, self._leaf_of))

    def _leaf_of(self, parameter: Any) -> str | None:
        """The id of a parameter's AccumulateGrad, if it is a tensor that has one."""
        kind = self._kind_of(parameter)
        return None if kind is None else kind.leaf_of(parameter)

    def flow(self, *scopes: dict[str, Any]) -> Flow:
        """Which call took and gave which tensors; the scopes give these their names.

        Where a local and a global variable have the same name, it names the tensor that took part, or the first.
        """
        emptied = self.numbers.emptied
        named = [item for scope in scopes for kind in self.kinds for item in named_tensors(scope, kind.tensor)]
        names: dict[int, str] = {}
        for name, tensor in sorted(named, key=lambda item: self.numbers.find(item[1]) is None):
            number = self._number(tensor)
            if self.numbers.called.setdefault(name, number) == number:
                names.setdefault(number, name)
        for number, name in self._names_met.items():
            if self.numbers.called.setdefault(name, number) == number:
                names.setdefault(number, name)
        leaves, wants_now = dict(self._leaves_met), {}
        for tensor, number in self.numbers.living():
            leaves[number] = self._leaf_of(tensor)
            wants, is_leaf, *_ = self._facts(tensor)
            if is_leaf:
                wants_now[number] = wants
        tensors = []
        for number, (wanted, is_leaf, place, wrong) in enumerate(self._tensors):
            leaf = leaves.get(number)
            place = place or (None if leaf is None else shared_edge(leaf, 0))
            wants = wants_now.get(number, wanted) or (wanted and place is not None)  # frozen after it had a gradient
            tensors.append(FlowTensor(names.get(number, ""), wants, is_leaf, place, wrong))
        frozen = [name for name, tensor in named if type(tensor).__name__ == "Parameter" and not tensor.requires_grad]
        hidden = Modules(scopes, self._leaf_of).unregistered
        line_at = cache(line_of)  # for this once: the file may be another one when the next recording ends
        steps = [FlowStep(*call, place and line_at(*place), cut) for *call, place, cut in self._calls]
        return Flow(
            tuple(tensors),
            tuple(steps),
            tuple([place and line_at(*place) for place in self._starts]),
            self._optimizers.told(line_at, self._number),
            tuple([Emptied(number, events, place and line_at(*place)) for number, (events, place) in emptied.items()]),
            tuple([Unregistered(name, kind, at and line_at(*at)) for name, (kind, at) in hidden.items()]),
            tuple(self._stretched),
            self.stopped and Stopped(*self.stopped[:2], self.stopped[2] and line_at(*self.stopped[2])),
            tuple([name for name in dict.fromkeys(frozen) if name in names.values()]),
        )

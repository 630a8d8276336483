"""Which call took which tensors and gave which, also where no node was left behind: there the path of gradients ends.

Events tell what the engine does; they know nothing of `detach`, of what `no_grad` hides, or of a number that was taken
out of a tensor. The flow does: it is how a trace finds out why a gradient never came.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ..trace.events import Edge, Value
from .source_lines import Line

NUMBER_TAKEN = ("item", "tolist", "float", "int", "bool", "index", "numpy")
"""Calls that give Python numbers or arrays of NumPy, which have no history."""
FORGETTING = ("detach", "detach_", "data", "data_", "tensor", "new_tensor", "deepcopy")
"""Calls that give a tensor without the history of the one they take."""
EARLIER = "view from before"
"""Stands for the call that made a view inside no_grad before the recording began: all that is known is its base."""
NEW_LEAF = "new leaf"
"""Stands for ``Parameter(…)``, which no recording hears of: all that is known is whose numbers the new leaf shares."""


@dataclass(frozen=True, slots=True)
class FlowTensor:
    """A tensor as a call met it; one that is changed in place is another one afterwards.

    ``place`` is the node and slot where its gradient arrives; None for a tensor that has no place in the graph, or none
    that the recording heard of. ``name`` is what the learner calls it when the recording ends, "" for nothing.
    ``wrong`` is its value when it was met, if that was not finite and required no gradient: no node tells of it.
    """

    name: str
    requires_grad: bool
    is_leaf: bool
    place: Edge | None
    wrong: Value | None = None


@dataclass(frozen=True, slots=True)
class FlowStep:
    """A call: its tensors by number, and the learner's line (None where only the package's own code runs).

    ``cut`` says why none of its outputs leads back to an input that requires a gradient: the name of the operation
    (`FORGETTING`, `NUMBER_TAKEN`), ``"no_grad"``, ``"inference_mode"``, ``"integers"``, or ``"no derivative"``; it is
    "" where one does, or none required a gradient.
    """

    operation: str
    inputs: tuple[int, ...]
    outputs: tuple[int, ...]
    line: Line | None
    cut: str


@dataclass(frozen=True, slots=True)
class Group:
    """A parameter group of an optimizer: its tensors by number, its highest and its latest learning rate, its decay."""

    held: tuple[int, ...]
    highest: float
    latest: float
    decay: float


@dataclass(frozen=True, slots=True)
class Stepped:
    """An optimizer that stepped: its class, the line of its first step, and the tensors that it holds, by number.

    ``rates`` are the lowest and the highest learning rate of its steps. ``spoiled`` are the parameters that were not
    finite after the first step that left any of them so; ``events`` had happened by then. ``last`` had happened by its
    latest step, ``previous`` by the step before that, and ``first`` by its first step, which ``found`` gradients of
    this norm, all together. It is ``idle`` if each step found every ``.grad`` None.
    """

    kind: str
    line: Line | None
    held: tuple[int, ...]
    rates: tuple[float, ...]
    spoiled: tuple[int, ...]
    events: int
    groups: tuple[Group, ...] = ()
    last: int = 0
    idle: bool = False
    previous: int = 0
    first: int = 0
    found: float = 0.0


@dataclass(frozen=True, slots=True)
class Emptied:
    """The last time that a tensor's ``.grad`` was taken away or filled with zeros: after how many events, and where."""

    number: int
    events: int
    line: Line | None


@dataclass(frozen=True, slots=True)
class Unregistered:
    """An attribute of a module that holds layers or tensors of which the module does not know: ``net.layers``, list.

    ``assigned`` is the line ``self.layers = …``, if the module's class has only one.
    """

    name: str
    kind: str
    assigned: Line | None = None


@dataclass(frozen=True, slots=True)
class Stretched:
    """A call, by its place among the steps, whose two inputs have as many numbers but stretch to all their pairs."""

    step: int
    shapes: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Stopped:
    """The exception that ended the recording, and the learner's line that raised it."""

    type: str
    message: str
    line: Line | None


@dataclass(frozen=True)
class Flow:
    """All calls in their order, and the tensors that they speak of by number.

    ``starts`` are the learner's lines that called the backwards, in the order of the backwards' numbers. ``frozen`` are
    the names of the parameters that require no gradient.
    """

    tensors: tuple[FlowTensor, ...] = ()
    steps: tuple[FlowStep, ...] = ()
    starts: tuple[Line | None, ...] = ()
    optimizers: tuple[Stepped, ...] = ()
    emptied: tuple[Emptied, ...] = ()
    unregistered: tuple[Unregistered, ...] = ()
    stretched: tuple[Stretched, ...] = ()
    stopped: Stopped | None = None
    frozen: tuple[str, ...] = ()

    @cached_property
    def first_forms(self) -> dict[int, int]:
        """For each leaf that was written to in place, its first number, by each later number of it."""
        first: dict[int, int] = {}
        for step in self.steps:
            if step.operation.endswith("_") and step.inputs:
                for number in step.outputs:
                    first.setdefault(number, first.get(step.inputs[0], step.inputs[0]))
        return first

    def leaves_among(self, numbers: Iterable[int]) -> frozenset[str]:
        """The nodes of the leaves that have one of these numbers at any time."""
        first = self.first_forms
        return frozenset(node for number in numbers for node in self._nodes.get(first.get(number, number), ()))

    def emptied_by(self, numbers: Iterable[int], after: int) -> Line | None:
        """The line that emptied the ``.grad`` of one of these tensors, in the recording but after event ``after``."""
        wanted = set(numbers)
        found = (one for one in self.emptied if one.number in wanted)
        return next((one.line for one in found if one.line and one.events > after), None)

    @cached_property
    def _nodes(self) -> dict[int, set[str]]:
        """The nodes of each leaf, by its first number."""
        nodes: dict[int, set[str]] = {}
        for number, tensor in enumerate(self.tensors):
            if tensor.is_leaf and tensor.place is not None:
                nodes.setdefault(self.first_forms.get(number, number), set()).add(tensor.place.node)
        return nodes


DIFFERENCES = ("sub", "rsub")
"""What programs compare predictions with targets by."""
PAIRING = (*DIFFERENCES, "mul", "div", "truediv")
"""Of these calls the shapes are looked at."""


def is_stretched(one: Any, other: Any) -> bool:
    """Whether these tensors, of shapes such as [8×1] and [8], have as many numbers but stretch to all their pairs."""
    row, column = sorted((tuple(one.shape), tuple(other.shape)), key=len)
    return len(row) == 1 < row[0] and column == (row[0], 1)


def why_cut(operation: str, outputs: Sequence[Any], mode: str) -> str:
    """Why a call that took a tensor with a history gave none that has one."""
    if operation in FORGETTING or (operation in NUMBER_TAKEN and not outputs):  # `x.int()` gives a tensor
        return operation
    if mode:
        return mode
    if outputs and not any(tensor.is_floating_point() for tensor in outputs):
        return "integers"
    if any(tensor.requires_grad for tensor in outputs):  # a leaf that nn.init has filled: it had no history before
        return ""
    return "no derivative"

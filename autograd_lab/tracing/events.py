"""The vocabulary: one frozen dataclass for each thing that can happen.

Read this page and you know everything the engine can tell. An event is plain data: ids, shapes, numbers (an array is
a `Value`). It never holds a live Tensor, so a trace neither keeps a graph alive nor changes when the tensors do.

Ids are short strings made from creation order: ``n7`` is the node with sequence number 7, ``a2`` is the second leaf
that got an ``AccumulateGrad``. The same program gives the same ids in every process.

There are **two additions**, and they are different events:

* `BufferAdded`: messages that meet at one node *inside one* backward. This is calculus (paths add).
* `GradAccumulated`: the sum goes into ``leaf.grad``, which lasts *across* backwards. This is a design choice.
"""

from dataclasses import dataclass, field
from typing import ClassVar

from .values import Value as Value

VERSION = 2
"""Of the vocabulary. `Trace.from_json` refuses a file written with another one."""


@dataclass(frozen=True, slots=True)
class Edge:
    """Where a gradient goes: a node, and which of its slots (the second number in ``next_functions``)."""

    node: str
    slot: int


@dataclass(frozen=True, slots=True)
class SavedInfo:
    """One saved value of a node: ``name`` is torch's (``self``, ``other``, ``result``, ``dim`` …).

    ``value`` is None for something that is no array; ``text`` says it in words either way. ``frees`` tells whether
    backward frees it (arrays) or whether it stays (shapes, dims). ``version`` is the tensor's version when saved.
    """

    name: str
    value: Value | None
    text: str
    frees: bool
    version: int = 0


@dataclass(frozen=True, slots=True)
class RuleInfo:
    """The rule for one input: its Python source and its LaTeX, straight from the row of the table that runs."""

    input: str
    source: str
    tex: str


@dataclass(frozen=True, slots=True)
class NodeInfo:
    """A node of the graph as it stood when the recording met it.

    ``kind`` is ``"op"`` (a row of the table), ``"function"`` (a learner's own Function) or ``"leaf"``
    (AccumulateGrad). ``edges[i]`` answers to ``next_functions[i]``: None is a hole, ``(None, 0)``.
    ``inputs[i]`` names the input that edge i belongs to. ``outputs`` counts the slots a gradient can arrive in.
    ``rules`` is empty for a leaf, and for a Function, whose rule is its own ``backward`` (then in ``source``).
    """

    id: str
    name: str
    number: int
    kind: str
    edges: tuple[Edge | None, ...]
    inputs: tuple[str, ...]
    outputs: int
    saved: tuple[SavedInfo, ...]
    rules: tuple[RuleInfo, ...]
    op: str = ""
    source: str = ""


@dataclass(frozen=True, slots=True)
class Variable:
    """What the learner calls an output of a node, and its value, where either is known when the recording ends."""

    name: str | None
    value: Value | None


@dataclass(frozen=True, slots=True)
class Event:
    """Base of all events; ``kind`` is the class's own name, in files and in views.

    ``derived`` marks what was not seen but follows from the graph and what was seen, as in a backward of PyTorch's,
    whose engine shows no slots. Our own engine tells everything itself.
    """

    kind: ClassVar[str] = "Event"
    derived: bool = field(default=False, kw_only=True, repr=False)

    def __init_subclass__(cls) -> None:
        cls.kind = cls.__name__
        EVENTS[cls.kind] = cls  # twice: ``slots=True`` makes the class a second time, and that one is the event


EVENTS: dict[str, type[Event]] = {}
"""All kinds of events, as they follow here."""


# ----- forward -------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class OpRecorded(Event):
    """An operation ran and left a node behind. ``values`` are its outputs."""

    node: NodeInfo
    values: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class ValueSaved(Event):
    """The node keeps this value because one of its rules names it."""

    node: str
    saved: SavedInfo


# ----- backward ------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class BackwardStarted(Event):
    """``backward()`` or ``grad()`` begins. ``nodes`` are those that the seeds can reach, newest first.

    ``leaf_values`` are the leaves that hold something else than when the recording saw them last, as after an
    optimizer's step, and what they hold now. A file leaves it out where there are none.
    """

    number: int
    roots: tuple[Edge, ...]
    seeds: tuple[Value | None, ...]
    nodes: tuple[NodeInfo, ...]
    leaf_grads: tuple[tuple[str, Value | None], ...]
    retain_graph: bool
    create_graph: bool
    leaf_values: tuple[tuple[str, Value], ...] = ()


@dataclass(frozen=True, slots=True)
class DependenciesCounted(Event):
    """How many messages each node has to wait for: (node, messages)."""

    counts: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class NodeVisited(Event):
    """The engine took this node: everything it waited for has arrived."""

    node: str


@dataclass(frozen=True, slots=True)
class GradIn(Event):
    """What lies in one slot of the node as it starts. None: no message came."""

    node: str
    slot: int
    value: Value | None


@dataclass(frozen=True, slots=True)
class SlotMaterialized(Event):
    """An empty slot was filled with zeros, because this Function asks for zeros."""

    node: str
    slot: int
    value: Value


@dataclass(frozen=True, slots=True)
class RuleApplied(Event):
    """The node's rules ran. ``results[i]`` is for edge i; None: that input needs no gradient, or none was given."""

    node: str
    received: tuple[Value | None, ...]
    results: tuple[Value | None, ...]


@dataclass(frozen=True, slots=True)
class GradReduced(Event):
    """The result was summed down to the input's shape, because forward had copied the input along ``axes``."""

    node: str
    index: int
    axes: tuple[int, ...]
    before: Value
    after: Value


@dataclass(frozen=True, slots=True)
class GradOut(Event):
    """A message leaves the node along edge ``index`` and goes to ``target``."""

    node: str
    index: int
    target: Edge
    value: Value | None


@dataclass(frozen=True, slots=True)
class BufferAdded(Event):
    """A message arrived in a slot. ``before`` is None when it is the first; then ``after`` is the message."""

    target: Edge
    source: str
    before: Value | None
    message: Value | None
    after: Value | None
    heard: int
    expected: int


@dataclass(frozen=True, slots=True)
class GradAccumulated(Event):
    """AccumulateGrad added its sum to the leaf's ``.grad`` (``before`` None: there was no ``.grad``)."""

    node: str
    before: Value | None
    gradient: Value
    after: Value


@dataclass(frozen=True, slots=True)
class HookCalled(Event):
    """A user's hook ran. ``hook``: tensor, retain_grad, prehook, posthook or post_accumulate_grad.

    ``slot`` says on which of the node's outputs a tensor hook (or retain_grad) is; the others see the whole node.
    """

    node: str
    hook: str
    name: str
    before: tuple[Value | None, ...]
    after: tuple[Value | None, ...]
    slot: int | None = None


@dataclass(frozen=True, slots=True)
class ValueFreed(Event):
    """A saved value was let go, since the graph is not retained."""

    node: str
    name: str


@dataclass(frozen=True, slots=True)
class EdgeSkipped(Event):
    """No message along edge ``index``. ``why`` is "no edge" or "not needed"."""

    node: str
    index: int
    why: str


@dataclass(frozen=True, slots=True)
class BackwardFinished(Event):
    """This backward is over."""

    number: int


@dataclass(frozen=True, slots=True)
class ErrorRaised(Event):
    """An exception left the engine. What happened before it stays as it is; ``node`` ran when it was raised."""

    node: str | None
    type: str
    message: str

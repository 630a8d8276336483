"""The vocabulary: one frozen dataclass for each thing that can happen while a program runs forward and backward.

This page lists every kind of event. (The lines of the program and the calls without a node, which a trace also holds,
are in ``recording/source_lines.py`` and ``recording/calls.py``.) An event is plain data: ids, shapes, and numbers (an
array is a `Value`). It never holds a live Tensor, so a trace keeps no graph alive and does not change when the tensors
do.

Ids are short strings made from the order of creation: ``n7`` is the node with sequence number 7, ``a2`` is the second
leaf that the recording met. The same program gives the same ids in every process.

The engine adds messages in **two places**, and each has its own event:

* `BufferAdded`: a message arrives in a slot, as the first or to be added to what is there, *within one* backward. This
  is calculus: contributions of paths add up.
* `GradAccumulated`: the sum is added to ``leaf.grad``, which lasts *across* backwards. This is PyTorch's choice.

What else a new kind of event needs, from the recorder to the reply, is in CONTRIBUTING.md, "What to change or add".
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from ..recording.values import Value as Value

VERSION = 2
"""The version of this vocabulary. `Trace.from_json` refuses a file written with another version."""


@dataclass(frozen=True, slots=True)
class Edge:
    """Where a gradient goes: a node, and one of its slots (the second number in ``next_functions``)."""

    node: str
    slot: int


@dataclass(frozen=True, slots=True)
class SavedInfo:
    """One saved value of a node, under PyTorch's ``name`` for it (``self``, ``other``, ``result``, ``dim`` …).

    An array is in ``value``; anything else is in ``text``, in words, and its ``value`` is None. ``frees`` is True for
    what backward frees (arrays) and False for what stays (shapes, dims). ``version`` is the tensor's when it was saved.
    """

    name: str
    value: Value | None
    text: str
    frees: bool
    version: int = 0


@dataclass(frozen=True, slots=True)
class RuleInfo:
    """The rule for one input: its Python source and its LaTeX, both from the row of the table that runs."""

    input: str
    source: str
    tex: str


@dataclass(frozen=True, slots=True)
class NodeInfo:
    """A node of the graph, as it was when the recording met it.

    ``kind`` is ``"op"`` (a row of the table), ``"function"`` (a learner's own Function) or ``"leaf"``
    (AccumulateGrad). ``edges[i]`` is ``next_functions[i]``; None is a hole, ``(None, 0)``. ``inputs[i]`` names the
    input that edge i belongs to. ``outputs`` is the number of slots that a gradient can arrive in. ``rules`` is empty
    for a leaf, and for a Function, whose rule is the text of its ``backward`` in ``source``.
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
    """The learner's name for an output of a node, and its value; None if not known when the recording ended."""

    name: str | None
    value: Value | None


Variables = Mapping[str, tuple[Variable | None, ...]]
"""The id of a node → a `Variable` for each of its outputs; a leaf has one."""


@dataclass(frozen=True, slots=True)
class Event:
    """Base of all events; ``kind`` is the name of the class, in files and in views.

    ``derived`` marks an event that was not observed but follows from the graph and from other events: PyTorch's engine
    shows no slots, so a recording of PyTorch computes what they hold. Our own engine reports everything itself.
    """

    kind: ClassVar[str] = "Event"
    derived: bool = field(default=False, kw_only=True, repr=False)

    def __init_subclass__(cls) -> None:
        cls.kind = cls.__name__
        EVENTS[cls.kind] = cls  # ``slots=True`` makes a second class, which replaces the first


EVENTS: dict[str, type[Event]] = {}
"""All kinds of events by name, in the order of this page."""


# ----- forward -------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class OpRecorded(Event):
    """An operation ran and made a node. ``values`` are the operation's outputs."""

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
    """``backward()`` or ``grad()`` begins. ``nodes``: all that the seeds reach, operations newest first, then leaves.

    ``leaf_values`` are the leaves that changed since the recording last saw them, as after an optimizer's step, each
    with its new value. A file omits the field when it is empty.
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
    """The engine counted how many messages each node has to wait for: (node, messages)."""

    counts: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class NodeVisited(Event):
    """The engine took this node: everything it waited for has arrived."""

    node: str


@dataclass(frozen=True, slots=True)
class GradIn(Event):
    """What one slot of the node holds when the node starts. None: no message arrived."""

    node: str
    slot: int
    value: Value | None


@dataclass(frozen=True, slots=True)
class SlotMaterialized(Event):
    """The engine filled an empty slot with zeros, as a custom Function receives zeros by default."""

    node: str
    slot: int
    value: Value


@dataclass(frozen=True, slots=True)
class RuleApplied(Event):
    """The node's rules ran. ``results[i]`` is for edge i; None: that input needs no gradient, or the rule gave none."""

    node: str
    received: tuple[Value | None, ...]
    results: tuple[Value | None, ...]


@dataclass(frozen=True, slots=True)
class GradReduced(Event):
    """The engine summed a result down to the input's shape, because forward had copied the input along ``axes``."""

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
    """A message arrived in a slot. The first message finds ``before`` None, and ``after`` is the message itself."""

    target: Edge
    source: str
    before: Value | None
    message: Value | None
    after: Value | None
    heard: int
    expected: int


@dataclass(frozen=True, slots=True)
class GradAccumulated(Event):
    """AccumulateGrad added the sum of its messages to the leaf's ``.grad``; ``before`` is None if there was none."""

    node: str
    before: Value | None
    gradient: Value
    after: Value


@dataclass(frozen=True, slots=True)
class HookCalled(Event):
    """A user's hook ran. ``hook``: tensor, retain_grad, prehook, posthook or post_accumulate_grad.

    A tensor hook (or retain_grad) belongs to one output of the node, whose number is ``slot``; the other hooks see the
    whole node.
    """

    node: str
    hook: str
    name: str
    before: tuple[Value | None, ...]
    after: tuple[Value | None, ...]
    slot: int | None = None


@dataclass(frozen=True, slots=True)
class ValueFreed(Event):
    """The node freed a saved value, because the graph is not retained."""

    node: str
    name: str


@dataclass(frozen=True, slots=True)
class EdgeSkipped(Event):
    """The node sent no message along edge ``index``. ``why`` is "no edge" or "not needed"."""

    node: str
    index: int
    why: str


@dataclass(frozen=True, slots=True)
class BackwardFinished(Event):
    """This backward is over."""

    number: int


@dataclass(frozen=True, slots=True)
class ErrorRaised(Event):
    """An exception left the engine; ``node`` was running. Whatever happened before it remains."""

    node: str | None
    type: str
    message: str

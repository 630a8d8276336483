"""What a trace from a file must fulfil beyond its types, so that no reader of it meets a surprise.

A file may come from anywhere. After these checks every id leads to a node, every slot and edge index lies in range, and
every array has as many numbers of its dtype as its shape says.
"""

import math
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from . import events as ev
from .events import Edge, Event, NodeInfo, Value, Variable
from .flow import Flow
from .nodes import described_by
from .values import COMPLEX

FLOATS = {"float16", "float32", "float64"}
INTEGERS = {"uint8", "uint16", "uint32", "uint64", "int8", "int16", "int32", "int64"}
DTYPES = {"bool"} | INTEGERS | FLOATS | set(COMPLEX)
"""As NumPy calls them."""
KINDS = ("op", "function", "leaf")
MOST_SLOTS = 1_000_000
"""Output slots of all nodes together: a small file must not ask for a lot of memory."""


class TraceFormatError(ValueError):
    """A text that is no recorded trace. The message says in one sentence what is wrong, and where."""

    def __init__(self, problem: str):
        super().__init__(problem)
        self.problem = problem
        self.path: tuple[str | int, ...] = ()

    def __str__(self) -> str:
        if not self.path:
            return self.problem[:1].upper() + self.problem[1:]
        place = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in self.path)
        return f"At {place.lstrip('.')}, {self.problem}"


class At:
    """Tells an error that passes through where in the file it arose. Costs nothing while nothing is wrong."""

    __slots__ = ("_step",)

    def __init__(self, step: str | int):
        self._step = step

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: object, traceback: object) -> None:
        if isinstance(error, TraceFormatError):
            error.path = (self._step, *error.path)


def found(data: Any) -> str:
    """A short name for what was found in the file, safe to print whatever it is."""
    if data is None:
        return "null"
    if isinstance(data, bool):
        return "true" if data else "false"
    if isinstance(data, str):
        return ascii(data if len(data) <= 30 else data[:30] + "...")
    if isinstance(data, int | float):
        text = repr(data) if isinstance(data, float) or abs(data) < 10**30 else "a huge number"
        return f"the number {text}" if text[0] != "a" else text
    return {list: "a list", dict: "an object"}.get(type(data), f"a {type(data).__name__}")


def expect(condition: bool, problem: Callable[[], str]) -> None:
    """Raise unless the condition holds; the words are made only then."""
    if not condition:
        raise TraceFormatError(problem())


# ----- one object by itself ----------------------------------------------------------------------------------------
def check_value(value: Value) -> None:
    """As many numbers as the shape says, each one that the dtype can hold; or a summary instead."""
    expect(value.dtype in DTYPES, lambda: f"there is no dtype {found(value.dtype)}.")
    expect(len(value.shape) <= 64, lambda: f"an array has at most 64 dimensions, not {len(value.shape)}.")
    if value.items is None:
        expect(value.summary is not None, lambda: "an array needs its items or a summary.")
        return
    expect(not value.is_complex, lambda: "of complex numbers there is a summary alone.")
    expect(value.summary is None, lambda: "an array with all its items has no summary.")
    count = math.prod(value.shape)
    expect(
        len(value.items) == count,
        lambda: f"the items of shape {value.shape} must be {_brief(count)}, not {len(value.items)}.",
    )
    for position, (item, kept) in enumerate(zip(value.items, _as_dtype(value), strict=True)):
        if isinstance(item, bool) != isinstance(kept, bool) or (item != kept and item == item):
            with At("items"), At(position):
                raise TraceFormatError(f"{value.dtype} cannot hold {found(item)}.")


def _as_dtype(value: Value) -> list:
    """The numbers after a trip through NumPy: different ones where the dtype cannot hold them."""
    try:
        with np.errstate(all="ignore"):
            return np.array(value.items, dtype=value.dtype).tolist()
    except (OverflowError, ValueError, TypeError):
        raise TraceFormatError(f"these items are no {value.dtype} numbers.") from None


def _brief(count: int) -> str:
    return str(count) if count < 10**15 else "far too many"


def check_node(info: NodeInfo) -> None:
    """A node that can be drawn: a known kind, a name for each edge, a leaf with one slot and no edges."""
    expect(info.id != "", lambda: "a node needs an id.")
    expect(info.kind in KINDS, lambda: f"there is no kind of node {found(info.kind)}.")
    expect(
        len(info.inputs) == len(info.edges),
        lambda: f"there are {len(info.edges)} edges, but names for {len(info.inputs)} inputs.",
    )
    if info.kind == "leaf":
        expect(not info.edges and info.outputs == 1, lambda: "a leaf has one slot and no edges.")


def check_flow(flow: Flow) -> None:
    """Each call speaks of tensors that there are."""
    for position, step in enumerate(flow.steps):
        for number in (*step.inputs, *step.outputs):
            with At("steps"), At(position):
                expect(number < len(flow.tensors), lambda number=number: f"there is no tensor {number}.")


OBJECT_CHECKS: dict[type, Callable[[Any], None]] = {Value: check_value, NodeInfo: check_node, Flow: check_flow}


# ----- all of them together ----------------------------------------------------------------------------------------
def check_trace(
    events: tuple[Event, ...], variables: Mapping[str, tuple[Variable | None, ...]], origins: Mapping[str, Any]
) -> None:
    """Every id, slot and index that an event uses must exist by then."""
    references = _References()
    for position, event in enumerate(events):
        with At("events"), At(position):
            references.check(event)
    with At("events"):
        references.check_forward_edges()
    mentioned = {edge.node for info in references.nodes.values() for edge in info.edges if edge is not None}
    for node in variables:
        with At("variables"):
            expect(node in references.nodes or node in mentioned, lambda node=node: _unknown(node))
    for node in origins:
        with At("origins"):
            expect(node in references.nodes, lambda node=node: _unknown(node))


def _unknown(node: str) -> str:
    return f"there is no node {found(node)}."


class _References:
    """The nodes described so far."""

    def __init__(self) -> None:
        self.nodes: dict[str, NodeInfo] = {}
        self._slots = 0
        self._visited: set[str] = set()

    def check(self, event: Event) -> None:
        for info in described_by(event):
            self._meet(info)
        if isinstance(event, ev.BackwardStarted):
            self._check_start(event)
        elif isinstance(event, ev.DependenciesCounted):
            for node, _ in event.counts:
                self._known(node)
        elif isinstance(event, ev.BufferAdded):
            self._check_edge(event.target)
            if event.source:
                self._known(event.source)
        elif isinstance(event, ev.ErrorRaised):
            if event.node is not None:
                self._known(event.node)
        elif not isinstance(event, ev.OpRecorded | ev.BackwardFinished):
            self._check_at_node(event, self._known(event.node))

    def _check_at_node(self, event: Any, info: NodeInfo) -> None:
        """Events that happen at one node: their slot or edge index must be one of its own."""
        slot, index = getattr(event, "slot", None), getattr(event, "index", None)
        if isinstance(event, ev.GradIn | ev.RuleApplied | ev.GradOut):
            expect(info.id in self._visited, lambda: f"node {found(info.id)} has not been visited yet.")
        expect(slot is None or slot < info.outputs, lambda: f"node {found(info.id)} has no slot {slot}.")
        expect(index is None or index < len(info.edges), lambda: f"node {found(info.id)} has no edge {index}.")
        if isinstance(event, ev.GradOut):
            expect(event.target == info.edges[index], lambda: f"edge {index} does not lead to this target.")
        elif isinstance(event, ev.NodeVisited):
            self._visited.add(info.id)
        elif isinstance(event, ev.GradAccumulated):
            expect(info.kind == "leaf", lambda: f"node {found(info.id)} is no leaf, so it has no .grad.")
        elif isinstance(event, ev.RuleApplied):
            expect(
                len(event.received) == info.outputs and len(event.results) == len(info.edges),
                lambda: (
                    f"a rule of node {found(info.id)} must receive {info.outputs} and give {len(info.edges)}, "
                    f"not {len(event.received)} and {len(event.results)}."
                ),
            )

    def _check_start(self, event: ev.BackwardStarted) -> None:
        expect(len(event.seeds) == len(event.roots), lambda: "there must be one seed for each root.")
        for root in event.roots:
            self._check_edge(root)
        for info in event.nodes:
            for edge in info.edges:
                if edge is not None:
                    self._check_edge(edge)
        for told, lacks in ((event.leaf_grads, "it has no .grad"), (event.leaf_values, "it holds nothing")):
            for leaf, _ in told:
                is_leaf = self._known(leaf).kind == "leaf"
                expect(is_leaf, lambda leaf=leaf, lacks=lacks: f"node {found(leaf)} is no leaf, so {lacks}.")

    def _meet(self, info: NodeInfo) -> None:
        """A node met again must be the same node, though its saved values may be gone by then."""
        old = self.nodes.get(info.id)
        if old is None:
            self._slots += info.outputs
            expect(self._slots <= MOST_SLOTS, lambda: f"all nodes together have more than {MOST_SLOTS} slots.")
            self.nodes[info.id] = info
        else:
            same = _identity(old) == _identity(info)
            expect(same, lambda: f"node {found(info.id)} was described differently before.")

    def _known(self, node: str) -> NodeInfo:
        expect(node in self.nodes, lambda: _unknown(node))
        return self.nodes[node]

    def _check_edge(self, edge: Edge) -> None:
        info = self._known(edge.node)
        expect(edge.slot < info.outputs, lambda: f"node {found(edge.node)} has no slot {edge.slot}.")

    def check_forward_edges(self) -> None:
        """An operation's edges may lead to nodes that no event describes, but to no slot that does not exist."""
        for info in self.nodes.values():
            for edge in info.edges:
                if edge is not None and edge.node in self.nodes:
                    self._check_edge(edge)


def _identity(info: NodeInfo) -> tuple:
    return (info.name, info.number, info.kind, info.edges, info.inputs, info.outputs)

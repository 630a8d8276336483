"""A trace as a file: plain JSON that any language can read, and a reader that trusts nothing.

The shape of the file *is* the shape of the dataclasses in `events`: an event is an object with its ``kind`` and its
fields, a tuple is a list, None is null. nan and the infinities, which JSON does not know, are the strings ``"nan"``,
``"inf"`` and ``"-inf"``. Python writes floats so that reading gives the same bits back.

A file may come from anywhere. Reading takes three steps, and each one either succeeds or raises a `TraceFormatError`:
text becomes JSON; JSON becomes dataclasses, by the type hints of their fields; then every id must lead to a node, every
slot and edge index must be in range, and every array must have as many numbers as its shape says.
"""

import json
import math
import types
import typing
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from operator import attrgetter
from typing import Any

import numpy as np

from ..recording.calls import Flow
from ..recording.source_lines import Origin, Origins
from ..recording.values import COMPLEX
from . import events as ev
from .events import EVENTS, VERSION, Edge, Event, NodeInfo, Value, Variable, Variables
from .nodes import described_by

FORMAT = "autograd_lab.trace"
LONGEST = 200_000_000
"""Characters. A longer text is refused before it is parsed."""
MOST_SLOTS = 1_000_000
"""Output slots of all nodes together: a small file must not ask for a lot of memory."""
LARGEST = 2**63
OF_FLOW = {
    **{name: [] for name in ("starts", "optimizers", "emptied", "unregistered", "stretched", "frozen")},
    "stopped": None,
}
OF_STEPPED = {"groups": [], "last": 0, "idle": False, "previous": 0, "first": 0, "found": 0.0}
OPTIONAL = {"derived": False, "leaf_values": [], "wrong": None, "assigned": None, **OF_FLOW, **OF_STEPPED}
"""Fields that a file leaves out where they are as here, which is nearly always."""
SPECIAL = {"nan": math.nan, "inf": math.inf, "-inf": -math.inf}
KINDS = ("op", "function", "leaf")
DTYPES = {
    *("bool", "float16", "float32", "float64", "int8", "int16", "int32", "int64"),
    *("uint8", "uint16", "uint32", "uint64", *COMPLEX),
}
"""As NumPy calls them."""
Reader = Callable[[Any], Any]
"""Turns JSON into a value, or raises TraceFormatError."""


class TraceFormatError(ValueError):
    """A text that is no recorded trace. The message says in one sentence what is wrong, and where."""

    def __init__(self, problem: str, *path: str | int):
        super().__init__(problem)
        self.problem, self.path = problem, path

    def __str__(self) -> str:
        if not self.path:
            return self.problem[:1].upper() + self.problem[1:]
        place = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in self.path)
        return f"At {place.lstrip('.')}, {self.problem}"


# ----- writing -----------------------------------------------------------------------------------------------------
def write(events: tuple[Event, ...], variables: Variables, origins: Origins, flow: Flow) -> str:
    """The file's text: one line for each event, for each node's variables and its origin, and for each call."""
    lines = ",\n".join(_dump({"kind": event.kind, **_plain(event)}) for event in events)
    calls = ",\n".join(map(_dump, map(_plain, flow.steps)))
    parts = ((name, getattr(flow, name)) for name in OF_FLOW)
    more = "".join(f',\n"{name}": {_dump(_plain(part))}' for name, part in parts if part)
    return (
        f'{{"format": "{FORMAT}", "version": {VERSION},\n"events": [\n{lines}\n],\n'
        f'"variables": {{\n{_by_node(variables)}\n}},\n"origins": {{\n{_by_node(origins)}\n}},\n'
        f'"flow": {{"tensors": {_dump(_plain(flow.tensors))},\n"steps": [\n{calls}\n]{more}}}}}\n'
    )


def _by_node(items: Mapping[str, Any]) -> str:
    return ",\n".join(f"{_dump(node)}: {_dump(_plain(item))}" for node, item in items.items())


def _dump(data: Any) -> str:
    return json.dumps(data, allow_nan=False)


def _plain(item: Any) -> Any:
    """Dataclasses as dicts, tuples as lists, special floats as strings; all else as it is."""
    if is_dataclass(item):
        names = (name for name in _field_names(type(item)) if name not in OPTIONAL or getattr(item, name))
        return {name: _plain(getattr(item, name)) for name in names}
    if isinstance(item, tuple):
        return [_plain(part) for part in item]
    if isinstance(item, float) and not math.isfinite(item):
        return "nan" if item != item else "inf" if item > 0 else "-inf"
    return item


@cache
def _field_names(cls: type) -> tuple[str, ...]:
    return tuple(field.name for field in fields(cls))


# ----- reading -----------------------------------------------------------------------------------------------------
def read(
    text: str | bytes,
) -> tuple[tuple[Event, ...], dict[str, tuple[Variable | None, ...]], dict[str, Origin], Flow]:
    """Events, variables, origins and flow from a text. Raises TraceFormatError for what `write` did not write."""
    data = _parse(text)
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise TraceFormatError(f'This JSON is no recorded trace: it lacks "format": "{FORMAT}".')
    version = data.get("version")
    if version != VERSION or isinstance(version, bool):
        raise TraceFormatError(
            f"This trace has version {_found(version)} of the format; this autograd_lab reads version {VERSION}."
        )
    _expect_keys(data, ("format", "version", *PARTS))
    events, variables, origins, flow = _in_order((name, reader, data[name]) for name, reader in PARTS.items())
    references = _References()
    _in_order([("events", references.check_all, events)])
    _in_order(("variables", references.check_mentioned, node) for node in variables)
    _in_order(("origins", references.known, node) for node in origins)
    return events, variables, origins, flow


def _parse(text: str | bytes) -> Any:
    if not isinstance(text, str | bytes):
        raise TraceFormatError(f"A trace is read from text, but this is {_found(text)}.")
    if len(text) > LONGEST:
        raise TraceFormatError(f"This text is too long for a trace: {len(text)} characters, at most {LONGEST}.")
    try:
        return json.loads(text)
    except RecursionError:
        raise TraceFormatError("This text is no trace: its brackets are nested too deeply.") from None
    except ValueError as error:  # no JSON, no UTF-8, or an integer of thousands of digits
        raise TraceFormatError(f"This text is no JSON, or it is cut off: {error}.") from None


def _found(data: Any) -> str:
    """A short name for what was found in the file, safe to print whatever it is."""
    if data is None or isinstance(data, bool):
        return {None: "null", True: "true", False: "false"}[data]
    if isinstance(data, str):
        return ascii(data if len(data) <= 30 else data[:30] + "...")
    if isinstance(data, int | float):
        return "a huge number" if isinstance(data, int) and abs(data) >= 10**30 else f"the number {data!r}"
    return {list: "a list", dict: "an object"}.get(type(data), f"a {type(data).__name__}")


def _in_order(parts: Iterable[tuple[str | int, Reader, Any]]) -> tuple:
    """What each reader makes of its data. If one raises an error, the error learns the place in the file."""
    results = []
    for step, reader, data in parts:
        try:
            results.append(reader(data))
        except TraceFormatError as error:
            error.path = (step, *error.path)
            raise
    return tuple(results)


def _numbered(reader: Reader, items: Iterable) -> Iterator[tuple[int, Reader, Any]]:
    return ((position, reader, item) for position, item in enumerate(items))


def _expect_keys(data: dict, names: tuple[str, ...]) -> None:
    for name in names:
        if name not in data:
            raise TraceFormatError(f"{_found(name)} is missing.")
    for name in data:
        if name not in names:
            raise TraceFormatError(f"{_found(name)} does not belong here.")


def _read_event(data: Any) -> Event:
    if not isinstance(data, dict):
        raise TraceFormatError(f"an event is expected, not {_found(data)}.")
    kind = data.get("kind")
    if not isinstance(kind, str) or kind not in EVENTS:
        raise TraceFormatError(f"there is no event of kind {_found(kind)}.")
    return _reader(EVENTS[kind])({name: item for name, item in data.items() if name != "kind"})


def _object_of(reader: Reader) -> Reader:
    """Reads an object whose keys are ids of nodes."""

    def read_object(data: Any) -> dict[str, Any]:
        if not isinstance(data, dict):
            raise TraceFormatError(f"an object is expected, not {_found(data)}.")
        return dict(zip(data, _in_order((_found(node), reader, item) for node, item in data.items()), strict=True))

    return read_object


# ----- a reader for each type hint ---------------------------------------------------------------------------------
@cache
def _reader(hint: Any) -> Reader:
    if is_dataclass(hint):
        return _dataclass_reader(hint)
    origin, parts = typing.get_origin(hint), typing.get_args(hint)
    if origin is types.UnionType:
        (inner,) = (_reader(part) for part in parts if part is not types.NoneType)
        return lambda data: None if data is None else inner(data)
    if origin is tuple:
        return _list_of(_reader(parts[0])) if parts[-1] is Ellipsis else _list_of(*map(_reader, parts), fixed=True)
    return _read_number if hint is float else _plain_reader(hint)


def _dataclass_reader(cls: type) -> Reader:
    hints, names = typing.get_type_hints(cls), _field_names(cls)
    readers = [(name, _reader(hints[name])) for name in names]
    left_out = {name: item for name, item in OPTIONAL.items() if name in names}
    check = CHECKS.get(cls)

    def read_object(data: Any) -> Any:
        if not isinstance(data, dict):
            raise TraceFormatError(f"an object ({cls.__name__}) is expected, not {_found(data)}.")
        data = left_out | data
        _expect_keys(data, names)
        result = cls(**dict(zip(names, _in_order((name, reader, data[name]) for name, reader in readers), strict=True)))
        if check is not None:
            check(result)
        return result

    return read_object


def _list_of(*readers: Reader, fixed: bool = False) -> Reader:
    """Reads a list into a tuple: of any length by one reader, or (``fixed``) one item by each."""
    count = f"a list of {len(readers)}" if fixed else "a list"

    def read_list(data: Any) -> tuple:
        if not isinstance(data, list) or (fixed and len(data) != len(readers)):
            raise TraceFormatError(f"{count} is expected, not {_found(data)}.")
        if not fixed:
            return _in_order(_numbered(readers[0], data))
        return _in_order((position, reader, data[position]) for position, reader in enumerate(readers))

    return read_list


def _plain_reader(kind: type) -> Reader:
    """For text, flags and whole numbers."""
    words = {str: "text", bool: "true or false", int: "a whole number from 0"}[kind]

    def read_plain(data: Any) -> Any:
        if type(data) is not kind or (kind is int and not 0 <= data < LARGEST):
            raise TraceFormatError(f"{words} is expected, not {_found(data)}.")
        return data

    return read_plain


def _read_number(data: Any) -> float:
    """A number of any kind; whether it fits its dtype is checked with the whole array."""
    if isinstance(data, str) and data in SPECIAL:
        return SPECIAL[data]
    if not isinstance(data, int | float) or (isinstance(data, float) and not math.isfinite(data)):
        raise TraceFormatError(f"a number is expected, not {_found(data)}.")
    return data


# ----- what no type can say: one object by itself ------------------------------------------------------------------
def _expect(condition: bool, problem: str, *items: Any) -> None:
    """Raise unless the condition holds; the items are put into the words only then."""
    if not condition:
        raise TraceFormatError(problem.format(*items))


def check_value(value: Value) -> None:
    """As many numbers as the shape says, each one that the dtype can hold; or a summary instead."""
    _expect(value.dtype in DTYPES, "there is no dtype {}.", _found(value.dtype))
    _expect(len(value.shape) <= 64, "an array has at most 64 dimensions, not {}.", len(value.shape))
    _expect((value.items is None) != (value.summary is None), "an array has either its items or a summary.")
    if value.items is None:
        return
    _expect(not value.is_complex, "of complex numbers there is a summary alone.")
    _expect(len(value.items) == math.prod(value.shape), "{} items do not fit the shape.", len(value.items))
    try:
        with np.errstate(all="ignore"):
            kept = np.array(value.items, dtype=value.dtype).tolist()
    except (OverflowError, ValueError, TypeError):
        raise TraceFormatError(f"these items are no {value.dtype} numbers.") from None
    for place, (item, back) in enumerate(zip(value.items, kept, strict=True)):
        if isinstance(item, bool) != isinstance(back, bool) or (item != back and item == item):
            raise TraceFormatError(f"{value.dtype} cannot hold {_found(item)}.", "items", place)


def _check_node(info: NodeInfo) -> None:
    """A node that can be drawn: a known kind, a name for each edge, a leaf with one slot and no edges."""
    _expect(info.id != "", "a node needs an id.")
    _expect(info.kind in KINDS, "there is no kind of node {}.", _found(info.kind))
    edges, inputs = len(info.edges), len(info.inputs)
    _expect(inputs == edges, "there are {} edges, but names for {} inputs.", edges, inputs)
    _expect(info.kind != "leaf" or (not edges and info.outputs == 1), "a leaf has one slot and no edges.")


def _check_flow(flow: Flow) -> None:
    """Each call speaks of tensors that there are."""
    for position, step in enumerate(flow.steps):
        for number in (*step.inputs, *step.outputs):
            if number >= len(flow.tensors):
                raise TraceFormatError(f"there is no tensor {number}.", "steps", position)
    steps = ((place, one) for place, one in enumerate(flow.stretched) if one.step >= len(flow.steps))
    for place, one in steps:
        raise TraceFormatError(f"there is no step {one.step}.", "stretched", place)
    for name, numbers in (
        (
            "optimizers",
            [
                (*one.held, *one.spoiled, *(number for group in one.groups for number in group.held))
                for one in flow.optimizers
            ],
        ),
        ("emptied", [(one.number,) for one in flow.emptied]),
    ):
        for place, number in ((place, max(some)) for place, some in enumerate(numbers) if some):
            if number >= len(flow.tensors):
                raise TraceFormatError(f"there is no tensor {number}.", name, place)


CHECKS: dict[type, Callable[[Any], None]] = {Value: check_value, NodeInfo: _check_node, Flow: _check_flow}

PARTS: dict[str, Reader] = {
    "events": _list_of(_read_event),
    "variables": _object_of(_reader(tuple[Variable | None, ...])),
    "origins": _object_of(_reader(Origin)),
    "flow": _reader(Flow),
}


# ----- what no type can say: all objects together ------------------------------------------------------------------
class _References:
    """The nodes described so far: every id, slot and index that an event uses must exist by then."""

    def __init__(self) -> None:
        self._nodes: dict[str, NodeInfo] = {}
        self._slots = 0
        self._visited: list[set[str]] = [set()]  # in each backward that runs, the innermost last

    def check_all(self, events: tuple[Event, ...]) -> None:
        """Operations' edges may lead to nodes that no event describes, but to no slot that does not exist."""
        _in_order(_numbered(self._check, events))
        edges = [edge for info in self._nodes.values() for edge in info.edges if edge is not None]
        for edge in edges:
            if edge.node in self._nodes:
                self._check_edge(edge)
        self._mentioned = {edge.node for edge in edges}

    def check_mentioned(self, node: str) -> None:
        """A node that has variables was described, or an edge leads to it."""
        if node not in self._mentioned:
            self.known(node)

    def known(self, node: str) -> NodeInfo:
        """The node that has this id."""
        if node not in self._nodes:
            raise TraceFormatError(f"there is no node {_found(node)}.")
        return self._nodes[node]

    def _check(self, event: Event) -> None:
        for info in described_by(event):
            self._meet(info)
        if isinstance(event, ev.BackwardStarted):
            self._check_start(event)
            self._visited.append(set())
        elif isinstance(event, ev.DependenciesCounted):
            for node, _ in event.counts:
                self.known(node)
        elif isinstance(event, ev.BufferAdded):
            self._check_edge(event.target)
            if event.source:
                self.known(event.source)
        elif isinstance(event, ev.ErrorRaised | ev.BackwardFinished):
            if isinstance(event, ev.ErrorRaised) and event.node is not None:
                self.known(event.node)
            if len(self._visited) > 1:
                self._visited.pop()
        elif not isinstance(event, ev.OpRecorded):
            self._check_at_node(event, self.known(event.node))

    def _check_at_node(self, event: Any, info: NodeInfo) -> None:
        """Events that happen at one node: their slot or edge index must be one of its own."""
        name, slots, edges = _found(info.id), info.outputs, len(info.edges)
        if isinstance(event, ev.GradIn | ev.RuleApplied | ev.GradOut):
            _expect(info.id in self._visited[-1], "node {} has not been visited yet in this backward.", name)
        slot, index = getattr(event, "slot", None), getattr(event, "index", None)
        _expect(slot is None or slot < slots, "node {} has no slot {}.", name, slot)
        _expect(index is None or index < edges, "node {} has no edge {}.", name, index)
        if isinstance(event, ev.GradOut):
            _expect(event.target == info.edges[index], "edge {} does not lead to this target.", index)
        elif isinstance(event, ev.NodeVisited):
            self._visited[-1].add(info.id)
        elif isinstance(event, ev.GradAccumulated):
            _expect(info.kind == "leaf", "node {} is no leaf, so it has no .grad.", name)
        elif isinstance(event, ev.RuleApplied):
            received, given = len(event.received), len(event.results)
            told = "a rule of node {} must receive {} and give {}, not {} and {}."
            _expect((received, given) == (slots, edges), told, name, slots, edges, received, given)

    def _check_start(self, event: ev.BackwardStarted) -> None:
        _expect(len(event.seeds) == len(event.roots), "there must be one seed for each root.")
        for edge in (*event.roots, *(edge for info in event.nodes for edge in info.edges)):
            if edge is not None:
                self._check_edge(edge)
        for pairs, lacks in ((event.leaf_grads, "it has no .grad"), (event.leaf_values, "it holds nothing")):
            for leaf, _ in pairs:
                _expect(self.known(leaf).kind == "leaf", "node {} is no leaf, so {}.", _found(leaf), lacks)

    def _meet(self, info: NodeInfo) -> None:
        """A node met again must be the same node, though its saved values may be gone by then."""
        old = self._nodes.setdefault(info.id, info)
        if old is info:
            self._slots += info.outputs
            _expect(self._slots <= MOST_SLOTS, "all nodes together have more than {} slots.", MOST_SLOTS)
        else:
            _expect(_identity(old) == _identity(info), "node {} was described differently before.", _found(info.id))

    def _check_edge(self, edge: Edge) -> None:
        slots = self.known(edge.node).outputs
        _expect(edge.slot < slots, "node {} has no slot {}.", _found(edge.node), edge.slot)


_identity = attrgetter("name", "number", "kind", "edges", "inputs", "outputs")

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
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, is_dataclass
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
OF_FLOW = ("starts", "optimizers", "emptied", "unregistered", "stretched", "frozen", "stopped")
OF_STEPPED = ("groups", "last", "idle", "previous", "first", "found")
OPTIONAL = {"derived", "leaf_values", "wrong", "assigned", *OF_FLOW, *OF_STEPPED}
"""Fields that a file leaves out where they have their defaults, which is nearly always."""
SPECIAL = {"nan": math.nan, "inf": math.inf, "-inf": -math.inf}
KINDS = ("op", "function", "leaf")
DTYPES = {
    *("bool", "float16", "float32", "float64", "int8", "int16", "int32", "int64"),
    *("uint8", "uint16", "uint32", "uint64", *COMPLEX),
}
"""As NumPy calls them."""
Reader = Callable[[Any], Any]
"""Turns JSON into a value, or raises TraceFormatError."""


@dataclass(frozen=True)
class Parts:
    """What a file holds beside its format and version."""

    events: tuple[Event, ...]
    variables: dict[str, tuple[Variable | None, ...]]
    origins: dict[str, Origin]
    flow: Flow


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
    if not isinstance(data, dict) or data.pop("format", None) != FORMAT:
        raise TraceFormatError(f'This JSON is no recorded trace: it lacks "format": "{FORMAT}".')
    version = data.pop("version", None)
    if version != VERSION or isinstance(version, bool):
        raise TraceFormatError(
            f"This trace has version {_found(version)} of the format; this autograd_lab reads version {VERSION}."
        )
    parts: Parts = _reader(Parts)(data)
    references = _References()
    _at("events", references.check_all, parts.events)
    for node in parts.variables:
        _at("variables", references.check_mentioned, node)
    for node in parts.origins:
        _at("origins", references.known, node)
    return parts.events, parts.variables, parts.origins, parts.flow


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


def _at(step: str | int, reader: Reader, data: Any) -> Any:
    """What the reader makes of the data. If it raises an error, the error learns the place in the file."""
    try:
        return reader(data)
    except TraceFormatError as error:
        error.path = (step, *error.path)
        raise


@cache
def _reader(hint: Any) -> Reader:
    """The reader for a type hint."""
    if hint is Event:
        return _read_event
    if is_dataclass(hint):
        hints = typing.get_type_hints(hint)
        return _object_reader(hint, {name: _reader(hints[name]) for name in _field_names(hint)})
    origin, parts = typing.get_origin(hint), typing.get_args(hint)
    if origin is types.UnionType:
        (inner,) = (_reader(part) for part in parts if part is not types.NoneType)
        return lambda data: None if data is None else inner(data)
    if origin is dict:
        return lambda data: {key: _at(_found(key), _reader(parts[1]), data[key]) for key in _checked(dict, data)}
    if origin is tuple and parts[-1] is Ellipsis:
        one = _reader(parts[0])
        return lambda data: tuple([_at(place, one, item) for place, item in enumerate(_checked(list, data))])
    if origin is tuple:
        readers = [*enumerate(map(_reader, parts))]
        return lambda data: tuple([_at(place, one, _of(readers, data)[place]) for place, one in readers])
    return _read_number if hint is float else _plain_reader(hint)


def _checked(kind: type, data: Any) -> Any:
    """The data, if it is of this kind."""
    _expect(isinstance(data, kind), "{} is expected, not {}.", _found(kind()), _found(data))
    return data


def _of(readers: list, data: Any) -> list:
    """The data, if it is a list with an item for each of these readers."""
    is_it = isinstance(data, list) and len(data) == len(readers)
    _expect(is_it, "a list of {} is expected, not {}.", len(readers), _found(data))
    return data


def _read_event(data: Any) -> Event:
    _expect(isinstance(data, dict), "an event is expected, not {}.", _found(data))
    kind = data.get("kind")
    _expect(isinstance(kind, str) and kind in EVENTS, "there is no event of kind {}.", _found(kind))
    return _reader(EVENTS[kind])({name: item for name, item in data.items() if name != "kind"})


def _object_reader(cls: type, readers: Mapping[str, Reader]) -> Reader:
    needed, check = [name for name in readers if name not in OPTIONAL], CHECKS.get(cls)

    def read_object(data: Any) -> Any:
        _expect(isinstance(data, dict), "an object ({}) is expected, not {}.", cls.__name__, _found(data))
        for name in needed:
            _expect(name in data, "{} is missing.", _found(name))
        for name in data:
            _expect(name in readers, "{} does not belong here.", _found(name))
        result = cls(**{name: _at(name, readers[name], item) for name, item in data.items()})
        if check is not None:
            check(result)
        return result

    return read_object


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
    """Each call, optimizer and emptied gradient speaks of tensors that there are."""
    spoken = {
        "steps": [(*step.inputs, *step.outputs) for step in flow.steps],
        "optimizers": [
            (*one.held, *one.spoiled, *(number for group in one.groups for number in group.held))
            for one in flow.optimizers
        ],
        "emptied": [(one.number,) for one in flow.emptied],
    }
    for name, of_each in spoken.items():
        for place, numbers in enumerate(of_each):
            for number in (one for one in numbers if one >= len(flow.tensors)):
                raise TraceFormatError(f"there is no tensor {number}.", name, place)
    for place, one in enumerate(flow.stretched):
        if one.step >= len(flow.steps):
            raise TraceFormatError(f"there is no step {one.step}.", "stretched", place)


CHECKS: dict[type, Callable[[Any], None]] = {Value: check_value, NodeInfo: _check_node, Flow: _check_flow}


# ----- what no type can say: all objects together ------------------------------------------------------------------
class _References:
    """The nodes described so far: every id, slot and index that an event uses must exist by then."""

    def __init__(self) -> None:
        self._nodes: dict[str, NodeInfo] = {}
        self._slots = 0
        self._visited: list[set[str]] = [set()]  # in each backward that runs, the innermost last

    def check_all(self, events: tuple[Event, ...]) -> None:
        """Operations' edges may lead to nodes that no event describes, but to no slot that does not exist."""
        for place, event in enumerate(events):
            _at(place, self._check, event)
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

"""A trace as a file: plain JSON that any language can read, and a reader that trusts nothing.

The shape of the file *is* the shape of the dataclasses in `events`: an event is an object with its ``kind`` and its
fields, a tuple is a list, None is null. nan and the infinities, which JSON does not know, are the strings ``"nan"``,
``"inf"`` and ``"-inf"``. Python writes floats so that reading gives the same bits back.

Reading happens in three steps, and each can only fail with a `TraceFormatError`: text → JSON; JSON → dataclasses, with
one checker built from each type hint; then `file_checks`, for what no type can say (an edge leads to a node that
exists).
"""

import json
import math
import types
import typing
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any

from .events import EVENTS, VERSION, Event, Variable
from .file_checks import OBJECT_CHECKS, At, check_trace, found
from .file_checks import TraceFormatError as TraceFormatError
from .flow import Flow
from .origins import Origin, Origins
from .story import Variables

FORMAT = "autograd_lab.trace"
LONGEST = 200_000_000
"""Characters. A longer text is refused before it is parsed."""

OPTIONAL = {"derived": False, "leaf_values": [], "wrong": None, "starts": []}
"""What a file leaves out of an object where it is as here, as nearly always."""
LARGEST = 2**63
SPECIAL = {"nan": math.nan, "inf": math.inf, "-inf": -math.inf}


# ----- writing -----------------------------------------------------------------------------------------------------
def write(events: tuple[Event, ...], variables: Variables, origins: Origins, flow: Flow) -> str:
    """The file's text: one line for each event, for each node's variables and its origin, and for each call."""
    lines = ",\n".join(_dump({"kind": event.kind, **_plain(event)}) for event in events)
    calls = ",\n".join(map(_dump, map(_plain, flow.steps)))
    starts = f',\n"starts": {_dump(_plain(flow.starts))}' if flow.starts else ""
    return (
        f'{{"format": "{FORMAT}", "version": {VERSION},\n"events": [\n{lines}\n],\n'
        f'"variables": {{\n{_by_node(variables)}\n}},\n"origins": {{\n{_by_node(origins)}\n}},\n'
        f'"flow": {{"tensors": {_dump(_plain(flow.tensors))},\n"steps": [\n{calls}\n]{starts}}}}}\n'
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
    """Events, variables, origins and flow from a file's text. TraceFormatError: what `write` did not write."""
    data = _parse(text)
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise TraceFormatError(f'This JSON is no recorded trace: it lacks "format": "{FORMAT}".')
    version = data.get("version")
    if version != VERSION or isinstance(version, bool):
        raise TraceFormatError(
            f"This trace has version {found(version)} of the format; this autograd_lab reads version {VERSION}."
        )
    _expect_keys(data, ("format", "version", "events", "variables", "origins", "flow"))
    with At("events"):
        events = tuple(_each(data["events"], _read_event))
    with At("variables"):
        variables = _read_by_node(data["variables"], tuple[Variable | None, ...])
    with At("origins"):
        origins = _read_by_node(data["origins"], Origin)
    with At("flow"):
        flow = _reader(Flow)(data["flow"])
    check_trace(events, variables, origins)
    return events, variables, origins, flow


def _parse(text: str | bytes) -> Any:
    if not isinstance(text, str | bytes):
        raise TraceFormatError(f"A trace is read from text, but this is {found(text)}.")
    if len(text) > LONGEST:
        raise TraceFormatError(f"This text is too long for a trace: {len(text)} characters, at most {LONGEST}.")
    try:
        string = text if isinstance(text, str) else text.decode("utf-8")
        return json.loads(string, object_pairs_hook=_without_doubles, parse_constant=_refuse_constant)
    except RecursionError:
        raise TraceFormatError("This text is no trace: its brackets are nested too deeply.") from None
    except UnicodeDecodeError as error:
        raise TraceFormatError(f"This text is no trace: it is no UTF-8 from byte {error.start} on.") from None
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise TraceFormatError(
            f"This text is no JSON, or it is cut off: {error.msg.removesuffix(' at')} at {place}."
        ) from None
    except TraceFormatError:
        raise
    except ValueError:  # the one other thing that json refuses: an integer of thousands of digits
        raise TraceFormatError("This text is no trace: a number in it has too many digits.") from None


def _without_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) != len(pairs):
        raise TraceFormatError("This text is no trace: an object in it has the same key twice.")
    return result


def _refuse_constant(word: str) -> None:
    raise TraceFormatError(f'This text is no trace: it holds a bare {word}, which a trace writes as "nan" or "inf".')


def _expect_keys(data: dict, names: tuple[str, ...]) -> None:
    for name in names:
        if name not in data:
            raise TraceFormatError(f"{found(name)} is missing.")
    for name in data:
        if name not in names:
            raise TraceFormatError(f"{found(name)} does not belong here.")


def _each(data: Any, reader: Callable[[Any], Any]) -> list:
    if not isinstance(data, list):
        raise TraceFormatError(f"a list is expected, not {found(data)}.")
    result = []
    for position, item in enumerate(data):
        with At(position):
            result.append(reader(item))
    return result


def _read_event(data: Any) -> Event:
    if not isinstance(data, dict):
        raise TraceFormatError(f"an event is expected, not {found(data)}.")
    kind = data.get("kind")
    if not isinstance(kind, str) or kind not in EVENTS:
        raise TraceFormatError(f"there is no event of kind {found(kind)}.")
    return _reader(EVENTS[kind])({name: item for name, item in data.items() if name != "kind"})


def _read_by_node(data: Any, hint: Any) -> dict[str, Any]:
    if not isinstance(data, dict):
        raise TraceFormatError(f"an object is expected, not {found(data)}.")
    reader = _reader(hint)
    result = {}
    for node, item in data.items():
        with At(found(node)):
            result[node] = reader(item)
    return result


# ----- one checker for each type hint ------------------------------------------------------------------------------
@cache
def _reader(hint: Any) -> Callable[[Any], Any]:
    """What turns JSON into a value of this type, or raises TraceFormatError."""
    if is_dataclass(hint):
        return _dataclass_reader(hint)
    origin, parts = typing.get_origin(hint), typing.get_args(hint)
    if origin is types.UnionType:
        (inner,) = (_reader(part) for part in parts if part is not types.NoneType)
        return lambda data: None if data is None else inner(data)
    if origin is tuple and parts[-1] is Ellipsis:
        item = _reader(parts[0])
        return lambda data: tuple(_each(data, item))
    if origin is tuple:
        return _fixed_tuple_reader(tuple(_reader(part) for part in parts))
    return {str: _read_text, int: _read_int, float: _read_number, bool: _read_bool}[hint]


def _dataclass_reader(cls: type) -> Callable[[Any], Any]:
    hints = typing.get_type_hints(cls)
    names = _field_names(cls)
    readers = [(name, _reader(hints[name])) for name in names]
    check = OBJECT_CHECKS.get(cls)
    left_out = {name: item for name, item in OPTIONAL.items() if name in names}

    def read_object(data: Any) -> Any:
        if not isinstance(data, dict):
            raise TraceFormatError(f"an object ({cls.__name__}) is expected, not {found(data)}.")
        data = left_out | data
        _expect_keys(data, names)
        values = {}
        for name, reader in readers:
            with At(name):
                values[name] = reader(data[name])
        result = cls(**values)
        if check is not None:
            check(result)
        return result

    return read_object


def _fixed_tuple_reader(readers: tuple[Callable[[Any], Any], ...]) -> Callable[[Any], tuple]:
    def read_tuple(data: Any) -> tuple:
        if not isinstance(data, list) or len(data) != len(readers):
            raise TraceFormatError(f"a list of {len(readers)} is expected, not {found(data)}.")
        values = []
        for position, (reader, item) in enumerate(zip(readers, data, strict=True)):
            with At(position):
                values.append(reader(item))
        return tuple(values)

    return read_tuple


def _read_text(data: Any) -> str:
    if not isinstance(data, str):
        raise TraceFormatError(f"text is expected, not {found(data)}.")
    return data


def _read_bool(data: Any) -> bool:
    if not isinstance(data, bool):
        raise TraceFormatError(f"true or false is expected, not {found(data)}.")
    return data


def _read_int(data: Any) -> int:
    if not isinstance(data, int) or isinstance(data, bool) or not 0 <= data < LARGEST:
        raise TraceFormatError(f"a whole number from 0 is expected, not {found(data)}.")
    return data


def _read_number(data: Any) -> float:
    """A number of any kind; which kinds fit is the dtype's affair and is checked with the whole array."""
    if isinstance(data, str) and data in SPECIAL:
        return SPECIAL[data]
    if not isinstance(data, int | float) or (isinstance(data, float) and not math.isfinite(data)):
        raise TraceFormatError(f"a number is expected, not {found(data)}.")
    return data

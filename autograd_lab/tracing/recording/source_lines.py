"""Where in the learner's program a node was made: on which line, and in which calls of which modules.

Both are known where the forward stood inside the recording. Where only the backward did, the modules of the nodes next
to parameters are told by the parameters' names: a node that reads ``net.0.weight`` belongs to ``net.0``.
"""

import linecache
import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import takewhile
from typing import Any

from ..trace.events import NodeInfo
from .variable_names import Modules


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the learner's: its number (from 1), its text, and its file; "" for a cell of a notebook."""

    number: int
    text: str
    file: str


@dataclass(frozen=True, slots=True)
class ModuleCall:
    """A call of a module: what the learner calls it (``net.0``), its class, and which of its calls this is, from 1.

    A module that no variable leads to is called by its class. ``call`` is 0 where the call itself was not recorded.
    """

    name: str
    kind: str
    call: int


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a node was made. ``line`` is None where the forward was not recorded; ``modules``: the outermost first."""

    line: Line | None
    modules: tuple[ModuleCall, ...]


Origins = Mapping[str, Origin]
"""By the node's id; a node of which nothing is known is left out."""

Call = tuple[Any, int]
"""A module, and which of its calls this is."""


NoteOfNode = tuple[tuple[str, int] | None, tuple[Call, ...]]
"""File and line number where a node was made (None: not known), and the calls of modules that ran just then."""


def origins_of(made: Mapping[str, NoteOfNode], nodes: Mapping[str, NodeInfo], modules: Modules) -> dict[str, Origin]:
    """The origin of each node about which something is known; ``made`` is what was noted when the nodes were made."""
    line_at = cache(line_of)  # for this once: the file may be another one when the next recording ends
    named = cache(lambda call: _named(call, modules))

    @cache
    def origin(place: tuple[str, int] | None, calls: tuple[Call, ...]) -> Origin:
        return Origin(place and line_at(*place), tuple(map(named, calls)))

    found = {node: origin(*note) for node, note in made.items()}
    unknown = [info for node, info in nodes.items() if node not in found]
    return found | dict(_by_parameters(unknown, modules))


def line_of(filename: str, number: int) -> Line:
    """The line as a trace keeps it. (A cell's name leads to no file, and is another one in every kernel.)"""
    text = linecache.getline(filename, number).strip()
    return Line(number, text, os.path.basename(filename) if os.path.isfile(filename) else "")


def _named(call: Call, modules: Modules) -> ModuleCall:
    module, number = call
    kind = type(module).__name__
    path = modules.paths.get(module)
    return ModuleCall(path[-1][0] if path else kind, kind, number)


def _by_parameters(infos: Iterable[NodeInfo], modules: Modules) -> Iterator[tuple[str, Origin]]:
    """The nodes that read parameters, directly or through others that read nothing else (a weight's transpose)."""
    owners = dict(modules.parameters)
    for info in sorted((info for info in infos if info.kind != "leaf"), key=lambda info: info.number):
        heard = [owners.get(edge.node) if edge else None for edge in info.edges]
        shared = _shared([path for path in heard if path])
        if shared:
            yield info.id, Origin(None, tuple(ModuleCall(name, kind, 0) for name, kind in shared))
            if all(heard):
                owners[info.id] = shared


def _shared(paths: list[tuple[tuple[str, str], ...]]) -> tuple[tuple[str, str], ...]:
    """The modules that all of these lie in."""
    steps = takewhile(lambda step: len(set(step)) == 1, zip(*paths, strict=False))
    return tuple(step[0] for step in steps)

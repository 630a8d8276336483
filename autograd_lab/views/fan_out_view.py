"""What forward copies, backward adds: each input as often as forward used it, what arrived, and what the node sent.

A small operand is drawn once for each copy that broadcasting made of it. Point at an element of a gradient, and the
elements of G that went into it light up; point at an element of G, and everything that it goes to does. The same for
the factors of a matrix product, for sums, and for positions picked more than once.
"""

from dataclasses import dataclass, field
from itertools import chain
from math import prod
from typing import Any, ClassVar

import numpy as np
import traitlets

from ..tracing.trace.events import Value
from ..tracing.trace.node_search import find_node
from ..tracing.trace.trace import Trace
from .contributions import Way, ways
from .lookup import check_trace, last_run
from .short_text import number_text
from .widget import View


@dataclass
class Grid:
    """One array of the picture. ``cells[i]`` is the plain data of its i-th element, row-major."""

    name: str
    title: str
    shape: tuple[int, ...]
    role: str
    note: str = ""
    cells: list[dict[str, Any]] = field(default_factory=list)

    def label(self, place: int) -> str:
        """``b[0]``, ``G[2, 1]``; a number has no place."""
        index = ", ".join(str(int(i)) for i in np.unravel_index(place, self.shape)) if self.shape else ""
        return f"{self.name}[{index}]" if self.shape else self.name


class FanOut(View, scripts=("fan_out.js",), sheet="fan_out.css"):
    """The widget. Make one with `fan_out`. ``at`` is the number of the element pointed at."""

    alone = True
    page_traits: ClassVar[tuple[str, ...]] = ("data", "at")
    data = traitlets.Dict().tag(sync=True)
    at = traitlets.Int(0).tag(sync=True)

    def __init__(self, data: dict[str, Any], at: int):
        super().__init__(data=data, at=at)

    def text(self) -> str:
        """Every array, then one line for each element of G and of a gradient."""
        lines = [self.data["title"]]
        for grid in chain.from_iterable(row["grids"] for row in self.data["rows"]):
            lines.append(f"{grid['title']} ({grid['note']})")
            width = max(len(cell["text"]) for cell in grid["cells"])
            for start in range(0, len(grid["cells"]), grid["columns"]):
                row = grid["cells"][start : start + grid["columns"]]
                lines.append("  " + "  ".join(cell["text"].rjust(width) for cell in row))
        sentences = [cell["sentence"] for grid in self.data["rows"][1]["grids"] for cell in grid["cells"]]
        return "\n".join(lines + sentences)

    def png(self) -> bytes:
        """The arrays with the lit elements, and the sentence."""
        from .pictures import fan_out_png  # loads matplotlib

        return fan_out_png(self.data, self.at)


def fan_out(trace: Trace, node: object, at: str | None = None) -> FanOut:
    """How the last gradient that reached ``node`` was given out to its inputs, element by element.

    ``node`` as in `find_node`; its arrays have at most 64 numbers. ``at`` is the element that is lit first:
    ``"∂b[0]"``, ``"G[1, 1]"``; without it one that several elements of G went into.

    Raises KeyError when there is no such node or element, and ValueError when the node did not run, or does something
    else than broadcasting, a matrix product, a sum or mean of everything, or picking by a list of positions.
    """
    check_trace(trace)
    identity = find_node(trace, node)
    run = last_run(trace, identity, len(trace))
    if run is None or trace.nodes[identity].kind == "leaf":
        raise ValueError(f"{trace.label(identity)} gave no gradient out in this trace: choose a node that ran")
    found = ways(trace, run)
    grids = _grids(found, trace.events[run].received[0], trace.name(identity) or "the result")
    cells = [(grid.label(place), cell) for grid in grids for place, cell in enumerate(grid.cells)]
    rows = [
        {"label": "Forward: what the node used", "grids": [_plain(grid) for grid in grids if grid.role == "value"]},
        {
            "label": "Backward: what arrived and what it sends",
            "grids": [_plain(grid) for grid in grids if grid.role != "value"],
        },
    ]
    title = f"Fan-out of {trace.label(identity)}"
    return FanOut({"title": title, "rows": rows}, _first(cells, at))


def _first(cells: list[tuple[str, dict[str, Any]]], at: str | None) -> int:
    """The number of the element that is lit first."""
    if at is None:
        results = [cell for label, cell in cells if label.startswith("∂")]
        return max(results, key=lambda cell: (cell["uses"], -cell["id"]))["id"]
    named = {label: cell["id"] for label, cell in reversed(cells)}
    if at not in named:
        raise KeyError(f"no element {at!r} in this picture; it has {', '.join(reversed(named))}")
    return named[at]


# ----- the arrays -----------------------------------------------------------------------------------------------------
def _grids(found: list[Way], grad: Value, result: str) -> list[Grid]:
    """For each input what forward used, then G, then each gradient; with what lights up where."""
    used = [Grid(way.name, _title(way), way.seen, "value", _axes(way.seen, way.gradient.shape)) for way in found]
    arrived = Grid("G", f"G, what arrived for {result}", grad.shape, "message", _axes(grad.shape, grad.shape))
    sent = [
        Grid(f"∂{way.name}", f"∂{way.name}, sent", way.gradient.shape, "total", _axes(way.gradient.shape))
        for way in found
    ]
    grids, start = [*used, arrived, *sent], 0
    for grid in grids:
        grid.cells = [{"id": start + place} for place in range(prod(grid.shape))]
        start += len(grid.cells)
    _fill(found, used, arrived, sent, grad)
    return grids


def _title(way: Way) -> str:
    if way.how == "picked":
        return f"{way.name}, as it was picked"
    copies = len(way.element) // prod(way.gradient.shape)
    return f"{way.name}, drawn once for each of {copies} copies" if copies > 1 else way.name


def _axes(shape: tuple[int, ...], own: tuple[int, ...] | None = None) -> str:
    """``shape (3, 2): axis 0 ↓ copied, axis 1 →``: what a grid's rows and columns are, and which forward made."""
    own = shape if own is None else own
    named = []
    for axis in range(len(shape)):
        arrow = "→" if axis == len(shape) - 1 else "↓"
        before = axis - (len(shape) - len(own))
        copied = len(own) <= len(shape) and (before < 0 or own[before] == 1 < shape[axis])
        named.append(f"axis {axis} {arrow}{' copied' * copied}")
    return f"shape {_shape(shape)}{': ' * bool(named)}{', '.join(named)}"


def _shape(shape: tuple[int, ...]) -> str:
    return f"({', '.join(map(str, shape))}{',' * (len(shape) == 1)})"


def _fill(found: list[Way], used: list[Grid], arrived: Grid, sent: list[Grid], grad: Value) -> None:
    """Texts and sentences, and with which other elements each one lights up."""
    given: list[list[int]] = [[] for _ in arrived.cells]
    goes: list[list[str]] = [[] for _ in arrived.cells]
    partners = used[::-1] if len(used) == 2 else [None] * len(used)
    for way, seen, partner, gradient in zip(found, used, partners, sent, strict=True):
        for element, terms in enumerate(way.terms):
            cell = gradient.cells[element]
            places = [place for place, which in enumerate(way.element) if which == element]
            lit = [*(seen.cells[place]["id"] for place in places), *(arrived.cells[t.place]["id"] for t in terms)]
            lit += [partner.cells[term.factor]["id"] for term in terms if partner and term.factor is not None]
            words = _made(way, gradient.label(element), element)
            uses = f"{way.name}{gradient.label(element).removeprefix(gradient.name)}"
            cell |= {"text": number_text(way.gradient.items[element]), "uses": len(terms), "lit": lit}
            cell["sentence"] = words
            for copy, place in enumerate(places):
                known = "·" if way.value is None else number_text(way.value.items[element])
                seen.cells[place] |= {"text": known, "uses": len(terms), "lit": [*lit, cell["id"]], "copy": copy > 0}
                seen.cells[place]["sentence"] = f"{uses} takes part in {_times(len(terms))}. {words}"
            for term in terms:
                there = [place for place in places if not way.how or place == term.place]
                given[term.place] += [cell["id"], *(seen.cells[place]["id"] for place in there)]
                goes[term.place].append(gradient.label(element))
    for place, cell in enumerate(arrived.cells):
        label, number = arrived.label(place), number_text(grad.items[place])
        cell |= {"text": number, "uses": 0, "lit": given[place]}
        cell["sentence"] = f"{label} = {number} goes to {', '.join(goes[place]) or 'no element'}."


def _times(count: int) -> str:
    return f"{count} element{'s' * (count != 1)} of the result"


def _made(way: Way, label: str, element: int) -> str:
    """``∂b[0] = 1 + 0 + 100 = 101``, and why so many summands."""
    terms, total = way.terms[element], number_text(way.gradient.items[element])
    if not terms:
        return f"{label} = {total}: forward did not use this element, so nothing arrives for it."
    summed = " + ".join(term.words for term in terms)
    result = "" if summed == total else f" = {total}"
    why = "it was used once" if len(terms) == 1 else f"it was used {len(terms)} times, and each use counts"
    return f"{label} = {summed}{result}: {why}."


def _plain(grid: Grid) -> dict[str, Any]:
    """What the browser gets of an array: as many columns as its last axis has elements."""
    columns = grid.shape[-1] if grid.shape else 1
    labels = [grid.label(place) for place in range(len(grid.cells))]
    cells = [{**cell, "label": label} for cell, label in zip(grid.cells, labels, strict=True)]
    return {
        "name": grid.name,
        "title": grid.title,
        "note": grid.note,
        "role": grid.role,
        "columns": columns,
        "cells": cells,
    }

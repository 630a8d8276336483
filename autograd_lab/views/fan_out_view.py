"""What forward copies, backward adds: each input as often as forward used it, what arrived, and what the node sent.

A small operand is drawn once for each copy that broadcasting made of it. Its gradient comes in two steps: one number
for each copy, then their sum. Point at an element of a gradient, and the elements of G that went into it light up;
point at an element of G, and everything that it goes to does. The same for the factors of a matrix product, for sums,
and for positions picked more than once. An element tells and lights nothing that a later step shows.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from math import prod
from typing import Any, ClassVar

import traitlets

from ..tracing.telling.words import counted, index_text
from ..tracing.trace.events import BackwardFinished, ErrorRaised, GradOut, GradReduced, NodeVisited, Value
from ..tracing.trace.node_search import find_node
from ..tracing.trace.trace import Trace
from .contributions import Term, Way, ways
from .lookup import check_trace, last_run
from .pause import Pause
from .short_text import number_text
from .widget import View


@dataclass
class Grid:
    """One array of the picture. ``cells[i]`` is the plain data of its i-th element, row-major.

    ``step`` is the first step that shows it; its elements tell everything about themselves from step ``told`` on.
    """

    name: str
    title: str
    shape: tuple[int, ...]
    role: str
    note: str = ""
    step: int = 0
    told: int = 0
    cells: list[dict[str, Any]] = field(default_factory=list)

    def index(self, place: int) -> str:
        """``[2, 1]``; a number has no place."""
        return f"[{index_text(self.shape, place)}]" if self.shape else ""

    def label(self, place: int) -> str:
        """``b[0]``, ``G[2, 1]``."""
        return f"{self.name}{self.index(place)}"


@dataclass
class Step:
    """One step of the picture, what it says, and the events of the trace that it shows."""

    sentence: str
    events: tuple[int, ...] = ()
    at: int = -1
    """The element pointed at when it comes; -1: none."""


class FanOut(View, scripts=("pauses.js", "controls.js", "fan_out.js"), sheet=("stepper.css", "fan_out.css")):
    """The widget. Make one with `fan_out`. ``at`` is the number of the element pointed at, -1 for none."""

    alone = True
    page_traits: ClassVar[tuple[str, ...]] = ("data", "at", "step", "pauses")
    data = traitlets.Dict().tag(sync=True)
    at = traitlets.Int(-1).tag(sync=True)
    step = traitlets.Int(0).tag(sync=True)
    pauses = traitlets.List().tag(sync=True)

    def __init__(self, data: dict[str, Any], step: int, pauses: Sequence[tuple[Pause, int]] = ()):
        """``pauses`` says for each guess which step decides it."""
        self._guesses = [pause for pause, _ in pauses]
        told = [pause.as_json() | {"event": decides - 1} for pause, decides in pauses]
        super().__init__(data=data, step=step, at=data["steps"][step]["at"], pauses=told)

    @property
    def still(self) -> int:
        """The step of the still forms: the last one, since nobody can step a picture; the first one while a question is
        open."""
        return len(self.data["steps"]) - 1 if all(guess.before for guess in self._guesses) else 0

    def _still_rows(self) -> list[dict[str, Any]]:
        """The arrays, with ``?`` for what a step after the still one shows."""
        return [
            row | {"grids": [grid if grid["step"] <= self.still else _hidden(grid) for grid in row["grids"]]}
            for row in self.data["rows"]
        ]

    def text(self) -> str:
        """Every array, one line for each step and for each element of G and of a gradient, then the guesses."""
        lines, rows = [self.data["title"]], self._still_rows()
        for grid in chain.from_iterable(row["grids"] for row in rows):
            lines.append(f"{grid['title']} ({grid['note']})")
            width = max(len(cell["text"]) for cell in grid["cells"])
            for start in range(0, len(grid["cells"]), grid["columns"]):
                row = grid["cells"][start : start + grid["columns"]]
                lines.append("  " + "  ".join(cell["text"].rjust(width) for cell in row))
        lines += [f"{number}. {step['sentence']}" for number, step in enumerate(self.data["steps"][: self.still + 1])]
        told = [grid for grid in rows[1]["grids"] if grid["told"] <= self.still]
        lines += [cell["sentence"] for grid in told for cell in grid["cells"]]
        return "\n".join([*lines, *chain(*((*one.before_text(), *one.after_text()) for one in self._guesses))])

    def png(self) -> bytes:
        """The arrays with the lit elements, and the sentence, as after the still step."""
        from .pictures import fan_out_png  # loads matplotlib

        step = self.data["steps"][self.still]
        return fan_out_png(self.data | {"rows": self._still_rows()}, step["at"], step["sentence"])


def _hidden(grid: dict[str, Any]) -> dict[str, Any]:
    return grid | {"cells": [cell | {"text": "?"} for cell in grid["cells"]]}


def fan_out(
    trace: Trace, node: object, at: str | None = None, start: int | None = None, pauses: Sequence[Pause] = ()
) -> FanOut:
    """How the last gradient that reached ``node`` was given out to its inputs, element by element.

    ``node`` as in `find_node`; its arrays have at most 64 numbers. ``at`` is the element that is lit at the end:
    ``"∂b[0]"``, ``"G[1, 1]"``; without it one that several elements of G went into. The picture opens at step
    ``start``, where 0 has only what forward used and what arrived; without it, with everything. ``pauses`` are where it
    waits with a learner's guess (see `Pause`).

    Raises KeyError when there is no such node or element, and ValueError when there is no such step, when the node did
    not run, or does something else than broadcasting, a matrix product, a sum or mean of everything, or picking by a
    list of positions.
    """
    check_trace(trace)
    identity = find_node(trace, node)
    run = last_run(trace, identity, len(trace))
    if run is None or trace.nodes[identity].kind == "leaf":
        raise ValueError(f"{trace.label(identity)} gave no gradient out in this trace: choose a node that ran")
    found = ways(trace, run)
    name = trace.nodes[identity].name
    steps = [*_steps(trace, run, found, name, trace.name(identity) or "the result")]
    if start is not None and not 0 <= start < len(steps):
        raise ValueError(f"there is no step {start}: this picture has the steps 0 to {len(steps) - 1}")
    grids = _grids(found, trace.events[run].received[0], trace.name(identity) or "the result", len(steps) - 1)
    _point(steps, grids, at)
    rows = [
        {"label": "Forward: what the node used", "grids": [_plain(grid) for grid in grids if grid.role == "value"]},
        {
            "label": "Backward: what arrived and what it sends",
            "grids": [_plain(grid) for grid in grids if grid.role != "value"],
        },
    ]
    data = {"title": f"Fan-out of {trace.label(identity)}", "rows": rows}
    data["steps"] = [{"sentence": step.sentence, "at": step.at} for step in steps]
    # the step that shows the event of a guess; the first one, if that is the run itself
    shown = {event: number for number, step in reversed([*enumerate(steps)]) for event in step.events}
    placed = [(pause, shown.get(pause.event, 1)) for pause in pauses]
    return FanOut(data, len(steps) - 1 if start is None else start, placed)


# ----- the steps ------------------------------------------------------------------------------------------------------
def _steps(trace: Trace, run: int, found: list[Way], node: str, result: str) -> Iterator[Step]:
    """What arrived; then for each input the gradient that it is sent, after one for each copy if there are copies."""
    yield Step(f"G, the gradient for {result}, has arrived at {node}. What does the node send to each of its inputs?")
    for way in found:
        events = _sent_at(trace, run, way.index)
        shape = f"{way.name}'s shape, {way.gradient.shape}"
        if way.how == "picked":
            yield Step("Each pick gets the number of G that arrived for it, as if it were a tensor of its own.")
            yield Step(
                f"There is only one {way.name}, so each number goes back to the place it was picked from. Numbers for "
                "the same place are added, and a place that was never picked gets 0.",
                events,
            )
        elif way.copies > 1:
            yield Step(f"Forward used {way.copies} copies of {way.name}. Each copy gets a gradient of its own.")
            yield Step(
                f"There is only one {way.name}, so the gradients of its copies are added up. The sum has {shape}.",
                events,
            )
        else:
            yield Step(f"{node} sends a gradient to {way.name}. It has {shape}.", events)


def _sent_at(trace: Trace, run: int, index: int) -> tuple[int, ...]:
    """The events that show what a run sends to its input of this number."""
    places = range(run + 1, len(trace))
    end = next((k for k in places if isinstance(trace[k], NodeVisited | BackwardFinished | ErrorRaised)), len(trace))
    sent = (k for k in places[: end - run - 1] if isinstance(trace[k], GradOut | GradReduced))
    return tuple(k for k in sent if trace[k].index == index)


def _point(steps: list[Step], grids: list[Grid], at: str | None) -> None:
    """Let each step point at an element of what it adds, and the last one at ``at``."""
    for number, step in enumerate(steps[1:], 1):
        cells = chain.from_iterable(grid.cells for grid in grids if grid.step == number)
        step.at = max(cells, key=lambda cell: (cell["uses"], -cell["id"]))["id"]
    if at is not None:
        named = {grid.label(place): cell["id"] for grid in reversed(grids) for place, cell in enumerate(grid.cells)}
        if at not in named:
            labels = [grid.label(place) for grid in grids for place in range(len(grid.cells))]
            raise KeyError(f"no element {at!r} in this picture; it has {', '.join(dict.fromkeys(labels))}")
        steps[-1].at = named[at]


# ----- the arrays -----------------------------------------------------------------------------------------------------
def _grids(found: list[Way], grad: Value, result: str, last: int) -> list[Grid]:
    """For each input what forward used, then G, then each gradient; with what lights up where."""
    arrived = Grid("G", f"G, what arrived for {result}", grad.shape, "message", _axes(grad.shape, grad.shape), 0, last)
    used, each, sent, step = [], [], [], 0
    for way in found:
        apart = way.how == "picked" or way.copies > 1
        step += 1 + apart
        used.append(Grid(way.name, _title(way), way.seen, "value", _axes(way.seen, way.gradient.shape), 0, step))
        one = f"∂{way.name}, one for each {'pick' if way.how == 'picked' else 'copy'}"
        note = _axes(way.seen, way.gradient.shape)
        each.append(
            Grid(f"∂{way.name} of a copy", one, way.seen, "message", note, step - 1, step - 1) if apart else None
        )
        shape = way.gradient.shape
        sent.append(Grid(f"∂{way.name}", f"∂{way.name}, sent", shape, "total", _axes(shape), step, step))
    backward = chain.from_iterable(zip(each, sent, strict=True))
    grids, start = [grid for grid in (*used, arrived, *backward) if grid is not None], 0
    for grid in grids:
        grid.cells = [{"id": start + place} for place in range(prod(grid.shape))]
        start += len(grid.cells)
    _fill(found, used, arrived, each, sent, grad)
    return grids


def _title(way: Way) -> str:
    if way.how == "picked":
        return f"{way.name}, as it was picked"
    return f"{way.name}, drawn once for each of {way.copies} copies" if way.copies > 1 else way.name


def _axes(shape: tuple[int, ...], own: tuple[int, ...] | None = None) -> str:
    """``shape (3, 2): axis 0 ↓ copied, 1 →``: what a grid's rows and columns are, and which forward made."""
    own = shape if own is None else own
    named = []
    for axis in range(len(shape)):
        arrow = "→" if axis == len(shape) - 1 else "↓"
        before = axis - (len(shape) - len(own))
        copied = len(own) <= len(shape) and (before < 0 or own[before] == 1 < shape[axis])
        named.append(f"{axis} {arrow}{' copied' * copied}")
    return f"shape {shape}{': axis ' * bool(named)}{', '.join(named)}"


def _fill(
    found: list[Way], used: list[Grid], arrived: Grid, each: list[Grid | None], sent: list[Grid], grad: Value
) -> None:
    """Texts and sentences, and with which other elements each one lights up."""
    given: list[list[int]] = [[] for _ in arrived.cells]
    goes: list[list[str]] = [[] for _ in arrived.cells]
    partners = used[::-1] if len(used) == 2 else [None] * len(used)
    for way, seen, partner, copies, gradient in zip(found, used, partners, each, sent, strict=True):
        for element, terms in enumerate(way.terms):
            cell = gradient.cells[element]
            places = [place for place, which in enumerate(way.element) if which == element]
            lit = [*(seen.cells[place]["id"] for place in places), *(arrived.cells[t.place]["id"] for t in terms)]
            lit += [partner.cells[term.factor]["id"] for term in terms if partner and term.factor is not None]
            lit += [copies.cells[term.place]["id"] for term in terms if copies]
            words = _made(way, gradient.label(element), element)
            own = f"{way.name}{gradient.index(element)}"
            cell |= {"text": number_text(way.gradient.items[element]), "uses": len(terms), "lit": lit}
            cell["sentence"] = words
            takes_part = f"{own} takes part in {counted(len(terms), 'element')} of the result."
            for copy, place in enumerate(places):
                known = "·" if way.value is None else number_text(way.value.items[element])
                seen.cells[place] |= {"text": known, "uses": len(terms), "lit": [*lit, cell["id"]], "copy": copy > 0}
                seen.cells[place]["sentence"] = f"{takes_part} {words}"
                seen.cells[place]["brief"] = f"{'A copy of ' * (copy > 0)}{own}: {known}."
            for copy, term in enumerate(terms):
                there = [place for place in places if not way.how or place == term.place]
                given[term.place] += [cell["id"], *(seen.cells[place]["id"] for place in there)]
                goes[term.place].append(gradient.label(element))
                if copies:
                    given[term.place].append(copies.cells[term.place]["id"])
                    lit = [seen.cells[term.place]["id"], arrived.cells[term.place]["id"]]
                    copies.cells[term.place] |= {
                        "lit": lit,
                        "uses": 0,
                        "copy": copy > 0,
                        **_of_copy(term, own, arrived),
                    }
    for place, cell in enumerate(arrived.cells):
        label, number = arrived.label(place), number_text(grad.items[place])
        cell |= {"text": number, "uses": 0, "lit": given[place], "brief": f"{label} = {number}."}
        cell["sentence"] = f"{label} = {number} goes to {', '.join(goes[place]) or 'no element'}."


def _of_copy(term: Term, own: str, arrived: Grid) -> dict[str, str]:
    """The gradient of one copy, and how it came about."""
    number = number_text(term.value)
    result = number if term.words == number else f"{term.words} = {number}"
    where = arrived.index(term.place)
    return {"text": number, "sentence": f"This copy of {own} was used for element {where} of the result: {result}."}


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
    kept = ("name", "title", "note", "role", "step", "told")
    return {name: getattr(grid, name) for name in kept} | {"columns": columns, "cells": cells}

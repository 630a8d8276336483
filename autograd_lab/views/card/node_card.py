"""The formula card: what a node received times its slope is what it sent, and the formula that the slope comes from."""

import math
import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any, NamedTuple

from ...tracing.recording.summaries import Summary
from ...tracing.recording.values import summary_of
from ...tracing.trace import events as ev
from ...tracing.trace.arithmetic import bracketed, product
from ...tracing.trace.nodes import as_found, messages_of, rest_of_visit
from ...tracing.trace.trace import Trace
from ..lookup import input_name, inside, kept, named
from ..short_text import is_listed, number_text, text
from .slope_formula import slope_formula
from .substitute import Known, decide, substitute

LEAF_WAITS = "AccumulateGrad adds what arrives to .grad. It has not run yet."


class Row(NamedTuple):
    """One input of a node. ``sent`` is "" before a run; ``slope`` and ``rule`` are "" where there is none to show."""

    input: str
    sent: str
    slope: str
    rule: str
    target: str


def _row(trace: Trace, node: str, run: int | None, index: int) -> Row:
    """How edge ``index`` was served. ``run`` is the index of a RuleApplied event, or None before there is one."""
    info = trace.nodes[node] if run is None else as_found(trace, node, run)
    edge, name = info.edges[index], input_name(info, index)
    rules = {rule.input: rule.source for rule in info.rules}
    rule = rules.get(name) or rules.get(name.partition("[")[0], "")
    settings = {item.name: item.text for item in info.saved if item.value is None}
    rule = decide(rule, settings)
    input = f"∂{named(trace, info, name)}"
    if edge is None:
        return Row(input, "", "", rule, "no edge: a constant")
    target = f"→ {trace.label(edge.node)}" if inside(trace, edge) else "no edge: a constant"
    found = None if run is None else product(trace, run, index)
    slope = slope_formula(trace, info, index, found.slope) if found else ""
    sent = f"received {number_text(found.received)} × slope {bracketed(number_text(found.slope))} = " if found else ""
    result = _result(trace, run, index)
    if rule and not slope and not (found and found.slope == 1):
        rule = _with_numbers(rule, _known_values(info, _received(trace, node, run)), result)
    return Row(input, f"{sent}{result}", slope, rule, target)


def _result(trace: Trace, run: int | None, index: int) -> str:
    """What the rule of this edge gave in this run; "" before it."""
    results = trace[run].results if run is not None else ()
    return text(results[index]) if index < len(results) else ""


def _with_numbers(rule: str, known: dict[str, Known], result: str) -> str:
    """The rule, and the rule with numbers where that says more than rule and result do."""
    numbers = substitute(rule, known)
    return rule if numbers in (rule, result) else f"{rule} = {numbers}"


def _received(trace: Trace, node: str, run: int | None) -> tuple[ev.Value | None, ...] | None:
    """What the rules of ``node`` started from in this run, with zeros and hooks; None before a run."""
    return None if run is None else trace.at(run + 1).received[node]


def _known_values(info: ev.NodeInfo, received: tuple[ev.Value | None, ...] | None) -> dict[str, Known]:
    """What each name in a node's rules stood for in this run; before a run ``grad`` is not known."""
    known: dict[str, Known] = {item.name: item.text if item.value is None else item.value for item in info.saved}
    if received is not None:
        known["grads"] = received
        if len(received) == 1:
            known["grad"] = received[0]
    return known


def card_notes(trace: Trace, node: str, run: int | None) -> tuple[str, ...]:
    """Notes below the table of a card: what arrived, and sums over copied axes."""
    received = _received(trace, node, run)
    if run is None or received is None:
        return ("It has not run yet: grad is what it will receive.",)
    if len(received) == 1:
        first = f"grad is what it received, {text(received[0])}: ∂(root)/∂(its output)."
    else:
        arrived = ", ".join(f"[{slot}] {text(value)}" for slot, value in enumerate(received))
        first = f"It received one gradient for each output: {arrived}."
    later = rest_of_visit(trace, run)
    return (first, *(_reduction(trace, event) for event in later if isinstance(event, ev.GradReduced)))


def _reduction(trace: Trace, event: ev.GradReduced) -> str:
    """Why a result was summed before it was sent."""
    info = trace.nodes[event.node]
    name = named(trace, info, input_name(info, event.index))
    axes = "axis" if len(event.axes) == 1 else "axes"
    where = ", ".join(map(str, event.axes))
    return (
        f"∂{name} is summed over {axes} {where}, because forward copied {name.partition(' ')[0]} along it: "
        f"{text(event.before)} becomes {text(event.after)}."
    )


def leaf_row(event: ev.GradAccumulated) -> tuple[str, ...]:
    """The row of a leaf, whose only rule is the addition into ``.grad``."""
    if event.before is None:
        return (".grad", text(event.after), "there was no .grad before")
    sum_of_both = f"{text(event.before)} + {bracketed(text(event.gradient))} = {text(event.after)}"
    return (".grad", sum_of_both, ".grad + grad: the sum over backwards")


# ----- larger arrays: facts in a line, and a picture of all numbers or of their spread --------------------------------
WHOLE = 100
"""An array of at most so many elements is shown in full, each in a cell of its own; a larger one as a histogram."""


ROUNDING = 1e-7
"""A mean below this share of the largest number is what rounding has left in float32; another processor has another."""


def facts(summary: Summary, size: int) -> str:
    """``from -0.5 to 3, mean 0.25, norm 12; 4 of 800 are nan, 20 are 0``."""
    counts = ((summary.nans, "nan"), (summary.infinities, "inf"), (summary.zeros, "0"))
    told = [f"{count:,} of {size:,} {'is' if count == 1 else 'are'} {word}" for count, word in counts if count]
    if not math.isnan(summary.mean) and summary.zeros < size:
        span = f"from {summary.smallest:.3g} to {summary.largest:.3g}"
        is_rounding = abs(summary.mean) < ROUNDING * max(-summary.smallest, summary.largest)
        told.insert(0, f"{span}, mean {0 if is_rounding else summary.mean:.3g}, norm {summary.norm:.3g}")
    return "; ".join(told)


def larger_values(trace: Trace, node: str, run: int | None) -> Iterator[tuple[str, ev.Value]]:
    """What went into and out of one run of a node, as far as it is too large to be written out: (what it is, value)."""
    info = trace.nodes[node]
    found: list[tuple[str, ev.Value | None]] = []
    event = None if run is None else trace[run]
    if isinstance(event, ev.GradAccumulated):
        found += [("received", event.gradient), (".grad", event.after)]
    elif isinstance(event, ev.RuleApplied):
        several = len(event.received) > 1
        found += [(f"received [{slot}]" if several else "received", value) for slot, value in enumerate(event.received)]
        found += [(named(trace, info, saved.name), saved.value) for saved in info.saved if saved.frees]
        sent = messages_of(trace, run).items()
        found += [(f"sent: ∂{named(trace, info, info.inputs[index])}", value) for index, value in sent]
    for what, value in found:
        if value is not None and not is_listed(value) and math.prod(value.shape):
            yield what, value


class Pictures:
    """The pictures of some values, each by its number: what one node sends is often what another receives."""

    def __init__(self) -> None:
        self.drawn: list[dict[str, Any]] = []
        self._numbers: dict[int, int] = {}

    def number(self, value: ev.Value) -> int:
        """Which of the pictures is this value's. The trace keeps the value, so its id stays its own."""
        number = self._numbers.setdefault(id(value), len(self.drawn))
        if number == len(self.drawn):
            self.drawn.append(pictured(value))
        return number


def pictured(value: ev.Value) -> dict[str, Any]:
    """The plain data of its picture: ``cells`` (in rows of so many ``columns``) or ``bars`` (heights up to 100)."""
    summary = summary_of(value)
    words = {"text": text(value), "facts": f"{value.dtype}, {facts(summary, math.prod(value.shape))}"}
    if value.items is not None and len(value.items) <= WHOLE:
        return {**words, "cells": " ".join(["%.3g"] * len(value.items)) % value.items, "columns": value.shape[-1]}
    return {**words, "bars": summary.histogram, "ends": [f"{summary.smallest:.3g}", f"{summary.largest:.3g}"]}


# ----- the panel of the stepper ---------------------------------------------------------------------------------------
ABOUT = {
    "op": "The backward of {operation}. It runs a single time, when all the messages it waits for have arrived.",
    "function": "Your own Function. Its backward gets one gradient for each output, and returns one for each input.",
    "leaf": "The gradient ends here: AccumulateGrad adds what arrives to the leaf's .grad, once per backward pass.",
}

NOTHING = {
    "op": "nothing: its rules need only what arrives",
    "function": "nothing through ctx.save_for_backward",
    "leaf": "nothing: adding needs no memory",
}


def panels(trace: Trace, edges: Mapping[str, Collection[int]], runs: Mapping[str, Collection[int]]) -> dict[str, Any]:
    """``panels``: for each node, the plain data of its panel, with these of its ``edges``.

    ``runs`` has the steps at which the rules of a node ran. ``cards[r]`` is the formula card after the node has run r
    times; its ``numbers`` say which of the ``pictures`` it shows.
    """
    pictures = Pictures()
    found = {
        node: _panel(trace, node, [None, *(step - 1 for step in runs.get(node, ()))], its_edges, pictures)
        for node, its_edges in edges.items()
    }
    return {"panels": found, "pictures": pictures.drawn}


def _panel(
    trace: Trace, node: str, runs: list[int | None], edges: Collection[int], pictures: Pictures
) -> dict[str, Any]:
    info = trace.nodes[node]
    more = len(info.edges) - len(edges)
    rest = [{"pair": "…", "means": f"and {more:,} more, to nodes that are folded"}] if more else []
    return {
        "where": where(trace, node),
        "about": ABOUT[info.kind].format(operation=_operation(info)),
        "nothing": NOTHING[info.kind],
        "cards": [_card(trace, node, run, edges, pictures) for run in runs],
        "source": info.source.rstrip(),
        "saved": [
            {"name": saved.name, "kept": kept(trace, info, saved), "version": saved.version, "frees": saved.frees}
            for saved in info.saved
        ],
        "next": [*(_next(trace, node, index) for index in edges), *rest],
    }


def where(trace: Trace, node: str) -> list[str]:
    """Where the learner's program made a node: the module, file and line, and the code; as far as each is known."""
    origin = trace.origins.get(node)
    if origin is None:
        return []
    module = [f"{call.name} ({call.kind})" for call in origin.modules[-1:]]
    line = origin.line
    place = [f"{line.file}:{line.number}" if line.file else f"line {line.number}"] if line else []
    found = [" · ".join([*module, *place]), line.text if line else ""]
    return found if any(found) else []


def _operation(info: ev.NodeInfo) -> str:
    """``log_softmax`` of a LogSoftmaxBackward0, ``max_pool2d_with_indices`` of a MaxPool2DWithIndicesBackward0."""
    parts = r"(?<=[a-z])(?=[A-Z])|(?<=\d)(?=[A-Z][a-z])|(?<=\dD)(?=[A-Z])"
    return re.sub(parts, "_", re.sub(r"Backward\d*$", "", info.name)).lower()


def _card(trace: Trace, node: str, run: int | None, edges: Collection[int], pictures: Pictures) -> dict[str, Any]:
    larger = [(what, pictures.number(value)) for what, value in larger_values(trace, node, run)]
    numbers = {"numbers": larger} if larger else {}
    if trace.nodes[node].kind != "leaf":
        rows = [_row(trace, node, run, index) for index in edges]
        return {"rows": rows, "notes": card_notes(trace, node, run), **numbers}
    if run is None:
        return {"rows": [], "notes": [LEAF_WAITS]}
    *row, note = leaf_row(trace[run])
    return {"rows": [tuple(row)], "notes": [note], **numbers}


def _next(trace: Trace, node: str, index: int) -> dict[str, str]:
    """One pair of ``next_functions`` and what both of its fields mean."""
    info = trace.nodes[node]
    edge, name = info.edges[index], input_name(info, index)
    if edge is None or not inside(trace, edge):
        return {"pair": "(None, 0)", "means": f"this edge leads nowhere: {name} needs no gradient"}
    label = trace.label(edge.node)
    value, message = trace.name(edge.node, edge.slot) or f"the input {name}", f"∂{named(trace, info, name)}"
    if trace.nodes[edge.node].kind == "leaf":
        means = f"{value} is a leaf: {message} goes to its AccumulateGrad; the {edge.slot} means its only slot"
    else:
        meaning = f"the {edge.slot} means that {value} is its output number {edge.slot}"
        means = f"{label} made {value}, so {message} goes to it; {meaning}"
    return {"pair": f"({label}, {edge.slot})", "means": means}

"""What the numbers of a larger array are like: facts in a line; and as a picture all of them, or their spread."""

import math
from collections.abc import Iterator
from typing import Any

from ...tracing.recording.summaries import Summary
from ...tracing.recording.values import summary_of
from ...tracing.trace import events as ev
from ...tracing.trace.trace import Trace
from ..lookup import rest_of_run
from ..short_text import is_listed, text
from .saved_values import named

WHOLE = 100
"""An array of at most so many elements is shown in full, each in a cell of its own; a larger one as a histogram."""


def facts(summary: Summary, size: int) -> str:
    """``from -0.5 to 3, mean 0.25, norm 12; 4 of 800 are nan, 20 are 0``."""
    counts = ((summary.nans, "nan"), (summary.infinities, "inf"), (summary.zeros, "0"))
    told = [f"{count:,} of {size:,} {'is' if count == 1 else 'are'} {word}" for count, word in counts if count]
    if not math.isnan(summary.mean) and summary.zeros < size:
        span = f"from {summary.smallest:.3g} to {summary.largest:.3g}"
        told.insert(0, f"{span}, mean {summary.mean:.3g}, norm {summary.norm:.3g}")
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
        sent = {e.index: e.value for e in rest_of_run(trace, run + 1) if isinstance(e, ev.GradOut) and e.node == node}
        found += [(f"sent: ∂{named(trace, info, info.inputs[index])}", value) for index, value in sent.items()]
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

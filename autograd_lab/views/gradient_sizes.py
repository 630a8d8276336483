"""How large the gradient of each parameter was, in each backward of a recording."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ..tracing.recording.summaries import Summary
from ..tracing.recording.values import summary_of
from ..tracing.trace.events import GradAccumulated
from ..tracing.trace.trace import Trace
from ..tracing.why.health import not_reached, reasons_of
from ..tracing.why.size import cancelled_in
from .lookup import name_of

LOWEST, HIGHEST = -100, 100
"""Powers of ten that are drawn; a norm beyond them is written as a number only."""


@dataclass(frozen=True)
class GradientSizes:
    """A parameter and its gradient in each backward: a `Summary`, or None if the backward sent nothing.

    ``is_rounding`` says that the last gradient is 0 but for rounding; ``reason`` why it is None, nan or 0.
    """

    name: str
    shape: tuple[int, ...] | None
    sizes: tuple[Summary | None, ...]
    is_rounding: bool = False
    reason: str = ""

    @property
    def norms(self) -> tuple[float | None, ...]:
        """The norm of each gradient; None where there is none, or where some of it is not finite."""
        return tuple(None if size is None or wrong_in(size) else size.norm for size in self.sizes)

    @property
    def said(self) -> str:
        """The last gradient in a word or two, and in which of several backwards it was not finite first.

        ``not reached`` where the last backward sent none but another did.
        """
        size, first = self.sizes[-1], self.first_wrong
        last = said_of(size) if size else "not reached" if any(self.sizes) else "None"
        return last if first is None or len(self.sizes) == 1 else f"{last}, first nan or inf in backward {first}"

    @property
    def told(self) -> str:
        return f"{self.said} ({self.reason})" if self.reason else self.said

    @property
    def first_wrong(self) -> int | None:
        """The number of the first backward that brought a nan or an infinity; None if there is none."""
        return next((number for number, size in enumerate(self.sizes, start=1) if wrong_in(size)), None)


@dataclass(frozen=True)
class Scale:
    """Powers of ten from ``low`` to ``high``, exponents."""

    low: int
    high: int

    def place(self, norm: float) -> float:
        """Where a norm lies between 0 and 1; what is there at all is at least a sliver."""
        return min(max(0.01, (math.log10(norm) - self.low) / (self.high - self.low)), 1.0)


def wrong_in(size: Summary | None) -> str:
    """``12 nan``, ``3 inf``; "" where every number is finite."""
    counts = ((size.nans, "nan"), (size.infinities, "inf")) if size else ()
    return " ".join(f"{count:,} {word}" for count, word in counts if count)


def said_of(size: Summary) -> str:
    """A gradient in a word or two: ``0.031``, ``all 0``, ``12 nan``."""
    return wrong_in(size) or ("all 0" if size.norm == 0 else f"{size.norm:.3g}")


def gradient_sizes(traces: Sequence[Trace]) -> tuple[GradientSizes, ...]:
    """All parameters in the order in which forward used them; those with a gradient of 0 come first, with none last.

    Traces are put one after another, and parameters matched by name.
    """
    found: dict[str, dict[int, Summary]] = {}
    shapes: dict[str, tuple[int, ...]] = {}
    count = 0
    for trace in traces:
        for _, first, last in trace.backwards:
            for event in trace.events[first : last + 1]:
                if isinstance(event, GradAccumulated):
                    name = name_of(trace, event.node)
                    found.setdefault(name, {})[count] = summary_of(event.gradient)
                    shapes[name] = event.gradient.shape
            count += 1
    if not count:
        return ()
    rounding, reasons = _only_rounding(traces[-1]), reasons_of(traces[-1])

    def row(name: str) -> GradientSizes:
        sizes = tuple(found.get(name, {}).get(number) for number in range(count))
        return GradientSizes(name, shapes.get(name), sizes, name in rounding, reasons.get(name, ""))

    rows = map(row, dict.fromkeys([*_names(traces), *reasons]))
    return tuple(sorted(rows, key=lambda row: (not any(row.sizes), row.norms[-1] != 0)))


def _only_rounding(trace: Trace) -> set[str]:
    """Whose gradient by the last backward is 0 but for rounding."""
    first, last = trace.backwards[-1][1:] if trace.backwards else (0, 0)
    nodes = cancelled_in(trace, trace.events[first:last])
    return {name_of(trace, node) for node in nodes if trace.nodes[node].kind == "leaf"}


def _names(traces: Sequence[Trace]) -> list[str]:
    """Of the leaves that a backward could reach, in the order of their numbers, and of those that none could."""
    leaves: dict[str, int] = {}
    for trace in traces:
        for info in (info for start in trace.starts for info in start.nodes if info.kind == "leaf"):
            leaves.setdefault(name_of(trace, info.id), info.number)
    models = {name.partition(".")[0] for name in leaves if "." in name}
    others = [name for trace in traces for name in not_reached(trace, models)]
    return list(dict.fromkeys([*sorted(leaves, key=leaves.__getitem__), *others]))


def scale_of(rows: Iterable[GradientSizes]) -> Scale:
    """From the power of ten below the smallest norm to the one above the largest."""
    norms = [norm for row in rows for norm in row.norms if norm]
    low = math.floor(math.log10(min(norms, default=1.0)) - 1e-9)
    high = math.ceil(math.log10(max(norms, default=1.0)) + 1e-9)
    low = min(max(low, LOWEST), HIGHEST - 1)
    return Scale(low, min(max(high, low + 1), HIGHEST))

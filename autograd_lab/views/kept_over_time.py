"""What nodes keep for backward, over time: one lamp for each kept value, lit until backward frees it.

`saved` shows the same values at one step, with versions. Here one sees how long each is kept, and how much is kept at
once: that is the memory which training needs and evaluation does not.
"""

import math
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from ..tracing.telling.words import counted
from ..tracing.trace import events as ev
from ..tracing.trace.steps import Step
from ..tracing.trace.trace import Trace
from .lookup import check_trace, named
from .sheet import CODE, LAMP, TOTAL, Note, Sheet, Table

LIT, OUT = "●", "○"
MOST = 12
"""So many lamps get a column each; of a larger program, the table counts them."""

Key = tuple[str, str]
"""A node, and the name of a value that it keeps."""


@dataclass
class _Lamps:
    """Which lamps there are so far, and which of them are lit."""

    numbers: dict[Key, int] = field(default_factory=dict)
    """How many numbers each kept value has."""
    lit: set[Key] = field(default_factory=set)

    def follow(self, event: ev.Event) -> None:
        if isinstance(event, ev.ValueSaved) and event.saved.frees and event.saved.value is not None:
            key = (event.node, event.saved.name)
            self.numbers[key] = math.prod(event.saved.value.shape)
            self.lit.add(key)
        elif isinstance(event, ev.ValueFreed):
            self.lit.discard((event.node, event.name))

    def shown(self, keys: list[Key]) -> Iterator[str]:
        for key in keys:
            yield LIT if key in self.lit else OUT if key in self.numbers else ""

    def total(self) -> int:
        return sum(self.numbers[key] for key in self.lit)


def lamps(trace: Trace) -> Sheet:
    """What the nodes of a trace keep for backward, step by step: ● is kept, ○ has been freed.

    A row for each operation that is recorded and for each node that runs; a column for each kept value (of more than
    twelve, only their number). The last column counts the numbers that are kept at that time. Record forward, too: a
    recording that begins at ``backward()`` knows what is freed, but not since when it was kept.

    Raises TypeError for what is no trace.
    """
    check_trace(trace)
    rows = [*_rows(trace)]
    keys = [*dict.fromkeys(key for _, state in rows for key in state.numbers)]
    title = "What is kept, over time"
    if not keys:
        return Sheet(title, (Note("No node keeps a value that backward would free."),))
    singly = len(keys) <= MOST
    numbered = ((trace.label(node).rpartition(" ")[2], node, name) for node, name in keys if singly)
    header = [f"{number} {named(trace, trace.nodes[node], name)}" for number, node, name in numbered]
    lines = tuple((what, *(state.shown(keys) if singly else ()), _counted(state)) for what, state in rows)
    kinds = (CODE, *[LAMP] * len(header), TOTAL)
    signs = Table(("", ""), ((f"{LIT} kept", f"{OUT} freed"),), (LAMP, LAMP))  # in the colour of the lamps
    legend = signs if singly else Note(f"{counted(len(keys), 'value')} in all.")
    return Sheet(title, (Table(("", *header, "kept"), lines, kinds), legend))


def _counted(state: _Lamps) -> str:
    return (
        f"{len(state.lit)} ({counted(state.total(), 'number')})"
        if state.total() > len(state.lit)
        else str(len(state.lit))
    )


def _rows(trace: Trace) -> Iterator[tuple[str, _Lamps]]:
    """What happened, and the lamps after it, for each step that may switch one."""
    now, lines = _Lamps(), _lines(trace)
    for step in trace.steps:
        for event in trace.events[step.first : step.last + 1]:
            now.follow(event)
        if what := _happening(trace, step, lines):
            yield what, _Lamps(dict(now.numbers), set(now.lit))


def _lines(trace: Trace) -> dict[str, str]:
    """The learner's line for each node that is the only one its line made."""
    texts = {node: origin.line.text for node, origin in trace.origins.items() if origin.line and origin.line.text}
    counts = Counter(texts.values())
    return {node: text for node, text in texts.items() if counts[text] == 1}


def _happening(trace: Trace, step: Step, lines: Mapping[str, str]) -> str:
    """A step in a few words; empty for one that keeps and frees nothing by its nature."""
    first, last = trace.events[step.first], trace.events[step.last]
    if isinstance(last, ev.ErrorRaised):
        return f"{trace.label(last.node) if last.node else 'backward'} stops: {last.type}"
    if isinstance(first, ev.OpRecorded):
        return lines.get(first.node.id) or f"{trace.label(first.node.id)} is made"
    if isinstance(first, ev.NodeVisited) and trace.nodes[first.node].kind != "leaf":
        return f"{trace.label(first.node)} runs"
    return f"backward {first.number} starts" if isinstance(first, ev.BackwardStarted) else ""

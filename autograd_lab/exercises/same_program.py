"""Whether a displayed trace is of the program that a question is about, and where the deciding event is in it.

A lesson shows its own recording: of the forward pass too, perhaps of two backwards, with other node numbers. What must
agree is every backward of the exercise's trace: the same kinds of events with the same numbers, one after the other.
"""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from ..tracing import events as ev
from ..tracing.trace import Trace
from .exercise import Exercise, Look

_FORWARD = (ev.OpRecorded, ev.ValueSaved)
_APART = (*_FORWARD, ev.ValueFreed)
"""Not compared: a lesson may keep the graph, and may have recorded forward or not."""
_PASSED_OVER = {
    "number",
    "retain_graph",
    "create_graph",
    "leaf_grads",
    "leaf_values",
    "nodes",
    "saved",
    "rules",
    "source",
}
"""Fields that may differ between two recordings of one program."""
_DIGITS = 5


def deciding_event(exercise: Exercise, trace: Trace, look: Look | None = None) -> int | None:
    """Which event of ``trace`` decides the question; None when it is a recording of another program."""
    look = look or exercise.look
    if exercise.trace is None or look is None:
        return None
    wanted = look.index(exercise.trace)
    if exercise.trace is trace:
        return wanted
    ours, shown = _told(exercise.trace), _told(trace)
    start = _found(exercise.trace, ours, trace, shown)
    if start is None:
        return None
    if wanted in ours:
        return shown[start + ours.index(wanted)]
    try:
        return look.index(trace)
    except LookupError:
        return None


def _told(trace: Trace) -> list[int]:
    """The indices of the events that are compared."""
    return [k for k, event in enumerate(trace.events) if not isinstance(event, _APART)]


def _found(trace: Trace, ours: list[int], other: Trace, shown: list[int]) -> int | None:
    """From which of the events on display on both tell the same."""
    wanted = list(_facts(trace, ours))
    starts = [k for k, event in enumerate(shown) if isinstance(other.events[event], ev.BackwardStarted)]
    return next((k for k in starts if list(_facts(other, shown[k : k + len(ours)])) == wanted), None)


def _facts(trace: Trace, indices: list[int]) -> Iterator[Any]:
    """What the events say, with nodes called by class and order of appearance."""
    known: dict[str, int] = {}
    for index in indices:
        event = trace.events[index]
        yield event.kind, *_plain(event, trace, known)


def _plain(item: Any, trace: Trace, known: dict[str, int]) -> Iterator[Any]:
    if isinstance(item, ev.Value):
        numbers = item.summary if item.items is None else item.items
        yield item.shape, *(_rounded(number) for number in numbers)
    elif is_dataclass(item):
        for one in fields(item):
            if one.name not in _PASSED_OVER:
                yield from _plain(getattr(item, one.name), trace, known)
    elif isinstance(item, tuple):
        for part in item:
            yield from _plain(part, trace, known)
    elif isinstance(item, str) and item in trace.nodes:
        yield trace.nodes[item].name, known.setdefault(item, len(known))
    else:
        yield item


def _rounded(number: Any) -> str:
    return f"{number:.{_DIGITS}g}" if isinstance(number, float) else str(number)

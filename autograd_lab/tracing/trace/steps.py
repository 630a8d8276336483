"""`Step`: what a learner sees between two presses of a key, made of the events that belong together.

One step is a node's whole turn (the engine visits it, its rule runs, its messages leave and arrive), or an operation
with the values it saves, or the start of a backward with its seeds, or the end of a backward. Where something
interrupts a turn (a hook runs a backward of its own, ``create_graph`` records the operations of a rule), the rest of
the turn is another step.
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from operator import index as as_index
from typing import Any, SupportsIndex

from ..telling.step_sentences import sentence_of_step
from . import events as ev
from .events import Event
from .state import State

BEGINNINGS = (ev.OpRecorded, ev.BackwardStarted, ev.NodeVisited, ev.BackwardFinished, ev.ErrorRaised)
"""Events that always begin a step."""

FOLLOWERS: dict[type[Event], tuple[type[Event], ...]] = {
    ev.OpRecorded: (ev.ValueSaved,),
    ev.BackwardStarted: (ev.DependenciesCounted, ev.BufferAdded),
    ev.BackwardFinished: (),
    ev.ErrorRaised: (),
}
"""Which events may follow in a step that began so. A node's turn includes everything up to the next beginning."""


@dataclass(frozen=True)
class Step:
    """Some events in a row that are shown as one step, with one sentence.

    ``number`` counts from 1. ``first`` and ``last`` are the indices of its first and last event, so the state before it
    is ``trace.at(step.first)`` and the state after it ``trace.at(step)``: where a count of events is asked for, a step
    stands for all events up to its end.
    """

    number: int
    first: int
    last: int
    trace: Any = field(repr=False, compare=False)

    def __index__(self) -> int:
        return self.last + 1

    @cached_property
    def sentence(self) -> str:
        """What happens in it, on one line, with the arithmetic."""
        return sentence_of_step(self.trace, self.first, self.last)


def steps_of_events(trace) -> tuple[Step, ...]:
    """All steps of a trace; together they cover every event."""
    firsts = list(_firsts(trace.events))
    ends = [*firsts[1:], len(trace.events)]
    return tuple(
        Step(number, first, end - 1, trace) for number, (first, end) in enumerate(zip(firsts, ends, strict=False), 1)
    )


def step_with(steps: Sequence[Step], k: int) -> Step:
    """The step that event ``k`` belongs to."""
    return steps[bisect_right(steps, k, key=lambda step: step.first) - 1]


def _firsts(events: tuple[Event, ...]) -> Iterator[int]:
    """The indices of the events that begin a step."""
    followers: tuple[type[Event], ...] | None = ()
    for k, event in enumerate(events):
        goes_on = followers is None or isinstance(event, followers)
        if isinstance(event, BEGINNINGS) or not goes_on:
            followers = FOLLOWERS.get(type(event))
            yield k


# ----- which state a caller means -------------------------------------------------------------------------------------
Moment = SupportsIndex | Step | State
"""``9``: after the step that the stepper calls 9 (0: before the first). ``trace.steps[8]``: the same. ``trace.at(k)``:
after k events."""


def events_until(trace, moment: Moment | None) -> int:
    """How many events have happened by then; all of them for None.

    Raises TypeError for anything but a `Moment`, and ValueError for a moment outside this trace.
    """
    if moment is None:
        return len(trace)
    if isinstance(moment, Step | State):
        events = moment.step if isinstance(moment, State) else as_index(moment)
        if events > len(trace):
            raise ValueError(f"this trace has no more than {len(trace)} events, and the step is after {events}")
        return events
    if isinstance(moment, bool) or not isinstance(moment, SupportsIndex):
        raise TypeError(
            "step is a number as the stepper shows it, one of `trace.steps`, or a state `trace.at(k)`, "
            f"not {type(moment).__name__}"
        )
    number, steps = as_index(moment), trace.steps
    if not 0 <= number <= len(steps):
        raise ValueError(
            f"step {number} is outside this trace: it has steps 0 to {len(steps)}, as the stepper counts them; "
            f"after k of its {len(trace)} events is `trace.at(k)`"
        )
    return as_index(steps[number - 1]) if number else 0

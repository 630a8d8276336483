"""Which state of a trace is meant: by the number of a step, by the step itself, or to the event."""

from operator import index as as_index
from typing import Protocol, SupportsIndex

from .state import State
from .steps import Step

Moment = SupportsIndex | Step | State
"""``9``: after the step that the stepper calls 9 (0: before the first). ``trace.steps[8]``: the same. ``trace.at(k)``:
after k events."""


class InSteps(Protocol):
    """A trace."""

    steps: tuple[Step, ...]

    def __len__(self) -> int: ...


def events_until(trace: InSteps, moment: Moment | None) -> int:
    """How many events have happened by then; all of them for None.

    Raises TypeError for what is no moment, and ValueError for one outside of this trace.
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

"""What is said at each state of a trace: by steps, as learners count, or event by event.

A state stands between two events; ``k`` is the one after the first k events. A step ends at its *stop*, the state after
its last event. Between two stops only an event can speak.
"""

from bisect import bisect_left, bisect_right

from ...tracing.events import BackwardStarted
from ...tracing.trace import Trace

NOTHING = "Nothing was recorded: call backward() inside the block, as in `with al.record() as trace: loss.backward()`."


class Telling:
    """The words and the count of one trace."""

    def __init__(self, trace: Trace):
        self._trace = trace
        self.stops = [step.last + 1 for step in trace.steps]
        """The state after each step."""

    def number(self, state: int) -> int:
        """The step that has led to a state, or is leading there; 0 before the first."""
        return bisect_left(self.stops, state) + 1 if state else 0

    def stops_in(self, first: int, last: int) -> list[int]:
        """The stops from state ``first`` to state ``last``."""
        return self.stops[bisect_left(self.stops, first) : bisect_right(self.stops, last)]

    def count(self, state: int) -> str:
        """``step 3 of 7``."""
        return f"step {self.number(state)} of {len(self.stops)}"

    def by_step(self, state: int) -> str:
        """The sentence of the step that ends at this state; inside a step, that of the latest event."""
        number = self.number(state)
        whole = number and self.stops[number - 1] == state
        return self._trace.steps[number - 1].sentence if whole else self.by_event(state)

    def by_event(self, state: int) -> str:
        """The sentence of the event that led to this state."""
        if state:
            return self._trace.sentence(state - 1)
        if not self._trace.events:
            return NOTHING
        if isinstance(self._trace[0], BackwardStarted):
            return "Forward has run: it left these nodes and values. Backward has not begun."
        return "Before the first step. The values that forward will give are shown already."

    def lines(self, until: int) -> list[tuple[int, str]]:
        """(state, line) for each step up to ``until``, numbered; the last one may stop inside its step."""
        states = [stop for stop in self.stops if stop < until]
        states += [until] if until else []
        return [(state, f"{self.number(state):3}. {self.by_step(state)}") for state in states]

    def event_lines(self, until: int) -> list[tuple[int, str]]:
        """The same for each event."""
        return [(state, f"{state:3}. {self.by_event(state)}") for state in range(1, until + 1)]

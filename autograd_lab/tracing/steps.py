"""`Step`: what a learner looks at between two presses of a key, made of the events that belong together.

A node's whole turn is one step (it is visited, its rule runs, its messages leave and arrive), and so are an operation
with what it saves, the start of a backward with its seeds, and its end. Where a turn is interrupted (a hook runs a
backward of its own, ``create_graph`` records the operations of a rule), what comes after is a step again.
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from . import events as ev
from .events import Event
from .step_sentences import sentence_of_step
from .story import Story

BEGINNINGS = (ev.OpRecorded, ev.BackwardStarted, ev.NodeVisited, ev.BackwardFinished, ev.ErrorRaised)
"""The events that begin a step wherever they stand."""

FOLLOWERS: dict[type[Event], tuple[type[Event], ...]] = {
    ev.OpRecorded: (ev.ValueSaved,),
    ev.BackwardStarted: (ev.DependenciesCounted, ev.BufferAdded),
    ev.BackwardFinished: (),
    ev.ErrorRaised: (),
}
"""What goes on with a step that began like this. A node's turn takes in everything up to the next beginning."""


@dataclass(frozen=True)
class Step:
    """Some events in a row that are told and shown as one.

    ``number`` counts from 1. ``first`` and ``last`` are the indices of its first and last event, so the state before it
    is ``trace.at(step.first)`` and the state after it ``trace.at(step)``: where a count of events is asked for, a step
    stands for all events up to its end.
    """

    number: int
    first: int
    last: int
    story: Story = field(repr=False, compare=False)

    def __index__(self) -> int:
        return self.last + 1

    @cached_property
    def sentence(self) -> str:
        """What happens in it, on one line, with the arithmetic."""
        return sentence_of_step(self.story, self.first, self.last)


def steps_of_events(story: Story) -> tuple[Step, ...]:
    """All steps of a story, without a gap between them."""
    firsts = list(_firsts(story.events))
    ends = [*firsts[1:], len(story.events)]
    return tuple(
        Step(number, first, end - 1, story) for number, (first, end) in enumerate(zip(firsts, ends, strict=False), 1)
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

"""One node's turn, as the events tell it: what follows an event until the engine goes to another node."""

from collections.abc import Iterator

from . import events as ev
from .events import Event, Value
from .story import Story


def rest_of_visit(story: Story, k: int) -> Iterator[Event]:
    """The events after ``k`` in which the same node goes on with its turn, up to its next rule at most.

    A hook may run a whole backward in between; that one's events are left out.
    """
    node, inner = story.events[k].node, 0
    for position in range(k + 1, len(story.events)):
        event = story.events[position]
        if isinstance(event, ev.BackwardStarted):
            inner += 1
        elif inner:
            inner -= isinstance(event, ev.BackwardFinished | ev.ErrorRaised)
        else:
            if getattr(event, "node", None) == node and not isinstance(event, ev.NodeVisited):
                yield event
            if isinstance(event, ev.NodeVisited | ev.RuleApplied | ev.BackwardFinished | ev.ErrorRaised):
                return


def messages_of(story: Story, k: int) -> dict[int, Value | None]:
    """What left the node after its rule, event ``k``, had run: edge index → message, for each edge that got one."""
    return {later.index: later.value for later in rest_of_visit(story, k) if isinstance(later, ev.GradOut)}


def rule_before(story: Story, k: int) -> ev.RuleApplied | None:
    """The rule that worked out what leaves the node at event ``k``."""
    node = story.events[k].node
    for position in range(k - 1, -1, -1):
        event = story.events[position]
        if isinstance(event, ev.RuleApplied | ev.NodeVisited) and event.node == node:
            return event if isinstance(event, ev.RuleApplied) else None
    return None

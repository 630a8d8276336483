"""The lines of ``trace.text()``: all of them, or those about one node, or of one kind; each keeps its number.

(A file of its own, since the steps of a trace need the sentences, and these lines need the steps.)
"""

from collections.abc import Callable, Iterable, Iterator

from ..trace import events as ev
from ..trace.events import EVENTS, Event
from ..trace.node_search import find_node
from ..trace.nodes import node_of
from ..trace.steps import Step
from ..trace.story import Story
from .event_sentences import sentence_of

FORWARD = (ev.OpRecorded, ev.ValueSaved)


def numbered_events(story: Story, node: object = None, only: str | None = None) -> Iterator[tuple[int, str]]:
    """(number from 1, sentence) of the events that are asked for."""
    wanted = _chosen(story, node, only)
    for k, event in enumerate(story.events):
        if wanted is None or wanted(event):
            yield k + 1, " ".join(sentence_of(story, k).split())


def numbered_steps(
    story: Story, steps: Iterable[Step], node: object = None, only: str | None = None
) -> Iterator[tuple[int, str]]:
    """(number from 1, sentence) of the steps with an event that is asked for."""
    wanted = _chosen(story, node, only)
    for step in steps:
        if wanted is None or any(map(wanted, story.events[step.first : step.last + 1])):
            yield step.number, step.sentence


def _chosen(story: Story, node: object, only: str | None) -> Callable[[Event], bool] | None:
    """Which events are asked for; None for all. Raises KeyError for an unknown node, ValueError for an unknown word."""
    if node is None and only is None:
        return None
    identity = None if node is None else find_node(story, node)
    if only not in (None, "forward", "backward", *EVENTS):
        raise ValueError(f"only={only!r}: say 'forward', 'backward', or a kind of event: {', '.join(EVENTS)}.")

    def is_wanted(event: Event) -> bool:
        if identity is not None and identity not in (node_of(event), getattr(event, "source", None)):
            return False
        if only in ("forward", "backward"):
            return isinstance(event, FORWARD) is (only == "forward")
        return only in (None, event.kind)

    return is_wanted

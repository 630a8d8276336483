"""The lines of ``trace.text()``: all of them, or those about one node, or of one kind; each keeps its number."""

from collections.abc import Callable, Iterable, Iterator

from . import events as ev
from .events import EVENTS, Event
from .node_search import find_node
from .nodes import node_of
from .sentences import sentence_of
from .steps import Step
from .story import Story

FORWARD = (ev.OpRecorded, ev.ValueSaved)


def numbered_events(story: Story, node: object = None, only: str | None = None) -> Iterator[tuple[int, str]]:
    """(number from 1, sentence) of the events that are asked for."""
    wanted = _chosen(story, node, only)
    for k, event in enumerate(story.events):
        if wanted(event):
            yield k + 1, " ".join(sentence_of(story, k).split())


def numbered_steps(
    story: Story, steps: Iterable[Step], node: object = None, only: str | None = None
) -> Iterator[tuple[int, str]]:
    """(number from 1, sentence) of the steps with an event that is asked for."""
    wanted = _chosen(story, node, only)
    for step in steps:
        if any(map(wanted, story.events[step.first : step.last + 1])):
            yield step.number, step.sentence


def _chosen(story: Story, node: object, only: str | None) -> Callable[[Event], bool]:
    """Raises KeyError for a node and ValueError for a word that there is not."""
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

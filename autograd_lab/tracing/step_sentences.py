"""One step in a sentence or a few: what a learner reads, with the arithmetic, while the picture moves on once.

The start of a backward and an operation are told here, a node's turn in turn_sentences.py. What a step leaves out
(holes, freed values, the counting) stands in the sentences of its single events.
"""

from collections.abc import Callable

from . import events as ev
from .events import Event
from .sentences import sentence_of
from .story import Story
from .turn_sentences import Turn
from .values import text_of
from .words import listed, saved_words, slot_words


def sentence_of_step(story: Story, first: int, last: int) -> str:
    """What happens from event ``first`` to event ``last``, on one line."""
    tell = SENTENCES.get(type(story.events[first]))
    told = tell(story, first, last) if tell else Turn(story, first, last).told()
    return " ".join(told.split())


def operation(story: Story, first: int, last: int) -> str:
    """The operation, and what its node keeps until backward needs it."""
    saved = [event for event in story.events[first + 1 : last + 1] if isinstance(event, ev.ValueSaved)]
    kept = listed(dict.fromkeys(saved_words(story, one.node, one.saved) for one in saved if one.saved.frees))
    return sentence_of(story, first) + (f" The node keeps {kept}." if kept else "")


def start(story: Story, first: int, last: int) -> str:
    """Where a backward starts, where its seeds go, and who has to wait."""
    begun = story.events[first]
    names = [story.name(root.node, root.slot) for root in begun.roots]
    at = f" at {listed(dict.fromkeys(names))}" if names and None not in names else ""
    seeds = zip(begun.seeds, begun.roots, strict=False)
    into = listed(f"the seed {text_of(seed)} goes into {slot_words(story, root)}" for seed, root in seeds)
    sentences = [f"Backward {begun.number} starts{at}: {into or 'it has no seed'}."]
    for k in range(first + 1, last + 1):
        event = story.events[k]
        if isinstance(event, ev.BufferAdded) and event.before is not None:
            sentences.append(sentence_of(story, k))
        elif isinstance(event, ev.DependenciesCounted):
            sentences += _who_waits(story, event)
    if begun.create_graph:
        sentences.append("The gradients get a graph of their own (create_graph).")
    elif begun.retain_graph:
        sentences.append("Saved values are kept (retain_graph).")
    return " ".join(sentences)


def _who_waits(story: Story, event: ev.DependenciesCounted) -> list[str]:
    """Nodes that wait for more than one message."""
    waits = [(story.label(node), count) for node, count in event.counts if count > 1]
    if not waits:
        return []
    (label, count), *others = waits
    return [f"{listed([f'{label} waits for {count} messages', *(f'{one} for {n}' for one, n in others)])}."]


def ending(story: Story, first: int, last: int) -> str:
    """One event says it all."""
    return sentence_of(story, first)


SENTENCES: dict[type[Event], Callable[[Story, int, int], str]] = {
    ev.OpRecorded: operation,
    ev.BackwardStarted: start,
    ev.BackwardFinished: ending,
    ev.ErrorRaised: ending,
}

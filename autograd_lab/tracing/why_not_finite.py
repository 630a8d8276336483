"""Why a gradient is nan or infinite: the first node that made it, and the numbers that did."""

import re
from collections.abc import Iterator

from . import events as ev
from .answer import Answer, Subject
from .events import NodeInfo, Value
from .finite import is_finite, word_for, wrong_words
from .nodes import leading_to
from .story import Story
from .values import text_of
from .why_forward import by_forward, given, line_at, place_words
from .words import listed, worker


def why_not_finite(story: Story, subject: Subject, value: Value) -> Answer:
    """The first event above the leaf with a number in it that is not finite, where before it all were."""
    start = f"{wrong_words(f'{subject.name}.grad', value)}:"
    above = leading_to(story.nodes, subject.node)
    for k, event in enumerate(story.events):
        if isinstance(event, ev.RuleApplied) and event.node == subject.node:
            continue  # of what is no leaf: its gradient comes before its node's turn
        found = _began(story, start, above, k, event)
        if found is not None:
            return found
    return Answer("unknown", f"{start} where it began is not in this recording.")


def _began(story: Story, start: str, above: set[str], k: int, event: ev.Event) -> Answer | None:
    """The answer, if it began with this event."""
    match event:
        case ev.BackwardStarted() if not all(map(is_finite, event.seeds)):
            return Answer("seed", f"{start} the backward started with the seed {listed(map(text_of, event.seeds))}.", k)
        case ev.RuleApplied() if event.node in above and all(map(is_finite, event.received)):
            return None if all(map(is_finite, event.results)) else _by_rule(story, start, above, event, k)
        case ev.BufferAdded() if event.target.node in above and is_finite(event.before) and is_finite(event.message):
            if not is_finite(event.after):
                told = f"{start} two finite messages to {story.label(event.target.node)} add up to more than"
                return Answer("overflow", f"{told} {event.after.dtype} can hold.", k)
        case ev.HookCalled() if event.node in above and all(map(is_finite, event.before)):
            if not all(map(is_finite, event.after)):
                return Answer("hook", f"{start} the hook {event.name} at {story.label(event.node)} made it.", k)
        case ev.GradAccumulated() if event.node in above and not is_finite(event.before):
            return Answer("before", f"{start} .grad held it before this backward; zero_grad() empties it.", k)
    return None


# ----- a rule made it -------------------------------------------------------------------------------------------------
def _by_rule(story: Story, start: str, above: set[str], event: ev.RuleApplied, k: int) -> Answer:
    """The node, its rule, and what its rule was given; if that was not finite itself, where the forward made it."""
    info = story.nodes[event.node]
    wrong = [saved for saved in info.saved if not is_finite(saved.value)]
    if wrong:
        return by_forward(story, start, info, wrong[0], k)
    found = [index for index, result in enumerate(event.results) if not is_finite(result)]
    index = next((index for index in found if info.edges[index] and info.edges[index].node in above), found[0])
    result, line = event.results[index], line_at(story, info.id)
    rule = next((rule.source for rule in info.rules if rule.input == info.inputs[index]), "")
    by = f" by its rule `{rule}`" if rule else ""
    received = listed(text_of(value) for value in event.received if value is not None)
    told = (
        f"{start} {worker(story, info.id)}{place_words(line)} received {received} and made {word_for(result)} of it{by}"
    )
    with_words = listed((*given(story, info, result), *_settings(info, rule)))
    told += f", with {with_words}." if with_words else "."
    return Answer("rule", told + _zero_helps_not(event, result), k, line)


def _settings(info: NodeInfo, rule: str) -> Iterator[str]:
    """Plain numbers that the rule names: an exponent."""
    for saved in info.saved:
        if not saved.frees and re.search(rf"\b{re.escape(saved.name)}\b", rule):
            yield f"{saved.name} = {saved.text if saved.value is None else text_of(saved.value)}"


def _zero_helps_not(event: ev.RuleApplied, result: Value) -> str:
    """A sentence for those who chose another branch, or multiplied by 0: nan came of a 0 that arrived."""
    arrived = [value for value in event.received if value is not None and value.shape == result.shape and value.items]
    places = [place for place, number in enumerate(result.items or ()) if number != number]
    if not any(value.items[place] == 0 for value in arrived for place in places):
        return ""
    return (
        " A gradient of 0 that arrives there is nan then, too, for 0 × inf and 0 ÷ 0 are nan: to choose another branch "
        "with where, or to multiply by 0, comes too late. Keep such inputs out before the operation."
    )

"""Why a gradient is nan or infinite: the first event that made it so, and the numbers from which it came."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from ..recording.values import text_of
from ..telling.words import listed, return_words, worker
from ..trace import events as ev
from ..trace.events import NodeInfo, Value
from ..trace.finite import has_nan, is_finite, word_for, wrong_words
from ..trace.nodes import leading_to
from ..trace.story import Story
from .answer import Answer, Subject, in_brackets, line_at
from .nan_in_forward import by_forward, given
from .size import grown_words


def why_not_finite(story: Story, subject: Subject, value: Value) -> Answer:
    """The first event above the leaf that made a number that is not finite from finite ones."""
    start = f"{wrong_words(f'{subject.name}.grad', value)}:"
    above = leading_to(story.nodes, subject.node)
    for k, event in enumerate(story.events):
        if isinstance(event, ev.RuleApplied) and event.node == subject.node:
            continue  # a gradient of an intermediate result arrives before its node runs
        found = _began(story, start, above, k, event)
        if found is not None:
            return replace(found, text=found.text + _what_followed(story, subject, above, value, k))
    return Answer("unknown", f"{start} where it began is not in this recording.")


def _what_followed(story: Story, subject: Subject, above: set[str], value: Value, k: int) -> str:
    """After the infinities of event ``k``: which node turned them into nan, and in which of several backwards."""
    if isinstance(story.events[k], ev.GradAccumulated):
        return ""  # it was there before
    number, last = max(
        ((number, last) for number, first, last in story.backwards if first <= k <= last), default=(1, k)
    )
    told = _nan_later(story, above, story.events[k : last + 1]) if has_nan(value) else ""
    if len(story.backwards) > 1:
        told += f" It began in backward {number} of {len(story.backwards)}."
    return told + grown_words(story, subject.node, k)


def _nan_later(story: Story, above: set[str], events: Sequence[ev.Event]) -> str:
    """A sentence about the first node that turned infinities into nan; "" if the first event made nan itself."""
    for place, event in enumerate(events):
        match event:
            case ev.RuleApplied() if event.node in above and any(map(has_nan, event.results)):
                made_here = place and not any(map(has_nan, event.received))
                return f" Then {_rule_words(story, above, event, has_nan)[0]}" if made_here else ""
            case ev.BufferAdded() if event.target.node in above and has_nan(event.after):
                meet = not has_nan(event.before) and not has_nan(event.message)
                return f" Then inf and -inf meet at {story.label(event.target.node)}: nan." if meet else ""
    return ""


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
    """The node, its rule and what the rule was given; if that was not finite, the forward call that made it so."""
    info = story.nodes[event.node]
    wrong = [saved for saved in info.saved if not is_finite(saved.value)]
    if wrong:
        return by_forward(story, start, info, wrong[0], k)
    told, result = _rule_words(story, above, event, lambda result: not is_finite(result))
    return Answer("rule", f"{start} {told}{_zero_helps_not(event, result)}", k, line_at(story, info.id))


def _rule_words(
    story: Story, above: set[str], event: ev.RuleApplied, is_wrong: Callable[[Value | None], bool]
) -> tuple[str, Value]:
    """What the rule received and what it made of it, and the first wrong result, if possible one on the path."""
    info = story.nodes[event.node]
    found = [index for index, result in enumerate(event.results) if is_wrong(result)]
    index = next((index for index in found if info.edges[index] and info.edges[index].node in above), found[0])
    result = event.results[index]
    rule = next((rule.source for rule in info.rules if rule.input == info.inputs[index]), "")
    by = f" by its rule `{rule}`" if rule else return_words(info)
    received = listed(text_of(value) for value in event.received if value is not None)
    place = in_brackets(line_at(story, info.id))
    told = f"{worker(story, info.id)}{place} received {received} and made {word_for(result)} of it{by}"
    with_words = listed((*given(story, info, result), *_settings(info, rule)))
    return f"{told}, with {with_words}." if with_words else f"{told}.", result


def _settings(info: NodeInfo, rule: str) -> Iterator[str]:
    """The settings that the rule names, such as an exponent."""
    for saved in info.saved:
        if not saved.frees and re.search(rf"\b{re.escape(saved.name)}\b", rule):
            yield f"{saved.name} = {saved.text if saved.value is None else text_of(saved.value)}"


def _zero_helps_not(event: ev.RuleApplied, result: Value) -> str:
    """A sentence for learners who masked with where or with 0: a gradient of 0 arrived and became nan."""
    arrived = [value for value in event.received if value is not None and value.shape == result.shape and value.items]
    places = [place for place, number in enumerate(result.items or ()) if number != number]
    if not any(value.items[place] == 0 for value in arrived for place in places):
        return ""
    return (
        " A gradient of 0 that arrives there is nan then, too, for 0 × inf and 0 ÷ 0 are nan: to choose another branch "
        "with where, or to multiply by 0, comes too late. Keep such inputs out before the operation."
    )

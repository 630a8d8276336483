"""Why a gradient is nan or infinite: the first node that made it, and the numbers that did."""

from collections.abc import Iterator

from . import events as ev
from .answer import Answer, Subject, line_words
from .events import Edge, NodeInfo, SavedInfo, Value
from .origins import Line
from .story import Story
from .values import number_text, summary_of, text_of
from .words import index_text, listed, saved_name, saved_words

SHOWN = 3
"""Places in an array that an answer names."""


def is_finite(value: Value | None) -> bool:
    """Whether every number in it is; nothing at all counts as finite."""
    if value is None:
        return True
    summary = summary_of(value)
    return not summary.nans and not summary.infinities


def word_for(value: Value) -> str:
    """``nan``, ``inf``, or how many of each."""
    if not value.shape:
        return text_of(value)
    summary = summary_of(value)
    counts = ((summary.nans, "nan"), (summary.infinities, "inf"))
    return listed(f"{count} {word}" for count, word in counts if count)


def why_not_finite(story: Story, subject: Subject, value: Value) -> Answer:
    """The first event above the leaf with a number in it that is not finite, where before it all were."""
    start = (
        f"{subject.name}.grad has {word_for(value)}:" if value.shape else f"{subject.name}.grad is {word_for(value)}:"
    )
    above = _leading_to(story, subject.node)
    for k, event in enumerate(story.events):
        if isinstance(event, ev.RuleApplied) and event.node == subject.node:
            continue  # of what is no leaf: its gradient comes before its node's turn
        found = _began(story, start, above, k, event)
        if found is not None:
            return found
    return Answer("unknown", f"{start} where it began is not in this recording.")


def _leading_to(story: Story, leaf: str) -> set[str]:
    """The nodes from which gradients come to the leaf, and the leaf."""
    users: dict[str, list[str]] = {}
    for info in story.nodes.values():
        for edge in info.edges:
            if edge is not None:
                users.setdefault(edge.node, []).append(info.id)
    found, todo = {leaf}, [leaf]
    while todo:
        for user in users.get(todo.pop(), ()):
            if user not in found:
                found.add(user)
                todo.append(user)
    return found


def _began(story: Story, start: str, above: set[str], k: int, event: ev.Event) -> Answer | None:
    """The answer, if it began with this event."""
    match event:
        case ev.BackwardStarted() if not all(map(is_finite, event.seeds)):
            return Answer("seed", f"{start} the backward started with the seed {listed(map(text_of, event.seeds))}.", k)
        case ev.RuleApplied() if event.node in above and all(map(is_finite, event.received)):
            return None if all(map(is_finite, event.results)) else _by_rule(story, start, event, k)
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
def _by_rule(story: Story, start: str, event: ev.RuleApplied, k: int) -> Answer:
    """The node, its rule, and what its rule was given; if that was not finite itself, where the forward made it."""
    info = story.nodes[event.node]
    wrong = [saved for saved in info.saved if not is_finite(saved.value)]
    if wrong:
        return _by_forward(story, start, info, wrong[0], k)
    index = next(index for index, result in enumerate(event.results) if not is_finite(result))
    result, line = event.results[index], _line(story, info.id)
    rule = next((rule.source for rule in info.rules if rule.input == info.inputs[index]), "")
    by = f" by its rule `{rule}`" if rule else ""
    where = f" ({line_words(line)})" if line else ""
    received = listed(text_of(value) for value in event.received if value is not None)
    told = f"{start} {story.label(info.id)}{where} received {received} and made {word_for(result)} of it{by}"
    with_words = listed(_given(story, info, result))
    return Answer("rule", f"{told}{', with ' + with_words if with_words else ''}.", k, line)


def _given(story: Story, info: NodeInfo, result: Value) -> Iterator[str]:
    """The saved numbers that the rule used: at the places where the result is wrong, if they have the same places."""
    for saved in info.saved:
        if not saved.frees or saved.value is None or saved.value == result:
            continue
        name = saved_name(story, info.id, saved.name) or saved.name
        places = list(_wrong_places(result))[:SHOWN] if saved.value.shape == result.shape and result.shape else []
        if places and saved.value.items:
            yield from (
                f"{name}[{index_text(result.shape, place)}] = {number_text(saved.value.items[place])}"
                for place in places
            )
        else:
            yield f"{name} = {text_of(saved.value)}"


def _wrong_places(value: Value) -> Iterator[int]:
    for place, number in enumerate(value.items or ()):
        if number != number or number in (float("inf"), float("-inf")):
            yield place


# ----- the forward made it --------------------------------------------------------------------------------------------
def _by_forward(story: Story, start: str, info: NodeInfo, wrong: SavedInfo, k: int) -> Answer:
    """The oldest node whose output is not finite although what it took was; ``wrong`` is what it made in the end."""
    made = _first_not_finite(story, info, wrong)
    line = _line(story, info.id)
    if made is None:
        where = f" ({line_words(line)})" if line else ""
        kept = saved_words(story, info.id, wrong)
        return Answer("forward", f"{start} {story.label(info.id)}{where} had kept {kept} from the forward.", k, line)
    node, slot, value = made
    line, name = _line(story, node.id), story.name(node.id, slot)
    where = f" ({line_words(line)})" if line else ""
    what = f"{name} = {text_of(value)}" if name else text_of(value)
    told = f"{start} the forward made it already: {node.op.partition('.')[0] or node.name}{where} gave {what}"
    with_words = listed(_given(story, node, value))
    return Answer("forward", f"{told}{' from ' + with_words if with_words else ''}.", k, line)


def _first_not_finite(story: Story, user: NodeInfo, wrong: SavedInfo) -> tuple[NodeInfo, int, Value] | None:
    """Among the nodes on the ways to what ``user`` had saved: an input of it, or else what it made itself."""
    edge = user.edges[user.inputs.index(wrong.name)] if wrong.name in user.inputs else Edge(user.id, 0)
    known = [story.nodes[node] for node in _behind(story, edge)]
    for info in sorted(known, key=lambda info: info.number):
        for slot, variable in enumerate(story.variables.get(info.id, ())):
            if variable is not None and variable.value is not None and not is_finite(variable.value):
                return info, slot, variable.value
    return None


def _behind(story: Story, edge: Edge | None) -> Iterator[str]:
    """The node that an edge leads to, and all operations from which its values came."""
    met, todo = set(), [edge]
    while todo:
        edge = todo.pop()
        info = None if edge is None or edge.node in met else story.nodes.get(edge.node)
        if info is not None and info.kind != "leaf":
            met.add(info.id)
            todo += info.edges
            yield info.id


def _line(story: Story, node: str) -> Line | None:
    return story.origins[node].line if node in story.origins else None

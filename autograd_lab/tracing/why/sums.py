"""Sums: a ``.grad`` to which several backwards have added. Is the sum meant, and which losses are in it?"""

import re
from collections.abc import Iterator

from ..recording.calls import Stepped
from ..recording.values import is_listed, is_same, text_of
from ..telling.words import listed
from ..trace.events import BackwardStarted, GradAccumulated, HookCalled, Value
from ..trace.nodes import leading_to, reached
from .answer import SHOWN, Answer, Hint, Subject, in_brackets, line_at, line_words, name_of, shown_by
from .converged import rms
from .paths import assigned_name, forms_of
from .sources import percent, term_words
from .zero import is_zero


def why_sum(trace, subject: Subject, value: Value, written: list[int]) -> Answer:
    """The answer for the sum of what the events ``written`` have added, and of what was there before."""
    numbers, start = [backward_at(trace, k) for k in written], before(trace.events[written[0]])
    parts = [f"backward {backward_at(trace, k)} ({_short(gradient_of(trace.events[k]))})" for k in written]
    summed = f"the gradient{'s' * (len(parts) > 1)} from "
    summed += listed(parts) if len(parts) <= SHOWN else f"{len(parts)} backwards"
    summed = summed if start is None else f"what was there before ({_short(start)}) and {summed}"
    step, losses = summed_by(trace, subject.node, written), _losses(trace, written)
    in_step = "in the last recorded step " * (step is not None and numbers[0] > 1)
    is_what = f"is {text_of(value)}, {in_step}the sum of" if subject.is_leaf else "is the sum of"
    text = f"{subject.name}.grad {is_what} {summed}: every backward adds to .grad"
    is_held, cause = not is_forgotten(trace, subject), "accumulated"
    if not is_held:
        cause, text = NOT_HELD, f"{text}, and no zero_grad() of an optimizer empties it.{_called(trace, numbers)}"
    elif len(losses) > 1 and (step or ("." in subject.name and not trace.flow.optimizers)):
        text += f", and {name_of(step)}{in_brackets(step.line)} steps with the sum." if step else "."
        text += _called(trace, numbers) + _of_losses(trace, subject, losses, value if start is None else None)
        text += "" if step else f" If each is to have a step of its own, empty {subject.name}.grad between them."
    else:
        harmless = _harmless(trace, subject, written) or (_one_sum(step, written) if step else "")
        cure = harmless or _to_empty(trace, subject, written)
        text += f", and nothing emptied it in between. {cure}{_called(trace, numbers)}"
        if not harmless:
            text += _for_others(trace, subject, written) + _others_emptied(trace, subject, written[0])
    lines = tuple(dict.fromkeys(line for number in numbers if (line := trace.called_at(number))))
    return Answer(cause, text, written[-1], trace.called_at(numbers[0]), lines)


def _short(value: Value) -> str:
    """The numbers; of many, their norm."""
    return text_of(value) if is_listed(value) else value.described.partition(" with ")[2]


def is_forgotten(trace, subject: Subject) -> bool:
    """Whether it is a module's parameter that no optimizer holds, although optimizers stepped."""
    held = any(one.held for one in trace.flow.optimizers)
    return held and subject.is_leaf and "." in subject.name and not any(holders(trace, subject.node))


def _to_empty(trace, subject: Subject, written: list[int]) -> str:
    """Where to empty ``.grad``: after each step, where the first step came after several backwards of one line."""
    step = next((one for one in holders(trace, subject.node) if written[1:] and written[1] < one.first), None)
    if step and len({trace.called_at(backward_at(trace, k)) for k in written}) == 1:
        after = [max(backward_at(trace, k) for k in written if k < events) for events in (step.first, step.last)]
        text = f"{name_of(step)} stepped first after backward {after[0]} and last after backward {after[1]}"
        return f"{text}{in_brackets(step.line)}: call zero_grad() after each step."
    emptying = f"Call zero_grad() (or set {subject.name}.grad = None)" if subject.is_leaf else ""
    emptying = emptying or f"Set {subject.name}.grad = None"
    return f"{emptying} before each backward, unless you want the sum."


def _called(trace, numbers: list[int]) -> str:
    """A sentence about the lines that called these backwards, as far as they are known."""
    lines: dict[str, list[str]] = {}
    for number in numbers:
        lines.setdefault(line_words(trace.called_at(number)), []).append(str(number))
    calls: list[str] = []
    for line, at in lines.items():
        if line:
            verb = "" if calls else f"{'were' if len(at) > 1 else 'was'} called "
            calls.append(f"{'b' if calls else 'B'}ackward{'s' * (len(at) > 1)} {listed(at)} {verb}at {line}")
    return f" {listed(calls)}." if calls else ""


def _harmless(trace, subject: Subject, written: list[int]) -> str:
    """A sentence where a step has used the first of these gradients alone, and a line had emptied ``.grad`` before it.

    So does a GAN: the generator's backward sends gradients to the discriminator, which nobody uses.
    """
    own = set() if subject.number is None else forms_of(trace, subject.number)
    emptied = next((one.line for one in trace.flow.emptied if one.number in own and one.events <= written[0]), None)
    used = used_first(trace, subject.node, written)
    if not used or not emptied:
        return ""
    step = line_words(used.line) or f"a step of {used.kind}"
    text = f"Harmless where {line_words(emptied)}, empties it before the next step:"
    return f"{text} {step}, has used only the first of them."


def _one_sum(step: Stepped, written: list[int]) -> str:
    """A sentence where an optimizer steps with the sum, as it does when gradients are accumulated on purpose."""
    steps = f"{name_of(step)}{in_brackets(step.line)} steps with the sum of all {len(written)}"
    return f"{steps}, as in gradient accumulation: for their mean, divide each loss by {len(written)}."


def summed_by(trace, node: str | None, written: list[int]) -> Stepped | None:
    """The optimizer of this leaf that stepped after all of these gradients, if none stepped between them."""
    first, last = written[0], written[-1]
    apart = all(one.last <= first or (one.last > last and one.previous <= first) for one in trace.flow.optimizers)
    return next((one for one in holders(trace, node) if apart and one.last > last), None)


def holders(trace, node: str | None) -> Iterator[Stepped]:
    """The optimizers that hold this leaf."""
    yield from (one for one in trace.flow.optimizers if node in trace.flow.leaves_among(one.held))


def _for_others(trace, subject: Subject, written: list[int]) -> str:
    """A sentence about an optimizer of other parameters that stepped between, as a GAN's discriminator does."""
    held = list(holders(trace, subject.node))
    times = [(one, time) for one in trace.flow.optimizers if one not in held for time in (one.previous, one.last)]
    between = [one for one, time in times if written[0] < time <= written[1]]
    if not held or not between:
        return ""
    name, number = subject.name, backward_at(trace, written[0])
    text = f" After backward {number}, {name_of(between[0])}{in_brackets(between[0].line)} stepped, which does not "
    return f"{text}hold {name}: if that loss is not meant to train {name}, detach() what was made of it."


def used_first(trace, node: str | None, written: list[int]) -> Stepped | None:
    """The optimizer that stepped last between the first of these gradients and the second, and not since."""
    steps = {one.last: one for one in holders(trace, node)}
    last = max(steps, default=0)
    return steps[last] if len(written) > 1 and written[0] < last <= written[1] else None


def _others_emptied(trace, subject: Subject, after: int) -> str:
    """A sentence about the line that emptied other gradients instead, as an optimizer with other parameters does."""
    own = set() if subject.number is None else forms_of(trace, subject.number)
    others = [one for one in trace.flow.emptied if one.events > after]
    if not others or any(one.number in own for one in others):
        return ""
    first = trace.flow.first_forms
    names = {first.get(number, number): tensor.name for number, tensor in enumerate(trace.flow.tensors) if tensor.name}
    known = [f"{name}.grad" for one in others if (name := names.get(first.get(one.number, one.number)))]
    line = line_words(others[0].line)
    if not known or not line:
        return ""
    return f" Instead, {line}, emptied {listed(dict.fromkeys(known))}, not {subject.name}.grad."


def added_up(trace, written: list[int]) -> list[int]:
    """The events of ``written`` since ``.grad`` was last emptied, or since other code wrote to it."""
    start = 0
    for place in range(1, len(written)):
        event, earlier = trace.events[written[place]], trace.events[written[place - 1]]
        if isinstance(event, GradAccumulated) and not is_same(event.before, earlier.after):
            start = place
    return written[start:]


NOT_HELD = "not held"
"""The cause where no optimizer holds a parameter."""


# ----- several losses -------------------------------------------------------------------------------------------------
CANCELLING = 0.1
"""The gradients of two losses nearly cancel if their sum is a smaller share of their sizes than this."""
Losses = dict[str, list[int]]
"""What the learner calls each loss → the events that added what its backwards sent."""


def _losses(trace, written: list[int]) -> Losses:
    """Backwards that start at results of one line, and are called by one line, are those of one loss."""
    found: dict[object, list[int]] = {}
    for k in written:
        place = line_at(trace, root) if (root := _root(trace, k)) else None
        found.setdefault((place, trace.called_at(backward_at(trace, k))), []).append(k)
    words = {(root := _root(trace, ks[0])) and term_words(trace, root): ks for ks in found.values()}
    return words if len(words) == len(found) and all(words) else {}


def _root(trace, k: int) -> str | None:
    """The only node at which the backward of event ``k`` began."""
    first = next(first for number, first, _ in trace.backwards if number == backward_at(trace, k))
    started = trace.events[first]
    return started.roots[0].node if isinstance(started, BackwardStarted) and len(started.roots) == 1 else None


def _of_losses(trace, subject: Subject, losses: Losses, whole: Value | None) -> str:
    """How much each loss has sent, and where to cut a path that is not meant."""
    sizes = {words: sum(rms(gradient_of(trace.events[k])) for k in ks) for words, ks in losses.items()}
    total = sum(sizes.values())
    parts = [f"{percent(size / total) if total else 'nothing'} came from {words}" for words, size in sizes.items()]
    cancel = whole is not None and rms(whole) < CANCELLING * total
    together = f" They nearly cancel: their sum is {percent(rms(whole) / total)} of their sizes." if cancel else ""
    text = f" By size, {listed(parts)}.{together} That is right if all of these losses are to train {subject.name}. "
    places = [
        f"only {loss} comes to {subject.name} through {place}" for loss, place in _own_places(trace, subject, losses)
    ]
    return f"{text}If one is not, detach() belongs on its path{f': {listed(places)}' if places else ''}."


def all_train(trace, subject: Subject, written: list[int]) -> str:
    """A sentence about the losses whose sum trains this leaf and others: only the learner knows whether that is right.

    "" where the backwards are those of one loss.
    """
    losses = _losses(trace, written)
    if len(losses) < 2:
        return ""
    text = (
        f"{'Both ' * (len(losses) == 2)}{listed(losses)} train these parameters. If only one of them should, detach()"
    )
    return f"{text} belongs on the way of the other{'s' * (len(losses) > 2)}."


def one_way_alone(trace, subject: Subject, written: list[int]) -> Hint | None:
    """Of several losses, just one comes to this leaf through a result with a name: perhaps that is not meant."""
    losses = _losses(trace, written)
    places = _own_places(trace, subject, losses)
    if len(places) != 1:
        return None
    (loss, place), names = places[0], [words.partition(" (")[0] for words in losses]
    named = re.match(r"([\w.]+) \(", place)
    cut = f"let {loss} use {named[1]}.detach()" if named else "detach() belongs there"
    others = [name for name in names if name != loss]
    text = f"{'Both ' * (len(names) == 2)}{listed(names)} send gradients to {subject.name}; those of {loss} arrive "
    text += f"through {place}. If only {listed(others)} should train it, {cut}."
    event = _place_alone(trace, subject, losses)
    return Hint("several losses", text, None, frozenset([subject.node]), "all", event)


def _own_places(trace, subject: Subject, losses: Losses) -> list[tuple[str, str]]:
    """The losses that come to the leaf by a way that no other takes: what each is called, and the place on that way."""
    firsts = {words.partition(" (")[0]: ks[0] for words, ks in losses.items()}
    ways = (
        (loss, _own_place(trace, subject, k, [one for one in firsts.values() if one != k]))
        for loss, k in firsts.items()
    )
    found = [(loss, place) for loss, place in ways if place]
    return found if len({place for _, place in found}) == len(found) else []


def _place_alone(trace, subject: Subject, losses: Losses) -> int | None:
    """The event that shows where the one loss comes in of which `one_way_alone` speaks."""
    firsts = [ks[0] for ks in losses.values()]
    found = ((k, [one for one in firsts if one != k]) for k in firsts)
    lowest = (_lowest(trace, subject, k, others) for k, others in found if _own_place(trace, subject, k, others))
    events = (shown_by(trace, node) for nodes in lowest for node in nodes)
    return min((event for event in events if event is not None), default=None)


def _lowest(trace, subject: Subject, k: int, others: list[int]) -> set[str]:
    """The last nodes before the leaf, or before what is shared, on the ways that only this backward takes."""
    above = leading_to(trace.nodes, subject.node)
    shared = set().union(*(reached(trace.nodes, [root]) for one in others if (root := _root(trace, one))))
    own = (reached(trace.nodes, [_root(trace, k)]).keys() & above) - shared
    return {node for node in own for edge in trace.nodes[node].edges if edge and edge.node in above & shared}


def _own_place(trace, subject: Subject, k: int, others: list[int]) -> str:
    """``advantage (line 43, …)``: through what alone this backward, and none of the others, comes to the leaf."""
    root, lowest = _root(trace, k), _lowest(trace, subject, k, others)
    lines = {line_at(trace, node) for node in lowest}
    line = next(iter(lines), None)
    reaches = any(edge and edge.node == subject.node for node in lowest for edge in trace.nodes[node].edges)
    if len(lines) != 1 or line is None or line == line_at(trace, root) or reaches:
        return ""
    name = assigned_name(line.text)
    return f"{name} ({line_words(line)})" if name else line_words(line)


# ----- events that write .grad ----------------------------------------------------------------------------------------
def gradient_of(event: GradAccumulated | HookCalled) -> Value:
    """What the event has added to ``.grad``."""
    return event.gradient if isinstance(event, GradAccumulated) else event.after[0]


def before(event: GradAccumulated | HookCalled) -> Value | None:
    """The ``.grad`` that the event found, unless that was None or 0."""
    before = event.before if isinstance(event, GradAccumulated) else None
    return None if before is None or is_zero(before) else before


def backward_at(trace, k: int) -> int:
    """The number of the innermost backward to which event ``k`` belongs."""
    return max((number for number, first, last in trace.backwards if first <= k <= last), default=1)

"""Why a gradient is nan or infinite: the first event that made it so, and the numbers from which it came.

Often the forward produced the nan or inf, and backward only multiplied by it. Most calls leave a node, which shows what
it was given. Of calls whose tensors require no gradient, the flow keeps the values that were not finite.
"""

import math
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from ..recording.calls import FlowStep, Stepped
from ..recording.source_lines import Line
from ..recording.values import number_text, text_of, value_after
from ..telling.words import listed, return_words, saved_words, source_name, worker
from ..trace import events as ev
from ..trace.events import Edge, NodeInfo, SavedInfo, Value
from ..trace.nodes import described_by, leading_to, reached
from .answer import (
    SHOWN,
    SOFTMAX,
    Answer,
    Subject,
    has_nan,
    in_brackets,
    is_finite,
    leaves_below,
    line_at,
    numbers_at,
    operation_of,
    step_words,
    value_at,
    word_for,
    wrong_places,
    wrong_words,
)
from .converged import rms
from .paths import assigned_name, made_by, maker_of, place_of
from .size import grown_words, growth_words
from .used_numbers import given, held_already, inputs_of, taken

BEGAN = " The first nan or inf came in backward "
GROWING = ("rule", "overflow", "forward")
"""Causes of what happens when numbers grow too large."""
LONGEST_RULE = 50
"""A longer rule says little."""
HUGE = 1e15
"""No sound parameter is as large."""
MASKING = {"Add", "Sub", "MaskedFill", "Where", "CopySlices"}
"""Nodes that programs use to mask numbers."""
KEPT_AWAY = {
    "sqrt": (0, "sqrt(where({0} > 0, {0}, 1.0))"),
    "log": (0, "log(where({0} > 0, {0}, 1.0))"),
    "div": (1, "… / where({0} != 0, {0}, 1.0)"),
}
"""How to keep 0 away from operations whose rules divide by it: which input is meant, and what to write."""


def why_not_finite(trace, subject: Subject, value: Value, start: str = "") -> Answer:
    """The first event above the leaf that made a number that is not finite from finite ones."""
    first, since = _first_wrong_run(trace, subject)
    start = start or f"{wrong_words(f'{subject.name}.grad', value)}:"
    above = leading_to(trace.nodes, subject.node)
    for k, event in enumerate(trace.events[first:], start=first):
        if isinstance(event, ev.RuleApplied) and event.node == subject.node:
            continue  # a gradient of an intermediate result arrives before its node runs
        found = _began(trace, start, above, k, event)
        if found is not None:
            followed = _what_followed(trace, subject, above, value, k)
            if BEGAN in found.text:  # in the backward before the step that spoiled a parameter
                followed = re.sub(rf"{BEGAN}\d+ of \d+\.", "", followed)
                found = replace(found, text=f"{start.removesuffix(':')}{since}:{found.text.removeprefix(start)}")
            return _after_growth(trace, subject, start, k, replace(found, text=found.text + followed))
    return Answer("unknown", f"{start} where it began is not in this recording.")


def _first_wrong_run(trace, subject: Subject) -> tuple[int, str]:
    """Where the first backward starts that sent the tensor nan or inf; in words, which backwards sent finite numbers.

    Another gradient may have become nan before: it spoiled this one only through the step that it made.
    """
    finite: list[int] = []
    for number, first, last in sorted(trace.backwards, key=lambda run: run[1]):
        came = [value for event in trace.events[first : last + 1] for value in _came_to(subject, event)]
        if not all(map(is_finite, came)):
            of_several = (
                f"backwards {finite[0]} to {finite[-1]}" if finite[1:] else f"backward {finite[0]}" if finite else ""
            )
            return first, f", first in backward {number} (it was finite in {of_several})" if finite else ""
        finite += [number] * bool(came)
    return 0, ""


def _came_to(subject: Subject, event: ev.Event) -> tuple[Value | None, ...]:
    """The gradients of the tensor that an event shows."""
    match event:
        case ev.BufferAdded() if (event.target.node, event.target.slot) == (subject.node, subject.slot):
            return (event.after,)
        case ev.GradAccumulated() if event.node == subject.node:
            return (event.gradient,)
        case ev.HookCalled() if event.node == subject.node:
            return event.after
    return ()


def _after_growth(trace, subject: Subject, start: str, k: int, found: Answer) -> Answer:
    """The same answer; or, where the gradients had grown step by step, that these were too large, and then the rest."""
    grown, line = grown_words(trace, subject.node, k, is_next_wrong=True)
    if not grown or found.cause not in GROWING:
        return found
    text = f"{start} {grown} Then {found.text.removeprefix(start).strip()}"
    return replace(found, cause="step", text=text, line=line or found.line)


def _what_followed(trace, subject: Subject, above: set[str], value: Value, k: int) -> str:
    """Which node turned the infinities of event ``k`` into nan, and in which of several backwards."""
    if isinstance(trace.events[k], ev.GradAccumulated):
        return ""  # it was there before
    number, last = max(
        ((number, last) for number, first, last in trace.backwards if first <= k <= last), default=(1, k)
    )
    text = _nan_later(trace, above, trace.events[k : last + 1]) if has_nan(value) else ""
    if len(trace.backwards) > 1:
        text += f"{BEGAN}{number} of {len(trace.backwards)}."
    return text + growth_words(trace, subject.node, k)


def _nan_later(trace, above: set[str], events: Sequence[ev.Event]) -> str:
    """A sentence about the first node that turned infinities into nan; "" if the first event made nan itself."""
    for place, event in enumerate(events):
        match event:
            case ev.RuleApplied() if event.node in above and any(map(has_nan, event.results)):
                made_here = place and not any(map(has_nan, event.received))
                return f" Then {_rule_words(trace, above, event, has_nan)[0]}" if made_here else ""
            case ev.BufferAdded() if event.target.node in above and has_nan(event.after):
                meet = not has_nan(event.before) and not has_nan(event.message)
                return f" Then inf and -inf meet at {trace.label(event.target.node)}: nan." if meet else ""
    return ""


def _began(trace, start: str, above: set[str], k: int, event: ev.Event) -> Answer | None:
    """The answer, if it began with this event."""
    match event:
        case ev.BackwardStarted() if not all(map(is_finite, event.seeds)):
            return Answer("seed", f"{start} the backward started with the seed {listed(map(text_of, event.seeds))}.", k)
        case ev.RuleApplied() if event.node in above and all(map(is_finite, event.received)):
            return None if all(map(is_finite, event.results)) else _by_rule(trace, start, above, event, k)
        case ev.BufferAdded() if event.target.node in above and is_finite(event.before) and is_finite(event.message):
            if not is_finite(event.after):
                text = f"{start} two finite messages to {trace.label(event.target.node)} add up to more than"
                return Answer("overflow", f"{text} {event.after.dtype} can hold.", k)
        case ev.HookCalled() if event.node in above and all(map(is_finite, event.before)):
            if not all(map(is_finite, event.after)):
                return Answer("hook", f"{start} the hook {event.name} at {trace.label(event.node)} made it.", k)
        case ev.GradAccumulated() if event.node in above and not is_finite(event.before):
            return Answer("before", f"{start} .grad held it before this backward; zero_grad() empties it.", k)
    return None


# ----- a rule made it -------------------------------------------------------------------------------------------------
def _by_rule(trace, start: str, above: set[str], event: ev.RuleApplied, k: int) -> Answer:
    """The node, its rule and what the rule was given; if that was not finite, the forward call that made it so."""
    info = trace.nodes[event.node]
    wrong = [saved for saved in info.saved if not is_finite(saved.value)]
    if wrong:
        return by_forward(trace, start, info, wrong[0], k)
    text, result = _rule_words(trace, above, event, lambda result: not is_finite(result))
    return Answer("rule", f"{start} {text}{_zero_helps_not(trace, info, event, result, k)}", k, line_at(trace, info.id))


def sent_not_finite(trace, start: str, event: ev.RuleApplied, k: int) -> Answer:
    """The answer where a node made nan or inf of what it received."""
    below = {edge.node for edge in trace.nodes[event.node].edges if edge}
    return _by_rule(trace, start, below, event, k)


def _rule_words(
    trace, above: set[str], event: ev.RuleApplied, is_wrong: Callable[[Value | None], bool]
) -> tuple[str, Value]:
    """What the rule received and what it made of it, and the first wrong result, if possible one on the path."""
    info = trace.nodes[event.node]
    found = [index for index, result in enumerate(event.results) if is_wrong(result)]
    index = next((index for index in found if info.edges[index] and info.edges[index].node in above), found[0])
    result = event.results[index]
    rule = next((rule.source for rule in info.rules if rule.input == info.inputs[index]), "")
    rule = rule if len(rule) <= LONGEST_RULE else ""
    is_told = rule and not re.search(r"_\w+\(", rule)  # nobody knows a kernel by its name
    by = f" by its rule `{rule}`" if is_told else return_words(info)
    received = listed(text_of(value) for value in event.received if value is not None)
    place = in_brackets(line_at(trace, info.id))
    text = f"{worker(trace, info.id)}{place} received {received} and computed {word_for(result)}{by}"
    with_words = listed((*given(trace, info, result), *_settings(info, rule)))
    return f"{text}, with {with_words}." if with_words else f"{text}.", result


def _settings(info: NodeInfo, rule: str) -> Iterator[str]:
    """The settings that the rule names, such as an exponent."""
    for saved in info.saved:
        if not saved.frees and re.search(rf"\b{re.escape(saved.name)}\b", rule):
            yield f"{saved.name} = {saved.text}" if saved.value is None else value_after(f"{saved.name} =", saved.value)


def _zero_helps_not(trace, info: NodeInfo, event: ev.RuleApplied, result: Value, k: int) -> str:
    """A sentence for learners who masked with ``where`` or with 0: a gradient of 0 arrived and became nan."""
    arrived = [value for value in event.received if value is not None and value.shape == result.shape and value.items]
    places = [place for place, number in enumerate(result.items or ()) if number != number]
    if not any(value.items[place] == 0 for value in arrived for place in places):
        is_slope = operation_of(info) == "sqrt" and not has_nan(result)
        return is_slope * " The slope of sqrt at 0 is infinite: add a small number inside, as in sqrt(x + 1e-8)."
    if safe := _inside_where(trace, info, k):
        name = operation_of(info)
        return (
            f" The where sends a gradient of 0 there, but {name} still divides it by 0, and 0 ÷ 0 is nan. "
            f"Keep 0 away from {name} itself, inside the where: `{safe}`."
        )
    return (
        " A gradient of 0 that arrives there becomes nan, too, because 0 × inf and 0 ÷ 0 are nan: choosing another "
        "branch with where, or multiplying by 0, comes too late. Keep such inputs away from the operation."
    )


def _gets_zeros(event: ev.Event, value: Value) -> bool:
    """Whether the gradient that arrives is 0 wherever the value is nan."""
    came = event.received[0] if isinstance(event, ev.RuleApplied) else None
    pairs = zip(came.items or (), value.items or (), strict=False) if came else ()
    return {gradient for gradient, number in pairs if number != number} == {0}


def _inside_where(trace, info: NodeInfo, k: int) -> str:
    """``sqrt(where(h > 0, h, 1.0))``, if a where sent the gradient that the node got at event ``k``."""
    sources = [trace.events[at].source for at in trace.latest_arrivals(k, info.id, 0)]
    from_where = any(source and trace.nodes[source].name == "WhereBackward0" for source in sources)
    index, kept = KEPT_AWAY.get(operation_of(info), (0, ""))
    made = line_at(trace, info.edges[index].node) if info.edges[index] else None
    return (kept * from_where).format(source_name(trace, info.id, index) or (made and assigned_name(made.text)) or "x")


# ----- the forward call that first produced the nan or inf, or the data that contained it -----------------------------
def by_forward(trace, start: str, info: NodeInfo, wrong: SavedInfo, k: int) -> Answer:
    """The oldest node whose output is not finite; ``wrong`` is the saved value of ``info`` that was not finite."""
    kept = wrong.name in info.inputs
    made = _first_not_finite(trace, info.edges[info.inputs.index(wrong.name)] if kept else Edge(info.id, 0))
    if made is None:
        cause, text, line = _given_words(trace, info, wrong)
    else:
        cause, text, line = _made_words(trace, *made)
    already = "the forward made it already: " if cause == "forward" else ""
    is_own = made is not None and made[0] is info and cause == "forward"
    if is_own and _gets_zeros(trace.events[k], made[2]) and (safe := _inside_where(trace, info, k)):
        name = operation_of(info)
        text += f" The where hides this in the forward; in backward, 0 × nan is nan. Keep such inputs away from {name} "
        text += f"itself, inside the where: `{safe}`."
    return Answer(cause, f"{start} {already}{text}", k, line)


def why_value(trace, name: str, place: Edge) -> Answer | None:
    """Why the value called ``name`` is not finite; None if it is finite, unknown, or −inf on purpose."""
    value = value_at(trace, place)
    if is_finite(value):
        return None
    made = _first_not_finite(trace, place)
    if made is None or _is_masked(made[0], made[2]):
        return None
    cause, text, line = _made_words(trace, *made)
    return Answer(cause, f"{wrong_words(name, value)}: {text}", None, line)


def _given_words(trace, info: NodeInfo, wrong: SavedInfo) -> tuple[str, str, Line | None]:
    """As `_made_words`, where no node produced it."""
    before = made_before(trace, info)
    if before is not None and before.maker:
        return "forward", before.words, before.maker.line
    line = line_at(trace, info.id)
    was_given = before.words if before else saved_words(trace, info.id, wrong)
    return "data", f"{trace.label(info.id)}{in_brackets(line)} was given {was_given}.", line


def _made_words(trace, node: NodeInfo, slot: int, value: Value) -> tuple[str, str, Line | None]:
    """``"forward"``, what the node gave, from what, and its line; ``"data"`` if its input was not finite already."""
    line, name = line_at(trace, node.id), trace.name(node.id, slot)
    operation = f"{operation_of(node)}{in_brackets(line)}"
    before = made_before(trace, node)
    if before is not None and before.maker:
        return "forward", before.words, before.maker.line
    spoiled = _spoiled(trace, node)
    if spoiled is not None:
        return spoiled
    held = before.words if before else listed(held_already(trace, node, value))
    if held:
        return "data", f"it was there before the forward: {operation} was given {held}.", line
    what = value_after(f"{name} =", value) if name else text_of(value)
    from_words, known = listed(given(trace, node, value) or taken(trace, node, value)), _why_wrong(trace, node, value)
    gave = f"{operation} gave {what}{' from ' * bool(from_words)}{from_words}.{known}"
    if known and len(wrong_places(value)) > SHOWN:
        gave = f"{operation} gave {word_for(value)} among {math.prod(value.shape)} numbers.{known}"
    grown = _grown(trace, node)
    return ("forward", gave, line) if grown is None else ("step", f"{gave} {grown[0]}", grown[1])


def _why_wrong(trace, node: NodeInfo, value: Value) -> str:
    """A sentence about an operation that makes nan or inf of numbers that are neither, if the numbers do not tell."""
    kind, taken = node.name.partition("Backward")[0], next((given for *_, given in inputs_of(trace, node)), None)
    if taken is None or has_nan(taken):
        return ""
    if kind == "Log" and is_finite(taken) and not has_nan(value):
        return " log(0) is -inf: keep 0 away by clamp(min=1e-8), or use log_softmax for the logarithm of a softmax."
    if not has_nan(value):
        return ""
    if kind == "Sqrt" and any(number < 0 for number in taken.items or ()):
        return " The square root of a negative number is nan."
    if kind in SOFTMAX and not is_finite(taken):
        above = taken.items is None or math.inf in taken.items
        row = "A row with inf, or of nothing but -inf," if above else "A row of nothing but -inf"
        return f" {row} has no softmax: it is 0 ÷ 0."
    if kind in ("Std", "Var") and math.prod(taken.shape) == math.prod(value.shape):
        return f" The {kind.lower()} of a single number is nan: it divides by n - 1, which is 0."
    return ""


def _spoiled(trace, node: NodeInfo) -> tuple[str, str, Line | None] | None:
    """As `_made_words`, if a step of an optimizer left a parameter behind this node not finite before it was made."""
    made = _made_at(trace, node)
    for leaf in sorted(leaves_below(trace, [node.id])):
        found = _spoiling_step(trace, leaf, made)
        if found is not None:
            words, optimizer = found
            gradient = _wrong_gradient(trace, leaf, made)
            if gradient is None:
                return "step", f"{words}, although its gradient was finite: the step was too large.", optimizer.line
            subject = Subject(trace.name(leaf) or trace.label(leaf), leaf, None, True, True)
            why = why_not_finite(trace, subject, gradient)
            return "step", f"{words}, because {why.text}", why.line or optimizer.line
    return None


def _wrong_gradient(trace, leaf: str, before: int) -> Value | None:
    """The first gradient of the leaf that was not finite, before this event."""
    writes = (event for event in trace.events[:before] if isinstance(event, ev.GradAccumulated))
    return next((e.gradient for e in writes if e.node == leaf and not is_finite(e.gradient)), None)


def _grown(trace, node: NodeInfo) -> tuple[str, Line | None] | None:
    """A sentence about a parameter behind this node that a step has made huge, and the line of the step."""
    made = _made_at(trace, node)
    started = next((event for event in trace.events[made:] if isinstance(event, ev.BackwardStarted)), None)
    below = leaves_below(trace, [node.id])
    for leaf, value in started.leaf_values if started else ():
        if leaf in below and rms(value) > HUGE:
            optimizer = next((one for one in trace.flow.optimizers if leaf in trace.flow.leaves_among(one.held)), None)
            if optimizer is not None:
                name = trace.name(leaf) or trace.label(leaf)
                size = number_text(float(f"{rms(value):.2g}"))
                return f"{name} was as large as {size} by then, after {step_words(optimizer)}.", optimizer.line
    return None


def _spoiling_step(trace, leaf: str, before: int) -> tuple[str, Stepped] | None:
    """Words for the step that left the parameter not finite, and who made it; None if none did before this event."""
    for optimizer in trace.flow.optimizers:
        is_first = leaf in trace.flow.leaves_among(optimizer.spoiled)
        is_later = optimizer.spoiled and leaf in trace.flow.leaves_among(optimizer.held)
        if optimizer.events <= before and (is_first or (is_later and _wrong_gradient(trace, leaf, before))):
            name = trace.name(leaf) or trace.label(leaf)
            return f"{name} was no longer finite after {step_words(optimizer)}", optimizer
    return None


def _made_at(trace, node: NodeInfo) -> int:
    """The first event that describes the node."""
    return next((k for k, event in enumerate(trace.events) if node.id in {one.id for one in described_by(event)}), 0)


def _first_not_finite(trace, place: Edge | None) -> tuple[NodeInfo, int, Value] | None:
    """The oldest node behind ``place`` whose output is not finite; a mask only if there is no other."""
    behind = reached(trace.nodes, [place.node] if place else ())
    found = [
        (info, slot, variable.value)
        for info in sorted(behind.values(), key=lambda info: info.number)
        if info.kind != "leaf"
        for slot, variable in enumerate(trace.variables.get(info.id, ()))
        if variable is not None and not is_finite(variable.value)
    ]
    return next((made for made in found if not _is_masked(made[0], made[2])), found[0] if found else None)


def _is_masked(info: NodeInfo, value: Value) -> bool:
    """Whether the numbers are −inf on purpose, as before a softmax."""
    return info.name.partition("Backward")[0] in MASKING and not any(
        math.isnan(number) or number == math.inf for number in value.items or ()
    )


# ----- where nothing requires a gradient ------------------------------------------------------------------------------
@dataclass(frozen=True)
class Before:
    """``maker`` is the call that made the nan or inf, None if the data contained it; ``words`` describe it."""

    maker: FlowStep | None
    words: str


def made_before(trace, info: NodeInfo) -> Before | None:
    """Where the nan or inf that the node was given came from; None if that is not known."""
    step = maker_of(trace, info.id)
    given = _wrong(trace, step.inputs) if step else []
    if not given:
        return None
    number, maker = _first(trace, given[0])
    tensor = trace.flow.tensors[number]
    told = (trace.flow.tensors[one].place for one in maker.inputs) if maker else ()
    made = next(filter(None, (_first_not_finite(trace, place) for place in told if place)), None)
    if made is not None:  # from here on, nodes tell
        _, text, line = _made_words(trace, *made)
        return Before(replace(maker, line=line), text)
    if maker is not None:
        what = value_after(f"{tensor.name} =", tensor.wrong) if tensor.name else text_of(tensor.wrong)
        names = [trace.flow.tensors[one].name for one in maker.inputs]
        source = f" from {listed(names)}" if all(names) else ""
        text = f"{place_of(trace, maker)}, where nothing requires a gradient, gave {what}{source}."
        return Before(maker, text)
    if not tensor.name:
        return None
    numbers = listed(numbers_at(tensor.name, tensor.wrong, wrong_places(tensor.wrong)))
    return Before(None, numbers if number in step.inputs else f"what was made of {numbers}")


def _first(trace, number: int) -> tuple[int, FlowStep | None]:
    """The first tensor behind this one that is not finite, and the call that gave it (None: no call did)."""
    maker = made_by(trace, number)
    while maker is not None:
        value = trace.flow.tensors[number].wrong
        before = [one for one in _wrong(trace, maker.inputs) if _explains(trace.flow.tensors[one].wrong, value)]
        if not before:
            break
        number = before[0]
        maker = made_by(trace, number)
    return number, maker


def _wrong(trace, numbers: Sequence[int]) -> list[int]:
    return [number for number in numbers if trace.flow.tensors[number].wrong is not None]


def _explains(value: Value, later: Value) -> bool:
    """Whether ``value`` explains what is wrong with ``later``: nan does, but inf explains only inf."""
    return has_nan(value) or not has_nan(later)

"""What keeps a model from learning although no gradient need look strange: all hints, and those about optimizers."""

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations

from ..recording.calls import Group, Stepped, Unregistered
from ..recording.source_lines import Line
from ..recording.values import number_text
from ..telling.words import capital, counted, listed
from .advantage import advantage_hints
from .answer import (
    Hint,
    in_brackets,
    leaf_behind,
    line_at,
    line_words,
    name_of,
    names_of,
    shown_by,
    without_comment,
    written_in,
)
from .draws import draw_hints
from .layers import layer_hints
from .loss import loss_hints
from .names import is_in
from .stretched import stretched_hints
from .units import unit_hints

ORDINARY = ("sum", "running averages", "one row", "several losses")
"""Causes that many sound programs have: a hint says so, but the gradient is called ordinary."""
STILL = ("uphill", "no gradient", "shrunk", "rate 0", "too small", "not held", "rebound", "no step")
"""Causes that explain why nothing changes as it should, whatever the gradients are: they come first."""
SHRUNK = 1e6
"""Clipping that makes gradients so many times smaller is a mistake."""
TINY_RATE = 1e-5
"""With larger rates, numbers that stay the same mean that training is over."""
PULL = 0.01
"""Sound training shrinks a weight by far less than this share of it in one step."""


def hints_of(trace, module: str = "") -> list[Hint]:
    """All of them, the surest first; with ``module``, those about all parameters speak of its own alone."""
    return [
        *strange_steps(trace),
        *too_small(trace),
        *not_held(trace, module),
        *(list(rebound(trace)) or no_steps(trace)),
        *stretched_hints(trace),
        *loss_hints(trace),
        *layer_hints(trace),
        *unit_hints(trace),
        *advantage_hints(trace),
        *draw_hints(trace),
    ]


def about(trace, leaf: str | None, module: str = "") -> list[Hint]:
    """Those about one leaf; about all together, or all of a module, without one."""
    if leaf is None:
        return [hint for hint in hints_of(trace, module) if hint.asked != "one"]
    return [hint for hint in hints_of(trace) if hint.asked != "all" and leaf in hint.leaves]


def cause_in(hints: Sequence[Hint], otherwise: str) -> tuple[str, Hint | None]:
    """The first cause that is not ordinary, with its hint."""
    found = next((hint for hint in hints if hint.cause not in ORDINARY), None)
    return (found.cause, found) if found else (otherwise, None)


# ----- optimizers -----------------------------------------------------------------------------------------------------
PLAIN = {
    "Tensor": "nn.Parameter(...)",
    "dict": "nn.ModuleDict({...})",
    "list": "nn.ModuleList([...])",
    "tuple": "nn.ModuleList([...])",
}
"""What to write for an attribute of this class, of whose layers or tensors the module does not know."""


def strange_steps(trace) -> Iterator[Hint]:
    """The optimizers that step uphill, find no gradient, do not move a parameter any more, or pull it to 0."""
    for optimizer in trace.flow.optimizers:
        leaves, where = trace.flow.leaves_among(optimizer.held), in_brackets(optimizer.line)
        lowest = min(optimizer.rates, default=0.0)
        if lowest < 0:
            text = f"{optimizer.kind} steps uphill: its learning rate is {number_text(lowest)}{where}."
            yield Hint("uphill", text, optimizer.line, leaves)
        if optimizer.idle:
            yield _idle(trace, optimizer, leaves)
        elif optimizer.found:
            yield from _shrunk(trace, optimizer, leaves)
        for group in optimizer.groups:
            yield from _strange_group(trace, optimizer, group)


def _idle(trace, optimizer: Stepped, leaves: frozenset[str]) -> Hint:
    """Every step found every ``.grad`` None, perhaps because of a ``zero_grad`` in the wrong place."""
    text = f"{optimizer.kind} changes nothing{in_brackets(optimizer.line)}: every .grad is None when it steps."
    started = [first for _, first, _ in trace.backwards if first < optimizer.last]
    emptied = [one for one in trace.flow.emptied if one.number in optimizer.held and started and one.line]
    between = next((one.line for one in emptied if started[-1] < one.events <= optimizer.last), None)
    if between:
        text += (
            f" After the backward and before the step, {line_words(between)}, empties them: call it before backward."
        )
    else:
        reached = written_in(trace.events)
        inside = any("." in (trace.name(leaf) or "") for leaf in reached)
        if inside and leaves.isdisjoint(reached):
            text += " It holds none of the parameters that got a gradient."
            if len(trace.flow.optimizers) == 1:
                text += " Were they made after it, or does it belong to another model?"
    return Hint("no gradient", text, between or optimizer.line, leaves)


def _shrunk(trace, optimizer: Stepped, leaves: frozenset[str]) -> Iterator[Hint]:
    """Its first step found gradients far smaller than those that backward had made, as after clipping."""
    grads = trace.at(optimizer.first).grads
    made = math.hypot(*(value.measure.norm for leaf in leaves if (value := grads.get(leaf)) is not None))
    if optimizer.found * SHRUNK < made < math.inf:
        clipping = (step.line for step in trace.flow.steps if step.line and "clip_grad" in step.line.text)
        line = next(clipping, None)
        what = "clipping" if line == optimizer.line else f"{line_words(line) or 'something'},"
        text = f"{optimizer.kind} hardly changes anything{in_brackets(optimizer.line)}: {what} "
        text += f"shrinks the norm of the gradients from {number_text(made)} to "
        yield Hint("shrunk", f"{text}{number_text(optimizer.found)}.", line or optimizer.line, leaves)


def too_small(trace) -> Iterator[Hint]:
    """The optimizers with a tiny learning rate whose steps leave every number as it was, although gradients came."""
    written = written_in(trace.events)
    changed = {node for event in trace.events for node, _ in getattr(event, "leaf_values", ())}
    for optimizer in trace.flow.optimizers:
        leaves = trace.flow.leaves_among(optimizer.held)
        came = [written[leaf] for leaf in leaves & written.keys()]
        is_known = came and all(value.items and value.measure.norm for value in came)
        is_seen = any(optimizer.first <= first for _, first, _ in trace.backwards)  # a backward looks at the numbers
        if is_known and is_seen and not leaves & changed and 0 < max(optimizer.rates, default=0) < TINY_RATE:
            rate = number_text(max(optimizer.rates))
            text = f"{optimizer.kind} changes nothing{in_brackets(optimizer.line)}: its learning rate, {rate}, is so "
            text += "small that the parameters, rounded, stay what they were."
            yield Hint("too small", text, optimizer.line, leaves)


def _strange_group(trace, optimizer: Stepped, group: Group) -> Iterator[Hint]:
    leaves, where = trace.flow.leaves_among(group.held), in_brackets(optimizer.line)
    if group.latest == 0:
        names = names_of(trace, leaves & trace.nodes.keys())
        alone = len(optimizer.groups) > 1 and names
        what = f"does not change {listed(names)}" if alone else "changes nothing"
        whose = "the learning rate of their group" if alone else "its learning rate"
        is_what = f"has fallen from {number_text(group.highest)} to 0" if group.highest else "is 0"
        later = " any more" if group.highest else ""
        yield Hint("rate 0", f"{optimizer.kind} {what}{later}: {whose} {is_what}{where}.", optimizer.line, leaves)
    elif group.decay * group.latest >= PULL:
        share = f"{number_text(group.decay)} × learning rate {number_text(group.latest)}"
        text = (
            f"{optimizer.kind} pulls the weights strongly to 0 in every step, whatever the data: weight decay {share}"
        )
        yield Hint("decay", f"{text} is {number_text(group.decay * group.latest)}{where}.", optimizer.line, leaves)


def no_steps(trace) -> Iterator[Hint]:
    """Backward after backward, each with an empty ``.grad``, but nothing ever changes a parameter."""
    emptied = next((one for one in trace.flow.emptied if one.events and one.line), None)
    changed = trace.flow.optimizers or any(start.leaf_values for start in trace.starts[1:])
    if emptied is None or changed or trace.flow.stopped:
        return
    leaves = frozenset(written_in(trace.events))
    is_model = any("." in (trace.name(leaf) or "") for leaf in leaves)  # else somebody looks at gradients
    if is_model and sum(first >= emptied.events for _, first, _ in trace.backwards) < 2:
        text = "No optimizer stepped in this recording, and no parameter changed between its "
        text += f"{len(trace.backwards)} backwards, although {line_words(emptied.line)}, empties the gradients: call "
        yield Hint("no step", f"{text}step() after each backward, with brackets.", emptied.line, leaves)


def rebound(trace) -> Iterator[Hint]:
    """``p = p - lr * p.grad``: a new tensor that takes the name of a leaf, which stays as it was."""
    for step in reversed(trace.flow.steps):
        text = without_comment(step.line.text) if step.line else ""
        if step.operation not in ("sub", "add") or ".grad" not in text:
            continue
        found = re.match(r"([\w.]+) = \1 ([-+]) (.*\b\1\.grad\b.*)", text)
        took = [number for number in step.inputs if trace.flow.tensors[number].is_leaf]
        inside = [name for number in took if "." in (name := trace.flow.tensors[number].name)]
        leads_on = any(trace.flow.tensors[number].place for number in step.outputs)
        if found and took and (inside or leads_on):
            name, sign, change = found.groups()
            text = f"{capital(line_words(step.line))}, makes a new tensor and leaves "
            text += f"{inside[0] if inside else 'the leaf'} as it was. Write into the leaf instead, inside no_grad(): "
            text += f"`{name} {sign}= {change}`."
            yield Hint("rebound", text, step.line, frozenset(written_in(trace.events)))
            return


def not_held(trace, module: str = "") -> Iterator[Hint]:
    """The leaves that got a gradient but that no optimizer holds, if any optimizer stepped.

    A leaf that belongs to no module may be an input, whose gradient somebody wants: a hint of its own, not for all.
    """
    first = trace.flow.first_forms
    held = {first.get(number, number) for optimizer in trace.flow.optimizers for number in optimizer.held}
    if not held:
        return
    reached = {*written_in(trace.events)}
    found: dict[str, str] = {}
    for number, tensor in enumerate(trace.flow.tensors):
        if tensor.is_leaf and tensor.place and tensor.place.node in reached:
            if first.get(number, number) in held:
                found[tensor.place.node] = ""
            elif tensor.name:
                found.setdefault(tensor.place.node, tensor.name)
    alone = {node: name for node, name in found.items() if name}
    yield from (replace(_not_held(trace, {node: name}), asked="one") for node, name in alone.items())
    inside = {node: name for node, name in alone.items() if "." in name and is_in(name, module)}
    if inside and not all(optimizer.idle for optimizer in trace.flow.optimizers):  # or the first hint has said it
        yield _not_held(trace, inside, module)
    yield from _of_nobody(trace, reached.difference(found))
    yield from _made_of_it(trace, reached.difference(found))


def _not_held(trace, leaves: dict[str, str], module: str = "") -> Hint:
    """Who does not hold these leaves, by their names, which belong to ``module``; where something hides them, what."""
    optimizers, texts, rest, lines = trace.flow.optimizers, [], dict(leaves), []
    nobody = f"{name_of(optimizers[0])} does not hold" if len(optimizers) == 1 else "No optimizer that stepped holds"
    for part in trace.flow.unregistered:
        inside = {node: name for node, name in rest.items() if name == part.name or is_in(name, part.name)}
        if inside:
            rest = {node: name for node, name in rest.items() if node not in inside}
            texts.append(f"{nobody} {_hidden(part, list(inside.values()), module)}")
            lines.append(part.assigned)
    if rest:
        words = "it never changes" if len(rest) == 1 else "they never change"
        where = _shared(trace) or f"{in_brackets(optimizers[0].line)}."
        texts.append(f"No optimizer that stepped in this recording holds {listed(rest.values())}, so {words}{where}")
    line = next(filter(None, lines), optimizers[0].line)
    return Hint("not held", " ".join(texts), line, frozenset(leaves), "all", shown_by(trace, next(iter(leaves))))


def _hidden(part: Unregistered, names: list[str], module: str) -> str:
    """``the 16 parameters in net.blocks: a plain list (line 22, `…`) hides them from net.parameters()``, and a way out.

    One alone is called by its name.
    """
    owner, _, attribute = part.name.rpartition(".")
    group = module if is_in(module, part.name) else part.name
    what, them = (f"the {len(names)} parameters in {group}", "them") if len(names) > 1 else (names[0], "it")
    hides = f"a plain {part.kind.replace('T', 't')}{in_brackets(part.assigned)}"
    hides = hides if what.endswith(part.name) else f"{part.name}, {hides},"
    text = f"{what}: {hides} hides {them} from {owner}.parameters()."
    remedy = PLAIN.get(part.kind, "")
    if any(name.startswith(f"{part.name}[") and name.endswith("]") for name in names):
        remedy = remedy.replace("Module", "Parameter")
    return f"{text} Write `self.{attribute} = {remedy}`." if remedy else text


def _shared(trace) -> str:
    """A sentence about two optimizers that step the same parameters: one of them may be meant for others."""
    first = trace.flow.first_forms
    held = [({first.get(number, number) for number in one.held}, one) for one in trace.flow.optimizers]
    for (ours, one), (theirs, other) in combinations(held, 2):
        if both := ours & theirs:
            names = [f"{name_of(optimizer)}{in_brackets(optimizer.line)}" for optimizer in (one, other)]
            return f". {listed(names)} step the same {counted(len(both), 'parameter')}."
    return ""


def _made_of_it(trace, leaves: set[str]) -> Iterator[Hint]:
    """A leaf without a name, of which an attribute of a module was made: ``self.w = Parameter(…) * 0.01``."""
    for info in trace.nodes.values():
        name = trace.name(info.id) or ""
        below = leaves.intersection(edge.node for edge in info.edges if edge is not None)
        if below and "." in name and info.kind != "leaf":
            line = line_at(trace, info.id)
            text = (
                f"{name} is not a parameter but the result of an operation{in_brackets(line)}, so no optimizer holds "
            )
            text += f"the leaf behind it, and it never changes. Make {name} a parameter last: nn.Parameter(…)."
            yield Hint("not held", text, line, frozenset(below), "all", shown_by(trace, info.id))


def _of_nobody(trace, leaves: set[str]) -> Iterator[Hint]:
    """Parameters, without a name, of modules that neither a variable nor another module holds."""
    users: dict[tuple[str, Line | None], dict[str, None]] = {}
    for info in trace.nodes.values():
        modules = trace.origins[info.id].modules if info.id in trace.origins else ()
        if modules and modules[-1].call and modules[-1].name == modules[-1].kind:
            below = [leaf_behind(trace, edge.node) for edge in info.edges if edge is not None]
            line = trace.origins[info.id].line
            users.setdefault((modules[-1].kind, line), {}).update(dict.fromkeys(leaves.intersection(below)))
    last = {info.id for info in trace.starts[-1].nodes}
    for (kind, line), found in users.items():
        now = last.intersection(found)
        if now:
            text = f"No optimizer that stepped in this recording holds the {counted(len(now), 'parameter')} of {kind}"
            text += f"{in_brackets(line)}, nor does any variable or module"
            text += ": forward makes new ones each time" * (len(found) > len(now))
            yield Hint("not held", f"{text}. Make the layer once, in `__init__`.", line, frozenset(now), "all")

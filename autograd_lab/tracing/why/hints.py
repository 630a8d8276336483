"""What keeps a model from learning although no gradient need look strange: all hints, and those about optimizers."""

from collections.abc import Iterator

from ..recording.values import number_text
from ..telling.words import listed
from ..trace.events import GradAccumulated
from .answer import Hint, in_brackets
from .loss import loss_hints
from .paths import first_forms
from .units import unit_hints

ORDINARY = ("sum",)
"""Causes that many sound programs have: a hint says so, but the gradient is called ordinary."""


def hints_of(trace) -> list[Hint]:
    """All of them, the surest first."""
    return [*strange_rates(trace), *not_held(trace), *loss_hints(trace), *unit_hints(trace)]


def about(trace, leaf: str | None) -> list[Hint]:
    """Those about one leaf; about all together without one."""
    if leaf is None:
        return [hint for hint in hints_of(trace) if hint.asked != "one"]
    return [hint for hint in hints_of(trace) if hint.asked != "all" and leaf in hint.leaves]


def cause_in(hints: list[Hint], otherwise: str) -> tuple[str, Hint | None]:
    """The first cause that is not ordinary, with its hint."""
    found = next((hint for hint in hints if hint.cause not in ORDINARY), None)
    return (found.cause, found) if found else (otherwise, None)


# ----- optimizers -----------------------------------------------------------------------------------------------------
PLAIN = {
    "Tensor": "is a plain tensor; use nn.Parameter",
    "dict": "is a plain dict; use nn.ModuleDict",
    "list": "is a plain list; use nn.ModuleList",
    "tuple": "is a plain tuple; use nn.ModuleList",
}
"""For each class of an attribute of a module: why the module, and so the optimizer, does not know what it holds."""


def strange_rates(trace) -> Iterator[Hint]:
    """The optimizers whose learning rate is below 0, or was 0 all the time."""
    for optimizer in trace.flow.optimizers:
        lowest, highest = (*optimizer.rates, 1.0, 1.0)[:2]
        leaves = frozenset(place.node for number in optimizer.held if (place := trace.flow.tensors[number].place))
        where = in_brackets(optimizer.line)
        if lowest < 0:
            text = f"{optimizer.kind} steps uphill: its learning rate is {number_text(lowest)}{where}."
            yield Hint("uphill", text, optimizer.line, leaves)
        elif highest == 0:
            yield Hint("rate 0", f"{optimizer.kind} changes nothing: its learning rate is 0{where}.", None, leaves)


def not_held(trace) -> Iterator[Hint]:
    """The leaves that got a gradient but that no optimizer holds, if any optimizer stepped.

    A leaf that belongs to no module may be an input, whose gradient somebody wants: a hint of its own, not for all.
    """
    first = first_forms(trace)
    held = {first.get(number, number) for optimizer in trace.flow.optimizers for number in optimizer.held}
    if not held:
        return
    reached = {event.node for event in trace.events if isinstance(event, GradAccumulated)}
    found: dict[str, str] = {}
    for number, tensor in enumerate(trace.flow.tensors):
        if tensor.is_leaf and tensor.place and tensor.place.node in reached and tensor.name:
            if first.get(number, number) in held:
                found[tensor.place.node] = ""
            else:
                found.setdefault(tensor.place.node, tensor.name)
    alone = {node: name for node, name in found.items() if name}
    yield from (_not_held(trace, {node: name}, quiet=True) for node, name in alone.items())
    inside = {node: name for node, name in alone.items() if "." in name}
    if inside:
        yield _not_held(trace, inside)


def _not_held(trace, leaves: dict[str, str], quiet: bool = False) -> Hint:
    """One sentence about these leaves, by their names."""
    line = trace.flow.optimizers[0].line
    words = "it never changes" if len(leaves) == 1 else "they never change"
    holds = f"No optimizer that stepped in this recording holds {listed(leaves.values())}"
    text = f"{holds}, so {words}{in_brackets(line)}."
    for part in trace.flow.unregistered:
        if any(name == part.name or name.startswith((f"{part.name}[", f"{part.name}.")) for name in leaves.values()):
            text += f" {part.name} {PLAIN.get(part.kind, f'is a plain {part.kind}')}."
    return Hint("not held", text, line, frozenset(leaves), "one" if quiet else "all")

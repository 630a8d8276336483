"""Follows the paths from a tensor to the root of a backward, call by call: where is each path cut, and why?"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from ..recording.calls import EARLIER, FORGETTING, NEW_LEAF, FlowStep
from .answer import line_words


@dataclass(frozen=True)
class Ways:
    """What the program made of a tensor.

    ``cuts``: calls that pass data on to the root but no gradient back. ``further``: calls after a cut that would cut
    the same path again. ``taken``: calls that took numbers out of tensors; the recording cannot see whether the program
    used these numbers again. ``ends``: the last calls of paths that lead to no root. ``unseen``: whether the root was
    made before the recording began. ``arrives``: whether a path without a cut leads to a root.
    """

    cuts: tuple[FlowStep, ...]
    further: tuple[FlowStep, ...]
    taken: tuple[FlowStep, ...]
    ends: tuple[FlowStep, ...]
    unseen: bool
    arrives: bool


def ways_of(trace, number: int, last: bool = False) -> Ways:
    """Follow tensor ``number`` of the flow forward; with ``last``, only to the root of the last backward."""
    forms = forms_of(trace, number)  # a call that writes into the leaf itself begins no path from it
    steps = [part for step in trace.flow.steps if forms.isdisjoint(step.outputs) for part in _parts(trace, step)]
    roots = _roots(trace, last)
    towards = _towards(steps, roots)
    towards_numbers = _towards(steps, {taken for step in steps if not step.outputs for taken in step.inputs})
    cuts, further, taken, ends = [], [], [], []
    reached, used = {*forms}, {taken for step in steps for taken in step.inputs}
    behind: set[int] = set()
    for step in steps:
        if reached.isdisjoint(step.inputs):
            if not behind.isdisjoint(step.inputs):
                behind.update(step.outputs)
                if (step.cut or step.operation in FORGETTING) and not towards.isdisjoint(step.outputs):
                    further.append(step)
        elif not step.cut:
            reached.update(step.outputs)
            if used.isdisjoint(step.outputs) and roots.isdisjoint(step.outputs):
                ends.append(step)
        elif not towards.isdisjoint(step.outputs):
            cuts.append(step)
            behind.update(step.outputs)
        elif not towards_numbers.isdisjoint(step.outputs) or not step.outputs:
            taken.append(step)
        else:
            ends.append(step)
    unseen = not any(not roots.isdisjoint(step.outputs) for step in steps)
    return Ways(*map(tuple, (cuts, further, taken, ends)), unseen, not roots.isdisjoint(reached))


def _parts(trace, step: FlowStep) -> Iterator[FlowStep]:
    """A call in two parts, if only some of its outputs have a history: a maximum has one, its indices have none."""
    plain = tuple(number for number in step.outputs if not trace.flow.tensors[number].requires_grad)
    if step.cut or not plain or len(plain) == len(step.outputs):
        yield step
        return
    yield replace(step, outputs=tuple(number for number in step.outputs if number not in plain))
    yield replace(step, outputs=plain, cut="integers")


def guilty_first(trace, number: int, cuts: Sequence[FlowStep]) -> list[FlowStep]:
    """Cuts in the order of the program, but first those before the last backward, and last those of integers.

    Among equals, a cut comes first if no other line cuts the path behind it: fixing that one line would be enough.
    """
    latest, roots = ways_of(trace, number, last=True).cuts, _roots(trace)
    steps = trace.flow.steps
    lines = {step.line for step in cuts}
    open_ways = {line: _towards([s for s in steps if not s.cut or s.line == line], roots) for line in lines}

    def order(step: FlowStep) -> tuple[bool, bool, bool]:
        return step.cut == "integers", step not in latest, open_ways[step.line].isdisjoint(step.outputs)

    return sorted(cuts, key=order)


def _roots(trace, last: bool = False) -> set[int]:
    """The tensors at which the backwards of the recording began, or only the last backward."""
    places = {root for start in trace.starts[-1 if last else 0 :] for root in start.roots}
    return {number for number, tensor in enumerate(trace.flow.tensors) if tensor.place in places}


def _towards(steps: Iterable[FlowStep], ends: set[int]) -> set[int]:
    """The tensors from which calls, cut or not, lead to one of ``ends``."""
    found = set(ends)
    for step in reversed(list(steps)):
        if not found.isdisjoint(step.outputs):
            found.update(step.inputs)
    return found


def made_by(trace, number: int) -> FlowStep | None:
    """The call that gave this tensor."""
    for step in trace.flow.steps:
        if number in step.outputs:
            return step
    return None


def maker_of(trace, node: str) -> FlowStep | None:
    """The call that left this node behind."""
    return next((step for step in trace.flow.steps if gave(trace, step, node)), None)


def gave(trace, step: FlowStep, node: str) -> bool:
    """Whether this call left the node behind."""
    places = [trace.flow.tensors[number].place for number in step.outputs]
    return any(place is not None and place.node == node for place in places)


def before_writes(trace, number: int) -> int:
    """The tensor as it was before writes in place that no backward depends on, such as those to an average of weights.

    Writes count only while the tensor required no gradient.
    """
    if number in _towards(trace.flow.steps, _roots(trace)):
        return number
    step = made_by(trace, number)
    while step is not None and step.operation.endswith("_") and not trace.flow.tensors[step.inputs[0]].requires_grad:
        number = step.inputs[0]
        step = made_by(trace, number)
    return number


def users_of(trace, number: int) -> list[FlowStep]:
    """The calls that took this tensor, also before a write in place into it."""
    forms = forms_of(trace, number)
    return [step for step in trace.flow.steps if not forms.isdisjoint(step.inputs) and forms.isdisjoint(step.outputs)]


def forms_of(trace, number: int) -> set[int]:
    """All numbers that a leaf has in the flow: each write in place, such as an optimizer's step, gives it a new one."""
    found = {number}
    step = made_by(trace, number)
    while step is not None and step.operation.endswith("_") and trace.flow.tensors[number].is_leaf and step.inputs:
        number = step.inputs[0]
        found.add(number)
        step = made_by(trace, number)
    return found


def assigned(trace, name: str) -> int | None:
    """The tensor that a line ``name = …`` or ``name, other = …`` gave last, perhaps in a function that has returned."""
    runs = groupby(reversed([step for step in trace.flow.steps if step.outputs]), lambda step: step.line)
    for line, run in runs if name else ():
        names = assigned_names(line.text) if line else []
        if name in names:
            results: list[int] = []
            for step in [*run][::-1]:  # what no other call of this line takes is what it assigns
                results = [*(number for number in results if number not in step.inputs), *step.outputs]
            if len(names) == 1 or len(names) == len(results):
                return results[names.index(name) - len(names)]
    return None


def takes_itself(name: str, text: str) -> bool:
    """``w = w - …`` or ``w -= …``."""
    if not re.match(rf"{re.escape(name)}\s*([-+*/@]?=)[^=]", text):
        return False
    left, _, right = text.partition(";")[0].partition("=")
    return left.strip() != name or re.search(rf"\b{re.escape(name)}\b", right) is not None


def assigned_name(text: str) -> str:
    """``h`` for a line ``h = …``; "" for any other."""
    names = assigned_names(text)
    return names[0] if len(names) == 1 else ""


def assigned_names(text: str) -> list[str]:
    """``a``, ``b`` and ``c`` for a line ``(a, b), c = …``."""
    name = r"\(*[A-Za-z_][\w.]*\)*"
    found = re.match(rf"({name}(?:\s*,\s*{name})*)\s*(?::[^=]+)?=[^=]", text)
    return re.findall(r"[\w.]+", found[1]) if found else []


# ----- cuts, in words -------------------------------------------------------------------------------------------------
CUTS = {
    "detach": "`detach()` gives a tensor without a history",
    "detach_": "`detach_()` takes the history away",
    "data": "`.data` gives the numbers without their history",
    "data_": "`.data = …` takes the numbers and not their history",
    "tensor": "`tensor(…)` copies the numbers and not their history",
    "new_tensor": "`new_tensor(…)` copies the numbers and not their history",
    "deepcopy": "`deepcopy(…)` copies the numbers and not their history",
    "numpy": "an array of NumPy has no history",
    "no_grad": "no graph is built there, because gradients are off, as inside no_grad()",
    "inference_mode": "no graph is built there, inside inference_mode()",
    "integers": "whole numbers and bools have no gradient",
    "argmin": "whole numbers have no gradient; to quantise, pass it straight through: `z + (q - z).detach()`",
    "no derivative": "`{operation}` has no derivative",
    NEW_LEAF: "`Parameter(…)` makes a new leaf of the numbers, without their history",
    EARLIER: "no graph was built where it was made, inside no_grad() or inference_mode()",
}
UNSEEN = {EARLIER: "a view from before this recording", NEW_LEAF: "a leaf that was made of the same numbers"}
"""How the flow describes a tensor that no recorded call made."""
MODES = ("no_grad", "inference_mode")
"""Inside these modes, every call cuts the path."""
NUMBER = "a Python number has no history"
INSTEAD = "a policy gradient goes through `log_prob` of what was drawn"
SAMPLES = {
    "integers": f"whole numbers are drawn there, which have no gradient; {INSTEAD}",
    "no_grad": "`sample()` draws without a path back: call `rsample()`, or write "
    f"`mean + std * torch.randn_like(std)`; {INSTEAD}",
}
"""The same where a distribution has drawn, which it does inside no_grad()."""


def place_of(trace, step: FlowStep) -> str:
    """Where a path ends: the line of the call, or the name of the operation."""
    if step.operation in UNSEEN:
        name = trace.flow.tensors[step.outputs[0]].name
        return f"{name}, {UNSEEN[step.operation]}" if name else UNSEEN[step.operation]
    return line_words(step.line) or f"`{step.operation}`"


def cause_of(step: FlowStep) -> str:
    """The cut in a word."""
    is_draw = step.cut in SAMPLES and step.line and re.search(r"\.sample\(|multinomial\(", step.line.text)
    return "sample" if is_draw else step.cut


def cut_words(trace, step: FlowStep) -> str:
    """Why no gradient comes back through a call."""
    if cause_of(step) == "sample":
        return SAMPLES[step.cut]
    if step.cut == "no derivative" and not step.outputs:
        return f"`{step.operation}` gave nothing with a history"
    known = step.operation if step.operation in (EARLIER, "argmin") else step.cut or step.operation
    words = CUTS.get(known, NUMBER).format(operation=step.operation)
    views = [trace.flow.tensors[number].name or "the view" for number in step.outputs if has_lost(trace, number)]
    return f"{words}, and so {views[0]} has no history though it requires a gradient" if views else words


def has_lost(trace, number: int) -> bool:
    """Whether this tensor is a view, made in a mode without a graph, of a tensor that requires a gradient.

    Such a view requires a gradient and counts as a leaf; yet, unlike to other leaves, no path leads back to it.
    """
    tensor, maker = trace.flow.tensors[number], made_by(trace, number)
    if maker is None or maker.cut not in MODES or maker.operation.endswith("_"):
        return False
    if tensor.place or not (tensor.requires_grad and tensor.is_leaf):
        return False
    made = [trace.flow.tensors[one] for step in users_of(trace, number) if not step.cut for one in step.outputs]
    return any(one.requires_grad and not one.is_leaf for one in made)

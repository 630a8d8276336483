"""Where the way from a tensor to the root of a backward ends: the calls of the flow, followed forward."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from .events import BackwardStarted
from .flow import FORGETTING, FlowStep
from .story import Story


@dataclass(frozen=True)
class Ways:
    """What became of a tensor. ``cuts``: calls after which the root was still reached, but by no gradient.

    ``further``: calls behind a cut that would cut the same way once more. ``taken``: calls that took numbers out of it,
    which may have come back unseen. ``ends``: the last calls of ways that lead to no root. ``unseen``: whether the root
    itself was made before the recording began. ``arrives``: whether a way without a cut leads to a root.
    """

    cuts: tuple[FlowStep, ...]
    further: tuple[FlowStep, ...]
    taken: tuple[FlowStep, ...]
    ends: tuple[FlowStep, ...]
    unseen: bool
    arrives: bool


def ways_of(story: Story, number: int, last: bool = False) -> Ways:
    """Follow tensor ``number`` of the flow forward; with ``last``, to the root of the last backward alone."""
    forms = forms_of(story, number)  # what writes into the leaf itself is no way from it
    steps = [part for step in story.flow.steps if forms.isdisjoint(step.outputs) for part in _parts(story, step)]
    roots = _roots(story, last)
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


def _parts(story: Story, step: FlowStep) -> Iterator[FlowStep]:
    """A call that led on, and apart from that what it gave without a history: the indices of a maximum."""
    plain = tuple(number for number in step.outputs if not story.flow.tensors[number].requires_grad)
    if step.cut or not plain or len(plain) == len(step.outputs):
        yield step
        return
    yield replace(step, outputs=tuple(number for number in step.outputs if number not in plain))
    yield replace(step, outputs=plain, cut="integers")


def guilty_first(story: Story, number: int, cuts: Sequence[FlowStep]) -> list[FlowStep]:
    """Cuts as they come in the program, but first those before the last backward, and last what only picks.

    Among these, first those from which a way leads on that no other line cuts: to mend them alone would be enough.
    """
    latest, roots = ways_of(story, number, last=True).cuts, _roots(story)
    steps = story.flow.steps
    lines = {step.line for step in cuts}
    open_ways = {line: _towards([s for s in steps if not s.cut or s.line == line], roots) for line in lines}

    def order(step: FlowStep) -> tuple[bool, bool, bool]:
        return step.cut == "integers", step not in latest, open_ways[step.line].isdisjoint(step.outputs)

    return sorted(cuts, key=order)


def _roots(story: Story, last: bool = False) -> set[int]:
    """The tensors at which the backwards of the recording began, or the last of them."""
    started = [event for event in story.events if isinstance(event, BackwardStarted)]
    places = {root for event in started[-1 if last else 0 :] for root in event.roots}
    return {number for number, tensor in enumerate(story.flow.tensors) if tensor.place in places}


def _towards(steps: Iterable[FlowStep], ends: set[int]) -> set[int]:
    """The tensors from which calls, cut or not, lead to one of these."""
    found = set(ends)
    for step in reversed(list(steps)):
        if not found.isdisjoint(step.outputs):
            found.update(step.inputs)
    return found


def made_by(story: Story, number: int) -> FlowStep | None:
    """The call that gave this tensor."""
    return next((step for step in story.flow.steps if number in step.outputs), None)


def maker_of(story: Story, node: str) -> FlowStep | None:
    """The call that left this node behind."""
    return next((step for step in story.flow.steps if gave(story, step, node)), None)


def gave(story: Story, step: FlowStep, node: str) -> bool:
    """Whether this call left the node behind."""
    places = [story.flow.tensors[number].place for number in step.outputs]
    return any(place is not None and place.node == node for place in places)


def before_writes(story: Story, number: int) -> int:
    """The tensor as it was before it was written to, if no backward heard of what was written: an average of weights.

    Only of one that required no gradient before.
    """
    if number in _towards(story.flow.steps, _roots(story)):
        return number
    step = made_by(story, number)
    while step is not None and step.operation.endswith("_") and not story.flow.tensors[step.inputs[0]].requires_grad:
        number = step.inputs[0]
        step = made_by(story, number)
    return number


def users_of(story: Story, number: int) -> list[FlowStep]:
    """The calls that took this tensor, also before something else was written into it."""
    forms = forms_of(story, number)
    return [step for step in story.flow.steps if not forms.isdisjoint(step.inputs) and forms.isdisjoint(step.outputs)]


def forms_of(story: Story, number: int) -> set[int]:
    """A leaf's numbers: each write in place, such as an optimizer's step, has given it another one."""
    found = {number}
    step = made_by(story, number)
    while step is not None and step.operation.endswith("_") and story.flow.tensors[number].is_leaf and step.inputs:
        number = step.inputs[0]
        found.add(number)
        step = made_by(story, number)
    return found

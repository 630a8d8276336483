"""Where a path of gradients is cut, and why, in words."""

from .answer import line_words
from .flow import EARLIER, NEW_LEAF, FlowStep
from .flow_search import made_by, users_of
from .story import Story

CUTS = {
    "detach": "`detach()` gives a tensor without a history",
    "detach_": "`detach_()` takes the history away",
    "data": "`.data` gives the numbers without their history",
    "data_": "`.data = …` takes the numbers and not their history",
    "tensor": "`tensor(…)` copies the numbers and not their history",
    "new_tensor": "`new_tensor(…)` copies the numbers and not their history",
    "deepcopy": "`deepcopy(…)` copies the numbers and not their history",
    "numpy": "an array of NumPy has no history",
    "no_grad": "no graph is built there, inside no_grad()",
    "inference_mode": "no graph is built there, inside inference_mode()",
    "integers": "whole numbers and bools have no gradient",
    "no derivative": "`{operation}` has no derivative",
    NEW_LEAF: "`Parameter(…)` makes a new leaf of the numbers, without their history",
    EARLIER: "no graph was built where it was made, inside no_grad() or inference_mode()",
}
STANDING = {EARLIER: "a view from before this recording", NEW_LEAF: "a leaf that was made of the same numbers"}
"""What a step gave of which no call was seen."""
MODES = ("no_grad", "inference_mode")
"""Cuts by what is on, whatever is called."""
NUMBER = "a Python number has no history"


def place_of(story: Story, step: FlowStep) -> str:
    """The call by which a way ends."""
    if step.operation in STANDING:
        name = story.flow.tensors[step.outputs[0]].name
        return f"{name}, {STANDING[step.operation]}" if name else STANDING[step.operation]
    return line_words(step.line) or f"`{step.operation}`"


def cut_words(story: Story, step: FlowStep) -> str:
    """Why no gradient comes back through a call."""
    if step.cut == "no derivative" and not step.outputs:
        return f"`{step.operation}` gave nothing with a history"
    known = step.operation if step.operation == EARLIER else step.cut or step.operation
    words = CUTS.get(known, NUMBER).format(operation=step.operation)
    views = [story.flow.tensors[number].name or "the view" for number in step.outputs if has_lost(story, number)]
    return f"{words}, and so {views[0]} has no history though it requires a gradient" if views else words


def has_lost(story: Story, number: int) -> bool:
    """Whether it is a view without a history of what requires a gradient, which makes it require one, too.

    It counts as a leaf, but what is made of it does not lead to it, as it would to any other leaf.
    """
    tensor, maker = story.flow.tensors[number], made_by(story, number)
    if maker is None or maker.cut not in MODES or maker.operation.endswith("_"):
        return False
    if tensor.place or not (tensor.requires_grad and tensor.is_leaf):
        return False
    made = [story.flow.tensors[one] for step in users_of(story, number) if not step.cut for one in step.outputs]
    return any(one.requires_grad and not one.is_leaf for one in made)

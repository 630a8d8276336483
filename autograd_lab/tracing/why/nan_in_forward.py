"""The forward call that first produced the nan or inf that spoiled this gradient, or the data that contained it.

Most calls leave a node, which tells what it was given. Of calls whose tensors require no gradient, the flow knows the
values that were not finite.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ..recording.calls import FlowStep
from ..recording.source_lines import Line
from ..recording.values import is_same, text_of
from ..telling.words import listed, saved_name, saved_words, source_name
from ..trace.events import Edge, NodeInfo, SavedInfo, Value
from ..trace.finite import has_nan, is_finite, numbers_at, word_for, wrong_places, wrong_words
from ..trace.story import Story
from .answer import Answer, in_brackets, line_at
from .paths import made_by, maker_of, place_of

MIXING = {"Mm", "Bmm", "Mv", "Dot", "Addmm", "Addmv", "Baddbmm", "Addbmm", "Convolution", "Softmax", "LogSoftmax",
          "Std", "Var", "NativeBatchNorm", "NativeLayerNorm", "NativeGroupNorm", "Cumsum", "Cumprod"}  # fmt: skip
"""Nodes whose results mix many numbers: an element of the result does not belong to the same element of an input."""
MOVING = {"T", "Transpose", "Permute", "View", "UnsafeView", "Expand", "Unsqueeze", "Squeeze", "Select", "Slice",
          "Clone"}  # fmt: skip
"""Nodes that only move numbers: the result has no number that the input did not have."""
MASKING = {"Add", "Sub", "MaskedFill", "Where", "CopySlices"}
"""Nodes with which programs mask numbers."""


def by_forward(story: Story, start: str, info: NodeInfo, wrong: SavedInfo, k: int) -> Answer:
    """The oldest node whose output is not finite; ``wrong`` is the saved value of ``info`` that was not finite."""
    kept = wrong.name in info.inputs
    made = _first_not_finite(story, info.edges[info.inputs.index(wrong.name)] if kept else Edge(info.id, 0))
    if made is None:
        cause, told, line = _given_words(story, info, wrong)
    else:
        cause, told, line = _made_words(story, *made)
    already = "the forward made it already: " if cause == "forward" else ""
    return Answer(cause, f"{start} {already}{told}", k, line)


def why_value(story: Story, name: str, place: Edge) -> Answer | None:
    """Why the value called ``name`` is not finite; None if it is finite, unknown, or −inf on purpose."""
    variables = story.variables.get(place.node, ())
    variable = variables[place.slot] if place.slot < len(variables) else None
    if variable is None or is_finite(variable.value):
        return None
    made = _first_not_finite(story, place)
    if made is None or _is_masked(made[0], made[2]):
        return None
    cause, told, line = _made_words(story, *made)
    return Answer(cause, f"{wrong_words(name, variable.value)}: {told}", None, line)


def _given_words(story: Story, info: NodeInfo, wrong: SavedInfo) -> tuple[str, str, Line | None]:
    """As `_made_words`, where no node produced it."""
    before = made_before(story, info)
    if before is not None and before.maker:
        return "forward", before.words, before.maker.line
    line = line_at(story, info.id)
    was_given = before.words if before else saved_words(story, info.id, wrong)
    return "data", f"{story.label(info.id)}{in_brackets(line)} was given {was_given}.", line


def _made_words(story: Story, node: NodeInfo, slot: int, value: Value) -> tuple[str, str, Line | None]:
    """``"forward"``, what the node gave, from what, and its line; ``"data"`` if its input was not finite already."""
    line, name = line_at(story, node.id), story.name(node.id, slot)
    operation = f"{node.op.partition('.')[0].lstrip('_') or node.name}{in_brackets(line)}"
    before = made_before(story, node)
    if before is not None and before.maker:
        return "forward", before.words, before.maker.line
    held = before.words if before else listed(_held(story, node, value))
    if held:
        return "data", f"it was there before the forward: {operation} was given {held}.", line
    what = f"{name} = {text_of(value)}" if name else text_of(value)
    from_words = listed(given(story, node, value) or _taken(story, node, value))
    return "forward", f"{operation} gave {what}{' from ' * bool(from_words)}{from_words}.", line


def _first_not_finite(story: Story, place: Edge | None) -> tuple[NodeInfo, int, Value] | None:
    """The oldest node behind ``place`` whose output is not finite; a mask only if there is no other."""
    found = [
        (info, slot, variable.value)
        for info in sorted(_behind(story, place), key=lambda info: info.number)
        for slot, variable in enumerate(story.variables.get(info.id, ()))
        if variable is not None and not is_finite(variable.value)
    ]
    return next((made for made in found if not _is_masked(made[0], made[2])), found[0] if found else None)


def _is_masked(info: NodeInfo, value: Value) -> bool:
    """Whether the numbers are −inf on purpose, as before a softmax."""
    return info.name.partition("Backward")[0] in MASKING and not any(
        math.isnan(number) or number == math.inf for number in value.items or ()
    )


def _behind(story: Story, edge: Edge | None) -> Iterator[NodeInfo]:
    """The node to which an edge leads, and all operations from which its values came."""
    met, todo = set(), [edge]
    while todo:
        edge = todo.pop()
        info = None if edge is None or edge.node in met else story.nodes.get(edge.node)
        if info is not None and info.kind != "leaf":
            met.add(info.id)
            todo += info.edges
            yield info


# ----- the numbers that a node used -----------------------------------------------------------------------------------
def _saved(info: NodeInfo, result: Value) -> Iterator[tuple[SavedInfo, Value]]:
    """The saved values of a node, without its own result."""
    for saved in info.saved:
        is_own = saved.name not in info.inputs and is_same(saved.value, result)
        if saved.frees and saved.value is not None and not is_own:
            yield saved, saved.value


def _inputs(story: Story, info: NodeInfo) -> Iterator[tuple[Edge, str, Value]]:
    """The inputs of a node: where each came from, its name, and its numbers, if they are known."""
    for index, edge in enumerate(info.edges):
        variables = story.variables.get(edge.node, ()) if edge else ()
        variable = variables[edge.slot] if edge and edge.slot < len(variables) else None
        if variable is not None and variable.value is not None:
            yield edge, source_name(story, info.id, index) or "input", variable.value


def _held(story: Story, info: NodeInfo, result: Value) -> list[str]:
    """The inputs that were not finite before any operation: constants and leaves."""
    found = []
    for saved, value in _saved(info, result):
        if saved.name not in info.inputs or info.edges[info.inputs.index(saved.name)] is None:
            name = saved_name(story, info.id, saved.name) or saved.name
            found += [] if is_finite(value) else numbers_at(name, value, wrong_places(value))
    for edge, name, value in _inputs(story, info):
        if edge.node in story.nodes and story.nodes[edge.node].kind == "leaf":
            if not is_finite(value):
                found += numbers_at(name, value, wrong_places(value))
            elif info.name.partition("Backward")[0] in MOVING:  # a step changed the leaf after its value was recorded
                found.append(f"{name}, which had {word_for(result)} by then")
    return found


def given(story: Story, info: NodeInfo, result: Value) -> list[str]:
    """The saved numbers that a rule used: those at the places where ``result`` is wrong, if the places correspond."""
    found = []
    for saved, value in _saved(info, result):
        found += numbers_at(saved_name(story, info.id, saved.name) or saved.name, value, _places(info, value, result))
    return found


def _taken(story: Story, info: NodeInfo, result: Value) -> list[str]:
    """The same for the inputs of a node that saved none of them."""
    inputs = [(name, value, _places(info, value, result)) for _, name, value in _inputs(story, info)]
    return [words for name, value, places in inputs for words in numbers_at(name, value, places)]


def _places(info: NodeInfo, value: Value, result: Value) -> list[int]:
    if value.shape != result.shape or info.name.partition("Backward")[0] in MIXING:
        return []
    return wrong_places(result)


# ----- where nothing requires a gradient ------------------------------------------------------------------------------
@dataclass(frozen=True)
class Before:
    """``maker``: the call that made the nan or inf, told in ``words``; None if it was data, named in ``words``."""

    maker: FlowStep | None
    words: str


def made_before(story: Story, info: NodeInfo) -> Before | None:
    """Where the nan or inf came from that a node was given; None where that is not known."""
    step = maker_of(story, info.id)
    given = _wrong(story, step.inputs) if step else []
    if not given:
        return None
    number, maker = _first(story, given[0])
    tensor = story.flow.tensors[number]
    if maker is not None:
        what = f"{tensor.name} = {text_of(tensor.wrong)}" if tensor.name else text_of(tensor.wrong)
        names = [story.flow.tensors[one].name for one in maker.inputs]
        source = f" from {listed(names)}" if all(names) else ""
        told = f"{place_of(story, maker)}, where nothing requires a gradient, gave {what}{source}."
        return Before(maker, told)
    if not tensor.name:
        return None
    numbers = listed(numbers_at(tensor.name, tensor.wrong, wrong_places(tensor.wrong)))
    return Before(None, numbers if number in step.inputs else f"what was made of {numbers}")


def _first(story: Story, number: int) -> tuple[int, FlowStep | None]:
    """The first tensor behind this one that is not finite, and the call that gave it (None: no call did)."""
    maker = made_by(story, number)
    while maker is not None:
        value = story.flow.tensors[number].wrong
        before = [one for one in _wrong(story, maker.inputs) if _explains(story.flow.tensors[one].wrong, value)]
        if not before:
            break
        number = before[0]
        maker = made_by(story, number)
    return number, maker


def _wrong(story: Story, numbers: Sequence[int]) -> list[int]:
    return [number for number in numbers if story.flow.tensors[number].wrong is not None]


def _explains(value: Value, later: Value) -> bool:
    """Whether ``value`` explains what is wrong with ``later``: nan does, but inf explains only inf."""
    return has_nan(value) or not has_nan(later)

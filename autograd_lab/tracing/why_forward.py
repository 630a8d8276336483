"""Where the forward made a number that is none, or got one, which a gradient then was multiplied by."""

import math
from collections.abc import Iterator

from .answer import Answer, line_words
from .events import Edge, NodeInfo, SavedInfo, Value
from .finite import is_finite, numbers_at, word_for, wrong_places, wrong_words
from .origins import Line
from .story import Story
from .values import is_same, text_of
from .why_unrecorded import made_before
from .words import listed, saved_name, saved_words, source_name

MIXING = {"Mm", "Bmm", "Mv", "Dot", "Addmm", "Addmv", "Baddbmm", "Addbmm", "Convolution", "Softmax", "LogSoftmax",
          "Std", "Var", "NativeBatchNorm", "NativeLayerNorm", "NativeGroupNorm", "Cumsum", "Cumprod"}  # fmt: skip
"""Nodes of which each number of the result comes from many: places in one do not belong to places in the other."""
MOVING = {"T", "Transpose", "Permute", "View", "UnsafeView", "Expand", "Unsqueeze", "Squeeze", "Select", "Slice",
          "Clone"}  # fmt: skip
"""Nodes that move numbers and make none: what they gave was in what they took."""
MASKING = {"Add", "Sub", "MaskedFill", "Where", "CopySlices"}
"""Nodes by which a mask is laid over numbers."""


def by_forward(story: Story, start: str, info: NodeInfo, wrong: SavedInfo, k: int) -> Answer:
    """The oldest node whose output is not finite; ``wrong`` is what ``info`` had kept in the end."""
    kept = wrong.name in info.inputs
    made = _first_not_finite(story, info.edges[info.inputs.index(wrong.name)] if kept else Edge(info.id, 0))
    if made is None:
        cause, told, line = _given_words(story, info, wrong)
    else:
        cause, told, line = _made_words(story, *made)
    already = "the forward made it already: " if cause == "forward" else ""
    return Answer(cause, f"{start} {already}{told}", k, line)


def why_value(story: Story, name: str, place: Edge) -> Answer | None:
    """Why what ``name`` calls is not finite itself; None if it is, or is not known, or is −inf on purpose."""
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
    """As `_made_words`, where no node gave it."""
    before = made_before(story, info)
    if before is not None and before.maker:
        return "forward", before.words, before.maker.line
    line = line_at(story, info.id)
    was_given = before.words if before else saved_words(story, info.id, wrong)
    return "data", f"{story.label(info.id)}{place_words(line)} was given {was_given}.", line


def _made_words(story: Story, node: NodeInfo, slot: int, value: Value) -> tuple[str, str, Line | None]:
    """``"forward"``, what the node gave, of what, and its line; ``"data"`` if it was given what is not finite."""
    line, name = line_at(story, node.id), story.name(node.id, slot)
    operation = f"{node.op.partition('.')[0].lstrip('_') or node.name}{place_words(line)}"
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
    """Among the nodes on the ways to what has its place there: the oldest, rather one that is no mask."""
    found = [
        (info, slot, variable.value)
        for info in sorted((story.nodes[node] for node in _behind(story, place)), key=lambda info: info.number)
        for slot, variable in enumerate(story.variables.get(info.id, ()))
        if variable is not None and not is_finite(variable.value)
    ]
    return next((made for made in found if not _is_masked(made[0], made[2])), found[0] if found else None)


def _is_masked(info: NodeInfo, value: Value) -> bool:
    """Whether the numbers are −inf on purpose, as before a softmax; what becomes of them there is another thing."""
    return info.name.partition("Backward")[0] in MASKING and not any(
        math.isnan(number) or number == math.inf for number in value.items or ()
    )


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


# ----- its numbers ----------------------------------------------------------------------------------------------------
def _saved(info: NodeInfo, result: Value) -> Iterator[tuple[SavedInfo, Value]]:
    """What the node kept for its rule, but for its own result."""
    for saved in info.saved:
        is_own = saved.name not in info.inputs and is_same(saved.value, result)
        if saved.frees and saved.value is not None and not is_own:
            yield saved, saved.value


def _inputs(story: Story, info: NodeInfo) -> Iterator[tuple[Edge, str, Value]]:
    """Where the inputs came from, what they are called, and their numbers, as far as they are known."""
    for index, edge in enumerate(info.edges):
        variables = story.variables.get(edge.node, ()) if edge else ()
        variable = variables[edge.slot] if edge and edge.slot < len(variables) else None
        if variable is not None and variable.value is not None:
            yield edge, source_name(story, info.id, index) or "input", variable.value


def _held(story: Story, info: NodeInfo, result: Value) -> list[str]:
    """What was not finite before any operation: a constant that was given to the node, or a leaf."""
    found = []
    for saved, value in _saved(info, result):
        if saved.name not in info.inputs or info.edges[info.inputs.index(saved.name)] is None:
            name = saved_name(story, info.id, saved.name) or saved.name
            found += [] if is_finite(value) else numbers_at(name, value, wrong_places(value))
    for edge, name, value in _inputs(story, info):
        if edge.node in story.nodes and story.nodes[edge.node].kind == "leaf":
            if not is_finite(value):
                found += numbers_at(name, value, wrong_places(value))
            elif info.name.partition("Backward")[0] in MOVING:  # what is known is older than a step that changed it
                found.append(f"{name}, which had {word_for(result)} by then")
    return found


def given(story: Story, info: NodeInfo, result: Value) -> list[str]:
    """The saved numbers that a rule used: those at the places where ``result`` is wrong, where the places agree."""
    found = []
    for saved, value in _saved(info, result):
        found += numbers_at(saved_name(story, info.id, saved.name) or saved.name, value, _places(info, value, result))
    return found


def _taken(story: Story, info: NodeInfo, result: Value) -> list[str]:
    """The same of the inputs, of a node that kept none of them."""
    return [
        words
        for _, name, value in _inputs(story, info)
        for words in numbers_at(name, value, _places(info, value, result))
    ]


def _places(info: NodeInfo, value: Value, result: Value) -> list[int]:
    if value.shape != result.shape or info.name.partition("Backward")[0] in MIXING:
        return []
    return wrong_places(result)


# ----- where ----------------------------------------------------------------------------------------------------------
def line_at(story: Story, node: str) -> Line | None:
    """The learner's line that made a node, if it is known."""
    return story.origins[node].line if node in story.origins else None


def place_words(line: Line | None) -> str:
    """`` (your line 7, `y = x.log()`)``; "" where no line is known."""
    return f" ({line_words(line)})" if line else ""

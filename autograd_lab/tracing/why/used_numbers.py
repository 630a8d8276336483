"""The numbers that a node used: its saved values and inputs, at the places where its result is nan or inf."""

from collections.abc import Iterator

from ..recording.values import is_same
from ..telling.words import saved_name, source_name
from ..trace.events import Edge, NodeInfo, SavedInfo, Value
from .answer import MOVING, is_finite, numbers_at, value_at, word_for, wrong_places

MIXING = {"Mm", "Bmm", "Mv", "Dot", "Addmm", "Addmv", "Baddbmm", "Addbmm", "Convolution", "Softmax", "LogSoftmax",
          "Std", "Var", "NativeBatchNorm", "NativeLayerNorm", "NativeGroupNorm", "Cumsum", "Cumprod"}  # fmt: skip
"""Nodes whose results mix many numbers: an element of the result does not come from the same element of an input."""


def _saved(info: NodeInfo, result: Value) -> Iterator[tuple[SavedInfo, Value]]:
    """The saved values of a node, without its own result."""
    for saved in info.saved:
        is_own = saved.name not in info.inputs and is_same(saved.value, result)
        if saved.frees and saved.value is not None and not is_own:
            yield saved, saved.value


def inputs_of(trace, info: NodeInfo) -> Iterator[tuple[Edge, str, Value]]:
    """The inputs of a node: where each came from, its name, and its numbers, if they are known."""
    for index, edge in enumerate(info.edges):
        if (value := value_at(trace, edge)) is not None:
            yield edge, source_name(trace, info.id, index) or "input", value


def held_already(trace, info: NodeInfo, result: Value) -> list[str]:
    """Inputs that were not finite before any operation ran: constants and leaves."""
    found = []
    for saved, value in _saved(info, result):
        if saved.name not in info.inputs or info.edges[info.inputs.index(saved.name)] is None:
            name = saved_name(trace, info.id, saved.name) or saved.name
            found += [] if is_finite(value) else numbers_at(name, value, wrong_places(value))
    for edge, name, value in inputs_of(trace, info):
        if edge.node in trace.nodes and trace.nodes[edge.node].kind == "leaf":
            if not is_finite(value):
                found += numbers_at(name, value, wrong_places(value))
            elif info.name.partition("Backward")[0] in MOVING:  # a step changed the leaf after its value was recorded
                found.append(f"{name}, which had {word_for(result)} by then")
    return found


def given(trace, info: NodeInfo, result: Value) -> list[str]:
    """The saved numbers that the rule used: those at the places where ``result`` is wrong, if the places correspond."""
    found = []
    for saved, value in _saved(info, result):
        found += numbers_at(saved_name(trace, info.id, saved.name) or saved.name, value, _places(info, value, result))
    return found


def taken(trace, info: NodeInfo, result: Value) -> list[str]:
    """The same for the inputs of a node that saved none of them."""
    inputs = [(name, value, _places(info, value, result)) for _, name, value in inputs_of(trace, info)]
    return [words for name, value, places in inputs for words in numbers_at(name, value, places)]


def _places(info: NodeInfo, value: Value, result: Value) -> list[int]:
    if value.shape != result.shape or info.name.partition("Backward")[0] in MIXING:
        return []
    return wrong_places(result)

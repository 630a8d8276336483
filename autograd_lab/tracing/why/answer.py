"""What `why` is asked about, what it answers, hints, and what answers share: kinds of nodes, lines, nan and inf."""

import math
import re
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from html import escape
from io import StringIO
from token import COMMENT
from tokenize import TokenError, generate_tokens

from ..recording.calls import Stepped, Stopped
from ..recording.source_lines import Line
from ..recording.values import inf_of, number_text, text_of, value_after
from ..telling.words import index_text, listed
from ..trace.events import Edge, Event, GradAccumulated, NodeInfo, NodeVisited, OpRecorded, Value
from ..trace.nodes import reached


@dataclass(frozen=True)
class Subject:
    """A tensor that was asked about: its name, its node and slot in the graph, its number in the flow.

    ``node`` and ``number`` are None where the graph, or the flow, does not contain it.
    """

    name: str
    node: str | None
    number: int | None
    is_leaf: bool
    requires_grad: bool
    slot: int = 0

    def reason_in(self, text: str) -> str:
        """The reason alone, without the words ``x.grad is None:`` before it."""
        start = f"{self.name}.grad is None: "
        return text.removeprefix(start) if text.startswith(start) else "nothing in this recording says why."


@dataclass(frozen=True)
class Answer:
    """Why a gradient is what it is.

    ``cause`` is a word or two for programs (``"detach"``, ``"no_grad"``, ``"no leaf"``, ``"closed"`` …), ``text``
    is for people. ``event`` is the index of the event that shows it, or None. ``line`` is the learner's line; ``lines``
    are all of them, where several have a part.
    """

    cause: str
    text: str
    event: int | None = None
    line: Line | None = None
    lines: tuple[Line, ...] = ()

    def __str__(self) -> str:
        return self.text

    __repr__ = __str__

    def _repr_html_(self) -> str:
        """For a notebook: code as code, and the call that leads to the place."""
        place = "\nTo see it happen: `trace.stepper(answer)`" if self.event is not None else ""
        text = re.sub("`([^`]+)`", r"<code>\1</code>", escape(self.text + place))
        return f'<div style="white-space: pre-wrap">{text}</div>'


@dataclass(frozen=True)
class Hint:
    """``cause`` in a word or two, ``text`` for people; ``leaves`` are the nodes of the leaves that it is about.

    ``asked`` says who gets it: who asks about all gradients (``"all"``), about one leaf (``"one"``), or ``"both"``.
    ``event`` is the index of the event that shows its place, or None.
    """

    cause: str
    text: str
    line: Line | None
    leaves: frozenset[str]
    asked: str = "both"
    event: int | None = None


def leaves_below(trace, nodes: Iterable[str]) -> frozenset[str]:
    """The leaves that these nodes send to, directly or through others."""
    return frozenset(node for node, info in reached(trace.nodes, nodes).items() if info.kind == "leaf")


# ----- kinds of nodes, by their names without "Backward0" -------------------------------------------------------------
MOVING = {"T", "Transpose", "Permute", "View", "UnsafeView", "Expand", "Unsqueeze", "Squeeze", "Select", "Slice",
          "Clone"}  # fmt: skip
"""Nodes that only move numbers: every number in the result was in the input."""
LAYERS = ("Addmm", "Mm", "Convolution")
"""Nodes that multiply by a weight and add up."""
SOFTMAX = ("Softmax", "LogSoftmax")


def kind_of(info: NodeInfo) -> str:
    """``Relu`` for a node ``ReluBackward0``; "" for a learner's own Function and for leaves."""
    return info.name.partition("Backward")[0] if info.kind == "op" else ""


def operation_of(info: NodeInfo) -> str:
    """``softmax`` for a node of ``_softmax.dim``; the node's name where it has no operation."""
    return info.op.partition(".")[0].lstrip("_") or info.name


def root_nodes(trace) -> set[str]:
    """The nodes at which the backwards of the recording began."""
    return {root.node for start in trace.starts for root in start.roots}


def is_dropout(trace, info: NodeInfo) -> bool:
    """Whether this node is one of a dropout: a product may be, if its module says so, or the learner's line."""
    origin, kind = trace.origins.get(info.id), kind_of(info)
    modules, line = (origin.modules, origin.line) if origin else ((), None)
    if kind != "Mul" or info.edges[1:] != (None,):
        return kind == "NativeDropout"
    return (bool(modules) and "Dropout" in modules[-1].kind) or (line is not None and "dropout(" in line.text)


def leaf_behind(trace, node: str) -> str:
    """The leaf, or the operation, behind nodes that only move numbers."""
    info = trace.nodes.get(node)
    while info is not None and kind_of(info) in MOVING and info.edges and info.edges[0] is not None:
        node = info.edges[0].node
        info = trace.nodes.get(node)
    return node


def names_of(trace, leaves: Iterable[str]) -> list[str]:
    """What the learner calls the leaves, in the order of their numbers."""
    ordered = sorted(leaves, key=lambda leaf: trace.nodes[leaf].number)
    return [trace.name(leaf) or trace.label(leaf) for leaf in ordered]


def value_at(trace, place: Edge | None) -> Value | None:
    """The value of an output when it was met first, if it is known."""
    variables = trace.variables.get(place.node, ())[place.slot : place.slot + 1] if place else ()
    return variables[0].value if variables and variables[0] else None


def shown_by(trace, node: str) -> int | None:
    """The first event that shows the node: forward makes it, or backward runs it, or adds to a leaf's ``.grad``."""
    turn = GradAccumulated if node in trace.nodes and trace.nodes[node].kind == "leaf" else NodeVisited
    for k, event in enumerate(trace.events):
        is_made = isinstance(event, OpRecorded) and event.node.id == node
        if is_made or (isinstance(event, turn) and event.node == node):
            return k
    return None


def name_of(optimizer: Stepped) -> str:
    """``opt_d`` in ``opt_d.step()``, or its class."""
    called = re.match(r"([\w.]+)\.step\(", optimizer.line.text if optimizer.line else "")
    return called[1] if called else optimizer.kind


def step_words(optimizer: Stepped) -> str:
    """``your line 7, `optimizer.step()` (learning rate 0.1)``."""
    rate = f" (learning rate {number_text(optimizer.rates[1])})" if optimizer.rates else ""
    return f"{line_words(optimizer.line) or f'a step of {optimizer.kind}'}{rate}"


# ----- lines ----------------------------------------------------------------------------------------------------------
def last_backward(trace) -> tuple[tuple[Event, ...], dict[str, Value]]:
    """The events of the last backward, and what it wrote: leaf → gradient. Both are empty if none ran."""
    if not trace.backwards:
        return (), {}
    first, last = trace.backwards[-1][1:]
    events = trace.events[first : last + 1]
    return events, written_in(events)


def written_in(events: Iterable[Event]) -> dict[str, Value]:
    """What was added last to the ``.grad`` of each leaf."""
    return {event.node: event.gradient for event in events if isinstance(event, GradAccumulated)}


def line_at(trace, node: str | None) -> Line | None:
    """The learner's line that made a node, if it is known."""
    return trace.origins[node].line if node in trace.origins else None


def layer_words(trace, node: str) -> str:
    """``model.2, a Dropout``: the layer of a Sequential, of which the line tells only where the whole is called."""
    *_, outer, layer = (None, None, *(trace.origins[node].modules if node in trace.origins else ()))
    return f"{layer.name}, a {layer.kind}" if outer and outer.kind == "Sequential" else ""


def line_words(line: Line | None) -> str:
    """``your line 7, `h = x.detach()```; "" where no line is known."""
    if line is None:
        return ""
    place = f"line {line.number} of {line.file}" if line.file else f"your line {line.number}"
    text = without_comment(line.text)
    return f"{place}, `{text}`" if text else place


def without_comment(text: str) -> str:
    """The code of a line, without the comment behind it."""
    with suppress(TokenError, SyntaxError):  # the line may be a part of a statement
        for part in generate_tokens(StringIO(text).readline):
            if part.type == COMMENT and part.start[1]:
                return text[: part.start[1]].rstrip()
    return text


def in_brackets(line: Line | None) -> str:
    """`` (your line 7, `y = x.log()`)``; "" where no line is known."""
    return f" ({line_words(line)})" if line else ""


ADVICE = {
    "being used in an in-place operation": " To change a leaf, write into it inside no_grad().",
    "is out of bounds": " Classes count from 0: the last layer needs one output more than the highest label.",
    "created only for scalar outputs": " Call backward on a single number, such as loss.mean().",
    "desired output type Long": " This loss compares with numbers that have decimals: pass target.float().",
    "Expected more than 1 value per channel": " In training, leave a batch of one out (drop_last=True).",
    "index out of range in self": " An embedding of n rows takes indices from 0 to n - 1.",
}
"""What to do about some errors, by a part of their message."""


def short(message: str) -> str:
    """The first sentence of an error, without the tensor's type and versions."""
    return message.partition("\n")[0].partition(". ")[0].partition(": [torch.")[0].rstrip(".")


def ended_words(stopped: Stopped | None) -> str:
    """A sentence about the exception that ended the recording; "" if none did."""
    if stopped is None:
        return ""
    message = short(stopped.message)
    advice = next((words for part, words in ADVICE.items() if part in message), "")
    return f" The recording ended{in_brackets(stopped.line)} with {stopped.type}: {message}.{advice}"


# ----- nan and inf ----------------------------------------------------------------------------------------------------
SHOWN = 3
"""An answer names at most so many places of an array, and counts the rest."""


def is_finite(value: Value | None) -> bool:
    """Whether every number in the value is finite; None counts as finite."""
    return value is None or not value.measure.nans + value.measure.infinities


def has_nan(value: Value | None) -> bool:
    """Whether any number in the value is nan."""
    return value is not None and value.measure.nans > 0


def word_for(value: Value) -> str:
    """``nan``, ``inf``, or how many of each."""
    if not value.shape:
        return text_of(value)
    counts = ((value.measure.nans, "nan"), (value.measure.infinities, inf_of(value)))
    return listed(f"{count} {word}" for count, word in counts if count)


def wrong_words(name: str, value: Value) -> str:
    """``loss is nan``, ``x.grad has 2 nan and 1 inf``."""
    return f"{name} {'has' if value.shape else 'is'} {word_for(value)}"


def wrong_places(value: Value) -> list[int]:
    """The flat positions of the numbers that are not finite; empty if the recording kept only a summary."""
    return [place for place, number in enumerate(value.items or ()) if not math.isfinite(number)]


def numbers_at(name: str, value: Value, places: list[int]) -> list[str]:
    """``x[0, 1] = nan`` for each of these places; the whole value, if there are none.

    Of many places the first few are named: ``x = 0 at 5 places ([0], [2], [5], …)``.
    """
    if not places or not value.shape or value.items is None:
        return [value_after(f"{name} =", value)]
    indices = [f"[{index_text(value.shape, place)}]" for place in places[:SHOWN]]
    numbers = [number_text(value.items[place]) for place in places]
    if len(places) > SHOWN and len({*numbers}) == 1:
        return [f"{name} = {numbers[0]} at {len(places)} places ({', '.join(indices)}, …)"]
    found = [f"{name}{index} = {number}" for index, number in zip(indices, numbers, strict=False)]
    return [*found, *([f"{len(places) - SHOWN} more"] * (len(places) > SHOWN))]

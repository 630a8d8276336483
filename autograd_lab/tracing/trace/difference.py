"""Two recordings of one program, compared event by event: where do they differ first?

Nodes are matched by the order in which the events mention them, since their numbers depend on what ran before.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from typing import Any

from ..recording.summaries import Summary
from ..recording.values import text_of
from ..telling.event_sentences import sentence_of
from ..telling.words import counted, grad_words, happening, index_text, listed, value_words
from ..why.answer import line_words
from .events import Edge, ErrorRaised, Event, GradAccumulated, NodeInfo, OpRecorded, SavedInfo, Value, ValueSaved
from .nodes import node_of
from .steps import step_with, steps_of_events

SUMMARY_NUMBERS = ("norm", "mean", "smallest", "largest", "nans", "infinities", "zeros")
"""What two summaries are compared by."""
USUAL, ALL = 6, 17
"""Significant digits: of a number in a sentence, and of a float64 written in full."""
OfLeaves = tuple[tuple[str, Value | None], ...]
Grads = dict[str, Value | None]
LEAF_WORDS = {"leaf_grads": grad_words, "leaf_values": value_words}
"""Fields of an event that list leaves, and the words for one item."""
TOLERANCES = {"float16": (1e-3, 1e-5), "float32": (1.3e-6, 1e-5), "float64": (1e-7, 1e-7)}
"""Relative and absolute tolerance, as in torch.testing.assert_close."""
MOST = 3
"""A sentence names at most so many gradients."""
COMPARED = {
    NodeInfo: ("name", "kind", "edges", "inputs", "outputs", "id"),
    SavedInfo: ("name", "value", "frees"),
    Summary: SUMMARY_NUMBERS,
}
"""The fields that are compared: the source of a rule and version numbers are not part of what happened."""


@dataclass(frozen=True)
class Difference:
    """Where two traces part; False in an ``if`` when they do not.

    ``event`` is the index of the first event that differs (one past the end of a trace that stops too early), ``what``
    names the part of it that does. ``views.side_by_side(trace, other)`` shows that place in both.
    """

    event: int | None
    what: str
    text: str

    def __bool__(self) -> bool:
        return self.event is not None

    def __str__(self) -> str:
        return self.text

    __repr__ = __str__


def difference(one, other, exact: bool = False) -> Difference:
    """The first event in which two traces differ; ``exact`` allows numbers no rounding."""
    compared = _Comparison(one, other, exact)
    ours, theirs = _comparable(one, other), _comparable(other, one)
    for k, m in zip(ours, theirs, strict=False):
        what = next(compared.differing(one.events[k], other.events[m]), None)
        if what is not None:
            sentences = f"  here:  {_sentence(one, k)}\n  there: {_sentence(other, m)}\n  What differs: {what}."
            part = f"First difference: step {step_with(steps_of_events(one), k).number}."
            return Difference(k, what, f"{part}\n{sentences}{compared.in_the_end()}")
    length, longest = sorted((len(ours), len(theirs)))
    if length == longest:
        return Difference(None, "", f"Both traces tell the same, in {length} events.")
    where, trace, rest = ("Here", other, theirs) if len(ours) == length else ("There", one, ours)
    steps = len(steps_of_events(other if trace is one else one))
    text = f"{where} it ends after {counted(steps, 'step')}; the other goes on: {_sentence(trace, rest[length])}"
    event = ours[length] if trace is one else len(one.events)
    return Difference(event, "length", text + compared.in_the_end())


def _comparable(trace, other) -> list[int]:
    """The indices of the events that both recordings can have: without settings that the other one's nodes never show.

    PyTorch hides some of them, such as the sizes of what `cat` joined.
    """
    shown = {(info.name, item.name) for info in other.nodes.values() for item in info.saved}
    return [
        k
        for k, event in enumerate(trace.events)
        if not isinstance(event, ValueSaved)
        or event.saved.frees
        or (trace.nodes[event.node].name, event.saved.name) in shown
    ]


def _sentence(trace, k: int) -> str:
    """The event's sentence, with the learner's line that made its node."""
    told, origin = " ".join(sentence_of(trace, k).split()), trace.origins.get(node_of(trace.events[k]) or "")
    return f"{told.removesuffix('.')} ({line_words(origin.line)})." if origin and origin.line else told


def _shared_parts(here: Event, there: Event) -> tuple[Event, Event]:
    """Both events without results that PyTorch's functions hide, and without what our errors add to PyTorch's text."""
    if isinstance(here, OpRecorded):
        seen = min(len(here.values), len(there.values))
        return replace(here, values=here.values[:seen]), replace(there, values=there.values[:seen])
    if isinstance(here, ErrorRaised):
        longest, shortest = sorted((here.message, there.message), key=len, reverse=True)
        if longest.startswith(shortest.rstrip() + "\n"):
            return replace(here, message=shortest), replace(there, message=shortest)
    return here, there


def _in_full(words: str, known: Any) -> str:
    """What was compared, in full, if the words for both sides are the same."""
    if not isinstance(known, tuple):
        return repr(known)
    place = next(part for part in known if isinstance(part, int))
    return f"{words}, number {place + 1} of the nodes met"


def _few(parts: list[str]) -> str:
    """At most three of them by name."""
    more = len(parts) - MOST
    return listed(parts) if more < 2 else listed([*parts[:MOST], f"{more} others"])


class _Comparison:
    """Compares parts of events; a difference reads ``value (6 here, 5 there)``."""

    def __init__(self, one, other, exact: bool):
        self._traces = one, other
        self._places: tuple[dict[str, int], dict[str, int]] = ({}, {})
        self._exact = exact

    def differing(self, here: Event, there: Event) -> Iterator[str]:
        """The parts in which two events differ."""
        if here.kind != there.kind:
            yield self._worded("what happens", happening(self._traces[0], here), happening(self._traces[1], there))
            return
        here, there = _shared_parts(here, there)
        for field in fields(here):
            if field.name in LEAF_WORDS:
                yield from self._of_leaves(field.name, getattr(here, field.name), getattr(there, field.name))
            elif field.name != "derived":
                words = called(here, field.name)
                yield from self._parts(words, getattr(here, field.name), getattr(there, field.name))

    def _of_leaves(self, field: str, here: OfLeaves, there: OfLeaves) -> Iterator[str]:
        """The values of leaves, or their ``.grad``, as a backward begins, under the leaves' names."""
        leaves = [[self._known(side, leaf) for leaf, _ in told] for side, told in enumerate((here, there))]
        if leaves[0] != leaves[1]:
            yield from self._parts(PARTS[field], here, there)
            return
        for (leaf, one), (_, other) in zip(here, there, strict=True):
            yield from self._parts(LEAF_WORDS[field](self._traces[0], leaf), one, other)

    def _parts(self, name: str, here: Any, there: Any) -> Iterator[str]:
        """What differs in one field: in a tuple, each item by itself."""
        if isinstance(here, Value) and isinstance(there, Value):
            if not self._are_equal(here, there):
                yield self._worded(name, *visible_difference(here, there))
        elif isinstance(here, tuple) and isinstance(there, tuple) and len(here) == len(there):
            for place, pair in enumerate(zip(here, there, strict=True)):
                yield from self._parts(f"{name}, number {place + 1}" if len(here) > 1 else name, *pair)
        elif type(here) is type(there) and type(here) in COMPARED:
            yield from self._described(name, here, there)
        elif (known := (self._known(0, here), self._known(1, there)))[0] != known[1]:
            words = self._words(0, here), self._words(1, there)
            yield self._worded(name, *(words if words[0] != words[1] else map(_in_full, words, known)))

    def _described(self, name: str, here: Any, there: Any) -> Iterator[str]:
        """What differs in two nodes, in what they saved, or in two summaries."""
        for part in COMPARED[type(here)]:
            pair = getattr(here, part), getattr(there, part)
            if part in ("edges", "inputs") and len(pair[0]) == len(pair[1]):
                for place, items in enumerate(zip(*pair, strict=True)):
                    yield from self._parts(item_of(here, part, place), *items)
            else:
                yield from self._parts(name if isinstance(here, Summary) else called(here, part), *pair)

    @staticmethod
    def _worded(name: str, here: str, there: str) -> str:
        return f"{name} ({here} here, {there} there)"

    def _known(self, side: int, item: Any) -> Any:
        """An id as the position of its node among all nodes met so far, so that both sides can be compared."""
        places = self._places[side]
        if isinstance(item, Edge):
            return places.setdefault(item.node, len(places)), item.slot
        is_node = isinstance(item, str) and item in self._traces[side].nodes
        return ("node", places.setdefault(item, len(places))) if is_node else item

    def _words(self, side: int, item: Any) -> str:
        trace = self._traces[side]
        if isinstance(item, Edge):
            return f"{trace.label(item.node)}, slot {item.slot}"
        if isinstance(item, Value):
            return text_of(item)
        if isinstance(item, tuple):
            return f"{len(item)} of them"
        return trace.label(item) if isinstance(item, str) and item in trace.nodes else str(item)

    def in_the_end(self) -> str:
        """Whether the final gradients differ: two programs may differ early and still agree in the end."""
        written = ([event for event in trace if isinstance(event, GradAccumulated)] for trace in self._traces)
        here, there = (
            {name: event.after for event in events if (name := trace.name(event.node))}
            for trace, events in zip(self._traces, written, strict=True)
        )
        told = [*self._on_one_side(here, there, "here", "there"), *self._on_one_side(there, here, "there", "here")]
        names = [name for name in here if name in there]
        apart = [part for name in names for part in self._parts(f"{name}.grad", here[name], there[name])]
        if apart:
            told.append(f"{_few(apart)} {'differs' if len(apart) == 1 else 'differ'}")
        elif names:
            told.append(f"the .grad of {_few(names)} is the same")
        return f"\n  In the end {'; '.join(told)}." if told else ""

    def _on_one_side(self, grads: Grads, others: Grads, side: str, other: str) -> Iterator[str]:
        """Leaves that got a gradient on one side only, although the other side knows the same name."""
        trace = self._traces[side == "here"]
        known = set(map(trace.name, trace.nodes))  # a variable may have had the name and taken no part, too
        alone = [name for name in grads if name not in others and (name in known or trace.called(name) is not None)]
        if alone:
            told = _few([f"{name}.grad is {text_of(grads[name])}" for name in alone])
            yield f"{told} {side}, and {'none' if len(alone) == 1 else 'nothing'} came {other}"

    # ----- numbers ----------------------------------------------------------------------------------------------------
    def _are_equal(self, here: Value, there: Value) -> bool:
        """Whether shape and dtype are the same, and all numbers as close as their dtype allows."""
        if (here.shape, here.dtype) != (there.shape, there.dtype):
            return False
        if here.items is None or there.items is None:
            numbers = (here.summary, there.summary)
            if None in numbers:
                return False
            parts = ([getattr(summary, name) for name in COMPARED[Summary]] for summary in numbers)
        else:
            parts = (here.items, there.items)
        return all(self._are_close(*pair, here.dtype) for pair in zip(*parts, strict=True))

    def _are_close(self, here: float, there: float, dtype: str) -> bool:
        if here == there or (here != here and there != there):
            return True
        if self._exact or dtype not in TOLERANCES or not (math.isfinite(here) and math.isfinite(there)):
            return False
        relative, absolute = TOLERANCES[dtype]
        return abs(here - there) <= absolute + relative * abs(there)


# ----- two values in words that show how they differ ------------------------------------------------------------------
def visible_difference(here: Value, there: Value) -> tuple[str, str]:
    """Words for both values that differ: the usual ones, else the dtype, or more digits of the number that differs."""
    here_words, there_words = text_of(here), text_of(there)
    if here_words != there_words:
        return here_words, there_words
    if here.dtype != there.dtype:
        return f"{here_words} in {here.dtype}", f"{there_words} in {there.dtype}"
    if (here.items is None) != (there.items is None):
        return tuple("a summary alone" if value.items is None else "all its numbers" for value in (here, there))
    if here.items is None:
        pairs = {f"{name} ": [getattr(value.summary, name) for value in (here, there)] for name in SUMMARY_NUMBERS}
        what = max(pairs, key=lambda name: _gap(*pairs[name]) > 0)
        return tuple(f"{what}{number}" for number in digits_apart(*pairs[what]))
    pairs = [*zip(here.items, there.items, strict=True)]
    place = max(range(len(pairs)), key=lambda place: _gap(*pairs[place]))
    where = f" at [{index_text(here.shape, place)}]" if here.shape else ""
    return tuple(f"{number}{where}" for number in digits_apart(*pairs[place]))


def digits_apart(one: float, other: float) -> tuple[str, str]:
    """Both numbers with as few digits as show the difference, at least six."""
    pairs = ((f"{one:.{digits}g}", f"{other:.{digits}g}") for digits in range(USUAL, ALL + 1))
    return next((pair for pair in pairs if pair[0] != pair[1]), (str(one), str(other)))


def _gap(one: float, other: float) -> float:
    """The distance of two numbers; infinite if only one of them is nan."""
    if one == other or (one != one and other != other):
        return 0.0
    away = abs(one - other)
    return away if away == away else float("inf")


# ----- the parts of events in the words of a learner ------------------------------------------------------------------
PARTS = {
    "values": "the result",
    "node": "the node",
    "slot": "the slot",
    "index": "the input",
    "number": "the number of the backward",
    "roots": "the node where the backward starts",
    "seeds": "the seed",
    "nodes": "what the backward can reach",
    "counts": "how many messages a node waits for",
    "leaf_grads": "the leaves with a .grad",
    "leaf_values": "the leaves",
    "received": "the gradient that the rule received",
    "results": "the gradient that the rule gave",
    "axes": "the dimensions that are summed over",
    "target": "where the gradient goes",
    "source": "the node that sent the gradient",
    "message": "the gradient that arrives",
    "heard": "how many messages have arrived",
    "expected": "how many messages will arrive",
    "gradient": "the gradient that is added to .grad",
    "hook": "the kind of hook",
    "type": "the error",
    "why": "why no gradient is sent",
    "GradIn.value": "the gradient that is read",
    "GradOut.value": "the gradient that is sent",
    "SlotMaterialized.value": "the zeros",
    "GradReduced.before": "the gradient before it is summed",
    "GradReduced.after": "the gradient after it is summed",
    "BufferAdded.before": "what was in the slot before",
    "BufferAdded.after": "what is in the slot then",
    "GradAccumulated.before": ".grad before",
    "GradAccumulated.after": ".grad after",
    "HookCalled.name": "the hook",
    "HookCalled.before": "what the hook received",
    "HookCalled.after": "what the hook gave back",
    "ValueFreed.name": "the saved value",
    "ErrorRaised.message": "the error's text",
    "NodeInfo.id": "the node",
    "NodeInfo.name": "the node",
    "NodeInfo.kind": "the kind of node",
    "NodeInfo.edges": "the nodes that get a gradient",
    "NodeInfo.inputs": "the inputs",
    "NodeInfo.outputs": "the number of results",
    "SavedInfo.name": "what is saved",
    "SavedInfo.value": "the saved value",
    "SavedInfo.frees": "whether the saved value is freed",
}
"""A field that means the same wherever it is, or the field of one class."""


def called(item: Event | NodeInfo | SavedInfo, field: str) -> str:
    """What a field is called, ``the gradient that is sent``; a setting such as ``retain_graph`` has its own name."""
    return PARTS.get(f"{type(item).__name__}.{field}") or PARTS.get(field, field)


def item_of(node: NodeInfo, field: str, place: int) -> str:
    """What one of several is called: ``where the gradient of mat1 goes``."""
    if field == "edges" and place < len(node.inputs):
        return f"where the gradient of {node.inputs[place]} goes"
    return f"the name of input {place + 1}" if field == "inputs" else called(node, field)

"""Phrases that the sentences share: lists, slots, names of nodes and values."""

import re
from collections.abc import Iterable
from itertools import takewhile

from ..recording.values import text_of, value_after
from ..trace.arithmetic import is_zero_times_infinity, product_of
from ..trace.events import Edge, Event, NodeInfo, RuleApplied, SavedInfo, Value
from ..trace.nodes import as_found, node_of

LISTED = 6
"""A sentence names at most so many items of a list, and counts the rest."""

RETURN = re.compile(r"(?:^|:)[ \t]*(return\b.*)", re.MULTILINE)
"""Lines of Python that return something."""


def listed(parts: Iterable[str], most: int = LISTED) -> str:
    """``a``, ``a and b``, ``a, b and c``, and ``…, and 4 more`` for a long list."""
    parts = list(parts)
    if len(parts) > most:
        return f"{', '.join(parts[: most - 1])}, and {len(parts) - most + 1} more"
    return " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)


def capital(words: str) -> str:
    """The words as the beginning of a sentence."""
    return words[:1].upper() + words[1:]


def shared_module(names: Iterable[str]) -> str:
    """``model.blocks.0`` for its parameters' names: the innermost module that has them all; "" if none has."""
    paths = zip(*(name.split(".")[:-1] for name in names), strict=False)
    return ".".join(parts[0] for parts in takewhile(lambda parts: len({*parts}) == 1, paths))


def counted(number: int, word: str) -> str:
    """``1 node``, ``5 nodes``."""
    return f"{number} {word}{'' if number == 1 else 's'}"


def index_text(shape: tuple[int, ...], place: int) -> str:
    """``1, 2``: the indices of the element at a flat position."""
    indices = []
    for length in reversed(shape):
        place, index = divmod(place, length)
        indices.append(str(index))
    return ", ".join(reversed(indices))


def axes_words(axes: tuple[int, ...]) -> str:
    """``axis 0``, ``axes 0 and 1``."""
    return f"{'axis' if len(axes) == 1 else 'axes'} {listed(map(str, axes))}"


def slots_text(values: tuple[Value | None, ...]) -> str:
    """The gradients in the slots of a node: ``4`` for one slot, ``(1, None)`` for several."""
    if len(values) == 1:
        return text_of(values[0])
    words = [text_of(value) for value in values[:LISTED]] + ["…"] * (len(values) > LISTED)
    return f"({', '.join(words)})"


def worker(trace, node: str) -> str:
    """The node whose rule runs: ``MulBackward0 #2``, or ``the backward of Twice`` for a learner's own Function."""
    info = trace.nodes[node]
    return f"the backward of {info.name.removesuffix('Backward')}" if info.kind == "function" else trace.label(node)


def return_words(info: NodeInfo) -> str:
    """`` (`return grad * 2`)``: the last line of the backward of a learner's Function; "" if it has several returns."""
    found = RETURN.findall(info.source) if info.kind == "function" else []
    if len(found) == 1 and found[0][-1] not in "([{\\":
        return f" (`{found[0].rstrip()}`)"
    return " (it has no return)" if info.kind == "function" and "def " in info.source and not found else ""


def has_slots(trace, node: str) -> bool:
    """Whether the node has several slots, so that a sentence has to name them."""
    info = trace.nodes.get(node)
    return info is not None and info.outputs != 1


def place(trace, edge: Edge) -> str:
    """The node to which an edge leads, and the slot if the node has several."""
    label = trace.label(edge.node)
    return f"slot {edge.slot} of {label}" if has_slots(trace, edge.node) else label


def slot_words(trace, edge: Edge) -> str:
    """``the slot of MulBackward0 #2``, or ``slot 1 of …`` where there are several."""
    where = place(trace, edge)
    return where if has_slots(trace, edge.node) else f"the slot of {where}"


def receiver(trace, edge: Edge) -> str:
    """The node that gets a message, and for which variable; the label of a leaf names the variable already."""
    info, name = trace.nodes.get(edge.node), trace.name(edge.node, edge.slot)
    is_leaf = edge.node.startswith("a") if info is None else info.kind == "leaf"
    return place(trace, edge) + (f" (for {name})" if name and not is_leaf else "")


def heard_words(messages: int) -> str:
    """``both messages``: all that a node waits for."""
    return {1: "its only message", 2: "both messages"}.get(messages, f"all {messages} messages")


def source_name(trace, node: str, index: int) -> str | None:
    """What the learner calls the input that an edge belongs to."""
    edge = trace.nodes[node].edges[index]
    return None if edge is None else trace.name(edge.node, edge.slot)


def source_words(trace, node: str, index: int) -> str:
    """The input that an edge belongs to: the learner's name for it, else the rule's (``other``), else its position."""
    return source_name(trace, node, index) or trace.nodes[node].inputs[index] or f"input {index}"


def edge_words(trace, node: str, index: int) -> str:
    """``edge 1 (d)``, or ``edge 1 (other)`` where the learner has no name for it."""
    known = source_name(trace, node, index) or trace.nodes[node].inputs[index]
    return f"edge {index} ({known})" if known else f"edge {index}"


def grad_words(trace, leaf: str) -> str:
    """``x.grad``, or a description where the leaf has no name."""
    name = trace.name(leaf)
    return f"{name}.grad" if name else f"the .grad of {trace.label(leaf)}"


def value_words(trace, leaf: str) -> str:
    """``x``, or a description where the leaf has no name."""
    return trace.name(leaf) or f"the value of {trace.label(leaf)}"


def saved_name(trace, node: str, saved: str) -> str | None:
    """What the learner calls a saved value: an input goes by its own name, ``result`` is the node's own output."""
    info = trace.nodes.get(node)
    if saved == "result":
        return trace.name(node)
    return source_name(trace, node, info.inputs.index(saved)) if info and saved in info.inputs else None


def saved_words(trace, node: str, saved: SavedInfo) -> str:
    """``c = 6``, or ``other = 6`` where the learner has no name for it; ``dim = 1`` for a setting."""
    words = f"{saved_name(trace, node, saved.name) or saved.name} ="
    return f"{words} {saved.text}" if saved.value is None else value_after(words, saved.value)


def kept_words(trace, node: str, k: int) -> str:
    """The values that the node keeps for its rule, without settings such as alpha = 1, which would only distract.

    Where somebody has changed one by event ``k``, the words say what it is now.
    """
    kept = []
    for item, found in zip(trace.nodes[node].saved, as_found(trace, node, k).saved, strict=True):
        if item.frees:
            now = "" if found is item else f", which is now {text_of(found.value)}"
            kept.append(saved_words(trace, node, item) + now)
    return listed(dict.fromkeys(kept))


def sent_words(trace, rule: RuleApplied | None, k: int, index: int, message: Value) -> str:
    """``1 × 4 = 4``, ``nan (0 × an infinite slope)``, or the number alone: how a message came about, by the rule that
    ran at event ``k`` or just before."""
    if rule is None:
        return text_of(message)
    if is_zero_times_infinity(as_found(trace, rule.node, k), rule, index):
        return f"{text_of(message)} (0 × an infinite slope)"
    return str(product_of(rule, index, message) or text_of(message))


# ----- what happens in an event, without any number -------------------------------------------------------------------
_ORDINALS = ("next", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
HAPPENS = {
    "OpRecorded": "{node} is made",
    "ValueSaved": "{node} saves a value",
    "NodeVisited": "{node} runs",
    "GradIn": "{node} reads its slot",
    "SlotMaterialized": "an empty slot of {node} is filled",
    "RuleApplied": "{node} runs",
    "GradReduced": "{node} adds up the gradients of the copies",
    "GradOut": "{node} sends to {target}",
    "BufferAdded": "the {which} message reaches {leaf}",
    "GradAccumulated": "{variable} is written{again}",
    "HookCalled": "a hook of {node} runs",
    "ValueFreed": "{node} frees a saved value",
    "EdgeSkipped": "{node} sends nothing along one edge",
    "BackwardStarted": "backward begins",
    "DependenciesCounted": "messages are counted",
    "BackwardFinished": "backward ends",
    "ErrorRaised": "the error is raised",
}
"""What happens in each kind of event, without any result."""


def happening(trace, event: Event) -> str:
    """What happens in an event, in words that give away none of its numbers."""
    node = node_of(event)
    if node is None:
        return HAPPENS[event.kind]
    name, label = trace.name(node), trace.label(node)
    facts = {"node": label, "leaf": name or label, "variable": f"{name}.grad" if name else f"the .grad of {label}"}
    if event.kind == "BufferAdded":
        facts["which"] = _ORDINALS[event.heard if event.heard < len(_ORDINALS) else 0]
    elif event.kind == "GradAccumulated":
        facts["again"] = " again" if event.before is not None else ""
    elif event.kind == "GradOut":
        facts["target"] = trace.name(event.target.node) or trace.label(event.target.node)
    return HAPPENS[event.kind].format(**facts)

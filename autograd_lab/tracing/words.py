"""The phrases that sentences are made of: lists, slots, names of places."""

from collections.abc import Iterable

from .events import Edge, SavedInfo, Value
from .story import Story
from .values import text_of

LISTED = 6
"""Of a longer list, a sentence names this many and counts the rest."""


def listed(parts: Iterable[str]) -> str:
    """``a``, ``a and b``, ``a, b and c``, and ``…, and 4 more`` for a long list."""
    parts = list(parts)
    if len(parts) > LISTED:
        return f"{', '.join(parts[: LISTED - 1])}, and {len(parts) - LISTED + 1} more"
    return " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)


def counted(number: int, word: str) -> str:
    """``1 node``, ``5 nodes``."""
    return f"{number} {word}{'' if number == 1 else 's'}"


def slots_text(values: tuple[Value | None, ...]) -> str:
    """What lies in the slots: ``4`` for one slot, ``(1, None)`` for several."""
    if len(values) == 1:
        return text_of(values[0])
    words = [text_of(value) for value in values[:LISTED]] + ["…"] * (len(values) > LISTED)
    return f"({', '.join(words)})"


def signed(value: Value | None) -> str:
    """A value inside a sum, where a negative number needs brackets."""
    text = text_of(value)
    return f"({text})" if text.startswith("-") else text


def has_slots(story: Story, node: str) -> bool:
    """Whether it makes sense to speak of this node's slots: there are several."""
    info = story.nodes.get(node)
    return info is not None and info.outputs != 1


def place(story: Story, edge: Edge) -> str:
    """Where an edge ends: the node, and the slot if it has several."""
    label = story.label(edge.node)
    return f"slot {edge.slot} of {label}" if has_slots(story, edge.node) else label


def edge_words(story: Story, node: str, index: int) -> str:
    """``edge 1 (other)``."""
    inputs = story.nodes[node].inputs
    return f"edge {index} ({inputs[index]})" if inputs[index] else f"edge {index}"


def grad_words(story: Story, leaf: str) -> str:
    """``x.grad``, or a description where the leaf has no name."""
    name = story.name(leaf)
    return f"{name}.grad" if name else f"the .grad of {story.label(leaf)}"


def saved_words(saved: SavedInfo) -> str:
    """``self = 6``."""
    return f"{saved.name} = {saved.text if saved.value is None else text_of(saved.value)}"

"""A box of the picture: how large it is, where it is, and the texts in it that never change."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ...tracing.trace.events import Value
from ...tracing.trace.trace import Trace
from ..short_text import fitting, shorten
from .groups import Group
from .layout import (
    LETTER_WIDTH,
    LINE_HEIGHT,
    LONGEST_NAME,
    SECOND_TITLE,
    SIDE,
    TITLE_HEIGHT,
    TITLE_LETTER,
    WIDE_LEAF,
    WIDER,
)

WIDE = frozenset("MmWw@%")
SMALLEST, WIDEST = 132, 290
"""Pixels that a box is wide at least and at most."""
SIGN = 14
"""Pixels of the sign that a closed group can be opened, behind its last line."""
MESSAGE_FITS = 20
"""Characters that are shown on an arrow, ``∂= `` included; the rest stands in the sentence and the panel."""
LONGEST_VALUE = 18
"""Characters of a value for which a box is made wider; of a longer one the shape and the norm are shown."""
ROOMY, LONGEST_IN_ROOMY = 6, 32
"""In a graph of so few nodes at most, there is room for a small matrix."""
TOTAL = ".grad= "
"""What stands before the ``.grad`` of a leaf: the longest prefix of a line."""

Lengths = Mapping[str, int]
"""How many characters the text of each key can have (see `step_texts`)."""


def longest_value(trace: Trace) -> int:
    """So many characters of a value a box shows."""
    return LONGEST_IN_ROOMY if len(trace.nodes) <= ROOMY else LONGEST_VALUE


def value_text(trace: Trace, node: str, slot: int) -> str:
    """The value of an output, or "" where it is not known."""
    value = _value(trace, node, slot)
    return fitting(value, longest_value(trace)) if value is not None else ""


def _value(trace: Trace, node: str, slot: int) -> Value | None:
    """The value of an output, if it is known."""
    variables = trace.variables.get(node, ())
    variable = variables[slot] if slot < len(variables) else None
    return variable.value if variable else None


def shape_text(trace: Trace, node: str, slot: int) -> str:
    """``[8×16]``: the shape of an output, and of its gradient; "" of a single number, and where it is not known."""
    value = _value(trace, node, slot)
    shape = value.shape if value is not None else ()
    return f"[{'×'.join(map(str, shape))}]" if shape else ""


def title_width(title: str) -> float:
    return TITLE_LETTER * len(title) + WIDER * sum(letter in WIDE for letter in title)


def titles_of(kind: str, title: str) -> tuple[str, ...]:
    """The title in one line; or ``AccumulateGrad`` and the name of the leaf, where that is long."""
    if kind != "leaf" or title_width(title) <= WIDE_LEAF or "(" not in title:
        return (title,)
    kind, _, name = title.removesuffix(")").partition("(")
    return kind, name


def title_height(kind: str, title: str) -> float:
    """Pixels from the top of a node's box to its first line."""
    return TITLE_HEIGHT + SECOND_TITLE * (len(titles_of(kind, title)) - 1)


def node_size(trace: Trace, node: str, lengths: Lengths) -> tuple[float, float]:
    """Width and height of a node's box.

    Wide enough for the title, the value and the sums, tall enough for a line of value and of gradient per slot.
    """
    info = trace.nodes[node]
    slots = range(info.outputs)
    front = max(map(len, fronts(info.kind, [trace.name(node, slot) for slot in slots])), default=0)
    texts = [len(value_text(trace, node, slot)) for slot in slots]
    texts += [lengths.get(f"{kind}/{node}/{slot}", 0) for kind in ("value", "grad") for slot in slots]
    longest = longest_value(trace)
    written = [3 + min(max(texts), longest)]
    if info.kind == "leaf":
        written.append(len(TOTAL) + min(lengths.get(f"total/{node}", 0), longest))
    line = LETTER_WIDTH * (front + max(written))
    lines = 2 * max(info.outputs, 1) + (info.kind == "leaf")
    title = trace.label(node)
    width = max(line, *map(title_width, titles_of(info.kind, title)))
    return _width(width), title_height(info.kind, title) + LINE_HEIGHT * lines + 8


def fronts(kind: str, names: Sequence[str | None]) -> list[str]:
    """The start of each slot's lines: its number, where there are several, and its name with a space behind.

    The name of a leaf is in its title.
    """
    shown = ["" if kind == "leaf" else shorten(name or "", LONGEST_NAME) for name in names]
    return [(f"[{slot}] " if len(shown) > 1 else "") + name + " " * bool(name) for slot, name in enumerate(shown)]


def group_size(group: Group) -> tuple[float, float]:
    """Wide enough for its lines. (The number of nodes that have run is above the box, like the state of a node.)"""
    lines = [LETTER_WIDTH * len(line) for line in group.lines]
    lines[-1] += SIGN
    return _width(max(title_width(group.short), *lines)), TITLE_HEIGHT + LINE_HEIGHT * len(group.lines) + 8


def label_size(characters: int) -> float:
    """The width of a text of so many characters on an arrow; 0 for no text."""
    return round(LETTER_WIDTH * min(characters, MESSAGE_FITS) + 14, 1) if characters else 0.0


def bundle_size(widest: float, count: int) -> float:
    """The same for an arrow that stands for so many edges; ``widest`` is what the texts on each may take."""
    return round(widest + LETTER_WIDTH * len(f"{count:,}/{count:,}: "), 1) if widest else 0.0


def _width(wanted: float) -> float:
    return round(min(max(wanted + 2 * SIDE + 2, SMALLEST), WIDEST), 1)


@dataclass(frozen=True)
class Box:
    """A node's place and the texts that never change. ``names`` and ``values`` have one entry per output slot.

    A box of kind ``fold`` is a closed group of nodes; it has ``lines`` instead of slots. One of kind ``frame`` is an
    open group. ``short`` is its title inside the open one around it.
    """

    id: str
    kind: str
    title: str
    names: tuple[str | None, ...]
    values: tuple[str, ...]
    x: float
    y: float
    width: float
    height: float
    lines: tuple[str, ...] = ()
    short: str = ""

    @property
    def slots(self) -> int:
        """How many slots a gradient can arrive in."""
        return len(self.values)

    def value(self, slot: int, shown: Mapping[str, str]) -> str:
        """What is known of an output: its value, or what a leaf holds since it was written to."""
        return shown.get(f"value/{self.id}/{slot}", self.values[slot]) or "?"

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height

    @property
    def middle(self) -> tuple[float, float]:
        return self.x + self.width / 2, self.y + self.height / 2

    @property
    def fits(self) -> int:
        """How many characters a line of it holds."""
        return int((self.width - 2 * SIDE) / LETTER_WIDTH)

    def fitted(self, string: str, used: int = 0) -> str:
        """``string`` cut so that it fits a line of the box beside ``used`` other characters."""
        return shorten(string, max(self.fits - used, 3))

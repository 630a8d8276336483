"""How much room things take, in pixels: boxes, lines, messages."""

from collections.abc import Mapping, Sequence

from ...tracing.events import BackwardStarted
from ...tracing.trace import Trace
from ..short_text import shorten, text
from .groups import Group

TITLE_WIDTH, WIDE_TITLE_WIDTH, LINE_WIDTH = 8.4, 12.2, 7.3
"""Pixels of one character of a title (13px, bold sans), of a wide one there (M, m, W, w), and of one of a line (12px,
mono): what decides how wide a box is."""
WIDE = frozenset("MmWw@%")
SMALLEST, WIDEST, WIDE_LEAF = 132, 290, 190
"""Pixels that a box is wide at least and at most, and from which on the title of a leaf has a line of its own for the
name."""
TITLE_HEIGHT, SECOND_TITLE, LINE_HEIGHT = 30, 16, 19
SIDE = 12
"""Pixels left of what is written in a box, and right of it."""
SIGN = 14
"""Pixels of the sign that a closed group can be opened, behind its last line."""
ROW_GAP, MARGIN = 40, 24
MESSAGE_FITS = 20
"""Characters that are shown on an arrow, ``∂= `` included; the rest stands in the sentence and the panel."""
PORTS_WIDTH = 68
"""Pixels that the names at both ends of an arrow take."""
LONGEST_NAME, LONGEST_VALUE = 8, 18
"""Characters of a variable's name and of a value for which a box is made wider."""
TOTAL = ".grad= "
"""What stands before the ``.grad`` of a leaf: the longest prefix of a line."""

Lengths = Mapping[str, int]
"""How many characters the text of each key can have (see `step_texts`)."""


def starts_of(trace: Trace) -> list[BackwardStarted]:
    """The event with which each backward began."""
    return [trace[first] for _, first, _ in trace.backwards]


def value_text(trace: Trace, node: str, slot: int) -> str:
    """The value of an output, or "" where it is not known."""
    variables = trace.variables.get(node, ())
    variable = variables[slot] if slot < len(variables) else None
    return text(variable.value) if variable and variable.value is not None else ""


def title_width(title: str) -> float:
    """Pixels of a title."""
    wide = sum(letter in WIDE for letter in title)
    return TITLE_WIDTH * (len(title) - wide) + WIDE_TITLE_WIDTH * wide


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
    written = [3 + min(max(texts), LONGEST_VALUE)]
    if info.kind == "leaf":
        written.append(len(TOTAL) + min(lengths.get(f"total/{node}", 0), LONGEST_VALUE))
    line = LINE_WIDTH * (front + max(written))
    lines = 2 * max(info.outputs, 1) + (info.kind == "leaf")
    title = trace.label(node)
    width = max(line, *map(title_width, titles_of(info.kind, title)))
    return _width(width), title_height(info.kind, title) + LINE_HEIGHT * lines + 8


def fronts(kind: str, names: Sequence[str | None]) -> list[str]:
    """What stands before the lines of each slot: its number, where there are several, and its name with a space behind.

    The name of a leaf stands in its title.
    """
    shown = ["" if kind == "leaf" else shorten(name or "", LONGEST_NAME) for name in names]
    return [(f"[{slot}] " if len(shown) > 1 else "") + name + " " * bool(name) for slot, name in enumerate(shown)]


def group_size(group: Group) -> tuple[float, float]:
    """Wide enough for what it says; how many have run stands above it, as the state of a node does."""
    lines = [LINE_WIDTH * len(line) for line in group.lines]
    lines[-1] += SIGN
    return _width(max(title_width(group.short), *lines)), TITLE_HEIGHT + LINE_HEIGHT * len(group.lines) + 8


def label_size(characters: int) -> float:
    """How wide a text on an arrow is that has so many characters; 0 where there is none."""
    return round(LINE_WIDTH * min(characters, MESSAGE_FITS) + 14, 1) if characters else 0.0


def bundle_size(widest: float, count: int) -> float:
    """The same for an arrow that stands for so many edges; ``widest`` is what the texts on each may take."""
    return round(widest + LINE_WIDTH * len(f"{count:,}/{count:,}: "), 1) if widest else 0.0


def _width(wanted: float) -> float:
    return round(min(max(wanted + 2 * SIDE + 2, SMALLEST), WIDEST), 1)

"""How much room things take, in pixels: boxes, lines, messages."""

from collections.abc import Mapping

from ..tracing.events import BackwardStarted
from ..tracing.trace import Trace
from .section import Fold, Section
from .short_text import text

TITLE_WIDTH, LINE_WIDTH = 8.4, 7.3
"""Pixels of one character of a title (13px, bold sans) and of a line (12px, mono): what decides how wide a box is."""
SMALLEST, WIDEST = 132, 252
TITLE_HEIGHT, LINE_HEIGHT = 30, 19
ROW_GAP, MARGIN = 40, 24
MESSAGE_FITS = 19
"""Characters that are shown on an arrow, ``∂= `` included; the rest stands in the sentence and the panel."""
PORT_HEIGHT, MOST_PORTS = 15, 12
"""Pixels between two arrows that leave a fold, and how many it grows for."""
PORTS_WIDTH = 68
"""Pixels that the names at both ends of an arrow take."""


Lengths = Mapping[str, int]
"""How many characters the text of each key can have (see `step_texts`)."""


def label_width(trace: Trace, section: Section, lengths: Lengths) -> float:
    """How wide a text on an arrow of this picture can get: gaps are as wide as they have to be, and no wider."""
    messages = [length for key, length in lengths.items() if key.startswith(("message/", "seed/"))]
    values = [
        len(f"v= {value_text(trace, wire.target, wire.slot)}") for wire in section.wires if wire.target in trace.nodes
    ]
    return LINE_WIDTH * min(max([*messages, *values], default=4), MESSAGE_FITS) + 14


def starts_of(trace: Trace) -> list[BackwardStarted]:
    """The event with which each backward began."""
    return [trace[first] for _, first, _ in trace.backwards]


def value_text(trace: Trace, node: str, slot: int) -> str:
    """The value of an output, or "" where it is not known."""
    variables = trace.variables.get(node, ())
    variable = variables[slot] if slot < len(variables) else None
    return text(variable.value) if variable and variable.value is not None else ""


def node_size(trace: Trace, node: str, lengths: Lengths) -> tuple[float, float]:
    """Width and height of a node's box.

    Wide enough for the title, the value and the sums, tall enough for a line of value and of gradient per slot.
    """
    info = trace.nodes[node]
    slots = range(info.outputs)
    texts = [len(value_text(trace, node, slot)) for slot in slots]
    texts += [lengths.get(f"grad/{node}/{slot}", 0) for slot in slots] + [lengths.get(f"total/{node}", 0)]
    longest = max(texts)
    names = max((len(trace.name(node, slot) or "") for slot in slots), default=0)
    title = TITLE_WIDTH * len(trace.label(node)) + 26
    line = LINE_WIDTH * (min(longest, 18) + min(names, 8) + 7) + 18
    lines = 2 * max(info.outputs, 1) + (info.kind == "leaf")
    return _width(max(title, line)), TITLE_HEIGHT + LINE_HEIGHT * lines + 8


def fold_size(fold: Fold, arrows: int) -> tuple[float, float]:
    """Wide enough for its lines, and tall enough for the labels of its arrows to stand apart."""
    width = max(TITLE_WIDTH * len(fold.title) + 26, *(LINE_WIDTH * len(line) + 26 for line in fold.lines))
    height = max(TITLE_HEIGHT + LINE_HEIGHT * len(fold.lines) + 8, 24 + PORT_HEIGHT * (min(arrows, MOST_PORTS) - 1))
    return _width(width), height


def _width(wanted: float) -> float:
    return min(max(wanted, SMALLEST), WIDEST)

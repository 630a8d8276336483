"""How much room things take, in pixels: boxes, lines, messages."""

from ..tracing.events import BackwardStarted, GradOut, Value
from ..tracing.trace import Trace
from .section import Fold, Section
from .short_text import text

TITLE_WIDTH, LINE_WIDTH = 8.4, 7.3
"""Pixels of one character of a title (13px, bold sans) and of a line (12px, mono): what decides how wide a box is."""
SMALLEST, WIDEST = 132, 252
TITLE_HEIGHT, LINE_HEIGHT = 30, 19
ROW_GAP, MARGIN = 40, 24
MESSAGE_FITS = 14
"""Characters of a message that are shown on its arrow; the rest stands in the sentence and the panel."""
PORT_HEIGHT, MOST_PORTS = 15, 12
"""Pixels between two arrows that leave a fold, and how many it grows for."""
PORTS_WIDTH = 78
"""Pixels that the names at both ends of an arrow take."""


def label_width(trace: Trace, section: Section | None = None) -> float:
    """How wide a message on an arrow can get in this trace: gaps are as wide as they have to be, and no wider.

    With ``section``, only the messages count that the picture of it can show.
    """
    sent: list[Value | None]
    if section is None:
        sent = [event.value for event in trace.events if isinstance(event, GradOut)]
    else:
        known = (trace.at(section.first).messages, trace.at(section.last).messages)
        edges = [(wire.source, wire.index) for wire in section.wires if isinstance(wire.index, int)]
        sent = [messages[edge] for messages in known for edge in edges if edge in messages]
    sent += [seed for start in starts_of(trace) for seed in start.seeds]
    longest = max((len(text(value)) for value in sent), default=1)
    return LINE_WIDTH * (min(longest, MESSAGE_FITS) + 3) + 14


def starts_of(trace: Trace) -> list[BackwardStarted]:
    """The event with which each backward began."""
    return [trace[first] for _, first, _ in trace.backwards]


def value_text(trace: Trace, node: str, slot: int) -> str:
    """The value of an output, or "" where it is not known."""
    variables = trace.variables.get(node, ())
    variable = variables[slot] if slot < len(variables) else None
    return text(variable.value) if variable and variable.value is not None else ""


def node_size(trace: Trace, node: str) -> tuple[float, float]:
    """Width and height of a node's box.

    Wide enough for the title and the value, tall enough for a line of value and of gradient per slot.
    """
    info = trace.nodes[node]
    slots = range(info.outputs)
    longest = max((len(value_text(trace, node, slot)) for slot in slots), default=0)
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

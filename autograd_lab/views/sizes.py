"""How much room things take, in pixels: boxes, lines, messages."""

from autograd_lab.views._numbers import text
from autograd_lab.views.fold import Fold, Section

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


def label_width(trace) -> float:
    """How wide a message on an arrow can get in this trace: gaps are as wide as they have to be, and no wider."""
    sent = [event.value for event in trace.events if event.kind == "GradOut"]
    return _fitting([*sent, *_all_seeds(trace)])


def section_label_width(trace, section: Section) -> float:
    """The same for the messages that the picture of one section can show."""
    messages = (trace.at(section.first).messages, trace.at(section.last).messages)
    edges = [(wire.source, wire.index) for wire in section.wires]
    return _fitting([sent[edge] for sent in messages for edge in edges if edge in sent] + _all_seeds(trace))


def _all_seeds(trace) -> list:
    return [seed for start in starts_of(trace) for seed in start.seeds]


def starts_of(trace) -> list:
    """The event with which each backward began."""
    return [trace.events[first] for _, first, _ in trace.backwards]


def _fitting(values: list) -> float:
    longest = max((len(text(value)) for value in values), default=1)
    return LINE_WIDTH * (min(longest, MESSAGE_FITS) + 3) + 14


def value_text(trace, node: str, slot: int) -> str:
    """The value of an output, or "" where it is not known."""
    variables = trace.variables.get(node, ())
    variable = variables[slot] if slot < len(variables) else None
    return text(variable.value) if variable and variable.value is not None else ""


def node_size(trace, node: str) -> tuple[float, float]:
    """Wide enough for the title and the value, tall enough for a line of value and of gradient per slot."""
    info = trace.nodes[node]
    longest = max((len(value_text(trace, node, slot)) for slot in range(info.outputs)), default=0)
    names = max((len(trace.name(node, slot) or "") for slot in range(info.outputs)), default=0)
    title = TITLE_WIDTH * len(trace.label(node)) + 26
    line = LINE_WIDTH * (min(longest, 18) + min(names, 8) + 7) + 18
    width = min(max(title, line, SMALLEST), WIDEST)
    lines = 2 * max(info.outputs, 1) + (info.kind == "leaf")
    return width, TITLE_HEIGHT + LINE_HEIGHT * lines + 8


def fold_size(fold: Fold, arrows: int) -> tuple[float, float]:
    """Wide enough for its lines, and tall enough for the labels of its arrows to stand apart."""
    width = max(TITLE_WIDTH * len(fold.title) + 26, *(LINE_WIDTH * len(line) + 26 for line in fold.lines))
    height = max(TITLE_HEIGHT + LINE_HEIGHT * len(fold.lines) + 8, 24 + PORT_HEIGHT * (min(arrows, MOST_PORTS) - 1))
    return min(max(width, SMALLEST), WIDEST), height

"""The graph at one step as a file, for slides and papers."""

import os
from typing import SupportsIndex

from .._base.whole_file import write_whole
from ..tracing.trace import Trace
from .figures import svg_of
from .file_names import check_ending
from .graph_picture import figure_with, png
from .scene import build


def to_svg(trace: Trace, path: str | os.PathLike[str], step: SupportsIndex | None = None) -> None:
    """Write the graph after its first ``step`` events (None: all) into a file, as SVG: sharp at every size.

    ``step`` counts events, as in `draw_graph`, or is one of ``trace.steps``: "step 3" of the stepper is the one at 2. A
    large graph is folded, with the groups open that hold the node at work. The same trace gives the same bytes.

    Raises TypeError when ``trace`` is no trace, and ValueError for a step outside of it or another ending than .svg.
    """
    check_ending(path, ".svg")
    picture = build(trace, step)
    title = f"{picture.plan.title}. {picture.count}: {picture.sentence}"
    write_whole(path, svg_of(figure_with(picture), title))


def to_png(trace: Trace, path: str | os.PathLike[str], step: SupportsIndex | None = None, dpi: int = 110) -> None:
    """The same as PNG; ``dpi`` makes it finer."""
    check_ending(path, ".png")
    write_whole(path, png(trace, step, dpi=dpi))

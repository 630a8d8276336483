"""The graph at one step as a file, for slides and papers."""

import os

from .._base.whole_file import write_whole
from ..tracing.moments import Moment
from ..tracing.trace import Trace
from .figures import svg_of
from .file_names import check_ending
from .graph_picture import figure_with, png
from .lookup import state_of
from .picture.scene import build


def to_svg(trace: Trace, path: str | os.PathLike[str], step: Moment | None = None) -> None:
    """Write the graph after ``step`` (None: at the end) into a file, as SVG: sharp at every size.

    ``step`` is the number that the stepper shows (0: before the first), one of ``trace.steps``, or ``trace.at(k)``:
    after k events. A large graph is folded, with the groups open that hold the node at work. The same trace gives the
    same bytes.

    Raises TypeError when ``trace`` is no trace, and ValueError for a step outside of it or another ending than .svg.
    """
    check_ending(path, ".svg")
    picture = build(trace, state_of(trace, step))
    title = f"{picture.plan.title}. {picture.count}: {picture.sentence}"
    write_whole(path, svg_of(figure_with(picture), title))


def to_png(trace: Trace, path: str | os.PathLike[str], step: Moment | None = None, dpi: int = 110) -> None:
    """The same as PNG; ``dpi`` makes it finer."""
    check_ending(path, ".png")
    write_whole(path, png(trace, step, dpi=dpi))

"""The picture of a graph outside the browser, with matplotlib.

Nothing here calls ``plt.show()``. With ``ax`` given, matplotlib's pyplot is not even imported.
"""

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from ..tracing.trace.steps import Moment
from ..tracing.trace.trace import Trace
from .figures import figure_of, png_of, pyplot_axes
from .lookup import state_of
from .picture.inside import Places
from .picture.painter import CAPTION_HEIGHT, NARROWEST, Painter
from .picture.scene import Scene, build

PIXELS = 105
"""Pixels of the scene to an inch of the figure."""
DPI, WIDEST = 110, 1030
"""Dots to an inch; and dots across where a notebook shows a still."""


def draw_graph(
    trace: Trace,
    step: Moment | None = None,
    ax: Axes | None = None,
    values: bool = True,
    pos: Places | None = None,
) -> Axes:
    """Draw the graph of ``trace`` after ``step`` (None: at the end) and return the Axes.

    ``step`` is the number that the stepper shows (0: before the first), one of ``trace.steps``, or ``trace.at(k)``:
    after k events.

    ``ax`` is where to draw; without it a new figure of fitting size is made. ``values=False`` leaves the numbers out.
    ``pos`` places the nodes yourself. The picture is opaque and light, so that it reads on any ground.

    Raises ValueError for a step outside the trace, or when ``pos`` misses a node.
    """
    picture = build(trace, state_of(trace, step), pos)
    if ax is None:
        ax = pyplot_axes(*_inches(picture))
    Painter(ax, picture, values).paint()
    return ax


def png(trace: Trace, step: Moment | None = None, pos: Places | None = None, dpi: int = DPI) -> bytes:
    """The picture as PNG bytes, the same for the same trace. Needs no display and no pyplot.

    Arguments and errors are those of `draw_graph`.
    """
    return painted(build(trace, state_of(trace, step), pos), dpi)


def painted(picture: Scene, dpi: int = DPI) -> bytes:
    """A scene as PNG bytes."""
    return png_of(figure_with(picture), dpi)


def still(picture: Scene) -> bytes:
    """A scene as PNG bytes, no wider than a notebook is: every notebook carries it."""
    return painted(picture, min(DPI, int(WIDEST / _inches(picture)[0])))


def figure_with(picture: Scene) -> Figure:
    """A scene on a figure of its size that pyplot does not know."""
    figure = figure_of(*_inches(picture))
    Painter(figure.add_axes((0, 0, 1, 1)), picture, True).paint()
    return figure


def _inches(picture: Scene) -> tuple[float, float]:
    """Inches for the whole graph."""
    return max(picture.plan.width, NARROWEST) / PIXELS, (picture.plan.height + CAPTION_HEIGHT) / PIXELS

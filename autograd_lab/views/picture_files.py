"""The picture of a graph outside the browser: with matplotlib, and as files for slides, papers and messages.

Nothing here calls ``plt.show()``. With ``ax`` given, matplotlib's pyplot is not even imported.
"""

import io
import os
from collections.abc import Sequence
from numbers import Real

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from PIL import Image

from .._core.base.whole_file import write_whole
from ..tracing.trace.steps import Moment
from ..tracing.trace.trace import Trace
from .lookup import check_ending, check_trace, state_of
from .matplotlib_figures import figure_of, image_of, in_few_colours, pdf_of, png_of, pyplot_axes, svg_of
from .picture.painter import NARROWEST, Painter, caption_height
from .picture.scene import Scene, Sentences, Stills, build

PIXELS = 96
"""Pixels of the scene to an inch of the figure."""
DPI, WIDEST = 110, 1030
"""Dots to an inch; and dots across where a notebook shows a still."""


def draw_graph(
    trace: Trace,
    step: Moment | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw the graph of ``trace`` after ``step`` (None: at the end) and return the Axes.

    ``step`` is the number that the stepper shows (0: before the first), one of ``trace.steps``, or ``trace.at(k)``:
    after k events.

    ``ax`` is where to draw; without it a new figure of fitting size is made. The figure is light;
    ``plt.style.use("dark_background")`` makes this one and all others dark, files too.

    Raises ValueError for a step outside the trace.
    """
    picture = build(trace, state_of(trace, step))
    if ax is None:
        ax = pyplot_axes(*_inches(picture))
        ax.figure.words = _words(picture)
    Painter(ax, picture).paint()
    return ax


def png(trace: Trace, step: Moment | None = None, dpi: int = DPI) -> bytes:
    """The picture as PNG bytes, the same for the same trace. Needs no display and no pyplot.

    Arguments and errors are those of `draw_graph`.
    """
    return painted(build(trace, state_of(trace, step)), dpi)


def painted(picture: Scene, dpi: int = DPI) -> bytes:
    """A scene as PNG bytes."""
    return png_of(figure_with(picture), dpi)


def still(picture: Scene) -> bytes:
    """A scene as PNG bytes, no wider than a notebook is: every notebook carries it."""
    return painted(picture, min(DPI, int(WIDEST / _inches(picture)[0])))


def figure_with(picture: Scene, under: float | None = None) -> Figure:
    """A scene on a figure of its size that pyplot does not know; ``under`` as for `Painter`."""
    figure = figure_of(*_inches(picture, under))
    Painter(figure.add_axes((0, 0, 1, 1)), picture, under).paint()
    return figure


def _inches(picture: Scene, under: float | None = None) -> tuple[float, float]:
    """Inches for the whole graph and the sentence under it."""
    height = picture.plan.height + (caption_height(picture) if under is None else under)
    return max(picture.plan.width, NARROWEST) / PIXELS, height / PIXELS


# ----- files ----------------------------------------------------------------------------------------------------------
def to_svg(trace: Trace, path: str | os.PathLike[str], step: Moment | None = None) -> None:
    """Write the graph after ``step`` (None: at the end) into a file, as SVG: sharp at every size.

    ``step`` is the number that the stepper shows (0: before the first), one of ``trace.steps``, or ``trace.at(k)``:
    after k events. A large graph is folded, with the groups open that hold the node at work. The same trace gives the
    same bytes.

    Raises TypeError when ``trace`` is no trace, and ValueError for a step outside of it or another ending than .svg.
    """
    check_ending(path, ".svg")
    picture = build(trace, state_of(trace, step))
    write_whole(path, svg_of(figure_with(picture), _words(picture)))


def _words(picture: Scene) -> str:
    return f"{picture.plan.title}. {picture.count}: {picture.sentence}"


def to_pdf(trace: Trace, path: str | os.PathLike[str], step: Moment | None = None) -> None:
    """The same as a PDF, for a paper."""
    check_ending(path, ".pdf")
    write_whole(path, pdf_of(figure_with(build(trace, state_of(trace, step)))))


def to_png(trace: Trace, path: str | os.PathLike[str], step: Moment | None = None, dpi: int = DPI) -> None:
    """The same as PNG; ``dpi`` makes it finer."""
    check_ending(path, ".png")
    write_whole(path, png(trace, step, dpi=dpi))


MOST = 200
"""Frames. Of a longer recording, evenly spaced steps are shown."""
SHORTEST, LONGEST = 0.02, 200
"""Seconds of a frame; browsers show no shorter ones."""
LAST = 3
"""So many times as long as the others the last frame stays, before it all begins again."""
SAMPLED = 8
"""Frames from which the colours of all are chosen."""


def to_gif(trace: Trace, path: str | os.PathLike[str], seconds: float = 1.0) -> None:
    """Write an animation into a file: what forward left, then a frame for each step.

    A frame is shown for ``seconds``, the last one three times as long; then it begins again. All frames are the same
    picture: of a large graph the whole of it, folded, whatever group is at work. More than 200 steps would be a long
    film: then evenly spaced ones are shown. The same trace gives the same bytes. The file's
    comment has the sentences under the frames, a line for each.

    Raises TypeError when ``trace`` is no trace or ``seconds`` no number, and ValueError for ``seconds`` under 0.02 or
    over 200, or for another ending than .gif.
    """
    check_ending(path, ".gif")
    check_trace(trace)
    if not isinstance(seconds, Real):
        raise TypeError(f"seconds is a number, not {type(seconds).__name__}.")
    if not SHORTEST <= seconds <= LONGEST:
        raise ValueError(f"seconds is how long a frame is shown, from {SHORTEST} to {LONGEST}, not {seconds}.")
    states = [0, *Sentences(trace).stops]
    stills = Stills(trace)
    scenes = [stills.at(state) for state in spread(states, MOST)]
    milliseconds = round(1000 * seconds)
    times = [milliseconds] * (len(scenes) - 1) + [LAST * milliseconds]
    words = "\n".join(f"{scene.count}: {scene.sentence}" for scene in scenes)
    under = caption_height(*scenes)
    write_whole(path, _gif([image_of(figure_with(scene, under), DPI) for scene in scenes], times, words))


def spread(items: Sequence, most: int) -> list:
    """At most so many of the items, evenly spaced, the first and the last among them."""
    if len(items) <= most:
        return list(items)
    return [items[round(place * (len(items) - 1) / (most - 1))] for place in range(most)]


def _gif(frames: Sequence[Image.Image], milliseconds: Sequence[int], words: str) -> bytes:
    """All frames in one set of colours: so what stays the same from frame to frame takes no room."""
    first, *others = in_few_colours(frames, spread(frames, SAMPLED))
    buffer = io.BytesIO()
    told = {"duration": list(milliseconds), "loop": 0, "comment": words.encode()}
    first.save(buffer, "gif", save_all=True, append_images=others, optimize=True, **told)
    return buffer.getvalue()

"""matplotlib figures: those that are only kept as PNG, made without pyplot, and those that pyplot looks after."""

import io

import numpy as np
from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from PIL import Image

from . import theme
from .few_colours import small_png


def figure_of(width: float, height: float) -> Figure:
    """An opaque, light figure of so many inches, known to nobody else."""
    figure = Figure(figsize=(width, height), facecolor=theme.LIGHT["ground"])
    FigureCanvasAgg(figure)
    return figure


def png_of(figure: Figure, dpi: int) -> bytes:
    """The figure as PNG bytes, the same for the same drawing, and small: every notebook carries it."""
    return small_png(image_of(figure, dpi), dpi=(dpi, dpi))


def image_of(figure: Figure, dpi: int) -> Image.Image:
    """The figure in pixels, in all its colours."""
    figure.set_dpi(dpi)
    figure.canvas.draw()
    return Image.fromarray(np.asarray(figure.canvas.buffer_rgba())).convert("RGB")


def svg_of(figure: Figure, title: str) -> bytes:
    """The figure as SVG without date and version, letters as shapes: it looks the same where fonts are missing."""
    buffer = io.BytesIO()
    about = {"Title": title, "Date": None, "Creator": None}
    with rc_context({"svg.hashsalt": "autograd_lab", "svg.fonttype": "path"}):
        figure.savefig(buffer, format="svg", metadata=about)
    return buffer.getvalue()


def pyplot_axes(width: float, height: float, top: float = 1) -> Axes:
    """Axes that fill a new figure of pyplot's up to ``top``. A notebook shows it at the end of the cell."""
    import matplotlib.pyplot as plt  # chooses a backend, which a program that gives its own Axes does itself

    return plt.figure(figsize=(width, height)).add_axes((0, 0, 1, top))


def pyplot_chart(width: float, height: float) -> Axes:
    """The same with room around the axes, as much as titles and names of ticks take."""
    import matplotlib.pyplot as plt  # as above

    return plt.figure(figsize=(width, height), layout="tight").add_subplot()

"""matplotlib figures: those that are only kept as PNG, made without pyplot, and those that pyplot looks after."""

import io

from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from . import theme


def figure_of(width: float, height: float) -> Figure:
    """An opaque, light figure of so many inches, known to nobody else."""
    figure = Figure(figsize=(width, height), facecolor=theme.LIGHT["ground"])
    FigureCanvasAgg(figure)
    return figure


def png_of(figure: Figure, dpi: int) -> bytes:
    """The figure as PNG bytes, the same for the same drawing."""
    buffer = io.BytesIO()
    figure.savefig(buffer, format="png", dpi=dpi, metadata={"Software": None})
    return buffer.getvalue()


def pyplot_axes(width: float, height: float, top: float = 1) -> Axes:
    """Axes that fill a new figure of pyplot's up to ``top``. A notebook shows it at the end of the cell."""
    import matplotlib.pyplot as plt  # chooses a backend, which a program that gives its own Axes does itself

    return plt.figure(figsize=(width, height)).add_axes((0, 0, 1, top))

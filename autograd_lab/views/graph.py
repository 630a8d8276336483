"""The same picture outside the browser: with matplotlib, and with networkx' own drawing functions.

Nothing here calls ``plt.show()``. With ``ax`` given, matplotlib's pyplot is not even imported.
"""

import io
from collections.abc import Mapping
from typing import TYPE_CHECKING

from autograd_lab.views import scene, theme
from autograd_lab.views._numbers import shorten
from autograd_lab.views.painter import CAPTION_HEIGHT, Painter, window

if TYPE_CHECKING:
    from matplotlib.axes import Axes

INK = theme.LIGHT
PIXELS = 105
"""Pixels of the scene to an inch of the figure."""


def draw_graph(
    trace, step: int | None = None, ax: "Axes | None" = None, values: bool = True, pos: Mapping | None = None
) -> "Axes":
    """Draw the graph of ``trace`` after its first ``step`` events (None: all) and return the Axes.

    ``ax`` is where to draw; without it a new figure of fitting size is made. ``values=False`` leaves the numbers out.
    ``pos`` places the nodes yourself. The picture is opaque and light, so that it reads on any ground.
    """
    picture = scene.build(trace, step, pos)
    if ax is None:
        import matplotlib.pyplot as plt

        ax = plt.figure(figsize=figure_size(picture)).add_axes((0, 0, 1, 1))
    Painter(ax, picture, values).paint()
    return ax


def png(trace, step: int | None = None, pos: Mapping | None = None, dpi: int = 110) -> bytes:
    """The picture as PNG bytes, the same for the same trace. Needs no display and no pyplot."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    picture = scene.build(trace, step, pos)
    figure = Figure(figsize=figure_size(picture), facecolor=INK["ground"])
    FigureCanvasAgg(figure)
    Painter(figure.add_axes((0, 0, 1, 1)), picture, True).paint()
    buffer = io.BytesIO()
    figure.savefig(buffer, format="png", dpi=dpi, metadata={"Software": None})
    return buffer.getvalue()


def figure_size(picture: scene.Scene) -> tuple[float, float]:
    """Inches for what `window` shows."""
    _, _, width, height = window(picture)
    return width / PIXELS, (height + CAPTION_HEIGHT) / PIXELS


def draw_networkx(trace, step: int | None = None, ax: "Axes | None" = None, pos: Mapping | None = None) -> "Axes":
    """Draw ``trace.to_networkx()`` with networkx' own functions at our layout's places, and return the Axes.

    Node labels carry the value and the gradient at ``step``; edge labels the messages sent so far. Use it as a pattern:
    once the graph is a `networkx.MultiDiGraph`, everything networkx can do is open to you.
    """
    import networkx as nx

    picture = scene.build(trace, step, pos)
    if ax is None:
        import matplotlib.pyplot as plt

        width, height = figure_size(picture)
        _, ax = plt.subplots(figsize=(width, height), layout="constrained")
    graph, boxes = trace.to_networkx(), picture.plan.boxes
    centres = {node: (box.x + box.width / 2, -(box.y + box.height / 2)) for node, box in boxes.items()}
    colours = [
        INK["glow"] if node == picture.focus.node else INK["leaf" if boxes[node].kind == "leaf" else "panel"]
        for node in graph
    ]
    bent = [f"arc3,rad={0.18 * k:g}" for k in range(_most_parallel(graph))]
    nx.draw_networkx_nodes(
        graph, centres, ax=ax, node_color=colours, edgecolors=INK["ink"], node_size=3200, node_shape="o"
    )
    nx.draw_networkx_edges(graph, centres, ax=ax, connectionstyle=bent, node_size=3200, edge_color=INK["muted"])
    nx.draw_networkx_labels(
        graph, centres, {node: _node_label(picture, boxes[node]) for node in graph}, ax=ax, font_size=7
    )
    messages = {(a, b, key): _message(picture, a, data) for a, b, key, data in graph.edges(keys=True, data=True)}
    messages = {edge: label for edge, label in messages.items() if label}
    if messages:
        nx.draw_networkx_edge_labels(
            graph, centres, messages, ax=ax, connectionstyle=bent, font_size=7, font_color=INK["message"], rotate=False
        )
    ax.set_title(shorten(f"step {picture.step}: {picture.sentence}", 110), fontsize=9, loc="left", parse_math=False)
    ax.margins(0.12)
    ax.axis("off")
    return ax


def _most_parallel(graph) -> int:
    return max((graph.number_of_edges(a, b) for a, b in graph.edges()), default=1)


def _node_label(picture: scene.Scene, box: scene.Box) -> str:
    lines = [box.title, *(shorten(_plain(line), 24) for line in scene.slot_lines(box, picture.shown))]
    return "\n".join(lines)


def _plain(words: str) -> str:
    """Text that matplotlib does not take for mathematics."""
    return words.replace("$", r"\$")


def _message(picture: scene.Scene, source: str, data: Mapping) -> str:
    shown = picture.shown.get(f"message/{source}/{data['index']}")
    return "" if shown is None else f"∂= {shorten(_plain(shown), 14)}"

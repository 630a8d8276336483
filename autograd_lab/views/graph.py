"""The same picture outside the browser: with matplotlib, and with networkx' own drawing functions.

Nothing here calls ``plt.show()``. With ``ax`` given, matplotlib's pyplot is not even imported.
"""

import io
from collections.abc import Mapping
from typing import TYPE_CHECKING

from autograd_lab.views import scene, sizes, theme
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
    return painted(scene.build(trace, step, pos), dpi)


def painted(picture: scene.Scene, dpi: int = 110) -> bytes:
    """A scene as PNG bytes."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

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

    picture = scene.build(trace, step, pos, folded=False)
    if ax is None:
        import matplotlib.pyplot as plt

        ax = plt.figure(figsize=(picture.plan.width / PIXELS, (picture.plan.height + 50) / PIXELS)).add_axes(
            (0, 0, 1, 0.9)
        )
    graph, boxes = trace.to_networkx(), picture.plan.boxes
    places = {node: (box.x + box.width / 2, -(box.y + box.height / 2)) for node, box in boxes.items()}
    ax.set(xlim=(0, picture.plan.width), ylim=(-picture.plan.height - 20, 0), aspect="equal")
    for edge in graph.edges(keys=True):
        _draw_edge(picture, graph, places, edge, ax)
    for node in graph:
        edge_colour, face = _looks(picture, node)
        frame = {"boxstyle": "round,pad=0.45", "facecolor": face, "edgecolor": edge_colour}
        label = {node: _node_label(picture, boxes[node])}
        nx.draw_networkx_labels(graph, places, label, ax=ax, font_size=8, bbox=frame, clip_on=False)
    ax.set_title(shorten(f"step {picture.step}: {picture.sentence}", 110), fontsize=9, loc="left", parse_math=False)
    ax.axis("off")
    return ax


def _draw_edge(picture: scene.Scene, graph, places: Mapping, edge: tuple[str, str, int], ax: "Axes") -> None:
    """One edge and the message on it. Each gets its own curve, which networkx takes for one edge at a time."""
    import networkx as nx

    source, _, index = edge
    curve = f"arc3,rad={_bend(picture.plan, source, index):.3g}"
    active = picture.focus.edge == (source, index)
    colour, width = (INK["active"], 2.5) if active else (INK["muted"], 1.2)
    ends = {"min_source_margin": MARGIN, "min_target_margin": MARGIN}
    nx.draw_networkx_edges(graph, places, [edge], ax=ax, connectionstyle=curve, edge_color=colour, width=width, **ends)
    shown = picture.shown.get(f"message/{source}/{index}")
    if shown is not None:
        label = {edge: f"∂= {shorten(_plain(shown), sizes.MESSAGE_FITS)}"}
        nx.draw_networkx_edge_labels(
            graph, places, label, ax=ax, connectionstyle=curve, font_size=8, font_color=INK["message"], rotate=False
        )


MARGIN = 46
"""Points between the middle of a node and the end of an edge: half the width of a label."""


def _looks(picture: scene.Scene, node: str) -> tuple[str, str]:
    if node == picture.focus.node:
        return INK["active"], INK["glow"]
    return INK["line"], INK["leaf" if picture.plan.boxes[node].kind == "leaf" else "panel"]


def _bend(plan: scene.Plan, source: str, index: int) -> float:
    """How far an edge has to swing to pass what our route passes, as the ``rad`` of matplotlib's ``arc3``."""
    (arrow,) = (arrow for arrow in plan.arrows if (arrow.source, arrow.index) == (source, index))
    twins = [other.index for other in plan.arrows if (other.source, other.target) == (source, arrow.target)]
    if len(twins) > 1:
        return 0.3 * (twins.index(index) / (len(twins) - 1) - 0.5)
    (x1, y1), (x2, y2) = arrow.route.start, arrow.route.end
    swings = [y - (y1 + (y2 - y1) * (x - x1) / (x2 - x1)) for x, y in arrow.route.points[3:-3]]
    return 1.7 * max(swings, key=abs, default=0.0) / (x2 - x1)


def _node_label(picture: scene.Scene, box: scene.Box) -> str:
    lines = [box.title, *(shorten(_plain(line), 24) for line in scene.slot_lines(box, picture.shown))]
    return "\n".join(lines)


def _plain(words: str) -> str:
    """Text that matplotlib does not take for mathematics."""
    return words.replace("$", r"\$")

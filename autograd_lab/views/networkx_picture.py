"""The picture of a graph with networkx' own drawing functions: a pattern for drawings of one's own."""

from collections.abc import Mapping

import networkx as nx
from matplotlib.axes import Axes
from matplotlib.colors import to_rgba

from ..tracing.trace.steps import Moment
from ..tracing.trace.trace import Trace
from . import theme
from .lookup import state_of
from .matplotlib_figures import pyplot_axes
from .picture import boxes as sizes
from .picture.boxes import Box
from .picture.plan import Plan
from .picture.routes import Point
from .picture.scene import Scene, build, slot_lines
from .picture_files import PIXELS
from .short_text import shorten

MARGIN = 46
"""Points between the middle of a node and the end of an edge: half the width of a label."""


def draw_networkx(trace: Trace, step: Moment | None = None, ax: Axes | None = None) -> Axes:
    """Draw ``trace.to_networkx()`` with networkx' own functions at our layout's places, and return the Axes.

    Node labels carry the value and the gradient at ``step`` (given as to `draw_graph`); edge labels the messages sent
    so far. Use it as a pattern: once the graph is a `networkx.MultiDiGraph`, everything networkx can do is open to you.

    Raises ValueError for a step outside the trace.
    """
    picture = build(trace, state_of(trace, step), folded=False)
    plan = picture.plan
    if ax is None:
        ax = pyplot_axes(plan.width / PIXELS, (plan.height + 50) / PIXELS, top=0.9)
    graph = trace.to_networkx().subgraph(plan.boxes)  # without leaves that are known only as the end of an edge
    places = {node: (box.middle[0], -box.middle[1]) for node, box in plan.boxes.items()}
    ax.set(xlim=(0, plan.width), ylim=(-plan.height - 20, 0), aspect="equal")
    ink = theme.shown_on(to_rgba(ax.figure.get_facecolor()))
    for edge in graph.edges(keys=True):
        _draw_edge(picture, graph, places, edge, ax, ink)
    for node in graph:
        edge_colour, face = _looks(picture, node, ink)
        frame = {"boxstyle": "round,pad=0.45", "facecolor": face, "edgecolor": edge_colour}
        label = {node: _node_label(picture, plan.boxes[node])}
        nx.draw_networkx_labels(
            graph, places, label, ax=ax, font_size=8, font_color=ink["ink"], bbox=frame, clip_on=False
        )
    ax.set_title(shorten(f"{picture.count}: {picture.sentence}", 110), fontsize=9, loc="left", parse_math=False)
    ax.axis("off")
    return ax


def _draw_edge(
    picture: Scene,
    graph: nx.MultiDiGraph,
    places: Mapping[str, Point],
    edge: tuple[str, str, int],
    ax: Axes,
    ink: Mapping[str, str],
) -> None:
    """One edge and the message on it. Each gets its own curve, which networkx takes for one edge at a time."""
    source, _, index = edge
    curve = f"arc3,rad={_bend(picture.plan, source, index):.3g}"
    active = picture.focus.edge == (source, index)
    colour, width = (ink["active"], 2.5) if active else (ink["muted"], 1.2)
    ends = {"min_source_margin": MARGIN, "min_target_margin": MARGIN}
    nx.draw_networkx_edges(graph, places, [edge], ax=ax, connectionstyle=curve, edge_color=colour, width=width, **ends)
    shown = picture.shown.get(f"message/{source}/{index}")
    if shown is not None:
        label = {edge: _plain(shorten(shown, sizes.MESSAGE_FITS))}
        looks = {
            "font_size": 8,
            "font_color": ink["message"],
            "rotate": False,
            "bbox": {"boxstyle": "round", "ec": "none", "fc": ink["ground"]},
        }
        nx.draw_networkx_edge_labels(graph, places, label, ax=ax, connectionstyle=curve, **looks)


def _looks(picture: Scene, node: str, ink: Mapping[str, str]) -> tuple[str, str]:
    """Colours of a node's edge and face."""
    if node == picture.focus.node:
        return ink["active"], ink["glow"]
    return ink["line"], ink["leaf" if picture.plan.boxes[node].kind == "leaf" else "panel"]


def _bend(plan: Plan, source: str, index: int) -> float:
    """How far an edge has to swing to pass what our route passes, as the ``rad`` of matplotlib's ``arc3``."""
    (arrow,) = (arrow for arrow in plan.arrows if arrow.edge == (source, index))
    twins = [other.edge[1] for other in plan.arrows if (other.source, other.target) == (source, arrow.target)]
    if len(twins) > 1:
        return 0.3 * (twins.index(index) / (len(twins) - 1) - 0.5)
    (x1, y1), (x2, y2) = arrow.route.start, arrow.route.end
    swings = [y - (y1 + (y2 - y1) * (x - x1) / (x2 - x1)) for x, y in arrow.route.points[3:-3]]
    return 1.7 * max(swings, key=abs, default=0.0) / (x2 - x1)


def _node_label(picture: Scene, box: Box) -> str:
    lines = [_plain(shorten(box.title, 40)), *(_plain(shorten(line, 24)) for line in slot_lines(box, picture.shown))]
    return "\n".join(lines)


def _plain(words: str) -> str:
    """Text that matplotlib does not take for mathematics."""
    return words.replace("$", r"\$")

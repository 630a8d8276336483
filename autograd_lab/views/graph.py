"""The same picture outside the browser: with matplotlib, and with networkx' own drawing functions.

Nothing here calls ``plt.show()``. With ``ax`` given, matplotlib's pyplot is not even imported.
"""

import io
from collections.abc import Mapping
from typing import TYPE_CHECKING

from autograd_lab.views import scene, theme
from autograd_lab.views._numbers import shorten
from autograd_lab.views.routes import HEAD

if TYPE_CHECKING:
    from matplotlib.axes import Axes

INK = theme.LIGHT
PIXELS = 105
"""Pixels of the scene to an inch of the figure."""
LARGEST = 24.0, 14.0
TITLE_SIZE, LINE_SIZE, SMALL_SIZE = 11.4, 11.2, 9.4
STATUS = {"ready": "ready", "running": "▶ running", "done": "✓ done", "error": "✗ error"}
TOP = 30


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

        _, ax = plt.subplots(figsize=figure_size(picture.plan), layout="constrained")
    _Painter(ax, picture, values).paint()
    return ax


def png(trace, step: int | None = None, pos: Mapping | None = None, dpi: int = 110) -> bytes:
    """The picture as PNG bytes, the same for the same trace. Needs no display and no pyplot."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    picture = scene.build(trace, step, pos)
    figure = Figure(figsize=figure_size(picture.plan), facecolor=INK["ground"])
    FigureCanvasAgg(figure)
    _Painter(figure.add_axes((0, 0, 1, 1)), picture, True).paint()
    buffer = io.BytesIO()
    figure.savefig(buffer, format="png", dpi=dpi, metadata={"Software": None})
    return buffer.getvalue()


def figure_size(plan: scene.Plan) -> tuple[float, float]:
    """Inches, kept in proportion when a long graph has to shrink."""
    width, height = max(plan.width, 480) / PIXELS, (plan.height + TOP) / PIXELS
    shrink = min(1.0, LARGEST[0] / width, LARGEST[1] / height)
    return width * shrink, height * shrink


def draw_networkx(trace, step: int | None = None, ax: "Axes | None" = None, pos: Mapping | None = None) -> "Axes":
    """Draw ``trace.to_networkx()`` with networkx' own functions at our layout's places, and return the Axes.

    Node labels carry the value and the gradient at ``step``; edge labels the messages sent so far. Use it as a pattern:
    once the graph is a `networkx.MultiDiGraph`, everything networkx can do is open to you.
    """
    import networkx as nx

    picture = scene.build(trace, step, pos)
    if ax is None:
        import matplotlib.pyplot as plt

        width, height = figure_size(picture.plan)
        _, ax = plt.subplots(figsize=(width, height), layout="constrained")
    graph, boxes = trace.to_networkx(), picture.plan.boxes
    centres = {node: (box.x + box.width / 2, -(box.y + box.height / 2)) for node, box in boxes.items()}
    colours = [INK["glow"] if node == picture.focus.node else INK["leaf" if boxes[node].kind == "leaf" else "panel"] for node in graph]
    bent = [f"arc3,rad={0.18 * k:g}" for k in range(_most_parallel(graph))]
    nx.draw_networkx_nodes(graph, centres, ax=ax, node_color=colours, edgecolors=INK["ink"], node_size=3200, node_shape="o")
    nx.draw_networkx_edges(graph, centres, ax=ax, connectionstyle=bent, node_size=3200, edge_color=INK["muted"])
    nx.draw_networkx_labels(graph, centres, {node: _node_label(picture, boxes[node]) for node in graph}, ax=ax, font_size=7)
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


class _Painter:
    """Puts one scene on one Axes, in the scene's own pixels."""

    def __init__(self, ax: "Axes", picture: scene.Scene, values: bool):
        self.ax, self.scene, self.values = ax, picture, values
        width, height = picture.plan.width, picture.plan.height
        ax.set_xlim(0, max(width, 480))
        ax.set_ylim(height + TOP, 0)
        ax.set_aspect("equal", adjustable="datalim" if ax.get_subplotspec() else "box")
        ax.axis("off")
        figure_width = ax.figure.get_size_inches()[0] * ax.get_position().width
        self.point = 72 * figure_width / max(width, 480)

    def paint(self) -> None:
        """Arrows below, boxes above, messages on top, the sentence underneath."""
        plan = self.scene.plan
        for arrow in plan.arrows:
            self.arrow(arrow)
        for box in plan.boxes.values():
            self.box(box)
        for arrow in plan.arrows:
            self.pill(arrow.route.label, self.scene.shown.get(f"message/{arrow.id}"))
        for seed in plan.seeds:
            self.seed(seed)
        words = f"step {self.scene.step} of {self.scene.steps}: {self.scene.sentence}"
        room = int(max(plan.width, 480) / 7.2)
        self.text(12, plan.height + TOP / 2 - 4, shorten(words, room), INK["ink"], LINE_SIZE, family="DejaVu Sans")

    def text(self, x: float, y: float, words: str, colour: str, size: float, **style) -> None:
        """Words in data coordinates; matplotlib's mathematics stays off, so ``$`` is a dollar."""
        style = {"va": "center", "family": "DejaVu Sans Mono", **style}
        self.ax.text(x, y, words, color=colour, size=size * self.point, parse_math=False, clip_on=False, **style)

    def curve(self, points, colour: str, width: float, dashes: str = "-") -> None:
        """A Bézier route."""
        from matplotlib.patches import PathPatch
        from matplotlib.path import Path

        codes = [Path.MOVETO] + [Path.CURVE4] * (len(points) - 1)
        style = {"fill": False, "color": colour, "linewidth": width * self.point, "linestyle": dashes}
        self.ax.add_patch(PathPatch(Path(points, codes), **style))

    def arrow(self, arrow: scene.Arrow) -> None:
        """An edge with its head, its input's name and, where there are several, its slot's number."""
        active = self.scene.focus.edge == (arrow.source, arrow.index)
        sent = f"message/{arrow.id}" in self.scene.shown
        colour = INK["active"] if active else INK["ink" if sent else "line"]
        x, y = arrow.route.start
        end_x, end_y = arrow.route.end
        hole = arrow.target is None
        self.curve(arrow.route.points, colour, 3.0 if active else 1.6, ":" if hole else "--" if active else "-")
        if hole:
            self.text(end_x + 4, end_y, "None", INK["muted"], SMALL_SIZE, family="DejaVu Sans")
            return
        self.head(arrow.route.end, colour)
        self.text(x + 6, y - 8, shorten(arrow.input, 12), INK["muted"], SMALL_SIZE, family="DejaVu Sans")
        if self.scene.plan.boxes[arrow.target].slots > 1:
            self.text(end_x - 9, end_y - 9, f"[{arrow.slot}]", INK["ink"], SMALL_SIZE, ha="right", weight="bold")

    def head(self, tip: tuple[float, float], colour: str) -> None:
        """A triangle that points right."""
        from matplotlib.patches import Polygon

        x, y = tip
        self.ax.add_patch(Polygon([(x, y), (x - HEAD, y - HEAD / 1.8), (x - HEAD, y + HEAD / 1.8)], color=colour, lw=0))

    def seed(self, seed: scene.Seed) -> None:
        """What backward put in from outside."""
        shown = self.scene.shown.get(f"seed/{seed.node}/{seed.slot}")
        if shown is None:
            return
        self.curve(seed.route.points, INK["ink"], 1.6)
        self.head(seed.route.end, INK["ink"])
        x, y = seed.route.label
        self.text(x, y - 17, "seed", INK["muted"], SMALL_SIZE, ha="center", family="DejaVu Sans")
        self.pill(seed.route.label, shown)

    def pill(self, place: tuple[float, float], shown: str | None) -> None:
        """A message on its arrow."""
        if shown is None or not self.values:
            return
        words = f"∂= {shorten(shown, scene.MESSAGE_FITS)}"
        self.rounded(place[0] - (7 * len(words) + 14) / 2, place[1] - 9.5, 7 * len(words) + 14, 19, 9.5, INK["ground"], INK["message"], 1)
        self.text(*place, words, INK["message"], LINE_SIZE, ha="center")

    def rounded(self, x, y, width, height, radius, face: str, edge: str, line: float, dashes: str = "-") -> None:
        """A box with round corners."""
        from matplotlib.patches import FancyBboxPatch

        style = f"round,pad=0,rounding_size={radius}"
        looks = {"facecolor": face, "edgecolor": edge, "linewidth": line * self.point, "linestyle": dashes}
        self.ax.add_patch(FancyBboxPatch((x, y), width, height, boxstyle=style, mutation_aspect=1, **looks))

    def box(self, box: scene.Box) -> None:
        """A node: title, values, gradients, badge."""
        active = self.scene.focus.node == box.id
        face = INK["glow"] if active else INK[{"leaf": "leaf", "function": "function"}.get(box.kind, "box")]
        edge, line = (INK["active"], 3.0) if active else (INK["line"], 1.4)
        radius = 22 if box.kind == "leaf" else 7
        self.rounded(box.x, box.y, box.width, box.height, radius, face, edge, line, "--" if active else "-")
        self.text(box.x + 12, box.y + 19, shorten(box.title, int((box.width - 20) / 8.2)), INK["ink"], TITLE_SIZE, family="DejaVu Sans", weight="bold")
        if self.values:
            self.lines(box)
            self.badge(box)

    def lines(self, box: scene.Box) -> None:
        """A line of value and one of gradient for each slot; for a leaf also its ``.grad``."""
        shown, y = self.scene.shown, box.y + scene.TITLE_HEIGHT + 10
        fronts = [(f"[{slot}] " if box.slots > 1 else "") + shorten(name or "", 8) for slot, name in enumerate(box.names)]
        indent = max(map(len, fronts)) * 7.2 + (8 if any(fronts) else 0)
        rows = []
        for slot, value in enumerate(box.values):
            rows.append((fronts[slot], f"v= {value or '?'}", "value"))
            rows.append(("", f"∂= {shown.get(f'grad/{box.id}/{slot}', '')}", "message"))
        if box.kind == "leaf":
            rows.append(("", f".grad= {shown.get(f'total/{box.id}', '')}", "total"))
        for front, words, colour in rows:
            self.text(box.x + 12, y, front, INK["ink"], LINE_SIZE, style="italic", weight="bold")
            used = int(indent / 7.2)
            self.text(box.x + 12 + indent, y, scene.fitted(words, box, used), INK[colour], LINE_SIZE)
            y += scene.LINE_HEIGHT

    def badge(self, box: scene.Box) -> None:
        """Where the node stands: waiting, ready, running, done."""
        words = scene.badge(box.id, self.scene.shown)
        words = STATUS.get(words, words)
        if not words:
            return
        width = 6.4 * len(words) + 16
        right = box.x + box.width - 10
        dashes = ":" if words.startswith("heard") else "-"
        self.rounded(right - width, box.y - 13, width, 18, 9, INK["panel"], INK["line"], 1, dashes)
        self.text(right - width / 2, box.y - 4, words, INK["ink"], SMALL_SIZE, ha="center", family="DejaVu Sans")

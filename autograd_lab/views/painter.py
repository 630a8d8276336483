"""Draws a scene with matplotlib, in the scene's own pixels."""

import textwrap
from typing import TYPE_CHECKING

from autograd_lab.views import scene, sizes, theme
from autograd_lab.views._numbers import shorten
from autograd_lab.views.routes import HEAD

if TYPE_CHECKING:
    from matplotlib.axes import Axes

INK = theme.LIGHT
TITLE_SIZE, LINE_SIZE, SMALL_SIZE = 11.4, 11.2, 9.4
STATUS = {"ready": "ready", "running": "▶ running", "done": "✓ done", "error": "✗ error"}
NARROWEST = 520
CAPTION_HEIGHT, CAPTION_LINE, CAPTION_LETTER = 52, 18, 7.4
LARGEST = 2300, 1300
"""Pixels of a scene that a picture shows at most; of a larger graph it shows the part around the node at work."""

Window = tuple[float, float, float, float]


def window(picture: scene.Scene) -> Window:
    """The part of the scene to draw, as left, top, width, height."""
    plan = picture.plan
    width, height = min(plan.width, LARGEST[0]), min(plan.height, LARGEST[1])
    centre = plan.boxes.get(picture.focus.node or "") or next(iter(plan.boxes.values()), None)
    if centre is None:
        return 0, 0, NARROWEST, height
    left = max(0, min(centre.x + centre.width / 2 - width / 2, plan.width - width))
    top = max(0, min(centre.y + centre.height / 2 - height / 2, plan.height - height))
    return left, top, max(width, NARROWEST), height


class Painter:
    """Puts one scene on one Axes, in the scene's own pixels."""

    def __init__(self, ax: "Axes", picture: scene.Scene, values: bool):
        self.ax, self.scene, self.values = ax, picture, values
        self.left, self.top, self.width, self.height = window(picture)
        ax.set_xlim(self.left, self.left + self.width)
        ax.set_ylim(self.top + self.height + CAPTION_HEIGHT, self.top)
        ax.set_aspect("equal", adjustable="box")
        ax.axis("off")
        inches, place = ax.figure.get_size_inches(), ax.get_position()
        room = (inches[0] * place.width / self.width, inches[1] * place.height / (self.height + CAPTION_HEIGHT))
        self.point = 72 * min(room)

    def paint(self) -> None:
        """Arrows below, boxes above, messages on top, the sentence underneath."""
        plan = self.scene.plan
        arrows = [arrow for arrow in plan.arrows if self.touches(*_bounds(arrow.route.points))]
        for arrow in arrows:
            self.arrow(arrow)
        for box in plan.boxes.values():
            if self.touches(box.x, box.y, box.x + box.width, box.y + box.height):
                self.box(box)
        for arrow in arrows:
            if self.touches(*arrow.route.label, *arrow.route.label):
                self.pill(arrow.route.label, self.scene.shown.get(f"message/{arrow.id}"))
        for seed in plan.seeds:
            if self.touches(*_bounds(seed.route.points)):
                self.seed(seed)
        self.caption()

    def touches(self, left: float, top: float, right: float, bottom: float) -> bool:
        """Whether a rectangle reaches into the window."""
        beside = right < self.left or left > self.left + self.width
        return not beside and bottom >= self.top and top <= self.top + self.height

    def caption(self) -> None:
        """The sentence of the step, in two lines at most, and what the window leaves out."""
        plan = self.scene.plan
        words = f"step {self.scene.step} of {self.scene.steps}: {self.scene.sentence}"
        if plan.width > self.width or plan.height > self.height:
            words = f"(part of a graph of {len(plan.boxes)} nodes) {words}"
        lines = textwrap.wrap(words, int((self.width - 24) / CAPTION_LETTER), max_lines=2, placeholder=" …")
        for number, line in enumerate(lines):
            y = self.top + self.height + 8 + number * CAPTION_LINE
            self.text(self.left + 12, y, line, INK["ink"], LINE_SIZE, family="DejaVu Sans")

    def text(self, x: float, y: float, words: str, colour: str, size: float, **style) -> None:
        """Words in data coordinates; matplotlib's mathematics stays off, so ``$`` is a dollar."""
        style = {"va": "center", "family": "DejaVu Sans Mono", **style}
        self.ax.text(x, y, words, color=colour, size=size * self.point, parse_math=False, clip_on=True, **style)

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
        if self.scene.plan.boxes[arrow.target].slots > 1 and not isinstance(arrow.index, str):
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
        words = f"∂= {shorten(shown, sizes.MESSAGE_FITS)}"
        self.rounded(
            place[0] - (7 * len(words) + 14) / 2,
            place[1] - 9.5,
            7 * len(words) + 14,
            19,
            9.5,
            INK["ground"],
            INK["message"],
            1,
        )
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
        if box.kind == "fold":
            face = INK["panel"]
            self.rounded(box.x + 5, box.y - 5, box.width, box.height, radius, face, edge, line)
        self.rounded(box.x, box.y, box.width, box.height, radius, face, edge, line, "--" if active else "-")
        self.text(
            box.x + 12,
            box.y + 19,
            shorten(box.title, int((box.width - 20) / 8.2)),
            INK["ink"],
            TITLE_SIZE,
            family="DejaVu Sans",
            weight="bold",
        )
        if box.kind == "fold":
            self.holds(box)
        elif self.values:
            self.lines(box)
            self.badge(box)

    def holds(self, box: scene.Box) -> None:
        """What is folded."""
        for number, line in enumerate(box.lines):
            y = box.y + sizes.TITLE_HEIGHT + 10 + number * sizes.LINE_HEIGHT
            self.text(box.x + 12, y, scene.fitted(line, box), INK["muted"], LINE_SIZE)

    def lines(self, box: scene.Box) -> None:
        """A line of value and one of gradient for each slot; for a leaf also its ``.grad``."""
        shown, y = self.scene.shown, box.y + sizes.TITLE_HEIGHT + 10
        fronts = [
            (f"[{slot}] " if box.slots > 1 else "") + shorten(name or "", 8) for slot, name in enumerate(box.names)
        ]
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
            y += sizes.LINE_HEIGHT

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


def _bounds(points: tuple[tuple[float, float], ...]) -> tuple[float, float, float, float]:
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)

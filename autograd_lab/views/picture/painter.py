"""Draws a scene with matplotlib, in the scene's own pixels."""

import textwrap
from typing import Any

from matplotlib.axes import Axes
from matplotlib.colors import to_rgba
from matplotlib.patches import FancyBboxPatch, PathPatch, Polygon
from matplotlib.path import Path
from matplotlib.patheffects import withStroke

from .. import theme
from ..short_text import WRONG, WRONG_VALUE, short_title, shorten
from . import boxes as sizes
from .boxes import Box
from .bundles import sent_of
from .layout import BEHIND, HEAD, LETTER_WIDTH, LINE_HEIGHT, SECOND_TITLE, SIDE, TITLE_HEIGHT
from .placing import Rect
from .plan import Arrow, Seed
from .routes import Point, badge_left, name_is_below
from .scene import Scene, badge
from .step_texts import LEGEND, heaviest
from .trouble import NOT_FINITE

SANS = "DejaVu Sans"
TITLE_SIZE, LINE_SIZE, SMALL_SIZE = 11.4, 11.2, 10.4
STATUS = {"ready": "ready", "running": "▶ running", "done": "✓ done", "error": "✗ error"}
TITLE_LETTER = 0.76
"""Width of a letter of a title, in sizes of its letters."""
NEAREST = 0.6
"""An arrow is at most so wide, in parts of the way to the arrow beside it."""
NARROWEST = 520
CAPTION_LINE, CAPTION_LETTER, CAPTION_LEAST = 18, 7.4, 2


def caption_of(picture: Scene) -> list[str]:
    """The sentence of the step, in the lines that stand under the picture."""
    width = max(picture.plan.width, NARROWEST)
    return textwrap.wrap(f"{picture.count}: {picture.sentence}", int((width - 24) / CAPTION_LETTER))


def caption_height(*pictures: Scene) -> float:
    """Room for the longest of these sentences."""
    return 16 + CAPTION_LINE * max(CAPTION_LEAST, *(len(caption_of(picture)) for picture in pictures))


class Painter:
    """Puts one scene on one Axes, in the scene's own pixels.

    ``under`` is the room for the sentence, if it is to be another than this one takes.
    """

    def __init__(self, ax: Axes, picture: Scene, under: float | None = None):
        self.ax, self.scene = ax, picture
        self.ink = theme.shown_on(to_rgba(ax.figure.get_facecolor()))
        self.width, self.height = max(picture.plan.width, NARROWEST), picture.plan.height
        self.left = (picture.plan.width - self.width) / 2
        ax.set_xlim(self.left, self.left + self.width)
        whole = self.height + (caption_height(picture) if under is None else under)
        ax.set_ylim(whole, 0)
        ax.set_aspect("equal", adjustable="box")
        ax.axis("off")
        inches, place = ax.figure.get_size_inches(), ax.get_position()
        room = (inches[0] * place.width / self.width, inches[1] * place.height / whole)
        self.point = 72 * min(room)

    def paint(self) -> None:
        """Frames and arrows below, boxes above, messages on top, the sentence underneath."""
        plan = self.scene.plan
        for frame in plan.frames:
            self._rounded((frame.x, frame.y, frame.width, frame.height), 10, "panel", "line", 1.2)
        for arrow in plan.arrows:
            self._arrow(arrow)
        for frame in plan.frames:
            self._text(frame.x + 12, frame.y + 15, frame.short, "muted", SMALL_SIZE, weight="bold", **self._on("panel"))
        for box in plan.boxes.values():
            self._box(box)
        for arrow in plan.arrows:
            if arrow.route.crowded and not self._is_active(arrow):
                continue
            fits = sizes.MESSAGE_FITS + (len(sent_of(arrow.count, arrow.count)) if arrow.count > 1 else 0)
            self._pill(arrow.route.label, self.scene.shown.get(arrow.key or ""), fits)
        for seed in plan.seeds:
            self._seed(seed)
        self._caption()

    # ----- what is drawn ----------------------------------------------------------------------------------------------
    def _caption(self) -> None:
        for number, line in enumerate(caption_of(self.scene)):
            y = self.height + 8 + number * CAPTION_LINE
            self._text(self.left + 12, y, line, "ink", family=SANS)

        if any(key.startswith("weight/") for key in self.scene.shown):
            where = self.left + self.width - 12, self.height - 8
            self._text(*where, LEGEND, "muted", SMALL_SIZE, family=SANS, ha="right")

    def _is_active(self, arrow: Arrow) -> bool:
        """Whether the event is about what this arrow stands for."""
        return arrow.edge is not None and self.scene.focus.edge == arrow.edge

    def _arrow(self, arrow: Arrow) -> None:
        """An edge with its head, its input's name and, where there are several, its slot's number."""
        down, active = self.scene.plan.vertical, self._is_active(arrow)
        sent = bool(arrow.shown("message", self.scene.shown))  # in this backward; widths are those of the one before
        colour = "active" if active else "ink" if sent else "line"
        weight = (sent and heaviest(arrow.shown("weight", self.scene.shown))) or "1.6"
        wrong = WRONG.search(weight) is not None
        colour, width = (
            ("wrong", 4.0)
            if wrong
            else (colour, min(float(weight), max(1.0, NEAREST * arrow.route.near)) + 1.4 * active)
        )
        (x, y), (end_x, end_y) = arrow.route.start, arrow.route.end
        hole = arrow.target is None
        self._curve(arrow.route.points, colour, width, ":" if hole or wrong else "--" if active else "-")
        if not hole:
            self._head(arrow.route.end, colour, width)
        is_below = down or name_is_below(arrow.route.points, down)
        beside = 9 + BEHIND * (down and self.scene.plan.boxes[arrow.source].kind == "fold") if is_below else -8
        self._text(x + 6, y + beside, arrow.route.name, "muted", SMALL_SIZE, **self._on("ground"))
        slot = self.scene.plan.slot_of(arrow)
        if slot:
            self._text(end_x - 9, end_y - 9, slot, "ink", SMALL_SIZE, ha="right", weight="bold")

    def _seed(self, seed: Seed) -> None:
        """What backward put in from outside."""
        shown, down = self.scene.shown.get(seed.key), self.scene.plan.vertical
        if shown is None:
            return
        self._curve(seed.route.points, "ink", 1.6)
        self._head(seed.route.end, "ink")
        (x, y), side = seed.route.start if down else seed.route.label, "left" if down else "center"
        self._text(x + 6 * down, y + 4 if down else y - 17, "seed", "muted", SMALL_SIZE, ha=side, family=SANS)
        self._pill(seed.route.label, shown)

    def _pill(self, place: Point, shown: str | None, fits: int = sizes.MESSAGE_FITS) -> None:
        """A message on its arrow."""
        if shown is None:
            return
        colour = "wrong" if WRONG.search(shown) else "message"
        words = shorten(shown, fits)
        width = 7 * len(words) + 14
        self._rounded((place[0] - width / 2, place[1] - 9.5, width, 19), 9.5, "ground", colour, 1)
        self._text(*place, words, colour, ha="center")

    def _box(self, box: Box) -> None:
        """A node: title, values, gradients, badge."""
        active, fold = self.scene.focus.node == box.id, box.kind == "fold"
        face = {"leaf": "leaf", "function": "function", "fold": "panel"}.get(box.kind, "box")
        edge, line = ("active", 3.0) if active else ("line", 1.4)
        radius = 22 if box.kind == "leaf" else 7
        if fold:
            self._rounded((box.x + BEHIND, box.y + BEHIND, box.width, box.height), radius, face, edge, line)
        place = (box.x, box.y, box.width, box.height)
        self._rounded(place, radius, "glow" if active else face, edge, line, "--" if active else "-")
        for number, title in enumerate(sizes.titles_of(box.kind, box.short or box.title)):
            room = box.width - 2 * SIDE + 6
            size = max(TITLE_SIZE * min(1, room / sizes.title_width(title)), SMALL_SIZE)
            title = short_title(title, int(room / (size * TITLE_LETTER)))
            y = box.y + 19 + SECOND_TITLE * number
            self._text(box.x + SIDE, y, title, "ink", size, family=SANS, weight="bold")
        if fold:
            for number, words in enumerate(box.lines):
                y = box.y + TITLE_HEIGHT + 10 + number * LINE_HEIGHT
                self._text(box.x + SIDE, y, box.fitted(words), "wrong" if words == NOT_FINITE else "muted")
            self._badge(box, self.scene.shown.get(f"progress/{box.id}", ""))
        else:
            self._lines(box)
            words = badge(box.id, self.scene.shown)
            self._badge(box, STATUS.get(words, words))
            self._mark(box)

    def _lines(self, box: Box) -> None:
        """A line of value and one of gradient for each slot; for a leaf also its ``.grad``."""
        shown, y = self.scene.shown, box.y + sizes.title_height(box.kind, box.title) + 10
        fronts = sizes.fronts(box.kind, box.names)
        used = max(map(len, fronts), default=0)
        rows = []
        for slot, front in enumerate(fronts):
            rows.append((front, f"v= {box.value(slot, shown)}", "value"))
            rows.append(("", f"∂= {shown.get(f'grad/{box.id}/{slot}', '')}", "message"))
        if box.kind == "leaf":
            rows.append(("", f"{sizes.TOTAL}{shown.get(f'total/{box.id}', '')}", "total"))
        for front, words, colour in rows:
            self._text(box.x + 12, y, front, "ink", style="italic", weight="bold")
            colour = "wrong" if (WRONG_VALUE if colour == "value" else WRONG).search(words) else colour
            self._text(box.x + 12 + LETTER_WIDTH * used, y, box.fitted(words, used), colour)
            y += LINE_HEIGHT

    def _badge(self, box: Box, words: str) -> None:
        """Where the node stands: waiting, ready, running, done; of a closed group, how many are done."""
        if not words:
            return
        width = 6.4 * len(words) + 16
        left = badge_left(box.right, width, self.scene.plan.tips.get(box.id))
        dashes = ":" if words.startswith("received") else "-"
        self._rounded((left, box.y - 13, width, 18), 9, "panel", "line", 1, dashes)
        self._text(left + width / 2, box.y - 4, words, "ink", SMALL_SIZE, ha="center", family=SANS)

    def _mark(self, box: Box) -> None:
        """What a hook has made of a gradient here."""
        mark = self.scene.shown.get(f"hook/{box.id}")
        if mark:
            words = shorten(mark, int((box.width - 36) / 6.4))
            left = box.x - 24 if self.scene.plan.vertical else box.x + 10
            self._rounded((left, box.bottom - 8, 6.4 * len(words) + 16, 18), 9, "glow", "active", 1.4)
            self._text(left + 8, box.bottom + 1, words, "ink", SMALL_SIZE, family=SANS)

    # ----- how it is drawn --------------------------------------------------------------------------------------------
    def _text(self, x: float, y: float, words: str, colour: str, size: float = LINE_SIZE, **style: Any) -> None:
        """Words in data coordinates; matplotlib's mathematics stays off, so ``$`` is a dollar."""
        style = {"va": "center", "family": "DejaVu Sans Mono", **style}
        self.ax.text(
            x, y, words, color=self.ink[colour], size=size * self.point, parse_math=False, clip_on=True, **style
        )

    def _curve(self, points: tuple[Point, ...], colour: str, width: float, dashes: str = "-") -> None:
        """A Bézier route."""
        codes = [Path.MOVETO] + [Path.CURVE4] * (len(points) - 1)
        style = {"fill": False, "color": self.ink[colour], "linewidth": width * self.point, "linestyle": dashes}
        self.ax.add_patch(PathPatch(Path(points, codes), **style))

    def _on(self, ground: str) -> dict[str, Any]:
        """How small letters are written on lines: with a rim of their ground."""
        return {"family": SANS, "path_effects": [withStroke(linewidth=3 * self.point, foreground=self.ink[ground])]}

    def _head(self, tip: Point, colour: str, width: float = 0) -> None:
        """A triangle that points where the picture runs, right or down; wider than its line."""
        back = [(-HEAD, -HEAD / 1.8), (-HEAD, HEAD / 1.8)]
        turned = [(v, u) for u, v in back] if self.scene.plan.vertical else back
        corners = [tip, *((tip[0] + x, tip[1] + y) for x, y in turned)]
        self.ax.add_patch(Polygon(corners, color=self.ink[colour], lw=0.8 * width * self.point))

    def _rounded(self, place: Rect, radius: float, face: str, edge: str, line: float, dashes: str = "-") -> None:
        """A box with round corners; ``place`` is left, top, width, height."""
        x, y, width, height = place
        style = f"round,pad=0,rounding_size={radius}"
        looks = {
            "facecolor": self.ink[face],
            "edgecolor": self.ink[edge],
            "linewidth": line * self.point,
            "linestyle": dashes,
        }
        self.ax.add_patch(FancyBboxPatch((x, y), width, height, boxstyle=style, mutation_aspect=1, **looks))

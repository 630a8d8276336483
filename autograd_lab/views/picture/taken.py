"""What is taken in a picture, and where a label finds a free place on its arrow. ``static/routes.js`` does the same."""

from collections.abc import Iterable
from itertools import product
from math import inf

from .layout import ABOVE, ASIDE, CELL, CROWDED, LABEL_HEIGHT, PLACES
from .placing import Rect

Point = tuple[float, float]


def at(points: tuple[Point, ...], curve: int, t: float) -> Point:
    """The point at ``t`` (0 to 1) of curve number ``curve``."""
    p0, p1, p2, p3 = points[3 * curve : 3 * curve + 4]
    a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
    return (a * p0[0] + b * p1[0] + c * p2[0] + d * p3[0], a * p0[1] + b * p1[1] + c * p2[1] + d * p3[1])


class Taken:
    """The rectangles that a label must not touch, in a coarse grid so that 2000 nodes stay quick."""

    def __init__(self, rects: Iterable[Rect]):
        self.cells: dict[tuple[int, int], list[Rect]] = {}
        for rect in rects:
            self.add(rect)

    def place(self, points: tuple[Point, ...], label: float, lean: int = 0) -> tuple[Point, bool]:
        """The first place along the curves where a label fits; if there is none, where it covers least.

        And whether it is in a crowd there. ``lean``: which side of its curve it prefers, -1 the left one.
        """
        curves = (len(points) - 1) // 3
        if not label:
            x, y = at(points, 0, 0.5)
            return (round(x, 1), round(y, 1)), False
        found: tuple[float, Rect] = inf, (0.0, 0.0, 0.0, 0.0)
        for beside, above, curve, t in product(ASIDE[lean + 1], ABOVE, range(curves), PLACES):
            x, y = at(points, curve, t)
            x, y = x + beside * label, y + above
            rect = (x - label / 2, y - LABEL_HEIGHT / 2, x + label / 2, y + LABEL_HEIGHT / 2)
            covered = self._covers(rect)
            if covered < found[0] - 1:
                found = covered, rect
            if not covered:
                break
        (covered, rect), (left, top, right, bottom) = found, found[1]
        crowded = covered > CROWDED * label * LABEL_HEIGHT
        if not crowded:
            self.add(rect)
        return (round((left + right) / 2, 1), round((top + bottom) / 2, 1)), crowded

    def _covered(self, rect: Rect) -> Iterable[tuple[int, int]]:
        left, top, right, bottom = (int(side // CELL) for side in rect)
        return ((column, row) for column in range(left, right + 1) for row in range(top, bottom + 1))

    def add(self, rect: Rect) -> None:
        """From now on no label may be here."""
        for cell in self._covered(rect):
            self.cells.setdefault(cell, []).append(rect)

    def _covers(self, rect: Rect) -> float:
        """How many square pixels of taken places a rectangle would cover."""
        left, top, right, bottom = rect
        near = {other for cell in self._covered(rect) for other in self.cells.get(cell, ())}
        sides = (
            (min(right, other[2]) - max(left, other[0]), min(bottom, other[3]) - max(top, other[1])) for other in near
        )
        return sum(width * height for width, height in sides if width > 0 and height > 0)

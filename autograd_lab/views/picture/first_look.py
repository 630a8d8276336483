"""How a picture opens: which groups are open in it and which way it runs, so that its letters can be read.

The browser decides the same for its own window (``turn`` in ``stepper.js``, ``readable`` in ``folding.js``).
"""

from math import inf

from .plan import Planner

ROOM = 1150, 700
"""Pixels that a picture may take before it is drawn smaller: they decide how it runs."""
RIGHT_FROM, BETTER = 0.8, 1.1
"""A picture runs right if so much of its size is left then, and down where that shows it so many times larger."""
SCALES = (0.0, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)
"""How far a picture may run down: as far as can be seen at one of these sizes; the first goes on nowhere."""
LARGE = 0.85
"""The first of them that keeps so much of its size is taken, for it goes on beside most rarely; or else the largest."""
READ_FROM = 0.75
"""Letters are read with ease where so much of a picture's size is left."""


def readable(planner: Planner, opened: set[str]) -> set[str]:
    """The groups that stay open when, where letters would be too small, the innermost close."""
    while len(opened) > 1 and best_down(planner, opened)[1] < READ_FROM:
        opened = planner.groups.closed(opened)
    return opened


def best_down(planner: Planner, opened: set[str]) -> tuple[float, float]:
    """How far the picture should run down before it goes on beside, 0 if it is to run right; and its size then."""

    def size(down: float) -> float:
        placing = planner.placed(opened, down)
        return min(1.0, ROOM[0] / placing.width, ROOM[1] / placing.height)

    right = size(0.0)
    if right >= RIGHT_FROM:
        return 0.0, right
    ways = [ROOM[1] / scale if scale else inf for scale in SCALES]
    down = next((way for way in ways if size(way) >= LARGE), max(ways, key=size))
    return (down, size(down)) if size(down) >= BETTER * right else (0.0, right)

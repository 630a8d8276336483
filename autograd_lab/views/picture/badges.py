"""Where the state of a box stands, on its upper side: beside the arrows that come from above, not on their heads.

The browser does the same (``arrows.js``).
"""

from collections.abc import Iterable, Iterator, Mapping

from .placing import Rect

WIDTH, ASIDE, OVER = 82, 10, 24
"""Pixels that a state takes; it ends so far left of the box's right side, or begins so far right of the arrows, and
goes no farther than so far beyond the box."""


def tips_of(ends: Iterable[tuple[str, float]]) -> dict[str, float]:
    """How far right arrows come into each box; ``ends`` are (box, x) of the tips of their heads."""
    tips: dict[str, float] = {}
    for box, x in ends:
        tips[box] = max(tips.get(box, x), x)
    return tips


def badge_left(right: float, width: float, tip: float | None) -> float:
    """Where a state begins whose box has its right side there; ``tip``: of the rightmost arrow from above."""
    left = right - ASIDE - width
    return left if tip is None else max(left, min(tip + ASIDE, right + OVER - width))


def badge_places(tips: Mapping[str, float], boxes: Mapping[str, Rect]) -> Iterator[Rect]:
    """What the states of these boxes may take: left, top, right, bottom."""
    for box, (x, y, width, _) in boxes.items():
        left = badge_left(x + width, WIDTH, tips.get(box))
        yield left, y - 13, left + WIDTH, y

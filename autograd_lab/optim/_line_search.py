"""How far to go along a direction: until the loss has fallen enough and the slope is flat enough.

These are the strong Wolfe conditions. First steps grow until a bracket holds such a point; then the bracket shrinks.

PyTorch: torch/optim/lbfgs.py; Nocedal and Wright, Numerical Optimization, algorithms 3.5 and 3.6.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

ENOUGH, FLAT = 1e-4, 0.9
"""c₁ and c₂: how much of the fall that the slope promises is wanted, and how much of the slope may be left."""


class Point(NamedTuple):
    """A place on the way: how far it is, and the loss, the gradient and the slope there."""

    far: Any
    loss: float
    gradient: Any
    slope: Any


def strong_wolfe(
    at: Callable[[Any], Point], first: Any, start: Point, length: Any, smallest: float, most: int
) -> tuple[Point, int]:
    """The point to go to, and how often the loss was computed.

    Args:
        at: computes the point that is so far along the direction.
        first: how far to try first.
        start: the current point.
        length: the largest component of the direction.
        smallest: a bracket narrower than this is not divided further.
        most: how many points may be tried after the first.
    """
    bracket, tried = _bracket(at, first, start, most)
    found = len(bracket) == 1
    low, high = (0, 1) if bracket[0].loss <= bracket[-1].loss else (1, 0)
    stuck = False
    while not found and tried < most:
        if abs(bracket[1].far - bracket[0].far) * length < smallest:
            break
        far, stuck = _inside(bracket, stuck)
        point, tried = at(far), tried + 1
        if point.loss > start.loss + ENOUGH * far * start.slope or point.loss >= bracket[low].loss:
            bracket[high] = point
            low, high = (0, 1) if bracket[0].loss <= bracket[1].loss else (1, 0)
            continue
        found = bool(abs(point.slope) <= -FLAT * start.slope)
        if not found and point.slope * (bracket[high].far - bracket[low].far) >= 0:
            bracket[high] = bracket[low]
        bracket[low] = point
    return bracket[low], tried + 1


def _bracket(at: Callable[[Any], Point], far: Any, start: Point, most: int) -> tuple[list[Point], int]:
    """Two points with a good one between them, or a good one alone; and how many were tried after the first."""
    before, point, tried = start, at(far), 0
    while tried < most:
        if point.loss > start.loss + ENOUGH * far * start.slope or (tried > 1 and point.loss >= before.loss):
            return [before, point], tried
        if abs(point.slope) <= -FLAT * start.slope:
            return [point], tried
        if point.slope >= 0:
            return [before, point], tried
        farther = _lowest(before, point, (far + 0.01 * (far - before.far), far * 10))
        before, far = point, farther
        point, tried = at(far), tried + 1
    return [start, point], tried


def _inside(bracket: list[Point], stuck: bool) -> tuple[Any, bool]:
    """Where to divide the bracket: not too near an end twice in a row; and whether it is near one."""
    far = _lowest(*bracket)
    ends = [point.far for point in bracket]
    margin = 0.1 * (max(ends) - min(ends))
    if not min(max(ends) - far, far - min(ends)) < margin:
        return far, False
    if not (stuck or far >= max(ends) or far <= min(ends)):
        return far, True
    near_top = abs(far - max(ends)) < abs(far - min(ends))
    return (max(ends) - margin if near_top else min(ends) + margin), False


def _lowest(one: Point, two: Point, bounds: tuple[Any, Any] | None = None) -> Any:
    """Where the cubic through two points with these slopes is lowest; between the bounds."""
    low, high = bounds or ((one.far, two.far) if one.far <= two.far else (two.far, one.far))
    middle = one.slope + two.slope - 3 * (one.loss - two.loss) / (one.far - two.far)
    square = middle**2 - one.slope * two.slope
    if not square >= 0:
        return (low + high) / 2.0
    root = square.sqrt()
    left, right = (one, two) if one.far <= two.far else (two, one)
    back = (right.slope + root - middle) / (right.slope - left.slope + 2 * root)
    return min(max(right.far - (right.far - left.far) * back, low), high)

"""Whether a gradient had grown from backward to backward before it was more than a number can hold."""

from itertools import pairwise

from .cancelled import rms
from .events import GradAccumulated
from .finite import is_finite
from .story import Story
from .values import number_text

GROWN = 1e6
"""So many times larger than it was: no ordinary course of training."""
STEADY = 3
"""Gradients, each larger than the one before, that make a growth."""


def grown_words(story: Story, node: str, k: int) -> str:
    """A sentence about the gradients of a leaf up to event ``k``; "" where they did not grow steadily, and a lot."""
    sizes = [
        (number, rms(event.gradient))
        for number, first, last in story.backwards
        for event in story.events[first : min(last, k) + 1]
        if isinstance(event, GradAccumulated) and event.node == node and is_finite(event.gradient)
    ]
    falls = [place for place, (one, other) in enumerate(pairwise(sizes), 1) if not 0 < one[1] < other[1]]
    growing = sizes[falls[-1] if falls else 0 :]
    if len(growing) < STEADY or growing[-1][1] < GROWN * growing[0][1]:
        return ""
    (first, small), (last, large) = growing[0], growing[-1]
    grown = f"{story.name(node) or 'the leaf'}.grad had grown from {number_text(small)} in backward {first} to "
    return f" {grown}{number_text(large)} in backward {last}: the steps are too large, try a smaller learning rate."

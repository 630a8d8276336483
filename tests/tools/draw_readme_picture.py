"""Draws the moving picture in README: the backward pass of a graph as in the first lesson, a frame for each step.

python tests/tools/draw_readme_picture.py
"""

from pathlib import Path

import autograd_lab as al

PICTURE = Path(__file__).parents[2] / "notebooks" / "images" / "backward.gif"
SECONDS = 2.0
"""A frame is read in so long."""


def first_trace() -> al.Trace:
    """e = (a + b) · d at 6, 2, 5: the program of lesson 00, which asks for its gradients, with other numbers."""
    a = al.tensor(6.0, requires_grad=True)
    b = al.tensor(2.0, requires_grad=True)
    d = al.tensor(5.0, requires_grad=True)
    c = a + b
    e = c * d
    with al.record() as trace:
        e.backward()
    return trace


if __name__ == "__main__":
    first_trace().to_gif(PICTURE, SECONDS)

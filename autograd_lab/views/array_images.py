"""Arrays as small images in one picture: the weights of a layer, or their gradients, unit by unit.

Every image has the same scale of colours, symmetric about 0 where there are negative numbers. So a dark spot in one
image means the same number as in another.
"""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap

from .matplotlib_figures import ink, pyplot_chart

GAP = 1
"""Pixels of an image between two images."""
ROOM = 3
"""Pixels of an image above one that has a title."""
INCHES = 0.11
"""Of one pixel of an image."""
SIGNED = LinearSegmentedColormap.from_list("signed", ["#b35806", "#f1a340", "#ffffff", "#998ec3", "#542788"], 15)
"""Orange, white, purple, told apart by everyone; few, so that a small PNG has them all."""
GREYS = LinearSegmentedColormap.from_list("greys", ["#ffffff", "#000000"], 17)
TITLE = 8
"""Points of the letters above an image."""


def images(
    arrays: Any,
    shape: tuple[int, int] | None = None,
    titles: Sequence[object] = (),
    columns: int = 8,
    ax: Axes | None = None,
) -> Axes:
    """Draw each array along the first axis of ``arrays`` as an image.

    ``views.images(W1.grad.T, (8, 8))`` shows, for a first layer of weights (pixels, units), which pixels the loss
    depends on through each unit. Orange is negative, purple positive; numbers without a negative one are grey.

    Args:
        arrays: a tensor, an array or nested lists, with as many images as its first axis is long.
        shape: height and width of an image, where ``arrays`` has a row of numbers for each.
        titles: what is written above each image.
        columns: how many images are side by side.
        ax: where to draw; without it a new figure is made.

    Raises:
        ValueError: when the numbers do not make images of that shape.
    """
    stack, titles = _stack(arrays, shape), list(titles)
    across, above = min(columns, len(stack)), ROOM if titles else GAP
    sheet = _sheet(stack, across, above)
    ax = ax or pyplot_chart(max(3.0, sheet.shape[1] * INCHES), sheet.shape[0] * INCHES + 0.4)
    most = float(np.nanmax(np.abs(sheet), initial=0.0)) or 1.0
    signed = bool(np.nanmin(sheet, initial=0.0) < 0)
    drawn = ax.imshow(sheet, cmap=SIGNED if signed else GREYS, vmin=-most if signed else 0, vmax=most)
    ax.set_axis_off()
    height, width = stack.shape[1:]
    for place, title in enumerate(titles[: len(stack)]):
        row, column = divmod(place, across)
        x, y = column * (width + GAP) + width / 2 - 0.5, row * (height + above) + above - 0.8
        ax.text(x, y, str(title), ha="center", va="bottom", fontsize=TITLE, color=ink()["ink"])
    bar = ax.figure.colorbar(drawn, ax=ax, shrink=0.8, pad=0.02)
    bar.ax.tick_params(labelsize=TITLE)
    return ax


def _stack(arrays: Any, shape: tuple[int, int] | None) -> np.ndarray:
    stack = np.asarray(arrays.detach() if hasattr(arrays, "detach") else arrays, dtype=np.float64)
    if shape is not None and stack.ndim and math.prod(stack.shape[1:]) == math.prod(shape):
        stack = stack.reshape(len(stack), *shape)
    if stack.ndim != 3 or not stack.size:
        wanted = f" of {shape[0]}×{shape[1]} numbers each" if shape else ", or a shape for each row of numbers"
        raise ValueError(f"images wants (images, height, width){wanted}; this has shape {tuple(stack.shape)}.")
    return stack


def _sheet(stack: np.ndarray, across: int, above: int) -> np.ndarray:
    """All images on one sheet, with nan between them."""
    count, height, width = stack.shape
    down = math.ceil(count / across)
    sheet = np.full((down * (height + above), across * (width + GAP) - GAP), np.nan)
    for place, image in enumerate(stack):
        row, column = divmod(place, across)
        top, left = row * (height + above) + above, column * (width + GAP)
        sheet[top : top + height, left : left + width] = image
    return sheet

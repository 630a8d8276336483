"""A trace's pictures as files. The views draw them, and are asked for by name: tracing knows none of them."""

import importlib
import os
from typing import Any

from .moments import Moment


class PictureFiles:
    """What a `Trace` can do with views: a page, pictures, and an animation.

    ``step`` is the number that the stepper shows (0: before the first, None: the end), one of ``trace.steps``, or
    ``trace.at(k)``, after k events. A file that is there already is replaced when the new one is whole, and the same
    trace gives the same bytes.
    """

    def to_html(self, path: str | os.PathLike[str]) -> None:
        """Write the stepper as one web page that needs no kernel and no network. See `views.to_html`."""
        _views().to_html(self, path)

    def to_svg(self, path: str | os.PathLike[str], step: Moment | None = None) -> None:
        """Write the graph after ``step`` as SVG. See `views.to_svg`."""
        _views().to_svg(self, path, step)

    def to_png(self, path: str | os.PathLike[str], step: Moment | None = None) -> None:
        """Write the graph after ``step`` as PNG. See `views.to_png`."""
        _views().to_png(self, path, step)

    def to_gif(self, path: str | os.PathLike[str], seconds: float = 1.0, details: bool = False) -> None:
        """Write an animation, one frame a step, each ``seconds`` long. See `views.to_gif`."""
        _views().to_gif(self, path, seconds, details)


def _views() -> Any:
    package = __package__.partition(".")[0]
    return importlib.import_module(f"{package}.views")

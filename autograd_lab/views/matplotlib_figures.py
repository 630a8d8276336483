"""matplotlib figures and the images made from them: figures without pyplot, pyplot's figures, small PNGs, SVG, HTML."""

import base64
import io
from collections.abc import Iterable, Sequence
from html import escape
from typing import Any

import numpy as np
from matplotlib import rc_context, rcParams
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import to_rgba
from matplotlib.figure import Figure
from PIL import Image, ImageColor

from . import theme


def ink() -> dict[str, str]:
    """The colours of new figures: light, or dark where matplotlib's style is."""
    return theme.shown_on(to_rgba(rcParams["figure.facecolor"]))


def figure_of(width: float, height: float) -> Figure:
    """An opaque figure of so many inches, known to nobody else."""
    figure = Figure(figsize=(width, height), facecolor=ink()["ground"])
    FigureCanvasAgg(figure)
    return figure


def png_of(figure: Figure, dpi: int) -> bytes:
    """The figure as PNG bytes, the same for the same drawing, and small: every notebook carries it."""
    return small_png(image_of(figure, dpi), dpi=(dpi, dpi))


def image_of(figure: Figure, dpi: int) -> Image.Image:
    """The figure in pixels, in all its colours."""
    figure.set_dpi(dpi)
    figure.canvas.draw()
    return Image.fromarray(np.asarray(figure.canvas.buffer_rgba())).convert("RGB")


def beside(images: Sequence[Image.Image], down: bool = False) -> Image.Image:
    """Images as one image, from left to right, or one below the other."""
    wide, high = [image.width for image in images], [image.height for image in images]
    sheet = Image.new("RGB", (max(wide), sum(high)) if down else (sum(wide), max(high)), ink()["ground"])
    for place, image in enumerate(images):
        sheet.paste(image, (0, sum(high[:place])) if down else (sum(wide[:place]), 0))
    return sheet


def svg_of(figure: Figure, title: str) -> bytes:
    """The figure as SVG without date and version, letters as shapes: it looks the same where fonts are missing."""
    buffer = io.BytesIO()
    about = {"Title": title, "Date": None, "Creator": None}
    with rc_context({"svg.hashsalt": "autograd_lab", "svg.fonttype": "path"}):
        figure.savefig(buffer, format="svg", metadata=about)
    return buffer.getvalue()


def pdf_of(figure: Figure) -> bytes:
    """The figure as PDF without date and version."""
    buffer = io.BytesIO()
    figure.savefig(buffer, format="pdf", metadata={"Creator": None, "Producer": None, "CreationDate": None})
    return buffer.getvalue()


class PageFigure(Figure):
    """A figure of pyplot's that is shown as a still picture of the page; ``words`` say what is to be seen."""

    words = "Drawn by the code above."

    def _repr_html_(self) -> str:
        buffer = io.BytesIO()
        self.savefig(buffer, format="png")
        with Image.open(buffer) as image:
            png = small_png(image.convert("RGB"))
        light = theme.shown_on(to_rgba(self.get_facecolor())) is theme.LIGHT
        return still_html(png, self.words, self.get_figwidth(), light)


def pyplot_axes(width: float, height: float, top: float = 1) -> Axes:
    """Axes that fill a new figure of pyplot's up to ``top``. A notebook shows it at the end of the cell."""
    return _pyplot_figure(width, height).add_axes((0, 0, 1, top))


def pyplot_chart(width: float, height: float) -> Axes:
    """The same with room around the axes, as much as titles and names of ticks take."""
    return _pyplot_figure(width, height, layout="tight").add_subplot()


def _pyplot_figure(width: float, height: float, **options: Any) -> Figure:
    import matplotlib.pyplot as plt  # chooses a backend, which a program that gives its own Axes does itself

    return plt.figure(figsize=(width, height), FigureClass=PageFigure, **options)


# ----- in few colours -------------------------------------------------------------------------------------------------
COLOURS = 64
"""So many are enough for lines and letters, soft edges included, and the file has a quarter of the bytes."""
NEAR = 12
"""So little, in red, green or blue, lies between two colours of which one is enough."""


def in_few_colours(images: Sequence[Image.Image], sample: Sequence[Image.Image]) -> list[Image.Image]:
    """All images in one set of colours, chosen from ``sample``, of which all are equally large."""
    palette = _palette(sample)
    return [image.quantize(palette=palette, dither=Image.Dither.NONE) for image in images]


def small_png(image: Image.Image, **options: Any) -> bytes:
    """An image as PNG bytes, the same for the same image. ``options`` are Pillow's."""
    buffer = io.BytesIO()
    in_few_colours([image], [image])[0].save(buffer, "png", optimize=True, **options)
    return buffer.getvalue()


def _palette(sample: Sequence[Image.Image]) -> Image.Image:
    """The colours of the theme, and between them those that the sample has most of."""
    own = [ImageColor.getrgb(colour) for colour in dict.fromkeys(ink().values())]
    flat = beside(sample, down=True).quantize(COLOURS - len(own), dither=Image.Dither.NONE).getpalette()
    others = [flat[start : start + 3] for start in range(0, len(flat), 3)]
    apart = [[max(map(abs, np.subtract(other, colour))) for colour in own] for other in others]
    kept = [other for other, far in zip(others, apart, strict=True) if min(far) >= NEAR]
    palette = Image.new("P", (1, 1))
    palette.putpalette([part for colour in (*own, *kept) for part in colour])
    return palette


# ----- as HTML --------------------------------------------------------------------------------------------------------
# A picture is moved in its frame rather than shrunk until nobody can read it. A PNG does not know which page it is on,
# so a dark page turns its colours round: light becomes dark, and the hue stays. That gives nearly the dark colours of
# the palette, and its ground lets that of the page through. Where a notebook is not trusted, the style is taken out,
# and the picture is as it was painted. Without a bar, a picture that is cut off would look as if it ended there.
_TURNED = "filter: invert(1) hue-rotate(180deg); mix-blend-mode: screen;"
_GROUND = "var(--jp-layout-color0, var(--agl-ground, var(--vscode-editor-background)))"
STYLE = f""".agl-stills {{ display: flex; flex-wrap: wrap; gap: 4px 12px; }}
.agl-still {{ overflow-x: auto; isolation: isolate; background: {_GROUND}; }}
.agl-still::-webkit-scrollbar {{ height: 10px; }}
.agl-still::-webkit-scrollbar-thumb {{ background: #8888; border-radius: 5px; }}
.agl-still img {{ display: block; }}
body[data-jp-theme-light="false"] .agl-still.light img {{ {_TURNED} }}
@media (prefers-color-scheme: dark) {{ body:not([data-jp-theme-light]) .agl-still.light img {{ {_TURNED} }} }}
"""
READABLE = 0.8
"""A picture is shown at this part of its size at least."""
DOTS = 96
"""Pixels of a page to an inch."""


def _still(png: bytes, words: str, inches: float, light: bool) -> str:
    source = f"data:image/png;base64,{base64.b64encode(png).decode()}"
    size = f"width: 100%; min-width: {READABLE * DOTS * inches:.0f}px; max-width: {DOTS * inches:.0f}px"
    return (
        f'<div class="agl-still{" light" * light}" role="region" tabindex="0" aria-label="picture">'
        f'<img alt="{escape(words)}" style="{size}" src="{source}"></div>'
    )


def still_html(png: bytes, words: str, inches: float, light: bool | None = None) -> str:
    """A picture so many inches wide, with ``words`` for those who do not see it. ``light``: it has a light ground, as
    new figures have (None) unless matplotlib's style says otherwise."""
    light = ink() is theme.LIGHT if light is None else light
    return f"<style>{STYLE}</style>{_still(png, words, inches, light)}"


def stills_html(pictures: Iterable[tuple[bytes, str]], inches: float) -> str:
    """Several pictures with their words, each so many inches wide: as many beside one another as there is room for."""
    inside = "".join(_still(png, words, inches, ink() is theme.LIGHT) for png, words in pictures)
    return f'<style>{STYLE}</style><div class="agl-stills">{inside}</div>'

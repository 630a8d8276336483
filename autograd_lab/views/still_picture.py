"""A still picture as HTML: dark on a dark page, and moved in its frame rather than shrunk until nobody can read it.

A PNG does not know which page it is on, so the page turns its colours round: light becomes dark, and the hue stays.
That gives nearly the dark colours of the palette (see `theme`). Where a notebook is not trusted, the style is taken
out, and the picture is as it was painted.
"""

import base64
from collections.abc import Iterable
from html import escape

_TURNED = "filter: invert(0.92) hue-rotate(180deg);"
STYLE = f""".agl-stills {{ display: flex; flex-wrap: wrap; gap: 4px 12px; }}
.agl-still {{ overflow-x: auto; }}
.agl-still img {{ display: block; }}
body[data-jp-theme-light="false"] .agl-still.light img {{ {_TURNED} }}
@media (prefers-color-scheme: dark) {{ body:not([data-jp-theme-light]) .agl-still.light img {{ {_TURNED} }} }}
"""
READABLE = 0.75
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


def still_html(png: bytes, words: str, inches: float, light: bool = True) -> str:
    """A picture so many inches wide, with ``words`` for those who do not see it. ``light``: it has a light ground."""
    return f"<style>{STYLE}</style>{_still(png, words, inches, light)}"


def stills_html(pictures: Iterable[tuple[bytes, str]], inches: float, light: bool = True) -> str:
    """Several pictures with their words, each so many inches wide: as many beside one another as there is room for."""
    inside = "".join(_still(png, words, inches, light) for png, words in pictures)
    return f'<style>{STYLE}</style><div class="agl-stills">{inside}</div>'

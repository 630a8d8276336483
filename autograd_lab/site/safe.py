"""HTML of others, made safe: a page may come from a student's folder, and a teacher opens it.

Words, tables and pictures stay. Scripts, handlers, addresses that run something, and styles that reach beyond their
element go. Bleach parses the HTML as a browser does, and lets through what is named here. The HTML of our own views is
known letter for letter, whatever they show, and stays as it is.
"""

import base64
import re
from typing import Any

from bleach.css_sanitizer import CSSSanitizer
from bleach.sanitizer import Cleaner

from ..views import (  # all whose views a cell shows without a kernel; `View` then knows them
    broken_program,  # noqa: F401
    chain,  # noqa: F401
    curve_view,  # noqa: F401
    fan_out_view,  # noqa: F401
    graph_stepper,  # noqa: F401
    jacobian_view,  # noqa: F401
    live_program,  # noqa: F401
    matplotlib_figures,
    sheet,
    table_page,  # noqa: F401
    two_steppers,  # noqa: F401
    walk_view,  # noqa: F401
)
from ..views.widget import View, own_outputs


def _kinds(kind: type[View]) -> list[type[View]]:
    """The views below this one that bring a script of their own."""
    below = [each for sub in kind.__subclasses__() for each in _kinds(sub)]
    return [kind, *below] if "script" in vars(kind) and kind.script else below


def around_own(html: str) -> tuple[str, str, str] | None:
    """The HTML before the first view of ours, the view, and the HTML after it; None where there is no view of ours."""
    for found in own_outputs(html, _kinds(View)):
        return html[: found.start()], found[0], html[found.end() :]
    return None


def without_own_style(html: str) -> tuple[str, str]:
    """The style of our tables and still pictures, as far as it is there, and the rest."""
    own = [f"<style>{style}</style>" for style in (sheet.STYLE, matplotlib_figures.STYLE)]
    there = [style for style in own if style in html]
    for style in there:
        html = html.replace(style, "")
    return "".join(there), html


_TAGS = """
    a abbr b bdi bdo blockquote br caption cite code col colgroup dd del details dfn div dl dt em figcaption figure
    h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p pre q s samp section small span strong sub summary sup table tbody
    td tfoot th thead time tr tt u ul var wbr
    circle clipPath defs desc ellipse g line linearGradient marker path polygon polyline radialGradient rect stop svg
    text tspan
"""
_ATTRIBUTES = """
    align alt class colspan datetime dir headers height href id lang open reversed role rowspan scope span src start
    style tabindex title type valign value width
    clip-path clip-rule cx cy d dominant-baseline dx dy fill fill-opacity fill-rule font-family font-size font-style
    font-weight fx fy gradientTransform gradientUnits letter-spacing marker-end marker-mid marker-start markerHeight
    markerUnits markerWidth offset opacity orient points preserveAspectRatio r refX refY rx ry stop-color stop-opacity
    stroke stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin stroke-opacity stroke-width text-anchor
    transform viewBox x x1 x2 xmlns y y1 y2
"""
_STYLES = """
    background-color border border-bottom border-collapse border-color border-left border-radius border-right
    border-spacing border-style border-top border-width color display fill float font font-family font-size font-style
    font-variant font-weight height letter-spacing line-height list-style-type margin margin-bottom margin-left
    margin-right margin-top max-height max-width min-height min-width opacity overflow overflow-x overflow-y padding
    padding-bottom padding-left padding-right padding-top stroke stroke-width text-align text-anchor text-decoration
    text-indent text-transform vertical-align white-space width word-break
"""
TAGS, ATTRIBUTES, STYLES = (frozenset(words.split()) for words in (_TAGS, _ATTRIBUTES, _STYLES))
PROTOCOLS = frozenset(("data", "http", "https", "mailto"))
PICTURE = re.compile(r"data:image/(png|jpeg|gif|webp|svg\+xml)[;,]")
IDS = ("content", "forget", "forgotten")
"""The ids of a page's own parts (frame.py)."""
SILENT = re.compile(r"<(script|style)\b.*?</\1\s*>", re.DOTALL | re.IGNORECASE)
"""Without their tags, the words in these would show, and nobody is meant to read them."""


def _stays(tag: str, name: str, value: str) -> bool:
    """Whether an attribute may stay: data may be a picture, where a picture is shown."""
    if "url(" in value.lower() and not name.startswith(("fill", "stroke", "clip-path", "marker")):
        return name in ("alt", "title")
    if value.strip().lower().startswith("data:"):
        return tag == "img" and name == "src" and PICTURE.match(value) is not None
    if name == "id":
        return value not in IDS
    return name in ATTRIBUTES or name.startswith("aria-")


_CLEANER = Cleaner(
    tags=TAGS,
    attributes=_stays,
    protocols=PROTOCOLS,
    strip=True,
    css_sanitizer=CSSSanitizer(allowed_css_properties=STYLES, allowed_svg_properties=[]),
)


def clean(html: str) -> str:
    """``html`` without anything that runs, loads a page, or dresses up what is not its own."""
    return _CLEANER.clean(SILENT.sub("", html))


def clean_output(html: str) -> str:
    """The HTML of a cell's output: a view of ours as it is, what is around it made safe."""
    if parts := around_own(html):
        before, own, after = parts
        return clean_output(before) + own + clean_output(after)
    style, rest = without_own_style(html)
    return style + clean(rest)


def make_safe(output: Any) -> None:
    """Do that with an output of a cell, in place. A drawing becomes an image, in which a browser runs no script."""
    data = output.get("data", {})
    if "text/html" in data:
        data["text/html"] = clean_output("".join(data["text/html"]))
    if "image/svg+xml" in data:
        packed = base64.b64encode("".join(data["image/svg+xml"]).encode()).decode()
        data["image/svg+xml"] = packed

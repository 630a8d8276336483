"""The stepper as a web page of its own: one file, to be kept, sent, or put on a site."""

import os
from html import escape

from .._base.whole_file import write_whole
from ..tracing.trace import Trace
from . import theme
from .file_names import check_ending
from .graph_stepper import stepper
from .static_page import View, static_html

PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>body {{ margin: 12px; background: {light}; }}
@media (prefers-color-scheme: dark) {{ body {{ background: {dark}; }} }}</style>
</head>
<body>
<main>{view}</main>
</body>
</html>
"""


def to_html(trace: Trace, path: str | os.PathLike[str]) -> None:
    """Write the stepper into a file, as one web page that works without kernel and network, light or dark.

    Everything is in it, also of a large graph, whose parts are unpacked as they are needed. The same trace gives the
    same bytes. For a page with other views in it, see `static_html`.

    Raises TypeError when ``trace`` is no trace, and ValueError for another ending than .html or .htm.
    """
    check_ending(path, ".html", ".htm")
    view = stepper(trace)
    write_whole(path, _page(view, f"Stepper: {view.data['title']}").encode())


def _page(view: View, title: str) -> str:
    """An interactive view as a whole page."""
    ground = {"light": theme.LIGHT["ground"], "dark": theme.DARK["ground"]}
    return PAGE.format(title=escape(title), view=static_html(view), **ground)

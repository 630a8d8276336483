"""The style and the scripts that all pages share, put together from those of the views and forms."""

import json
from collections.abc import Mapping

from ..exercises.form import Form
from ..views import theme
from ..views.graph_stepper import FoldedStepper, Stepper
from ..views.static_page import EXPORT
from ..views.widget import asset


def assets() -> Mapping[str, bytes]:
    """The files by their paths."""
    style = theme.css(".site") + Form.style + asset("site.css", __package__)
    page = _alone(asset("tex.js"), asset("page.js", __package__))
    steppers = {kind.__name__: {"script": kind.script, "style": kind.style} for kind in (Stepper, FoldedStepper)}
    form = Form.script.rstrip().removesuffix(EXPORT)
    forms = _alone(
        form, f"const STEPPERS = {json.dumps(steppers, ensure_ascii=False)};\n", asset("judge.js", __package__)
    )
    files = {"site.css": style, "page.js": page, "forms.js": forms, "search.js": asset("search.js", __package__)}
    return {f"assets/{name}": text.encode() for name, text in files.items()}


def _alone(*scripts: str) -> str:
    """Scripts that share their names with each other, and with nothing else on the page."""
    return "(() => {\n" + "\n".join(scripts) + "})();\n"

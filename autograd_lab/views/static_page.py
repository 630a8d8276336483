"""A widget as HTML of its own: its own script, and a few lines in place of the notebook. No kernel, no network.

The same HTML is a page, or the output of a cell. A notebook runs the scripts of an output in its own ways (JupyterLab
inserts copies of them, VS Code runs them elsewhere in the page), so the script looks for its element by a mark. The
mark is made from what the element shows: the same program gives the same HTML on every machine.
"""

import json
import re
from hashlib import sha256
from html import escape
from typing import Any, Protocol


class View(Protocol):
    """What a page is made of; see `widget.View`."""

    script: str
    style: str

    def page_state(self) -> dict[str, Any]:
        """What the script starts from."""

    def text(self) -> str:
        """The view in words."""


_EXPORT = "export default {"
"""So begins the last line of every view's script."""

_TEXT = r'"(?:[^"\\<]|\\[^<])*+"'
_ANY_DATA = rf"""(?:{_TEXT}|[\[\]{{}}:,\s]|-?\d[\d.eE+-]*+|true|false|null|-?Infinity|NaN)*"""
"""JSON as Python writes it, and nothing that could be called: texts, numbers, three words, and what holds them."""

START = """
(() => {
const el = document.PLACE;
if (!el) return;
const state = STATE, listeners = {};
const model = {
  get: (key) => state[key],
  set: (key, value) => { state[key] = value; (listeners["change:" + key] || []).forEach((tell) => tell()); },
  on: (name, tell) => { (listeners[name] ||= []).push(tell); },
  off: (name, tell) => { listeners[name] = (listeners[name] || []).filter((other) => other !== tell); },
  save_changes() {}, send() {},
};
el.dataset.alive = "";
el.replaceChildren();
SOURCE
render({ model, el });
})();
"""


def static_html(widget: View, place: str = "autograd-lab-view") -> str:
    """``widget`` (of `stepper`, `chain_strip`, `table`) as HTML that runs by itself: in any page, or saved as one.

    ``place`` becomes the ``id`` of the element it lives in; give each its own when a page holds several.
    """
    script = _started(widget.script, _data(widget.page_state()), f"getElementById({_data(place)})")
    return f'<meta charset="utf-8"><style>{widget.style}</style><div id="{place}"></div><script>{script}</script>\n'


def output_html(widget: View, picture: str) -> str:
    """``widget`` as the output of a cell; ``picture``, its PNG in base64, stands there until the script has run.

    Where a notebook is not trusted, the script never runs and the picture stays. Of several equal outputs on a page,
    each script takes the first one that is not alive yet.
    """
    state = _data(widget.page_state())
    mark = sha256((widget.script + state).encode()).hexdigest()[:12]
    return _output(widget.script, widget.style, state, mark, escape(widget.text().partition("\n")[0]), picture)


def output_pattern(script: str, style: str) -> re.Pattern:
    """Matches what `output_html` gives for a view of this script and style, whatever it shows, and nothing else."""
    pattern = re.escape(_output(script, style, "%STATE%", "%MARK%", "%TITLE%", "%PICTURE%"))
    pattern = pattern.replace("%MARK%", "(?P<mark>[0-9a-f]{12})", 1).replace("%MARK%", "(?P=mark)")
    for place, form in {"%STATE%": _ANY_DATA, "%TITLE%": '[^"<>]*', "%PICTURE%": "[A-Za-z0-9+/=]*"}.items():
        pattern = pattern.replace(place, form)
    return re.compile(pattern)


def _output(script: str, style: str, state: str, mark: str, title: str, picture: str) -> str:
    image = f'<img alt="{title}" src="data:image/png;base64,{picture}">'
    started = _started(script, state, f"querySelector('[data-agl-output=\"{mark}\"]:not([data-alive])')")
    return f'<div data-agl-output="{mark}">{image}</div>\n<style>{style}</style>\n<script>{started}</script>\n'


def without_export(script: str) -> str:
    """A view's script as a part of a larger one."""
    return script[: script.rindex(_EXPORT)]


def _started(script: str, state: str, place: str) -> str:
    """A view's own script, started on the element that ``document.<place>`` finds."""
    parts = {"STATE": state, "SOURCE": without_export(script), "PLACE": place}
    return re.sub("STATE|SOURCE|PLACE", lambda found: parts[found[0]], START)


def _data(value: object) -> str:
    """JSON that cannot end the script element it stands in."""
    return json.dumps(value, ensure_ascii=False).replace("<", "\\u003c")

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


EXPORT = "export default { render };"
"""The last line of every view's script."""

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
    script = _script(widget, f"getElementById({_data(place)})")
    return f'<meta charset="utf-8"><style>{widget.style}</style><div id="{place}"></div><script>{script}</script>\n'


def output_html(widget: View, picture: str) -> str:
    """``widget`` as the output of a cell; ``picture``, its PNG in base64, stands there until the script has run.

    Where a notebook is not trusted, the script never runs and the picture stays. Of several equal outputs on a page,
    each script takes the first one that is not alive yet.
    """
    mark = sha256((widget.script + _data(widget.page_state())).encode()).hexdigest()[:12]
    title = escape(widget.text().partition("\n")[0])
    image = f'<img alt="{title}" src="data:image/png;base64,{picture}">'
    script = _script(widget, f"querySelector('[data-agl-output=\"{mark}\"]:not([data-alive])')")
    return f'<div data-agl-output="{mark}">{image}</div>\n<style>{widget.style}</style>\n<script>{script}</script>\n'


def _script(widget: View, place: str) -> str:
    """The view's own script, started on the element that ``document.<place>`` finds."""
    source = widget.script.rstrip().removesuffix(EXPORT)
    parts = {"STATE": _data(widget.page_state()), "SOURCE": source, "PLACE": place}
    return re.sub("STATE|SOURCE|PLACE", lambda found: parts[found[0]], START)


def _data(value: object) -> str:
    """JSON that cannot end the script element it stands in."""
    return json.dumps(value, ensure_ascii=False).replace("<", "\\u003c")

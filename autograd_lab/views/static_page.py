"""A widget as a page of its own: its own script, and a few lines in place of the notebook. No kernel, no network."""

import json
import re

from .widget import View

MODEL = """
const state = STATE, listeners = {};
const model = {
  get: (key) => state[key],
  set: (key, value) => { state[key] = value; (listeners["change:" + key] || []).forEach((tell) => tell()); },
  on: (name, tell) => { (listeners[name] ||= []).push(tell); },
  off: (name, tell) => { listeners[name] = (listeners[name] || []).filter((other) => other !== tell); },
  save_changes() {}, send() {},
};
const module = await import(URL.createObjectURL(new Blob([SOURCE], { type: "text/javascript" })));
await module.default.render({ model, el: document.getElementById(PLACE) });
"""


def static_html(widget: View, place: str = "autograd-lab-view") -> str:
    """``widget`` (of `stepper`, `chain_strip`, `table`) as HTML that runs by itself: in any page, or saved as one.

    ``place`` becomes the ``id`` of the element it lives in; give each its own when a page holds several.
    """
    parts = {"STATE": widget.page_state(), "SOURCE": widget.script, "PLACE": place}
    script = re.sub("STATE|SOURCE|PLACE", lambda found: _script(parts[found[0]]), MODEL)
    return (
        f'<meta charset="utf-8"><style>{widget.style}</style><div id="{place}"></div>'
        f'<script type="module">{script}</script>\n'
    )


def _script(value: object) -> str:
    """JSON that cannot end the script element it stands in."""
    return json.dumps(value, ensure_ascii=False).replace("<", "\\u003c")

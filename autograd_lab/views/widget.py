"""What the interactive views share: an anywidget with a script, a style, a PNG and a text; and HTML without a kernel.

As HTML, a widget is its own script and a few lines in place of the notebook: no kernel, no network. The same HTML is a
page, or the output of a cell. A notebook runs the scripts of an output in its own ways (JupyterLab inserts copies of
them, VS Code runs them elsewhere in the page), so the script looks for its element by a mark. The mark is made from
what the element shows: the same program gives the same HTML on every machine.
"""

import base64
import functools
import gzip
import json
import re
import sys
import zlib
from collections.abc import Collection, Iterator, Mapping, Sequence
from hashlib import sha256
from html import escape
from importlib.resources import files
from typing import Any, ClassVar

import anywidget

from . import theme
from .picture.layout import inlined


def asset(name: str, package: str = __package__) -> str:
    """The text of a file in ``views/static``, or in the folder ``static`` of another package, with the sizes put in."""
    return inlined((files(package) / "static" / name).read_text(encoding="utf-8"))


def lean(source: str) -> str:
    """A script or a sheet without what only readers need, for every cell carries one: comments, most line ends."""
    lines = (line.strip() for line in source.splitlines())
    kept = [line for line in lines if line and not line.startswith("//") and line[:2] + line[-2:] != "/**/"]
    return "".join([line if line[-1] in ";{," and "//" not in line else f"{line}\n" for line in kept])


class View(anywidget.AnyWidget):
    """A widget that can also be read: by a person without a kernel, by a notebook's preview, and by a test.

    Subclasses name their files as class arguments (for another ``package``, those in its own folder ``static``), and
    give ``text()`` and ``png()``.
    """

    page_traits: ClassVar[tuple[str, ...]] = ()
    alone: bool = False
    """Whether a cell shows it as HTML that runs by itself, which needs no kernel and no stored state."""
    script: ClassVar[str] = ""
    style: ClassVar[str] = ""

    def __init_subclass__(
        cls, scripts: Sequence[str] = (), sheet: str | Sequence[str] = "", package: str = __package__, **more: Any
    ) -> None:
        """``scripts`` are joined into the one module that anywidget wants; only the last of them exports.

        ``sheet`` is the stylesheet (or several) after the palette and what all views share. anywidget makes a subclass
        of its own for each widget; that one names no files and inherits what was put together here.
        """
        if scripts:
            cls.script = cls._esm = lean("\n".join([asset("dom.js"), *(asset(name, package) for name in scripts)]))
            sheets = [asset(name, package) for name in ([sheet] if isinstance(sheet, str) else sheet)]
            cls.style = cls._css = lean(theme.css() + asset("common.css") + "".join(sheets))
        super().__init_subclass__(**more)

    def open(self) -> None:
        """Nothing yet: where a view is HTML that runs by itself, the browser would get it twice, and would store it."""

    @property
    def model_id(self) -> str:
        """The name of the view in the browser; the line to it is opened when somewhere a widget is shown."""
        if self.comm is None:
            super().open()
        return super().model_id

    def page_state(self) -> dict[str, Any]:
        """What a page without a kernel starts from."""
        return {key: getattr(self, key) for key in self.page_traits}

    def text(self) -> str:
        """The view in words."""
        raise NotImplementedError

    def png(self) -> bytes:
        """The view as a picture."""
        raise NotImplementedError

    def __repr__(self) -> str:
        return self.text()

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict, dict]:
        picture = base64.b64encode(self.png()).decode()
        still = {"image/png": picture, "text/plain": self.text()}
        if self.alone:
            return {"text/html": output_html(self, picture), **still}, {}
        made = super()._repr_mimebundle_(**kwargs)
        data, metadata = made if isinstance(made, tuple) else (made or {}, {})
        return {**data, **still}, metadata


def in_notebook() -> bool:
    """Whether a kernel runs the program, so that what a cell ends with is shown."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython else None
    return getattr(shell, "kernel", None) is not None


# ----- as HTML that runs by itself ------------------------------------------------------------------------------------
_EXPORT = "export default {"
"""So begins the last line of every view's script."""

_TEXT = r'"(?:[^"\\<]|\\[^<])*+"'
_ANY_DATA = rf"""(?:{_TEXT}|[\[\]{{}}:,\s]|-?\d[\d.eE+-]*+|true|false|null|-?Infinity|NaN)*"""
"""JSON as Python writes it, and nothing that could be called: texts, numbers, three words, and what holds them."""

MODEL = """const state = STATE, listeners = {};
const model = {
  get: (key) => state[key],
  set: (key, value) => { state[key] = value; (listeners["change:" + key] || []).forEach((tell) => tell()); },
  on: (name, tell) => { (listeners[name] ||= []).push(tell); },
  off: (name, tell) => { listeners[name] = (listeners[name] || []).filter((other) => other !== tell); },
  save_changes() {}, send() {},
};
"""

ON_A_PAGE = f"""
(() => {{
const el = document.getElementById(PLACE);
{MODEL}SOURCE
render({{ model, el }});
}})();
"""

IN_A_CELL = f"""
(async () => {{
const el = document.querySelector("[data-agl-output='MARK']:not([data-alive])");
if (!el) return;
el.dataset.alive = "";
{MODEL}const packed = Uint8Array.from(atob("CODE"), (letter) => letter.charCodeAt(0));
const code = await new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"))).json();
const sheet = document.createElement("style"), script = document.createElement("script");
[sheet.textContent, script.textContent] = code;
document.head.append(script);
script.remove();
el.before(sheet);
el.replaceChildren();
script.render({{ model, el }});
el.dispatchEvent(new CustomEvent("autograd-lab-alive", {{ bubbles: true }}));
}})();
"""
"""A notebook stores the code of a view in every cell that shows one, so it is packed there; what the view shows is not:
a reader of the file, or of a difference between two, sees it."""


def static_html(widget: View, place: str = "autograd-lab-view") -> str:
    """``widget`` (of `stepper`, `chain_strip`, `table`) as HTML that runs by itself: in any page, or saved as one.

    ``place`` becomes the ``id`` of the element it lives in; give each its own when a page holds several.
    """
    parts = {"STATE": _data(widget.page_state()), "SOURCE": without_export(widget.script), "PLACE": _data(place)}
    script = _filled(ON_A_PAGE, parts)
    return f'<meta charset="utf-8"><style>{widget.style}</style><div id="{place}"></div><script>{script}</script>\n'


def output_html(widget: View, picture: str) -> str:
    """``widget`` as the output of a cell; ``picture``, its PNG in base64, stands there until the script has run.

    Where a notebook is not trusted, the script never runs and the picture stays. Of several equal outputs on a page,
    each script takes the first one that is not alive yet.
    """
    state = _data(widget.page_state())
    mark = sha256((widget.script + state).encode()).hexdigest()[:12]
    title = escape(widget.text().partition("\n")[0])
    code = _packed(_code(widget))
    return _output({"STATE": state, "MARK": mark, "TITLE": title, "PICTURE": picture, "CODE": code})


def own_outputs(html: str, kinds: Collection[type[View]]) -> Iterator[re.Match]:
    """Where `output_html` of one of these ``kinds`` of views stands in ``html``, to the letter, whatever it shows."""
    codes = {_code(kind) for kind in kinds}
    longest = max(map(len, codes), default=0)
    for found in _OUTPUT.finditer(html):
        try:
            unpacked = zlib.decompressobj(wbits=31).decompress(base64.b64decode(found["code"]), longest + 1)
        except (ValueError, zlib.error):
            continue
        if unpacked in codes:
            yield found


def _code(view: View | type[View]) -> bytes:
    """JSON of the sheet, and of a script that hands `render` to its own element: so it leaves no name behind."""
    run = f"document.currentScript.render = (() => {{\n{without_export(view.script)}return render;\n}})();"
    return json.dumps([view.style, run], ensure_ascii=False).encode()


@functools.lru_cache(maxsize=16)
def _packed(code: bytes) -> str:
    return base64.b64encode(gzip.compress(code, 9, mtime=0)).decode()


def _output(parts: Mapping[str, str]) -> str:
    return _filled(f'<div data-agl-output="MARK">{_IMAGE}</div>\n<script>{IN_A_CELL}</script>\n', parts)


_IMAGE = '<img alt="TITLE" src="data:image/png;base64,PICTURE">'


def _filled(text: str, parts: Mapping[str, str]) -> str:
    return re.sub("STATE|SOURCE|PLACE|MARK|TITLE|PICTURE|CODE", lambda found: parts[found[0]], text)


def _output_pattern() -> re.Pattern:
    names = ("STATE", "MARK", "TITLE", "PICTURE", "CODE")
    pattern = re.escape(_output({name: f"%{name}%" for name in names}))
    pattern = pattern.replace("%MARK%", "(?P<mark>[0-9a-f]{12})", 1).replace("%MARK%", "(?P=mark)")
    letters = "[A-Za-z0-9+/=]*"
    forms = {"STATE": _ANY_DATA, "TITLE": '[^"<>]*', "PICTURE": letters, "CODE": f"(?P<code>{letters})"}
    for name, form in forms.items():
        pattern = pattern.replace(f"%{name}%", form)
    return re.compile(pattern)


_OUTPUT = _output_pattern()


def without_export(script: str) -> str:
    """A view's script as a part of a larger one."""
    return script[: script.rindex(_EXPORT)]


def _data(value: object) -> str:
    """JSON that cannot end the script element it stands in."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")

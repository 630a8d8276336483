"""What the interactive views share: an anywidget with its script, its style, a PNG and a text."""

import base64
from collections.abc import Sequence
from importlib.resources import files
from typing import Any, ClassVar

import anywidget

from . import theme
from .picture.layout import inlined
from .static_page import output_html


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

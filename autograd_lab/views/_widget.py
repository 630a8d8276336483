"""What the interactive views share: an anywidget with its script, its style, a PNG and a text."""

import base64
from importlib.resources import files
from typing import Any, ClassVar

import anywidget

from autograd_lab.views import theme


def asset(name: str) -> str:
    """The text of a file in ``views/static``."""
    return (files("autograd_lab.views") / "static" / name).read_text(encoding="utf-8")


class View(anywidget.AnyWidget):
    """A widget that can also be read: by a person without a kernel, by a notebook's preview, and by a test.

    Subclasses give ``script`` and ``style`` (also used by `static_html`), ``text()`` and ``png()``.
    """

    page_traits: ClassVar[tuple[str, ...]] = ()
    script: ClassVar[str] = ""
    style: ClassVar[str] = ""

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

    def _repr_mimebundle_(self, **kwargs: object) -> tuple[dict, dict]:
        made = super()._repr_mimebundle_(**kwargs)
        data, metadata = made if isinstance(made, tuple) else (made or {}, {})
        picture = base64.b64encode(self.png()).decode()
        return {**data, "image/png": picture, "text/plain": self.text()}, metadata


def script(*names: str) -> str:
    """The files of a view, joined into the one module that anywidget wants. Only the last of them exports."""
    return "\n".join(asset(name) for name in ("dom.js", *names))


def style(name: str) -> str:
    """The palette, what all views share, and the stylesheet of one view."""
    return theme.css() + asset("common.css") + asset(name)

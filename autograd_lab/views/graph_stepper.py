"""The graph stepper: a backward pass, one event at a time, in the reader's own hands.

The whole trace goes to the browser once: where everything stands, one sentence for each event, and the few texts that
each event changes. Stepping is JavaScript; no kernel is asked, so it works in a saved notebook and on a static page.

A large trace is folded, section by section (see `sections`), and goes to the browser as *pages*, one for each section.
The first is sent at once; the browser asks for others before they are needed. `static_html` puts all of them on its
page; a saved notebook keeps the first and says so.
"""

from typing import Any, ClassVar

import traitlets

from ..tracing.trace import Trace
from .lookup import check_step
from .plan import Places
from .scene import sentence
from .stepper_pages import Pages
from .widget import View

TOLD = 100
"""A text form lists this many events at most."""
SCRIPTS = ("timeline.js", "pages.js", "picture.js", "panel.js", "controls.js", "stepper.js")


class Stepper(View, scripts=SCRIPTS, sheet="stepper.css"):
    """The widget. Make one with `stepper`. ``step`` is the number of events shown; ``until`` the last one reachable."""

    page_traits: ClassVar[tuple[str, ...]] = ("data", "step", "until")
    data = traitlets.Dict().tag(sync=True)
    step = traitlets.Int(0).tag(sync=True)
    until = traitlets.Int(0).tag(sync=True)

    def __init__(self, trace: Trace, start: int, until: int, pos: Places | None = None):
        self.trace = trace
        self._pages = Pages(trace, pos)
        super().__init__(data=self._pages.first(start), step=start, until=until)
        self.on_msg(self._asked)

    def _asked(self, widget: object, message: Any, buffers: object) -> None:
        """The browser wants a page."""
        number = message.get("page") if isinstance(message, dict) else None
        if isinstance(number, int) and 0 <= number < len(self._pages):
            self.send({"page": number, "data": self._pages.page(number)})

    def page_state(self) -> dict[str, Any]:
        """With all pages, each packed until its turn comes."""
        if len(self._pages) == 1:
            return super().page_state()
        return super().page_state() | {"pages": self._pages.packed()}

    @traitlets.validate("step", "until")
    def _inside(self, proposal: Any) -> int:
        return max(0, min(proposal["value"], len(self.trace)))

    @property
    def still(self) -> int:
        """The step that a still form shows: the present one, or the last where nothing has happened yet.

        Nobody can step in a still picture, so it should tell the story rather than show an empty stage.
        """
        return self.step or self.until

    def text(self) -> str:
        """Title and graph at the still's step; then, unless there are too many, every sentence."""
        lines = [f"Stepper: {self.data['title']}", self._pages.scene(self.still).text()]
        if self.until <= TOLD:
            lines += [f"{step:3}. {sentence(self.trace, step)}" for step in range(1, self.until + 1)]
        return "\n".join(lines)

    def png(self) -> bytes:
        """The graph at the still's step."""
        from .graph_picture import painted  # loads matplotlib

        return painted(self._pages.scene(self.still))


def stepper(trace: Trace, start: int = 0, until: int | None = None, pos: Places | None = None) -> Stepper:
    """Step through ``trace`` in the notebook: buttons, a scrubber, or the arrow keys; click a node for its numbers.

    ``start`` is the number of events already shown at first; ``until`` hides what comes after that many events, for a
    prediction to be made first. ``pos`` places the nodes yourself (see `layout.layered`).

    Raises ValueError when ``start`` or ``until`` is outside the trace, or when ``pos`` misses a node.
    """
    until = check_step(trace, until)
    start = check_step(trace, start)
    return Stepper(trace, min(start, until), until, pos)

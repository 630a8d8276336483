"""The graph stepper: a backward pass, one event at a time, in the reader's own hands.

The whole trace goes to the browser once: where everything stands, one sentence for each event, and the few texts that
each event changes. Stepping is JavaScript; no kernel is asked, so it works in a saved notebook and on a static page.

A large trace is folded, section by section (see `fold`), and goes to the browser as *pages*, one for each section. The
first is sent at once; the browser asks for others before they are needed. `static_html` puts all of them on its page; a
saved notebook keeps the first and says so.
"""

import gzip
import json
from base64 import b64encode
from collections.abc import Mapping
from typing import Any, ClassVar

import traitlets

from autograd_lab.views import fold, scene, sizes
from autograd_lab.views._widget import View
from autograd_lab.views._widget import script as _script
from autograd_lab.views._widget import style as _style
from autograd_lab.views.display import Display
from autograd_lab.views.panel import panels
from autograd_lab.views.routes import HEAD

TOLD = 100
"""A text form lists this many events at most."""


class Stepper(View):
    """The widget. Make one with `stepper`. ``step`` is the number of events shown; ``until`` the last one reachable."""

    script: ClassVar[str] = _script("timeline.js", "pages.js", "picture.js", "panel.js", "controls.js", "stepper.js")
    style: ClassVar[str] = _style("stepper.css")
    page_traits: ClassVar[tuple[str, ...]] = ("data", "step", "until")
    _esm = script
    _css = style

    data = traitlets.Dict().tag(sync=True)
    step = traitlets.Int(0).tag(sync=True)
    until = traitlets.Int(0).tag(sync=True)

    def __init__(self, trace, start: int, until: int, pos: Mapping | None = None):
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
        return super().page_state() | {"pages": [_packed(self._pages.page(i)) for i in range(len(self._pages))]}

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
            lines += [f"{step:3}. {scene.sentence(self.trace, step)}" for step in range(1, self.until + 1)]
        return "\n".join(lines)

    def png(self) -> bytes:
        """The graph at the still's step."""
        from autograd_lab.views.graph import painted

        return painted(self._pages.scene(self.still))


def stepper(trace, start: int = 0, until: int | None = None, pos: Mapping | None = None) -> Stepper:
    """Step through ``trace`` in the notebook: buttons, a scrubber, or the arrow keys; click a node for its numbers.

    ``start`` is the number of events already shown at first; ``until`` hides what comes after that many events, for a
    prediction to be made first. ``pos`` places the nodes yourself (see `layout.layered`).

    Raises ValueError when ``start`` or ``until`` is outside the trace.
    """
    until = scene.check_step(trace, until)
    start = scene.check_step(trace, start)
    return Stepper(trace, min(start, until), until, pos)


def page_data(trace, pos: Mapping | None = None) -> dict[str, Any]:
    """Everything the browser needs at first, as plain JSON data; for a small trace that is everything."""
    return Pages(trace, pos).first(0)


class Pages:
    """What the browser gets of a trace: the facts about all of it, and a page for each section."""

    def __init__(self, trace, pos: Mapping | None = None):
        self._trace, self._pos = trace, pos
        self._sections = fold.Sections(trace) if fold.is_large(trace) and pos is None else None
        self._display = Display(trace, {} if self._sections else None)

    def __len__(self) -> int:
        return len(self._sections) if self._sections else 1

    def scene(self, step: int) -> scene.Scene:
        """What the browser shows at ``step``, for a still form."""
        if self._sections:
            return scene.build_section(self._trace, step, self._sections)
        return scene.build(self._trace, step, self._pos)

    def first(self, step: int) -> dict[str, Any]:
        """The facts, and the page of ``step``."""
        number = self._sections.number_at(step) if self._sections else 0
        facts = {
            "steps": len(self._trace),
            "lineHeight": sizes.LINE_HEIGHT,
            "messageFits": sizes.MESSAGE_FITS,
            "titleHeight": sizes.TITLE_HEIGHT,
            "visits": [k + 1 for k, event in enumerate(self._trace.events) if event.kind == "NodeVisited"],
        }
        if self._sections:
            facts |= {"starts": self._sections.starts, "number": number}
        return facts | self.page(number)

    def page(self, number: int) -> dict[str, Any]:
        """One section: its picture, its texts, and how they change."""
        trace, section = self._trace, self._sections[number] if self._sections else None
        plan = scene.plan(trace, self._pos, section)
        display = self._display.only(section.shown) if section else self._display
        first, last = (section.first, section.last) if section else (0, len(trace))
        steps = range(first, last + 1)
        data = {
            "title": plan.title,
            "width": plan.width,
            "height": plan.height,
            "boxes": [_box(box) for box in plan.boxes.values()],
            "arrows": [_arrow(plan, arrow) for arrow in plan.arrows],
            "seeds": [_seed(seed) for seed in plan.seeds],
            "sentences": [scene.sentence(trace, step) for step in steps],
            "shown": list(display.at(first).items()),
            "changes": [list(change.items()) for change in display.changes(first, last)],
            "focus": [_focus(scene.focus(trace, step), section) for step in steps],
            "panels": panels(trace, display),
        }
        if section:
            folded = {one.id: {"about": FOLDED, "holds": one.lines} for one in section.folds.values()}
            data |= {"first": first, "fresh": list(display.touched(first)), "panels": data["panels"] | folded}
        return data


def _packed(page: dict) -> str:
    """A tenth of the size, and the same text each time."""
    return b64encode(gzip.compress(json.dumps(page).encode(), mtime=0)).decode()


FOLDED = "Nodes that are far from the one at work. They unfold when the backward comes near."


def _focus(focus: scene.Focus, section: fold.Section | None) -> list[str | None]:
    """The node and the arrow to light up."""
    if focus.edge is None:
        return [focus.node, None]
    arrow = section.arrow_of(*focus.edge) if section else focus.edge
    return [focus.node, f"{arrow[0]}/{arrow[1]}"]


def _box(box: scene.Box) -> dict[str, Any]:
    shown = {"id": box.id, "kind": box.kind, "title": box.title, "names": box.names, "values": box.values}
    if box.lines:
        shown["lines"] = box.lines
    place = {"x": box.x, "y": box.y, "width": box.width, "height": box.height}
    return {**shown, **place, "fits": int((box.width - 22) / sizes.LINE_WIDTH)}


def _arrow(plan: scene.Plan, arrow: scene.Arrow) -> dict[str, Any]:
    several = arrow.target is not None and not isinstance(arrow.index, str) and plan.boxes[arrow.target].slots > 1
    return {
        "id": arrow.id,
        "path": path(arrow.route.points),
        "start": arrow.route.start,
        "end": arrow.route.end,
        "head": HEAD,
        "label": arrow.route.label,
        "input": arrow.input,
        "slot": f"[{arrow.slot}]" if several else "",
        "hole": arrow.target is None,
    }


def _seed(seed: scene.Seed) -> dict[str, Any]:
    return {
        "key": f"seed/{seed.node}/{seed.slot}",
        "path": path(seed.route.points),
        "end": seed.route.end,
        "head": HEAD,
        "label": seed.route.label,
    }


def path(points: tuple[tuple[float, float], ...]) -> str:
    """The curves as an SVG path."""
    numbers = [f"{x:g},{y:g}" for x, y in points]
    curves = (f"C{' '.join(numbers[i : i + 3])}" for i in range(1, len(numbers), 3))
    return f"M{numbers[0]} {' '.join(curves)}"

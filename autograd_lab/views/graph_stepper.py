"""The graph stepper: a backward pass, one event at a time, in the reader's own hands.

The whole trace goes to the browser once: where everything stands, one sentence for each event, and the few texts that
each event changes. Stepping is JavaScript; no kernel is asked, so it works in a saved notebook and on a static page.
"""

from collections.abc import Mapping
from typing import Any, ClassVar

import traitlets

from autograd_lab.views import scene
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

    script: ClassVar[str] = _script("timeline.js", "picture.js", "panel.js", "controls.js", "stepper.js")
    style: ClassVar[str] = _style("stepper.css")
    page_traits: ClassVar[tuple[str, ...]] = ("data", "step", "until")
    _esm = script
    _css = style

    data = traitlets.Dict().tag(sync=True)
    step = traitlets.Int(0).tag(sync=True)
    until = traitlets.Int(0).tag(sync=True)

    def __init__(self, trace, start: int, until: int, pos: Mapping | None = None):
        self.trace = trace
        self._pos = pos
        super().__init__(data=page_data(trace, pos), step=start, until=until)

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
        lines = [f"Stepper: {self.data['title']}", scene.build(self.trace, self.still, self._pos).text()]
        if self.until <= TOLD:
            lines += [f"{step:3}. {scene.sentence(self.trace, step)}" for step in range(1, self.until + 1)]
        return "\n".join(lines)

    def png(self) -> bytes:
        """The graph at the still's step."""
        from autograd_lab.views.graph import png

        return png(self.trace, self.still, self._pos)


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
    """Everything the browser needs, as plain JSON data."""
    plan = scene.plan(trace, pos)
    focuses = [scene.focus(trace, step) for step in range(len(trace) + 1)]
    display = Display(trace)
    return {
        "title": plan.title,
        "width": plan.width,
        "height": plan.height,
        "lineHeight": scene.LINE_HEIGHT,
        "messageFits": scene.MESSAGE_FITS,
        "titleHeight": scene.TITLE_HEIGHT,
        "boxes": [_box(box) for box in plan.boxes.values()],
        "arrows": [_arrow(plan, arrow) for arrow in plan.arrows],
        "seeds": [_seed(seed) for seed in plan.seeds],
        "sentences": [scene.sentence(trace, step) for step in range(len(trace) + 1)],
        "shown": list(display.at(0).items()),
        "changes": [list(change.items()) for change in display.changes()],
        "focus": [[focus.node, f"{focus.edge[0]}/{focus.edge[1]}" if focus.edge else None] for focus in focuses],
        "visits": [k + 1 for k, event in enumerate(trace.events) if event.kind == "NodeVisited"],
        "panels": panels(trace),
    }


def _box(box: scene.Box) -> dict[str, Any]:
    shown = {"id": box.id, "kind": box.kind, "title": box.title, "names": box.names, "values": box.values}
    place = {"x": box.x, "y": box.y, "width": box.width, "height": box.height}
    return {**shown, **place, "fits": int((box.width - 22) / scene.LINE_WIDTH)}


def _arrow(plan: scene.Plan, arrow: scene.Arrow) -> dict[str, Any]:
    several = arrow.target is not None and plan.boxes[arrow.target].slots > 1
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

"""What the stepper's browser side gets of a trace, as plain JSON data: facts about all of it, and its pages."""

import gzip
import json
from base64 import b64encode
from typing import Any

from ..tracing.trace import Trace
from . import scene, sizes
from .boxes import Box
from .node_panel import panels
from .plan import Arrow, Places, Plan, Seed, plan
from .routes import HEAD, Point
from .section import Section, is_large
from .sections import Sections
from .step_texts import StepTexts
from .telling import Telling

FOLDED = "Nodes that are far from the one at work. They unfold when the backward comes near."


class Pages:
    """One page for each section of a large trace; a small one is a single page. ``pos`` places the nodes yourself."""

    def __init__(self, trace: Trace, pos: Places | None = None):
        self._trace, self._pos = trace, pos
        self._sections = Sections(trace) if is_large(trace) and pos is None else None
        self._texts = StepTexts(trace, {} if self._sections else None)
        self._telling = Telling(trace)

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
            "events": len(self._trace),
            "stops": self._telling.stops,
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
        texts = self._texts.only(section.shown) if section else self._texts
        first, last = (section.first, section.last) if section else (0, len(trace))
        steps = range(first, last + 1)
        data = _drawing(plan(trace, texts.longest(first, last), self._pos, section)) | {
            "sentences": [self._telling.by_event(step) for step in steps],
            "steps": [(step, self._telling.by_step(step)) for step in self._telling.stops_in(first, last)],
            "shown": list(texts.at(first).items()),
            "changes": [list(change.items()) for change in texts.changes(first, last)],
            "focus": [_focus(scene.focus(trace, step), section) for step in steps],
            "panels": panels(trace, texts),
        }
        if section:
            data["panels"] |= {fold.id: {"about": FOLDED, "holds": fold.lines} for fold in section.folds.values()}
            data |= {"first": first, "fresh": list(texts.touched(first))}
        return data

    def packed(self) -> list[str]:
        """Every page at a tenth of its size, in the same letters each time."""
        pages = (json.dumps(self.page(number)).encode() for number in range(len(self)))
        return [b64encode(gzip.compress(page, mtime=0)).decode() for page in pages]


def _drawing(plan: Plan) -> dict[str, Any]:
    """What stays where it is."""
    return {
        "title": plan.title,
        "width": plan.width,
        "height": plan.height,
        "boxes": [_box(box) for box in plan.boxes.values()],
        "arrows": [_arrow(plan, arrow) for arrow in plan.arrows],
        "seeds": [_seed(seed) for seed in plan.seeds],
    }


def _focus(focus: scene.Focus, section: Section | None) -> list[str | None]:
    """The node and the arrow to light up."""
    if focus.edge is None:
        return [focus.node, None]
    node, index = section.arrow_of(*focus.edge) if section else focus.edge
    return [focus.node, f"{node}/{index}"]


def _box(box: Box) -> dict[str, Any]:
    lines = {"lines": box.lines} if box.lines else {}
    words = {"id": box.id, "kind": box.kind, "title": box.title, "names": box.names, "values": box.values, **lines}
    return {**words, "x": box.x, "y": box.y, "width": box.width, "height": box.height, "fits": box.fits}


def _arrow(plan: Plan, arrow: Arrow) -> dict[str, Any]:
    return {
        "id": arrow.id,
        "path": _path(arrow.route.points),
        "start": arrow.route.start,
        "end": arrow.route.end,
        "head": HEAD,
        "label": arrow.route.label,
        "input": arrow.input,
        "slot": plan.slot_of(arrow),
        "value": plan.value_of(arrow),
        "hole": arrow.target is None,
    }


def _seed(seed: Seed) -> dict[str, Any]:
    return {
        "key": seed.key,
        "path": _path(seed.route.points),
        "end": seed.route.end,
        "head": HEAD,
        "label": seed.route.label,
    }


def _path(points: tuple[Point, ...]) -> str:
    """The curves as an SVG path."""
    numbers = [f"{x:g},{y:g}" for x, y in points]
    curves = (f"C{' '.join(numbers[i : i + 3])}" for i in range(1, len(numbers), 3))
    return f"M{numbers[0]} {' '.join(curves)}"

"""Two recordings of one program: two steppers that move together, and stop where the recordings first differ."""

import io
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, ClassVar

import traitlets
from PIL import Image

from ..tracing.trace.difference import Difference
from ..tracing.trace.nodes import node_of
from ..tracing.trace.trace import Trace
from .graph_stepper import FOLDING, SCRIPTS, Stepper, stepper
from .lookup import check_trace
from .matplotlib_figures import beside, small_png
from .picture.scene import Scene, build, focus
from .widget import View

NAMES = ("here", "there")
PAIR = ("two_steppers.js", "start_pair.js")
WIDE = 1500
"""Pixels of both pictures together up to which they stand beside each other in a still form."""


class SideBySide(View, scripts=(*SCRIPTS, *PAIR), sheet=("stepper.css", "two_steppers.css")):
    """The widget. Make one with `side_by_side`. ``difference`` is what `Trace.diff` found."""

    page_traits: ClassVar[tuple[str, ...]] = ("sides", "names", "parting")
    sides = traitlets.List().tag(sync=True)
    names = traitlets.List().tag(sync=True)
    parting = traitlets.Dict().tag(sync=True)

    def __init__(self, steppers: Sequence[Stepper], names: Sequence[str], difference: Difference):
        self._steppers, self.difference = steppers, difference
        self.alone = all(one.alone for one in steppers)
        what, places = difference.what, [_place(one.trace, difference.event) for one in steppers]
        words = difference.text if what in ("", "length") else f"What differs: {what}."
        parting = {"event": difference.event, "words": words, "places": places}
        sides = [View.page_state(one) for one in steppers]
        # the sentence about the difference says ``here`` and ``there``
        heads = [name if name == word else f"{name} ({word})" for name, word in zip(names, NAMES, strict=True)]
        super().__init__(sides=sides, names=heads, parting=parting)
        self.on_msg(self._asked)

    def _asked(self, widget: object, message: Any, buffers: object) -> None:
        """The browser wants a part of one side."""
        side, name = (message.get("side"), message.get("part")) if isinstance(message, dict) else (None, None)
        if side in (0, 1) and isinstance(name, str) and name in self._steppers[side].parts:
            self.send({"side": side, "part": name, "data": self._steppers[side].parts.part(name)})

    def page_state(self) -> dict[str, Any]:
        """With all parts of both."""
        return super().page_state() | {"sides": [one.page_state() for one in self._steppers]}

    def text(self) -> str:
        lines = [f"Two steppers: {' and '.join(self.names)}", self.difference.text]
        return "\n".join([*lines, *(scene.text() for scene in self._scenes())])

    def _scenes(self) -> list[Scene]:
        """Both pictures at the first difference, or at the end."""
        found = []
        for one, name in zip(self._steppers, self.names, strict=True):
            scene = build(one.trace, one.step if self.difference else None)
            found.append(replace(scene, count=f"{name}, {scene.count}"))
        return found

    def png(self) -> bytes:
        """Both pictures, beside each other where they are narrow."""
        from .picture_files import painted  # loads matplotlib

        pictures = [Image.open(io.BytesIO(painted(scene))).convert("RGB") for scene in self._scenes()]
        return small_png(beside(pictures, down=sum(picture.width for picture in pictures) > WIDE))


class FoldedSideBySide(
    SideBySide,
    scripts=(*SCRIPTS, *FOLDING[:-1], *PAIR),
    sheet=("stepper.css", "folding.css", "two_steppers.css"),
):
    """The same where one of the graphs has groups."""


def _place(trace: Trace, event: int | None) -> list:
    """The node of the event, and the edge that it concerns: its index, and where it leads."""
    if event is None or event >= len(trace):
        return []
    node, edge = node_of(trace[event]), focus(trace, event + 1).edge
    if edge is None or node is None:
        return [] if node is None else [node]
    leads_to = trace.nodes[edge[0]].edges[edge[1]]
    return [node, *edge, leads_to.node if leads_to else None]


def side_by_side(trace: Trace, other: Trace, names: Sequence[str] = NAMES) -> SideBySide:
    """Show two recordings of one program with one set of controls, one below the other where there is little room.

    Both go to the same step, and stop at the first event at which they part (see `Trace.diff`): what differs is said,
    and the place is marked with ≠ in both. The view opens there. ``names`` are what the two are called.

    Raises:
        TypeError: when one of them is no trace.
        ValueError: for other than two names.
    """
    for one in (trace, other):
        check_trace(one)
    names = [*names]
    if len(names) != 2:
        raise ValueError(f"side_by_side wants two names, not {len(names)}.")
    difference = trace.diff(other)
    shown = 0 if difference.event is None else difference.event + 1  # right after it, or at the end of a shorter trace
    steppers = [stepper(one, one.at(min(shown, len(one)))) for one in (trace, other)]
    kind = SideBySide if all(one.parts.plain for one in steppers) else FoldedSideBySide
    return kind(steppers, names, difference)

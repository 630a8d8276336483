"""The picture as plain data: what stands where, and what is shown there at one step. Every drawing starts from here.

`plan` places everything once for a whole trace; `build` adds what is known at one step. Both hold strings and numbers
only, so a test compares `Scene.text()` and never a pixel.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from ..tracing.trace import Trace
from .boxes import Box
from .lookup import check_step
from .plan import Arrow, Places, Plan, plan
from .section import is_large
from .sections import Sections
from .step_texts import StepTexts
from .telling import Telling


@dataclass(frozen=True)
class Focus:
    """Where the eye should be: the node at work, and the edge (node, index) that the event is about."""

    node: str | None = None
    edge: tuple[str, int] | None = None


@dataclass(frozen=True)
class Scene:
    """A plan and what is shown on it after some events. ``shown`` has the keys of `step_texts`.

    ``count`` says at which step that is (``step 3 of 7``), and ``sentence`` what happened in it.
    """

    plan: Plan
    count: str
    sentence: str
    shown: dict[str, str]
    focus: Focus = field(default_factory=Focus)

    def text(self) -> str:
        """The whole picture in words, the same in every process: what a test or a screen reader reads."""
        return "\n".join(_lines(self))


def build(trace: Trace, step: int | None = None, pos: Places | None = None, folded: bool = True) -> Scene:
    """The picture of ``trace`` after its first ``step`` events (None: after all of them).

    ``pos`` places nodes yourself: ``{node id: (column, row)}``. Of a large graph the part around ``step`` is shown and
    the rest folded (see `sections`), unless ``pos`` is given or ``folded`` is False.
    Raises ValueError for a step outside the trace.
    """
    step = check_step(trace, step)
    if folded and pos is None and is_large(trace):
        return build_section(trace, step, Sections(trace))
    texts = StepTexts(trace)
    return _scene(trace, step, plan(trace, texts.longest(), pos), texts)


def build_section(trace: Trace, step: int, sections: Sections) -> Scene:
    """The picture of the section in which ``step`` lies."""
    section = sections[sections.number_at(step)]
    texts = StepTexts(trace, section.shown)
    return _scene(trace, step, plan(trace, texts.longest(section.first, section.last), None, section), texts)


def _scene(trace: Trace, step: int, plan: Plan, texts: StepTexts) -> Scene:
    telling = Telling(trace)
    return Scene(plan, telling.count(step), telling.by_step(step), texts.at(step), focus(trace, step))


def focus(trace: Trace, step: int) -> Focus:
    """What the event that led to ``step`` is about."""
    state = trace.at(step)
    return Focus(state.active_node, state.active_edge)


# ----- in words ------------------------------------------------------------------------------------------------------
def _lines(scene: Scene) -> Iterator[str]:
    yield f"{scene.count}: {scene.sentence}"
    for box in scene.plan.boxes.values():
        yield f"{'>' if scene.focus.node == box.id else ' '} {_box_line(scene, box)}"
        for arrow in scene.plan.arrows:
            if arrow.source == box.id:
                sign = ">" if scene.focus.edge == (arrow.source, arrow.index) else " "
                yield f"{sign}     {_arrow_line(scene, arrow)}"


def _box_line(scene: Scene, box: Box) -> str:
    if box.kind == "fold":
        return " | ".join((box.title, *box.lines))
    parts = [box.title, *slot_lines(box, scene.shown)]
    if box.kind == "leaf":
        parts.append(f".grad= {scene.shown.get(f'total/{box.id}', 'None')}")
    parts.append(badge(box.id, scene.shown))
    return " | ".join(part for part in parts if part)


def slot_lines(box: Box, shown: Mapping[str, str]) -> list[str]:
    """``c v= 5`` and ``∂= 4`` for one slot; with ``[0]``, ``[1]`` in front where there are several."""
    lines = []
    for slot, (name, value) in enumerate(zip(box.names, box.values, strict=True)):
        front = f"[{slot}] " if box.slots > 1 else ""
        lines.append(f"{front}{name + ' ' if name else ''}v= {value or '?'}")
        lines.append(f"{front}∂= {shown.get(f'grad/{box.id}/{slot}', '')}".rstrip())
    return lines


def badge(node: str, shown: Mapping[str, str]) -> str:
    """``heard 1/2`` while it waits, then ``ready``, ``running``, ``done``; "" when it takes no part."""
    status = shown.get(f"status/{node}", "")
    if status == "waiting":
        heard = shown.get(f"heard/{node}")
        return f"heard {heard}" if heard else ""
    return "" if status == "skipped" else status


def _arrow_line(scene: Scene, arrow: Arrow) -> str:
    if arrow.target is None:
        return f"{arrow.index} {arrow.input} -> None"
    target = scene.plan.boxes[arrow.target]
    if arrow.is_bundle:
        return f"{arrow.input or '1 edge'} -> {target.title}"
    message = scene.shown.get(f"message/{arrow.id}")
    sent = f": {message}" if message is not None else ""
    return f"{arrow.index} {arrow.input} -> {target.title} [{arrow.slot}]{sent}"

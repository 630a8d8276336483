"""The graph stepper: a backward pass, one step at a time, in the reader's own hands.

The whole trace goes to the browser once: all places, a sentence for each step and each event, and the few texts that
each event changes. Stepping is JavaScript and asks no kernel. In a cell, the stepper is HTML that runs by itself, so it
works in a saved notebook and on a static page.

A large graph is folded (see `groups`); boxes open and close in the browser, too. A very large trace goes there in
*parts*: the first ones are sent at once, and the browser asks the kernel for others before they are needed, so such a
stepper is shown as a widget. `static_html` puts all parts into one page; a saved notebook keeps the first and says so.
"""

import json
import os
from collections.abc import Iterator, Sequence
from hashlib import sha256
from html import escape
from itertools import pairwise
from typing import Any, ClassVar

import traitlets

from .._core.base.whole_file import write_whole
from ..tracing.trace.steps import Moment
from ..tracing.trace.trace import Trace
from ..tracing.why.answer import Answer
from . import theme
from .lookup import check_ending, check_trace, state_of
from .pause import Pause
from .picture.scene import Sentences
from .stepper_parts import Parts
from .widget import View, in_notebook, static_html

MOST_LINES = 100
"""The text form lists at most so many lines."""
AS_A_PAGE = 'In a script, `trace.show().to_html("run.html")` writes the stepper as a page for a browser.'
"""What `show` prints in a script, after what is wrong."""
PICTURE = ("parts.js", "camera.js", "arrows.js", "picture.js")
SCRIPTS = (*PICTURE, "walk.js", "panel.js", "pauses.js", "controls.js", "keys.js", "stepper.js")
FOLDING = ("far_parts.js", "placing.js", "routes.js", "folding.js", "start_folded.js")
"""Only graphs with groups need these; the small graphs of lessons are stored with the shorter script."""


def name_of(data: dict[str, Any]) -> str:
    """A name made from the data: the same for the same program, on every machine."""
    return sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()[:12]


class Stepper(View, scripts=(*SCRIPTS, "start.js"), sheet="stepper.css"):
    """The widget. Make one with `stepper`.

    ``step`` is the number of events shown and ``until`` the last one reachable: both count events, whatever is shown as
    a step. ``details`` is True where every event is a step. ``name`` is what a link to the stepper calls it. ``note``
    is shown above it, with a button to the ``worst`` place: its state, and what is said there.
    """

    page_traits: ClassVar[tuple[str, ...]] = ("data", "step", "until", "details", "pauses", "name", "note", "worst")
    data = traitlets.Dict().tag(sync=True)
    step = traitlets.Int(0).tag(sync=True)
    until = traitlets.Int(0).tag(sync=True)
    details = traitlets.Bool(False).tag(sync=True)
    pauses = traitlets.List().tag(sync=True)
    name = traitlets.Unicode().tag(sync=True)
    note = traitlets.Unicode().tag(sync=True)
    worst = traitlets.List().tag(sync=True)

    def __init__(
        self,
        trace: Trace,
        start: int,
        until: int,
        details: bool = False,
        pauses: Sequence[Pause] = (),
        parts: Parts | None = None,
    ):
        """``parts`` is what the browser gets of ``trace``, if it is known already."""
        self.trace = trace
        self.parts, self._sentences = parts or Parts(trace, folded=False), Sentences(trace)
        self._pauses = sorted(pauses, key=lambda pause: pause.event)
        self.alone = self.parts.is_whole
        told = [pause.as_json() for pause in self._pauses]
        data = self.parts.first(start)
        super().__init__(data=data, step=start, until=until, details=details, pauses=told, name=name_of(data))
        self.on_msg(self._asked)

    def _asked(self, widget: object, message: Any, buffers: object) -> None:
        """The browser asks for a part."""
        name = message.get("part") if isinstance(message, dict) else None
        if isinstance(name, str) and name in self.parts:
            self.send({"part": name, "data": self.parts.part(name)})

    def page_state(self) -> dict[str, Any]:
        """With all other parts, each packed until the page needs it."""
        if self.parts.is_whole:
            return super().page_state()
        return super().page_state() | {"packed": self.parts.packed(known=self.data["parts"])}

    @traitlets.validate("step", "until")
    def _inside(self, proposal: Any) -> int:
        return max(0, min(proposal["value"], len(self.trace)))

    @property
    def still(self) -> int:
        """The state that a still picture shows: the present one, or the last reachable one if nothing has happened yet.

        Nobody can step a still picture, so it should show the result rather than an empty stage. While a question is
        open, it shows the graph as forward left it: a number of backward might answer the question.
        """
        if not self._open:
            return self.step or self.until
        return next((k for k, event in enumerate(self.trace.events) if event.kind == "BackwardStarted"), 0)

    @property
    def _open(self) -> list[Pause]:
        return [pause for pause in self._pauses if not pause.before]

    def text(self) -> str:
        """Title and graph as in the still picture; then, unless there are too many, every line up to ``until``. While a
        question is open, the lines end where the still picture does: a line of backward might answer it."""
        lines = [f"Stepper: {self.data['title']}", *filter(None, [self.note]), self.parts.scene(self.still).text()]
        if self.parts.absent:
            lines.append(f"Without a box: {'; '.join(self.parts.absent)}")
        listed = self._sentences.event_lines if self.details else self._sentences.lines
        steps = [(0, ""), *listed(min(self.still, self.until) if self._open else self.until)]
        lines += self._with_pauses(steps) if len(steps) <= MOST_LINES + 1 else ()
        return "\n".join([*lines, *(f"     {words}" for pause in self._open for words in pause.before_text())])

    def _with_pauses(self, lines: list[tuple[int, str]]) -> Iterator[str]:
        """Each line, after the guesses about its step and before what settles them."""
        for (before, _), (after, line) in pairwise(lines):
            here = [pause for pause in self._pauses if before <= pause.event < after]
            yield from (f"     {words}" for pause in here for words in pause.before_text())
            yield line
            yield from (f"     {words}" for pause in here for words in pause.after_text())

    def to_html(self, path: str | os.PathLike[str], title: str | None = None) -> str:
        """Write this stepper, opened where it stands, into a file: one page that needs no kernel and no network.

        Returns the path. ``title`` is what the browser's tab says. Raises ValueError for another ending than .html or
        .htm.
        """
        check_ending(path, ".html", ".htm")
        ground = {"light": theme.LIGHT["ground"], "dark": theme.DARK["ground"]}
        page = PAGE.format(title=escape(title or f"Stepper: {self.data['title']}"), view=static_html(self), **ground)
        write_whole(path, page.encode())
        return os.fspath(path)

    def png(self) -> bytes:
        from .picture_files import still  # loads matplotlib

        return still(self.parts.scene(self.still))


class FoldedStepper(Stepper, scripts=(*SCRIPTS, *FOLDING), sheet=("stepper.css", "folding.css")):
    """The same for a graph with groups, whose boxes open and close."""


def stepper(
    trace: Trace,
    start: Moment | Answer = 0,
    until: Moment | None = None,
    details: bool = False,
    pauses: Sequence[Pause] = (),
) -> Stepper:
    """Step through ``trace`` in the notebook: buttons, a scrubber, or the arrow keys; click a node for its numbers.

    A step is one node's whole turn (see `Trace.steps`); with ``details``, or the switch of that name, each event is
    one. ``start`` is where it opens: the number of a step, one of ``trace.steps``, or ``trace.at(k)``, after
    k events; or it is what `Trace.why` answered: then the stepper opens where the answer can be seen, with the
    answer above it. (Otherwise the note there says what is wrong with the gradients of a model, if anything is.)
    ``until``, given like a step, hides what comes later, for a prediction to be made first. ``pauses`` are where it
    waits with a learner's guess (see `Pause`).

    Raises TypeError when ``trace`` is no trace, and ValueError when ``start`` or ``until`` is outside of it.
    """
    until = state_of(trace, until)
    note = start.text if isinstance(start, Answer) else ""
    start = shows(start) if isinstance(start, Answer) else state_of(trace, start)
    parts = Parts(trace)
    kind = Stepper if parts.plain else FoldedStepper
    made = kind(trace, min(start, until), until, details, pauses, parts)
    if not note and not pauses and until == len(trace):
        note = _tell_health(made)
    made.note = note
    return made


def _tell_health(made: Stepper) -> str:
    """What is wrong with the gradients of a model. (In a small program, that is often what a lesson asks.)"""
    trace = made.trace
    has_modules = any(origin.modules for origin in trace.origins.values())
    if not has_modules or not trace.health.line:
        return ""
    answer = trace.health.answer()
    made.worst = [shows(answer), answer.text]
    return f"{trace.health.line}. `trace.why()` names them."


def shows(answer: Answer) -> int:
    """The state in which an answer can be seen: right after its event; before everything where there is none."""
    return 0 if answer.event is None else answer.event + 1


def why(trace: Trace, target: Any) -> Stepper:
    """What `Trace.why` answers, above a stepper that opens where the answer can be seen. ``target`` as there.

    Where no event shows it, as for a path that was cut in forward, the stepper opens at the beginning.
    """
    check_trace(trace)
    return stepper(trace, trace.why(target))


def show(trace: Trace, step: Moment | None = None) -> Stepper:
    """The stepper for somebody whose model does not learn: it opens at the worst gradient, and says what is wrong.

    Above it stands what ``trace.why()`` answers. Where no event shows what is wrong, it opens at the first backward.
    With a ``step``, it opens after that one, as `stepper` does. Where no notebook shows the stepper, a line is printed:
    what is wrong, and how to write a page that a browser opens.
    """
    check_trace(trace)
    answer = trace.health.answer()
    made = stepper(trace, answer if step is None else step)
    if step is None and answer.event is None and (trace.health.complaints or trace.health.hints):
        made.step = next((first + 1 for _, first, _ in trace.backwards), 0)
    if not in_notebook():
        *hints, last = (line for line in answer.text.split("\n") if not line.startswith("  "))
        print(" ".join([*hints, last, AS_A_PAGE]))
    return made


# ----- as a file ------------------------------------------------------------------------------------------------------
PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>body {{ margin: 12px; background: {light}; }}
@media (prefers-color-scheme: dark) {{ body {{ background: {dark}; }} }}</style>
</head>
<body class="agl-page">
<main>{view}</main>
</body>
</html>
"""


def to_html(trace: Trace, path: str | os.PathLike[str], start: Moment | Answer = 0, title: str | None = None) -> str:
    """Write the stepper into a file, as one web page that works without kernel and network, light or dark.

    Everything is in it, also of a large graph, whose parts are unpacked as they are needed. The same trace gives the
    same bytes. Returns the path. ``start`` is where it opens, as in `stepper` (``trace.why("w")``: where that answer is
    seen, with the answer above it), ``title`` what the browser's tab says. For a page with other views in it, see
    `static_html`.

    Raises TypeError when ``trace`` is no trace, and ValueError for another ending than .html or .htm.
    """
    return stepper(trace, start).to_html(path, title)

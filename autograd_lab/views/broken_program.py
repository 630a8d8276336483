"""Break it: a learner's program, and an engine with a classic bug. Which ``.grad`` will be broken, and why?

The view shows one bug at a time: its lines beside the correct ones, what the correct engine does, and a question. The
answer opens two steppers that stop where the recordings part, and says what went wrong or why the bug does not show.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, ClassVar

import traitlets

from .._core.base.tracebacks import concise
from ..tracing.experiments.broken_run import BrokenRun, all_to_slot_0, broken_run
from ..tracing.experiments.planted_bugs import BUGS
from ..tracing.recording.program_run import Runner
from ..tracing.trace.trace import Trace
from .broken_reasons import reason
from .broken_words import HEADER, SHOWS, broke_off, outcome, parting, table, told
from .graph_stepper import SCRIPTS, Stepper, name_of
from .lookup import arrays_of, called, placed_at
from .sheet import Note, Sheet, Table
from .two_steppers import SideBySide
from .widget import View

NAMES = ("correct", "broken")
ASK = "Which .grad will be broken?"


class BreakIt(
    View,
    scripts=(*SCRIPTS, "two_steppers.js", "break_it.js"),
    sheet=("stepper.css", "two_steppers.css", "break_it.css"),
):
    """The widget. Make one with `break_it`. ``runs`` has what each bug did, by its name."""

    alone = True
    page_traits: ClassVar[tuple[str, ...]] = ("data", "traces")
    data = traitlets.Dict().tag(sync=True)
    traces = traitlets.List().tag(sync=True)
    """What the steppers show, each only once: several bugs share what the engine does."""

    def __init__(self, program: str, runs: dict[str, BrokenRun]):
        self.runs, pages = runs, []
        bugs = [_bug(run, pages) for run in runs.values()]
        data = {"program": program, "ask": ASK, "header": HEADER, "names": NAMES, "bugs": bugs}
        # a guess is kept under this name: the same whenever the same program meets the same bugs
        kept = [{key: bug[key] for key in ("name", "code", "why", "rows")} for bug in bugs]
        super().__init__(data=data | {"name": name_of({"program": program, "bugs": kept})}, traces=pages)

    def sheet(self, code: bool = True) -> Sheet:
        """All bugs, one after the other, in words and tables; with or without ``code`` and how one would notice."""
        parts = [part for run in self.runs.values() for part in _parts(run, code)]
        return Sheet(f"Break it: {self.data['program']}", tuple(parts))

    def text(self) -> str:
        return self.sheet().text()

    def png(self) -> bytes:
        """The same as a picture, without code: every notebook carries it."""
        return self.sheet(code=False).png(dpi=96)


@concise
def break_it(program: Callable[..., Any], *bugs: str, **inputs: float | Sequence) -> BreakIt:
    """Plant a bug in an engine, run ``program`` with it, and see where its recording parts from that of the real one::

        def program(a, b):
            c = a * b
            return c + a

        views.break_it(program, "= instead of +=", a=2.0, b=3.0)

    The bugs are "= instead of +=", "no un-broadcast", "wrong saved value", "depth-first order", "dropped slot" and
    "stale .grad"; of several, one is chosen in the picture; without any, there are all of them. First you are asked
    which ``.grad`` will be broken; your browser keeps the answer. Where a bug does not show in this program, that is
    said, with a program in which it does. Each input is a number or a short list of numbers; the program gets tensors
    and returns one number.

    The program may be a module, or use some: for the time of a run, new float64 leaves take the places of their
    parameters, and the view shows the gradients of those leaves, too. Your modules stay as they are.

    The bug is in a copy of the engine's steps that runs this program alone: the engine itself is never changed.

    Raises ValueError for a bug that there is not, an input that is no number or too long, more than 60 nodes, and when
    the result is not one number; what the program itself raises passes.
    """
    for bug in bugs:
        if bug not in BUGS:
            raise ValueError(f"There is no bug {bug!r}; there are {', '.join(map(repr, BUGS))}.")
    arrays = arrays_of("break_it", program, inputs)
    runner = Runner(program, arrays)
    runs = {bug: broken_run(runner, arrays, bug) for bug in (bugs or BUGS)}
    return BreakIt(f"{called(program, arrays)} at {placed_at(arrays)}", runs)


def _parts(run: BrokenRun, code: bool) -> Iterator[Note | Table]:
    """One bug, as parts of a sheet."""
    bug = BUGS[run.bug]
    yield Note(f"{run.bug}: {bug.about}", strong=run.bug)
    if code:
        for title, lines in zip(NAMES, (bug.correct, bug.broken), strict=True):
            yield Note("\n    ".join([f"{title}:", *lines.splitlines()]), code=True)
    yield from map(Note, told(run))
    yield table(run)
    if code:
        yield Note(f"How would you notice? {bug.notice}")
    if code and not run.wrong:
        yield Note("A program in which it shows:")
        yield Note(SHOWS[run.bug], code=True)


def _bug(run: BrokenRun, pages: list) -> dict[str, Any]:
    """One bug, as the browser gets it."""
    bug = BUGS[run.bug]
    return {
        "name": run.bug,
        "about": bug.about,
        "file": bug.file,
        "code": [bug.correct, bug.broken],
        "leaves": [*run.gradients],
        "wrong": run.wrong,
        "why": {name: reason(run, name) for name in run.gradients},
        "told": broke_off(run),
        "outcome": outcome(run),
        "notice": bug.notice,
        "rows": table(run).rows,
        "shows": "" if run.wrong else SHOWS[run.bug],
        "before": _place(_page(run.right), pages),
        "pair": _pair(run, pages) if run.difference else None,
    }


def _pair(run: BrokenRun, pages: list) -> dict[str, Any]:
    """The two steppers. What they show is put to ``pages``, and they say where it stands there."""
    steppers = [Stepper(trace, 0, len(trace)) for trace in (run.right, run.broken)]
    parting_at = SideBySide(steppers, NAMES, run.difference).parting | {"words": parting(run)}
    broken = _page(run.broken)
    if run.bug == "dropped slot":
        broken = _redrawn(broken, _page(all_to_slot_0(run.broken)))
    sides = [_place(page, pages) for page in (_page(run.right), broken)]
    return {"sides": sides, "names": NAMES, "parting": parting_at}


def _page(trace: Trace) -> dict[str, Any]:
    """A stepper at its beginning, as a page shows it."""
    return Stepper(trace, 0, len(trace)).page_state()


def _redrawn(page: dict[str, Any], picture: dict[str, Any]) -> dict[str, Any]:
    """What one page says, with the boxes and arrows of another."""
    drawn, data = picture["data"], page["data"]
    parts = data["parts"] | {name: part for name, part in drawn["parts"].items() if name.startswith("nodes/")}
    return page | {"data": data | {"plans": drawn["plans"], "parts": parts}}


def _place(page: dict[str, Any], pages: list) -> int:
    """Where it stands among the pages; it is put there unless it is there already."""
    if page not in pages:
        pages.append(page)
    return pages.index(page)

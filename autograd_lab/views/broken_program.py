"""Break it: a learner's program, and an engine with a classic bug. Which ``.grad`` will be wrong, and why?

One bug at a time: its lines beside the engine's, a guess, and then two steppers that stop where the recordings part.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, ClassVar

import traitlets

from .._base.tracebacks import concise
from ..tracing.broken_run import BrokenRun, broken_run
from ..tracing.planted_bugs import BUGS, about, lines
from ..tracing.program_run import Runner
from ..tracing.small_steps import Backward
from .broken_program_words import HEADER, SHOWS, table, told
from .graph_stepper import SCRIPTS, Stepper
from .program_inputs import arrays_of, called, placed_at
from .sheet import Sheet
from .sheet_parts import Note, Table
from .two_steppers import SideBySide
from .widget import View

NAMES = ("the engine", "with the bug")
ASK = "Which .grad will be wrong?"


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
        super().__init__(data=data, traces=pages)

    def sheet(self, code: bool = True) -> Sheet:
        """All bugs, one after the other, in words and tables; with or without the lines of ``code``."""
        parts = [part for run in self.runs.values() for part in _parts(run, code)]
        return Sheet(f"Break it: {self.data['program']}", tuple(parts))

    def text(self) -> str:
        """The same as text."""
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

        views.break_it(program, "= for +=", a=2.0, b=3.0)

    The bugs are "= for +=", "no un-broadcast", "wrong saved value", "depth-first order", "dropped slot" and
    "stale .grad"; of several, one is chosen in the picture; without any, there are all of them. First you are asked
    which ``.grad`` will be wrong. Where a bug does not show in this program, that is said, with a program in which it
    does. Each input is a number or a short list of numbers; the program gets tensors and returns one number.

    The program may be a module, or use some: for the time of a run, new float64 leaves stand in the places of their
    parameters, and the gradients of those are told as well. Your modules stay as they are.

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
    yield Note(f"{run.bug}: {about(bug)}", strong=True)
    if code:
        for title, engine in zip(NAMES, (Backward, bug), strict=True):
            yield Note("\n    ".join([f"{title}:", *lines(engine, bug.step).splitlines()]), code=True)
    yield from map(Note, told(run))
    yield table(run)
    if code and not run.wrong:
        yield Note("A program in which it shows:")
        yield Note(SHOWS[run.bug], code=True)


def _bug(run: BrokenRun, pages: list) -> dict[str, Any]:
    """One bug, as the browser gets it."""
    bug = BUGS[run.bug]
    return {
        "name": run.bug,
        "about": about(bug),
        "code": [lines(Backward, bug.step), lines(bug, bug.step)],
        "leaves": [*run.gradients],
        "wrong": run.wrong,
        "told": told(run),
        "rows": table(run).rows,
        "shows": "" if run.wrong else SHOWS[run.bug],
        "pair": _pair(run, pages) if run.difference else None,
    }


def _pair(run: BrokenRun, pages: list) -> dict[str, Any]:
    """The two steppers. What they show is put to ``pages``, and they say where it stands there."""
    steppers = [Stepper(trace, 0, len(trace)) for trace in (run.right, run.broken)]
    pair = SideBySide(steppers, NAMES, run.difference).page_state()
    return pair | {"sides": [_place(side, pages) for side in pair["sides"]]}


def _place(page: dict[str, Any], pages: list) -> int:
    """Where it stands among the pages; it is put there unless it is there already."""
    if page not in pages:
        pages.append(page)
    return pages.index(page)

"""Break it: a learner's program, and an engine with a classic bug. Which ``.grad`` will be wrong, and why?

The view shows one bug at a time: its lines beside the engine's, a question, and then two steppers that stop where the
recordings part, with words for what went wrong or for why the bug does not show.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, ClassVar

import numpy as np
import traitlets

from .._core.base.tracebacks import concise
from ..tracing.experiments.broken_run import BrokenRun, Gradients, broken_run
from ..tracing.experiments.planted_bugs import BUGS, WatchedBackward, about, lines
from ..tracing.recording.program_run import Runner
from ..tracing.recording.values import array_of, text_of
from ..tracing.telling.words import grad_words, listed, place, receiver, saved_words, source_words
from ..tracing.trace import events as ev
from .graph_stepper import SCRIPTS, Stepper
from .lookup import arrays_of, called, placed_at
from .sheet import CODE, MESSAGE, Note, Sheet, Table
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
    yield Note(f"{run.bug}: {about(bug)}", strong=True)
    if code:
        for title, engine in zip(NAMES, (WatchedBackward, bug), strict=True):
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
        "code": [lines(WatchedBackward, bug.step), lines(bug, bug.step)],
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


# ----- in words -------------------------------------------------------------------------------------------------------
HEADER = ("", "the engine", "with the bug", "off by")
SHOWS = {
    "= for +=": "def program(a, b):\n    return a * b + a",
    "no un-broadcast": "def program(a, v):  # a number, and a list\n    return (a * v).sum()",
    "wrong saved value": "def program(a, b):\n    return a * b",
    "depth-first order": "def program(a, b):\n    c = a * b\n    return c * (c + a)",
    "dropped slot": "def program(v):  # a list of two\n    x, y = v.unbind()\n    return x * y * y",
    "stale .grad": "def program(a, b):\n    return a * b",
}
"""For each bug, a program in which it shows."""


def told(run: BrokenRun) -> list[str]:
    """One paragraph each: the first difference and its reason, an error, and what is wrong at the end."""
    found = []
    if run.difference:
        found.append(_parting(run) or f"What differs there: {run.difference.what}.")
    if run.error:
        found.append(f"The broken backward does not come to its end: {run.error.partition(chr(10))[0]}")
    return [*found, _outcome(run)]


def table(run: BrokenRun) -> Table:
    """A line for each input."""
    rows = [
        (f"{name}.grad", text_of(pair.right), text_of(pair.broken), off_by(pair))
        for name, pair in run.gradients.items()
    ]
    return Table(HEADER, tuple(rows), (CODE, MESSAGE, MESSAGE, CODE))


def off_by(pair: Gradients) -> str:
    """Broken minus right, where both have numbers of one shape."""
    right, broken = pair.right, pair.broken
    if pair.agree:
        return "–"
    if right is None or broken is None:
        return "all of it" if broken is None else "never written"
    if right.shape != broken.shape:
        return f"shape {broken.shape} for {right.shape}"
    away = array_of(broken) - array_of(right)
    return text_of(ev.Value(away.shape, right.dtype, tuple(np.ravel(away).tolist())))


def _outcome(run: BrokenRun) -> str:
    wrong = listed(f"{name}.grad" for name in run.wrong)
    if wrong:
        return f"Wrong at the end: {wrong}."
    if run.difference:
        return f"They part, and yet every .grad comes out right: {_why_harmless(run)}."
    return f"Here the bug does not show: both tell the same, in {len(run.right)} events. {_WHY_HIDDEN[run.bug](run)}"


# ----- where they part ------------------------------------------------------------------------------------------------
def _parting(run: BrokenRun) -> str:
    """The bug's own words; empty if the recordings differ in another way than this bug usually causes."""
    k = run.difference.event
    both = [trace[k] if k < len(trace) else None for trace in (run.right, run.broken)]
    kinds, tell = _PARTINGS[run.bug]
    return tell(run, *both) if [type(event) for event in both][: len(kinds)] == [*kinds] else ""


def _met(run: BrokenRun, right: ev.BufferAdded, broken: ev.BufferAdded) -> str:
    before, message, after = map(text_of, (right.before, right.message, right.after))
    return (
        f"At {receiver(run.right, right.target)} two messages meet: {before} lies there, and {message} comes. The "
        f"engine adds them up to {after}; here {message} takes the place of {before}, which is lost."
    )


def _fitted(run: BrokenRun, right: ev.GradReduced, broken: ev.Event) -> str:
    source, before = source_words(run.right, right.node, right.index), text_of(right.before)
    return (
        f"Forward had copied {source}, so {run.right.label(right.node)} has a gradient for each copy: {before}. The "
        f"engine adds them up to {text_of(right.after)}, which has the shape of {source}; here all of them go on."
    )


def _saved(run: BrokenRun, right: ev.ValueSaved, broken: ev.ValueSaved) -> str:
    node = right.node
    return (
        f"Already in forward: {run.right.label(node)} should save {saved_words(run.right, node, right.saved)}, and "
        f"keeps {text_of(broken.saved.value)} in its place. The rule is right, and multiplies by the wrong number."
    )


def _turned(run: BrokenRun, right: ev.NodeVisited, broken: ev.NodeVisited) -> str:
    heard, owed = run.broken.at(run.difference.event).heard[broken.node]
    early = "" if heard == owed else f", though it has heard only {heard} of {owed} messages"
    turn, instead = (
        receiver(trace, ev.Edge(event.node, 0)) for trace, event in ((run.right, right), (run.broken, broken))
    )
    return f"In the engine it is now the turn of {turn}; here it is that of {instead}{early}."


def _landed(run: BrokenRun, right: ev.GradOut, broken: ev.GradOut) -> str:
    label, value = run.right.label(right.node), text_of(right.value)
    return (
        f"{label} sends {value} to {place(run.right, right.target)}. Here the slot's number is forgotten, and it lands "
        f"in slot {broken.target.slot}: as the gradient of another output."
    )


def _begun(run: BrokenRun, right: ev.BackwardStarted, broken: ev.BackwardStarted) -> str:
    left = listed(
        f"{grad_words(run.broken, leaf)} still holds {text_of(value)}"
        for leaf, value in broken.leaf_grads
        if value is not None
    )
    return f"The second backward begins, and {left} from the first. What comes now is added to that."


_PARTINGS: dict[str, tuple[tuple[type, ...], Callable[..., str]]] = {
    "= for +=": ((ev.BufferAdded, ev.BufferAdded), _met),
    "no un-broadcast": ((ev.GradReduced,), _fitted),
    "wrong saved value": ((ev.ValueSaved, ev.ValueSaved), _saved),
    "depth-first order": ((ev.NodeVisited, ev.NodeVisited), _turned),
    "dropped slot": ((ev.GradOut, ev.GradOut), _landed),
    "stale .grad": ((ev.BackwardStarted, ev.BackwardStarted), _begun),
}
"""For each bug, the events at which recordings first differ because of it, and the words for that."""


# ----- why nothing is wrong -------------------------------------------------------------------------------------------
def _why_harmless(run: BrokenRun) -> str:
    if run.bug == "depth-first order" and not any(_early(run)):
        return "the order is another one, but no operation has sent before it had heard everything"
    return {
        "= for +=": "what was lost plays no part further on",
        "no un-broadcast": "the copies are added up further on",
        "wrong saved value": "with the wrong value the rules give the same",
        "depth-first order": "what came too late plays no part further on",
        "dropped slot": "in the wrong slot the messages count as much as in the right one",
        "stale .grad": "what was left over is 0",
    }[run.bug]


def _early(run: BrokenRun) -> Iterator[str]:
    """The operations that ran before they had heard everything."""
    for k in run.broken.find("NodeVisited"):
        node = run.broken[k].node
        heard, owed = run.broken.at(k).heard[node]
        if heard < owed and run.broken.nodes[node].kind != "leaf":
            yield node


def _nothing_to_add(run: BrokenRun) -> str:
    if any(run.right[k].before is not None for k in run.right.find("BufferAdded")):
        return "Where two messages meet, the first one is 0."
    return "No two messages meet in one slot, since every value is used once: there is nothing to add."


def _nothing_else_saved(run: BrokenRun) -> str:
    if any(item.frees for info in run.right.nodes.values() for item in info.saved):
        return "What is kept by mistake is equal to what should be kept."
    return "Its operations save no numbers, since their slopes depend on none."


def _slots_unused(run: BrokenRun) -> str:
    if any(info.outputs > 1 for info in run.right.nodes.values()):
        return "All messages are meant for slot 0."
    return "No operation has several outputs, so there is only slot 0."


_WHY_HIDDEN: dict[str, Callable[[BrokenRun], str]] = {
    "= for +=": _nothing_to_add,
    "no un-broadcast": lambda run: "No operation had to stretch an input to another shape: there is nothing to add up.",
    "wrong saved value": _nothing_else_saved,
    "depth-first order": lambda run: "In this order, too, each node has heard everything when its turn comes.",
    "dropped slot": _slots_unused,
    "stale .grad": lambda run: "No path leads to an input, so nothing is left over.",
}

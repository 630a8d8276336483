"""Break it, in words: where the correct and the broken run part, what comes out broken, and why nothing does."""

from collections.abc import Callable

import numpy as np

from ..tracing.experiments.broken_run import BrokenRun, Gradients
from ..tracing.recording.values import array_of, text_of
from ..tracing.telling.words import grad_words, has_slots, listed, place, receiver, saved_words, source_words
from ..tracing.trace import events as ev
from .broken_reasons import early
from .sheet import CODE, MESSAGE, Table
from .short_text import text

HEADER = ("", "correct", "broken", "off by")
SHOWS = {
    "= instead of +=": "def program(a, b):\n    return a * b + a",
    "no un-broadcast": "def program(a, v):  # a number, and a list\n    return (a * v).sum()",
    "wrong saved value": "def program(a, b):\n    return a * b",
    "depth-first order": "def program(a, b):\n    c = a * b\n    return (c + a) * c",
    "dropped slot": "def program(v):  # a list of two\n    x, y = v.unbind()\n    return x * y * y",
    "stale .grad": "def program(a, b):\n    return a * b",
}
"""For each bug, a program in which it shows."""


# ----- in words -------------------------------------------------------------------------------------------------------
def told(run: BrokenRun) -> list[str]:
    """One paragraph each: the first difference and its reason, an error, and what is broken at the end."""
    return [*([parting(run)] if run.difference else []), *broke_off(run), outcome(run)]


def broke_off(run: BrokenRun) -> list[str]:
    """That the broken backward raised an error, if it did."""
    return [f"The broken engine stops with an error: {run.error.partition(chr(10))[0]}"] if run.error else []


def table(run: BrokenRun) -> Table:
    """A line for each input."""
    rows = [(f"{name}.grad", text(pair.right), text(pair.broken), off_by(pair)) for name, pair in run.gradients.items()]
    return Table(HEADER, tuple(rows), (CODE, MESSAGE, MESSAGE, CODE))


def off_by(pair: Gradients) -> str:
    """Broken minus correct, where both have numbers of one shape."""
    right, broken = pair.right, pair.broken
    if pair.agree:
        return "–"
    if right is None or broken is None:
        return "all of it" if broken is None else "never written"
    if right.shape != broken.shape:
        return f"shape {broken.shape} instead of {right.shape}"
    away = array_of(broken) - array_of(right)
    return text(ev.Value(away.shape, right.dtype, tuple(np.ravel(away).tolist())))


def outcome(run: BrokenRun) -> str:
    """What is broken at the end, or why nothing is."""
    wrong = listed(f"{name}.grad" for name in run.wrong)
    if wrong:
        return f"Broken at the end: {wrong}."
    if run.difference:
        return f"The two runs differ, and yet every .grad comes out correct: {_why_harmless(run)}."
    return f"The bug does not show in this program: the correct and the broken run are the same. {_why_hidden(run)}"


# ----- where they part ------------------------------------------------------------------------------------------------
def parting(run: BrokenRun) -> str:
    """What differs first, in the bug's own words if the recordings differ as it usually makes them."""
    k = run.difference.event
    both = [trace[k] if k < len(trace) else None for trace in (run.right, run.broken)]
    kinds, tell = _PARTINGS[run.bug]
    if [type(event) for event in both][: len(kinds)] == [*kinds]:
        return tell(run, *both)
    sentences = zip(("Correct", "Broken"), (run.right, run.broken), strict=True)
    return " ".join(f"{name}: {trace.sentence(k) if k < len(trace) else 'nothing more.'}" for name, trace in sentences)


def _met(run: BrokenRun, right: ev.BufferAdded, broken: ev.BufferAdded) -> str:
    before, message, after = map(text_of, (right.before, right.message, right.after))
    return (
        f"At {receiver(run.right, right.target)} two messages meet, {before} and {message}. The correct engine adds "
        f"them up to {after}; in the broken one, {message} takes the place of {before}, which is lost."
    )


def _fitted(run: BrokenRun, right: ev.GradReduced, broken: ev.Event) -> str:
    source, before = source_words(run.right, right.node, right.index), text_of(right.before)
    return (
        f"Forward copied {source}, so {run.right.label(right.node)} has a gradient for each copy: {before}. The "
        f"correct engine adds them up to {text_of(right.after)}, which has the shape of {source}; the broken one sends "
        "them as they are."
    )


def _saved(run: BrokenRun, right: ev.ValueSaved, broken: ev.ValueSaved) -> str:
    node = right.node
    return (
        f"The runs already differ in forward: {run.right.label(node)} should keep "
        f"{saved_words(run.right, node, right.saved)}; the broken one keeps {text_of(broken.saved.value)} instead. Its "
        "rule is correct, but multiplies by the wrong number."
    )


def _turned(run: BrokenRun, right: ev.NodeVisited, broken: ev.NodeVisited) -> str:
    heard, owed = run.broken.at(run.difference.event).heard[broken.node]
    early = "" if heard == owed else f", although it has received only {heard} of {owed} messages"
    turn, instead = (
        trace.label(event.node) if has_slots(trace, event.node) else receiver(trace, ev.Edge(event.node, 0))
        for trace, event in ((run.right, right), (run.broken, broken))
    )
    return f"The correct engine runs {turn} next; the broken one runs {instead}{early}."


def _landed(run: BrokenRun, right: ev.GradOut, broken: ev.GradOut) -> str:
    label, value = run.right.label(right.node), text_of(right.value)
    return (
        f"{label} sends {value}. In the correct run it goes to {place(run.right, right.target)}, in the broken one to "
        f"slot {broken.target.slot}: it counts as the gradient of another output."
    )


def _begun(run: BrokenRun, right: ev.BackwardStarted, broken: ev.BackwardStarted) -> str:
    left = listed(
        f"{grad_words(run.broken, leaf)} still holds {text_of(value)}"
        for leaf, value in broken.leaf_grads
        if value is not None
    )
    return (
        f"The second backward pass begins. In the correct run every .grad is None; in the broken one, {left} from the "
        "first pass, and the second pass adds to that."
    )


_PARTINGS: dict[str, tuple[tuple[type, ...], Callable[..., str]]] = {
    "= instead of +=": ((ev.BufferAdded, ev.BufferAdded), _met),
    "no un-broadcast": ((ev.GradReduced,), _fitted),
    "wrong saved value": ((ev.ValueSaved, ev.ValueSaved), _saved),
    "depth-first order": ((ev.NodeVisited, ev.NodeVisited), _turned),
    "dropped slot": ((ev.GradOut, ev.GradOut), _landed),
    "stale .grad": ((ev.BackwardStarted, ev.BackwardStarted), _begun),
}
"""For each bug, the events at which recordings first differ because of it, and the words for that."""


# ----- why nothing is wrong -------------------------------------------------------------------------------------------
def _why_harmless(run: BrokenRun) -> str:
    if run.bug == "depth-first order" and not any(early(run)):
        return "the order is different, but every node had received all its messages when it ran"
    return {
        "= instead of +=": "what was lost makes no difference further on",
        "no un-broadcast": "the copies are added up further on",
        "wrong saved value": "the rules give the same with the wrong value",
        "depth-first order": "what came too late makes no difference",
        "dropped slot": "the messages count as much in the wrong slot as in the right one",
        "stale .grad": "what was left over is 0",
    }[run.bug]


def _why_hidden(run: BrokenRun) -> str:
    nodes = run.right.nodes.values()
    meet = any(run.right[k].before is not None for k in run.right.find("BufferAdded"))
    keep = any(item.frees for info in nodes for item in info.saved)
    return {
        "= instead of +=": "Where two messages meet, the first one is 0."
        if meet
        else "No two messages meet in one slot, since every value is used once: there is nothing to add.",
        "no un-broadcast": "No operation had to copy an input to stretch it, so there is nothing to add up.",
        "wrong saved value": "What is kept by mistake is equal to what should be kept."
        if keep
        else "Its operations save no numbers, since their slopes depend on none.",
        "depth-first order": "In this order, too, each node has received all its messages when it runs.",
        "dropped slot": "All messages are meant for slot 0."
        if any(info.outputs > 1 for info in nodes)
        else "No operation has several outputs, so there is only slot 0.",
        "stale .grad": "No path leads to an input, so nothing is left over.",
    }[run.bug]

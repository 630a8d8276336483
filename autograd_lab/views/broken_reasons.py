"""Break it: why the ``.grad`` of one input comes out broken, or why it comes out correct although a bug is there.

A learner who guessed wrong reads these: "Why a.grad?" of one that was not chosen, "Why not d.grad?" of one that was.
"""

from collections.abc import Callable, Iterator

from ..tracing.experiments.broken_run import BrokenRun
from ..tracing.recording.values import text_of
from ..tracing.telling.words import listed
from ..tracing.trace import events as ev
from ..tracing.trace.nodes import leading_to
from ..tracing.trace.trace import Trace

Messages = dict[tuple[str, int], ev.Value]
"""What a leaf received in the last backward pass, by sender and edge."""


def reason(run: BrokenRun, name: str) -> str:
    """Why ``name.grad`` is broken, or why it is not."""
    leaf = next((node for node in run.right.nodes if node.startswith("a") and run.right.name(node) == name), None)
    if name not in run.wrong:
        return f"Why not {name}.grad? {_why_correct(run, name, leaf)}"
    return f"Why {name}.grad? {_why_broken(run, name, leaf)}"


# ----- broken ---------------------------------------------------------------------------------------------------------
def _why_broken(run: BrokenRun, name: str, leaf: str | None) -> str:
    pair = run.gradients[name]
    if run.bug == "stale .grad":
        left, new = text_of(_left_over(run.broken).get(leaf)), text_of(pair.right)
        return f"It still holds {left} from the first backward pass, and the second one adds {new} to that."
    if pair.broken is None:
        return f"In the broken run, no message reaches {name}."
    right, broken = received(run.right, leaf), received(run.broken, leaf)
    for (node, index), message in right.items():
        other = broken.get((node, index))
        if other is None or not _same(message, other):
            return _sent(run, name, (node, index), message, other)
    came = listed(map(text_of, right.values()))
    return (
        f"{name} receives {came} in both runs. The correct engine adds them up to {text_of(pair.right)}; "
        f"the broken one keeps only {text_of(pair.broken)}."
    )


def _sent(run: BrokenRun, name: str, edge: tuple[str, int], message: ev.Value, other: ev.Value | None) -> str:
    """One message is another one in the broken run: which, and why its sender sends it."""
    sender = run.right.label(edge[0])
    if other is None:
        return f"In the broken run, {sender} never sends it anything."
    why = _why_sent(run, edge)
    return f"{sender} sends {text_of(other)} to {name}, instead of {text_of(message)}{why}."


def _why_sent(run: BrokenRun, edge: tuple[str, int]) -> str:
    node, _ = edge
    reduced = {(event.node, event.index) for event in _all(run.right, ev.GradReduced)}
    if run.bug == "no un-broadcast" and edge in reduced:
        return ": one gradient for each copy, which nobody has added up"
    causes = []
    rules = (
        [event for event in _all(trace, ev.RuleApplied) if event.node == node] for trace in (run.right, run.broken)
    )
    right, broken = (next(iter(found), None) for found in rules)
    if right and broken:
        differ = [pair for pair in zip(right.received, broken.received, strict=True) if not _same(*pair)]
        causes = [f"it received {_thing(other)} instead of {_thing(one)}" for one, other in differ[:1]]
    causes += ["it multiplies by the wrong value"] * (node in _kept_wrongly(run))
    return f", since {' and '.join(causes)}" if causes else ""


def _thing(value: ev.Value | None) -> str:
    return "nothing" if value is None else text_of(value)


# ----- correct --------------------------------------------------------------------------------------------------------
_UNTOUCHED = {
    "= instead of +=": "on the way to {}, no two messages meet in one slot",
    "no un-broadcast": "forward copied neither {0} nor anything computed from it",
    "wrong saved value": "no node on the way to {} multiplies by a wrong value",
    "depth-first order": "every node on the way to {} had received all its messages when it ran",
    "dropped slot": "every message on the way to {} belongs in slot 0",
    "stale .grad": "the first backward pass left nothing in {}.grad",
}
"""For each bug, why an input is correct that lies out of its reach."""


def _why_correct(run: BrokenRun, name: str, leaf: str | None) -> str:
    messages = {} if leaf is None else received(run.right, leaf)
    if leaf is None:
        return f"No path leads from the result to {name}, so it receives nothing in either run."
    if not messages:
        return f"{name} is the result itself, and receives only the seed."
    came = f"{name} receives {listed(map(text_of, messages.values()))} in both runs"
    if leading_to(run.right.nodes, leaf).isdisjoint(_ACTS[run.bug](run)):
        return f"{came}: {_UNTOUCHED[run.bug].format(name)}."
    others = received(run.broken, leaf)
    if all(_same(message, others.get(edge)) for edge, message in messages.items()):
        return f"{came}. The bug does act on the way to {name}, but changes nothing that {name} receives."
    return f"The bug does act on the way to {name}, but what {name} receives adds up to the same."


# ----- where a bug acts: the nodes whose slots, order or values it changes --------------------------------------------
def _kept_wrongly(run: BrokenRun) -> Iterator[str]:
    broken = {(event.node, event.saved.name): event.saved.value for event in _all(run.broken, ev.ValueSaved)}
    for event in _all(run.right, ev.ValueSaved):
        if not _same(event.saved.value, broken.get((event.node, event.saved.name))):
            yield event.node


def early(run: BrokenRun) -> Iterator[str]:
    """The nodes that ran before they had received all their messages."""
    for k in run.broken.find("NodeVisited"):
        node = run.broken[k].node
        heard, owed = run.broken.at(k).heard[node]
        if heard < owed:
            yield node


_ACTS: dict[str, Callable[[BrokenRun], Iterator[str]]] = {
    "= instead of +=": lambda run: (e.target.node for e in _all(run.right, ev.BufferAdded) if e.before is not None),
    "no un-broadcast": lambda run: (
        run.right.nodes[e.node].edges[e.index].node for e in _all(run.right, ev.GradReduced)
    ),
    "wrong saved value": _kept_wrongly,
    "depth-first order": early,
    "dropped slot": lambda run: (e.target.node for e in _all(run.right, ev.GradOut) if e.target.slot),
    "stale .grad": lambda run: (leaf for leaf, value in _left_over(run.broken).items() if value is not None),
}


# ----- what a recording tells -----------------------------------------------------------------------------------------
def received(trace: Trace, leaf: str) -> Messages:
    """What the leaf received in the last backward pass."""
    start = max(trace.find("BackwardStarted"), default=0)
    sent = (event for event in trace[start:] if isinstance(event, ev.GradOut) and event.target.node == leaf)
    return {(event.node, event.index): event.value for event in sent if event.value is not None}


def _all(trace: Trace, kind: type) -> Iterator[ev.Event]:
    return (event for event in trace if isinstance(event, kind))


def _left_over(trace: Trace) -> dict[str, ev.Value | None]:
    """What each leaf's ``.grad`` held when the last backward pass began."""
    return dict(trace[max(trace.find("BackwardStarted"))].leaf_grads)


def _same(one: ev.Value | None, other: ev.Value | None) -> bool:
    """Whether a sentence would say the same of both."""
    if one is None or other is None:
        return one is other
    return one.shape == other.shape and text_of(one) == text_of(other)

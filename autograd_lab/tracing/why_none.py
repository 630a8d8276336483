"""Why a ``.grad`` is None: the tensor cannot have one, no backward came, or the way from it to the root is cut."""

import re
from collections.abc import Iterable, Mapping

from . import events as ev
from .answer import Answer, Subject, line_words
from .flow import FlowStep
from .flow_search import Ways, made_by, users_of, ways_of
from .story import Story
from .words import listed

CUTS = {
    "detach": "`detach()` gives a tensor without a history",
    "detach_": "`detach_()` takes the history away",
    "data": "`.data` gives the numbers without their history",
    "tensor": "`tensor(…)` copies the numbers and not their history",
    "new_tensor": "`new_tensor(…)` copies the numbers and not their history",
    "numpy": "an array of NumPy has no history",
    "no_grad": "`{operation}` ran where no graph is built (no_grad)",
    "inference_mode": "`{operation}` ran in inference_mode, which builds no graph",
    "integers": "`{operation}` gives whole numbers or bools, which have no gradient",
    "no derivative": "`{operation}` has no derivative",
}
NUMBER = "a Python number has no history"

RECORD_FORWARD = (
    "The forward ran before the recording began, so it is not known where. Put it inside: "
    "`with al.record() as trace: loss = …; loss.backward()`."
)


def why_none(story: Story, subject: Subject) -> Answer:
    """The first of these reasons that holds."""
    for reason in (_not_required, _no_leaf, _no_backward, _not_arrived, _not_reached):
        answer = reason(story, subject)
        if answer is not None:
            return answer
    return Answer("unknown", f"{subject.name}.grad is None, and nothing in this recording says why.")


# ----- it cannot have one ---------------------------------------------------------------------------------------------
def _not_required(story: Story, subject: Subject) -> Answer | None:
    if subject.requires_grad:
        return None
    step = None if subject.number is None else made_by(story, subject.number)
    if step is not None and step.cut:
        told = f"{subject.name}.grad is None: {subject.name} has no history. {_capital(_cut_words(step))}."
        return Answer(step.cut, told, None, step.line)
    if step is not None:
        told = f"{subject.name}.grad is None: nothing that {subject.name} was made of requires a gradient"
        return Answer("not required", f"{told} ({line_words(step.line)}).", None, step.line)
    told = f"{subject.name}.grad is None: {subject.name} does not require a gradient. Make it with requires_grad=True."
    return Answer("not required", told)


def _no_leaf(story: Story, subject: Subject) -> Answer | None:
    if subject.is_leaf:
        return None
    name, step = subject.name, None if subject.number is None else made_by(story, subject.number)
    line = step.line if step else story.origins[subject.node].line if subject.node in story.origins else None
    made = f" ({line_words(line)}, made it)" if line else ""
    told = (
        f"{name}.grad is None: {name} is no leaf{made}, and backward keeps .grad for leaves alone. "
        f"{name}.retain_grad() before the backward asks for it."
    )
    if line and re.match(rf"{re.escape(name)}\s*([-+*/@]?=)", line.text) and _takes_itself(name, line.text):
        told += (
            f" If {name} was a leaf before, this line put a result in its place: change a leaf in place inside "
            f"no_grad, as an optimizer does."
        )
    visit = next((k for k, e in enumerate(story.events) if _visits(e, subject.node)), None)
    return Answer("no leaf", told, visit, line)


def _takes_itself(name: str, text: str) -> bool:
    """``w = w - …`` or ``w -= …``."""
    left, _, right = text.partition(";")[0].partition("=")
    return left.strip() != name or re.search(rf"\b{re.escape(name)}\b", right) is not None


def _visits(event: ev.Event, node: str | None) -> bool:
    return isinstance(event, ev.NodeVisited) and event.node == node


# ----- no gradient was sent -------------------------------------------------------------------------------------------
def _no_backward(story: Story, subject: Subject) -> Answer | None:
    if story.backwards:
        return None
    return Answer("no backward", f"{subject.name}.grad is None: no backward ran inside this recording.")


def _not_arrived(story: Story, subject: Subject) -> Answer | None:
    """It is in the graph of a backward, but nothing came."""
    node = subject.node
    if node not in story.nodes:
        return None
    for k, event in enumerate(story.events):
        if isinstance(event, ev.BufferAdded) and event.target.node == node and event.message is None:
            return _none_sent(story, subject, k, event)
        if isinstance(event, ev.EdgeSkipped) and event.why == "not needed" and _target(story, event) == node:
            told = "the backward was asked for other inputs alone (inputs=…)"
            return Answer("not asked for", f"{subject.name}.grad is None: {told}.", k)
        if isinstance(event, ev.ErrorRaised):
            told = f"{subject.name}.grad is None: the backward stopped before it came there, with {event.type}"
            return Answer("error", f"{told}: {event.message.rstrip('.')}.", k)
    visit = next((k for k, event in enumerate(story.events) if _visits(event, node)), None)
    if visit is None:
        return None
    told = f"{subject.name}.grad is None: its gradient was asked for by grad(), which returns it and writes no .grad."
    return Answer("grad()", told, visit)


def _target(story: Story, event: ev.EdgeSkipped) -> str | None:
    edge = story.nodes[event.node].edges[event.index]
    return edge.node if edge else None


def _none_sent(story: Story, subject: Subject, k: int, event: ev.BufferAdded) -> Answer:
    """Some node sent None: a Function may, and what hears only None sends only None."""
    info = story.nodes[event.source]
    line = story.origins[info.id].line if info.id in story.origins else None
    who = f"the backward of {info.name.removesuffix('Backward')}" if info.kind == "function" else story.label(info.id)
    made = f" ({line_words(line)})" if line else ""
    told = f"{subject.name}.grad is None: {who}{made} returned None for it, so no gradient was sent."
    return Answer("None returned", told, k, line)


# ----- it is not in the graph -----------------------------------------------------------------------------------------
def _not_reached(story: Story, subject: Subject) -> Answer | None:
    start = f"{subject.name}.grad is None:"
    if not story.flow.steps:
        return Answer("forward not recorded", f"{start} no path leads from the root to it. {RECORD_FORWARD}")
    if subject.number is None or not any(users_of(story, subject.number)):
        return _unused(story, subject, start)
    early = next((step for step in users_of(story, subject.number) if _led_nowhere(story, step)), None)
    if early is not None:
        told = f"{start} {_place(early)} took it when it did not require a gradient yet."
        return Answer("not required", told, None, early.line)
    ways = ways_of(story, subject.number)
    if ways.cuts or ways.taken:
        return _cut_off(subject, start, ways)
    if ways.unseen:
        return Answer("forward not recorded", f"{start} no path leads from the root to it. {RECORD_FORWARD}")
    last = ways.ends[-1] if ways.ends else None
    if last is not None:
        told = f"{start} what was made of {subject.name} plays no part in the root; it ends at {_place(last)}."
        return Answer("not part of the root", told, None, last.line)
    return Answer("no derivative", f"{start} it took part only where an operation has no derivative for it.")


def _cut_off(subject: Subject, start: str, ways: Ways) -> Answer:
    """Every place at which a way ends, each with its reason."""
    found = ways.cuts or ways.taken
    reasons = _reasons(found)
    if len(reasons) == 1:
        [(place, words)] = reasons.items()
        told = f"{start} the path from {subject.name} ends at {place}. {_capital(listed(words))}."
    else:
        ends = listed(f"at {place} ({listed(words)})" for place, words in reasons.items())
        told = f"{start} several paths lead on from {subject.name}, and each of them ends: {ends}."
    told += _besides("Numbers were taken out of it, too,", ways.taken if ways.cuts else (), reasons)
    told += _besides("Further on, there is another cut", ways.further, reasons)
    return Answer(found[0].cut, told, None, found[0].line)


def _besides(words: str, steps: Iterable[FlowStep], known: Mapping[str, list[str]]) -> str:
    """A sentence about what else there is, apart from what was told already."""
    new = {place: set(why).difference(known.get(place, ())) for place, why in _reasons(steps).items()}
    places = [f"at {place} ({listed(sorted(why))})" for place, why in new.items() if why]
    return f" {words} {listed(places)}." if places else ""


def _reasons(steps: Iterable[FlowStep]) -> dict[str, list[str]]:
    """Each place, and why a way ends there; on one line there may be several reasons."""
    found: dict[str, list[str]] = {}
    for step in steps:
        words = found.setdefault(_place(step), [])
        words += [_cut_words(step, False)] * (_cut_words(step, False) not in words)
    return found


def _led_nowhere(story: Story, step: FlowStep) -> bool:
    """Whether no input of a call required a gradient: it gave tensors, none requires one, and nothing was cut."""
    made = [story.flow.tensors[number] for number in step.outputs]
    return bool(made) and not step.cut and not any(tensor.requires_grad for tensor in made)


def _unused(story: Story, subject: Subject, start: str) -> Answer:
    """Nothing was computed from it; perhaps its module was never called."""
    module = subject.name.rpartition(".")[0]
    called = {call.name for origin in story.origins.values() for call in origin.modules}
    if module and module not in called and module.partition(".")[0] in {name.partition(".")[0] for name in called}:
        return Answer("not called", f"{start} {module} was never called in this recording.")
    return Answer("not used", f"{start} nothing in this recording was computed from {subject.name}.")


def _place(step: FlowStep) -> str:
    """The call by which a way ends."""
    return line_words(step.line) or f"`{step.operation}`"


def _cut_words(step: FlowStep, with_line: bool = True) -> str:
    words = CUTS.get(step.cut or step.operation, NUMBER).format(operation=step.operation)
    return f"{words} ({line_words(step.line)})" if with_line and step.line else words


def _capital(words: str) -> str:
    return words if words.startswith("`") else words[:1].upper() + words[1:]

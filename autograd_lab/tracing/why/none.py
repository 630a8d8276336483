"""Why a ``.grad`` is None: the tensor cannot have one, no backward ran, none was sent to it, or no path reaches it."""

import re
from collections.abc import Iterable, Mapping, Sequence

from ..recording.calls import EARLIER, FORGETTING, NEW_LEAF, FlowStep
from ..recording.source_lines import Line
from ..telling.words import capital, listed, return_words, worker
from ..trace import events as ev
from .answer import Answer, Subject, ended_words, in_brackets, leaf_behind, line_at, line_words, short, without_comment
from .intermediate import visit_of, why_no_leaf
from .paths import (
    CUTS,
    MODES,
    Ways,
    before_writes,
    cause_of,
    cut_words,
    gave,
    guilty_first,
    has_lost,
    made_by,
    place_of,
    takes_itself,
    users_of,
    ways_of,
)

DROPPING = (*FORGETTING, *MODES)
COPYING = ("tensor", "new_tensor")

RECORD_FORWARD = (
    "The forward ran before the recording began, so it is not known where. Put it inside: "
    "`with al.record() as trace: loss = …; loss.backward()`."
)


def why_none(trace, subject: Subject) -> Answer:
    """The first of these reasons that holds."""
    start = f"{subject.name}.grad is None:"
    return (
        _not_required(trace, subject, start)
        or why_no_leaf(trace, subject)
        or _no_backward(trace, subject, start)
        or _not_arrived(trace, subject, start)
        or _not_reached(trace, subject, start)
    )


# ----- it cannot have one ---------------------------------------------------------------------------------------------
def _not_required(trace, subject: Subject, start: str) -> Answer | None:
    if subject.requires_grad:
        return None
    name, number = subject.name, subject.number
    is_frozen = name in trace.flow.frozen
    step = None if number is None or is_frozen else made_by(trace, before_writes(trace, number))
    if step is None:
        what = "is frozen: requires_grad is False" if is_frozen else "does not require a gradient"
        text = f"{start} {name} {what}. If it should learn, call {name}.requires_grad_() before the forward."
        return Answer("not required", text)
    cut = step if step.cut else _cut_behind(trace, step)
    if cut is None:
        text = f"{start} nothing that {name} was made of requires a gradient{in_brackets(step.line)}."
        return Answer("not required", text, None, step.line)
    if cut is not step:
        text = f"{start} what {name} was made of has no history since {place_of(trace, cut)}: {cut_words(trace, cut)}."
        return Answer(cause_of(cut), text, None, cut.line)
    text = f"{start} {name} has no history. It was made by {place_of(trace, step)}, and {cut_words(trace, step)}."
    if step.line and takes_itself(name, step.line.text):
        text += f" If {name} was a leaf before, this line put another tensor in its place: write into it ({name} -= …)."
    return Answer(cause_of(step), text, None, step.line)


def _cut_behind(trace, step: FlowStep) -> FlowStep | None:
    """The last call before this one, among those it depends on, that took a tensor with a history and gave none."""
    wanted, steps, integers = set(step.inputs), trace.flow.steps, None
    for earlier in reversed(steps[: steps.index(step)]):
        if not wanted.isdisjoint(earlier.outputs):
            if earlier.cut and earlier.cut != "integers":
                return earlier
            integers = integers or (earlier if earlier.cut else None)
            wanted.update(earlier.inputs)
    return integers


# ----- no gradient was sent -------------------------------------------------------------------------------------------
def _no_backward(trace, subject: Subject, start: str) -> Answer | None:
    if trace.backwards:
        return None
    stopped, ends = trace.flow.stopped, []
    if subject.number is not None:
        ways = ways_of(trace, subject.number)
        cuts = [step for step in (*ways.cuts, *ways.taken, *ways.ends) if step.cut]
        ends = guilty_first(trace, subject.number, cuts)
    text = f"{start} no backward ran inside this recording."
    text += _besides(trace, "Nor could one come to it from what was made", ends, {})
    if stopped is not None:
        return Answer("error", text + ended_words(stopped), None, stopped.line)
    return Answer("no backward", text, None, ends[0].line if ends else None)


def _not_arrived(trace, subject: Subject, start: str) -> Answer | None:
    """The tensor is in the graph of a backward, but no gradient came."""
    node = subject.node
    if node not in trace.nodes:
        return None
    for k, event in enumerate(trace.events):
        if isinstance(event, ev.BufferAdded) and event.target.node == node and event.message is None:
            return _none_sent(trace, start, k, event)
        if isinstance(event, ev.EdgeSkipped) and event.why == "not needed":
            edge = trace.nodes[event.node].edges[event.index]
            if edge and edge.node == node:
                return Answer("not asked for", f"{start} the backward was asked only for other inputs (inputs=…).", k)
        if isinstance(event, ev.ErrorRaised):
            words, line = stopped_words(trace, event)
            return Answer("error", f"{start} the backward stopped before it came there, {words}", k, line)
        if isinstance(event, ev.HookCalled) and event.node == node and event.after == (None,):
            return Answer("hook", f"{start} the hook {event.name} emptied it after it had been written.", k)
    visit = visit_of(trace, node)
    if visit is None:
        return None
    text = f"{start} its gradient was asked for by grad(), which returns it and writes no .grad."
    return _cut_off_later(trace, subject, f"{text} As for the last backward,") or Answer("grad()", text, visit)


def _none_sent(trace, start: str, k: int, event: ev.BufferAdded) -> Answer:
    """A node sent None. Find the first such node: every node that receives only None sends None as well."""
    before = next((k for k in trace.arrivals(k, event.source, 0) if trace.events[k].source), None)
    if trace.nodes[event.source].kind != "function" and before is not None and trace.events[before].message is None:
        return _none_sent(trace, start, before, trace.events[before])
    info, line = trace.nodes[event.source], line_at(trace, event.source)
    text = f"{start} {worker(trace, info.id)}{in_brackets(line)} returned None for it"
    return Answer("None returned", f"{text}{return_words(info)}, so no gradient was sent.", k, line)


# ----- no path reaches it ---------------------------------------------------------------------------------------------
def _not_reached(trace, subject: Subject, start: str) -> Answer:
    """Where each path from the tensor ends, as far as the recording has seen it."""
    unseen = f"{start} no path leads to it from {_root_words(trace)}. {RECORD_FORWARD}"
    if not trace.flow.steps:
        return Answer("forward not recorded", unseen)
    users = [] if subject.number is None else users_of(trace, subject.number)
    if not users:
        return _unused(trace, subject, start)
    if has_lost(trace, subject.number):
        return _lost(trace, subject, start)
    early = next((step for step in users if _led_nowhere(trace, step)), None)
    if early is not None:
        text = f"{start} {place_of(trace, early)} took it when it did not require a gradient yet."
        return Answer("not required", text, None, early.line)
    ways = ways_of(trace, subject.number)
    if ways.cuts or ways.taken:
        return _cut_off(trace, subject, start, ways)
    if ways.arrives:
        text = f"{start} the backward was asked for other gradients, or to return them, as grad() and torch.func do."
        return Answer("not asked for", text)
    if ways.unseen:
        return Answer("forward not recorded", unseen)
    return _ended(trace, subject, start, ways.ends)


def _cut_off(trace, subject: Subject, start: str, ways: Ways) -> Answer:
    """Every place at which a path ends, each with its reason."""
    sure = any(step.cut != "integers" for step in ways.cuts)  # nobody expects a gradient from an index
    found = guilty_first(trace, subject.number, ways.cuts if sure else (*ways.taken, *ways.cuts))
    reasons = _reasons(trace, found)
    if len(reasons) == 1:
        [(place, words)] = reasons.items()
        text = f"{start} the path from {subject.name} ends at {place}. {capital(listed(words))}."
    else:
        ends = listed(f"at {place} ({listed(words)})" for place, words in reasons.items())
        text = f"{start} several paths lead on from {subject.name}, and each of them ends: {ends}."
    copies = {place_of(trace, step) for step in ways.cuts if step.operation in COPYING}  # they ask for numbers anyway
    taken = [step for step in ways.taken if ways.cuts and step.cut != "integers"]
    taken = [step for step in taken if place_of(trace, step) not in copies]
    text += _besides(trace, "Numbers were taken out of it, too,", taken, reasons)
    further = [step for step in ways.further if place_of(trace, step) not in reasons]
    text += _besides(trace, "Further on, there is another cut", further, {})
    return Answer(cause_of(found[0]), text, None, found[0].line)


def _ended(trace, subject: Subject, start: str, ends: Sequence[FlowStep]) -> Answer:
    """No path leads to the root: nothing that the program made of the tensor is used there."""
    last = next((step for step in reversed(ends) if not step.cut), ends[-1])
    ending = f"{start} the path from {subject.name} ends at {place_of(trace, last)}."
    if last.cut:
        return Answer(cause_of(last), f"{ending} {capital(cut_words(trace, last))}.", None, last.line)
    if last.line and re.search(r"\b(Parameter|Variable)\(", last.line.text):
        return Answer(NEW_LEAF, f"{ending} {CUTS[NEW_LEAF]}.", None, last.line)
    text = f"{start} what was made of {subject.name} plays no part in {_root_words(trace)}"
    return Answer("not part of the root", f"{text}; it ends at {place_of(trace, last)}.", None, last.line)


def _lost(trace, subject: Subject, start: str) -> Answer:
    """The tensor is a view that was made where no graph is built."""
    step = made_by(trace, subject.number)
    base = trace.flow.tensors[step.inputs[0]].name or "its base"
    where = "inside no_grad() or inference_mode(), before this recording"
    if step.operation != EARLIER:
        where = f"inside {step.cut}() ({place_of(trace, step)})"
    text = f"{start} {subject.name} is a view of {base} that was made {where}. It requires a gradient because {base} "
    text += "does, but it has neither a history nor a place of its own in the graph, so none is sent to it."
    return Answer(step.cut, text, None, step.line)


def _led_nowhere(trace, step: FlowStep) -> bool:
    """Whether no input of the call required a gradient: its outputs require none, although it cut nothing."""
    made = [trace.flow.tensors[number] for number in step.outputs]
    return bool(made) and not step.cut and not any(tensor.requires_grad for tensor in made)


def _unused(trace, subject: Subject, start: str) -> Answer:
    """The program computed nothing from the tensor; perhaps it never called the tensor's module."""
    module = subject.name.rpartition(".")[0]
    called = {call.name for origin in trace.origins.values() for call in origin.modules}
    if module and module not in called and module.partition(".")[0] in {name.partition(".")[0] for name in called}:
        return Answer("not called", f"{start} {module} was never called in this recording.")
    return Answer("not used", f"{start} nothing in this recording was computed from {subject.name}.")


# ----- cuts beside a path that arrives --------------------------------------------------------------------------------
def cut_besides(trace, subject: Subject) -> str:
    """A sentence about other paths to the root of the last backward that end at a ``detach`` or its like."""
    if subject.number is None:
        return ""
    cuts = [step for step in ways_of(trace, subject.number, last=True).cuts if step.cut in DROPPING]
    return _besides(trace, f"Another path from {subject.name} to {_root_words(trace)} ends", cuts, {}) if cuts else ""


def _cut_off_later(trace, subject: Subject, start: str) -> Answer | None:
    """Where the path to the root of the last backward is cut, if the tensor is not in that backward's graph."""
    if subject.number is None or any(info.id == subject.node for info in trace.starts[-1].nodes):
        return None
    ways = ways_of(trace, subject.number, last=True)
    return _cut_off(trace, subject, start, ways) if ways.cuts else None


def _root_words(trace) -> str:
    """What the learner calls the tensor at which the last backward started."""
    names = [trace.name(root.node, root.slot) for start in trace.starts[-1:] for root in start.roots]
    return listed(names) if names and all(names) else "what the backward started from"


def _besides(trace, words: str, steps: Iterable[FlowStep], known: Mapping[str, list[str]]) -> str:
    """A sentence about further places and reasons, without those already ``known``."""
    new = {place: set(why).difference(known.get(place, ())) for place, why in _reasons(trace, steps).items()}
    places = [f"at {place} ({listed(sorted(why))})" for place, why in new.items() if why]
    return f" {words} {listed(places)}." if places else ""


def _reasons(trace, steps: Iterable[FlowStep]) -> dict[str, list[str]]:
    """Each place at which a path ends, and why; one line may have several reasons."""
    found: dict[str, list[str]] = {}
    for step in steps:
        why, words = found.setdefault(place_of(trace, step), []), cut_words(trace, step)
        if words not in why:
            why.append(words)
    return found


# ----- a backward that stopped ----------------------------------------------------------------------------------------
def stopped_words(trace, event: ev.ErrorRaised) -> tuple[str, Line | None]:
    """``with RuntimeError: …``, and the line that overwrote a saved value, if that is the reason."""
    message = short(event.message)
    line = _line_of_write(trace, event.node) if "modified by an inplace operation" in message else None
    what = _overwriting_words(line, line_at(trace, event.node)) if line else _freed_words(trace, event)
    earlier, joint = _earlier_words(trace, event)
    return f"with {event.type}: {message}.{what}{earlier}", line or joint


def _overwriting_words(line: Line, needing: Line | None) -> str:
    """Which line changed what, and how to write it instead where it is as simple as ``g += 0.1``."""
    whose = f"{line_words(needing)}," if needing not in (None, line) else "this backward"
    simple = re.fullmatch(r"([\w.]+) ([-+*/])= ([\w.]+)", without_comment(line.text))
    cure = f" Write `{simple[1]} = {simple[1]} {simple[2]} {simple[3]}`." if simple else ""
    return f" {capital(line_words(line))}, changes in place what {whose} still needs.{cure}"


def _earlier_words(trace, event: ev.ErrorRaised) -> tuple[str, Line | None]:
    """A sentence about the result through which this backward went on into the graph of an earlier one; its line."""
    before = (one for one in trace.events[: trace.events.index(event)] if isinstance(one, ev.BackwardStarted))
    *earlier, started = before
    nodes = {info.id for one in earlier for info in one.nodes if info.kind != "leaf"}
    shared = [info for info in started.nodes if info.id in nodes]
    if not shared or any(root.node in nodes for root in started.roots):
        return "", None
    latest = max(shared, key=lambda info: info.number).id
    number = next(one.number for one in earlier if latest in {info.id for info in one.nodes})
    name, line = trace.name(latest) or trace.label(latest), line_at(trace, latest)
    text = f" This backward goes on into the graph of backward {number}, through {name}{in_brackets(line)}: detach()"
    return f"{text} ends it there.", line


def _freed_words(trace, event: ev.ErrorRaised) -> str:
    """A sentence about the backward that freed the node's saved values, if a second backward needed them."""
    freed = next((k for k, e in enumerate(trace.events) if isinstance(e, ev.ValueFreed) and e.node == event.node), None)
    if freed is None or "a second time" not in event.message:
        return ""
    number = max(number for number, first, last in trace.backwards if first <= freed <= last)
    called = in_brackets(trace.called_at(number))
    return f" What freed it is backward {number}{called}: retain_graph=True there keeps the graph."


def _line_of_write(trace, node: str | None) -> Line | None:
    """The line that changed a saved value of ``node`` in place, if the recording has seen it."""
    steps = trace.flow.steps
    made = next((k for k, step in enumerate(steps) if node and gave(trace, step, node)), None)
    if made is None:
        return _written_behind(trace, trace.nodes[node]) if node else None
    if trace.nodes[node].kind == "function":  # PyTorch shows such a call late: perhaps only after the write
        kept = {*steps[made].inputs, *steps[made].outputs}
        return next((step.line for step in reversed(steps) if _overwrites(step, kept, step.outputs)), None)
    kept, later = _kept(trace, node, steps[made]), steps[made + 1 :]
    views = {number for step in later if not kept.isdisjoint(step.inputs) for number in step.outputs}
    writes = (step for numbers in (kept, views) for step in later if _overwrites(step, numbers))
    return next((step.line for step in writes), None) or _written_behind(trace, trace.nodes[node])


def _written_behind(trace, info: ev.NodeInfo) -> Line | None:
    """The line that wrote into a part of the tensor that the node saw a view of, or the step that moved a parameter."""
    kept = {saved.name for saved in info.saved if saved.frees}
    edges = [edge for name, edge in zip(info.inputs, info.edges, strict=False) if name in kept and edge]
    behind = {leaf_behind(trace, edge.node) for edge in edges}
    for other in sorted(trace.nodes.values(), key=lambda other: other.number):
        into = other.edges[0] if other.name == "CopySlices" else None
        if into is not None and into.node in behind and other.number > info.number:
            return line_at(trace, other.id)
    moved = (
        one.line
        for one in trace.flow.optimizers
        for number in one.held
        if (place := trace.flow.tensors[number].place) and place.node in behind
    )
    return next(moved, None)


def _overwrites(step: FlowStep, numbers: set[int], outputs: tuple[int, ...] = ()) -> bool:
    """Whether a call writes in place into one of these tensors, or (``outputs``) gave one of them by such a write.

    ``.data = …`` does not count: autograd does not notice that the tensor has other numbers.
    """
    if step.operation == "data_":
        return False
    return step.operation.endswith("_") and not numbers.isdisjoint((*step.inputs[:1], *outputs))


def _kept(trace, node: str, step: FlowStep) -> set[int]:
    """The tensors whose numbers the node's rule needs: inputs of its call, or outputs."""
    info = trace.nodes[node]
    needed = [saved.name in info.inputs for saved in info.saved if saved.frees]
    return {*(step.inputs if any(needed) else ()), *(() if all(needed) else step.outputs)}

"""One plain sentence for every event: what ``trace.sentence(k)`` and ``trace.text(details=True)`` say.

The sentence of a whole step, as the stepper and ``trace.text()`` show it, is in ``step_sentences.py``.

Each function takes the event, the trace and the event's index: a sentence may depend on what came before the event, or
on what happens to a result later. Sentences are in the present tense, use the learner's names where they are known, and
quote the recorded numbers.
"""

from collections.abc import Callable

from ..recording.values import is_same, text_of, value_after, value_apart
from ..trace import events as ev
from ..trace.arithmetic import replaces, sum_text
from ..trace.events import Event
from ..trace.nodes import rest_of_visit, rule_before
from .words import (
    LISTED,
    axes_words,
    counted,
    edge_words,
    grad_words,
    has_slots,
    kept_words,
    listed,
    place,
    receiver,
    saved_name,
    saved_words,
    sent_words,
    slot_words,
    slots_text,
    source_words,
)


def sentence_of(trace, k: int) -> str:
    """The sentence about event ``k``."""
    event = trace.events[k]
    return SENTENCES[type(event)](event, trace, k)


# ----- forward -----------------------------------------------------------------------------------------------------
def op_recorded(event: ev.OpRecorded, trace, k: int) -> str:
    """The operation, its result, the node it records, and where that node's edges lead."""
    info, label = event.node, trace.label(event.node.id)
    names = [trace.name(info.id, slot) for slot in range(len(event.values))]
    results = listed(
        value_after(f"{name} =", value) if name else text_of(value)
        for name, value in zip(names, event.values, strict=True)
    )
    targets = [place(trace, edge) for edge in info.edges if edge is not None]
    edges = "edges" if len(targets) > 1 else "an edge"
    towards = f", with {edges} to {listed(targets)}" if targets else ""
    if info.name == "CopySlices":
        return f"A view is changed in place, so {results} gets a new history: {label}{towards}."
    name = info.op.split(".")[0] or info.name.removesuffix("Backward")
    comma = "," if " and " in results else ""
    gives = f"gives {results}{comma} and " if results else ""  # PyTorch does not show every result
    return f"The operation {name} {gives}records {label}{towards}."


def value_saved(event: ev.ValueSaved, trace, k: int) -> str:
    """What a node keeps for its rule."""
    verb = "saves" if event.saved.frees else "notes"
    return (
        f"{trace.label(event.node)} {verb} {saved_words(trace, event.node, event.saved)}, since its rule will need it."
    )


# ----- the backward begins and ends --------------------------------------------------------------------------------
def backward_started(event: ev.BackwardStarted, trace, k: int) -> str:
    """Where the backward starts, and with which seeds."""
    starts = []
    for root, seed in zip(event.roots, event.seeds, strict=True):
        name = trace.name(root.node, root.slot)
        where = place(trace, root)
        where = f"{name}, at {where}," if name and trace.nodes[root.node].kind != "leaf" else where
        starts.append(f"{where} with {value_after('the seed', seed)}")
    kept = ", and saved values are kept (retain_graph)" if event.retain_graph else ""
    kept = ", and the gradients get a graph of their own (create_graph)" if event.create_graph else kept
    reach = counted(len(event.nodes), "node")
    return f"Backward pass {event.number} starts from {listed(starts)}; {reach} can be reached{kept}."


def dependencies_counted(event: ev.DependenciesCounted, trace, k: int) -> str:
    """How many messages each node waits for."""
    if not event.counts:
        return "The engine has no messages to wait for."
    (first, count), *others = event.counts
    waits = [f"{trace.label(first)} waits for {count}", *(f"{trace.label(node)} for {n}" for node, n in others)]
    return f"The engine counts messages: {listed(waits)}."


def backward_finished(event: ev.BackwardFinished, trace, k: int) -> str:
    """The ``.grad`` of every leaf that this backward wrote."""
    first = next((start for _, start, last in trace.backwards if last == k), k)
    written = dict.fromkeys([e.node for e in trace.events[first:k] if isinstance(e, ev.GradAccumulated)])
    if not written:
        return f"Backward pass {event.number} is over; no .grad was written."
    grads = trace.at(k).grads
    words = listed(f"{grad_words(trace, leaf)} is {text_of(grads[leaf])}" for leaf in written)
    return f"Backward pass {event.number} is over: {words}."


def error_raised(event: ev.ErrorRaised, trace, k: int) -> str:
    """Which node stopped, and why."""
    who = "The backward" if event.node is None else trace.label(event.node)
    return f"{who} stops with {event.type}: {event.message}"


# ----- one node's turn ---------------------------------------------------------------------------------------------
WORK = {ev.RuleApplied, ev.GradAccumulated, ev.ErrorRaised}
"""Events by which a node does more than return what arrived."""


def node_visited(event: ev.NodeVisited, trace, k: int) -> str:
    """The node has received every message; it runs, or only returns what arrived."""
    before, info = trace.at(k), trace.nodes[event.node]
    came, expected = before.heard[event.node]
    slots = tuple(before.buffers.get((event.node, slot)) for slot in range(min(info.outputs, LISTED + 1)))
    told = {1: "the only message it waits for", 2: "both messages it waits for"}
    heard = f"has received {told.get(expected, f'all {expected} messages it waits for')}" if expected else "is ready"
    if came < expected:
        heard = f"has received only {came} of {expected} messages"
    label, what = trace.label(event.node), slots_text(slots)
    if set(map(type, rest_of_visit(trace, k))) & WORK:
        if expected == came == len(slots) == 1:
            return f"{label} {heard}, {what}, and runs once."
        return f"{label} {heard} and runs once with {what}."
    if all(value is None for value in slots):
        return f"{label} {heard}, but none brought a gradient: there is nothing to do."
    return f"{label} {heard} and does not run: its gradient, {what}, is what was asked for."


def grad_in(event: ev.GradIn, trace, k: int) -> str:
    """The gradient in a slot."""
    label, several = trace.label(event.node), has_slots(trace, event.node)
    if event.value is None:
        where = f"Slot {event.slot} of {label}" if several else label
        return f"{where} received nothing: None."
    name = trace.name(event.node, event.slot) if trace.nodes[event.node].kind != "leaf" else None
    about = f", the gradient for {name}" if name else ""
    if several:
        return f"Slot {event.slot} of {label} holds {text_of(event.value)}{about}."
    return f"{label} receives {text_of(event.value)}{about}."


def slot_materialized(event: ev.SlotMaterialized, trace, k: int) -> str:
    """Why a slot without a gradient gets zeros."""
    label = trace.label(event.node)
    zeros = f"a custom Function receives zeros by default, so it gets {text_of(event.value)}"
    return f"Slot {event.slot} of {label} is empty, and {zeros}."


HOOKS = {
    "tensor": "The tensor hook",
    "prehook": "The prehook",
    "posthook": "The posthook",
    "post_accumulate_grad": "The post-accumulate hook",
}


def hook_called(event: ev.HookCalled, trace, k: int) -> str:
    """Which hook ran, what it saw, and whether it changed anything."""
    several, seen = has_slots(trace, event.node), slots_text(event.before)
    label = trace.label(event.node) if event.slot is None else place(trace, ev.Edge(event.node, event.slot))
    name = None if several and event.slot is None else trace.name(event.node, event.slot or 0)
    if event.hook == "retain_grad":
        where = f"{name}.grad" if name else f"the .grad of {label}'s result"
        return f"retain_grad adds {slots_text(event.after)} to {where}."
    who = HOOKS.get(event.hook, f"The {event.hook} hook") + (f" {event.name}" if event.name else "")
    if event.hook == "post_accumulate_grad":
        return f"{who} runs, and then {grad_words(trace, event.node)} is {slots_text(event.after)}."
    if event.hook == "posthook" and not event.before:
        return f"{who} at {label} runs after it."
    return f"{who} at {label} sees {seen} and {_outcome(event)}."


def _outcome(event: ev.HookCalled) -> str:
    """What a hook did. (Of complex numbers, the trace keeps only the norm.)"""
    is_one = len(event.before) == 1
    if not is_same(event.before, event.after):
        return f"changes {'it' if is_one else 'them'} to {slots_text(event.after)}"
    if any(value is not None and value.is_complex for value in event.after):
        return "leaves its norm as it is" if is_one else "leaves their norms as they are"
    return "leaves it as it is" if is_one else "leaves them as they are"


def rule_applied(event: ev.RuleApplied, trace, k: int) -> str:
    """The whole work of a node: what it received and had kept, and what it sends to which node."""
    received = trace.at(k + 1).received.get(event.node, event.received)
    kept = kept_words(trace, event.node, k)
    given = f"received {slots_text(received)}" + (f"; it had kept {kept}" if kept else "")
    return f"{trace.label(event.node)} {given}. It {_sends(event, trace, k)}."


def _sends(event: ev.RuleApplied, trace, k: int) -> str:
    """``sends 1 × 4 = 4 to A and 6 to B``, and the results that a hook changes or that are not sent."""
    later, sends, works_out = list(rest_of_visit(trace, k)), [], []
    sent = {one.index: one.value for one in later if isinstance(one, ev.GradOut)}
    lost = any(isinstance(one, ev.EdgeSkipped | ev.GradOut) for one in later)
    for index, (edge, result) in enumerate(zip(trace.nodes[event.node].edges, event.results, strict=False)):
        if edge is None or (index not in sent and (lost or result is None)):
            continue
        if index in sent and is_same(sent[index], result):
            sends.append(f"{sent_words(trace, event, k, index, result)} to {receiver(trace, edge)}")
        else:
            works_out.append(f"{text_of(result)} for {receiver(trace, edge)}")
    clauses = [f"{verb} {listed(what)}" for verb, what in (("sends", sends), ("works out", works_out)) if what]
    return ", and ".join(clauses) or "has nothing to send"


def working_out(trace, event: ev.RuleApplied) -> str:
    """``4 for A and 6 for B``: what the rules computed, whether the node sends it or not."""
    pairs = zip(trace.nodes[event.node].edges, event.results, strict=False)
    return listed(f"{text_of(result)} for {receiver(trace, edge)}" for edge, result in pairs if edge and result)


def grad_reduced(event: ev.GradReduced, trace, k: int) -> str:
    """The gradients of copies are summed."""
    copied = f"{source_words(trace, event.node, event.index)} along {axes_words(event.axes)}"
    return (
        f"Forward copied {copied}, so {trace.label(event.node)} adds up the gradients of the copies: "
        f"{text_of(event.before)} becomes {text_of(event.after)}."
    )


def grad_out(event: ev.GradOut, trace, k: int) -> str:
    """A node sends a message."""
    along, where = edge_words(trace, event.node, event.index), place(trace, event.target)
    note = no_gradient_words(rule_before(trace, k), event) if event.value is None else ""
    return f"{trace.label(event.node)} sends {text_of(event.value)} along {along} to {where}{note}."


def no_gradient_words(rule: ev.RuleApplied | None, sent: ev.GradOut) -> str:
    """Why a message is None, if the rule gave no gradient."""
    return ", since its rule gave no gradient" if rule and rule.results[sent.index] is None else ""


def edge_skipped(event: ev.EdgeSkipped, trace, k: int) -> str:
    """Why no message goes along an edge."""
    label, edge = trace.label(event.node), trace.nodes[event.node].edges[event.index]
    if edge is None:
        to = f"its input {trace.nodes[event.node].inputs[event.index] or event.index}"
        why = "that input is a constant, so the edge leads nowhere"
        return f"{label} sends nothing along edge {event.index}, to {to}: {why}."
    along = edge_words(trace, event.node, event.index)
    return (
        f"{label} sends nothing along {along} to {place(trace, edge)}: this backward was not asked for that gradient."
    )


def buffer_added(event: ev.BufferAdded, trace, k: int) -> str:
    """The first kind of addition: messages that meet in one slot."""
    slot, sender = slot_words(trace, event.target), trace.label(event.source) if event.source else None
    what = value_apart(f"The message from {sender}" if sender else "The seed", event.message)
    heard = f"{event.heard} of {counted(event.expected, 'message')}"
    if event.message is None:
        return f"{what} adds nothing to {slot}, which holds {text_of(event.after)} ({heard})."
    if event.before is None:
        return f"{what} goes into {slot} ({heard})."
    if replaces(event):
        return f"{what} takes the place of {text_of(event.before)} in {slot} ({heard})."
    added = sum_text((event.before, event.message), event.after)
    if added is None:
        return f"{what} is added to what {slot} holds already ({heard})."
    return f"{what} is added in {slot}: {added} ({heard})."


def grad_accumulated(event: ev.GradAccumulated, trace, k: int) -> str:
    """The second kind of addition: into ``.grad``, which outlives the backward."""
    words = grad_words(trace, event.node)
    words = words[0].upper() + words[1:] if words.startswith("the ") else words
    if event.before is None:
        return f"{words} goes from None to {text_of(event.after)}."
    change = sum_text((event.before, event.gradient), event.after)
    change = change or f"{text_of(event.before)} becomes {text_of(event.after)}"
    return f"{words}: {change}, since {text_of(event.gradient)} is added to what was there."


def value_freed(event: ev.ValueFreed, trace, k: int) -> str:
    """Why a second backward would fail."""
    what = saved_name(trace, event.node, event.name) or event.name
    return f"{trace.label(event.node)} frees {what}, since the graph is not retained."


SENTENCES: dict[type[Event], Callable[..., str]] = {
    ev.OpRecorded: op_recorded,
    ev.ValueSaved: value_saved,
    ev.BackwardStarted: backward_started,
    ev.DependenciesCounted: dependencies_counted,
    ev.NodeVisited: node_visited,
    ev.GradIn: grad_in,
    ev.SlotMaterialized: slot_materialized,
    ev.RuleApplied: rule_applied,
    ev.GradReduced: grad_reduced,
    ev.GradOut: grad_out,
    ev.BufferAdded: buffer_added,
    ev.GradAccumulated: grad_accumulated,
    ev.HookCalled: hook_called,
    ev.ValueFreed: value_freed,
    ev.EdgeSkipped: edge_skipped,
    ev.BackwardFinished: backward_finished,
    ev.ErrorRaised: error_raised,
}

"""One step in a few sentences: what a learner reads, with the arithmetic, while the picture moves on once.

A step is an operation, the start or the end of a backward, or a node's turn: what the node received and had kept, what
hooks did, what it sends to whom. Only the sentences of the single events mention holes, freed values and the counting.
"""

from collections.abc import Callable
from typing import Any, ClassVar

from ..recording.values import is_same, text_of, value_apart
from ..trace import events as ev
from ..trace.arithmetic import messages_in, replaces, sum_text
from ..trace.events import Event
from ..trace.nodes import rest_of_visit, rule_before
from .event_sentences import WORK, no_gradient_words, sentence_of, working_out
from .words import (
    LISTED,
    axes_words,
    grad_words,
    has_slots,
    heard_words,
    kept_words,
    listed,
    receiver,
    saved_words,
    sent_words,
    slot_words,
    source_words,
)


def sentence_of_step(trace, first: int, last: int) -> str:
    """What happens from event ``first`` to event ``last``, on one line."""
    tell = SENTENCES.get(type(trace.events[first]))
    text = tell(trace, first, last) if tell else Turn(trace, first, last).text()
    return " ".join(text.split())


# ----- an operation, the start and the end of a backward --------------------------------------------------------------
def operation(trace, first: int, last: int) -> str:
    """The operation, and what its node keeps until backward needs it."""
    saved = [event for event in trace.events[first + 1 : last + 1] if isinstance(event, ev.ValueSaved)]
    kept = listed(dict.fromkeys(saved_words(trace, one.node, one.saved) for one in saved if one.saved.frees))
    return sentence_of(trace, first) + (f" The node keeps {kept}." if kept else "")


def start(trace, first: int, last: int) -> str:
    """Where a backward starts, where its seeds go, and which nodes have to wait."""
    begun = trace.events[first]
    names = [trace.name(root.node, root.slot) for root in begun.roots]
    at = f" at {listed(dict.fromkeys(names))}" if names and None not in names else ""
    seeds = zip(begun.seeds, begun.roots, strict=False)
    into = _joined([f"{value_apart('the seed', seed)} goes into {slot_words(trace, root)}" for seed, root in seeds])
    sentences = [f"Backward pass {begun.number} starts{at}: {into or 'it has no seed'}."]
    for k in range(first + 1, last + 1):
        event = trace.events[k]
        if isinstance(event, ev.BufferAdded) and event.before is not None:
            sentences.append(sentence_of(trace, k))
        elif isinstance(event, ev.DependenciesCounted):
            several = [(trace.label(node), count) for node, count in event.counts if count > 1]
            waits = [f"{label} waits for {count} messages" for label, count in several[:1]]
            waits += [f"{label} for {count}" for label, count in several[1:]]
            sentences += [f"{listed(waits)}."] if waits else []
    if begun.create_graph:
        sentences.append("The gradients get a graph of their own (create_graph).")
    elif begun.retain_graph:
        sentences.append("Saved values are kept (retain_graph).")
    return " ".join(sentences)


def ending(trace, first: int, last: int) -> str:
    """The step has one event, and that event's sentence says it all."""
    return sentence_of(trace, first)


SENTENCES: dict[type[Event], Callable[[Any, int, int], str]] = {
    ev.OpRecorded: operation,
    ev.BackwardStarted: start,
    ev.BackwardFinished: ending,
    ev.ErrorRaised: ending,
}


# ----- a node's turn --------------------------------------------------------------------------------------------------
class Turn:
    """The events of one step at one node; `text` gives the sentences about them, in order.

    A step may begin in the middle of a turn: after an operation that was recorded there, or after a hook's backward.
    """

    def __init__(self, trace, first: int, last: int):
        self.trace, self.first, self.last = trace, first, last
        self.sentences: list[str] = []
        self._speaker: str | None = None  # the node that "It" means
        self._events: dict[type[Event], list[Any]] = {}
        for event in trace.events[first : last + 1]:
            self._events.setdefault(type(event), []).append(event)

    def text(self) -> str:
        """All sentences, in one line."""
        done = set()
        for k in range(self.first, self.last + 1):
            tell = self._TELLERS.get(type(self.trace.events[k]))
            if tell is not None and tell not in done:
                tell(self, k, self.trace.events[k])
                done |= {tell} & self._FOR_ALL
        self._say_why_first()
        return " ".join(self.sentences) or sentence_of(self.trace, self.first)

    def _say(self, node: str, what: str) -> None:
        subject = "It" if self._speaker == node else self.trace.label(node)
        self.sentences.append(f"{subject} {what}.")
        self._speaker = node

    def _quote(self, k: int, event: Event) -> None:
        """The event's own sentence; the next sentence has to name its subject again."""
        self.sentences.append(sentence_of(self.trace, k))
        self._speaker = None

    # ----- before the rule --------------------------------------------------------------------------------------------
    def _visited(self, k: int, event: ev.NodeVisited) -> None:
        node, later = event.node, set(map(type, rest_of_visit(self.trace, k)))
        opening, given = self._opening(k, node)
        if later & WORK:
            kept = kept_words(self.trace, node, k) if ev.RuleApplied in later else ""
            self._say(node, opening + (f"; it had kept {kept}" if kept else ""))
        elif given:
            comma = "," if ", " in opening else ""
            self._say(node, f"{opening}{comma} and does not run: that gradient is what was asked for")
        else:
            self._say(node, f"{opening}, but no gradient came: there is nothing to do")

    def _opening(self, k: int, node: str) -> tuple[str, bool]:
        """What the node received, in words, and whether there was any gradient among it."""
        trace = self.trace
        before, outputs = trace.at(k), trace.nodes[node].outputs
        came, expected = before.heard[node]
        slots = [before.buffers.get((node, slot)) for slot in range(outputs)]
        if has_slots(trace, node):
            return f"received {self._slots_words(node, slots)}", slots.count(None) < outputs
        (value,) = slots
        if value is None:
            return (f"has received {heard_words(expected)}" if expected else "received nothing"), False
        if expected < 2:
            return f"received {text_of(value)}", True
        if came < expected:
            return f"has received only {came} of {expected} messages, and goes on with {text_of(value)}", True
        messages, arrivals = messages_in(trace, k, node, 0), trace.arrivals(k, node, 0)
        if len(messages) < sum(trace.events[arrival].message is not None for arrival in arrivals):
            return f"has received {heard_words(expected)}, of which {text_of(value)} is left", True
        added = sum_text(messages, value)
        return f"has received {heard_words(expected)}, {added or f'which add up to {text_of(value)}'}", True

    def _slots_words(self, node: str, slots: list) -> str:
        """``1 for b (slot 0) and nothing for c (slot 1)``; for many empty slots, just how many."""
        names = [self.trace.name(node, slot) for slot in range(len(slots))]
        where = [f"for {name} (slot {slot})" if name else f"in slot {slot}" for slot, name in enumerate(names)]
        told = [f"{text_of(value)} {place}" for value, place in zip(slots, where, strict=True) if value is not None]
        empty = [f"nothing {place}" for value, place in zip(slots, where, strict=True) if value is None]
        return listed([*told, *(empty if len(empty) <= LISTED // 2 else [f"nothing in {len(empty)} slots"])])

    def _materialized(self, k: int, event: ev.SlotMaterialized) -> None:
        """All empty slots at once."""
        filled, default = self._events[ev.SlotMaterialized], "as a custom Function does by default"
        if len(filled) == 1:
            self._say(event.node, f"gets {text_of(event.value)} for slot {event.slot}, {default}")
        else:
            slots = listed(str(one.slot) for one in filled)
            self._say(event.node, f"gets zeros for the slots {slots}, {default}")

    # ----- the rule and its messages ----------------------------------------------------------------------------------
    def _ruled(self, k: int, event: ev.RuleApplied) -> None:
        """What the rule computed, if the node then sends something else."""
        hooks = self._events.get(ev.HookCalled, ())
        changed = any(hook.hook == "posthook" and not is_same(hook.before, hook.after) for hook in hooks)
        if changed or not self._events.keys() & {ev.GradOut, ev.EdgeSkipped}:
            results = working_out(self.trace, event)
            if results:
                self._say(event.node, f"works out {results}")

    def _sent(self, k: int, event: ev.GradOut | ev.EdgeSkipped) -> None:
        """All messages in one sentence, then the edges whose gradient was not asked for."""
        node, events = event.node, self.trace.events
        rule = next(iter(self._events.get(ev.RuleApplied, ())), None)
        phrases = []
        for i in range(k, self.last + 1):
            if isinstance(events[i], ev.GradOut):
                rule = rule or rule_before(self.trace, i)
                phrases.append(self._message(i, rule))
        unwanted = [skipped.index for skipped in self._events.get(ev.EdgeSkipped, ()) if skipped.why == "not needed"]
        if phrases:
            self._say(node, f"sends {_joined(phrases)}")
        elif not unwanted:
            self._say(node, "has nothing to send")
        if unwanted:
            edges = self.trace.nodes[node].edges
            places = listed(receiver(self.trace, edges[index]) for index in unwanted)
            self._say(node, f"sends nothing to {places}: this backward was not asked for that gradient")

    def _message(self, k: int, rule: ev.RuleApplied | None) -> str:
        """One message: how it came about, where it goes, and what it meets there."""
        event = self.trace.events[k]
        to = receiver(self.trace, event.target)
        if event.value is None:
            return f"None to {to}{no_gradient_words(rule, event)}"
        sent = sent_words(self.trace, rule, k, event.index, event.value)
        return f"{sent} to {to}{self._reduced(event)}{self._meeting(k)}"

    def _reduced(self, sent: ev.GradOut) -> str:
        """The gradients of copies are summed."""
        event = next((one for one in reversed(self._events.get(ev.GradReduced, [])) if one.index == sent.index), None)
        if event is None:
            return ""
        source = source_words(self.trace, event.node, event.index)
        axes = axes_words(event.axes)
        return f", the sum of {text_of(event.before)} along {axes}, where forward had copied {source}"

    def _meeting(self, k: int) -> str:
        """What was in the slot when the message arrived."""
        event = self.trace.events[k + 1] if k < self.last else None
        if not isinstance(event, ev.BufferAdded) or event.before is None:
            return ""
        if replaces(event):
            return f", where it takes the place of {text_of(event.before)}"
        added = sum_text((event.before, event.message), event.after) if event.message is not None else None
        if added is None:
            return ", where it is added to what is already waiting"
        return f", where {text_of(event.before)} is already waiting: {added}"

    def _arrived(self, k: int, event: ev.BufferAdded) -> None:
        """The arrival alone, if an earlier step said that the message was sent."""
        if k == self.first or not isinstance(self.trace.events[k - 1], ev.GradOut):
            self._quote(k, event)

    # ----- a leaf -----------------------------------------------------------------------------------------------------
    def _accumulated(self, k: int, event: ev.GradAccumulated) -> None:
        """``.grad`` is written: a clause of the sentence about what the leaf received, if no event came in between."""
        own = grad_words(self.trace, event.node) if self.trace.name(event.node) else "its .grad"
        joins = len(self.sentences) == 1 and self._speaker == event.node
        if event.before is None:
            if not joins:
                self._quote(k, event)
                return
            clause = f"{own} goes from None to {text_of(event.after)}"
        else:
            added = sum_text((event.before, event.gradient), event.after)
            change = f"to {own}: {added}" if added else f"to {own}, which was not empty"
            if not joins:
                self._say(event.node, f"adds {text_of(event.gradient)} {change}")
                return
            clause = f"adds it {change}"
        self.sentences[-1] = f"{self.sentences[-1].removesuffix('.')}, and {clause}."

    def _say_why_first(self) -> None:
        """Says why an AccumulateGrad runs before another node that was ready too."""
        events = self.trace.events
        here, then = events[self.first], events[self.last + 1] if self.last + 1 < len(events) else None
        if not (isinstance(here, ev.NodeVisited) and isinstance(then, ev.NodeVisited)):
            return
        is_leaf = [self.trace.nodes[event.node].kind == "leaf" for event in (here, then)]
        is_ready = is_leaf == [True, False] and self.trace.at(self.first).status[then.node] == "ready"
        if is_ready and self.trace.waits_are_kept:
            other = self.trace.label(then.node)
            self.sentences.append(f"{other} is ready too, but an AccumulateGrad always runs first.")

    _TELLERS: ClassVar[dict[type[Event], Callable]] = {
        ev.NodeVisited: _visited,
        ev.SlotMaterialized: _materialized,
        ev.HookCalled: _quote,
        ev.RuleApplied: _ruled,
        ev.GradOut: _sent,
        ev.EdgeSkipped: _sent,
        ev.BufferAdded: _arrived,
        ev.GradAccumulated: _accumulated,
    }
    _FOR_ALL: ClassVar[set[Callable]] = {_materialized, _sent}
    """At the first event of their kind, these methods speak of all events of that kind."""


COMMAS = (", where", ", the sum", ", goes into")
"""Words after the commas of phrases."""


def _joined(phrases: list[str]) -> str:
    """Phrases that have commas of their own are set apart by semicolons."""
    if len(phrases) <= LISTED and any(words in phrase for words in COMMAS for phrase in phrases[:-1]):
        return "; and ".join(["; ".join(phrases[:-1]), phrases[-1]])
    return listed(phrases)

"""A node's turn in a few sentences: what it received and had kept, what hooks did, what it sends to whom."""

from collections.abc import Callable
from typing import Any, ClassVar

from . import events as ev
from .arithmetic import messages_in, product_of, replaces, sum_text
from .events import Event, Value
from .sentences import no_gradient_words, sentence_of, working_out
from .story import Story
from .turns import rest_of_visit, rule_before
from .values import is_same, text_of
from .words import LISTED, axes_words, grad_words, has_slots, heard_words, kept_words, listed, receiver, source_words


class Turn:
    """The events of one step at one node, told in their order; `told` gives the sentences.

    A turn may be told in part, since a recorded operation or a backward in a hook begins a step in its middle.
    """

    def __init__(self, story: Story, first: int, last: int):
        self.story, self.first, self.last = story, first, last
        self.sentences: list[str] = []
        self._speaker: str | None = None  # whom "It" means
        self._rule: ev.RuleApplied | None = None
        self._reductions = {event.index: event for event in self._all(ev.GradReduced)}

    def told(self) -> str:
        """All sentences, in one line."""
        done = set()
        for k in range(self.first, self.last + 1):
            tell = self._TELLERS.get(type(self.story.events[k]))
            if tell is not None and tell not in done:
                tell(self, k, self.story.events[k])
                done |= {tell} & self._FOR_ALL
        self._tell_why_first()
        return " ".join(self.sentences) or sentence_of(self.story, self.first)

    def _all(self, *kinds: type[Event]) -> list[Any]:
        """The step's events of some kinds."""
        return [event for event in self.story.events[self.first : self.last + 1] if isinstance(event, kinds)]

    def _say(self, node: str, what: str) -> None:
        subject = "It" if self._speaker == node else self.story.label(node)
        self.sentences.append(f"{subject} {what}.")
        self._speaker = node

    def _quote(self, k: int) -> None:
        """The event's own sentence; what follows has to name its subject again."""
        self.sentences.append(sentence_of(self.story, k))
        self._speaker = None

    # ----- before the rule --------------------------------------------------------------------------------------------
    def _visited(self, k: int, event: ev.NodeVisited) -> None:
        node, later = event.node, list(rest_of_visit(self.story, k))
        runs = any(isinstance(one, ev.RuleApplied) for one in later)
        opening, given = self._opening(k, node)
        if runs or any(isinstance(one, ev.GradAccumulated | ev.ErrorRaised) for one in later):
            kept = kept_words(self.story, node) if runs else ""
            self._say(node, opening + (f"; it had kept {kept}" if kept else ""))
        elif given:
            comma = "," if ", " in opening else ""
            self._say(node, f"{opening}{comma} and does not run: that gradient is what was asked for")
        else:
            self._say(node, f"{opening}, but no gradient came: there is nothing to do")

    def _opening(self, k: int, node: str) -> tuple[str, bool]:
        """What came, in words, and whether there was any gradient among it."""
        before, outputs = self.story.at(k), self.story.nodes[node].outputs
        came, expected = before.heard[node]
        if has_slots(self.story, node):
            slots = tuple(before.buffers.get((node, slot)) for slot in range(outputs))
            return f"received {slots_words(self.story, node, slots)}", any(value is not None for value in slots)
        value = before.buffers.get((node, 0))
        if value is None:
            return (f"has heard {heard_words(expected)}" if expected else "received nothing"), False
        if expected < 2:
            return f"received {text_of(value)}", True
        if came < expected:
            return f"has heard only {came} of {expected} messages, and goes on with {text_of(value)}", True
        messages, arrivals = messages_in(self.story, k, node, 0), self.story.arrivals(k, node, 0)
        if len(messages) < sum(self.story.events[arrival].message is not None for arrival in arrivals):
            return f"has heard {heard_words(expected)}, of which {text_of(value)} is left", True
        added = sum_text(messages, value)
        return f"has heard {heard_words(expected)}, {added or f'which add up to {text_of(value)}'}", True

    def _materialized(self, k: int, event: ev.SlotMaterialized) -> None:
        """All empty slots at once."""
        filled = self._all(ev.SlotMaterialized)
        if len(filled) == 1:
            self._say(event.node, f"gets {text_of(event.value)} for slot {event.slot}, since it asks for zeros")
        else:
            slots = listed(str(one.slot) for one in filled)
            self._say(event.node, f"gets zeros for the slots {slots}, since it asks for them")

    def _hook(self, k: int, event: ev.HookCalled) -> None:
        self._quote(k)

    # ----- the rule and its messages ----------------------------------------------------------------------------------
    def _ruled(self, k: int, event: ev.RuleApplied) -> None:
        self._rule = event
        hooks = self._all(ev.HookCalled)
        changed = any(hook.hook == "posthook" and not is_same(hook.before, hook.after) for hook in hooks)
        if changed or not self._all(ev.GradOut, ev.EdgeSkipped):
            results = working_out(self.story, event)
            if results:
                self._say(event.node, f"works out {results}")

    def _sent(self, k: int, event: ev.GradOut | ev.EdgeSkipped) -> None:
        """All messages at once, and then those that were not wanted."""
        story, node, events = self.story, event.node, self.story.events
        phrases = [self._message(i) for i in range(k, self.last + 1) if isinstance(events[i], ev.GradOut)]
        unwanted = [skipped.index for skipped in self._all(ev.EdgeSkipped) if skipped.why == "not needed"]
        if phrases:
            self._say(node, f"sends {_joined(phrases)}")
        elif not unwanted:
            self._say(node, "has nothing to send")
        if unwanted:
            places = listed(receiver(story, story.nodes[node].edges[index]) for index in unwanted)
            self._say(node, f"sends nothing to {places}: this backward was not asked for that gradient")

    def _message(self, k: int) -> str:
        """One message: how it came about, where it goes, and what it meets there."""
        story, event = self.story, self.story.events[k]
        to = receiver(story, event.target)
        if self._rule is None:
            self._rule = rule_before(story, k)
        if event.value is None:
            return f"None to {to}{no_gradient_words(self._rule, event)}"
        multiplied = self._rule and product_of(self._rule, event.index, event.value)
        return f"{multiplied or text_of(event.value)} to {to}{self._reduced(event)}{self._meeting(k)}"

    def _reduced(self, sent: ev.GradOut) -> str:
        """Copies in forward are a sum in backward."""
        event = self._reductions.get(sent.index)
        if event is None:
            return ""
        source = source_words(self.story, event.node, event.index)
        axes = axes_words(event.axes)
        return f", the sum of {text_of(event.before)} along {axes}, along which forward had copied {source}"

    def _meeting(self, k: int) -> str:
        """What the message finds in its slot."""
        event = self.story.events[k + 1] if k < self.last else None
        if not isinstance(event, ev.BufferAdded) or event.before is None:
            return ""
        if replaces(event):
            return f", where it takes the place of {text_of(event.before)}"
        added = sum_text((event.before, event.message), event.after) if event.message is not None else None
        if added is None:
            return ", where it is added to what waits already"
        return f", where {text_of(event.before)} waits already: {added}"

    def _arrived(self, k: int, event: ev.BufferAdded) -> None:
        """Only the arrival, where the sending was told in an earlier step."""
        if k == self.first or not isinstance(self.story.events[k - 1], ev.GradOut):
            self._quote(k)

    # ----- a leaf -----------------------------------------------------------------------------------------------------
    def _accumulated(self, k: int, event: ev.GradAccumulated) -> None:
        """``.grad`` is written; joined to what the leaf received, if nothing came between."""
        own = grad_words(self.story, event.node) if self.story.name(event.node) else "its .grad"
        joins = len(self.sentences) == 1 and self._speaker == event.node
        if event.before is None:
            if joins:
                self._join(f", and {own} goes from None to {text_of(event.after)}")
            else:
                self._quote(k)
            return
        added = sum_text((event.before, event.gradient), event.after)
        change = f"to {own}: {added}" if added else f"to {own}, which was not empty"
        if joins:
            self._join(f", and adds it {change}")
        else:
            self._say(event.node, f"adds {text_of(event.gradient)} {change}")
        self._speaker = event.node

    def _join(self, clause: str) -> None:
        self.sentences[-1] = f"{self.sentences[-1].removesuffix('.')}{clause}."

    def _tell_why_first(self) -> None:
        """A leaf that goes before a node that was ready as well."""
        events = self.story.events
        here, then = events[self.first], events[self.last + 1] if self.last + 1 < len(events) else None
        if not (isinstance(here, ev.NodeVisited) and isinstance(then, ev.NodeVisited)):
            return
        is_leaf = [self.story.nodes[event.node].kind == "leaf" for event in (here, then)]
        if is_leaf == [True, False] and self.story.at(self.first).status[then.node] == "ready":
            self._say(here.node, f"goes before {self.story.label(then.node)}, which is ready too: leaves go first")

    _TELLERS: ClassVar[dict[type[Event], Callable]] = {
        ev.NodeVisited: _visited,
        ev.SlotMaterialized: _materialized,
        ev.HookCalled: _hook,
        ev.RuleApplied: _ruled,
        ev.GradOut: _sent,
        ev.EdgeSkipped: _sent,
        ev.BufferAdded: _arrived,
        ev.GradAccumulated: _accumulated,
    }
    _FOR_ALL: ClassVar[set[Callable]] = {_materialized, _sent}
    """These tell all events of their kind at the first one."""


def slots_words(story: Story, node: str, slots: tuple[Value | None, ...]) -> str:
    """``1 for b (slot 0) and nothing for c (slot 1)``; of many empty slots only their number."""

    def where(slot: int) -> str:
        name = story.name(node, slot)
        return f"for {name} (slot {slot})" if name else f"in slot {slot}"

    empty = [slot for slot, value in enumerate(slots) if value is None]
    told = [f"{text_of(value)} {where(slot)}" for slot, value in enumerate(slots) if value is not None]
    if len(empty) > LISTED // 2:
        return listed([*told, f"nothing in {len(empty)} slots"])
    return listed([*told, *(f"nothing {where(slot)}" for slot in empty)])


def _joined(phrases: list[str]) -> str:
    """Phrases that have commas of their own are set apart by semicolons."""
    if len(phrases) <= LISTED and any(", where" in phrase or ", the sum" in phrase for phrase in phrases[:-1]):
        return "; and ".join(["; ".join(phrases[:-1]), phrases[-1]])
    return listed(phrases)

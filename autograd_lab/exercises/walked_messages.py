"""Compare the messages of a learner's backward with the engine's, and say what the first one that differs is about.

Any order is right in which a node sends only after it has heard everything. A cause is named only when it is the one
that fits: the number that this mistake, and no other, would give at this place.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from ..autograd.graph import Node
from ..tracing.values import number_text
from ..tracing.words import counted
from .fault import Fault
from .message import safe_repr
from .own_backward import Program, Sent
from .plain import is_close, plain_numbers

SAME = 1e-4
PARTIAL = ("too early", "first", "last")
"""Kinds of messages that are made of a part of what their sender hears."""
MOST = 10_000
"""No program here has as many messages."""


class Walk:
    """One learner's list of messages, read from the first to the last."""

    def __init__(self, program: Program, ids: Mapping[Node, str]) -> None:
        self.program, self.ids = program, ids
        self.open = list(program.messages)
        """What the engine sent and the learner has not sent yet."""
        self.heard: dict[str, list[float]] = {}
        self.taken: list[Sent] = []

    def in_engine_order(self) -> bool:
        """Whether the learner's nodes sent one after the other as the engine's did."""
        return [each.sender for each in self.taken] == [each.sender for each in self.program.messages]

    def fault(self, sent: list) -> Fault | None:
        """The first thing that is wrong, or None."""
        for place, item in enumerate(sent, 1):
            try:
                self._take(f"message {place}", item)
            except _FaultError as found:
                return self._with_what_follows(found.fault, sent, place)
        return self._end(len(sent)) if self.open else None

    # ----- one message --------------------------------------------------------------------------------------------
    def _take(self, label: str, item: Any) -> None:
        sender, target, value = self._read(label, item)
        label = f"{label}, from {self._place(sender)} to {self._place(target)}"
        along = [each for each in self.program.messages if (each.sender, each.target) == (sender, target)]
        if not along:
            turned = any((each.target, each.sender) == (sender, target) for each in self.program.messages)
            raise _FaultError(
                "turned round" if turned else "no edge", f"{label}: no edge goes that way.", self._event(sender)
            )
        still = [each for each in along if each in self.open]
        if not still:
            raise _FaultError("twice", f"{label}: it has been sent before.", along[0].event)
        self._has_heard_all(label, sender, along[0].event)
        right = [each for each in still if is_close(value, each.value, SAME)]
        if not right:
            raise self._wrong_number(label, still[0], value)
        self.open.remove(right[0])
        self.taken.append(right[0])
        self.heard.setdefault(target, []).append(value)

    def _read(self, label: str, item: Any) -> tuple[str, str, float]:
        if not isinstance(item, list | tuple) or len(item) != 3:
            raise _FaultError("shape", f"{label} is {safe_repr(item)}, not (from node, to node, message).")
        sender, target, value = item
        if target is None:
            raise _FaultError("hole", f"{label} goes to None: that edge leads nowhere.", self._event(self._id(sender)))
        for node in (sender, target):
            if self._id(node) is None:
                raise _FaultError("shape", f"{label} names {safe_repr(node)}, which is no node of this graph.")
        amount = plain_numbers(value)
        if isinstance(amount, bool) or not isinstance(amount, int | float):
            raise _FaultError("shape", f"{label} carries {safe_repr(value)}, which is no number.")
        return self._id(sender), self._id(target), float(amount)

    def _id(self, node: Any) -> str | None:
        return self.ids.get(node) if isinstance(node, Node) else None

    def _has_heard_all(self, label: str, sender: str, event: int) -> None:
        owed = [each for each in self.program.messages if each.target == sender]
        heard = len(self.heard.get(sender, ()))
        if heard < len(owed):
            text = f"{label}: it sends when it has heard {heard} of the {len(owed)} messages that it is owed."
            raise _FaultError("too early", text, event)

    def _with_what_follows(self, fault: Fault, sent: list, place: int) -> Fault:
        """What the list shows of a node that left some messages out: it sends again, or hears more and is silent."""
        if fault.kind not in PARTIAL:
            return fault
        sender, target, _ = sent[place - 1]
        told = [each[:2] for each in sent if isinstance(each, list | tuple) and len(each) == 3]
        again = sum(one is sender and other is target for one, other in told)
        if again > sum(to is target for to, _ in sender.next_functions):
            return replace(fault, kind="each alone")
        hears_more = fault.kind == "too early" and any(to is sender for _, to in told[place:])
        return replace(fault, kind="early") if hears_more else fault

    def _wrong_number(self, label: str, right: Sent, value: float) -> "_FaultError":
        kinds = {kind for kind, other in self._mistakes(right) if is_close(value, other, SAME)}
        kind = kinds.pop() if len(kinds) == 1 else "number"
        return _FaultError(
            kind, f"{label}: yours is {number_text(value)}, the engine's is another number.", right.event
        )

    def _mistakes(self, right: Sent) -> Iterator[tuple[str, float]]:
        """What each mistake would give here, where it gives another number than the right one."""
        heard = self.heard.get(right.sender, [1.0])
        found = [("unmultiplied", right.received), ("grad ignored", right.slope), ("no seed", 0.0)]
        if len(heard) > 1:
            found += [("last", right.slope * heard[-1]), ("first", right.slope * heard[0])]
        beside = [each for each in self.program.messages if each.sender == right.sender and each.edge != right.edge]
        found += [("swapped", each.value) for each in beside]
        return ((kind, other) for kind, other in found if not is_close(other, right.value, SAME))

    # ----- the end ------------------------------------------------------------------------------------------------
    def _end(self, count: int) -> Fault:
        """Messages of the engine that have no counterpart."""
        first = self.open[0]
        where = f"from {self._place(first.sender)} to {self._place(first.target)}"
        text = f"your list has {counted(count, 'message')}, and some are missing; the first of them goes {where}."
        return Fault(self._what_is_missing(), text, first.event)

    def _what_is_missing(self) -> str:
        """What lies behind an edge to nowhere; all messages to leaves and no others; all but the root's; or neither."""
        every, root, first = self.program.messages, self.program.messages[0].sender, self.open[0]
        if None in self.program.trace.nodes[first.sender].edges[: first.edge]:
            return "behind a hole"
        if self.open == [each for each in every if self.program.trace.nodes[each.target].kind == "leaf"]:
            return "no leaves"
        return "one node" if self.open == [each for each in every if each.sender != root] else "missing"

    def _place(self, node: str) -> str:
        return self.program.place_of(node)

    def _event(self, sender: str | None) -> int:
        return next((each.event for each in self.program.messages if each.sender == sender), 0)


class _FaultError(Exception):
    """Ends the reading at the first fault."""

    def __init__(self, kind: str, text: str, event: int = 0) -> None:
        self.fault = Fault(kind, text, event)

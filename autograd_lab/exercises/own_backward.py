"""Lesson 02's last exercise: a backward of the learner's own, compared with the engine's message by message.

Here are also the five rules and the backward pass that lesson 02 builds, and the programs that a learner's must walk.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any

from .._core.graph import Node
from ..tracing.recording.values import number_text
from ..tracing.telling.words import counted
from .exercise import Exercise, Look
from .message import safe_repr
from .observing import Observed, Probe, Raised, defined
from .own_pass import SAME, Comparison, Fault, OwnPass, Program, Sent, probes, verdict
from .plain import is_close, plain_numbers

RULES = """
rules = {
    "AddBackward0": [
        lambda grad, node: grad,
        lambda grad, node: grad,
    ],
    "SubBackward0": [
        lambda grad, node: grad,
        lambda grad, node: -grad,
    ],
    "MulBackward0": [
        lambda grad, node: grad * node._saved_other,
        lambda grad, node: grad * node._saved_self,
    ],
    "DivBackward0": [
        lambda grad, node: grad / node._saved_other,
        lambda grad, node: -grad * node._saved_self / node._saved_other**2,
    ],
    "ExpBackward0": [lambda grad, node: grad * node._saved_result],
}
"""
"""One row for each operation, one rule for each input."""

BACKWARD = """
def backward(root, rules):
    arrived = {root.grad_fn: 1.0}  # node: sum of what it heard
    sent = []  # (from node, to node, message)
    while arrived:
        node = max(arrived, key=lambda node: node._sequence_nr())
        grad = arrived.pop(node)
        for edge, (target, _) in enumerate(node.next_functions):
            if target is not None:
                message = rules[node.name()][edge](grad, node)
                sent.append((node, target, message))
                arrived[target] = arrived.get(target, 0) + message
    return sent
"""
"""A whole backward pass: all messages come from newer nodes, so the newest that has heard any has heard all.

A leaf, with the highest number, may come too soon, and then again; it sends nothing."""


def right_rules() -> Mapping[str, list]:
    """The rules themselves, to hand to a learner's backward."""
    return defined(RULES, "rules")


PROGRAMS = (
    Program.of("one path", "c = a * b\ny = c / d", a=2, b=3, d=5),
    Program.of("a leaf used twice", "c = a * b\ny = c + a", a=3, b=4),
    Program.of("a constant", "c = a * 3\ny = c - 1", a=5),
    Program.of("a constant in front", "c = al.tensor(4.0) * a\ny = c * b", a=5, b=3),
    Program.of("a value used twice", "c = a * b\nd = c * a\ny = c * 5 - d", a=2, b=7),
    Program.of("a value used twice, once at the root", "c = a * b\nd = c * a\ny = c + d", a=2, b=7),
    Program.of("the same, the other way round", "c = a * b\nd = c * a\ny = d + c", a=2, b=7),
    Program.of("a value multiplied by itself", "c = a + b\nd = c * b\ny = d * d", a=2, b=3),
    Program.of("tanh, out of five operations", "u = (x * 2).exp()\ny = (u - 1) / (u + 1)", x=0.5),
)
"""From one path to a graph that uses all five rules."""

ALL_RULES = Program.of(
    "each rule for each of its inputs",
    "c = a * b\nu = c.exp()\ntop = u - a\nbottom = u + b\ny = top / bottom",
    a=0.5,
    b=2,
)
"""Here no input is a plain number, to which no message goes."""

PARTIAL = ("too early", "first", "last")
"""Kinds of faults whose message has only a part of what its sender hears."""
MOST = 10_000
"""No program here has as many messages."""
LOOKS = {"hole": "EdgeSkipped", "leaf without rules": "GradAccumulated"}
"""Kinds of exceptions whose cause is plain, and what the engine does at that place."""


class MessageList(Comparison):
    """A learner's list of messages, read from the first to the last.

    Any order is right in which a node sends only after it has heard everything. A cause is named only when its number,
    and that of no other mistake, would come out at this place.
    """

    def __init__(self, program: Program, ids: Mapping[Node, str]) -> None:
        super().__init__(program)
        self.ids = ids
        self.open = list(program.messages)
        """What the engine sent and the learner has not sent yet."""
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
        label = f"{label}, from {self.program.place_of(sender)} to {self.program.place_of(target)}"
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
        self.heard[target].append(value)

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
        heard, owed = len(self.heard[sender]), len(self.owed(sender))
        if heard < owed:
            text = f"{label}: it sends when it has heard {heard} of the {owed} messages that it is owed."
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
        heard = self.heard[right.sender]
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
        where = f"from {self.program.place_of(first.sender)} to {self.program.place_of(first.target)}"
        text = f"your list has {counted(count, 'message')}, and some are missing; the first of them goes {where}."
        return Fault(self._what_is_missing(), text, first.event)

    def _what_is_missing(self) -> str:
        """The kind of gap: all behind an edge to nowhere, all messages to leaves, all but the root's, or some."""
        every, root, first = self.program.messages, self.program.messages[0].sender, self.open[0]
        if None in self.program.trace.nodes[first.sender].edges[: first.edge]:
            return "behind a hole"
        if self.open == [each for each in every if self.program.trace.nodes[each.target].kind == "leaf"]:
            return "no leaves"
        return "one node" if self.open == [each for each in every if each.sender != root] else "missing"

    def _event(self, sender: str | None) -> int:
        return next((each.event for each in self.program.messages if each.sender == sender), 0)


class _FaultError(Exception):
    """Ends the reading at the first fault."""

    def __init__(self, kind: str, text: str, event: int = 0) -> None:
        self.fault = Fault(kind, text, event)


@dataclass(frozen=True)
class OwnBackward(OwnPass):
    """A function ``backward(root, rules)`` that returns the messages it sent.

    It is right when, on every program, each message is the engine's and no node sends before it has heard everything.
    """

    programs = PROGRAMS
    idle = Fault("nothing", "your backward sent no message.", 0)
    unexplained = ("number", "shape", "too early", "missing", "raised", "endless")

    probes: tuple[Probe, ...] = field(default_factory=lambda: probes(PROGRAMS, judged))
    nothing: str = "Your backward gave back no message. Does each message go into a list, and is the list returned?"

    def place_of(self, program: Program) -> str:
        return f"On the program {program}"

    def kind_of_exception(self, raised: Raised, program: Program) -> str:
        if "AccumulateGrad" in raised.text and raised.type == "KeyError":
            return "leaf without rules"
        return "hole" if "NoneType" in raised.text and program.about == "a constant" else "raised"

    def narrowed(self, exercise: Exercise, given: Observed) -> Exercise:
        """The exercise about the program in which the first message differs, and about the node that sends it."""
        program, fault = self.first_fault(given) or (PROGRAMS[-1], None)
        if not isinstance(fault, Fault):
            return replace(exercise, trace=program.trace, look=Look(LOOKS.get(self.kind_of(given), "BackwardStarted")))
        event = program.trace.events[fault.place]
        at = program.trace.label(event.node) if event.kind == "RuleApplied" else ""
        return replace(exercise, trace=program.trace, look=Look(event.kind, at))


def judged(backward: Any, program: Program) -> dict[str, Any]:
    """What ``backward`` does on one program."""
    root = program.run()["y"]
    ids = program.ids(root)
    sent = backward(root, right_rules())
    sent = list(islice(sent, MOST)) if isinstance(sent, Iterable) else [] if sent is None else [sent]
    if not sent:
        return {program.about: None}
    walk = MessageList(program, ids)
    fault = walk.fault(sent[1:] if _is_seed(sent[0], root) else sent)
    return verdict(program, fault, walk.in_engine_order())


def _is_seed(item: Any, root: Any) -> bool:
    """Whether a list begins with the seed: a message to the root that no node sent."""
    return isinstance(item, list | tuple) and len(item) == 3 and item[0] is None and item[1] is root.grad_fn

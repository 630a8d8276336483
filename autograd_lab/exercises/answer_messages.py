"""Answers that are a backward pass: run on several graphs, their messages compared with the engine's one by one."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from .answer_pass import RIGHT, RIGHT_TOO, OwnPass
from .exercise import Exercise, Look
from .fault import Fault
from .observing import Observed, Probe, Raised
from .own_backward import PROGRAMS, Program, right_rules
from .walked_messages import MOST, Walk

LOOKS = {"hole": "EdgeSkipped", "leaf without rules": "GradAccumulated"}
"""Kinds of exceptions whose cause is plain, and what the engine does at that place."""


@dataclass(frozen=True)
class OwnBackward(OwnPass):
    """A function ``backward(root, rules)`` that gives back the messages it sent.

    It is right when on every program each message is the engine's, and none is sent before its sender has heard
    everything.
    """

    programs = PROGRAMS
    idle = Fault("nothing", "your backward sent no message.", 0)
    unexplained = ("number", "shape", "too early", "missing", "raised", "endless")

    probes: tuple[Probe, ...] = tuple(Probe(program.about, lambda f, p=program: judged(f, p)) for program in PROGRAMS)
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
    if sent is None:
        return {program.about: None}
    sent = list(islice(sent, MOST)) if isinstance(sent, Iterable) else [sent]
    if not sent:
        return {program.about: None}
    walk = Walk(program, ids)
    fault = walk.fault(sent[1:] if _is_seed(sent[0], root) else sent)
    if fault is not None:
        return {program.about: [fault.kind, fault.text, fault.place]}
    return {program.about: RIGHT if walk.in_engine_order() else RIGHT_TOO}


def _is_seed(item: Any, root: Any) -> bool:
    """Whether a list begins with the seed: a message to the root that no node sent."""
    return isinstance(item, list | tuple) and len(item) == 3 and item[0] is None and item[1] is root.grad_fn

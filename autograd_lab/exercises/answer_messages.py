"""Answers that are a backward pass: run on several graphs, their messages compared with the engine's one by one."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from .answer_code import Code
from .exercise import Exercise, Look
from .observing import Endless, Observed, Probe, Raised
from .own_backward import PROGRAMS, Program, right_rules
from .walked_messages import MOST, Fault, Walk

RIGHT, RIGHT_TOO = "right", "right, in another order"


@dataclass(frozen=True)
class OwnBackward(Code):
    """A function ``backward(root, rules)`` that gives back the messages it sent.

    It is right when on every program each message is the engine's, and none is sent before its sender has heard
    everything. It has the mistake of a known wrong version when the first difference is of the same kind.
    """

    probes: tuple[Probe, ...] = tuple(Probe(program.about, lambda f, p=program: judged(f, p)) for program in PROGRAMS)

    def same(self, given: Observed, target: Observed | str) -> bool:
        if isinstance(target, str):
            target = self.expected if target == self.solution else self.observe_source(target)
        kinds = kind_of(given), kind_of(target)
        return kinds[0] == kinds[1] and kinds[0] not in UNEXPLAINED

    def detail(self, given: Observed, target: Any) -> str:
        """The first message that differs: in which program, which one, and what this backward sent."""
        found = first_fault(given)
        if found is None:
            return ""
        program, fault = found
        if isinstance(fault, Fault):
            return f"The program {program}: {fault.text}"
        return f"On the program {program} {'your code raised ' if isinstance(fault, Raised) else ''}{fault}"

    def narrowed(self, exercise: Exercise, given: Observed) -> Exercise:
        """The exercise about the program in which the first message differs, and about the node that sends it."""
        program, fault = first_fault(given) or (PROGRAMS[-1], None)
        if not isinstance(fault, Fault):
            return replace(exercise, trace=program.trace, look=Look(LOOKS.get(kind_of(given), "BackwardStarted")))
        event = program.trace.events[fault.event]
        at = program.trace.label(event.node) if event.kind == "RuleApplied" else ""
        return replace(exercise, trace=program.trace, look=Look(event.kind, at))

    def remark(self, given: Observed) -> str:
        """Said with a right answer whose order is not the engine's."""
        other = RIGHT_TOO in given.results.values()
        return "Your nodes ran in another order than the engine's. It is a right one, too." if other else ""


UNEXPLAINED = ("number", "shape", "missing", "raised", "endless")
"""Kinds that do not tell the mistake."""
LOOKS = {"hole": "EdgeSkipped", "leaf without rules": "GradAccumulated"}
"""Kinds of exceptions whose cause is plain, and what the engine does at that place."""


def judged(backward: Any, program: Program) -> dict[str, Any]:
    """What ``backward`` does on one program: None (no message at all), a word of praise, or the parts of a `Fault`."""
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
        return {program.about: [fault.kind, fault.text, fault.event]}
    return {program.about: RIGHT if walk.in_engine_order() else RIGHT_TOO}


def _is_seed(item: Any, root: Any) -> bool:
    """Whether a list begins with the seed: a message to the root that no node sent."""
    return isinstance(item, list | tuple) and len(item) == 3 and item[0] is None and item[1] is root.grad_fn


def first_fault(given: Observed) -> tuple[Program, Fault | Raised | Endless] | None:
    """The first program in which something differs, and what."""
    for program in PROGRAMS:
        result = given.results.get(program.about)
        if isinstance(result, Raised | Endless):
            return program, result
        if isinstance(result, list):
            return program, Fault(*result)
        if result is None:
            return program, Fault("nothing", "your backward sent no message.", 0)
    return None


def kind_of(given: Observed) -> str:
    """The kind of the first difference; of an exception, what it is about where that is plain."""
    found = first_fault(given)
    if found is None:
        return RIGHT
    program, fault = found
    if isinstance(fault, Fault):
        return fault.kind
    if isinstance(fault, Endless):
        return "endless"
    if "AccumulateGrad" in fault.text and fault.type == "KeyError":
        return "leaf without rules"
    if "NoneType" in fault.text and program.about == "a constant":
        return "hole"
    return "raised"

"""Answers that are a walk of one's own over a real graph: watched node by node, and judged by what nodes run with."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from .answer_code import Code
from .exercise import Exercise, Look
from .observing import Endless, Observed, Probe, Raised
from .own_backward import Program
from .own_walk import PROGRAMS, SEEDS
from .walked_nodes import Fault, Walked
from .watched_nodes import Watch

RIGHT, RIGHT_TOO = "right", "right, in another order"
UNEXPLAINED = ("number", "shape", "never", "raised", "endless")
"""Kinds that do not tell the mistake."""


@dataclass(frozen=True)
class OwnWalk(Code):
    """A function ``backward(root, seed)`` that gives back what it gathered at each node.

    It is right when on every program each node runs once, with all that it is owed, and the leaves have their sums. It
    has the mistake of a known wrong version when the first difference is of the same kind.
    """

    probes: tuple[Probe, ...] = tuple(Probe(program.about, lambda f, p=program: judged(f, p)) for program in PROGRAMS)
    nothing: str = "Your backward let no node run. Does it call `sends`, and does it return slot?"

    def same(self, given: Observed, target: Observed | str) -> bool:
        if isinstance(target, str):
            target = self.expected if target == self.solution else self.observe_source(target)
        kinds = kind_of(given), kind_of(target)
        return kinds[0] == kinds[1] and kinds[0] not in UNEXPLAINED

    def detail(self, given: Observed, target: Any) -> str:
        """In which program what differs first, and how."""
        found = first_fault(given)
        if found is None:
            return ""
        program, fault = found
        where = f"{program.about} ({program})"
        if isinstance(fault, Fault):
            return f"On {where}: {fault.text}"
        return f"On {where} {'your code raised ' if isinstance(fault, Raised) else ''}{fault}"

    def narrowed(self, exercise: Exercise, given: Observed) -> Exercise:
        """The exercise about the program in which something differs first, and about the node at which it does."""
        program, fault = first_fault(given) or (PROGRAMS[-1], None)
        at = Look("DependenciesCounted")
        if isinstance(fault, Fault) and fault.node:
            leaf = program.trace.nodes[fault.node].kind == "leaf"
            at = Look("GradAccumulated" if leaf else "RuleApplied", program.trace.label(fault.node))
        return replace(exercise, trace=program.trace, look=at)

    def failed(self, given: Observed) -> bool:
        """An exception, or a walk without end: no step of a trace can be compared with it."""
        found = first_fault(given)
        return found is not None and isinstance(found[1], Raised | Endless)

    def remark(self, given: Observed) -> str:
        """Said with a right answer whose order is not the engine's."""
        other = RIGHT_TOO in given.results.values()
        return "Your nodes ran in another order than the engine's. It is a right one, too." if other else ""


def judged(backward: Any, program: Program) -> Mapping[str, Any]:
    """What ``backward`` does on one program: None (no node ran), a word of praise, or the parts of a `Fault`."""
    root, seed = program.run()["y"], SEEDS.get(program.about, 1.0)
    watch = Watch(program.ids(root))
    gathered = backward(watch.of(root.grad_fn), seed)
    walk = Walked(program, seed)
    if not watch.ran:
        return {program.about: None}
    fault = walk.fault(watch.ran) or walk.leaf_fault(_by_id(gathered, watch))
    if fault is not None:
        return {program.about: [fault.kind, fault.text, fault.node]}
    return {program.about: RIGHT if walk.in_engine_order(watch.ran) else RIGHT_TOO}


def _by_id(gathered: Any, watch: Watch) -> Any:
    """The dict that was given back, by what the trace calls the nodes; anything else as it is."""
    if not isinstance(gathered, Mapping):
        return gathered
    known = {id(watched): watch.ids[node] for node, watched in watch.seen.items()}
    return {known[id(key)]: value for key, value in gathered.items() if id(key) in known}


def first_fault(given: Observed) -> tuple[Program, Fault | Raised | Endless] | None:
    """The first program on which something differs, and what."""
    for program in PROGRAMS:
        result = given.results.get(program.about)
        if isinstance(result, Raised | Endless):
            return program, result
        if isinstance(result, list):
            return program, Fault(*result)
        if result is None:
            return program, Fault("never", "no node ran.", "")
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
    return "hole" if "NoneType" in fault.text and "constant" in program.about else "raised"

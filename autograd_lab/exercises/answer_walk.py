"""Answers that are a walk of one's own over a real graph: watched node by node, and judged by what nodes run with."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from .answer_pass import RIGHT, RIGHT_TOO, OwnPass
from .exercise import Exercise, Look
from .fault import Fault
from .observing import Endless, Observed, Probe, Raised
from .own_backward import Program
from .own_walk import PROGRAMS, SEEDS
from .walked_nodes import Walked
from .watched_nodes import Watch


@dataclass(frozen=True)
class OwnWalk(OwnPass):
    """A function ``backward(root, seed)`` that gives back what it gathered at each node.

    It is right when on every program each node runs once, with all that it is owed, and the leaves have their sums.
    """

    programs = PROGRAMS
    idle = Fault("never", "no node ran.", "")
    unexplained = ("number", "shape", "never", "raised", "endless")

    probes: tuple[Probe, ...] = tuple(Probe(program.about, lambda f, p=program: judged(f, p)) for program in PROGRAMS)
    nothing: str = "Your backward let no node run. Does it call `sends`, and does it return slot?"

    def place_of(self, program: Program) -> str:
        return f"On {program.about} ({program})"

    def kind_of_exception(self, raised: Raised, program: Program) -> str:
        return "hole" if "NoneType" in raised.text and "constant" in program.about else "raised"

    def detail(self, given: Observed, target: Any) -> str:
        """As for every pass; and what a KeyError means where a slot is read that nothing has come to yet."""
        said, (_, fault) = super().detail(given, target), self.first_fault(given) or (None, None)
        if isinstance(fault, Raised) and fault.type == "KeyError" and "slot[target]" in fault.where:
            return f"{said}. Before its first message a node has no entry in `slot`."
        return said

    def narrowed(self, exercise: Exercise, given: Observed) -> Exercise:
        """The exercise about the program in which something differs first, and about the node at which it does."""
        program, fault = self.first_fault(given) or (PROGRAMS[-1], None)
        at = Look("DependenciesCounted")
        if isinstance(fault, Fault) and fault.place:
            leaf = program.trace.nodes[fault.place].kind == "leaf"
            at = Look("GradAccumulated" if leaf else "RuleApplied", program.trace.label(fault.place))
        return replace(exercise, trace=program.trace, look=at)

    def failed(self, given: Observed) -> bool:
        """An exception, or a walk without end: no step of a trace can be compared with it."""
        found = self.first_fault(given)
        return found is not None and isinstance(found[1], Raised | Endless)


def judged(backward: Any, program: Program) -> Mapping[str, Any]:
    """What ``backward`` does on one program."""
    root, seed = program.run()["y"], SEEDS.get(program.about, 1.0)
    watch = Watch(program.ids(root))
    gathered = backward(watch.of(root.grad_fn), seed)
    walk = Walked(program, seed)
    if not watch.ran:
        return {program.about: None}
    fault = walk.fault(watch.ran) or walk.leaf_fault(_by_id(gathered, watch))
    if fault is not None:
        return {program.about: [fault.kind, fault.text, fault.place]}
    return {program.about: RIGHT if walk.in_engine_order(watch.ran) else RIGHT_TOO}


def _by_id(gathered: Any, watch: Watch) -> Any:
    """The dict that was given back, by what the trace calls the nodes; anything else as it is."""
    if not isinstance(gathered, Mapping):
        return gathered
    known = {id(watched): watch.ids[node] for node, watched in watch.seen.items()}
    return {known[id(key)]: value for key, value in gathered.items() if id(key) in known}

"""What the exercises about a backward of the learner's own share: programs, the engine's messages, and the comparison.

`own_walk` (lesson 03) runs a learner's function on several programs and names the first thing in which it differs from
the engine.
"""

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

import autograd_lab

from .. import Tensor
from .._core.graph import Node
from ..tracing.trace.trace import Trace
from .answer_code import Code
from .observing import Endless, Observed, Probe, Raised
from .programs import leaf, number, numbers_apart, recorded

SAME = 1e-4
"""Numbers that differ by less than this are the same message."""
RIGHT, RIGHT_TOO = "right", "right, in another order"


@dataclass(frozen=True)
class Sent:
    """One message of the engine: along which edge it went, and what its sender had received."""

    sender: str
    edge: int
    target: str
    received: float
    value: float
    event: int
    """The event at which the sender's rule ran."""

    @property
    def slope(self) -> float:
        """What the sender multiplied by."""
        return self.value / self.received


@dataclass(frozen=True)
class Program:
    """A few lines that end with the root ``y``; ``about`` says what they try out.

    Its trace is the real engine's, and its messages are listed, so that those of another backward can be compared with
    them one by one.
    """

    about: str
    lines: str
    leaves: tuple[tuple[str, float], ...]

    @classmethod
    def of(cls, about: str, lines: str, **leaves: float) -> "Program":
        """A program whose leaves have these names and values."""
        return cls(about, lines, tuple(leaves.items()))

    def run(self) -> dict[str, Tensor]:
        """Every variable of a fresh run, by name."""
        variables: dict[str, Any] = {"al": autograd_lab, **{name: leaf(value, name) for name, value in self.leaves}}
        exec(self.lines, variables)
        return {name: item for name, item in variables.items() if isinstance(item, Tensor)}

    @cached_property
    def trace(self) -> Trace:
        """What the engine did with it."""
        with numbers_apart():
            variables = self.run()
            return recorded(variables["y"], **variables)

    @cached_property
    def messages(self) -> tuple[Sent, ...]:
        """What the engine sent, in the order in which it sent."""
        found, ran = [], (0, 0.0)
        for index, event in enumerate(self.trace.events):
            if event.kind == "RuleApplied":
                ran = index, number(event.received[0])
            elif event.kind == "GradOut":
                at, received = ran
                found.append(Sent(event.node, event.index, event.target.node, received, number(event.value), at))
        return tuple(found)

    def place_of(self, node: str) -> str:
        """``the node of c``, or ``a`` for a leaf, or the class name with its number where there is no variable."""
        name = self.trace.name(node)
        if self.trace.nodes[node].kind == "leaf":
            return name or self.trace.label(node)
        return f"the node of {name}" if name else self.trace.label(node)

    def ids(self, root: Tensor) -> dict[Node, str]:
        """The real nodes of a fresh run → what the trace calls them."""
        nodes = self.trace.nodes
        found = {root.grad_fn: next(event.node for event in self.trace.events if event.kind == "NodeVisited")}
        todo = list(found)
        while todo:
            node = todo.pop()
            for (target, _), edge in zip(node.next_functions, nodes[found[node]].edges, strict=True):
                if target is not None and target not in found:
                    found[target] = edge.node
                    todo.append(target)
        return found

    def __str__(self) -> str:
        lines = self.lines.splitlines()
        return f"`{'; '.join(lines if len(lines) < 6 else [*lines[:3], '…'])}`"


@dataclass(frozen=True)
class Fault:
    """The first difference: its ``kind``, the words for it, and the event or node ("": none) where it shows."""

    kind: str
    text: str
    place: int | str


class Comparison:
    """One learner's pass over one program: what each node has heard so far, and what the engine owes it."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.heard: defaultdict[str, list[float]] = defaultdict(list)

    def owed(self, node: str) -> list[Sent]:
        """The engine's messages to this node."""
        return [each for each in self.program.messages if each.target == node]


def verdict(program: Program, fault: Fault | None, in_engine_order: bool) -> dict[str, Any]:
    """The result of a pass, as a probe notes it."""
    praise = RIGHT if in_engine_order else RIGHT_TOO
    return {program.about: praise if fault is None else [fault.kind, fault.text, fault.place]}


def probes(programs: Sequence[Program], judged: Callable[[Any, Program], Any]) -> tuple[Probe, ...]:
    """One probe for each program: what ``judged`` says of a candidate there."""
    return tuple(Probe(each.about, lambda candidate, each=each: judged(candidate, each)) for each in programs)


@dataclass(frozen=True)
class OwnPass(Code):
    """A learner's backward. Its result on a program is None (it did nothing), praise, or the parts of a `Fault`.

    It makes the same mistake as a known wrong version when its first difference is of the same kind.
    """

    programs: ClassVar[Sequence[Program]]
    idle: ClassVar[Fault]
    """The fault of a function that does nothing."""
    unexplained: ClassVar[tuple[str, ...]]
    """Kinds of faults that do not tell which mistake was made."""

    def same(self, given: Observed, target: Observed | str) -> bool:
        if isinstance(target, str):
            target = self.expected if target == self.solution else self.observe_source(target)
        kinds = self.kind_of(given), self.kind_of(target)
        return kinds[0] == kinds[1] and kinds[0] not in self.unexplained

    def detail(self, given: Observed, target: Any) -> str:
        """What differs first, and in which program."""
        found = self.first_fault(given)
        if found is None:
            return ""
        program, fault = found
        where = self.place_of(program)
        if isinstance(fault, Fault):
            return f"{where}: {fault.text}"
        return f"{where} {'your code raised ' if isinstance(fault, Raised) else ''}{fault}"

    def remark(self, given: Observed) -> str:
        """Said with a right answer whose order is not the engine's."""
        other = RIGHT_TOO in given.results.values()
        return "Your nodes ran in another order than the engine's, which is right, too." if other else ""

    def first_fault(self, given: Observed) -> tuple[Program, Fault | Raised | Endless] | None:
        """The first program on which something differs, and what."""
        for program in self.programs:
            result = given.results.get(program.about)
            if isinstance(result, Raised | Endless):
                return program, result
            if isinstance(result, list):
                return program, Fault(*result)
            if result is None:
                return program, self.idle
        return None

    def kind_of(self, given: Observed) -> str:
        """The kind of the first difference; of an exception, what it is about where that is plain."""
        found = self.first_fault(given)
        if found is None:
            return RIGHT
        program, fault = found
        if isinstance(fault, Fault):
            return fault.kind
        return "endless" if isinstance(fault, Endless) else self.kind_of_exception(fault, program)

    def place_of(self, program: Program) -> str:
        """The beginning of a sentence about a program."""
        raise NotImplementedError

    def kind_of_exception(self, raised: Raised, program: Program) -> str:
        """The kind of mistake behind an exception, or "raised" where that is not plain."""
        raise NotImplementedError

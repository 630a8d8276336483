"""Answers that are a backward pass of the learner's own, run on several programs: what all of them have in common."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from .answer_code import Code
from .fault import Fault
from .observing import Endless, Observed, Raised
from .own_backward import Program

RIGHT, RIGHT_TOO = "right", "right, in another order"


@dataclass(frozen=True)
class OwnPass(Code):
    """A function whose result on each program is None (it did nothing), a word of praise, or the parts of a `Fault`.

    It has the mistake of a known wrong version when the first difference is of the same kind.
    """

    programs: ClassVar[Sequence[Program]]
    idle: ClassVar[Fault]
    """What is wrong with a function that does nothing."""
    unexplained: ClassVar[tuple[str, ...]]
    """Kinds that do not tell the mistake."""

    def same(self, given: Observed, target: Observed | str) -> bool:
        if isinstance(target, str):
            target = self.expected if target == self.solution else self.observe_source(target)
        kinds = self.kind_of(given), self.kind_of(target)
        return kinds[0] == kinds[1] and kinds[0] not in self.unexplained

    def detail(self, given: Observed, target: Any) -> str:
        """In which program what differs first, and how."""
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
        return "Your nodes ran in another order than the engine's. It is a right one, too." if other else ""

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
        """What an exception is about, or "raised" where that is not plain."""
        raise NotImplementedError

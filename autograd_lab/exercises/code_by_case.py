"""Answers that are code, with a trace for each probe: a reply shows the run that goes wrong."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from ..tracing.trace import Trace
from .answer_code import Code
from .exercise import Exercise
from .look import Look
from .numbers_apart import numbers_apart
from .observing import Observed

Case = tuple[Callable[[], Trace], Look]
"""Records what happens in one probe, and says which step of it decides."""


@dataclass(frozen=True)
class CodeByCase(Code):
    """Code whose wrong answers are compared with the first probe in which they show.

    ``cases`` has the labels of probes. The names of a probe's results must begin with its label.
    """

    cases: Mapping[str, Case] = field(default_factory=dict)

    def narrowed(self, exercise: Exercise, given: Observed) -> Exercise:
        """The exercise about the first probe that differs; as it is where only gradcheck has found something."""
        for name in self.differing(given, self.expected):
            for label, (traced, look) in self.cases.items():
                if name.startswith(label):
                    with numbers_apart():
                        return replace(exercise, trace=traced(), look=look)
        return exercise

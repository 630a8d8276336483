"""Complaints: gradients with the same thing wrong for the same reason, in the words of the health line."""

from collections.abc import Callable
from dataclasses import dataclass

from ..recording.source_lines import Line
from ..telling.words import listed
from ..trace.events import RuleApplied
from .answer import Answer, is_finite, line_words, operation_of
from .not_finite import given

SUM = "the sum of several backwards"
KINDS = (
    "None",
    "not written",
    "nan or inf",
    "all 0",
    "0 but for rounding",
    "tiny",
    "huge",
    SUM,
)
"""What may be wrong with a gradient, the worst first."""
CAUSES = {
    ("nan or inf", "step"): "after a step",
    ("nan or inf", "rule"): "in backward",
    ("nan or inf", "forward"): "in forward",
    ("nan or inf", "data"): "in the data",
    ("None", "data"): ".data",
}
"""What the line says for causes that are no word of PyTorch's."""
WITHOUT_CAUSE = ("0 but for rounding", "tiny", "huge", SUM)
"""Kinds that say the cause themselves."""


@dataclass(frozen=True)
class Complaint:
    """Some gradients with the same thing wrong for the same reason. ``kind`` is one of `KINDS`."""

    kind: str
    names: tuple[str, ...]
    answer: Answer | None
    operation: str = ""
    """What made the first nan or inf of a finite gradient, as ``sqrt, with result[0] = 0``."""
    cause: str = ""
    """The cause as a reader knows it who has seen no other answer: ``softmax over a dimension of length 1``."""
    is_meant: bool = False
    """Whether a healthy model has such gradients, too: it is no alarm."""

    def reason_with(self, words: Callable[..., str]) -> str:
        """``detach, line 223``, the lines in these words; "" if the kind says everything."""
        if self.answer is None:
            return ""
        return ", ".join(filter(None, [self.cause, words(*(self.answer.lines or (self.answer.line,)))]))

    def described(self) -> str:
        """The kind, the reason, and the names."""
        reason = "; ".join(filter(None, [self.reason_with(whole_lines), self.operation]))
        no_optimizer = ", and no optimizer holds them" if self.is_meant and self.kind == "None" else ""
        return f"{self.kind}{f' ({reason})' if reason else ''}{no_optimizer}: {listed(self.names)}"


def cause_words(trace, kind: str, answer: Answer) -> str:
    """What the line says of the cause; "" where the kind says it."""
    if kind in WITHOUT_CAUSE:
        return ""
    if answer.cause == "length 1" and answer.event is not None:
        name = operation_of(trace.nodes[trace.events[answer.event].node])
        return f"{name} over a dimension of length 1" if "softmax" in name else "each number normalised by itself"
    return CAUSES.get((kind, answer.cause), answer.cause)


def operation_words(trace, answer: Answer) -> str:
    """``sqrt, with result[0] = 0``: the operation whose rule made nan or inf, and the first number it was given."""
    event = None if answer.cause != "rule" or answer.event is None else trace.events[answer.event]
    if not isinstance(event, RuleApplied):
        return ""
    info = trace.nodes[event.node]
    wrong = next((result for result in event.results if not is_finite(result)), None)
    numbers = given(trace, info, wrong)[:1] if wrong is not None else []
    return ", with ".join([operation_of(info), *numbers])


def whole_lines(*lines: Line | None) -> str:
    return listed(filter(None, map(line_words, lines)))


def short_lines(*lines: Line | None) -> str:
    """``line 7``, ``line 7 of model.py``, ``line 7 and line 9 of model.py``."""
    known = [line for line in lines if line is not None]
    files = {line.file: None for line in known if line.file}
    return listed(
        f"line {line.number}" + (f" of {line.file}" if line.file and (len(files) > 1 or line is known[-1]) else "")
        for line in known
    )

"""Complaints: gradients with the same thing wrong for the same reason, in the words of the health line."""

from collections.abc import Callable
from dataclasses import dataclass

from ..recording.source_lines import Line
from ..telling.words import listed
from ..trace.events import RuleApplied
from .answer import Answer, is_finite, layer_words, line_words, operation_of
from .used_numbers import given
from .zero import closed_before, closing_words

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
    ("nan or inf", "rule"): "made in the backward of",
    ("nan or inf", "forward"): "made in the forward of",
    ("nan or inf", "data"): "in the data",
    ("None", "data"): ".data",
    ("None", "error"): "the backward stopped",
    (SUM, "not held"): "no zero_grad() empties them",
    ("tiny", "vanishing"): "vanishing",
    ("huge", "exploding"): "exploding",
    ("huge", "growing"): "the steps are too large",
}
"""What the line says for causes that are no word of PyTorch's."""
CANCELLED = ("cancelled", "paths cancel")
"""Causes of zeros that are right, as for a bias in front of a normalisation."""
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
    backwards: int = 0
    """How many have added to each of them."""
    losses: str = ""
    """A sentence about the losses that have sent them."""
    known: str = ""
    """The complaint in a sentence, where a hint has named these gradients and has given the reason."""

    @property
    def kind_words(self) -> str:
        """The kind, with the number of backwards."""
        return self.kind.replace("several", str(self.backwards)) if self.backwards else self.kind

    def reason_with(self, words: Callable[..., str]) -> str:
        """``detach, line 223``, the lines in these words; "" if the kind says everything."""
        if self.answer is None:
            return ""
        places = words(*(self.answer.lines or (self.answer.line,)))
        if self.cause.endswith((" of", " at")):  # the line goes on
            return f"{self.cause} {places}" if places else self.cause[:-3]
        return ", ".join(filter(None, [self.cause, places]))

    def described(self) -> str:
        """The kind, the reason, and the names."""
        reason = "; ".join(filter(None, [self.reason_with(whole_lines), self.operation]))
        is_left_out = self.is_meant and self.kind != SUM and self.answer.cause not in CANCELLED
        no_optimizer = ", and no optimizer holds them" * is_left_out
        return f"{self.kind_words}{f' ({reason})' if reason else ''}{no_optimizer}: {listed(self.names)}" + (
            f". {self.losses}" if self.losses else ""
        )


def cause_words(trace, kind: str, answer: Answer) -> str:
    """What the line says of the cause; "" where the kind says it."""
    if kind in WITHOUT_CAUSE:
        return CAUSES.get((kind, answer.cause), "") if answer.line else ""
    if answer.cause in ("length 1", "closed") and answer.event is not None:
        info = trace.nodes[trace.events[answer.event].node]
        if answer.cause == "closed":
            before = (closed_before(trace, info, index) for index in range(len(info.edges)))
            name = operation_of(info if closing_words(info) else next(filter(None, before)))
            return f"dead {name}" if "relu" in name else f"{name}, slope 0"
        name = operation_of(info)
        return f"{name} over a dimension of length 1" if "softmax" in name else "each number normalised by itself"
    steps = {one.line for one in trace.flow.optimizers}
    if (kind, answer.cause) == ("nan or inf", "step") and answer.line not in steps:
        return "spread by a step, made at"
    return CAUSES.get((kind, answer.cause), answer.cause)


def operation_words(trace, answer: Answer) -> str:
    """``sqrt, with result[0] = 0``: what made nan or inf, and the first number it was given; or the layer that did."""
    event = None if answer.event is None else trace.events[answer.event]
    if answer.cause != "rule" or not isinstance(event, RuleApplied):
        return layer_words(trace, event.node) if isinstance(event, RuleApplied) else ""
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

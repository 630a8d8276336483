"""What an exercise is made of.

An exercise knows its right answer *and* its wrong ones. Each wrong answer that learners really give has a `Wrong`: the
idea behind it, the step of a real trace that contradicts it, and a reply, whose last line is one smaller question:

    Wrong("3", "M26", INNER).reply('''
        3 is the local slope of c = a * b in a. MulBackward0 multiplies it by what it received.
        Which number arrived at this node?''')

Elsewhere prose may break its lines anywhere: a learner gets a prompt, a reason or a hint as one line.
"""

from dataclasses import dataclass, replace
from typing import Any, Protocol

from ..tracing.nodes import node_of
from ..tracing.trace import Trace


@dataclass(frozen=True)
class Look:
    """Where in a trace to look: the ``nth`` event of a ``kind`` at a node.

    ``at`` is a class name (``"MulBackward0"``) or a leaf's label (``"AccumulateGrad(d)"``); empty: anywhere.
    """

    kind: str
    at: str = ""
    nth: int = 0

    def index(self, trace: Trace) -> int:
        """Which event of ``trace`` this is. Raises LookupError when there is none."""
        found = [k for k, event in enumerate(trace.events) if event.kind == self.kind and self._is_at(trace, event)]
        if self.nth >= len(found):
            raise LookupError(f"{self} is not in the trace: it has {len(found)} such events")
        return found[self.nth]

    def _is_at(self, trace: Trace, event: Any) -> bool:
        node = node_of(event)
        return not self.at or (node is not None and self.at in (trace.nodes[node].name, trace.label(node)))


@dataclass(frozen=True)
class Step:
    """One step of a trace, numbered as the stepper and ``trace.text()`` number it, with its sentence."""

    number: int
    sentence: str

    def __str__(self) -> str:
        return f"step {self.number}: {self.sentence}"


@dataclass(frozen=True)
class Wrong:
    """A wrong answer and what to say to it.

    ``answer`` is a value (for a table: the fields that give it away; for code: the source of a version that has this
    mistake; for an arrangement of lines: what is wrong with it). ``idea`` is an id in ``misconceptions.toml``.
    """

    answer: Any
    idea: str
    look: Look
    """The step that contradicts it."""
    text: str = ""
    """What the answer would mean."""
    ask: str = ""
    """One smaller question."""

    def reply(self, lines: str) -> "Wrong":
        """The same with its prose: the last line becomes ``ask``, all lines before it ``text``."""
        *text, ask = lines.strip().splitlines()
        return replace(self, text=_one_line(" ".join(text)), ask=ask.strip())


@dataclass(frozen=True)
class Trouble:
    """An answer that cannot be read, with the reason."""

    text: str


@dataclass(frozen=True)
class Missing:
    """An answer, or a part of one, that is not there yet."""

    text: str = ""


class Form(Protocol):
    """The shape of an answer: how to read it, compare it, and show it. One class for each kind, in other files."""

    def read(self, answer: Any) -> Any:
        """The answer in the form's own terms, or a `Trouble`, or a `Missing`. Never raises."""

    def same(self, given: Any, target: Any) -> bool:
        """Whether what was read is this answer (or, for a table, contains it)."""

    def near(self, given: Any, target: Any) -> bool:
        """Whether it is wrong by so little that it was probably rounded."""

    def show(self, given: Any) -> str:
        """What was read, in words, to quote it back."""

    def detail(self, given: Any, target: Any) -> str:
        """One sentence about what exactly differs from the right answer; empty when the quote says it all."""

    def starter(self, exercise_id: str) -> str:
        """The cell that a lesson ships."""

    def solved(self, exercise_id: str, answer: Any) -> str:
        """The cell with ``answer`` filled in."""


@dataclass(frozen=True)
class Exercise:
    """One exercise, or one prediction (then ``hints`` may be empty).

    ``trace`` is a recording of the very program that the question is about. ``look`` is the step that decides the
    question. ``why`` is said with the right answer.
    """

    prompt: str
    form: Form
    answer: Any
    wrong: tuple[Wrong, ...]
    trace: Trace
    look: Look
    why: str
    hints: tuple[str, ...] = ()
    setup: str = ""
    """Code that the question talks about, shown under the prompt."""
    id: str = ""
    """The bank sets it."""

    def __post_init__(self) -> None:
        for name in ("prompt", "why"):
            object.__setattr__(self, name, _one_line(getattr(self, name)))
        object.__setattr__(self, "hints", tuple(map(_one_line, self.hints)))

    @property
    def lesson(self) -> str:
        """``"L2"`` for the exercise ``"L2.1"``."""
        return self.id.partition(".")[0]

    @property
    def is_prediction(self) -> bool:
        """Whether it is asked before the trace is seen, and answered once."""
        return self.id.partition(".")[2][:1] in ("P", "W")

    def step(self, look: Look | None = None) -> Step:
        """The step to look at, with the sentence that the trace itself gives."""
        index = (look or self.look).index(self.trace)
        return Step(index + 1, self.trace.sentence(index))

    def starter(self) -> str:
        """The source of the cell as a lesson ships it."""
        return self.form.starter(self.id)

    def solved(self, answer: Any = ...) -> str:
        """The source of the cell with the right answer, or with the one given."""
        return self.form.solved(self.id, self.answer if answer is ... else answer)


def _one_line(text: str) -> str:
    return " ".join(text.split())

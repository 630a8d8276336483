"""What an exercise is made of.

An exercise knows its right answer *and* its wrong ones. Each wrong answer that learners really give has a `Wrong`: the
idea behind it, the step of a real trace that contradicts it, and a reply, whose last line is one smaller question:

    Wrong("3", "M26", INNER).reply('''
        3 is the local slope of c = a * b in a. MulBackward0 multiplies it by what it received.
        Which number arrived at this node?''')

Elsewhere prose may break its lines anywhere: a learner gets a prompt, a reason or a hint as one line. A `Look` says
which event of a trace decides something; a `Place` is where that is in one trace, in words.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from ..tracing.telling.words import happening
from ..tracing.trace.nodes import node_of
from ..tracing.trace.trace import Trace
from .message import Block, Parts


@dataclass(frozen=True)
class Look:
    """Where in a trace to look: the ``nth`` event of a ``kind`` at a node.

    ``at`` is a class name (``"MulBackward0"``) or a leaf's label (``"AccumulateGrad(d)"``); empty: anywhere.
    """

    kind: str
    at: str = ""
    nth: int = 0

    def index(self, trace: Trace) -> int:
        """The index of this event in ``trace``. Raises LookupError when the trace has no such event."""
        found = [k for k, event in enumerate(trace.events) if event.kind == self.kind and self._is_at(trace, event)]
        if self.nth >= len(found):
            raise LookupError(f"{self} is not in the trace: it has {len(found)} such events")
        return found[self.nth]

    def _is_at(self, trace: Trace, event: Any) -> bool:
        node = node_of(event)
        return not self.at or (node is not None and self.at in (trace.nodes[node].name, trace.label(node)))


@dataclass(frozen=True)
class Place:
    """One place in a trace: its step (from 1), its event (from 0), and words without any result."""

    number: int
    event: int
    words: str
    """``"step 3, where MulBackward0 #1 runs"``."""

    def __str__(self) -> str:
        return self.words


def place(trace: Trace, event: int) -> Place:
    """The place of one event, in words that give away none of its numbers."""
    number = trace.step_at(event).number
    return Place(number, event, f"step {number}, where {happening(trace, trace.events[event])}")


@dataclass(frozen=True)
class Wrong:
    """A wrong answer and what to say to it.

    ``answer`` is a value (for a table: the fields that give it away; for code: the source of a version that has this
    mistake; for an arrangement of lines: what is wrong with it). ``idea`` is an id in ``misconceptions.toml``, or "".
    """

    answer: Any
    idea: str = ""
    look: Look | None = None
    """The step that contradicts it; None: the one that decides what is wrong."""
    text: str = ""
    """What the answer would mean. It names the kind of mistake, never the right answer."""
    ask: str = ""
    """One smaller question."""
    run: int | None = None
    """Of a guess about a walk: the first run (from 1) that contradicts it; None: only the end does."""

    def reply(self, lines: str) -> "Wrong":
        """The same with its prose: the last line becomes ``ask``, all lines before it ``text``."""
        *text, ask = lines.strip().splitlines()
        return replace(self, text=_one_line(" ".join(text)), ask=ask.strip())


@dataclass(frozen=True)
class Trouble:
    """An answer that cannot be read, with the reason."""

    text: str
    is_read: bool = False
    """Whether it can be read, and is none of the answers that are asked for: then the reason is all there is to say."""


@dataclass(frozen=True)
class Missing:
    """An answer, or a part of one, that is not there yet."""

    text: str = ""


WHOLE = ""
"""The entry of an answer that has only one."""


class Form(Protocol):
    """The shape of an answer: how to read it, compare it, and show it. One class for each kind, in other files.

    The methods with a body fit a value without entries.
    """

    told_by_a_step = True
    """Whether one step of the trace shows the whole answer; not so for an answer with several parts."""

    def read(self, answer: Any) -> Any:
        """The answer in the form's own terms, or a `Trouble`, or a `Missing`. Never raises."""

    def same(self, given: Any, target: Any) -> bool:
        """Whether what was read is this answer (or, for a table, contains it)."""

    def near(self, given: Any, target: Any) -> bool:
        """Whether it is the right answer, rounded."""
        return False

    def plain(self, given: Any) -> Any:
        """The answer as JSON for the progress file; `read` takes it again. ``...``: it cannot be kept."""
        return given

    def control(self) -> dict[str, Any]:
        """What takes the answer in a form, as JSON; empty where the answer is code. It holds what `plain` gives, texts
        for numbers too, and ``""`` where nothing was typed or chosen."""
        return {}

    # ----- words --------------------------------------------------------------------------------------------------
    def listed(self) -> list[str]:
        """The lines under the question for readers without a form: the choices, the rows."""
        return []

    def show(self, given: Any) -> str:
        """What was read, in words, to quote it back."""

    def quote(self, said: str) -> str:
        """The sentence that quotes it back, from what `show` gave."""
        return f"You said {said}."

    def solution_part(self, target: Any, asks: str) -> str | Block:
        """The right answer; ``asks`` is what was asked for, as code, or empty."""
        shown = self.show(self.read(target))
        shown = f"`{shown}`" if shown in ("None", "True", "False") else shown
        return f"`{asks}` is {shown}." if asks else f"The answer: {shown}."

    def remark(self, given: Any) -> str:
        """A remark on a right answer that is unusual."""
        return ""

    # ----- what is wrong ------------------------------------------------------------------------------------------
    def detail(self, given: Any, target: Any) -> str:
        """What exactly differs, never what would be right; empty when the quote says it all."""
        return ""

    def wrong_entries(self, given: Any, target: Any) -> tuple[Any, ...]:
        """The wrong entries: names of rows, positions in a list; ``(WHOLE,)`` for an answer without entries."""
        return (WHOLE,)

    def entry(self, key: Any) -> str:
        """What such an entry is called in a sentence; empty for `WHOLE`."""
        return str(key)

    def failed(self, given: Any) -> bool:
        """Whether it gave no result that could be compared with a step of the trace."""
        return False

    def told_by_error(self, given: Any) -> "Wrong | None":
        """What an exception says that no listed mistake raises."""
        return None

    def narrowed(self, exercise: "Exercise", given: Any) -> "Exercise":
        """The exercise with the trace that shows what is wrong, where there are several traces."""
        return exercise

    def cell(self, exercise: "Exercise") -> str:
        """The cell of a lesson that asks the question."""
        return exercise.call("ask")


@dataclass(frozen=True)
class Exercise:
    """One exercise, or one prediction (then ``hints`` may be empty).

    ``trace`` is a recording of the very program that the question is about; None: an instructor gave none. ``look`` is
    the step that decides the question. ``why`` is said with the right answer.
    """

    prompt: str
    form: Form
    answer: Any
    wrong: tuple[Wrong, ...]
    trace: Trace | None
    look: Look | None
    why: str
    hints: tuple[str, ...] = ()
    setup: str = ""
    """Code that the question talks about, shown under the prompt."""
    program: str = ""
    """Code that the lesson shows above the question; with other numbers, it is shown under the prompt."""
    asks: str = ""
    """The question as code, such as ``"c.grad"``: then the solution says ``c.grad`` is …."""
    id: str = ""
    """The bank sets it."""
    looks: Mapping[str | int, Look] = field(default_factory=dict)
    """Where one entry is decided (a row of a table, a position in a list counted from 0), if not at ``look``."""
    otherwise: Mapping[str | int, str] = field(default_factory=dict)
    """One smaller question for an entry that is wrong in a way nobody listed; the one at ``WHOLE`` is for any entry."""
    waits: bool = False
    """Whether the lesson's next stepper settles it; until then a guess has no verdict."""
    varies: bool = False
    """Whether a seed gives it other numbers; the bank sets it."""
    seed: int | None = None
    """Whose numbers it has; None: those of the lesson."""
    quotes: Look | None = None
    """The step that the reply to a right answer quotes; None: ``look``, where the lesson's picture stops."""
    walk: str = ""
    """Which way of walking it asks about (see `views.walks`): then that walk settles it, not a stepper."""
    keeps: str = ""
    """The file beside the lessons in which right code is kept."""

    def __post_init__(self) -> None:
        for name in ("prompt", "why"):
            object.__setattr__(self, name, _one_line(getattr(self, name)))
        object.__setattr__(self, "hints", tuple(map(_one_line, self.hints)))

    def with_seed(self, exercise_id: str, seed: int) -> "Exercise":
        """The exercise with a seed's numbers."""
        return replace(self.on_its_own(), id=exercise_id, seed=seed, varies=True)

    def on_its_own(self) -> "Exercise":
        """The exercise where the lesson's program is not its own: it shows its program, and no stepper of the lesson
        settles it."""
        return replace(self, setup=self.setup or self.program, waits=False)

    @property
    def name(self) -> str:
        """Its id, and its seed if it has one: what replies call it."""
        return self.id if self.seed is None else f"{self.id}, seed {self.seed}"

    def call(self, function: str) -> str:
        """A call of a function of `exercises` for this exercise: ``ex.hint("L2.1", seed=3)``."""
        return f'ex.{function}("{self.id}"{"" if self.seed is None else f", seed={self.seed}"})'

    @property
    def lesson(self) -> str:
        """``"L2"`` for the exercise ``"L2.1"``."""
        return self.id.partition(".")[0]

    @property
    def is_prediction(self) -> bool:
        """Whether it is asked before the trace is seen, and answered once."""
        return is_prediction(self.id)

    @property
    def is_code(self) -> bool:
        """Whether learners write code: a step of a trace shows what a program does, not whether the code is right."""
        return hasattr(self.form, "solution")

    def look_for(self, entry: Any = WHOLE) -> Look | None:
        """Where this entry is decided."""
        return self.looks.get(entry, self.look)

    def step(self, look: Look | None = None) -> Place | None:
        """The place to look at; None without a trace."""
        look = look or self.look
        return place(self.trace, look.index(self.trace)) if self.trace is not None and look else None

    def asked(self) -> Parts:
        """The prompt, and the code it talks about; a form adds the control."""
        code = (Block(self.setup.strip(), "python"),) if self.setup else ()
        return (f"{self.name}: {self.prompt}", *code)

    def question(self) -> Parts:
        """The same for readers without a form."""
        listed = self.form.listed()
        return (*self.asked(), *((Block("\n".join(listed)),) if listed else ()))


def is_prediction(exercise_id: str) -> bool:
    """Whether the id is that of a question that is asked before the trace is seen, and answered once."""
    return exercise_id.partition(".")[2].startswith("P")


def _one_line(text: str) -> str:
    return " ".join(text.split())

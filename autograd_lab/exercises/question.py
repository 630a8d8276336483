"""`predict` and `parsons`: what a learner reads, the control that takes the answer, and what becomes of it.

A guess is kept first and settled later, where a stepper comes to the step that decides it: the stepper that follows in
the lesson if the exercise waits for it, else one that opens under the form. Any other answer is judged at once.

Controls are plain JSON. Boxes hold text; an empty box, and a choice that was not made, is ``...``: not answered yet.
"""

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ..tracing.recording.values import number_text
from .answer_order import Order
from .answer_values import Choice, Number, Numbers, Table, typed, typed_list
from .exercise import Exercise, Form
from .form_model import Face, FormModel, Reply, show_step, verdict_face
from .learner import KEPT, Record
from .message import SENTENCES, Block, Parts
from .permissions import permissions
from .reply import Result, is_code, judge, keep, last_reply, solution
from .settling import pause, settle, verdict

if TYPE_CHECKING:
    from ..views.graph_stepper import Stepper
    from ..views.pause import Pause


# ----- controls -------------------------------------------------------------------------------------------------------
def control(form: Form) -> dict[str, Any]:
    """The control for an answer of this form; empty where the answer is code, which a learner writes in a cell."""
    if isinstance(form, Choice):
        return {"kind": "choice", "options": list(form.options)}
    if isinstance(form, Number):
        return {"kind": "number"}
    if isinstance(form, Numbers):
        return {"kind": "numbers", "length": form.length}
    if isinstance(form, Order):
        return {"kind": "order", "lines": form.numbered()}
    if isinstance(form, Table):
        rows = form.rows.items()
        return {
            "kind": "table",
            "rows": [{"name": name, "label": form.label(name), "control": control(row)} for name, row in rows],
        }
    return {} if hasattr(form, "solution") else {"kind": "text"}


def held(form: Form, answer: Any) -> Any:
    """The content of the control for this answer; None when there is no answer yet."""
    if answer is ...:
        return None
    if isinstance(form, Table) and isinstance(answer, dict):
        return {name: held(row, answer.get(name, ...)) for name, row in form.rows.items()}
    if isinstance(form, Numbers) and isinstance(answer, list):
        return [held(Number(), part) for part in answer]
    if isinstance(form, Order) and isinstance(answer, str):
        return [int(word) for word in answer.split()]
    number = isinstance(answer, int | float) and not isinstance(answer, bool)
    return number_text(answer) if number else answer if isinstance(answer, str | list) else str(answer)


def answered(form: Form, holds: Any) -> Any:
    """The answer that this content of the control means."""
    if isinstance(form, Table):
        holds = holds if isinstance(holds, dict) else {}
        return {name: answered(row, holds.get(name)) for name, row in form.rows.items()}
    if isinstance(form, Numbers):
        return _boxes(holds, form.length) if isinstance(holds, list) else ...
    if isinstance(form, Number):
        return typed(holds)
    return ... if holds in (None, "", []) else holds


def _boxes(holds: list, length: int) -> list:
    """What so many boxes say; a whole list may stand in the first one."""
    whole = typed_list(str(holds[0] or "")) if holds and not any(holds[1:]) else []
    return whole if len(whole) == length else [typed(text) for text in holds]


# ----- words ----------------------------------------------------------------------------------------------------------
_LONG = 20
"""An option of more characters is long to type."""


def question(exercise: Exercise) -> Parts:
    """The prompt, the code it talks about, and the choices."""
    parts: list[str | Block] = [f"{exercise.name}: {exercise.prompt}"]
    if exercise.setup:
        parts.append(Block(exercise.setup.strip(), "python"))
    form = exercise.form
    if hasattr(form, "lettered"):
        parts.append(Block("\n".join(form.lettered())))
    elif hasattr(form, "numbered"):
        parts.append(Block("\n".join(f"{number}. {line}" for number, line in enumerate(form.numbered(), 1))))
    elif isinstance(form, Table):
        parts.append(Block("\n".join([*(_row(form, name) for name in form.rows), *_long_choices(form)])))
    return tuple(parts)


def own_cell(exercise: Exercise) -> Parts:
    """The cell that answers the exercise with the numbers of a seed; or a word that no seed changes it."""
    if exercise.seed is None:
        return ("This one is the same for every seed.",)
    return (Block(exercise.call("predict") if exercise.is_prediction else exercise.starter(), "python"),)


def _row(table: Table, name: str) -> str:
    form, label = table.rows[name], table.label(name)
    head = name if label == name else f"{name}: {label}"
    return f"{head}   ({' / '.join(form.options)})" if isinstance(form, Choice) and not _is_long(form) else head


def _long_choices(table: Table) -> list[str]:
    """Choices that take long to type, listed once for all rows that have them."""
    rows: dict[Choice, list[str]] = {}
    for name, form in table.rows.items():
        if isinstance(form, Choice) and _is_long(form):
            rows.setdefault(form, []).append(name)
    lines = []
    for form, names in rows.items():
        lines += ["", f"For {', '.join(names)} a letter is enough, in quotes:", *form.lettered()]
    return lines


def _is_long(form: Choice) -> bool:
    return max(map(len, form.options)) > _LONG


# ----- forms ----------------------------------------------------------------------------------------------------------
REVEAL = "AUTOGRAD_LAB_REVEAL"
"""Environment variable: with "1", every question shows its answer (for static pages)."""

RUN = "Run this cell to answer."
SAY = "Say what you expect."
STEP = "Say what you expect, then step the trace."
"""Said where a picture of the lesson follows."""
BELOW = "Step through the picture below: it stops where this is decided."


class Question(FormModel):
    """A question, and the form to answer it with."""

    submit = "Commit"
    """The words on the button."""

    def __init__(self, exercise: Exercise, record: Record):
        super().__init__(exercise, record)
        self._result: Result | None = None
        """The reply to the last answer, where the record does not tell it."""

    @property
    def status(self) -> str:
        """ "not answered yet", "kept", "correct", "wrong", "close?" or "cannot read"."""
        return self._record.last if self._result is None else self._result.status

    def commit(self, answer: Any) -> "Question":
        """Answer. Saying something else later is fine, and does not erase what was right."""
        raise NotImplementedError

    # ----- for the form -------------------------------------------------------------------------------------------
    def question(self) -> Parts:
        shown, form = question(self.exercise), self.exercise.form
        listed = any(hasattr(form, name) for name in ("lettered", "numbered", "rows"))
        return shown[:-1] if listed else shown  # the control has the choices, the lines, the rows

    def control(self) -> dict[str, Any]:
        found = control(self.exercise.form)
        return {**found, "submit": self.submit} if found else {}

    def draft(self) -> Any:
        return held(self.exercise.form, self._record.answer)

    def press(self, act: str, holds: Any) -> None:
        if act == "commit":
            self.commit(answered(self.exercise.form, holds))
        else:
            super().press(act, holds)

    # ----- for a cell ---------------------------------------------------------------------------------------------
    def parts(self) -> Parts:
        return (*question(self.exercise), *self.reply())

    def reply(self) -> Parts:
        """The words under the question."""
        if self._result is not None:
            return self._result.parts
        return solution(self.exercise, self._record).parts if self._is_shown else (f"Not answered yet. {self.ask}",)

    def markdown_parts(self) -> Parts:
        is_open = self._record.said is None and self._result is None and not self._is_shown
        return (*question(self.exercise), RUN) if is_open else self.parts()

    # ----- for both -----------------------------------------------------------------------------------------------
    @property
    def ask(self) -> str:
        """How to answer."""
        raise NotImplementedError

    @property
    def _is_shown(self) -> bool:
        """Whether the solution is shown though the learner gave no answer."""
        for_readers = os.environ.get(REVEAL) == "1" and permissions.reveal
        return for_readers or (self._record.revealed and self._record.said is None)

    def _solution_face(self) -> Face:
        return Face("shown", self.solution_parts(), actions=show_step(self.exercise.step()), pause=self._pause())

    def _pause(self) -> "Pause | None":
        return pause(self.exercise, self._record, self.exercise.trace) if self.exercise.trace is not None else None


class Prediction(Question):
    """One question waiting for a guess; show it as the last value of a cell.

    ``commit(answer)`` does what the button does; ``settle()`` gives the verdict; ``show_anyway()`` spoils the surprise.
    """

    def commit(self, answer: Any) -> "Prediction":
        """Keep a guess. Saying something else later is fine, and does not erase a right one."""
        form = self.exercise.form
        if hasattr(form, "solution"):  # code is judged by running it, not by a step of a trace
            self._result = judge(self.exercise, answer, self._record)
            return self
        result = keep(self.exercise, answer, self._record)
        self._result = None if result.status == KEPT else result
        if self._result is None and self.exercise.step() is None:
            self.settle()  # no trace will
        return self

    def settle(self) -> "Prediction":
        """The verdict, now."""
        settle(self.exercise, self._record)
        return self

    def show_anyway(self) -> "Prediction":
        """Show the answer, whether there was a guess or not."""
        self._record.revealed = True
        self._record.keep()
        self._result = None
        return self.settle()

    @property
    def ask(self) -> str:
        return STEP if self.exercise.waits else SAY

    def reply(self) -> Parts:
        if self._result is not None or self._record.said is None or self._is_shown:
            return super().reply()
        if self._record.settled:
            return verdict(self.exercise, self._record).parts
        where = BELOW if self.exercise.waits else f"`{self.exercise.call('settle')}` gives the verdict."
        return (f"Kept: {self._quoted[0].lower()}{self._quoted[1:]} {where}",)

    # ----- for the form -------------------------------------------------------------------------------------------
    @property
    def opens(self) -> bool:
        return self._is_kept and not self.exercise.waits

    @property
    def _quoted(self) -> str:
        return self.exercise.form.quote(self._record.said)

    @property
    def _is_kept(self) -> bool:
        return self._result is None and self._record.said is not None and not self._record.settled

    def press(self, act: str, holds: Any) -> None:
        if act == "anyway":
            self.show_anyway()
        elif act == "settled":
            self.settle()
        else:
            super().press(act, holds)

    def face(self) -> Face:
        anyway = {"anyway": "Show me anyway"} if permissions.reveal else {}
        if self._result is not None and self._result.tone != "open":
            return verdict_face(self._result, anyway)
        if self._is_shown:
            return self._solution_face()
        if self._result is not None:
            still = verdict_face(self._result, anyway)
            return still if still.reply else Face("open", (SENTENCES["nothing"],), actions=anyway)
        if self._record.said is None:
            return Face("open", (self.ask,), actions=anyway)
        settled = self._settled_face()
        if self._record.settled:
            return settled
        where = {} if self.exercise.waits else show_step(self.exercise.step())
        return Face(
            "kept", (f"{self._quoted} {BELOW}",), actions={**where, **anyway}, pause=settled.pause, verdict=settled
        )

    def _settled_face(self) -> Face:
        result = verdict(self.exercise, self._record)
        # Where a stepper of the lesson settles it, that one says the step's sentence, in its own numbers.
        words = (self._quoted, *result.parts[2 if self.exercise.waits else 1 :])
        headline = "Not as you said" if result.tone == "wrong" else ""
        return Face(result.tone, words, actions=show_step(result.look_at), headline=headline, pause=self._pause())

    def evidence(self) -> "Stepper | None":
        place, trace = self.exercise.step(), self.exercise.trace
        if place is None:
            return None
        from ..views import stepper  # loads the widgets

        step = trace.step_at(place.event)
        return stepper(trace, step.number - 1, pauses=[self._pause()]) if self._is_kept else stepper(trace, step)


class Tried(Question):
    """A question whose answer is judged at once, and may be tried again; the solution appears only on request."""

    submit = "Check"
    waiting = "Fill it in."
    """The words before the first try."""

    def __init__(self, exercise: Exercise, record: Record):
        super().__init__(exercise, record)
        if record.answer is not ...:
            self._result = last_reply(exercise, record)

    def commit(self, answer: Any) -> "Tried":
        """Judge an answer."""
        self._result = judge(self.exercise, answer, self._record)
        return self

    @property
    def ask(self) -> str:
        return self.waiting

    def face(self) -> Face:
        if self._result is not None:
            return self.judged_face(self._result)
        if self._is_shown:
            return self._solution_face()
        return Face("open", (self.waiting,), self.help_taken(), self.help_actions())

    def evidence(self) -> "Stepper | None":
        return self._result.stepper() if self._result is not None and self._result.look_at is not None else None


class Parsons(Tried):
    """Lines to be put in order, e.g. ``[3, 1, 4]`` or ``"3 1 4"``."""

    waiting = "Put the lines in order."

    @property
    def ask(self) -> str:
        return f'Put the lines in order, or type `ex.parsons("{self.id}", "3 1 4 …")`.'


def models(exercise: Exercise, record: Record) -> Iterator[FormModel]:
    """What the forms of an exercise show: the question's, and that of `check`'s reply."""
    if not is_code(exercise.form):
        yield asked(exercise, record)
    if not exercise.is_prediction:
        yield Reply(exercise, record)


def asked(exercise: Exercise, record: Record) -> Question:
    """The question, of the kind that fits the exercise."""
    if exercise.is_prediction:
        return Prediction(exercise, record)
    return (Parsons if isinstance(exercise.form, Order) else Tried)(exercise, record)

"""`predict` and `parsons`: a question that waits for an answer, before the trace is seen.

A guess is kept first, and settled later, where a stepper comes to the step that decides it: the one that follows in the
lesson if the exercise waits for it, else one that opens under the form.
"""

import os
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from .asked import Asked, Parts
from .checked import verdict_face
from .controls import answered, control, held
from .exercise import Exercise
from .face import Face, show_step
from .learner import KEPT, Record
from .permissions import permissions
from .question import question
from .reply import Result, judge, keep, solution
from .settling import pause, settle, verdict

if TYPE_CHECKING:
    from ..views.graph_stepper import Stepper
    from ..views.pause import Pause

REVEAL = "AUTOGRAD_LAB_REVEAL"
"""Environment variable: with "1", every question shows its answer (for static pages)."""

RUN = "Run this cell to answer."
SAY = "Say what you expect."
STEP = "Say what you expect, then step the trace."
"""Where a picture of the lesson follows."""
BELOW = "Step through the picture below: it stops where this is decided."


class Question(Asked):
    """A question, and the form to answer it with."""

    submit = "Commit"
    """The words on its button."""

    def __init__(self, exercise: Exercise, record: Record):
        super().__init__(exercise, record)
        self._result: Result | None = None
        """What is said to the last answer, where the record does not tell."""

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
        """What stands under the question."""
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
        """Whether the solution stands there though nothing was said."""
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
        """Show the answer, whatever was said or was not."""
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
            return still if still.reply else Face("open", ("Choose or type something first.",), actions=anyway)
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
    """A question that is judged at once, and may be tried again; the answer is shown only when asked for."""

    submit = "Check"
    waiting = "Fill it in."
    """What stands there before the first try."""

    def __init__(self, exercise: Exercise, record: Record):
        super().__init__(exercise, record)
        if record.answer is not ...:  # what was said to it is not kept, so say it again, without counting it again
            self._result = judge(exercise, record.answer, replace(record, keep=lambda: None))

    def commit(self, answer: Any) -> "Tried":
        """Judge an answer."""
        self._result = judge(self.exercise, answer, self._record)
        return self

    @property
    def ask(self) -> str:
        return self.waiting

    def face(self) -> Face:
        if self._result is not None:
            if self._result:
                return verdict_face(self._result, {})
            return verdict_face(self._result, self.help_actions(), self.help_taken())
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

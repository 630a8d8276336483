"""What a form shows, without the page: a `Question` is an exercise with its record, and its `Face` is what shows now.

A guess (`Prediction`) is kept first and settled later, where a stepper comes to the step that decides it: the stepper
that follows in the lesson if the exercise waits for it, else one that opens under the form. Any other answer (`Tried`)
is judged at once. `Reply` is the form under an answer that a cell has checked. The widget is in form.py.
"""

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ..views.pause import Pause
from .answer_order import Order
from .exercise import Exercise, Place
from .hints import next_hint, permissions
from .judge import Result, is_code, judge, keep, last_reply, solution
from .learner import KEPT, Record
from .message import SENTENCES, Parts, markdown, parts_json, plain, sentence
from .question import answered, control, held, question
from .settling import pause, settle, verdict

if TYPE_CHECKING:
    from ..views.graph_stepper import Stepper

REVEAL = "AUTOGRAD_LAB_REVEAL"
"""Environment variable: with "1", every question shows its answer (for static pages)."""

HEADLINES = {
    "right": "Right",
    "wrong": "Not yet",
    "close": "Close",
    "open": "Not answered",
    "kept": "Kept",
    "unread": SENTENCES["unread"],
    "shown": "The answer",
}
"""The headline of a reply, by its tone; the page adds a sign and a colour."""

RUN = "Run this cell to answer."
BELOW = "Step through the picture below: it stops where this is decided."


# ----- faces ----------------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Face:
    """What a form shows. ``tone`` is a key of `HEADLINES`, or ``headline`` says it in other words."""

    tone: str
    reply: Parts
    more: tuple[Parts, ...] = ()
    """The hints and the solution that the learner asked for."""
    actions: Mapping[str, str] = field(default_factory=dict)
    """The buttons: what a press asks of the question → the words on the button."""
    headline: str = ""
    pause: Pause | None = None
    """What steppers on the page are told of the guess."""
    verdict: "Face | None" = None
    """What to show once a stepper has settled the guess."""

    def as_json(self) -> dict[str, Any]:
        """What the page gets."""
        return {
            "tone": self.tone,
            "headline": self.headline or HEADLINES[self.tone],
            "reply": parts_json(self.reply),
            "more": [*map(parts_json, self.more)],
            "actions": dict(self.actions),
            "pause": self.pause and self.pause.as_json(),
            "verdict": self.verdict and self.verdict.as_json(),
        }


def show_step(place: Place | None) -> dict[str, str]:
    """The button that brings up the stepper at this place."""
    return {"evidence": f"Show step {place.number}"} if place is not None else {}


def verdict_face(result: Result, actions: Mapping[str, str] | None = None, more: tuple[Parts, ...] = ()) -> Face:
    """A result's own words, without "✗ L2.1: not yet." in front: a form has a headline of its own."""
    tone = "unread" if result.status == "cannot read" else result.tone
    first, *others = result.parts
    rest = first.partition(": ")[2].partition(". ")[2]
    return Face(
        tone, (rest, *others) if rest else tuple(others), more, {**show_step(result.look_at), **(actions or {})}
    )


# ----- questions ------------------------------------------------------------------------------------------------------
class Question:
    """An exercise and what became of it, in words; a notebook shows it as a form. Subclasses say when it is judged."""

    submit = "Commit"
    """The words on the button."""
    opens = False
    """Whether an answer brings up the stepper by itself."""

    def __init__(self, exercise: Exercise, record: Record, result: Result | None = None):
        self.exercise = exercise
        self._record = record
        self._result = result
        """The reply to the last answer, where the record does not tell it."""

    @property
    def status(self) -> str:
        """ "not answered yet", "kept", "correct", "wrong", "close?" or "cannot read"."""
        return self._record.last if self._result is None else self._result.status

    def commit(self, answer: Any) -> "Question":
        """Answer. Saying something else later is fine, and does not erase what was right."""
        raise NotImplementedError

    @property
    def ask(self) -> str:
        """How to answer."""
        raise NotImplementedError

    # ----- for the form -----------------------------------------------------------------------------------------------
    @property
    def id(self) -> str:
        """The exercise's name, which says whose numbers it has."""
        return self.exercise.name

    @property
    def key(self) -> str:
        """The fixed id of its form."""
        return f"autograd-lab-{self.id.replace(', seed ', '-seed-')}"

    def question(self) -> Parts:
        """The words above the control, which has the choices, the lines, the rows itself."""
        shown, form = question(self.exercise), self.exercise.form
        return shown[:-1] if any(hasattr(form, name) for name in ("lettered", "numbered", "rows")) else shown

    def control(self) -> dict[str, Any]:
        """The control that takes the answer, and the words on its button; empty: the form only replies."""
        found = control(self.exercise.form)
        return {**found, "submit": self.submit} if found else {}

    def draft(self) -> Any:
        """What the control holds at first."""
        return held(self.exercise.form, self._record.answer)

    def face(self) -> Face:
        """The face that shows now."""
        raise NotImplementedError

    def evidence(self) -> "Stepper | None":
        """The stepper under the reply, as far as the learner may see it now."""
        raise NotImplementedError

    def press(self, act: str, holds: Any) -> None:
        """Do what a button asks: "commit" (the control ``holds`` this), an action of the face, or "settled"."""
        if act == "commit":
            self.commit(answered(self.exercise.form, holds))
        elif act == "hint":
            next_hint(self.exercise, self._record)
        elif act == "solution":
            self._record.revealed = True
            self._record.keep()

    # ----- the solution -----------------------------------------------------------------------------------------------
    @property
    def _is_shown(self) -> bool:
        """Whether the solution is shown though the learner gave no answer."""
        for_readers = os.environ.get(REVEAL) == "1" and permissions.reveal
        return for_readers or (self._record.revealed and self._record.said is None)

    def solution_parts(self) -> Parts:
        """The solution as a form shows it, without the quote: the reply above has that already."""
        first, *others = solution(self.exercise, Record()).parts
        return (first.removeprefix(f"{self.id}: "), *others)

    def _solution_face(self) -> Face:
        return Face("shown", self.solution_parts(), actions=show_step(self.exercise.step()), pause=self._pause())

    def _pause(self) -> Pause | None:
        return pause(self.exercise, self._record, self.exercise.trace) if self.exercise.trace is not None else None

    # ----- for a cell -------------------------------------------------------------------------------------------------
    def parts(self) -> Parts:
        """All of it, for readers without a form."""
        return (*question(self.exercise), *self.reply())

    def reply(self) -> Parts:
        """The words under the question."""
        if self._result is not None:
            return self._result.parts
        return solution(self.exercise, self._record).parts if self._is_shown else (f"Not answered yet. {self.ask}",)

    def markdown_parts(self) -> Parts:
        """The same for a reader who may have no kernel."""
        is_open = self._record.said is None and self._result is None and not self._is_shown
        return (*question(self.exercise), RUN) if is_open else self.parts()

    def __repr__(self) -> str:
        return plain(self.parts())

    def _repr_markdown_(self) -> str:
        return markdown(self.markdown_parts())

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict, dict]:
        form = self.widget()
        if form is None:
            return {"text/plain": repr(self), "text/markdown": self._repr_markdown_()}, {}
        return form._repr_mimebundle_(**kwargs)

    def widget(self) -> Any:
        """The form. None without ipywidgets and anywidget: the text has everything."""
        try:
            from .form import form_of
        except ImportError:
            return None
        return form_of(self)

    def begin(self) -> None:
        """Make the form, before any cell shows it."""
        form = self.widget()
        if form is not None:
            form.model_id  # noqa: B018  opens the line to the page


class Prediction(Question):
    """One question waiting for a guess; show it as the last value of a cell.

    ``commit(answer)`` does what the button does; ``settle()`` gives the verdict; ``show_anyway()`` spoils the surprise.
    """

    def commit(self, answer: Any) -> "Prediction":
        """Keep a guess. Saying something else later is fine, and does not erase a right one."""
        if is_code(self.exercise.form):  # judged by running it, not by a step of a trace
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
        return f"Say what you expect{', then step the trace' * self.exercise.waits}."

    def reply(self) -> Parts:
        if self._result is not None or self._record.said is None or self._is_shown:
            return super().reply()
        if self._record.settled:
            return verdict(self.exercise, self._record).parts
        where = BELOW if self.exercise.waits else f"`{self.exercise.call('settle')}` gives the verdict."
        return (f"Kept: {self._quoted[0].lower()}{self._quoted[1:]} {where}",)

    # ----- for the form -----------------------------------------------------------------------------------------------
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
        words = (f"{self._quoted} {BELOW}",)
        return Face("kept", words, actions={**where, **anyway}, pause=settled.pause, verdict=settled)

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

    def __init__(self, exercise: Exercise, record: Record, result: Result | None = None):
        if result is None and record.answer is not ...:
            result = last_reply(exercise, record)
        super().__init__(exercise, record, result)

    def commit(self, answer: Any) -> "Tried":
        """Judge an answer."""
        self._result = judge(self.exercise, answer, self._record)
        return self

    @property
    def _waiting(self) -> str:
        return "Put the lines in order." if isinstance(self.exercise.form, Order) else "Fill it in."

    @property
    def ask(self) -> str:
        if not isinstance(self.exercise.form, Order):
            return self._waiting
        return f'Put the lines in order, or type `ex.parsons("{self.id}", "3 1 4 …")`.'

    def face(self) -> Face:
        if self._result:
            return verdict_face(self._result)
        if self._result is not None:
            return verdict_face(self._result, self._help(), self._help_taken())
        if self._is_shown:
            return self._solution_face()
        return Face("open", (self._waiting,), self._help_taken(), self._help())

    def evidence(self) -> "Stepper | None":
        return self._result.stepper() if self._result is not None and self._result.look_at is not None else None

    def _help(self) -> dict[str, str]:
        """The buttons for hints and the solution, as far as they are allowed and not used up."""
        actions, hints, used = {}, self.exercise.hints, self._record.hints
        if permissions.hints and used < len(hints):
            actions["hint"] = sentence("hint", number=used + 1, count=len(hints))
        if permissions.reveal and not self._record.revealed:
            actions["solution"] = SENTENCES["solution"]
        return actions

    def _help_taken(self) -> tuple[Parts, ...]:
        """The hints that were used, now or in an earlier run of the cell, and the solution if it was."""
        hints = self.exercise.hints[: self._record.hints] if permissions.hints else ()
        count = len(self.exercise.hints)
        told: list[Parts] = [
            (f"{sentence('hint', number=place, count=count)}: {text}",) for place, text in enumerate(hints, 1)
        ]
        if self._record.revealed and permissions.reveal:
            told.append(self.solution_parts())
        return tuple(told)


class Reply(Tried):
    """What is said to an answer that a cell has checked. It takes no other: that is what the cell is for."""

    def __init__(self, exercise: Exercise, record: Record, result: Result | None = None):
        super().__init__(exercise, record, last_reply(exercise, record) if result is None else result)

    @property
    def key(self) -> str:
        return f"{super().key}-reply"

    def question(self) -> Parts:
        return ()

    def control(self) -> dict[str, Any]:
        return {}

    def draft(self) -> Any:
        return None

    def parts(self) -> Parts:
        return self._result.parts

    def markdown_parts(self) -> Parts:
        return self.parts()


def asked(exercise: Exercise, record: Record) -> Question:
    """The question, of the kind that fits the exercise."""
    return (Prediction if exercise.is_prediction else Tried)(exercise, record)


def forms(exercise: Exercise, record: Record) -> Iterator[Question]:
    """What the forms of an exercise show: the question's, and that of a checked answer's reply."""
    if not is_code(exercise.form):
        yield asked(exercise, record)
    if not exercise.is_prediction:
        yield Reply(exercise, record)

"""What a form shows, without the page: a `Question` is an exercise with its record, and its `Face` is what shows now.

A guess is kept first and settled later, where a stepper comes to the step that decides it: the stepper that follows in
the lesson if the exercise waits for it, else one that opens under the form. Any other answer is judged at once, and may
be tried again. `Reply` is the form under an answer that a cell has checked. The widget is in form.py.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from ..views.pause import Pause
from .exercise import WHOLE, Exercise, Missing, Place, Trouble
from .judge import Result, judge, keep, last_reply, next_hint, solution
from .learner import KEPT, UNREADABLE, Record, permissions
from .message import SENTENCES, Parts, markdown, parts_json, plain, sentence
from .settling import pause, settle, verdict

if TYPE_CHECKING:
    from ..views.graph_stepper import Stepper

HEADLINES = {
    "right": "Right",
    "wrong": "Not yet",
    "close": "Close",
    "open": "Not answered",
    "kept": "Saved",
    "unread": SENTENCES["unread"],
    "shown": "The answer",
}
"""The headline of a reply, by its tone; the page adds a sign and a colour."""
ANYWAY = {"anyway": "Show me anyway"}
RUN = "Run this cell to answer."
BELOW = "Step through the picture below: it stops just before the step that answers this."


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
    wrong: tuple[Any, ...] = ()
    """The rows of a table, or the places in a list, that the control marks as wrong."""
    pause: Pause | None = None
    """What steppers on the page are told of the guess."""
    verdict: "Face | None" = None
    """What to show once a stepper has settled the guess."""

    def as_json(self) -> dict[str, Any]:
        return {
            "tone": self.tone,
            "headline": self.headline or HEADLINES[self.tone],
            "reply": parts_json(self.reply),
            "more": [*map(parts_json, self.more)],
            "actions": dict(self.actions),
            "wrong": list(self.wrong),
            "pause": self.pause and self.pause.as_json(),
            "verdict": self.verdict and self.verdict.as_json(),
        }


def show_step(place: Place | None) -> dict[str, str]:
    """The button that brings up the stepper at this place."""
    return {"evidence": f"Show step {place.number}"} if place is not None else {}


def show_picture(place: Place | None) -> dict[str, str]:
    """The same for a guess, which another picture may have settled, with other numbers of steps."""
    return {"evidence": "Show the picture"} if place is not None else {}


def verdict_face(result: Result, actions: Mapping[str, str]) -> Face:
    """A result's own words, without "✗ L2.1: not yet." in front: a form has a headline of its own."""
    tone = "unread" if result.status == UNREADABLE else result.tone
    first, *others = result.parts
    words = tuple(part for part in (first.partition(": ")[2].partition(". ")[2], *others) if part)
    return Face(tone, words or (SENTENCES["nothing"],), actions={**show_step(result.look_at), **actions})


def tells_answer(exercise: Exercise, result: Result) -> bool:
    """Whether the verdict on a guess says the right answer: it does where a step of a trace shows it."""
    return exercise.step() is not None or result.tone == "right"


def settled_face(
    exercise: Exercise, result: Result, quoted: str, pause: Pause | None, offers: Mapping[str, str] = ANYWAY
) -> Face:
    """The verdict on a guess. Where a stepper of the lesson settles it, that one says the step's sentence."""
    words = (quoted, *result.parts[2 if exercise.waits else 1 :])
    headline = "Not what you predicted" if result.tone == "wrong" else ""
    actions = {**show_picture(result.look_at), **({} if tells_answer(exercise, result) else offers)}
    return Face(result.tone, words, actions=actions, headline=headline, pause=pause)


def kept_face(exercise: Exercise, quoted: str, settled: Face, actions: Mapping[str, str]) -> Face:
    """A guess before its verdict."""
    where = {} if exercise.waits else show_picture(exercise.step())
    return Face("kept", (f"{quoted} {BELOW}",), actions={**where, **actions}, pause=settled.pause, verdict=settled)


class Question:
    """An exercise and what became of it, in words; a notebook shows it as a form.

    ``commit(answer)`` does what the button does. It keeps a guess; then ``settle()`` gives the verdict, and
    ``show_anyway()`` the answer.
    """

    suffix = ""

    def __init__(self, exercise: Exercise, record: Record, result: Result | None = None):
        self._exercise, self.record = exercise, record
        if result is None and not self.is_guess and record.answer is not ...:
            result = last_reply(exercise, record)
        self.result = result
        """The reply to the last answer; None if there was none, or if it is a guess that was kept or settled."""

    @property
    def exercise(self) -> Exercise:
        return self._exercise.on_its_own() if self.record.on_its_own else self._exercise

    @property
    def is_guess(self) -> bool:
        """Whether an answer is kept first, and settled later."""
        return self.exercise.is_prediction

    @property
    def status(self) -> str:
        """ "not answered yet", "kept", "correct", "wrong", "close?" or "cannot read"."""
        return self.record.last if self.result is None else self.result.status

    # ----- answering --------------------------------------------------------------------------------------------------
    def commit(self, answer: Any) -> "Question":
        """Answer. Saying something else later is fine, and does not erase what was right."""
        self.result = (keep if self.is_guess else judge)(self.exercise, answer, self.record)
        if self.is_guess and self.result.status == KEPT:
            self.result = None
            if self.exercise.step() is None:
                self.settle()  # no trace will
        return self

    def settle(self) -> "Question":
        """The verdict on a guess, now."""
        settle(self.exercise, self.record)
        return self

    def show_anyway(self) -> "Question":
        """Show the answer, whether there was a guess or not, unless solutions are switched off."""
        if not permissions.reveal:
            return self
        self.record.reveal()
        self.result = None
        return self.settle()

    def press(self, act: str, holds: Any) -> None:
        """Do what a button asks: "commit" (the control ``holds`` this), an action of the face, or "settled"."""
        if act == "commit":
            self.commit(... if holds is None else holds)
        elif act == "hint":
            next_hint(self.exercise, self.record)
        else:
            {"solution": self.record.reveal, "anyway": self.show_anyway, "settled": self.settle}[act]()

    # ----- for the form -----------------------------------------------------------------------------------------------
    @property
    def id(self) -> str:
        """The exercise's name, which says whose numbers it has."""
        return self.exercise.name

    @property
    def key(self) -> str:
        """The fixed id of its form."""
        return f"autograd-lab-{self.id.replace(', seed ', '-seed-')}{self.suffix}"

    def question(self) -> Parts:
        """The words above the control, which has the choices, the lines, the rows itself."""
        return self.exercise.asked()

    def control(self) -> dict[str, Any]:
        """The control that takes the answer, and the words on its button; empty: the form only replies."""
        found = self.exercise.form.control()
        return {**found, "submit": "Commit" if self.is_guess else "Check"} if found else {}

    def draft(self) -> Any:
        """What the control holds at first."""
        return None if self.record.answer is ... else self.record.answer

    @property
    def opens(self) -> bool:
        """Whether an answer brings up the stepper by itself."""
        return self._is_kept and not self.exercise.waits

    def face(self) -> Face:
        result, exercise = self.result, self.exercise
        if result is not None and not (self.is_guess and result.tone == "open" and self._is_shown):
            offered = sentence("more hints", call=exercise.call("hint"))  # here a button says it
            parts = tuple(part for part in result.parts if part != offered)
            face = verdict_face(replace(result, parts=parts), {} if result else self._help())
            more = () if result or self.is_guess else self._help_taken()
            return replace(face, more=more, wrong=self._wrong_entries(result))
        if self._is_shown:
            show = show_picture if self.is_guess else show_step
            return Face("shown", self.solution_parts(), actions=show(exercise.step()), pause=self._pause())
        if not self.is_guess or self.record.said is None:
            return Face("open", (self.ask,), self._help_taken(), self._help())
        result = verdict(exercise, self.record)
        offers = {} if self.record.revealed else self._help()
        settled = settled_face(exercise, result, self._quoted, self._pause(), offers)
        settled = replace(settled, more=self._answer_taken(result), wrong=self._wrong_entries(result))
        return settled if self.record.settled else kept_face(exercise, self._quoted, settled, self._help())

    def _wrong_entries(self, result: Result) -> tuple[Any, ...]:
        """Which rows or places of the last answer are wrong, where it has several."""
        form, answer = self.exercise.form, self.record.answer
        given = form.read(answer) if result.tone in ("wrong", "close") else Missing()
        if isinstance(given, Missing | Trouble):
            return ()
        return tuple(entry for entry in form.wrong_entries(given, self.exercise.answer) if entry != WHOLE)

    def evidence(self) -> "Stepper | None":
        """The stepper under the reply, as far as the learner may see it now."""
        place, trace = self.exercise.step(), self.exercise.trace
        if not self.is_guess:
            return self.result.stepper() if self.result is not None and self.result.look_at is not None else None
        if place is None:
            return None
        from ..views import stepper  # loads the widgets

        told = self._pause()
        step = trace.step_at(told.event if self._is_kept else place.event)
        return stepper(trace, step.number - 1, pauses=[told]) if self._is_kept else stepper(trace, step)

    @property
    def _quoted(self) -> str:
        return self.exercise.form.quote(self.record.said)

    @property
    def _is_kept(self) -> bool:
        return self.is_guess and self.result is None and self.record.said is not None and not self.record.settled

    @property
    def _is_shown(self) -> bool:
        """Whether the solution is shown though the learner gave no answer."""
        return permissions.reveal and self.record.revealed and self.record.said is None

    def _pause(self) -> Pause | None:
        return pause(self.exercise, self.record, self.exercise.trace) if self.exercise.trace is not None else None

    # ----- help -------------------------------------------------------------------------------------------------------
    def _help(self) -> dict[str, str]:
        """The buttons for hints and the solution, as far as they are allowed and not used up."""
        if self.is_guess:
            return ANYWAY if permissions.reveal else {}
        actions, count, used = {}, len(self.exercise.hints), self.record.hints
        if permissions.hints and used < count:
            actions["hint"] = sentence("hint", number=used + 1, count=count)
        if permissions.reveal and not self.record.revealed:
            actions["solution"] = SENTENCES["solution"]
        return actions

    def _help_taken(self) -> tuple[Parts, ...]:
        """The hints that were used, now or in an earlier run of the cell, and the solution if it was."""
        used = self.exercise.hints[: self.record.hints] if permissions.hints else ()
        names = [sentence("hint", number=k, count=len(self.exercise.hints)) for k in range(1, len(used) + 1)]
        told = [(f"{name}: {text}",) for name, text in zip(names, used, strict=True)]
        return (*told, *([self.solution_parts()] if self.record.revealed and permissions.reveal else []))

    def _answer_taken(self, result: Result) -> tuple[Parts, ...]:
        """The answer to a guess, where the learner asked for it and the verdict does not say it."""
        return () if tells_answer(self.exercise, result) else self._help_taken()

    def solution_parts(self) -> Parts:
        """The solution as a form shows it, without the quote: the reply above has that already."""
        first, *others = solution(self.exercise, Record()).parts
        return (first.removeprefix(f"{self.id}: "), *others)

    # ----- for readers without a form ---------------------------------------------------------------------------------
    @property
    def ask(self) -> str:
        """How to answer."""
        if self.is_guess:
            return f"Say what you expect{', then step through the trace' * self.exercise.waits}."
        return "Fill it in."

    def parts(self) -> Parts:
        """The question and all that was said to its answer."""
        return (*self.exercise.question(), *self._reply())

    def _reply(self) -> Parts:
        """The words under the question."""
        if self.result is not None:
            return self.result.parts
        if self._is_shown:
            return solution(self.exercise, self.record).parts
        if self.record.said is None:
            return (f"Not answered yet. {self.ask}",)
        if self.record.settled:
            result = verdict(self.exercise, self.record)
            return (*result.parts, *(part for parts in self._answer_taken(result) for part in parts))
        where = BELOW if self.exercise.waits else f"`{self.exercise.call('ask')}.settle()` gives the verdict."
        return (f"Saved: {self._quoted[0].lower()}{self._quoted[1:]} {where}",)

    def __repr__(self) -> str:
        return plain(self.parts())

    def _repr_markdown_(self) -> str:
        """The same for a reader who may have no kernel."""
        is_open = self.record.said is None and self.result is None and not self._is_shown
        return markdown((*self.exercise.question(), RUN) if is_open else self.parts())

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


class Reply(Question):
    """What is said to an answer that a cell has checked. It takes no other: that is what the cell is for."""

    is_guess, suffix = False, "-reply"

    def __init__(self, exercise: Exercise, record: Record, result: Result | None = None):
        super().__init__(exercise, record, last_reply(exercise, record) if result is None else result)

    def question(self) -> Parts:
        return ()

    def control(self) -> dict[str, Any]:
        return {}

    def draft(self) -> Any:
        return None

    def parts(self) -> Parts:
        return self.result.parts


def show_again() -> None:
    """Bring what every form of this kernel shows up to date."""
    try:
        from .form import show_all_again
    except ImportError:
        return
    show_all_again()


def forms(exercise: Exercise, record: Record) -> Iterator[Question]:
    """What the forms of an exercise show: the question's, and that of a checked answer's reply."""
    if not exercise.is_code:
        yield Question(exercise, record)
    if not exercise.is_prediction:
        yield Reply(exercise, record)

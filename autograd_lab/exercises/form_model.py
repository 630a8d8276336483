"""What a form shows, without the page: a `FormModel` is an exercise with its record, and its `Face` is what shows now.

`check` returns a `Checked`, whose model is `Reply`. The models that ask are in question.py, the widget in form.py.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any

from ..views.pause import Pause
from .exercise import Exercise, Place
from .learner import Record
from .message import SENTENCES, Parts, markdown, parts_json, plain, sentence
from .permissions import next_hint, permissions
from .reply import Result, last_reply, solution

if TYPE_CHECKING:
    from ..views.graph_stepper import Stepper


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


@dataclass(frozen=True)
class Face:
    """What a form shows. ``tone`` is a key of `HEADLINES`, or ``headline`` says it in other words."""

    tone: str
    reply: Parts
    more: tuple[Parts, ...] = ()
    """The hints and the solution that the learner asked for."""
    actions: Mapping[str, str] = field(default_factory=dict)
    """The buttons: what a press asks of the model → the words on the button."""
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


class FormModel:
    """An exercise and what became of it, in words; a notebook shows it as a form. Subclasses say what is shown."""

    def __init__(self, exercise: Exercise, record: Record):
        self.exercise = exercise
        self._record = record

    def help_taken(self) -> tuple[Parts, ...]:
        """The hints that were used, now or in an earlier run of the cell, and the solution if it was."""
        hints = self.exercise.hints[: self._record.hints] if permissions.hints else ()
        count = len(self.exercise.hints)
        told: list[Parts] = [
            (f"{sentence('hint', number=place, count=count)}: {text}",) for place, text in enumerate(hints, 1)
        ]
        if self._record.revealed and permissions.reveal:
            told.append(self.solution_parts())
        return tuple(told)

    # ----- for the form ----------------------------------------------------------------------------------------------
    @property
    def id(self) -> str:
        """The exercise's name, which says whose numbers it has."""
        return self.exercise.name

    @property
    def key(self) -> str:
        """The fixed id of its form."""
        return f"autograd-lab-{self.id.replace(', seed ', '-seed-')}"

    def question(self) -> Parts:
        """The words above the controls."""
        return ()

    def control(self) -> dict[str, Any]:
        """The control that takes the answer, and the words on its button (``submit``); empty: the form only replies."""
        return {}

    def draft(self) -> Any:
        """What the control holds at first."""
        return None

    def face(self) -> Face:
        """The face that shows now."""
        raise NotImplementedError

    @property
    def opens(self) -> bool:
        """Whether an answer brings up the stepper by itself."""
        return False

    def evidence(self) -> "Stepper | None":
        """The stepper under the reply, as far as the learner may see it now."""
        raise NotImplementedError

    def press(self, act: str, holds: Any) -> None:
        """Do what a button asks: "commit" (the control ``holds`` this), an action of the face, or "settled"."""
        if act == "hint":
            next_hint(self.exercise, self._record)
        elif act == "solution":
            self._record.revealed = True
            self._record.keep()

    def solution_parts(self) -> Parts:
        """The solution as a form shows it, without the quote: the reply above has that already."""
        first, *others = solution(self.exercise, Record()).parts
        return (first.removeprefix(f"{self.id}: "), *others)

    def help_actions(self) -> dict[str, str]:
        """The buttons for hints and the solution, as far as they are allowed and not used up."""
        actions, hints, used = {}, self.exercise.hints, self._record.hints
        if permissions.hints and used < len(hints):
            actions["hint"] = sentence("hint", number=used + 1, count=len(hints))
        if permissions.reveal and not self._record.revealed:
            actions["solution"] = SENTENCES["solution"]
        return actions

    def judged_face(self, result: Result) -> Face:
        """The face of a verdict; one that is not "correct" comes with help."""
        return verdict_face(result) if result else verdict_face(result, self.help_actions(), self.help_taken())

    # ----- for a cell ---------------------------------------------------------------------------------------------
    def parts(self) -> Parts:
        """All of it, for readers without a form."""
        raise NotImplementedError

    def markdown_parts(self) -> Parts:
        """The same for a reader who may have no kernel."""
        return self.parts()

    def __repr__(self) -> str:
        return plain(self.parts())

    def _repr_markdown_(self) -> str:
        return markdown(self.markdown_parts())

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict, dict]:
        form = self.widget()
        if form is None:
            return {"text/plain": repr(self), "text/markdown": self._repr_markdown_()}, {}
        return form._repr_mimebundle_(**kwargs)

    def begin(self) -> None:
        """Make the form, before any cell shows it."""
        form = self.widget()
        if form is not None:
            form.model_id  # noqa: B018  opens the line to the page

    def widget(self) -> Any:
        """The form. None without ipywidgets and anywidget: the text has everything."""
        try:
            from .form import form_of
        except ImportError:
            return None
        return form_of(self)


def body(parts: Parts) -> Parts:
    """Without "✗ L2.1: not yet." in front: a form has a headline of its own."""
    first, *others = parts
    rest = first.partition(": ")[2].partition(". ")[2]
    return (rest, *others) if rest else tuple(others)


@dataclass(frozen=True, repr=False)
class Checked(Result):
    """A `Result` that a notebook shows as a form."""

    reply: "Reply | None" = field(default=None, compare=False)

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict, dict]:
        return self.reply._repr_mimebundle_(**kwargs)


def checked(result: Result, exercise: Exercise, record: Record) -> Checked:
    """The same result, with its buttons."""
    same = {item.name: getattr(result, item.name) for item in fields(Result)}
    return Checked(**same, reply=Reply(exercise, record, result))


class Reply(FormModel):
    """The model of a checked answer's form."""

    def __init__(self, exercise: Exercise, record: Record, result: Result | None = None):
        super().__init__(exercise, record)
        self.result = result or last_reply(exercise, record)

    @property
    def key(self) -> str:
        return f"{super().key}-reply"

    def parts(self) -> Parts:
        return self.result.parts

    def face(self) -> Face:
        return self.judged_face(self.result)

    def evidence(self) -> Any:
        return self.result.stepper() if self.result.look_at is not None else None


def verdict_face(result: Result, actions: Mapping[str, str] | None = None, more: tuple[Parts, ...] = ()) -> Face:
    """A result's own words under the form's headline."""
    tone = "unread" if result.status == "cannot read" else result.tone
    return Face(tone, body(result.parts), more, {**show_step(result.look_at), **(actions or {})})

"""What a prediction, lines to be ordered and a checked answer have in common as subjects of a form."""

from typing import TYPE_CHECKING, Any

from .exercise import Exercise
from .face import Face
from .hints import next_hint
from .learner import Record
from .message import Block, markdown, plain
from .permissions import permissions
from .reply import solution

if TYPE_CHECKING:
    from ..views.graph_stepper import Stepper

Parts = tuple[str | Block, ...]
"""Paragraphs and blocks."""


class Asked:
    """An exercise and what became of it, in words; a notebook shows it as a form. Subclasses say what is shown."""

    def __init__(self, exercise: Exercise, record: Record):
        self.exercise = exercise
        self._record = record

    def help_taken(self) -> tuple[Parts, ...]:
        """The hints that were used, now or in an earlier run of the cell, and the solution if it was."""
        hints = self.exercise.hints[: self._record.hints] if permissions.hints else ()
        count = len(self.exercise.hints)
        told: list[Parts] = [(f"Hint {place} of {count}: {text}",) for place, text in enumerate(hints, 1)]
        if self._record.revealed and permissions.reveal:
            told.append(self.solution_parts())
        return tuple(told)

    # ----- for the form (see face.Subject) ---------------------------------------------------------------------------
    @property
    def id(self) -> str:
        """The exercise's, and whose numbers it has."""
        return self.exercise.name

    def question(self) -> Parts:
        """What stands above the controls."""
        return ()

    def control(self) -> dict[str, Any]:
        """What the answer is given with; empty: the form only replies."""
        return {}

    def draft(self) -> Any:
        """What the control holds at first."""
        return None

    def face(self) -> Face:
        """What is shown now."""
        raise NotImplementedError

    @property
    def opens(self) -> bool:
        """Whether an answer brings up the stepper by itself."""
        return False

    def evidence(self) -> "Stepper | None":
        """The stepper under the reply."""
        raise NotImplementedError

    def press(self, act: str, holds: Any) -> None:
        """A button was pressed."""
        if act == "hint":
            next_hint(self.exercise, self._record)
        elif act == "solution":
            self._record.revealed = True
            self._record.keep()

    def solution_parts(self) -> Parts:
        """The solution, as a form shows it; what was said stands above it already."""
        first, *others = solution(self.exercise, Record()).parts
        return (first.removeprefix(f"{self.id}: "), *others)

    def help_actions(self) -> dict[str, str]:
        """The buttons for hints and the solution, as far as they are allowed and not used up."""
        actions, hints, used = {}, self.exercise.hints, self._record.hints
        if permissions.hints and used < len(hints):
            actions["hint"] = f"Hint {used + 1} of {len(hints)}"
        if permissions.reveal and not self._record.revealed:
            actions["solution"] = "Show the solution"
        return actions

    # ----- for a cell ---------------------------------------------------------------------------------------------
    def parts(self) -> Parts:
        """All of it, for readers without a form."""
        raise NotImplementedError

    def markdown_parts(self) -> Parts:
        """The same where it may be that no kernel is there."""
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

    def widget(self) -> Any:
        """The form. None without ipywidgets and anywidget: the text has everything."""
        try:
            from .cell_forms import form_in_cell
        except ImportError:
            return None
        return form_in_cell(self)


def body(parts: Parts) -> Parts:
    """Without "✗ L2.1: not yet." in front: a form has a headline of its own."""
    first, *others = parts
    rest = first.partition(": ")[2].partition(". ")[2]
    return (rest, *others) if rest else tuple(others)

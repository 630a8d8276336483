"""`predict` and `parsons`: a question that waits for a commitment, before the trace is seen.

A `Prediction` is plain text that becomes a form where ipywidgets and a kernel are there. The answer shows only after
the learner has said something (or has pressed "Show me anyway"), and then it quotes what they said.
"""

import os
from typing import Any

from .exercise import Exercise
from .learner import Record
from .message import Block, markdown, plain
from .question import question
from .reply import UNANSWERED, UNREADABLE, judge, solution

REVEAL = "AUTOGRAD_LAB_REVEAL"
"""Environment variable: with "1", every prediction shows its answer (for static pages)."""


class Prediction:
    """One question waiting for a commitment; show it as the last value of a cell.

    ``commit(answer)`` does what the button does. ``show_anyway()`` gives up the surprise.
    """

    def __init__(self, exercise: Exercise, record: Record):
        self.exercise = exercise
        self._record = record
        self._reply: tuple[str | Block, ...] = ()

    @property
    def status(self) -> str:
        """ "not answered yet", "correct", "wrong", "close?" or "cannot read"."""
        return self._record.status

    def commit(self, answer: Any) -> "Prediction":
        """Say something. The reply quotes it and gives the reason; saying something else later is fine."""
        result = judge(self.exercise, answer, self._record)
        self._reply = result.parts
        if result.status not in (UNANSWERED, UNREADABLE, "correct"):
            *answer, step = solution(self.exercise, self._record).parts[1:]
            same = result.look_at == self.exercise.step()  # then it has been shown already
            self._reply += (*answer,) if same else (*answer, step)
        return self

    def show_anyway(self) -> "Prediction":
        """Show the answer without having said anything."""
        self._record.revealed = True
        self._reply = solution(self.exercise, self._record).parts
        return self

    def parts(self) -> tuple[str | Block, ...]:
        """The question, and the reply as far as there is one."""
        return (*question(self.exercise), *self.reply())

    def reply(self) -> tuple[str | Block, ...]:
        """What stands under the question."""
        if self._reply:
            return self._reply
        if os.environ.get(REVEAL) == "1":
            return solution(self.exercise, self._record).parts
        return ("Not answered yet: say what you expect, then step the trace.",)

    def __repr__(self) -> str:
        return plain(self.parts())

    def _repr_markdown_(self) -> str:
        return markdown(self.parts())

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict, dict]:
        data, metadata = {"text/plain": repr(self), "text/markdown": self._repr_markdown_()}, {}
        widget = self.widget()
        if widget is None:
            return data, metadata
        made = widget._repr_mimebundle_(**kwargs)
        shown, metadata = made if isinstance(made, tuple) else (made or {}, {})
        return {**shown, **data}, metadata

    def widget(self) -> Any:
        """The form: one control for each answer, two buttons, and the reply. None without ipywidgets."""
        try:
            return self._form()
        except ImportError:  # the package works without ipywidgets; the text form has everything
            return None

    def _form(self) -> Any:
        from .widgets import prediction_form

        return prediction_form(self)


class Parsons(Prediction):
    """Lines to be put in order; the right order is shown only when asked for."""

    def commit(self, answer: Any) -> "Parsons":
        """Judge an order, e.g. ``[3, 1, 4]`` or ``"3 1 4"``."""
        self._reply = judge(self.exercise, answer, self._record).parts
        return self

    def reply(self) -> tuple[str | Block, ...]:
        """What stands under the lines."""
        if self._reply or os.environ.get(REVEAL) == "1":
            return super().reply()
        return (f'Not answered yet: move the lines, or type `ex.parsons("{self.exercise.id}", "3 1 4 …")`.',)

    def _form(self) -> Any:
        from .widgets import parsons_form

        return parsons_form(self)

"""`Pause`: where a stepper waits, because a learner has said what comes next.

A stepper knows nothing of exercises. A pause says before which event to wait, what to show there, and what to show when
that event has happened.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

Tone = Literal["open", "right", "wrong", "close"]


@dataclass(frozen=True)
class Block:
    """Lines that keep their line breaks: code (``language`` is ``"python"``) or a table of plain text."""

    text: str
    language: str = ""


Part = str | Block
"""A paragraph, in which `backticks` mark code; or a block."""
Parts = tuple[Part, ...]

NOT_SAID = "You haven't answered {} yet."
VERDICTS = {
    "open": "",
    "right": "✓ as you predicted",
    "wrong": "✗ not what you predicted",
    "close": "≈ almost what you predicted",
}
"""The line above the words that settle a guess: a sign and words, so that colour is never the only sign."""


@dataclass(frozen=True)
class Pause:
    """The stepper waits before event number ``event`` (from 0) and says ``before``: the guess.

    An empty ``before`` means that there is none yet. When the event has happened, it says ``after``, in the colour of
    ``tone``, provided that there was a guess. ``id`` is the name by which the page's forms and steppers speak of it.
    """

    id: str
    event: int
    before: Parts = ()
    after: Parts = ()
    tone: Tone = "open"
    rows: tuple[int, ...] = ()
    """The events that decide the rows of a table, and then the whole; without a guess it waits before the first."""
    run: int | None = None
    """In a walk: the first run (from 1) that contradicts the guess; None: only the end settles it."""

    def as_json(self) -> dict[str, Any]:
        parts = {"before": parts_json(self.before), "after": parts_json(self.after)}
        rows = {"rows": list(self.rows), "row": self.rows.index(self.event)} if self.rows else {}
        run = {} if self.run is None else {"run": self.run}
        return {"id": self.id, "event": self.event, **rows, **run, **parts, "tone": self.tone}

    def before_text(self) -> list[str]:
        """Lines that stand before the step that decides it."""
        return _lines(self.before) if self.before else [NOT_SAID.format(self.id)]

    def after_text(self) -> list[str]:
        """Lines that stand after that step."""
        verdict = [VERDICTS[self.tone]] if VERDICTS[self.tone] else []
        return [*verdict, *_lines(self.after)] if self.before else []


def parts_json(parts: Parts) -> list[dict[str, str]]:
    """Paragraphs and blocks as the page wants them."""
    return [
        {"text": part} if isinstance(part, str) else {"code": part.text, "language": part.language} for part in parts
    ]


def _lines(parts: Iterable[Part]) -> list[str]:
    return [line for part in parts for line in (part if isinstance(part, str) else part.text).splitlines()]

"""What a form shows besides its question: the reply, the buttons, and what steppers are told."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ..views.pause import Pause
from .look import Place
from .message import Block

HEADLINES = {
    "right": "Right",
    "wrong": "Not yet",
    "close": "Close",
    "open": "Not answered",
    "kept": "Kept",
    "unread": "Cannot be read",
    "shown": "The answer",
}
"""What stands above a reply of each tone; the page adds a sign and a colour."""


@dataclass(frozen=True)
class Face:
    """What a form shows. ``tone`` is a key of `HEADLINES`, or ``headline`` says it in other words."""

    tone: str
    reply: tuple[str | Block, ...]
    more: tuple[tuple[str | Block, ...], ...] = ()
    """Hints and the solution, as they were asked for."""
    actions: Mapping[str, str] = field(default_factory=dict)
    """The buttons: what a press asks of the subject, and the words on it."""
    headline: str = ""
    pause: Pause | None = None
    """What steppers on the page are told of the guess."""
    verdict: "Face | None" = None
    """What to show once one of them has settled it."""

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


def parts_json(parts: tuple[str | Block, ...]) -> list[dict[str, str]]:
    """Paragraphs and blocks as the page wants them."""
    return [
        {"text": part} if isinstance(part, str) else {"code": part.text, "language": part.language} for part in parts
    ]


def show_step(place: Place | None) -> dict[str, str]:
    """The button that brings up the stepper at this place."""
    return {"evidence": f"Show step {place.number}"} if place is not None else {}

"""What a form wants of its subject: above all a `Face`, which is the reply, the buttons, and what steppers are told."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from ..views.pause import Pause
from .look import Place
from .message import Block

if TYPE_CHECKING:
    from ..views.widget import View

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


class Subject(Protocol):
    """What a form is about: a question, or a checked answer."""

    id: str
    opens: bool
    """Whether an answer brings up the stepper by itself."""

    def question(self) -> tuple[str | Block, ...]:
        """What stands above the controls."""

    def control(self) -> dict[str, Any]:
        """What the answer is given with (see `controls`), and the words on its button: ``submit``. Empty: no answer."""

    def draft(self) -> Any:
        """What the control holds at first."""

    def face(self) -> Face:
        """What is shown now."""

    def press(self, act: str, holds: Any) -> None:
        """A button was pressed: "commit" (the control ``holds`` this) or an action of the face; or it is "settled"."""

    def evidence(self) -> "View | None":
        """The stepper under the reply, as far as it may be seen now."""

    def _repr_markdown_(self) -> str:
        """All of it for readers without a kernel."""


def parts_json(parts: tuple[str | Block, ...]) -> list[dict[str, str]]:
    """Paragraphs and blocks as the page wants them."""
    return [
        {"text": part} if isinstance(part, str) else {"code": part.text, "language": part.language} for part in parts
    ]


def show_step(place: Place | None) -> dict[str, str]:
    """The button that brings up the stepper at this place."""
    return {"evidence": f"Show step {place.number}"} if place is not None else {}

"""What `check` gives: the reply, and in a notebook its buttons: the stepper, the next hint, the solution."""

from dataclasses import dataclass, field, fields
from typing import Any

from .asked import Asked, Parts, body
from .exercise import Exercise
from .face import Face, show_step
from .learner import Record
from .reply import Result


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


class Reply(Asked):
    """The subject of the form."""

    def __init__(self, exercise: Exercise, record: Record, result: Result):
        super().__init__(exercise, record)
        self.result = result

    def parts(self) -> Parts:
        return self.result.parts

    def face(self) -> Face:
        if self.result:
            return verdict_face(self.result, {})
        return verdict_face(self.result, self.help_actions(), self.help_taken())

    def evidence(self) -> Any:
        return self.result.stepper() if self.result.look_at is not None else None


def verdict_face(result: Result, actions: dict[str, str], more: tuple[Parts, ...] = ()) -> Face:
    """A result's own words under the form's headline."""
    tone = "unread" if result.status == "cannot read" else result.tone
    return Face(tone, body(result.parts), more, {**show_step(result.look_at), **actions})

"""What a wrong answer is wrong about: of all that differs, what the trace decides first, and the mistake behind it."""

from dataclasses import dataclass
from typing import Any

from .exercise import WHOLE, Exercise, Wrong
from .look import Look, Place, place


@dataclass(frozen=True)
class Finding:
    """One entry that differs, the listed mistake that explains it (None: not known), and where the trace decides it."""

    entry: Any
    wrong: Wrong | None
    place: Place | None


def first_finding(exercise: Exercise, given: Any) -> Finding:
    """The entry to speak of: the one that is decided earliest, so that no later answer need be shown."""
    matching = [wrong for wrong in exercise.wrong if exercise.form.same(given, wrong.answer)]
    entries = exercise.form.wrong_entries(given, exercise.answer) or (WHOLE,)
    return min((_finding(exercise, given, entry, matching) for entry in entries), key=precedence)


def precedence(found: Finding) -> tuple[int, bool]:
    """The finding that comes first in this order is spoken of."""
    return found.place.event if found.place else 0, found.wrong is None


def _finding(exercise: Exercise, given: Any, entry: Any, matching: list[Wrong]) -> Finding:
    wrong = next((wrong for wrong in matching if speaks_of(wrong.answer, entry)), None)
    if wrong is None and exercise.form.failed(given):
        return Finding(entry, None, None)
    return finding(exercise, entry, wrong)


def finding(exercise: Exercise, entry: Any, wrong: Wrong | None) -> Finding:
    """That this entry differs, by this mistake (None: not known)."""
    looks = [wrong.look if wrong and wrong.look else exercise.look_for(entry)]
    if entry in exercise.looks:
        looks.append(exercise.looks[entry])  # nothing after it may be shown, wherever the mistake shows
    return Finding(entry, wrong, _earliest(exercise, looks))


def _earliest(exercise: Exercise, looks: list[Look | None]) -> Place | None:
    if exercise.trace is None:
        return None
    events = [look.index(exercise.trace) for look in looks if look is not None]
    return place(exercise.trace, min(events)) if events else None


def speaks_of(answer: Any, entry: Any) -> bool:
    """Whether a listed wrong answer says anything about this entry."""
    if isinstance(answer, dict):
        return entry in answer
    if isinstance(answer, list | tuple) and isinstance(entry, int):
        return answer[entry] is not ...
    return True

"""Hints, one by one, and the solution on request: whether learners may have them, and how many they took."""

import os
from dataclasses import dataclass

from .exercise import Exercise
from .learner import Record
from .message import Message

EXAM = "AUTOGRAD_LAB_EXAM"
"""Environment variable: with "1" there are no hints and no solutions, whatever a cell says."""


@dataclass
class Permissions:
    """Learners have both until `allow` or the environment takes them away."""

    _hints: bool = True
    _reveal: bool = True

    def allow(self, hints: bool = True, reveal: bool = True) -> None:
        """Give or take away."""
        self._hints, self._reveal = bool(hints), bool(reveal)

    @property
    def hints(self) -> bool:
        """Whether there are hints."""
        return self._hints and not _is_exam()

    @property
    def reveal(self) -> bool:
        """Whether learners may see the solution."""
        return self._reveal and not _is_exam()


def _is_exam() -> bool:
    return os.environ.get(EXAM, "") == "1"


permissions = Permissions()
"""The permissions of this kernel."""


def next_hint(exercise: Exercise, record: Record) -> Message:
    """The next hint, which is counted; after the last one, that one again."""
    if not exercise.hints:
        return Message((f"{exercise.name} has no hints.",))
    if not permissions.hints:
        return Message((f"{exercise.name}: hints are switched off here.",))
    record.hints = min(record.hints + 1, len(exercise.hints))
    record.keep()
    text = exercise.hints[record.hints - 1]
    return Message((f"{exercise.name}, hint {record.hints} of {len(exercise.hints)}: {text}",))
